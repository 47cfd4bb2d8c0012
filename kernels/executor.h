/* SPDX-License-Identifier: GPL-3.0-or-later

   The host executor (simt/), a library of its own in parts, which are loaded when they are first needed.  */

#ifndef GR_EXECUTOR_H
#define GR_EXECUTOR_H

#include "backend.h"
#include "backend_elements.h"
#include "parts.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Numbers of its parts, that of sorts, and that of what gr_explain counts.  */
#define GR_NUMBER_PART(_, SOURCE, UNIT, NAME, ...) GR_PART_##UNIT##_##NAME,
typedef enum { GR_EXECUTOR_PARTS (GR_NUMBER_PART, _) GR_PART_SORT, GR_PART_EXPLAIN, GR_PART_COUNT } gr_part;

/* Finds the function of a part: gr_run_part of device/operator.cuh, gr_sort_part of device/sort.cu, or gr_count_kernels
   of simt/explain.cu.  The part
   is loaded from beside the library or from the cache, or is compiled, for an algorithm that the caller has named; adds
   the seconds that this takes.  */
typedef gr_status gr_part_finder (gr_part part, gr_algorithm algorithm, void **function, double *waited);

/* The one that the executor asks, which the library sets when it has loaded the executor.  */
extern gr_part_finder *gr_find_part;

/* Sorts by name.  */
typedef gr_status gr_sort_function (const gr_sort_run *run);
gr_sort_function gr_sort_part;

/* Run a valid request of sum or cumsum on ones, or a sort if op is GR_OPERATOR_COUNT, and count what its kernels do. */
typedef gr_status gr_count_function (const gr_request *request, gr_kernel_counts rows[GR_MAX_KERNELS], int *kernels);
gr_count_function gr_count_kernels;

#ifdef __cplusplus
}
#endif

#endif
