/* SPDX-License-Identifier: GPL-3.0-or-later

   Lines that the library has for the user during a call.  */

#ifndef GW_NOTICE_H
#define GW_NOTICE_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Print a line: a warning always, another one at an interactive prompt only (gr_set_notice).  */
void gw_notice (const char *text, bool is_warning);

#ifdef __cplusplus
}
#endif

#endif
