/* SPDX-License-Identifier: GPL-3.0-or-later

   Expressions: the kernels of users' functions on the host executor against the host's evaluation, step by step, in all
   bits, over random expressions and shapes; reductions of values against those of an array of the values; what is
   refused.  NVRTC, where it is there, compiles the same functions.

   Prints each failure, then `N passed, N failed`; status 1 if a test failed.  Built as the host executor is.  */

#include "auto/reduce.cuh"
#include "device/evaluate.cuh"
#include "jit/jit.h"

#include <cstdio>
#include <cstring>
#include <vector>

#include "expression_functions.h"
#include "random_expression.h"

using namespace GR_NAMESPACE;

static unsigned passed, failed;

static void
check (bool good, const char *what, unsigned long seed)
{
  passed += good;
  failed += ! good;
  if (! good)
    printf ("FAILED: %s of expression %lu: %s\n", what, seed, gr_message ());
}

/* ---- arrays ---- */

enum { MOST_DIMS = 3, MOST_RESULTS = 3 };

/* Arguments that are broadcast to one size.  */
struct call
{
  gr_expression e;
  size_t sizes[GR_MAX_ARGUMENTS][MOST_DIMS], size[MOST_DIMS], count;
  const size_t *of[GR_MAX_ARGUMENTS];
  gr_buffer *array[GR_MAX_ARGUMENTS], *result[GR_MAX_VALUES];
  gr_operand operand[GR_MAX_ARGUMENTS];
};

static gr_type
type_of (const gr_expression &e, int step)
{
  return e.step[step].type;
}

static gr_buffer *
new_buffer (size_t bytes)
{
  gr_buffer *made = nullptr;
  if (gr_buffer_new (bytes ? bytes : 1, &made) != GR_OK)
    exit (2);
  return made;
}

static char *
data_of (gr_buffer *buffer)
{
  void *data = nullptr;
  if (gr_buffer_data (buffer, &data) != GR_OK)
    exit (2);
  return static_cast<char *> (data);
}

static int
step_of_argument (const gr_expression &e, int argument)
{
  int step = 0;
  while (e.step[step].kind != GR_STEP_ARGUMENT || e.step[step].of != argument)
    step++;
  return step;
}

/* shape: 0 all arguments have the same size, 1 some are broadcast, 2 some are one element.  */
static void
begin_call (call *c, unsigned long seed, int shape)
{
  random_expression (seed, &c->e);
  random_state = 1000 * seed + static_cast<unsigned> (shape);
  c->count = 1;
  for (size_t &size : c->size)
    c->count *= size = random_bits () % 5 ? 1 + random_bits () % 40 : 1;
  for (int a = 0; a < c->e.arguments; a++)
    {
      const gr_type type = type_of (c->e, step_of_argument (c->e, a));
      size_t elements = 1;
      const bool is_one = shape == 2 && random_bits () % 2;
      for (int k = 0; k < MOST_DIMS; k++)
        elements *= c->sizes[a][k] = is_one || (shape == 1 && random_bits () % 2) ? 1 : c->size[k];
      c->of[a] = c->sizes[a];
      c->array[a] = new_buffer (elements * gr_types[type].size);
      for (size_t i = 0; i < elements; i++)
        random_element (type, data_of (c->array[a]) + i * gr_types[type].size);
      c->operand[a] = { type, c->array[a], 0, false, nullptr };
    }
  /* what all arguments have */
  c->count = 1;
  for (int k = 0; k < MOST_DIMS; k++)
    {
      c->size[k] = 1;
      for (int a = 0; a < c->e.arguments; a++)
        c->size[k] = c->sizes[a][k] != 1 ? c->sizes[a][k] : c->size[k];
      c->count *= c->size[k];
    }
  for (int v = 0; v < c->e.values; v++)
    c->result[v] = new_buffer (c->count * gr_types[type_of (c->e, c->e.value[v])].size);
}

static void
end_call (call *c)
{
  for (int a = 0; a < c->e.arguments; a++)
    gr_buffer_release (c->array[a]);
  for (int v = 0; v < c->e.values; v++)
    gr_buffer_release (c->result[v]);
}

/* Are elements the same, but for which NaN they are?  */
static bool
is_same (gr_type type, const char *a, const char *b)
{
  const size_t size = gr_types[type].size, parts = gr_types[type].is_complex ? 2 : 1;
  const bool floats = type == GR_TYPE_F64 || type == GR_TYPE_F32 || gr_types[type].is_complex;
  if (! floats || memcmp (a, b, size) == 0)
    return memcmp (a, b, size) == 0;
  for (size_t p = 0; p < parts; p++)
    {
      const char *const x = a + p * size / parts, *const y = b + p * size / parts;
      const bool single = size / parts == sizeof (float);
      const double u = single ? *reinterpret_cast<const float *> (x) : *reinterpret_cast<const double *> (x);
      const double v = single ? *reinterpret_cast<const float *> (y) : *reinterpret_cast<const double *> (y);
      if (! (u != u && v != v) && memcmp (x, y, size / parts))
        return false;
    }
  return true;
}

/* ---- the kernels on the executor ---- */

static gr_device_evaluation
device_evaluation (const call &c, std::vector<std::vector<char>> *results, unsigned *faulty)
{
  gr_device_evaluation d = {};
  for (int k = 0; k < MOST_DIMS; k++)
    d.axis[k] = c.size[k];
  d.axes = MOST_DIMS;
  d.by_vectors = c.size[0] % GR_TAKEN == 0;
  d.count = c.count;
  d.faulty = faulty;
  memcpy (d.number, c.e.number, sizeof d.number);
  for (int a = 0; a < c.e.arguments; a++)
    {
      size_t elements = 1;
      for (int k = 0; k < MOST_DIMS; k++)
        {
          d.argument[a].has |= (c.sizes[a][k] != 1 ? 1u : 0u) << k;
          elements *= c.sizes[a][k];
        }
      d.argument[a].data = data_of (c.array[a]);
      d.argument[a].is_scalar = elements == 1;
      d.argument[a].is_whole = elements == c.count;
      d.argument[a].is_aligned = true;
    }
  for (int v = 0; v < c.e.values; v++)
    {
      const gr_type type = type_of (c.e, c.e.value[v]);
      results->emplace_back (c.count * gr_types[type].size + 64);
      const uintptr_t place = reinterpret_cast<uintptr_t> (results->back ().data ());
      d.result[v] = { results->back ().data () + (64 - place % 64) % 64, true, type };
    }
  return d;
}

template <class F>
static void
check_evaluation (unsigned long seed)
{
  for (int shape = 0; shape < 3; shape++)
    {
      static call c;
      std::vector<std::vector<char>> results;
      unsigned noted = GR_NO_FAULT;
      int faulty = -1;
      begin_call (&c, seed, shape);
      const bool done = gr_evaluate (&c.e, c.operand, MOST_DIMS, c.of, c.result, &faulty) == GR_OK;
      check (done, "evaluation", seed);
      const gr_device_evaluation d = device_evaluation (c, &results, &noted);
      constexpr size_t TILE = GR_TURNS * GR_TURN_STEP;
      const bool launched = gr_launch (gr_evaluate_kernel<F, true>, static_cast<unsigned> ((c.count + TILE - 1) / TILE),
                                       GR_APPLY_THREADS, 0, nullptr, d)
                         == cudaSuccess;
      check (launched, "the kernel", seed);
      for (int v = 0; v < c.e.values; v++)
        {
          const gr_type type = type_of (c.e, c.e.value[v]);
          const size_t size = gr_types[type].size;
          bool good = true;
          for (size_t i = 0; i < c.count; i++)
            good = good
                && is_same (type, data_of (c.result[v]) + i * size, static_cast<char *> (d.result[v].data) + i * size);
          check (good, "the result on the executor", seed);
        }
      check (faulty == static_cast<int> (noted), "the faulty step", seed);
      end_call (&c);
    }
}

/* ---- reductions of values ---- */

/* Device memory of zeros.  */
template <class T>
static std::vector<T>
zeros (size_t count)
{
  return std::vector<T> (count + 1);
}

/* The sums of segments by a kernel of `auto`, of which sources may be plain or mapped.  */
template <class Op, class Source, class T>
static std::vector<double>
sums_by (const gr_plan &plan, const Source &source, const gr_segments &segments)
{
  constexpr int SEGMENTS = gr_segments_a_thread<Op, T>;
  std::vector<double> sums (segments.count);
  auto totals = zeros<typename Op::Acc> (plan.workspace / sizeof (typename Op::Acc));
  auto counters = zeros<unsigned> (GR_MAX_GROUPS);
  const gr_sink<Op> sink = { sums.data (), nullptr, GR_TYPE_F64 };
  const unsigned grid = static_cast<unsigned> (plan.grid);
  const Op op = { 1.0 };
  cudaError_t error = cudaErrorUnknown;
  if (plan.kernel == GR_AUTO_REDUCE)
    error = gr_launch (gr_reduce_kernel<Op, Source>, grid, plan.block, plan.shared, nullptr, op, source, sink,
                       totals.data (), counters.data (), segments, plan.of.reduce);
  else if constexpr (SEGMENTS > 1)
    error = gr_launch (gr_reduce_across_kernel<Op, Source, SEGMENTS>, grid, plan.block, plan.shared, nullptr, op,
                       source, sink, totals.data (), counters.data (), segments, plan.of.across);
  if (error != cudaSuccess)
    sums.clear ();
  return sums;
}

static gr_mapped_arrays
mapped_arrays (const gr_device_evaluation &d, const call &c, unsigned *faulty)
{
  gr_mapped_arrays arrays = {};
  for (int a = 0; a < c.e.arguments; a++)
    arrays.argument[a] = { d.argument[a].data, d.argument[a].has, d.argument[a].is_scalar, d.argument[a].is_whole };
  memcpy (arrays.number, c.e.number, sizeof arrays.number);
  memcpy (arrays.axis, c.size, sizeof c.size);
  arrays.axes = MOST_DIMS;
  arrays.faulty = faulty;
  return arrays;
}

/* Values of F as they are loaded have the sums of an array of them, in all bits, and the same faulty step.  */
template <class F>
static void
check_sums (unsigned long seed)
{
  typedef typename F::template Type<F::value[0]> T;
  typedef gr_sum_of<false, false, false> Op;
  if constexpr (! gr_is_complex<T>::value)
    for (int shape = 0; shape < 3; shape++)
      for (const gr_auto_kernel kernel : { GR_AUTO_REDUCE, GR_AUTO_REDUCE_ACROSS })
        {
          static call c;
          std::vector<std::vector<char>> results;
          unsigned noted = GR_NO_FAULT;
          int faulty = -1;
          begin_call (&c, seed, shape);
          check (gr_evaluate (&c.e, c.operand, MOST_DIMS, c.of, c.result, &faulty) == GR_OK, "evaluation", seed);
          const gr_segments segments = { c.size[0], c.size[1], c.size[0] * c.size[2], false };
          const gr_kernel_types types = gr_kernel_types_of<Op, T> (sizeof (double), false);
          const gr_plan_arrays arrays = { nullptr, nullptr, nullptr, GR_SHARED_BYTES };
          gr_plan_input input = gr_plan_input_of (false, segments.inner, segments.len, c.size[2], &types, &arrays);
          input.kernel = kernel;
          const gr_plan plan = gr_make_plan (&input);
          if (plan.kernel == kernel)
            {
              const gr_device_evaluation d = device_evaluation (c, &results, &noted);
              const gr_source<Op, T> plain = { reinterpret_cast<const T *> (data_of (c.result[0])) };
              const gr_mapped_source<Op, T, gr_of_any<F>> mapped = { mapped_arrays (d, c, &noted) };
              const gr_mapped_source<Op, T, gr_of_whole<F>> whole = { mapped_arrays (d, c, &noted) };
              const auto wanted = sums_by<Op, gr_source<Op, T>, T> (plan, plain, segments);
              const auto sums = shape == 0
                                ? sums_by<Op, gr_mapped_source<Op, T, gr_of_whole<F>>, T> (plan, whole, segments)
                                : sums_by<Op, gr_mapped_source<Op, T, gr_of_any<F>>, T> (plan, mapped, segments);
              bool good = wanted.size () == segments.count && sums.size () == segments.count;
              for (size_t i = 0; good && i < segments.count; i++)
                good = is_same (GR_TYPE_F64, reinterpret_cast<const char *> (&wanted[i]),
                                reinterpret_cast<const char *> (&sums[i]));
              check (good, "the sums", seed);
              /* of the first value alone */
              check (c.e.values > 1 || faulty == static_cast<int> (noted), "the faulty step of sums", seed);
            }
          end_call (&c);
        }
}

/* Of some functions alone, since a reduction takes long to compile.  */
template <unsigned long SEED, class F>
static void
check_some_sums ()
{
  if constexpr (SEED % 8 == 0)
    check_sums<F> (SEED);
}

/* ---- what is refused ---- */

static void
check_refusals ()
{
  static gr_expression e;
  int x, z, n, step;
  const int32_t number = 3;
  gr_add_argument (&e, GR_TYPE_F64, &x);
  gr_add_argument (&e, GR_TYPE_C64, &z);
  gr_add_number (&e, GR_TYPE_I32, &number, &n);
  check (gr_add_binary (&e, GR_PLUS, z, n, &step) == GR_UNSUPPORTED, "a sum of a complex number and an integer", 0);
  check (gr_add_binary (&e, GR_MAXIMUM, z, x, &step) == GR_UNSUPPORTED, "a maximum of complex numbers", 0);
  check (gr_add_choice (&e, x, x, x, &step) == GR_UNSUPPORTED, "a choice by a number", 0);
  check (gr_add_conversion (&e, GR_TYPE_F64, z, &step) == GR_UNSUPPORTED, "a real number of a complex one", 0);
  check (gr_add_unary (&e, GR_SQRT, 99, &step) == GR_BAD_ARGUMENT, "a step that is not there", 0);
  const int steps = e.steps;
  check (gr_add_binary (&e, GR_PLUS, x, x, &step) == GR_OK && gr_add_binary (&e, GR_PLUS, x, x, &n) == GR_OK
           && n == step && e.steps == steps + 1,
         "a step that is there already", 0);
  gr_status status = GR_OK;
  for (int k = 0; k <= GR_MAX_STEPS && status == GR_OK; k++)
    {
      x = step;
      status = gr_add_binary (&e, GR_PLUS, x, x, &step);
    }
  check (status == GR_UNSUPPORTED && strstr (gr_message (), "steps"), "more steps than there can be", 0);
}

/* ---- NVRTC ---- */

/* The first `count` functions.  */
static void
check_compiler (unsigned long seed, const char *function)
{
  gr_nvrtc_version version;
  char *const missing = gr_find_nvrtc (0, &version);
  const std::string name = "gr_evaluate_kernel<" + std::string (function) + ", true>";
  const gr_kernel_request request
    = { "#include \"device/evaluate.cuh\"\nusing namespace gr_cuda;\n", name.c_str (), 90, 0, false, false };
  gr_kernel_code binary;
  if (missing)
    {
      printf ("there is no NVRTC: the kernel of expression %lu is not compiled\n", seed);
      free (missing);
      return;
    }
  gr_compile (&request, &binary);
  check (! binary.failure, "compiling", seed);
  if (binary.failure)
    puts (binary.failure);
  gr_free_code (&binary);
}

int
main ()
{
  if (gr_select_backend ("cpu") != GR_OK)
    return 2;
#define CHECK(SEED, ...) check_evaluation<__VA_ARGS__> (SEED);
  RANDOM_FUNCTIONS (CHECK)
#undef CHECK
#define CHECK(SEED, ...) check_some_sums<SEED, __VA_ARGS__> ();
  RANDOM_FUNCTIONS (CHECK)
#undef CHECK
#define CHECK(SEED, ...)                                                                                               \
  if (SEED % 16 == 0)                                                                                                  \
    check_compiler (SEED, #__VA_ARGS__);
  RANDOM_FUNCTIONS (CHECK)
#undef CHECK
  check_refusals ();
  printf ("%u passed, %u failed\n", passed, failed);
  return failed > 0;
}
