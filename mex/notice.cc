// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lines that the library has for the user during a call.

#include "notice.h"

#include <chrono>
#include <cstdio>
#include <cstring>

#include <unistd.h>

#include <octave/interpreter.h>

void
gw_notice (const char *text, bool is_warning)
{
  if (is_warning || (isatty (STDERR_FILENO) && octave::interpreter::the_interpreter ()->interactive ()))
    std::fprintf (stderr, "gpureduce: %s\n", text);
}

typedef std::chrono::steady_clock imitation_clock;

static const char *imitated; // the algorithm that is at work; null: none
static imitation_clock::time_point due;

void
gw_begin_imitation (gr_algorithm algorithm, const char *backend)
{
  const bool has_kernels = algorithm != GR_ALGORITHM_AUTO && ! (gr_algorithms[algorithm].kinds & GR_HOST_ONLY);
  imitated = nullptr;
  if (has_kernels && (backend || gr_backend_name (&backend) == GR_OK) && ! std::strcmp (backend, "cpu"))
    imitated = gr_algorithms[algorithm].name;
  due = imitation_clock::now () + std::chrono::seconds (2);
}

void
gw_end_imitation ()
{
  imitated = nullptr;
}

void
gw_watch_imitation ()
{
  static bool was_said;
  if (! imitated || was_said || imitation_clock::now () < due)
    return;
  was_said = true;
  std::fprintf (stderr,
                "gpureduce: \"%s\" imitates a GPU on this host, for learning, and takes long; \"auto\", the default, "
                "is fast\n",
                imitated);
}
