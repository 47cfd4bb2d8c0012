/* SPDX-License-Identifier: GPL-3.0-or-later

   What the host backend does for elements of arrays (backend_elements.h).  */

#ifndef GR_CPU_ELEMENTS_H
#define GR_CPU_ELEMENTS_H

#include "backend_elements.h"
#include "host/cpu.h"
#include "core/threads.h"

/* Elements of a mask's tile; elements that are worth waking a thread for, and up to which one thread is done before
   others would be awake.  */
enum { GR_CPU_MASK_TILE = 4096, GR_CPU_BATCH = GR_CHUNK, GR_CPU_ALONE = GR_ALONE };

typedef struct
{
  uint64_t half[2];
} gr_element_16;

/* Element sizes.  X (_, bytes, type)  */
#define GR_ELEMENT_SIZES(X, _)                                                                                         \
  X (_, 1, uint8_t)                                                                                                    \
  X (_, 2, uint16_t)                                                                                                   \
  X (_, 4, uint32_t)                                                                                                   \
  X (_, 8, uint64_t)                                                                                                   \
  X (_, 16, gr_element_16)

/* cpu_copies.c.  gr_cpu_copy_line copies along one axis.  */
void gr_cpu_copy_line (size_t size, const gr_axis *axis, void *to, const void *from);
gr_status gr_cpu_copy (size_t size, size_t axes, const gr_axis *axis, void *to, const void *from);
gr_status gr_cpu_convert (gr_type to_type, void *to, gr_type from_type, const void *from, size_t count);

/* cpu_arithmetic.c */
gr_status gr_cpu_apply (gr_binary op, const gr_side *a, const gr_side *b, gr_type out_type, void *out, size_t count);
gr_status gr_cpu_spread (gr_binary op, const gr_side *a, const gr_side *b, size_t axes, const gr_pair_axis *axis,
                         gr_type out_type, void *out);

/* cpu_functions.c */
gr_status gr_cpu_map (gr_unary op, gr_type type, const void *from, gr_type out_type, void *to, size_t count);

/* cpu_expression.c */
gr_status gr_cpu_evaluate (const gr_evaluation *evaluation);

/* cpu_dot.c */
gr_status gr_cpu_dot (gr_type type, const gr_dot_plan *plan, const void *a, const void *b, void *out);

/* cpu_selection.c */
gr_status gr_cpu_count_tiles (const unsigned char *mask, size_t count, double *counts);
gr_status gr_cpu_select (const gr_tiled_mask *mask, size_t size, void *to, const void *from);
gr_status gr_cpu_put (const gr_tiled_mask *mask, size_t size, void *to, const void *from, bool is_scalar);
gr_status gr_cpu_gather_places (const gr_gather_run *run);

/* cpu_sort.c */
gr_status gr_cpu_sort (const gr_sort_run *run);
gr_status gr_cpu_order_statistics (const gr_statistics_run *run);

/* cpu_lookup.c */
gr_status gr_cpu_look_up (const gr_lookup_run *run);

/* cpu_histogram.c */
gr_status gr_cpu_count_between (const gr_histogram_run *run);

/* cpu_convolve.c */
gr_status gr_cpu_convolve (const gr_convolution_run *run);

/* cpu_recursion.c */
gr_status gr_cpu_recur (const gr_recursion_run *run);

/* cpu_random.c */
gr_status gr_cpu_fill_random (const gr_numbers *numbers, void *out, size_t count);

#endif
