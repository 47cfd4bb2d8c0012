// SPDX-License-Identifier: GPL-3.0-or-later
//
// Ctrl-C and the signals that end Octave, during a call.

#include "interrupt.h"

#include <exception>
#include <utility>

#include <octave/quit.h>

#include "notice.h"

// What Octave threw while the library ran; it must not unwind the library's frames.
static std::exception_ptr pending;

bool
gw_interrupt_pending ()
{
  gw_watch_imitation ();
  if (pending)
    return true;
  try
    {
      octave_quit (); // throws after Ctrl-C or SIGTERM, and after no signal that ends nothing
    }
  catch (...)
    {
      pending = std::current_exception ();
    }
  return pending != nullptr;
}

void
gw_raise_interrupt ()
{
  if (pending)
    std::rethrow_exception (std::exchange (pending, nullptr));
}
