// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sorted arrays.

#ifndef GW_GPUARRAY_SORT_H
#define GW_GPUARRAY_SORT_H

#include <octave/ovl.h>

// What function NAME makes of (A, DIM, MODE, ...), as Octave's sort reads them: the sorted array, and where its
// elements stood if nargout is more than 1; of a gpuArray on the device, else on the host.  Functions other than sort
// take the name of an algorithm and "block" with its threads, too.
octave_value_list gw_sort (const char *name, const octave_value_list &args, int nargout);

// The same arguments, of which A is on the host: the kernels' seconds of some repetitions, a row, and the sorted array.
octave_value_list gw_measure_sort (const char *name, unsigned repeats, const octave_value_list &args);

#endif
