/* SPDX-License-Identifier: GPL-3.0-or-later

   How far a long call is, at an interactive prompt.  */

#ifndef GW_PROGRESS_H
#define GW_PROGRESS_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Does a terminal show what is printed?  */
bool gw_at_terminal (void);

/* The library works for gpuOPERATOR from here to gw_end_progress.  If that takes long, one line says how far it is; it
   is gone at the end.  */
void gw_begin_progress (const char *op);
void gw_end_progress (void);

#ifdef __cplusplus
}
#endif

#endif
