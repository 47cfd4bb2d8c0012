/* SPDX-License-Identifier: GPL-3.0-or-later

   Pages of memory.  */

#ifndef GR_PAGES_H
#define GR_PAGES_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Memory, perhaps without pages yet, is to be written or read in many places: ask for huge pages, where first touches
   by several threads are not limited by page faults, and few addresses are translated.  Without them it is only slower,
   so the answer does not matter.  */
void gr_want_huge_pages (void *p, size_t bytes);

#ifdef __cplusplus
}
#endif

#endif
