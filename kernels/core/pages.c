/* SPDX-License-Identifier: GPL-3.0-or-later

   Pages of memory: what the kernel is asked for.  */

#define _DEFAULT_SOURCE

#include "core/pages.h"

#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

void
gr_want_huge_pages (void *p, size_t bytes)
{
  enum { LEAST = 4 << 20 };
#ifdef MADV_HUGEPAGE
  const uintptr_t page = (uintptr_t) sysconf (_SC_PAGESIZE), begin = ((uintptr_t) p + page - 1) / page * page,
                  end = ((uintptr_t) p + bytes) / page * page;
  if (p && bytes >= LEAST && begin < end)
    madvise ((void *) begin, end - begin, MADV_HUGEPAGE);
#else
  (void) p;
  (void) bytes;
#endif
}
