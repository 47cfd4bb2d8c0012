// SPDX-License-Identifier: GPL-3.0-or-later
//
// Convolutions, and recursive filters.

#ifndef GW_GPUARRAY_FILTERS_H
#define GW_GPUARRAY_FILTERS_H

#include <octave/ovl.h>

// ("convolve", NAME, A, B, ORIGIN, SIZE, START): of the full convolution of gpuArrays A and B, which have elements of
// one floating-point class, the part of size SIZE from the element on before which ORIGIN are along each dimension.
// START is
// [], or an array of size SIZE that sums begin with.  Errors are those of function NAME.
octave_value_list gw_convolve (const octave_value_list &args);

// ("convolve-plain", NAME, A, B, SHAPE): what conv2 or convn, which NAME is, gives of full arrays of one floating-point
// class, on the device or not, with elements; false if they or SHAPE are something else, of which m-code knows more.
octave_value_list gw_convolve_plain (const octave_value_list &args);

// ("recur", NAME, C, X, DIM): y(n) = x(n) + c(1) y(n-1) + ... along dimension DIM of the gpuArray X of a floating-point
// class; C are numbers of its class on the host, one at the least.
octave_value_list gw_recur (const octave_value_list &args);

#endif
