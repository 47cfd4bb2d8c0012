/* SPDX-License-Identifier: GPL-3.0-or-later

   What holds kernels up where it is not memory: rows of plots/data/limits-h100.csv, which were made once with ncu.  */

#ifndef LIMITS_H
#define LIMITS_H

#include "gpureduce.h"

/* Print, in lines that begin with #, the rows of the file that memory does not bind, of operators in the list `wanted`
   and of some types; or that the file cannot be read.  */
void print_limits (const char *path, const char *wanted, const gr_type *types, int count);

#endif
