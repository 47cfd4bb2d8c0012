/* SPDX-License-Identifier: GPL-3.0-or-later

   Sorting: what is refused, and what needs no order.  */

#include "library/library.h"
#include "op/statistic.h"

#include <string.h>

/* The number of elements; more than memory has where that is beyond numbers.  */
static size_t
count_elements (const gr_sorting *q)
{
  return gr_multiply_sizes (gr_multiply_sizes (q->inner, q->len), q->outer);
}

gr_status
gr_check_sorting (const gr_sorting *q)
{
  if ((unsigned) q->type >= GR_TYPE_COUNT)
    return gr_fail (GR_BAD_ARGUMENT, "there is no element type number %d", (int) q->type);
  return gr_check_algorithm (q->algorithm, q->block, "gpusort", GR_SORTS);
}

/* Are the arrays, which have elements, apart?  */
static gr_status
check_arrays (size_t elements, size_t size, const void *from, const void *to, const double *positions)
{
  const size_t bytes = elements * size;
  gr_status status = gr_check_overlap ("the elements to sort", from, bytes, to, bytes);
  if (status == GR_OK && positions)
    status = gr_check_overlap ("the elements to sort", from, bytes, positions, elements * sizeof *positions);
  if (status == GR_OK && positions)
    status = gr_check_overlap ("the positions", positions, elements * sizeof *positions, to, bytes);
  return status;
}

/* Segments of one element.  */
static gr_status
copy_elements (const gr_backend *backend, size_t elements, size_t size, const void *from, void *to, double *positions)
{
  static const double one = 1;
  const gr_status status = backend->copy (to, from, elements * size);
  return status == GR_OK && positions ? backend->fill (positions, &one, sizeof one, elements) : status;
}

/* Kernels by name are on the executor, as far as the host is concerned.  */
static gr_status
run_elements (gr_sort_run *run, const gr_element_functions *functions)
{
  gr_sort_function *sort = functions->sort;
  gr_status status = GR_OK;
  if (! run->sorting.block)
    run->sorting.block = gr_algorithms[run->sorting.algorithm].default_block;
  if (functions == &gr_elements_cpu && run->sorting.algorithm != GR_ALGORITHM_AUTO)
    status = gr_find_sort_by_name (run->sorting.algorithm, &sort);
  return status == GR_OK ? sort (run) : status;
}

static gr_status
run_sort (const gr_sorting *q, const gr_backend *backend, const gr_element_functions *functions, const void *from,
          void *to, double *positions, double *seconds)
{
  const size_t elements = count_elements (q), size = gr_types[q->type].size;
  const gr_status status = check_arrays (elements, size, from, to, positions);
  if (status != GR_OK)
    return status;
  if (q->len == 1)
    return copy_elements (backend, elements, size, from, to, positions);
  gr_sort_run run = { *q, from, to, positions, seconds };
  return run_elements (&run, functions);
}

gr_status
gr_sort_arrays (const gr_sorting *sorting, const void *from, void *to, double *positions, double *seconds)
{
  return run_sort (sorting, gr_selected (), gr_elements (), from, to, positions, seconds);
}

gr_status
gr_sort (const gr_sorting *sorting, const gr_buffer *from, gr_buffer *to, gr_buffer *positions)
{
  void *in = NULL, *out = NULL, *at = NULL;
  gr_status status = gr_check_sorting (sorting);
  if (status == GR_OK)
    status = gr_need_backend ();
  if (status != GR_OK)
    return status;
  const size_t elements = count_elements (sorting), size = gr_types[sorting->type].size;
  if (! elements)
    return GR_OK;
  status = gr_find_elements ("the elements to sort", from, 0, elements, size, &in);
  if (status == GR_OK)
    status = gr_find_elements ("the buffer of sorted elements", to, 0, elements, size, &out);
  if (status == GR_OK && positions)
    status = gr_find_elements ("the buffer of positions", positions, 0, elements, sizeof (double), &at);
  return status == GR_OK ? gr_sort_arrays (sorting, in, out, at, NULL) : status;
}

gr_status
gr_sort_on_host (const gr_sorting *sorting, const void *from, void *to, double *positions)
{
  const gr_status status = gr_check_sorting (sorting);
  if (status != GR_OK || ! count_elements (sorting))
    return status;
  return run_sort (sorting, &gr_backend_cpu, &gr_elements_cpu, from, to, positions, NULL);
}

/* ---- order statistics ---- */

static bool
has_no_ranks (const gr_statistics *q)
{
  return q->asked == GR_MEDIAN || q->asked == GR_MEDIAN_OMITNAN;
}

static gr_status
check_statistics (const gr_statistics *q)
{
  if ((unsigned) q->type >= GR_TYPE_COUNT)
    return gr_fail (GR_BAD_ARGUMENT, "there is no element type number %d", (int) q->type);
  if (gr_types[q->type].is_complex)
    return gr_fail (GR_UNSUPPORTED, "complex numbers have no order statistics");
  if ((unsigned) q->asked >= GR_STATISTIC_COUNT)
    return gr_fail (GR_BAD_ARGUMENT, "there is no statistic number %d", (int) q->asked);
  if (has_no_ranks (q) && q->count != 1)
    return gr_fail (GR_BAD_ARGUMENT, "a segment has one median, and %zu are asked", q->count);
  if (q->asked == GR_QUANTILES && (q->method < 1 || q->method > 9))
    return gr_fail (GR_BAD_ARGUMENT, "quantiles have no method number %u", q->method);
  const bool is_whole = gr_types[q->type].kind != GR_KIND_FLOATING;
  if (q->asked == GR_RANKS ? q->in_double : q->asked == GR_QUANTILES && is_whole && ! q->in_double)
    return gr_fail (GR_BAD_ARGUMENT, "order statistics of %s have another class", gr_types[q->type].name);
  return GR_OK;
}

/* The arrays of order statistics: elements, ranks, results and numbers; and the bytes of a result.  */
typedef struct
{
  size_t elements, ranks, results, segments, size;
} statistics_sizes;

static statistics_sizes
sizes_of (const gr_statistics *q)
{
  const size_t segments = gr_multiply_sizes (q->inner, q->outer), results = gr_multiply_sizes (segments, q->count);
  return (statistics_sizes){ gr_multiply_sizes (segments, q->len),
                             has_no_ranks (q)  ? 0
                             : q->ranks_differ ? results
                                               : q->count,
                             results, segments, gr_types[q->in_double ? GR_TYPE_F64 : q->type].size };
}

static gr_status
run_statistics (const gr_statistics_run *run, const gr_element_functions *functions)
{
  const statistics_sizes n = sizes_of (&run->statistics);
  const size_t size = gr_types[run->statistics.type].size;
  gr_status status = gr_check_overlap ("the elements", run->from, n.elements * size, run->to, n.results * n.size);
  if (status == GR_OK && n.ranks)
    status = gr_check_overlap ("the ranks", run->ranks, n.ranks * sizeof (double), run->to, n.results * n.size);
  if (status == GR_OK && run->numbers)
    status
      = gr_check_overlap ("the elements", run->from, n.elements * size, run->numbers, n.segments * sizeof (double));
  if (status == GR_OK && run->numbers)
    status = gr_check_overlap ("the order statistics", run->to, n.results * n.size, run->numbers,
                               n.segments * sizeof (double));
  return status == GR_OK ? functions->order_statistics (run) : status;
}

gr_status
gr_order_statistics (const gr_statistics *statistics, const gr_buffer *from, const gr_buffer *ranks, gr_buffer *to,
                     gr_buffer *numbers)
{
  gr_status status = check_statistics (statistics);
  if (status == GR_OK)
    status = gr_need_backend ();
  if (status != GR_OK)
    return status;
  const statistics_sizes n = sizes_of (statistics);
  const size_t size = gr_types[statistics->type].size;
  void *in = NULL, *at = NULL, *out = NULL, *count = NULL;
  if (! n.elements || ! n.results)
    return GR_OK;
  status = gr_find_elements ("the elements", from, 0, n.elements, size, &in);
  if (status == GR_OK && n.ranks)
    status = gr_find_elements ("the ranks", ranks, 0, n.ranks, sizeof (double), &at);
  if (status == GR_OK)
    status = gr_find_elements ("the buffer of order statistics", to, 0, n.results, n.size, &out);
  if (status == GR_OK && numbers)
    status = gr_find_elements ("the buffer of numbers", numbers, 0, n.segments, sizeof (double), &count);
  if (status != GR_OK)
    return status;
  const gr_statistics_run run = { *statistics, in, at, out, count };
  return run_statistics (&run, gr_elements ());
}

gr_status
gr_order_statistics_on_host (const gr_statistics *statistics, const void *from, const double *ranks, void *to,
                             double *numbers)
{
  const gr_status status = check_statistics (statistics);
  const statistics_sizes n = sizes_of (statistics);
  const gr_statistics_run run = { *statistics, from, ranks, to, numbers };
  if (status != GR_OK || ! n.elements || ! n.results)
    return status;
  return run_statistics (&run, &gr_elements_cpu);
}

gr_status
gr_find_quantile (unsigned method, double p, double n, double *low, double *high, double *weight)
{
  const gr_statistics q = { .type = GR_TYPE_F64, .count = 1, .asked = GR_QUANTILES, .method = method };
  const gr_status status = check_statistics (&q);
  const gr_two two = gr_quantile_of (method, p, n);
  *low = two.low;
  *high = two.high;
  *weight = two.blend == GR_LOWER ? NAN : two.weight;
  return status;
}

/* ---- lookup ---- */

static gr_status
check_lookup (const gr_lookup *q)
{
  if ((unsigned) q->type >= GR_TYPE_COUNT)
    return gr_fail (GR_BAD_ARGUMENT, "there is no element type number %d", (int) q->type);
  if (gr_types[q->type].is_complex)
    return gr_fail (GR_UNSUPPORTED, "complex numbers have no places in a table");
  return GR_OK;
}

static gr_status
run_lookup (const gr_lookup_run *run, const gr_element_functions *functions)
{
  const gr_lookup *const q = &run->lookup;
  const size_t size = gr_types[q->type].size, bytes = q->count * sizeof (double);
  gr_status status = gr_check_overlap ("the table", run->table, q->length * size, run->places, bytes);
  if (status == GR_OK)
    status = gr_check_overlap ("the values", run->values, q->count * size, run->places, bytes);
  return status == GR_OK ? functions->look_up (run) : status;
}

gr_status
gr_look_up (const gr_lookup *lookup, const gr_buffer *table, const gr_buffer *values, gr_buffer *places)
{
  const size_t size = (unsigned) lookup->type < GR_TYPE_COUNT ? gr_types[lookup->type].size : 0;
  void *in = NULL, *from = NULL, *out = NULL;
  gr_status status = check_lookup (lookup);
  if (status == GR_OK)
    status = gr_need_backend ();
  if (status != GR_OK || ! lookup->count)
    return status;
  if (lookup->length)
    status = gr_find_elements ("the table", table, 0, lookup->length, size, &in);
  if (status == GR_OK)
    status = gr_find_elements ("the values", values, 0, lookup->count, size, &from);
  if (status == GR_OK)
    status = gr_find_elements ("the buffer of places", places, 0, lookup->count, sizeof (double), &out);
  if (status != GR_OK)
    return status;
  const gr_lookup_run run = { *lookup, in, from, out };
  return run_lookup (&run, gr_elements ());
}

gr_status
gr_look_up_on_host (const gr_lookup *lookup, const void *table, const void *values, double *places)
{
  const gr_status status = check_lookup (lookup);
  const gr_lookup_run run = { *lookup, table, values, places };
  return status != GR_OK || ! lookup->count ? status : run_lookup (&run, &gr_elements_cpu);
}

/* ---- counts between edges ---- */

static gr_status
check_histogram (const gr_histogram *q)
{
  if ((unsigned) q->type >= GR_TYPE_COUNT)
    return gr_fail (GR_BAD_ARGUMENT, "there is no element type number %d", (int) q->type);
  if (gr_types[q->type].is_complex)
    return gr_fail (GR_UNSUPPORTED, "complex numbers are not between edges");
  return GR_OK;
}

gr_status
gr_count_between (const gr_histogram *q, const void *edges, const gr_buffer *from, gr_buffer *counts)
{
  void *in = NULL, *out = NULL;
  gr_status status = check_histogram (q);
  if (status == GR_OK)
    status = gr_need_backend ();
  if (status != GR_OK)
    return status;
  const size_t segments = gr_multiply_sizes (q->inner, q->outer), elements = gr_multiply_sizes (segments, q->len);
  const size_t results = gr_multiply_sizes (segments, q->edges), size = gr_types[q->type].size;
  if (! results)
    return GR_OK;
  if (elements)
    status = gr_find_elements ("the elements", from, 0, elements, size, &in);
  if (status == GR_OK)
    status = gr_find_elements ("the buffer of counts", counts, 0, results, sizeof (double), &out);
  if (status == GR_OK)
    status = gr_check_overlap ("the elements", in, elements * size, out, results * sizeof (double));
  const gr_histogram_run run = { *q, edges, in, out };
  return status == GR_OK ? gr_elements ()->count_between (&run) : status;
}

gr_status
gr_count_between_on_host (const gr_histogram *q, const void *edges, const void *from, double *counts)
{
  const gr_status status = check_histogram (q);
  const gr_histogram_run run = { *q, edges, from, counts };
  return status != GR_OK || ! q->inner || ! q->outer || ! q->edges ? status : gr_elements_cpu.count_between (&run);
}
