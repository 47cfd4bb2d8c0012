// SPDX-License-Identifier: GPL-3.0-or-later
//
// Fourier transforms, and spectra with the frequency 0 in their middle.

#ifndef GW_GPUARRAY_FOURIER_H
#define GW_GPUARRAY_FOURIER_H

#include <octave/ovl.h>

#include "gpuarray.h"

// What Octave's function NAME makes of a gpuArray and arguments behind it: fft or ifft along one dimension, fft2 or
// ifft2 along the first two, fftn or ifftn along all.  Results are complex, but real if an inverse is of elements that
// are exactly the conjugates of those at the negative frequencies.
octave_value gw_fft (const char *name, bool is_inverse, const octave_value_list &args);
octave_value gw_fft2 (const char *name, bool is_inverse, const octave_value_list &args);
octave_value gw_fftn (const char *name, bool is_inverse, const octave_value_list &args);

// The same for fftshift or ifftshift, which swap the halves along one dimension or all.
octave_value gw_fftshift (const char *name, bool is_inverse, const octave_value_list &args);

#endif
