// SPDX-License-Identifier: GPL-3.0-or-later
//
// Elements of given ranks.

#ifndef GW_GPUARRAY_STATISTICS_H
#define GW_GPUARRAY_STATISTICS_H

#include <octave/ovl.h>

// What function NAME asks of (A, DIM, RANKS): the elements that would stand at the ranks, from 0 on, if A were sorted
// along DIM, and how many elements along DIM are not NaN.  RANKS: doubles, a vector, or an array of the size of A but
// along DIM.  The results are on the device if A is, else on the host.
octave_value_list gw_order_statistics (const char *name, const octave_value &a, int dim, const octave_value &ranks);

#endif
