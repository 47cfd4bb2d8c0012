/* SPDX-License-Identifier: GPL-3.0-or-later

   What holds kernels up where it is not memory: rows of plots/data/limits-h100.csv, which were made once with ncu.  */

#ifndef LIMITS_H
#define LIMITS_H

#include <stdbool.h>
#include <stddef.h>

/* Print, in lines that begin with #, the rows of the file that memory does not bind, of operators in the list `wanted`
   and of the classes that is_timed accepts.  */
void print_limits (const char *path, const char *wanted, bool (*is_timed) (const char *type, const void *data),
                   const void *data);

#endif
