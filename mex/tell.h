/* SPDX-License-Identifier: GPL-3.0-or-later

   Lines that the library has for the user during a call.  */

#ifndef GW_TELL_H
#define GW_TELL_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Print a line: a warning always, another one at an interactive prompt only (gr_set_tell).  */
void gw_tell (const char *text, bool is_warning);

#ifdef __cplusplus
}
#endif

#endif
