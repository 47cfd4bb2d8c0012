// SPDX-License-Identifier: GPL-3.0-or-later
//
// A few values of functions, on the host.

#ifndef GW_GPUARRAY_ON_HOST_H
#define GW_GPUARRAY_ON_HOST_H

#include "gpuarray_expression.h"

// Values of steps, which the expression's have become, for columns of one length on the host, where they are computed.
// The bits are those of other backends, and no kernel is compiled.
octave_value_list gw_evaluate_on_host (const gr_expression &steps, const gw_expression &e,
                                       const octave_value_list &columns);

#endif
