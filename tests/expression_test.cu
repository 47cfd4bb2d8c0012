/* SPDX-License-Identifier: GPL-3.0-or-later

   Expressions: the kernels of users' functions on the host executor against the host's evaluation, step by step, in all
   bits, over random expressions and shapes; arrays that are broadcast along any axes; reductions of values against
   those of an array of the values; what is refused.  NVRTC, where it is there, compiles the same functions.

   Prints each failure, then `N passed, N failed`; status 1 if a test failed.  Built as the host executor is.  */

#include "auto/reduce.cuh"
#include "device/evaluate.cuh"
#include "jit/jit.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <utility>
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

enum { MOST_DIMS = 4, RANDOM_DIMS = 3 };

/* Arguments that are broadcast to one size.  */
struct call
{
  gr_expression e;
  size_t sizes[GR_MAX_ARGUMENTS][MOST_DIMS], size[MOST_DIMS], count;
  size_t first[GR_MAX_ARGUMENTS]; /* elements of an array before those of the argument */
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

static size_t
elements_of (const call &c, int a)
{
  size_t elements = 1;
  for (const size_t size : c.sizes[a])
    elements *= size;
  return elements;
}

/* Random elements for arguments whose sizes are set, and what they come to.  */
static void
fill_call (call *c)
{
  for (int a = 0; a < c->e.arguments; a++)
    {
      const gr_type type = type_of (c->e, step_of_argument (c->e, a));
      const size_t elements = c->first[a] + elements_of (*c, a);
      c->of[a] = c->sizes[a];
      c->array[a] = new_buffer (elements * gr_types[type].size);
      for (size_t i = 0; i < elements; i++)
        random_element (type, data_of (c->array[a]) + i * gr_types[type].size);
      c->operand[a] = { type, c->array[a], c->first[a], false, nullptr };
    }
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

/* shape: 0 all arguments have the same size, 1 some are broadcast, 2 some are one element.  */
static void
begin_call (call *c, unsigned long seed, int shape)
{
  *c = {};
  random_expression (seed, &c->e);
  random_state = 1000 * seed + static_cast<unsigned> (shape);
  for (int k = 0; k < MOST_DIMS; k++)
    c->size[k] = k < RANDOM_DIMS && random_bits () % 5 ? 1 + random_bits () % 40 : 1;
  for (int a = 0; a < c->e.arguments; a++)
    {
      const bool is_one = shape == 2 && random_bits () % 2;
      for (int k = 0; k < MOST_DIMS; k++)
        c->sizes[a][k] = is_one || (shape == 1 && random_bits () % 2) ? 1 : c->size[k];
    }
  fill_call (c);
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

/* Axes are those that have more than one element.  is_narrow: elements are counted in 32 bits.  */
template <int MOST>
static void
set_axes (gr_axes<MOST> *axes, const call &c, bool is_narrow)
{
  size_t sizes[MOST_DIMS];
  unsigned count = 0;
  for (const size_t size : c.size)
    if (size != 1)
      sizes[count++] = size;
  gr_set_axes (axes, count, sizes, is_narrow ? c.count : SIZE_MAX);
}
static unsigned
axes_of (const call &c, int a)
{
  unsigned has = 0, axis = 0;
  for (int k = 0; k < MOST_DIMS; k++)
    {
      has |= (c.sizes[a][k] != 1 ? 1u : 0u) << axis;
      axis += c.size[k] != 1;
    }
  return has;
}
static const char *
argument_of (const call &c, int a)
{
  return data_of (c.array[a]) + c.first[a] * gr_types[c.operand[a].type].size;
}

static gr_device_evaluation
device_evaluation (const call &c, bool is_narrow, std::vector<std::vector<char>> *results, unsigned *faulty)
{
  gr_device_evaluation d = {};
  set_axes (&d.axes, c, is_narrow);
  d.count = c.count;
  d.faulty = faulty;
  memcpy (d.number, c.e.number, sizeof d.number);
  for (int a = 0; a < c.e.arguments; a++)
    {
      const size_t elements = elements_of (c, a), pack = GR_TAKEN * gr_types[c.operand[a].type].size;
      const char *const data = argument_of (c, a);
      d.argument[a].data = data;
      d.argument[a].extent = { axes_of (c, a), elements == 1, elements == c.count };
      d.argument[a].is_aligned = reinterpret_cast<uintptr_t> (data) % std::min<size_t> (pack, 16) == 0;
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

/* Are all elements of a result those that the executor has made?  */
static bool
is_result (const call &c, int v, const void *made)
{
  const gr_type type = type_of (c.e, c.e.value[v]);
  const size_t size = gr_types[type].size;
  bool good = true;
  for (size_t i = 0; good && i < c.count; i++)
    good = is_same (type, data_of (c.result[v]) + i * size, static_cast<const char *> (made) + i * size);
  return good;
}

/* The values of a call by the kernel are those of the host, and its faulty step is.  */
template <class F, class Index>
static void
check_kernel (const call &c, int faulty, unsigned long seed)
{
  constexpr size_t TILE = GR_TURNS * GR_TURN_STEP;
  std::vector<std::vector<char>> results;
  unsigned noted = GR_NO_FAULT;
  const gr_device_evaluation d = device_evaluation (c, sizeof (Index) == 4, &results, &noted);
  const cudaError_t error
    = gr_launch (gr_evaluate_kernel<F, true, Index>, static_cast<unsigned> ((c.count + TILE - 1) / TILE),
                 GR_APPLY_THREADS, 0, nullptr, d);
  check (error == cudaSuccess, "the kernel", seed);
  for (int v = 0; v < c.e.values; v++)
    check (is_result (c, v, d.result[v].data), "the result on the executor", seed);
  check (faulty == static_cast<int> (noted), "the faulty step", seed);
}

/* The values of a call on the host.  */
static int
evaluate (const call &c, unsigned long seed)
{
  int faulty = -1;
  check (gr_evaluate (&c.e, c.operand, MOST_DIMS, c.of, c.result, &faulty) == GR_OK, "evaluation", seed);
  return faulty;
}

template <class F>
static void
check_evaluation (unsigned long seed)
{
  for (int shape = 0; shape < 3; shape++)
    {
      static call c;
      begin_call (&c, seed, shape);
      check_kernel<F, unsigned> (c, evaluate (c, seed), seed);
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
mapped_arrays (const call &c, bool is_narrow, unsigned *faulty)
{
  gr_mapped_arrays arrays = {};
  for (int a = 0; a < c.e.arguments; a++)
    arrays.argument[a] = { argument_of (c, a), axes_of (c, a) };
  memcpy (arrays.number, c.e.number, sizeof arrays.number);
  set_axes (&arrays.axes, c, is_narrow);
  arrays.faulty = faulty;
  return arrays;
}

typedef gr_sum_of<false, false, false> sum;

/* Sums along a dimension of the values of F as they are loaded, from arrays of the form, are those of an array of the
   values, in all bits.  */
template <class F, unsigned FORM>
static void
check_sums (const call &c, int dim, unsigned *noted, unsigned long seed)
{
  typedef typename F::template Type<F::value[0]> T;
  typedef gr_mapped_source<sum, T, gr_of_arrays<F, FORM>> Mapped;
  size_t inner = 1;
  for (int k = 0; k < dim; k++)
    inner *= c.size[k];
  const size_t outer = c.count / inner / c.size[dim];
  const gr_segments segments = { inner, c.size[dim], inner * outer, false };
  const gr_kernel_types types = gr_kernel_types_of<sum, T> (sizeof (double), false);
  const gr_plan_arrays arrays = { nullptr, nullptr, nullptr, GR_SHARED_BYTES };
  gr_plan_input input = gr_plan_input_of (false, inner, segments.len, outer, &types, &arrays);
  for (const gr_auto_kernel kernel : { GR_AUTO_REDUCE, GR_AUTO_REDUCE_ACROSS })
    {
      input.kernel = kernel;
      const gr_plan plan = gr_make_plan (&input);
      if (plan.kernel != kernel)
        continue;
      const gr_source<sum, T> plain = { reinterpret_cast<const T *> (data_of (c.result[0])) };
      const Mapped mapped = { mapped_arrays (c, ! (FORM & GR_MANY_VALUES), noted) };
      const auto wanted = sums_by<sum, gr_source<sum, T>, T> (plan, plain, segments);
      const auto sums = sums_by<sum, Mapped, T> (plan, mapped, segments);
      bool good = wanted.size () == segments.count && sums.size () == segments.count;
      for (size_t i = 0; good && i < segments.count; i++)
        good = is_same (GR_TYPE_F64, reinterpret_cast<const char *> (&wanted[i]),
                        reinterpret_cast<const char *> (&sums[i]));
      check (good, "the sums", seed);
    }
}

/* Of some functions alone, since a reduction takes long to compile.  */
template <unsigned long SEED, class F>
static void
check_some_sums ()
{
  if constexpr (SEED % 8 == 0 && ! gr_is_complex<typename F::template Type<F::value[0]>>::value)
    {
      static call c;
      unsigned noted = GR_NO_FAULT;
      begin_call (&c, SEED, 0);
      const int faulty = evaluate (c, SEED);
      check_sums<F, 0> (c, 1, &noted, SEED);
      /* of the first value alone */
      check (c.e.values > 1 || faulty == static_cast<int> (noted), "the faulty step of sums", SEED);
      end_call (&c);
    }
}

/* ---- broadcasting ---- */

/* x + y and x + y - z of arrays of a type, as their steps are added.  */
template <gr_type T>
using sum_of_two
  = gr_function<gr_step_list<gr_argument_step<T, 0>, gr_argument_step<T, 1>, gr_binary_step<T, GR_PLUS, 0, 1, false>>,
                gr_values<2>>;
template <gr_type T>
using sum_of_three
  = gr_function<gr_step_list<gr_argument_step<T, 0>, gr_argument_step<T, 1>, gr_binary_step<T, GR_PLUS, 0, 1, false>,
                             gr_argument_step<T, 2>, gr_binary_step<T, GR_MINUS, 2, 3, false>>,
                gr_values<4>>;
static void
add_sum (gr_expression *e, gr_type type, int arguments)
{
  int x, y, z, step = 0;
  gr_status status = gr_add_argument (e, type, &x);
  if (status == GR_OK)
    status = gr_add_argument (e, type, &y);
  if (status == GR_OK)
    status = gr_add_binary (e, GR_PLUS, x, y, &step);
  if (status == GR_OK && arguments == 3)
    status = gr_add_argument (e, type, &z);
  if (status == GR_OK && arguments == 3)
    status = gr_add_binary (e, GR_MINUS, step, z, &step);
  check (status == GR_OK && gr_add_value (e, step) == GR_OK && e->steps == 2 * arguments - 1, "a sum", 0);
}

/* Sizes around those of packs, the first of which is 1.  */
static const size_t pack_sizes[] = { 1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 33 };

/* Sizes of `dims` dimensions, at least number `least` of the sizes each, and arguments that have those whose bits are
   in has.  Their first elements are aligned as `first` says.  */
static void
begin_broadcast (call *c, int dims, size_t least, const unsigned *has, const size_t *first)
{
  size_t size[MOST_DIMS], count;
  do
    {
      count = 1;
      for (int k = 0; k < MOST_DIMS; k++)
        count *= size[k] = k < dims ? pack_sizes[least + random_bits () % (std::size (pack_sizes) - least)] : 1;
    }
  while (count > 4096);
  for (int a = 0; a < c->e.arguments; a++)
    {
      c->first[a] = first[a];
      for (int k = 0; k < MOST_DIMS; k++)
        c->sizes[a][k] = has[a] >> k & 1 ? size[k] : 1;
    }
  fill_call (c);
}

template <gr_type T>
static void
check_patterns ()
{
  static call c;
  c = {};
  add_sum (&c.e, T, 3);
  for (int dims = 1; dims <= MOST_DIMS; dims++)
    for (unsigned pattern = 0; pattern < 1u << 3 * dims; pattern++)
      {
        const unsigned all = (1u << dims) - 1;
        const unsigned has[] = { pattern & all, pattern >> dims & all, pattern >> 2 * dims };
        const size_t first[] = { random_bits () % 4, random_bits () % 4, random_bits () % 4 };
        /* of those of four dimensions, some */
        if (dims == MOST_DIMS && random_bits () % 8)
          continue;
        begin_broadcast (&c, dims, 0, has, first);
        const int faulty = evaluate (c, pattern);
        if (pattern % 4)
          check_kernel<sum_of_three<T>, unsigned> (c, faulty, pattern);
        else
          check_kernel<sum_of_three<T>, size_t> (c, faulty, pattern);
        end_call (&c);
      }
}

/* Random axes of an array of a kind, of `dims`.  */
static unsigned
random_axes (gr_array_kind kind, int dims)
{
  const unsigned all = (1u << dims) - 1;
  const unsigned others = 1u + static_cast<unsigned> (random_bits () % (all / 2)); /* some */
  switch (kind)
    {
    case GR_ARRAY_ONE:
      return 0;
    case GR_ARRAY_ALONG:
      return 1 | (others == all / 2 ? 0 : others << 1);
    case GR_ARRAY_ACROSS:
      return others << 1;
    default:
      return all;
    }
}

/* Values as a source loads them, N at a time.  */
template <int N, class Source>
static bool
loads_values (const call &c, const Source &source)
{
  bool good = true;
  for (size_t i = 0; good && i + N <= c.count; i += N)
    {
      const auto values = source.template values<N> (i);
      for (size_t k = 0; good && k < N; k++)
        good = is_same (type_of (c.e, c.e.value[0]), reinterpret_cast<const char *> (&values.element[k]),
                        data_of (c.result[0]) + (i + k) * sizeof values.element[k]);
    }
  return good;
}

/* Begin a call of arrays of two kinds; false where no array has some axis.  */
static bool
begin_kinds (call *c, gr_type type, int dims, gr_array_kind x, gr_array_kind y)
{
  const unsigned has[] = { random_axes (x, dims), random_axes (y, dims) };
  const gr_array_kind kinds[] = { x, y };
  size_t first[2];
  for (int a = 0; a < 2; a++)
    first[a] = kinds[a] == GR_ARRAY_WHOLE ? 0 : kinds[a] == GR_ARRAY_LOOSE ? 1 : random_bits () % 20;
  *c = {};
  add_sum (&c->e, type, 2);
  if ((has[0] | has[1]) != (1u << dims) - 1)
    return false;
  begin_broadcast (c, dims, 1, has, first);
  return true;
}

enum { ROUNDS = 16 };

template <gr_type TYPE, unsigned FLAGS, int KINDS>
static void
check_kinds ()
{
  constexpr gr_array_kind X = static_cast<gr_array_kind> (KINDS / 5), Y = static_cast<gr_array_kind> (KINDS % 5);
  typedef sum_of_two<TYPE> F;
  typedef typename F::template Type<F::value[0]> T;
  typedef gr_mapped_source<sum, T, gr_of_arrays<F, FLAGS | gr_form_of_array (0, X) | gr_form_of_array (1, Y)>> Source;
  for (int round = 0; round < ROUNDS; round++)
    {
      static call c;
      unsigned noted = GR_NO_FAULT;
      const int dims = FLAGS & GR_MANY_AXES ? 3 + round % 2 : 2;
      if (! begin_kinds (&c, TYPE, dims, X, Y))
        continue;
      evaluate (c, KINDS);
      const Source source = { mapped_arrays (c, ! (FLAGS & GR_MANY_VALUES), &noted) };
      check (loads_values<1> (c, source), "values one by one", KINDS);
      check (loads_values<Source::vector> (c, source), "values by vectors", KINDS);
      end_call (&c);
    }
}
template <gr_type TYPE, unsigned FLAGS, int... KINDS>
static void
check_all_kinds (std::integer_sequence<int, KINDS...>)
{
  (check_kinds<TYPE, FLAGS, KINDS> (), ...);
}
template <gr_type TYPE>
static void
check_loads ()
{
  typedef std::make_integer_sequence<int, 25> kinds;
  check_patterns<TYPE> ();
  check_all_kinds<TYPE, 0> (kinds ());
  check_all_kinds<TYPE, GR_MANY_AXES> (kinds ());
  if constexpr (TYPE == GR_TYPE_F32)
    check_all_kinds<TYPE, GR_MANY_AXES | GR_MANY_VALUES> (kinds ());
}

/* Sums along all dimensions of x + y.  */
template <gr_type TYPE, unsigned FLAGS, gr_array_kind X, gr_array_kind Y>
static void
check_broadcast_sums ()
{
  for (int round = 0; round < ROUNDS; round++)
    {
      static call c;
      const int dims = FLAGS & GR_MANY_AXES ? 3 : 2;
      unsigned noted = GR_NO_FAULT;
      if (! begin_kinds (&c, TYPE, dims, X, Y))
        continue;
      evaluate (c, round);
      for (int dim = 0; dim < dims; dim++)
        check_sums<sum_of_two<TYPE>, FLAGS | gr_form_of_array (0, X) | gr_form_of_array (1, Y)> (c, dim, &noted, round);
      end_call (&c);
    }
}

static void
check_broadcasting ()
{
  check_loads<GR_TYPE_U8> ();
  check_loads<GR_TYPE_I16> ();
  check_loads<GR_TYPE_F32> ();
  check_loads<GR_TYPE_F64> ();
  check_loads<GR_TYPE_C64> ();
  check_broadcast_sums<GR_TYPE_F32, 0, GR_ARRAY_WHOLE, GR_ARRAY_ACROSS> ();
  check_broadcast_sums<GR_TYPE_F32, GR_MANY_AXES, GR_ARRAY_WHOLE, GR_ARRAY_ACROSS> ();
  check_broadcast_sums<GR_TYPE_F32, GR_MANY_AXES | GR_MANY_VALUES, GR_ARRAY_ALONG, GR_ARRAY_LOOSE> ();
  check_broadcast_sums<GR_TYPE_F64, 0, GR_ARRAY_ACROSS, GR_ARRAY_ALONG> ();
  check_broadcast_sums<GR_TYPE_U8, 0, GR_ARRAY_LOOSE, GR_ARRAY_ALONG> ();
}

/* Quotients and remainders by dividers are those of the operators.  */
template <class Index>
static void
check_dividers ()
{
  constexpr unsigned BITS = 8 * sizeof (Index) - 1;
  constexpr Index MOST = static_cast<Index> (~static_cast<Index> (0)) >> 1;
  for (int k = 0; k < 4000; k++)
    {
      const auto bits = [] { return static_cast<Index> (random_bits () & MOST) >> random_bits () % BITS; };
      const Index power = static_cast<Index> (1) << (1 + random_bits () % (BITS - 1));
      const Index near[] = { bits (), power, power - 1, power + 1, MOST, MOST - 1 };
      const Index divisor = std::max<Index> (near[random_bits () % 6], 2), factor = MOST / divisor;
      const gr_divider divider = gr_divider_of (divisor, BITS == 31);
      bool good = true;
      for (const Index a : { Index (0), Index (1), Index (divisor - 1), divisor, Index (factor * divisor),
                             Index (factor * divisor - 1), MOST, bits () })
        {
          const gr_division<Index> d = divider.divide (a);
          good = good && d.quotient == a / divisor && d.remainder == a % divisor;
        }
      check (good, "a divider", static_cast<unsigned long> (divisor));
    }
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
  const std::string name = "gr_evaluate_kernel<" + std::string (function) + ", true, unsigned>";
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
  check_broadcasting ();
  check_dividers<unsigned> ();
  check_dividers<size_t> ();
  check_refusals ();
  printf ("%u passed, %u failed\n", passed, failed);
  return failed > 0;
}
