/* SPDX-License-Identifier: GPL-3.0-or-later

   Ctrl-C and the signals that end Octave, during a call.  */

#ifndef GW_INTERRUPT_H
#define GW_INTERRUPT_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Has Octave caught a signal that should end the call?  Only the thread that Octave runs in may ask.  */
bool gw_interrupt_pending (void);

/* End the gateway's call as Octave ends its own functions, if it was interrupted: `catch` does not see that.
   Returns only if it was not.  */
void gw_raise_interrupt (void);

#ifdef __cplusplus
}
#endif

#endif
