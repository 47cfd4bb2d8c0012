// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lines that the library has for the user during a call.

#include "notice.h"

#include <cstdio>

#include <unistd.h>

#include <octave/interpreter.h>

void
gw_notice (const char *text, bool is_warning)
{
  if (is_warning || (isatty (STDERR_FILENO) && octave::interpreter::the_interpreter ()->interactive ()))
    std::fprintf (stderr, "gpureduce: %s\n", text);
}
