// SPDX-License-Identifier: GPL-3.0-or-later
//
// Octave's arrays of the library's types.

#ifndef GW_HOST_TYPES_H
#define GW_HOST_TYPES_H

#include <octave/oct.h>

// For each type of elements: Octave's array of them, and the function that gives a value as one.
#define GW_HOST_TYPES(X)                                                                                               \
  X (F64, NDArray, array_value)                                                                                        \
  X (F32, FloatNDArray, float_array_value)                                                                             \
  X (I8, int8NDArray, int8_array_value)                                                                                \
  X (I16, int16NDArray, int16_array_value)                                                                             \
  X (I32, int32NDArray, int32_array_value)                                                                             \
  X (I64, int64NDArray, int64_array_value)                                                                             \
  X (U8, uint8NDArray, uint8_array_value)                                                                              \
  X (U16, uint16NDArray, uint16_array_value)                                                                           \
  X (U32, uint32NDArray, uint32_array_value)                                                                           \
  X (U64, uint64NDArray, uint64_array_value)                                                                           \
  X (BOOL, boolNDArray, bool_array_value)                                                                              \
  X (CHAR, charNDArray, char_array_value)                                                                              \
  X (C64, ComplexNDArray, complex_array_value)                                                                         \
  X (C32, FloatComplexNDArray, float_complex_array_value)

#endif
