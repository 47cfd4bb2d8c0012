// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reductions and scans by operations that users write.

#ifndef GW_GPUARRAY_MONOID_H
#define GW_GPUARRAY_MONOID_H

#include <string>
#include <vector>

#include <octave/ovl.h>

#include "gpureduce.h"

// What a call of gpureduce or gpuscan asks for.
struct gw_combination
{
  std::string name; // of the function, for errors
  // Handles, of which the first may be the name of a function of Octave's.  An empty map gives the elements themselves,
  // an empty finish the values themselves; an empty identity is none, others are a number or a cell of numbers.
  octave_value combine, map, finish, identity;
  octave_value_list arrays;
  bool has_all = false;  // all dimensions of a reduction
  std::vector<int> dims; // from 0 on; none: the first dimension whose size is not 1
  bool is_scan, reverse = false, exclusive = false;
  octave_value offsets, lengths; // of segments of any lengths, if one of these is defined
  gr_algorithm algorithm = GR_ALGORITHM_AUTO;
  unsigned block = 0; // threads of the algorithm's blocks; 0 is its default
};

// The number after "block"; the library knows what fits.
unsigned gw_read_threads (const char *name, const octave_value &number);

// Values of arrays that are combined: the results, which are gpuArrays.
octave_value_list gw_run_monoid (const gw_combination &call);

// What auto launches for such a call of arrays [inner, len, outer]; those of the call say their classes.
gr_prediction gw_predict_monoid (const gw_combination &call, std::size_t inner, std::size_t len, std::size_t outer);

// ("monoid-plan", IS_SCAN, [INNER LEN OUTER], F, A): what auto launches for gpureduce or gpuscan by F of arrays of
// these sizes, of the class of A, which has more than one element: a cell {KERNEL, GRID, BLOCK, SEGMENTS, CHUNK,
// CHUNKS, WHOLE, WORKSPACE, BYTES, SECONDS}.
octave_value_list gw_plan_combination (const octave_value_list &args);

// NAME (F, A, ...): gpureduce or gpuscan, by the name of the function that errors have.  All results, on the host
// unless one of the arrays is a gpuArray.
octave_value_list gw_combine (const char *name, bool is_scan, const octave_value_list &args);

#endif
