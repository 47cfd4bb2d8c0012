/* SPDX-License-Identifier: GPL-3.0-or-later

   Order: sorted segments and where their elements stood; order statistics; places in a sorted table.  */

#ifndef GR_ORDER_H
#define GR_ORDER_H

#include "elements.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Segments of an array [inner, len, outer] of elements of a type, as in gr_request.  Numbers ascend, or descend; NaN
   are the last ones, or the first; complex numbers are compared by modulus and then by argument, and those of which a
   part is NaN are NaN.  0 and -0 are equal.  Elements that are equal, and NaN, keep their order.  The results have the
   same bits by every algorithm of the table that sorts, which all take every type; block as in gr_request.  */
typedef struct
{
  gr_type type;
  bool descending;
  size_t inner, len, outer;
  gr_algorithm algorithm;
  unsigned block;
} gr_sorting;

/* The sorted elements of a buffer, and in `positions`, unless it is NULL, doubles that say where in their segment they
   stood, from 1 on.  The buffers have as many elements, and no two of them overlap.  */
gr_status gr_sort (const gr_sorting *sorting, const gr_buffer *from, gr_buffer *to, gr_buffer *positions);

/* The same of arrays on the host, whichever backend is selected.  */
gr_status gr_sort_on_host (const gr_sorting *sorting, const void *from, void *to, double *positions);

/* Sort arrays of at least one element, which are on the host, on the selected backend, as gr_measure runs a request:
   `seconds` gets the time of each of the repetitions.  */
gr_status gr_measure_sort (const gr_sorting *sorting, const void *from, void *to, double *positions, unsigned repeats,
                           double *seconds);

/* gr_explain of a sort of n doubles.  */
gr_status gr_explain_sort (gr_algorithm algorithm, size_t n, unsigned block, gr_kernel_counts rows[GR_MAX_KERNELS],
                           int *kernels);

/* What is asked of each segment of an array [inner, len, outer], of a type that is not complex, for each of `count`
   doubles, the ranks; they are an array [count], or [inner, count, outer] if they differ between segments.

   GR_RANKS: the elements that would stand at these ranks, from 0 on, if the segment were sorted in ascending order.
   What is below 0 or NaN counts as 0, and what is beyond len - 1 as that, and fractions are cut off.
   GR_MEDIAN: the mean of the one or two elements in the middle, or NaN where an element is NaN.  Integers are rounded,
   halves away from 0.  There are no ranks, and count is 1.
   GR_MEDIAN_OMITNAN: the same of the elements that are not NaN, or NaN if there are none.
   GR_QUANTILES: of the elements that are not NaN what the parts of them that the ranks say, from 0 to 1, are below, by
   the method of that number of Hyndman and Fan, 1 to 9; NaN if there are none.  Below 0 it is -Inf, and above 1 Inf.

   The results have the class of the elements, or are doubles; those that quantiles of others than floating-point
   numbers have are.  */
typedef enum { GR_RANKS, GR_MEDIAN, GR_MEDIAN_OMITNAN, GR_QUANTILES, GR_STATISTIC_COUNT } gr_statistic;
typedef struct
{
  gr_type type;
  size_t inner, len, outer, count;
  bool ranks_differ;
  gr_statistic asked;
  unsigned method;
  bool in_double;
} gr_statistics;

/* The order statistics of a buffer, [inner, count, outer] in `to`; and in `numbers`, unless it is NULL, doubles
   [inner, 1, outer] that say how many elements of each segment are not NaN.  len is not 0.  Zeros of either sign are 0
   in the results, and NaN are one NaN.  No two of the buffers overlap.  */
gr_status gr_order_statistics (const gr_statistics *statistics, const gr_buffer *from, const gr_buffer *ranks,
                               gr_buffer *to, gr_buffer *numbers);
gr_status gr_order_statistics_on_host (const gr_statistics *statistics, const void *from, const double *ranks, void *to,
                                       double *numbers);

/* What makes the quantile for p, from 0 to 1, of n elements: which of them in order, from 1 on, and how far it is from
   the lower one to the upper one, or NaN if it is the lower one.  */
gr_status gr_find_quantile (unsigned method, double p, double n, double *low, double *high, double *weight);

/* For each of `count` values the number of elements of a sorted table, of `length`, that do not go behind it: where it
   would be inserted.  The type is not complex; the order is that of a sort, NaN included.  places: doubles, as many as
   values.  No buffer of results overlaps another one.  */
typedef struct
{
  gr_type type;
  bool descending;
  size_t length, count;
} gr_lookup;
gr_status gr_look_up (const gr_lookup *lookup, const gr_buffer *table, const gr_buffer *values, gr_buffer *places);
gr_status gr_look_up_on_host (const gr_lookup *lookup, const void *table, const void *values, double *places);

/* How many elements of each segment of an array [inner, len, outer], of a type that is not complex, are between edges,
   which are on the host and of that type: `edges` numbers that do not descend, NaN not among them.  counts: doubles
   [inner, edges, outer].  Number k is of the elements that are at least edge k and below edge k + 1; the last one is of
   those that equal the last edge.  The buffers do not overlap.  */
typedef struct
{
  gr_type type;
  size_t inner, len, outer, edges;
} gr_histogram;
gr_status gr_count_between (const gr_histogram *histogram, const void *edges, const gr_buffer *from, gr_buffer *counts);
gr_status gr_count_between_on_host (const gr_histogram *histogram, const void *edges, const void *from, double *counts);

#ifdef __cplusplus
}
#endif

#endif
