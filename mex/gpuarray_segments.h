// SPDX-License-Identifier: GPL-3.0-or-later
//
// gpureduce and gpuscan of segments of any lengths.

#ifndef GW_GPUARRAY_SEGMENTS_H
#define GW_GPUARRAY_SEGMENTS_H

#include "gpuarray_monoid.h"
#include "user_monoid.h"

// The offsets of a call as doubles on the device, a column.
octave_value gw_offsets_of (const gw_combination &call);

// Which elements of an array segments begin with in the direction of the scan: 1 of int8 there, other numbers
// elsewhere.  Offsets that are none are an error.
octave_value gw_starts_of (const gw_combination &call, const octave_value &offsets, const dim_vector &dims);

// The last values of segments, whose scans are given, as arrays of these sizes; those without elements have the
// identity, and are an error if there is none.
octave_value_list gw_last_values (const gw_combination &call, const gr_user_monoid &monoid,
                                  const octave_value_list &scans, const octave_value &offsets, const dim_vector &sizes);

// Values of an exclusive scan, in which segments begin with the identity.
octave_value_list gw_begun_with_identity (const gr_user_monoid &monoid, const octave_value_list &scans,
                                          const octave_value &starts);

#endif
