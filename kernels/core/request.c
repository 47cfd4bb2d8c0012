/* SPDX-License-Identifier: GPL-3.0-or-later

   Checks of requests, and what they give: the type of a result, results and bytes.  */

#include "core/request.h"
#include "core/call.h"

#include <stdio.h>
#include <string.h>

static bool
is_integer (gr_type type)
{
  return gr_types[type].kind == GR_KIND_SIGNED || gr_types[type].kind == GR_KIND_UNSIGNED;
}

/* The floating type of the operator's value: single stays single unless
   another arithmetic widens it; real_only drops the imaginary part.  */
static gr_type
floating_result (gr_type type, bool widen, bool real_only)
{
  const bool single = (type == GR_TYPE_F32 || type == GR_TYPE_C32) && ! widen;
  if (gr_types[type].is_complex && ! real_only)
    return single ? GR_TYPE_C32 : GR_TYPE_C64;
  return single ? GR_TYPE_F32 : GR_TYPE_F64;
}

gr_status
gr_check_place (gr_place place)
{
  return (unsigned) place <= GR_ON_DEVICE ? GR_OK
                                          : gr_fail (GR_BAD_ARGUMENT, "there is no place number %d", (int) place);
}

/* Is what the request names in the tables?  */
static gr_status
check_named (const gr_request *r)
{
  const struct
  {
    const char *what;
    unsigned number, count;
  } named[] = { { "operator", (unsigned) r->op, GR_OPERATOR_COUNT },
                { "element type", (unsigned) r->type, GR_TYPE_COUNT },
                { "arithmetic", (unsigned) r->arithmetic, GR_ARITHMETIC_COUNT },
                { "NaN flag", (unsigned) r->nan, GR_NAN_COUNT },
                { "comparison", (unsigned) r->comparison, GR_COMPARISON_COUNT },
                { "mean type", (unsigned) r->mean, GR_MEAN_TYPE_COUNT },
                { "algorithm", (unsigned) r->algorithm, GR_ALGORITHM_COUNT },
                { "kernel", (unsigned) r->kernel, GR_AUTO_COUNT } };
  for (size_t k = 0; k < sizeof named / sizeof *named; k++)
    if (named[k].number >= named[k].count)
      return gr_fail (GR_BAD_ARGUMENT, "there is no %s number %d", named[k].what, (int) named[k].number);
  return gr_check_place (r->place);
}

/* gr_result_type of a request whose names are in the tables.  */
static gr_status
find_result_type (const gr_request *request, gr_type *out)
{
  const gr_operator_info *op = &gr_operators[request->op];
  const gr_type type = request->type;
  const bool native = request->arithmetic == GR_ARITHMETIC_NATIVE;
  if (request->arithmetic != GR_ARITHMETIC_DEFAULT && ! (op->arithmetics & 1u << request->arithmetic))
    return gr_fail (GR_UNSUPPORTED, "%s takes no \"%s\"", op->name, gr_arithmetics[request->arithmetic]);
  switch (op->result)
    {
    case GR_RESULT_LOGICAL:
      *out = GR_TYPE_BOOL;
      break;
    case GR_RESULT_ELEMENT:
      *out = type == GR_TYPE_CHAR ? GR_TYPE_F64 : type;
      break;
    case GR_RESULT_REAL:
      *out = floating_result (type, false, true);
      break;
    default:
      if (native && (is_integer (type) || (type == GR_TYPE_BOOL && op->result != GR_RESULT_NATIVE_INTEGER)))
        *out = type;
      else
        *out = floating_result (
          type, request->arithmetic == GR_ARITHMETIC_DOUBLE || request->arithmetic == GR_ARITHMETIC_EXTRA,
          op->result == GR_RESULT_NATIVE_REAL);
      break;
    }
  return GR_OK;
}

gr_status
gr_result_type (const gr_request *request, gr_type *out)
{
  const gr_status status = check_named (request);
  return status == GR_OK ? find_result_type (request, out) : status;
}

gr_status
gr_check_algorithm (gr_algorithm number, unsigned block, const char *name, unsigned kind)
{
  static const char *const kinds[] = { [GR_REDUCTIONS] = "reduction", [GR_SCANS] = "scan", [GR_SORTS] = "sort" };
  static const char *const lists[] = { [GR_REDUCTIONS] = "reductions",
                                       [GR_SCANS] = "scans",
                                       [GR_REDUCTIONS | GR_SCANS] = "reductions and scans",
                                       [GR_SORTS] = "sorts" };
  if ((unsigned) number >= GR_ALGORITHM_COUNT)
    return gr_fail (GR_BAD_ARGUMENT, "unknown algorithm %d", (int) number);
  const gr_algorithm_info *algorithm = &gr_algorithms[number];
  if (! (algorithm->kinds & kind))
    return gr_fail (GR_UNSUPPORTED, "algorithm \"%s\" is for %s; %s is a %s", algorithm->name,
                    lists[algorithm->kinds & GR_KINDS], name, kinds[kind]);
  if (! block)
    return GR_OK;
  if (! algorithm->max_block)
    return gr_fail (GR_BAD_ARGUMENT, "algorithm \"%s\" chooses its own block size", algorithm->name);
  if (block & (block - 1) || block < algorithm->min_block || block > algorithm->max_block)
    {
      char legal[128] = "";
      for (unsigned b = algorithm->min_block; b <= algorithm->max_block; b *= 2)
        snprintf (legal + strlen (legal), sizeof legal - strlen (legal), " %u", b);
      return gr_fail (GR_BAD_ARGUMENT, "block size %u is not one that algorithm \"%s\" takes:%s", block,
                      algorithm->name, legal);
    }
  return GR_OK;
}

static gr_status
check_algorithm (const gr_request *request)
{
  const gr_operator_info *op = &gr_operators[request->op];
  if (request->kernel != GR_AUTO_PLANNER && request->algorithm != GR_ALGORITHM_AUTO)
    return gr_fail (GR_UNSUPPORTED, "kernel \"%s\" is one of algorithm \"auto\", not of \"%s\"",
                    gr_auto_kernels[request->kernel], gr_algorithms[request->algorithm].name);
  return gr_check_algorithm (request->algorithm, request->block, op->name, op->is_scan ? GR_SCANS : GR_REDUCTIONS);
}

/* a * b * c * d, or false where that does not fit.  */
static bool
product (size_t a, size_t b, size_t c, size_t d, size_t *result)
{
  return ! __builtin_mul_overflow (a, b, result) && ! __builtin_mul_overflow (*result, c, result)
      && ! __builtin_mul_overflow (*result, d, result);
}

enum { MOST_BYTES = 64 }; /* of an element, a result or an accumulator */

/* Segments of any lengths: what is not for them.  The offsets themselves are checked where they are.  */
static gr_status
check_ragged (const gr_request *r, bool wants_index)
{
  const gr_ragged *const ragged = r->ragged;
  if (r->inner != 1 || r->outer != 1 || r->groups)
    return gr_fail (GR_BAD_ARGUMENT, "segments of any lengths are parts of a vector");
  if (r->algorithm != GR_ALGORITHM_AUTO || r->kernel != GR_AUTO_PLANNER)
    return gr_fail (GR_UNSUPPORTED, "segments of any lengths are for algorithm \"auto\" and its own kernels");
  if (r->weights)
    return gr_fail (GR_UNSUPPORTED, "%s takes no weights for segments of any lengths", gr_operators[r->op].name);
  if (! ragged->offsets == ! ragged->keys)
    return gr_fail (GR_BAD_ARGUMENT, "segments have either offsets or keys");
  if (ragged->keys && (gr_operators[r->op].is_scan || wants_index))
    return gr_fail (GR_UNSUPPORTED, "keys are for reductions without positions");
  if (ragged->keys && ((unsigned) ragged->key_type >= GR_TYPE_COUNT || gr_types[ragged->key_type].is_complex))
    return gr_fail (GR_BAD_ARGUMENT, "keys are numbers that are not complex");
  if (ragged->one_element && ! ragged->keys)
    return gr_fail (GR_BAD_ARGUMENT, "one element stands for all with keys only");
  if (ragged->count >= PTRDIFF_MAX / MOST_BYTES)
    return gr_fail (GR_BAD_ARGUMENT, "%zu segments do not fit into memory", ragged->count);
  return GR_OK;
}

gr_status
gr_check_request (const gr_request *request, bool wants_index, gr_type *out_type)
{
  gr_status status = check_named (request);
  if (status != GR_OK)
    return status;
  const gr_operator_info *op = &gr_operators[request->op];
  size_t of_elements, of_results;
  if (request->ndims > GR_MAX_DIMS)
    return gr_fail (GR_BAD_ARGUMENT, "an array of %zu dimensions; the most is %d", request->ndims, GR_MAX_DIMS);
  if (! product (request->inner, request->len, request->outer, MOST_BYTES, &of_elements)
      || ! product (request->inner, request->outer, op->is_scan ? request->len : 1, MOST_BYTES, &of_results)
      || of_elements > PTRDIFF_MAX || of_results > PTRDIFF_MAX)
    return gr_fail (GR_BAD_ARGUMENT, "an array of %zu x %zu x %zu elements does not fit into memory", request->inner,
                    request->len, request->outer);
  if ((request->reverse || request->exclusive) && ! op->is_scan)
    return gr_fail (GR_UNSUPPORTED, "%s is a reduction and takes no \"%s\"", op->name,
                    request->reverse ? "reverse" : "exclusive");
  if (request->nan != GR_NAN_DEFAULT && ! (op->options & GR_TAKES_NANFLAG))
    return gr_fail (GR_UNSUPPORTED, "%s takes no NaN flag", op->name);
  if (request->mean != GR_MEAN_ARITHMETIC && ! (op->options & GR_TAKES_MEAN_TYPE))
    return gr_fail (GR_UNSUPPORTED, "%s takes no mean type", op->name);
  if (request->weights && ! (op->options & GR_TAKES_WEIGHTS))
    return gr_fail (GR_UNSUPPORTED, "%s takes no weights", op->name);
  if (wants_index && ! (op->options & GR_GIVES_INDEX))
    return gr_fail (GR_UNSUPPORTED, "%s gives no index", op->name);
  if (op->accumulator == GR_ACCUMULATOR_EXTREMUM && ! op->is_scan && ! request->len && request->inner && request->outer
      && ! request->ragged)
    return gr_fail (GR_BAD_ARGUMENT, "%s of no elements has no value", op->name);
  status = check_algorithm (request);
  if (status == GR_OK && request->ragged)
    status = check_ragged (request, wants_index);
  return status == GR_OK ? find_result_type (request, out_type) : status;
}

gr_status
gr_fail_offsets (const gr_request *request)
{
  return request->ragged->offsets
         ? gr_fail (GR_BAD_ARGUMENT,
                    "offsets must be whole numbers that begin with 0, do not descend and end with the number of "
                    "elements, %zu",
                    request->len)
         : gr_fail (GR_BAD_ARGUMENT, "keys must be whole numbers from 1 to %zu", request->ragged->count);
}

gr_status
gr_fail_empty (const gr_request *request)
{
  return gr_fail (GR_BAD_ARGUMENT,
                  "%s of no elements has no value, and there are segments without elements; leave them out: %s",
                  gr_operators[request->op].name,
                  request->ragged->offsets ? "of equal offsets keep one" : "number keys that occur from 1 on");
}

size_t
gr_count_results (const gr_request *request)
{
  const bool is_scan = gr_operators[request->op].is_scan;
  return request->ragged && ! is_scan ? request->ragged->count
                                      : request->inner * request->outer * (is_scan ? request->len : 1);
}

double
gr_count_bytes (const gr_request *request, gr_type out_type, bool indexed)
{
  const gr_ragged *const ragged = request->ragged;
  const size_t elements = request->inner * request->len * request->outer;
  const double results = (double) gr_count_results (request);
  const double of_segments = ! ragged        ? 0.0
                           : ragged->offsets ? (double) (ragged->count + 1) * sizeof (double)
                                             : (double) elements * (double) gr_types[ragged->key_type].size;
  return (double) (ragged && ragged->one_element ? 1 : elements) * (double) gr_types[request->type].size
       + results * (double) gr_types[out_type].size + (indexed ? results * sizeof (double) : 0.0) + of_segments;
}
