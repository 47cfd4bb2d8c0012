// SPDX-License-Identifier: GPL-3.0-or-later
//
// How far a long call is, at an interactive prompt.

#include "progress.h"

#include <chrono>
#include <cstdio>

#include <unistd.h>

#include <octave/interpreter.h>

#include "gpureduce.h"

typedef std::chrono::steady_clock progress_clock;

static const char *function;
static progress_clock::time_point next; // when the line is due
static bool is_shown;

bool
gw_at_terminal ()
{
  return isatty (STDOUT_FILENO);
}

// Overwrite the line, which has nothing behind it (\033[K).
static void
show (double done)
{
  const progress_clock::time_point now = progress_clock::now ();
  if (now < next)
    return;
  next = now + std::chrono::milliseconds (200);
  if (! is_shown && ! (gw_at_terminal () && octave::interpreter::the_interpreter ()->interactive ()))
    return;
  is_shown = true;
  std::printf ("\rgpu%s: %.0f %%\033[K", function, 100 * done);
  std::fflush (stdout);
}

void
gw_begin_progress (const char *op)
{
  function = op;
  next = progress_clock::now () + std::chrono::seconds (2);
  gr_set_progress (show);
}

void
gw_end_progress ()
{
  gr_set_progress (nullptr);
  if (is_shown)
    {
      std::fputs ("\r\033[K", stdout);
      std::fflush (stdout);
    }
  is_shown = false;
}
