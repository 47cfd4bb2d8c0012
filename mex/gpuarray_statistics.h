// SPDX-License-Identifier: GPL-3.0-or-later
//
// Elements of given ranks, medians and quantiles.

#ifndef GW_GPUARRAY_STATISTICS_H
#define GW_GPUARRAY_STATISTICS_H

#include <octave/ovl.h>

// What function NAME asks of A, a real array on the device or the host, along a dimension, from 1 on, along which A has
// elements.  The results are where A is.

// The elements that would stand at RANKS, from 0 on, if A were sorted.  RANKS: doubles, a vector, or an array of the
// size of A but along DIM.
octave_value gw_order_statistics (const char *name, const octave_value &a, int dim, const octave_value &ranks);

// Medians, of the elements that are not NaN if it omits these, in the class of A or as doubles.
octave_value gw_medians (const char *name, const octave_value &a, int dim, bool omits, bool in_double);

// The quantiles for P, a vector of doubles, by a method from 1 to 9.
octave_value gw_quantiles (const char *name, const octave_value &a, int dim, const octave_value &p, unsigned method);

// Of which elements in order, from 1 on, quantiles are made, for each of P from 0 to 1 and as many NUMBERS of elements:
// the lower and the upper one, and how far they are from the one to the other, or NaN if they are the lower one.
octave_value_list gw_quantile_places (unsigned method, const NDArray &p, const NDArray &numbers);

// median (X, ...) and quantile or prctile (X, ...), by these names or behind gpu.
octave_value_list gw_median (const char *name, const octave_value_list &args);
octave_value_list gw_quantile (const char *name, const octave_value_list &args);

#endif
