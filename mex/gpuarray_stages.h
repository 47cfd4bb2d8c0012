// SPDX-License-Identifier: GPL-3.0-or-later
//
// Stages: reductions of the same segments one after the other, and a function of elements and their results.

#ifndef GW_GPUARRAY_STAGES_H
#define GW_GPUARRAY_STAGES_H

#include <octave/ovl.h>

// ("stages", NAME, STAGES, LAST, A, DIM, ONLY): STAGES is a cell with a row {OPERATOR, VALUE, FINISH, KEEP} for each
// stage: "sum", "max" or "min", a handle of an element and of the results of earlier stages, [] or a handle of the
// reduction's result and of earlier results, and whether the value takes the element's place (stages.h).  LAST is {F,
// OF_ELEMENTS}, the handle of an element and all results, or of these alone.  A has elements along DIM.  The answer is
// a gpuArray, or [] if there is no kernel that does all of them and ONLY such a one is wanted.
octave_value_list gw_run_stages (const octave_value_list &args);

#endif
