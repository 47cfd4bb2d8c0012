// SPDX-License-Identifier: GPL-3.0-or-later
//
// Random numbers that are made on the device.

#ifndef GW_GPUARRAY_RANDOM_H
#define GW_GPUARRAY_RANDOM_H

#include "gpuarray.h"

// gpuArray.rand (...), with the arguments of Octave's function, and its like.
octave_value_list gw_rand (const octave_value_list &args, int);
octave_value_list gw_randn (const octave_value_list &args, int);
octave_value_list gw_randi (const octave_value_list &args, int);
octave_value_list gw_randperm (const octave_value_list &args, int);

// ("rng"): seed and counter of the next number, each a uint64; ("rng", SEED, COUNTER) sets them.
octave_value_list gw_rng (const octave_value_list &args);

#endif
