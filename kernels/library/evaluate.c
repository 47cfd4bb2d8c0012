/* SPDX-License-Identifier: GPL-3.0-or-later

   Values of expressions for all elements of arrays: arguments that are broadcast, and what may overlap.  */

#include <string.h>

#include "expression.h"
#include "library/library.h"

/* ---- sizes ---- */

/* Add a dimension, or make the last one longer if the same arguments have it.  */
static void
add_axis (gr_evaluation *v, size_t count, const bool *has)
{
  const int arguments = v->expression->arguments;
  bool same = v->axes > 0;
  for (int a = 0; a < arguments && same; a++)
    same = has[a] == (v->has[a] >> (v->axes - 1) & 1);
  if (same)
    {
      v->axis[v->axes - 1] *= count;
      return;
    }
  for (int a = 0; a < arguments; a++)
    v->has[a] |= (uint32_t) has[a] << v->axes;
  v->axis[v->axes++] = count;
}

static gr_status
find_axes (gr_evaluation *v, size_t dims, const size_t *const *sizes)
{
  const int arguments = v->expression->arguments;
  if (dims > GR_MAX_DIMS)
    return gr_fail (GR_BAD_ARGUMENT, "arguments of %zu dimensions; the most is %d", dims, GR_MAX_DIMS);
  v->count = 1;
  for (size_t k = 0; k < dims; k++)
    {
      size_t count = 1;
      bool has[GR_MAX_ARGUMENTS] = { false };
      for (int a = 0; a < arguments; a++)
        {
          const size_t size = sizes[a][k];
          if (size != 1 && count != 1 && size != count)
            return gr_fail (GR_BAD_ARGUMENT, "sizes %zu and %zu of dimension %zu differ, and none is 1", count, size,
                            k + 1);
          count = size != 1 ? size : count;
          has[a] = size != 1;
        }
      v->count = gr_multiply_sizes (v->count, count);
      if (count != 1)
        add_axis (v, count, has);
    }
  return v->count == SIZE_MAX
         ? gr_fail (GR_BAD_ARGUMENT, "the arguments or the result have more elements than fit into memory")
         : GR_OK;
}

/* Elements of an argument.  */
static size_t
count_argument (const gr_evaluation *v, int a)
{
  size_t count = 1;
  for (unsigned k = 0; k < v->axes; k++)
    count = gr_multiply_sizes (count, v->has[a] >> k & 1 ? v->axis[k] : 1);
  return count;
}

/* ---- elements ---- */

static gr_status
find_argument (gr_evaluation *v, int a, const gr_operand *given, gr_place place)
{
  const size_t count = count_argument (v, a);
  const bool is_array = ! given->buffer && count > 1; /* on the host */
  void *data = NULL;
  gr_status status = GR_OK;
  if (! given->buffer && count && (! given->value || (is_array && place == GR_ON_DEVICE)))
    return gr_fail (GR_BAD_ARGUMENT, "argument %d has no buffer", a + 1);
  if (given->buffer)
    status = gr_find_elements ("an argument", given->buffer, given->first, count, gr_types[given->type].size, &data);
  v->argument[a] = (gr_side){ given->type, is_array ? given->value : data, count == 1, given->value };
  v->is_whole[a] = count == v->count;
  return status;
}

/* A result may be an argument, element for element.  */
static gr_status
check_result (const gr_evaluation *v, gr_type type, const void *result)
{
  const size_t bytes = v->count * gr_types[type].size;
  for (int a = 0; a < v->expression->arguments; a++)
    {
      const gr_side *const side = &v->argument[a];
      const size_t size = gr_types[side->type].size;
      const bool same = side->data == result && v->is_whole[a] && size == gr_types[type].size;
      const gr_status status = same || ! side->data ? GR_OK
                                                    : gr_check_overlap ("an argument", side->data,
                                                                        count_argument (v, a) * size, result, bytes);
      if (status != GR_OK)
        return status;
    }
  return GR_OK;
}

static gr_status
find_results (gr_evaluation *v, gr_buffer *const *results)
{
  const gr_expression *const e = v->expression;
  gr_status status = GR_OK;
  for (int k = 0; k < e->values && status == GR_OK; k++)
    {
      const gr_type type = e->step[e->value[k]].type;
      status = gr_find_elements ("the result", results[k], 0, v->count, gr_types[type].size, &v->result[k]);
      if (status == GR_OK && v->count)
        status = check_result (v, type, v->result[k]);
    }
  return status;
}

gr_status
gr_find_arguments (const gr_mapping *m, gr_place place, gr_evaluation *v, int *faulty)
{
  gr_status status = gr_need_backend ();
  memset (v, 0, sizeof *v);
  v->expression = m->expression;
  v->faulty = faulty;
  *faulty = -1;
  if (status == GR_OK && ! m->expression->values)
    status = gr_fail (GR_BAD_ARGUMENT, "the expression has no values");
  if (status == GR_OK)
    status = find_axes (v, m->dims, m->sizes);
  for (int a = 0; a < m->expression->arguments && status == GR_OK; a++)
    status = find_argument (v, a, &m->arguments[a], place);
  return status;
}

gr_status
gr_find_values (const gr_evaluation *v)
{
  return gr_elements ()->evaluate ? gr_elements ()->evaluate (v)
                                  : gr_fail (GR_UNSUPPORTED, "the executor has no functions of users");
}

gr_status
gr_evaluate (const gr_expression *e, const gr_operand *arguments, size_t dims, const size_t *const *sizes,
             gr_buffer *const *results, int *faulty)
{
  const gr_mapping mapping = { e, arguments, dims, sizes };
  gr_evaluation v;
  gr_status status = gr_find_arguments (&mapping, GR_ON_DEVICE, &v, faulty);
  if (status == GR_OK)
    status = find_results (&v, results);
  return status == GR_OK && v.count ? gr_find_values (&v) : status;
}

gr_status
gr_evaluate_on_host (const gr_expression *e, size_t count, const void *const *arguments, void *const *results,
                     int *faulty)
{
  gr_evaluation v = { .expression = e, .axes = count > 1, .axis = { count }, .count = count, .faulty = faulty };
  *faulty = -1;
  if (! e->values)
    return gr_fail (GR_BAD_ARGUMENT, "the expression has no values");
  for (int k = 0; k < e->steps; k++)
    if (e->step[k].kind == GR_STEP_ARGUMENT)
      {
        const int a = e->step[k].of;
        v.argument[a] = (gr_side){ e->step[k].type, arguments[a], count == 1, NULL };
        v.has[a] = count > 1;
        v.is_whole[a] = true;
      }
  for (int k = 0; k < e->values; k++)
    v.result[k] = results[k];
  return count ? gr_elements_cpu.evaluate (&v) : GR_OK;
}

/* ---- runs of values ---- */

bool
gr_reads_values (const gr_request *request, gr_type out_type, bool indexed, const gr_evaluation *v)
{
  const gr_backend *const backend = gr_selected ();
  gr_plan_input input;
  return request->algorithm == GR_ALGORITHM_AUTO && ! request->groups && ! request->ragged && backend->takes_values
      && backend->takes_values (v) && gr_begin_plan (request, out_type, indexed, &input) == GR_OK
      && gr_make_plan (&input).takes_values;
}

/* Run the request on an array of the values.  */
static gr_status
run_on_array (const gr_request *request, gr_type out_type, gr_evaluation *v, void *out, double *index)
{
  const gr_backend *const backend = gr_selected ();
  const size_t bytes = v->count * gr_types[request->type].size;
  gr_buffer *array = NULL;
  gr_status status = bytes ? gr_take_memory (backend, bytes, &array) : GR_OK;
  if (status == GR_OK && bytes)
    status = gr_find_memory (backend, array, &v->result[0]);
  if (status == GR_OK && bytes)
    status = gr_find_values (v);
  if (status == GR_OK && *v->faulty < 0)
    status = gr_run_on (backend, request, out_type, v->result[0], out, index);
  gr_buffer_release (array);
  return status;
}

gr_status
gr_run_values (const gr_request *request, gr_type out_type, gr_evaluation *v, void *out, double *index)
{
  gr_request of_values = *request;
  if (! gr_reads_values (request, out_type, index != NULL, v))
    return run_on_array (request, out_type, v, out, index);
  of_values.values = v;
  of_values.queue = request->queue && ! gr_may_fault (v->expression);
  return gr_run_on (gr_selected (), &of_values, out_type, NULL, out, index);
}

gr_status
gr_run_mapped (const gr_request *request, const gr_mapping *mapping, void *out, double *index, int *faulty)
{
  gr_type out_type;
  gr_evaluation v;
  gr_status status = gr_check_request (request, index != NULL, &out_type);
  if (status == GR_OK && request->ragged && request->place == GR_ON_HOST)
    status = gr_fail (GR_UNSUPPORTED, "a function of arrays on the host has segments of one length");
  if (status == GR_OK)
    status = gr_find_arguments (mapping, request->place, &v, faulty);
  if (status == GR_OK)
    status = gr_check_named_backend (request);
  if (status != GR_OK)
    return status;
  if (v.count != request->inner * request->len * request->outer
      || request->type != mapping->expression->step[mapping->expression->value[0]].type)
    return gr_fail (GR_BAD_ARGUMENT, "the request is for other elements than the function's values");
  if (! v.count) /* there is nothing to compute */
    return gr_run_on (gr_selected (), request, out_type, NULL, out, index);
  return request->place == GR_ON_HOST && gr_selected ()->with_copies
         ? gr_run_mapped_from_host (request, out_type, mapping, &v, out, index)
         : gr_run_values (request, out_type, &v, out, index);
}
