/* SPDX-License-Identifier: GPL-3.0-or-later

   The public API: names from the table, checks, backend selection, and the
   record and message of the last call.  */

#define _DEFAULT_SOURCE

#include "library/library.h"
#include "jit/find.h"
#include "plan/plan.h"

#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

/* ---- the table at run time ---- */

#define TYPE_ROW(_, ID, CTYPE, CLASS, COMPLEX) { CLASS, sizeof (CTYPE), COMPLEX },
const gr_type_info gr_types[GR_TYPE_COUNT] = { GR_TYPES (TYPE_ROW, _) };

#define ARITHMETIC_ROW(_, ID, OPTION) OPTION,
const char *const gr_arithmetics[GR_ARITHMETIC_COUNT] = { GR_ARITHMETICS (ARITHMETIC_ROW, _) };

#define FAMILY_ROW(_, ID, FAMILY) FAMILY,
const char *const gr_bound_families[GR_ACCUMULATOR_COUNT] = { GR_ACCUMULATORS (FAMILY_ROW, _) };

const gr_operator_info gr_operators[GR_OPERATOR_COUNT] = { GR_OPERATORS (GR_OPERATOR_ROW, _) };

#define ALGORITHM_ROW(_, ID, NAME, ALIASES, KINDS, MIN, MAX, DEFAULT, SUMMARY)                                         \
  { NAME, ALIASES, SUMMARY, KINDS, MIN, MAX, DEFAULT },
const gr_algorithm_info gr_algorithms[GR_ALGORITHM_COUNT] = { GR_ALGORITHMS (ALGORITHM_ROW, _) };

#define KERNEL_ROW(_, ID, NAME) "gr_" #NAME "_kernel",
const char *const gr_auto_kernels[GR_AUTO_COUNT] = { "planner", GR_AUTO_KERNELS (KERNEL_ROW, _) };

#define LIMIT_ROW(_, ID, NAME) NAME,
const char *const gr_limits[GR_LIMIT_COUNT] = { GR_LIMITS (LIMIT_ROW, _) };

#define STATUS_ROW(_, ID, SUFFIX) SUFFIX,
const char *const gr_statuses[GR_STATUS_COUNT] = { GR_STATUSES (STATUS_ROW, _) };

int
gr_find_operator (const char *name)
{
  for (int i = 0; i < GR_OPERATOR_COUNT; i++)
    if (! strcasecmp (name, gr_operators[i].name))
      return i;
  return -1;
}

/* Is name one of the comma-terminated words of list?  */
static bool
in_list (const char *name, const char *list)
{
  const size_t n = strlen (name);
  for (const char *end; (end = strchr (list, ',')); list = end + 1)
    if ((size_t) (end - list) == n && ! strncasecmp (name, list, n))
      return true;
  return false;
}

int
gr_find_algorithm (const char *name)
{
  for (int i = 0; i < GR_ALGORITHM_COUNT; i++)
    if (! strcasecmp (name, gr_algorithms[i].name) || in_list (name, gr_algorithms[i].aliases))
      return i;
  return -1;
}

/* ---- state of the library ---- */

static char message[1024];
static gr_record last_record;
static bool have_last_record;
static const gr_backend *unsettled; /* that the last record's request was queued on, if its seconds are not there yet */
static int unsettled_device;
static atomic_size_t live_allocations;
static bool (*interrupt_pending) (void);
static void (*show_progress) (double done);
static double part_begin, part_end = 1; /* of the call, from 0 to 1 */
static const gr_backend *selected;
static bool selected_by_default;
enum { MOST_DEVICES = 64 };
static int several[MOST_DEVICES], several_count; /* devices, if more than one is selected */

const char *
gr_message (void)
{
  return message;
}

gr_status
gr_fail (gr_status status, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  vsnprintf (message, sizeof message, format, args);
  va_end (args);
  return status;
}

void
gr_count_allocation (int change)
{
  atomic_fetch_add (&live_allocations, (size_t) change);
}

size_t
gr_live_allocations (void)
{
  return atomic_load (&live_allocations);
}

/* The kind of the planted fault, and the calls of that kind up to it.  Copies are made by several threads.  */
static atomic_int planted;
static atomic_uint calls_left;

void
gr_plant_fault (gr_fault kind, unsigned nth)
{
  atomic_store (&calls_left, nth);
  atomic_store (&planted, nth ? kind : GR_FAULT_NONE);
}

bool
gr_fault_is_due (gr_fault kind)
{
  if (atomic_load_explicit (&planted, memory_order_relaxed) != (int) kind || kind == GR_FAULT_NONE
      || atomic_fetch_sub (&calls_left, 1) != 1)
    return false;
  atomic_store (&planted, GR_FAULT_NONE);
  return true;
}

void
gr_set_interrupt (bool (*pending) (void))
{
  interrupt_pending = pending;
}

bool
gr_interrupted (void)
{
  return interrupt_pending && interrupt_pending ();
}

void
gr_set_progress (void (*progress) (double done))
{
  show_progress = progress;
}

void
gr_begin_part (double from, double to)
{
  part_begin = from;
  part_end = to;
}

void
gr_report_progress (double done)
{
  if (show_progress)
    show_progress (part_begin + (part_end - part_begin) * done);
}

gr_status
gr_settle_last (void)
{
  if (! unsettled)
    return GR_OK;
  const gr_status status = unsettled->settle (unsettled_device, &last_record);
  if (status != GR_OK)
    last_record.seconds_kernels = last_record.seconds_convert = NAN;
  if (status != GR_INTERRUPTED) /* then the next question may be answered */
    unsettled = NULL;
  return status;
}

void
gr_add_converting (double seconds)
{
  last_record.seconds_convert += seconds;
}

void
gr_add_transfers (double in, double out)
{
  last_record.seconds_in += in;
  last_record.seconds_out += out;
}

bool
gr_last (gr_record *record)
{
  gr_settle_last ();
  if (have_last_record)
    *record = last_record;
  return have_last_record;
}

/* ---- backends ---- */

static const gr_backend *const backends[] = {
#ifndef GR_WITHOUT_CUDA
  &gr_backend_cuda,
#endif
  &gr_backend_cpu
};
enum { BACKENDS = sizeof backends / sizeof *backends };

static const gr_backend *
find_backend (const char *name)
{
  for (int i = 0; i < BACKENDS; i++)
    if (! strcasecmp (name, backends[i]->name))
      return backends[i];
  return NULL;
}

bool
gr_has_cub (void)
{
  return gr_cuda_backend () && gr_open_beside ("libgpureduce_cub.so");
}

const gr_backend *
gr_cuda_backend (void)
{
  return find_backend ("cuda");
}

int
gr_device_count (void)
{
  const gr_backend *cuda = gr_cuda_backend ();
  return cuda ? cuda->device_count () : 0;
}

/* The backend of that name, if it answers.  */
static gr_status
find_answering (const char *name, const gr_backend **backend)
{
  const gr_backend *found = find_backend (name);
  if (! found)
    return gr_fail (GR_BAD_ARGUMENT,
                    "unknown backend '%s'; the backends are \"cuda\" and \"cpu\", and \"auto\" selects one", name);
  if (! strcasecmp (name, "cuda") && found->device_count () == 0)
    return gr_fail (GR_UNSUPPORTED, "no CUDA device answers; the host (\"cpu\") does");
  if (found->ready && found->ready () != GR_OK)
    return GR_UNSUPPORTED;
  *backend = found;
  return GR_OK;
}

static gr_status
select_named (const char *name)
{
  if (! name || ! *name)
    name = getenv ("GPUREDUCE_BACKEND");
  const bool by_default = ! name || ! *name || ! strcasecmp (name, "auto");
  if (by_default)
    name = find_answering ("cuda", &selected) == GR_OK ? "cuda" : "cpu";
  const gr_status status = find_answering (name, &selected);
  if (status == GR_OK)
    {
      selected_by_default = by_default;
      several_count = 0;
    }
  return status;
}

int
gr_process_on_host (void)
{
  static const char *const variables[]
    = { "OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "MV2_COMM_WORLD_LOCAL_RANK", "SLURM_LOCALID" };
  for (size_t k = 0; k < sizeof variables / sizeof *variables; k++)
    {
      const char *const text = getenv (variables[k]);
      char *end;
      const long number = text && *text ? strtol (text, &end, 10) : -1;
      if (number >= 0 && number <= INT_MAX && ! *end)
        return (int) number;
    }
  return -1;
}

gr_status
gr_select_backend (const char *name)
{
  const bool is_first = ! selected;
  const gr_status status = select_named (name);
  const int local = status == GR_OK && is_first && selected != &gr_backend_cpu ? gr_process_on_host () : -1;
  const int devices = local >= 0 ? gr_device_count () : 0;
  return devices > 1 ? selected->select_device (1 + local % devices) : status;
}

void
gr_use_backend (const gr_backend *backend)
{
  selected = backend;
  selected_by_default = false;
  several_count = 0;
}

void
gr_use_by_default (const gr_backend *backend)
{
  selected = backend;
  selected_by_default = true;
  several_count = 0;
}

const gr_backend *
gr_selected (void)
{
  return selected;
}

gr_status
gr_need_backend (void)
{
  return selected ? GR_OK : gr_select_backend (NULL);
}

gr_status
gr_backend_name (const char **name)
{
  const gr_status status = gr_need_backend ();
  if (status == GR_OK)
    *name = selected->name;
  return status;
}

/* Open devices in turn, so that one that cannot be used is found now.  */
static gr_status
try_devices (const int *index, int count)
{
  const int before = selected->current_device ();
  gr_status status = GR_OK;
  for (int k = 0; status == GR_OK && k < count; k++)
    status = selected->enter_device (index[k]);
  if (status != GR_OK)
    selected->enter_device (before); /* which was open */
  return status;
}

gr_status
gr_use_devices (const int *index, int count)
{
  gr_status status = count > 1 ? try_devices (index, count) : GR_OK;
  if (status == GR_OK)
    status = selected->select_device (index[0]);
  if (status != GR_OK)
    return status;
  several_count = count > 1 ? count : 0;
  memcpy (several, index, (size_t) several_count * sizeof *several);
  return GR_OK;
}

gr_status
gr_select_devices (const int *index, int count)
{
  const int answering = gr_device_count ();
  if (count < 1)
    return gr_fail (GR_BAD_ARGUMENT, "no device is named; %d CUDA device%s", answering,
                    answering == 1 ? " answers" : "s answer");
  for (int k = 0; k < count; k++)
    {
      if (index[k] < 1 || index[k] > answering)
        return gr_fail (GR_BAD_ARGUMENT, "device %d does not exist; %d CUDA device%s", index[k], answering,
                        answering == 1 ? " answers" : "s answer");
      for (int other = 0; other < k; other++)
        if (index[other] == index[k])
          return gr_fail (GR_BAD_ARGUMENT, "device %d is named twice", index[k]);
    }
  const gr_status status = select_named ("cuda");
  return status == GR_OK ? gr_use_devices (index, count) : status;
}

gr_status
gr_select_device (int index)
{
  return gr_select_devices (&index, 1);
}

gr_status
gr_selected_devices (int *index, int room, int *count)
{
  const gr_status status = gr_need_backend ();
  if (status != GR_OK)
    return status;
  const int one = selected->current_device ();
  const int *const all = several_count ? several : &one;
  *count = several_count ? several_count : 1;
  if (room > 0)
    memcpy (index, all, (size_t) (*count < room ? *count : room) * sizeof *index);
  return GR_OK;
}

gr_status
gr_describe_device (gr_device *device)
{
  const gr_status status = gr_need_backend ();
  return status == GR_OK ? selected->describe (device) : status;
}

/* A function of the selected backend, if it has it, on all selected devices.  */
static gr_status
ask_devices (gr_status (*function) (void))
{
  gr_status status = GR_OK;
  for (int k = several_count - 1; function && status == GR_OK && k > 0; k--)
    {
      status = selected->enter_device (several[k]);
      if (status == GR_OK)
        status = function ();
    }
  const gr_status back = several_count ? selected->enter_device (several[0]) : GR_OK;
  if (status == GR_OK)
    status = back;
  return function && status == GR_OK ? function () : status;
}

/* Forget what the record waits for, which goes with its device, and take the memory of the device's buffers.  */
static gr_status
lose_device (void)
{
  if (unsettled == selected && unsettled_device == selected->current_device ())
    {
      gr_settle_last ();
      unsettled = NULL;
    }
  gr_lose_buffers ();
  return selected->reset ? selected->reset () : GR_OK;
}

gr_status
gr_wait (void)
{
  const gr_status status = gr_need_backend ();
  return status == GR_OK && selected->wait ? selected->wait () : status;
}

gr_status
gr_describe_queue (gr_queue *queue)
{
  *queue = (gr_queue){ 0 };
  const gr_status status = gr_need_backend ();
  return status == GR_OK && selected->queue ? selected->queue (queue) : status;
}

gr_status
gr_trim (void)
{
  const gr_status status = gr_need_backend ();
  return status == GR_OK ? ask_devices (selected->trim) : status;
}

gr_status
gr_reset (void)
{
  const gr_status status = gr_need_backend ();
  return status == GR_OK ? ask_devices (lose_device) : status;
}

/* ---- requests ---- */

static bool
is_integer (gr_type type)
{
  return type >= GR_TYPE_I8 && type <= GR_TYPE_U64;
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
                { "NaN flag", (unsigned) r->nan, GR_NAN_INCLUDE + 1 },
                { "comparison", (unsigned) r->comparison, GR_BY_PARTS + 1 },
                { "mean type", (unsigned) r->mean, GR_MEAN_HARMONIC + 1 },
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

static gr_status
check_algorithm (const gr_request *request)
{
  const gr_operator_info *op = &gr_operators[request->op];
  const gr_algorithm_info *algorithm = &gr_algorithms[request->algorithm];
  if (! (algorithm->kinds & (op->is_scan ? GR_SCANS : GR_REDUCTIONS)))
    return gr_fail (GR_UNSUPPORTED, "algorithm \"%s\" is for %s; %s is a %s", algorithm->name,
                    op->is_scan ? "reductions" : "scans", op->name, op->is_scan ? "scan" : "reduction");
  if (request->kernel != GR_AUTO_PLANNER && request->algorithm != GR_ALGORITHM_AUTO)
    return gr_fail (GR_UNSUPPORTED, "kernel \"%s\" is one of algorithm \"auto\", not of \"%s\"",
                    gr_auto_kernels[request->kernel], algorithm->name);
  const unsigned block = request->block;
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

/* a * b * c * d, or false where that does not fit.  */
static bool
product (size_t a, size_t b, size_t c, size_t d, size_t *result)
{
  return ! __builtin_mul_overflow (a, b, result) && ! __builtin_mul_overflow (*result, c, result)
      && ! __builtin_mul_overflow (*result, d, result);
}

enum { MOST_BYTES = 64 }; /* of an element, a result or an accumulator */

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
  if (op->accumulator == GR_ACCUMULATOR_EXTREMUM && ! op->is_scan && ! request->len && request->inner && request->outer)
    return gr_fail (GR_BAD_ARGUMENT, "%s of no elements has no value", op->name);
  status = check_algorithm (request);
  return status == GR_OK ? find_result_type (request, out_type) : status;
}

/* Results of a valid request, and bytes of its input, its results and their index.  */
size_t
gr_count_results (const gr_request *request)
{
  return request->inner * request->outer * (gr_operators[request->op].is_scan ? request->len : 1);
}

static double
count_bytes (const gr_request *request, gr_type out_type, bool wants_index)
{
  const double results = (double) gr_count_results (request);
  return (double) (request->inner * request->len * request->outer) * (double) gr_types[request->type].size
       + results * (double) gr_types[out_type].size + (wants_index ? results * sizeof (double) : 0.0);
}

gr_status
gr_fail_unfit (const gr_plan_input *input)
{
  if (input->kernel == GR_AUTO_PLANNER)
    return gr_fail (GR_UNSUPPORTED,
                    "a %s of elements of %zu bytes needs more than the %zu bytes of shared memory that a "
                    "block has here",
                    input->is_scan ? "scan" : "reduction", input->types.size, input->shared_bytes);
  return gr_fail (GR_UNSUPPORTED, "kernel \"%s\" does not fit a %s of %zu x %zu x %zu elements of %zu bytes",
                  gr_auto_kernels[input->kernel], input->is_scan ? "scan" : "reduction", input->inner, input->len,
                  input->outer, input->types.size);
}

gr_status
gr_begin_plan (const gr_request *request, gr_type out_type, bool indexed, gr_plan_input *input)
{
  const gr_plan_arrays whole = { .shared_bytes = GR_SHARED_BYTES };
  gr_kernel_types types = { .result = gr_types[out_type].size, .indexed = indexed };
  const gr_status status = gr_find_kernel_types (request, &types);
  *input = gr_plan_input_of (gr_operators[request->op].is_scan, request->inner, request->len, request->outer, &types,
                             &whole);
  input->kernel = request->kernel;
  return status;
}

gr_status
gr_predict (const gr_request *request, bool wants_index, gr_prediction *prediction)
{
  gr_type out_type;
  gr_plan_input input;
  gr_device device;
  gr_status status = gr_check_request (request, wants_index, &out_type);
  if (status == GR_OK && request->algorithm != GR_ALGORITHM_AUTO)
    return gr_fail (GR_UNSUPPORTED, "the launch of algorithm \"%s\" cannot be predicted, only that of \"auto\"",
                    gr_algorithms[request->algorithm].name);
  if (status == GR_OK)
    status = gr_begin_plan (request, out_type, wants_index, &input);
  if (status == GR_OK)
    status = gr_describe_device (&device);
  if (status != GR_OK)
    return status;
  const gr_plan plan = gr_make_plan (&input);
  if (gr_count_results (request) && plan.kernel == GR_AUTO_PLANNER)
    return gr_fail_unfit (&input);
  *prediction = (gr_prediction){ .kernel = plan.kernel,
                                 .grid = plan.grid,
                                 .block = plan.block,
                                 .segments = plan.segments,
                                 .chunk = plan.chunk,
                                 .chunks = plan.chunks,
                                 .whole = plan.whole,
                                 .workspace = plan.workspace };
  if (prediction->grid > INT32_MAX)
    return gr_fail (GR_UNSUPPORTED, "%s of %zu x %zu x %zu elements takes %zu blocks; a grid has at most %d",
                    gr_operators[request->op].name, request->inner, request->len, request->outer, prediction->grid,
                    INT32_MAX);
  prediction->bytes = count_bytes (request, out_type, wants_index);
  prediction->seconds = gr_plan_seconds (&input, &plan, device.name);
  return GR_OK;
}

/* Do the arrays of a valid request lie in buffers of the selected device?  */
static gr_status
check_arrays (const gr_request *request, gr_type out_type, const void *in, const void *out, const double *index)
{
  const size_t results = gr_count_results (request);
  if (! results)
    return GR_OK;
  const size_t elements = request->inner * request->len * request->outer;
  const gr_status status = gr_check_in_buffer ("the input", in, elements * gr_types[request->type].size);
  return status == GR_OK ? gr_check_results_in_buffers (out_type, results, out, index) : status;
}

double
gr_now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

gr_record
gr_begin_record (const gr_request *request, gr_type out_type, bool indexed, const gr_backend *backend)
{
  gr_record record = { .op = request->op,
                       .algorithm = request->algorithm,
                       .type = request->type,
                       .backend = backend->name,
                       .devices = 1,
                       .ndims = request->ndims,
                       .inner = request->inner,
                       .len = request->len,
                       .outer = request->outer,
                       .bytes = count_bytes (request, out_type, indexed) };
  memcpy (record.dims, request->dims, sizeof record.dims);
  gr_loaded_so_far (&record.compiled, &record.seconds_compile);
  return record;
}

void
gr_keep_record (const gr_record *record, const gr_backend *queued)
{
  last_record = *record;
  gr_loaded_so_far (&last_record.compiled, &last_record.seconds_compile);
  last_record.compiled -= record->compiled;
  last_record.seconds_compile -= record->seconds_compile;
  have_last_record = true;
  unsettled = queued;
  if (queued)
    unsettled_device = queued->current_device ();
}

/* ---- where a request runs ---- */

/* Does the way to a device take longer than the work?  A rule of the operator and the array's size alone, so that the
   same call gives the same bits every time.  */
static bool
is_small (const gr_request *r)
{
  const size_t bytes = r->inner * r->len * r->outer * gr_types[r->type].size;
  return r->place == GR_ON_HOST && r->algorithm == GR_ALGORITHM_AUTO && r->kernel == GR_AUTO_PLANNER
      && bytes <= gr_operators[r->op].small;
}

gr_status
gr_check_named_backend (const gr_request *request)
{
  return ! request->backend || ! strcasecmp (request->backend, selected->name)
         ? GR_OK
         : gr_fail (GR_UNSUPPORTED, "arrays on the backend \"%s\" are worked on there, not on \"%s\"", selected->name,
                    request->backend);
}

/* The backend that a valid request runs on.  */
static gr_status
find_runner (const gr_request *request, const gr_backend **runner)
{
  const gr_algorithm_info *const algorithm = &gr_algorithms[request->algorithm];
  const bool host_only = algorithm->kinds & GR_HOST_ONLY, named = request->backend;
  gr_status status = gr_need_backend ();
  if (status == GR_OK && request->place == GR_ON_DEVICE)
    status = gr_check_named_backend (request);
  *runner = selected;
  if (status == GR_OK && named && strcasecmp (request->backend, selected->name))
    status = find_answering (request->backend, runner);
  if (status != GR_OK)
    return status;
  if (host_only && request->place == GR_ON_DEVICE && *runner != &gr_backend_cpu)
    return gr_fail (GR_UNSUPPORTED, "algorithm \"%s\" runs on the host and takes arrays there", algorithm->name);
  if (host_only || (! named && selected_by_default && is_small (request)))
    *runner = &gr_backend_cpu;
  if (algorithm->kinds & GR_CUDA_ONLY && strcmp ((*runner)->name, "cuda"))
    return gr_fail (GR_UNSUPPORTED, "algorithm \"%s\" runs on a CUDA device only; the backend is \"%s\"",
                    algorithm->name, (*runner)->name);
  if (request->kernel != GR_AUTO_PLANNER && *runner == &gr_backend_cpu)
    return gr_fail (GR_UNSUPPORTED, "kernel \"%s\" runs on a device; the backend is \"cpu\"",
                    gr_auto_kernels[request->kernel]);
  return GR_OK;
}

/* Run a valid request on the selected backend.  */
static gr_status
run_on_selected (const gr_request *request, gr_type out_type, const void *in, void *out, double *index)
{
  gr_status status = GR_OK;
  if (request->place == GR_ON_DEVICE)
    status = check_arrays (request, out_type, in, out, index);
  if (status == GR_OK && request->groups)
    status = gr_check_groups (request);
  if (status != GR_OK)
    return status;
  if (request->groups && gr_count_results (request) && request->len)
    return gr_run_groups (request, in, out, index);

  if (request->place == GR_ON_HOST && selected != &gr_backend_cpu)
    {
      gr_want_huge_pages (out, gr_count_results (request) * gr_types[out_type].size);
      gr_want_huge_pages (index, gr_count_results (request) * sizeof *index);
    }
  if (gr_count_results (request) && gr_is_streamed (request, out_type, index != NULL))
    return gr_run_streamed (request, out_type, in, out, index);

  gr_request complete = *request;
  complete.queue = request->queue && request->place == GR_ON_DEVICE && selected->settle && gr_count_results (request);
  if (! complete.block)
    complete.block = gr_algorithms[complete.algorithm].default_block;
  gr_record record = gr_begin_record (&complete, out_type, index != NULL, selected);
  if (gr_count_results (&complete))
    status = selected->run (&complete, out_type, in, out, index, &record);
  if (status == GR_OK)
    gr_keep_record (&record, complete.queue ? selected : NULL);
  return status;
}

gr_status
gr_run (const gr_request *request, const void *in, void *out, double *index)
{
  gr_type out_type;
  const gr_backend *runner = NULL;
  gr_status status = gr_check_request (request, index != NULL, &out_type);
  if (status == GR_OK)
    status = find_runner (request, &runner);
  if (status != GR_OK)
    return status;
  /* what the runner needs, as memory for groups, comes from the selected backend */
  const gr_backend *const before = selected;
  selected = runner;
  status = run_on_selected (request, out_type, in, out, index);
  selected = before;
  return status;
}

/* ---- measuring ---- */

/* Memory to empty the caches with: twice their size.  */
static gr_status
flush_buffer (gr_buffer **buffer, size_t *bytes)
{
  enum { LEAST = 64 << 20 }; /* for hosts that do not tell their size */
  gr_device device;
  gr_status status = gr_describe_device (&device);
  if (status != GR_OK)
    return status;
  *bytes = device.l2_bytes > LEAST / 2 ? 2 * device.l2_bytes : LEAST;
  return gr_take_memory (*bytes, buffer);
}

/* What comes before every measured run.  */
static gr_status
begin_run (const gr_buffer *scratch, size_t bytes)
{
  if (gr_interrupted ())
    return gr_fail (GR_INTERRUPTED, "interrupted while measuring");
  return selected->flush (gr_buffer_describe (scratch).data, bytes);
}

gr_status
gr_measure (const gr_request *request, const void *in, void *out, double *index, unsigned repeats, double *seconds)
{
  gr_type out_type;
  gr_status status = gr_check_request (request, index != NULL, &out_type);
  if (status != GR_OK)
    return status;
  const bool on_host = request->place == GR_ON_HOST && ! (gr_algorithms[request->algorithm].kinds & GR_HOST_ONLY);
  const size_t segments = request->inner * request->outer, n = segments * request->len;
  const size_t results = gr_operators[request->op].is_scan ? n : segments;
  enum { IN, OUT, INDEX, ARRAYS };
  const size_t sizes[ARRAYS]
    = { n * gr_types[request->type].size, results * gr_types[out_type].size, index ? results * sizeof *index : 0 };
  gr_buffer *copies[ARRAYS] = { NULL }, *scratch = NULL;
  void *arrays[ARRAYS] = { (void *) in, out, index };
  size_t scratch_bytes = 0;
  gr_request measured = *request;
  measured.queue = false;
  if (on_host)
    measured.place = GR_ON_DEVICE;

  status = flush_buffer (&scratch, &scratch_bytes);
  for (int k = 0; status == GR_OK && on_host && k < ARRAYS; k++)
    if (k != INDEX || index)
      {
        status = gr_take_memory (sizes[k], &copies[k]);
        if (status == GR_OK)
          status = gr_buffer_data (copies[k], &arrays[k]);
      }
  if (status == GR_OK && on_host)
    status = gr_buffer_upload (copies[IN], 0, in, sizes[IN]);
  for (unsigned i = 0; status == GR_OK && i <= repeats; i++)
    {
      status = begin_run (scratch, scratch_bytes);
      if (status == GR_OK)
        status = gr_run (&measured, arrays[IN], arrays[OUT], arrays[INDEX]);
      if (status == GR_OK && i)
        seconds[i - 1] = last_record.seconds_kernels;
    }
  if (status == GR_OK && on_host)
    status = gr_buffer_download (out, copies[OUT], 0, sizes[OUT]);
  if (status == GR_OK && copies[INDEX])
    status = gr_buffer_download (index, copies[INDEX], 0, sizes[INDEX]);

  for (int k = 0; k < ARRAYS; k++)
    gr_buffer_release (copies[k]);
  gr_buffer_release (scratch);
  return status;
}

static int
ascending (const void *a, const void *b)
{
  const double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

gr_status
gr_measure_limit (gr_limit which, size_t bytes, unsigned repeats, double *seconds)
{
  enum { LOAD = 16 };
  const size_t whole = (bytes / LOAD + (bytes % LOAD != 0)) * LOAD;
  size_t scratch_bytes = 0;
  gr_buffer *scratch = NULL, *buffers[2] = { NULL };
  void *arrays[2] = { NULL }; /* from, to */
  const int copies = which == GR_LIMIT_COPY;
  double *tried = NULL, best = INFINITY;
  gr_status status;
  if ((unsigned) which >= GR_LIMIT_COUNT)
    return gr_fail (GR_BAD_ARGUMENT, "there is no limit number %d", (int) which);
  if (! bytes || ! repeats)
    return gr_fail (GR_BAD_ARGUMENT, "a limit is measured on at least one byte and at least once");

  tried = malloc (repeats * sizeof *tried);
  if (! tried)
    status = gr_fail (GR_OUT_OF_MEMORY, "there is no memory for %u times", repeats);
  else
    status = flush_buffer (&scratch, &scratch_bytes);
  for (int k = 0; status == GR_OK && k <= copies; k++)
    {
      status = gr_take_memory (whole, &buffers[k]);
      if (status == GR_OK)
        status = gr_buffer_data (buffers[k], &arrays[k]);
      if (status == GR_OK)
        status = selected->flush (arrays[k], whole); /* pages that were never written may not exist yet */
    }
  for (int way = 0; status == GR_OK && way < selected->limit_ways; way++)
    {
      for (unsigned i = 0; status == GR_OK && i <= repeats; i++)
        {
          status = begin_run (scratch, scratch_bytes);
          if (status == GR_OK) /* the first run warms up, and its time is overwritten */
            status = selected->limit (which, way, arrays[0], arrays[copies], whole, &tried[i ? i - 1 : 0]);
        }
      qsort (tried, repeats, sizeof *tried, ascending);
      if (status == GR_OK && tried[repeats / 2] < best)
        {
          best = tried[repeats / 2];
          memcpy (seconds, tried, repeats * sizeof *seconds);
        }
    }

  gr_buffer_release (buffers[1]);
  gr_buffer_release (buffers[0]);
  gr_buffer_release (scratch);
  free (tried);
  return status;
}
