/* SPDX-License-Identifier: GPL-3.0-or-later

   Lines that the library has for the user during a call.  */

#ifndef GW_NOTICE_H
#define GW_NOTICE_H

#include <stdbool.h>

#include "gpureduce.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Print a line: a warning always, another one at an interactive prompt only (gr_set_notice).  */
void gw_notice (const char *text, bool is_warning);

/* From here to gw_end_imitation the algorithm works on the backend of that name; NULL: the selected one.  If it is one
   that imitates a GPU on the host, and is at work for more than two seconds, a line says so, once in a session.  */
void gw_begin_imitation (gr_algorithm algorithm, const char *backend);
void gw_end_imitation (void);

/* Called now and then meanwhile, by the thread of the call.  */
void gw_watch_imitation (void);

#ifdef __cplusplus
}
#endif

#endif
