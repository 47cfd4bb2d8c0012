/* SPDX-License-Identifier: GPL-3.0-or-later

   Reductions and scans of functions of arrays on the host, at once and in pieces of a few elements, against gr_run of
   the functions' values.  On the host, too, by a copy of its backend to which arguments are copied as to a device.  */

#include "backend_elements.h"
#include "backend_test.h"

enum { ARGUMENTS = 3, DIMS = 3 };

/* ---- functions and their arguments ---- */

typedef enum { SCALED, SATURATED, COMPARED, COMPLEX, ROOTS, FUNCTIONS } function_kind;

/* A function of three arrays that are broadcast, some of which are on the device.  */
typedef struct
{
  gr_expression e;
  gr_type type; /* of the values */
  size_t size[DIMS], sizes[ARGUMENTS][DIMS], count;
  const size_t *rows[ARGUMENTS];
  void *host[ARGUMENTS];
  gr_buffer *array[ARGUMENTS];
  gr_operand operand[ARGUMENTS], there[ARGUMENTS]; /* as they are, and all of them on the device */
  void *values;
} function;

static void
add_steps (function_kind kind, gr_expression *e)
{
  static const gr_type types[FUNCTIONS] = { GR_TYPE_F64, GR_TYPE_I32, GR_TYPE_F32, GR_TYPE_C32, GR_TYPE_F64 };
  int x, y, z, step = 0;
  memset (e, 0, sizeof *e);
  gr_add_argument (e, types[kind], &x);
  gr_add_argument (e, types[kind], &y);
  gr_add_argument (e, types[kind], &z);
  if (kind == ROOTS)
    gr_add_unary (e, GR_SQRT, x, &x);
  gr_add_binary (e, kind == SATURATED ? GR_MAXIMUM : kind == COMPARED ? GR_PLUS : GR_TIMES, x, y, &step);
  gr_add_binary (e, kind == COMPARED ? GR_LT : GR_PLUS, step, z, &step);
  gr_add_value (e, step);
}

/* An element of an argument.  Products neither grow nor vanish if it is near one, or one where it repeats.  */
static value
random_value (function_kind kind, int argument, bool near_one, bool repeats)
{
  const long double sign = bits () % 2 ? 1 : -1, small = (long double) (bits () % 31) - 15;
  const long double away = ((long double) (bits () % 3) - 1) / 16;
  const long double near = kind == SATURATED || repeats ? 1 : 1 + away;
  if (near_one)
    return (value){ argument == 0 ? sign * near : argument == 1 ? (kind == SATURATED ? -1 : 1) : 0, 0 };
  if (kind == SCALED)
    return (value){ small + uniform (), 0 };
  return (value){ kind == ROOTS ? fabsl (small) : small, kind == COMPLEX ? (long double) (bits () % 5) - 2 : 0 };
}

/* Bit k of has[a]: argument a has dimension k.  */
static void
begin_function (function_kind kind, const size_t *size, const unsigned *has, bool near_one, function *f)
{
  memset (f, 0, sizeof *f);
  add_steps (kind, &f->e);
  f->type = f->e.step[f->e.value[0]].type;
  f->count = 1;
  for (int k = 0; k < DIMS; k++)
    {
      f->size[k] = (has[0] | has[1] | has[2]) >> k & 1 ? size[k] : 1;
      f->count *= f->size[k];
    }
  for (int a = 0; a < ARGUMENTS; a++)
    {
      const gr_type type = f->e.step[a].type;
      const bool repeats = has[a] != (has[0] | has[1] | has[2]);
      size_t elements = 1;
      for (int k = 0; k < DIMS; k++)
        elements *= f->sizes[a][k] = has[a] >> k & 1 ? size[k] : 1;
      f->rows[a] = f->sizes[a];
      f->host[a] = need (elements * gr_types[type].size);
      for (size_t i = 0; i < elements; i++)
        set (type, f->host[a], i, random_value (kind, a, near_one, repeats));
      EXPECT (gr_buffer_new (elements * gr_types[type].size, &f->array[a]) == GR_OK
              && gr_buffer_upload (f->array[a], 0, f->host[a], elements * gr_types[type].size) == GR_OK);
      f->there[a] = (gr_operand){ .type = type, .buffer = f->array[a] };
      f->operand[a] = (gr_operand){ .type = type, .value = f->host[a] };
      if (bits () % 4 == 0)
        f->operand[a] = f->there[a];
    }
}

static gr_mapping
mapping_of (const function *f, const gr_operand *operands)
{
  return (gr_mapping){ &f->e, operands, DIMS, f->rows };
}

/* The values, by the device.  */
static void
find_values (function *f)
{
  const size_t bytes = f->count * gr_types[f->type].size;
  gr_buffer *result = NULL;
  int faulty;
  f->values = need (bytes);
  EXPECT (gr_buffer_new (bytes, &result) == GR_OK
          && gr_evaluate (&f->e, f->there, DIMS, f->rows, &result, &faulty) == GR_OK && faulty < 0
          && gr_buffer_download (f->values, result, 0, bytes) == GR_OK);
  gr_buffer_release (result);
}

static void
end_function (function *f)
{
  for (int a = 0; a < ARGUMENTS; a++)
    {
      free (f->host[a]);
      gr_buffer_release (f->array[a]);
    }
  free (f->values);
}

/* ---- the backend ---- */

static gr_backend copied; /* the host's, as if it were a device */
static size_t uploads;

static gr_status
count_upload (void *to, const void *from, size_t bytes)
{
  uploads++;
  return gr_backend_cpu.upload (to, from, bytes);
}

static gr_status
without_copies (const int *devices, int count, size_t up_alone, gr_status (*body) (void *data), void *data)
{
  (void) devices, (void) count, (void) up_alone, (void) body, (void) data;
  return GR_UNSUPPORTED;
}

static void
use_copied (void)
{
  copied = gr_backend_cpu;
  copied.upload = count_upload;
  copied.with_copies = without_copies;
  gr_use_backend (&copied);
}

/* Have pieces of at most `largest` bytes.  */
static void
force_pieces (size_t largest)
{
  gr_transfer_sizes sizes = never_streamed;
  sizes.largest_piece = largest;
  sizes.at_once = 0;
  sizes.piece = 1 << 20; /* of states */
  gr_force_transfers (&sizes);
}

/* ---- results ---- */

/* Bytes on the device for each value, if all arguments are on the host.  */
static size_t
bytes_of_value (const function *f, const subject *s)
{
  size_t bytes = gr_types[f->type].size;
  for (int a = 0; a < ARGUMENTS; a++)
    bytes += gr_types[f->e.step[a].type].size;
  return bytes + (gr_operators[s->q.op].is_scan ? gr_types[s->out_type].size + sizeof (double) : 0);
}

/* Does the request run along one dimension?  */
static bool
is_along_one (const function *f, const subject *s)
{
  size_t before = 1;
  bool found = false;
  for (int k = 0; k < DIMS; k++)
    {
      found |= s->q.inner == before && s->q.len == f->size[k];
      before *= f->size[k];
    }
  return found;
}

/* Does the header promise the bits of the whole array?  */
static bool
promises_bits (const function *f, const subject *s, size_t largest)
{
  const bool scan = gr_operators[s->q.op].is_scan;
  const size_t each = bytes_of_value (f, s);
  gr_prediction p;
  if (is_exact (s) || s->q.groups || f->count * each <= largest)
    return true;
  if (gr_predict (&s->q, s->indexed, &p) != GR_OK || p.kernel == GR_AUTO_SCAN_ROWS || p.kernel == GR_AUTO_SCAN_CLUSTER)
    return false;
  return s->slab * each <= largest
      || (! scan && strcmp (backend, "cpu") && is_along_one (f, s) && p.chunks > 1 && ! p.whole
          && p.chunk * s->q.inner * each <= largest);
}

static gr_status
run_mapped (const function *f, const subject *s, feeding *to, int *faulty)
{
  gr_request q = s->q;
  const gr_mapping mapping = mapping_of (f, f->operand);
  q.place = GR_ON_HOST;
  to->out_there = need (s->results * gr_types[s->out_type].size);
  to->index_there = s->indexed ? need (s->results * sizeof (double)) : NULL;
  return gr_run_mapped (&q, &mapping, to->out_there, to->index_there, faulty);
}

static void
free_results (feeding *f)
{
  free (f->out_there);
  free (f->index_there);
}

static void
check_request (const function *f, const gr_request *q, bool indexed)
{
  static const size_t largest[] = { 1, 500, 4000, 60000, 1 << 19, SIZE_MAX };
  enum { MOST_PIECES = 2500 };
  subject s;
  gr_force_transfers (&never_streamed);
  if (! begin_subject (q, indexed, f->values, &s))
    return;
  for (size_t l = 0; l < sizeof largest / sizeof *largest; l++)
    {
      feeding to = { 0 };
      int faulty;
      if (s.elements * bytes_of_value (f, &s) / largest[l] > MOST_PIECES
          && (largest[l] > 1 || s.elements > MOST_PIECES))
        continue;
      force_pieces (largest[l]);
      const gr_status status = run_mapped (f, &s, &to, &faulty);
      gr_force_transfers (&never_streamed);
      if (! is_right (&s, &to, status, promises_bits (f, &s, largest[l])))
        printf ("  of a function of %s, sizes %zux%zux%zu, in pieces of %zu bytes%s\n", type_names[f->e.step[0].type],
                f->size[0], f->size[1], f->size[2], largest[l], indexed ? ", positions" : "");
      EXPECT (faulty == -1);
      free_results (&to);
    }
  end_subject (&s);
}

/* A request of the values along dimensions [from, to), or along the first and last one.  */
static gr_request
request_of (const function *f, gr_operator op, int from, int to)
{
  gr_request q = { .op = op, .type = f->type, .inner = 1, .len = 1, .outer = 1, .ddof = 1 };
  for (int k = 0; k < DIMS; k++)
    *(k < from ? &q.inner : k < to ? &q.len : &q.outer) *= f->size[k];
  return q;
}

static gr_request
request_of_groups (const function *f, gr_operator op)
{
  gr_request q = { .op = op, .type = f->type, .inner = 1, .ddof = 1, .groups = DIMS };
  q.len = f->size[0] * f->size[2];
  q.outer = f->size[1];
  for (int k = 0; k < DIMS; k++)
    q.group[k] = (gr_group){ f->size[k], k != 1 };
  return q;
}

static void
check_operator (const function *f, gr_operator op)
{
  const gr_operator_info *const o = &gr_operators[op];
  const int from = (int) (bits () % DIMS), to = bits () % 4 ? from + 1 : DIMS;
  gr_request q = request_of (f, op, from, to);
  double *const weights = need (q.len * sizeof *weights);
  gr_type out_type;
  if (! o->is_scan && bits () % 16 == 0)
    q = request_of_groups (f, op);
  q.reverse = o->is_scan && bits () % 2;
  q.exclusive = o->is_scan && bits () % 3 == 0;
  if (o->arithmetics & GR_TAKES_NATIVE && bits () % 2)
    q.arithmetic = GR_ARITHMETIC_NATIVE;
  if (o->options & GR_TAKES_WEIGHTS && ! q.groups && bits () % 2)
    {
      for (size_t k = 0; k < q.len; k++)
        weights[k] = (double) (1 + bits () % 4);
      q.weights = weights;
    }
  if (gr_result_type (&q, &out_type) == GR_OK)
    check_request (f, &q, o->options & GR_GIVES_INDEX && ! q.exclusive && bits () % 2);
  free (weights);
}

static void
check_products (void)
{
  static const size_t sizes[][DIMS] = { { 60, 1, 1 },  { 2049, 1, 1 }, { 12, 50, 1 },   { 300, 7, 1 }, { 7, 9, 11 },
                                        { 1, 130, 4 }, { 33, 1, 20 },  { 40001, 1, 1 }, { 5, 9000, 1 } };
  static const unsigned broadcast[][ARGUMENTS] = { { 7, 7, 7 }, { 7, 1, 6 }, { 1, 2, 4 }, { 7, 4, 0 }, { 5, 2, 7 } };
  for (int op = 0; op < GR_OPERATOR_COUNT; op++)
    for (int kind = 0; kind < FUNCTIONS; kind++)
      for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        {
          function f;
          const bool products = gr_operators[op].accumulator == GR_ACCUMULATOR_PRODUCT;
          /* a device has kernels compiled for each function of an operator */
          if ((share > 1 && bits () % share) || (products && kind == ROOTS)
              || (strcmp (backend, "cpu") && kind != op % FUNCTIONS))
            continue;
          begin_function ((function_kind) kind, sizes[k], broadcast[bits () % (sizeof broadcast / sizeof *broadcast)],
                          products, &f);
          find_values (&f);
          check_operator (&f, (gr_operator) op);
          end_function (&f);
        }
}

/* ---- what else there is ---- */

/* An argument without the dimension that is cut is copied once, others once a piece; the record is that of the values.
 */
static void
check_uploads (void)
{
  static const size_t size[DIMS] = { 10, 40, 1 };
  static const unsigned has[ARGUMENTS] = { 7, 1, 0 };
  function f;
  feeding to = { 0 };
  gr_record record;
  int faulty;
  begin_function (SCALED, size, has, false, &f);
  for (int a = 0; a < ARGUMENTS; a++)
    f.operand[a] = (gr_operand){ .type = GR_TYPE_F64, .value = f.host[a] };
  const subject s = { .q = request_of (&f, GR_SUM, 0, 1), .out_type = GR_TYPE_F64, .results = 40 };
  force_pieces (10 * 10 * 4 * sizeof (double));
  uploads = 0;
  EXPECT (run_mapped (&f, &s, &to, &faulty) == GR_OK && uploads == 4 + 2);
  EXPECT (gr_last (&record) && record.op == GR_SUM && record.algorithm == GR_ALGORITHM_AUTO && record.inner == 1
          && record.len == 10 && record.outer == 40 && record.seconds_in > 0 && record.seconds_out > 0);
  free_results (&to);
  force_pieces (SIZE_MAX);
  uploads = 0;
  EXPECT (run_mapped (&f, &s, &to, &faulty) == GR_OK && uploads == 3);
  free_results (&to);
  end_function (&f);
}

/* A value that is faulty ends the call.  */
static void
check_faulty (size_t largest, bool streams)
{
  static const size_t size[DIMS] = { 10, 40, 1 };
  static const unsigned has[ARGUMENTS] = { 7, 7, 7 };
  function f;
  feeding to = { 0 };
  int faulty, step;
  begin_function (ROOTS, size, has, false, &f);
  f.operand[0] = (gr_operand){ .type = GR_TYPE_F64, .value = f.host[0] };
  for (step = 0; f.e.step[step].kind != GR_STEP_UNARY; step++)
    ;
  ((double *) f.host[0])[205] = -1;
  const subject s = { .q = request_of (&f, GR_CUMSUM, 0, 1), .out_type = GR_TYPE_F64, .results = 400 };
  force_pieces (largest);
  uploads = 0;
  EXPECT (run_mapped (&f, &s, &to, &faulty) == GR_OK && faulty == step);
  EXPECT (! streams || uploads <= 3 * 21);
  free_results (&to);
  end_function (&f);
}

static void
check_refused (void)
{
  static const size_t size[DIMS] = { 10, 1, 1 };
  static const unsigned has[ARGUMENTS] = { 7, 7, 0 };
  function f;
  double out = 0;
  int faulty;
  begin_function (SCALED, size, has, false, &f);
  f.operand[1] = (gr_operand){ .type = GR_TYPE_F64, .value = f.host[1] };
  gr_mapping mapping = mapping_of (&f, f.operand);
  gr_request q = request_of (&f, GR_SUM, 0, 1);
  q.place = GR_ON_DEVICE;
  REFUSES (gr_run_mapped (&q, &mapping, &out, NULL, &faulty), "no buffer");
  q.place = GR_ON_HOST;
  f.operand[1].value = NULL;
  REFUSES (gr_run_mapped (&q, &mapping, &out, NULL, &faulty), "no buffer");
  f.operand[1].value = f.host[1];
  q.len++;
  REFUSES (gr_run_mapped (&q, &mapping, &out, NULL, &faulty), "other elements");
  end_function (&f);
}

/* No elements.  */
static void
check_empty (void)
{
  static const size_t size[DIMS] = { 3, 0, 2 };
  static const unsigned has[ARGUMENTS] = { 7, 1, 0 };
  function f;
  feeding to = { 0 };
  int faulty;
  begin_function (SCALED, size, has, false, &f);
  for (int a = 0; a < ARGUMENTS; a++)
    f.operand[a] = (gr_operand){ .type = GR_TYPE_F64, .value = a ? f.host[a] : NULL };
  const subject s = { .q = request_of (&f, GR_PROD, 1, 2), .out_type = GR_TYPE_F64, .results = 6 };
  EXPECT (run_mapped (&f, &s, &to, &faulty) == GR_OK && ((double *) to.out_there)[5] == 1);
  free_results (&to);
  end_function (&f);
}

/* ---- failures ---- */

static unsigned polls_left;
static bool
interrupt_later (void)
{
  return polls_left && --polls_left == 0;
}

/* Does the call fail at the nth one of a kind, or poll, and leave nothing?  */
static bool
fails (const function *f, const subject *s, gr_fault fault, unsigned n)
{
  const size_t allocations = gr_live_allocations ();
  size_t before, after, bytes;
  feeding to = { 0 };
  int faulty;
  gr_live_buffers (&before, &bytes);
  polls_left = fault ? 0 : n;
  if (fault)
    gr_plant_fault (fault, n);
  else
    gr_set_interrupt (interrupt_later);
  const gr_status status = run_mapped (f, s, &to, &faulty);
  gr_plant_fault (GR_FAULT_NONE, 0);
  gr_set_interrupt (NULL);
  gr_live_buffers (&after, &bytes);
  EXPECT (after == before && gr_live_allocations () == allocations);
  EXPECT (status == GR_OK
          || status
               == (! fault                    ? GR_INTERRUPTED
                   : fault == GR_FAULT_MEMORY ? GR_OUT_OF_MEMORY
                                              : GR_CUDA_ERROR));
  EXPECT (status != GR_OK || same_results (s, &to, true));
  free_results (&to);
  return status != GR_OK;
}

static void
check_failures (gr_operator op, size_t largest)
{
  static const size_t size[DIMS] = { 30, 20, 1 };
  static const unsigned has[ARGUMENTS] = { 7, 1, 2 };
  enum { MOST = 10000 };
  function f;
  subject s;
  begin_function (SATURATED, size, has, false, &f);
  find_values (&f);
  f.operand[0] = (gr_operand){ .type = GR_TYPE_I32, .value = f.host[0] };
  const gr_request q = request_of (&f, op, 0, 1);
  gr_force_transfers (&never_streamed);
  if (begin_subject (&q, gr_operators[op].options & GR_GIVES_INDEX, f.values, &s))
    {
      force_pieces (largest);
      for (int fault = GR_FAULT_NONE; fault <= (device->wait ? GR_FAULT_LATE : GR_FAULT_COPY); fault++)
        {
          unsigned n = 1;
          while (n < MOST && fails (&f, &s, (gr_fault) fault, n))
            n++;
          EXPECT (n < MOST && (n > 1 || (! fault && largest == SIZE_MAX)));
        }
      end_subject (&s);
    }
  gr_force_transfers (NULL);
  end_function (&f);
}

static void
check_on_device (bool counts_uploads)
{
  check_products ();
  check_refused ();
  check_empty ();
  check_faulty (700, counts_uploads);
  check_faulty (SIZE_MAX, false);
  if (counts_uploads)
    check_uploads ();
  check_failures (GR_SUM, 700);
  check_failures (GR_CUMMAX, 700);
  check_failures (GR_CUMMAX, SIZE_MAX);
}

void
check_mapped (void)
{
  const size_t allocations = gr_live_allocations ();
  if (! strcmp (backend, "simt")) /* the executor has no functions of users */
    return;
  if (strcmp (backend, "cpu"))
    check_on_device (false);
  else
    {
      check_products ();
      check_refused ();
      check_empty ();
      use_copied ();
      check_on_device (true);
      gr_use_backend (device);
    }
  gr_force_transfers (NULL);
  EXPECT (gr_live_allocations () == allocations);
}
