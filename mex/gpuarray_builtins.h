// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions of Octave that do more once gpuArrays are there, without an argument that is one.

#ifndef GW_GPUARRAY_BUILTINS_H
#define GW_GPUARRAY_BUILTINS_H

#include <octave/interpreter.h>

void gw_install_builtins (octave::interpreter &interpreter);

#endif
