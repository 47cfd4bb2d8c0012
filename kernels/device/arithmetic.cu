/* SPDX-License-Identifier: GPL-3.0-or-later

   Arithmetic and comparison on a device.  There is a kernel for each common form of two operands (op/binary.h); types
   and operator are chosen at run time, once for a few elements, so that not each pair of types has its kernels.
   Compiled a second time for the host executor, as device.cu is.  */

/* what is long is called, since it stands there for each of a thread's elements */
#define GR_CALL_RARE

#include "block/vector.cuh"
#include "device/elements.cuh"
#include "op/binary.h"

#include <type_traits>

namespace GR_NAMESPACE
{

/* ---- forms ---- */

template <gr_form FORM> struct gr_form_traits;
#define GR_FORM_TRAITS(_, ID, NAME, T)                                                                                 \
  template <> struct gr_form_traits<GR_FORM_##ID>                                                                      \
  {                                                                                                                    \
    typedef T Value;                                                                                                   \
    __device__ static __forceinline__ T compute (const gr_rule &r, T a, T b)                                           \
    {                                                                                                                  \
      return gr_form_compute_##NAME (r, a, b);                                                                         \
    }                                                                                                                  \
    __device__ static __forceinline__ bool compare (const gr_rule &r, T a, T b)                                        \
    {                                                                                                                  \
      return gr_form_compare_##NAME (r, a, b);                                                                         \
    }                                                                                                                  \
  };
GR_FORMS (GR_FORM_TRAITS, _)

template <class T> constexpr bool gr_has_parts = std::is_same<T, gr_c64>::value || std::is_same<T, gr_c32>::value;

/* Are there operands of this type among those of the form?  */
constexpr bool
gr_form_takes (gr_form form, gr_type type)
{
  const bool single = type == GR_TYPE_F32 || type == GR_TYPE_C32, complex = type >= GR_TYPE_C64;
  const bool integer = type >= GR_TYPE_I8 && type <= GR_TYPE_U64;
  switch (form)
    {
    case GR_FORM_DOUBLE:
      return ! complex && type != GR_TYPE_I64 && type != GR_TYPE_U64;
    case GR_FORM_SINGLE:
      return ! complex && ! integer;
    case GR_FORM_COMPLEX:
      return ! single && ! integer;
    case GR_FORM_SINGLE_COMPLEX:
      return ! integer;
    default:
      return ! complex;
    }
}

/* An element of a type in the form.  */
template <gr_form FORM, gr_type TYPE, class T>
__device__ __forceinline__ typename gr_form_traits<FORM>::Value
gr_to_form (const T &x)
{
  typedef typename gr_form_traits<FORM>::Value Value;
  if constexpr (FORM == GR_FORM_WIDE)
    {
      if constexpr (TYPE >= GR_TYPE_I8 && TYPE <= GR_TYPE_U64)
        return static_cast<uint64_t> (x);
      else
        return gr_bits_of_double (static_cast<double> (x));
    }
  else if constexpr (gr_has_parts<Value>)
    {
      typedef decltype (Value::re) Part;
      if constexpr (gr_has_parts<T>)
        return { static_cast<Part> (x.re), static_cast<Part> (x.im) };
      else
        return { static_cast<Part> (x), 0 };
    }
  else
    return static_cast<Value> (x);
}

/* ---- loads and stores ---- */

/* A thread takes neighbouring elements, those of 16 bytes or less in one access, a few times a step apart.  */
constexpr unsigned GR_TAKEN = 4, GR_TURNS = 2, GR_APPLY_THREADS = 256;
constexpr unsigned GR_TURN_STEP = GR_TAKEN * GR_APPLY_THREADS;
template <class T> using gr_taken = T[GR_TURNS][GR_TAKEN];

template <class T>
constexpr unsigned gr_accessed = sizeof (T) * GR_TAKEN <= 16 ? GR_TAKEN : static_cast<unsigned> (16 / sizeof (T));

struct gr_device_side
{
  const void *data; /* NULL: the element in bytes */
  bool is_scalar, is_aligned;
  gr_type type;
  alignas (16) unsigned char bytes[16];
};

/* A thread's elements of a side, from number `first` on, in the form.  whole: none of them is behind the end.  */
template <gr_form FORM, gr_type TYPE, class T>
__device__ __forceinline__ void
gr_load_typed (const gr_device_side &side, size_t first, size_t count, bool whole,
               gr_taken<typename gr_form_traits<FORM>::Value> &to)
{
  const T *const from = static_cast<const T *> (side.data ? side.data : side.bytes);
  if (side.is_scalar)
    {
      const auto value = gr_to_form<FORM, TYPE> (*from);
#pragma unroll
      for (unsigned t = 0; t < GR_TURNS; t++)
#pragma unroll
        for (unsigned i = 0; i < GR_TAKEN; i++)
          to[t][i] = value;
    }
  else if (side.is_aligned && whole)
    {
      /* all are on their way before the first one is converted */
      typedef gr_vector<T, gr_accessed<T>> Vector;
      Vector v[GR_TURNS][GR_TAKEN / gr_accessed<T>];
#pragma unroll
      for (unsigned t = 0; t < GR_TURNS; t++)
#pragma unroll
        for (unsigned i = 0; i < GR_TAKEN; i += gr_accessed<T>)
          v[t][i / gr_accessed<T>]
            = gr_load_vector (reinterpret_cast<const Vector *> (from + first + t * GR_TURN_STEP + i));
#pragma unroll
      for (unsigned t = 0; t < GR_TURNS; t++)
#pragma unroll
        for (unsigned i = 0; i < GR_TAKEN; i++)
          to[t][i] = gr_to_form<FORM, TYPE> (v[t][i / gr_accessed<T>].element[i % gr_accessed<T>]);
    }
  else
    {
#pragma unroll
      for (unsigned t = 0; t < GR_TURNS; t++)
#pragma unroll
        for (unsigned i = 0; i < GR_TAKEN; i++)
          if (first + t * GR_TURN_STEP + i < count)
            to[t][i] = gr_to_form<FORM, TYPE> (from[first + t * GR_TURN_STEP + i]);
    }
}

template <gr_form FORM>
__device__ __forceinline__ void
gr_load_side (const gr_device_side &side, size_t first, size_t count, bool whole,
              gr_taken<typename gr_form_traits<FORM>::Value> &to)
{
  switch (side.type)
    {
#define GR_LOAD_CASE(_, ID, T, ...)                                                                                    \
  case GR_TYPE_##ID:                                                                                                   \
    if constexpr (gr_form_takes (FORM, GR_TYPE_##ID))                                                                  \
      gr_load_typed<FORM, GR_TYPE_##ID, T> (side, first, count, whole, to);                                            \
    break;
      GR_TYPES (GR_LOAD_CASE, _)
#undef GR_LOAD_CASE
    default:
      break;
    }
}

struct gr_device_result
{
  void *data;
  bool is_aligned;
  gr_type type;
};

template <class T>
__device__ __forceinline__ void
gr_store_typed (const gr_device_result &result, size_t first, size_t count, bool whole, const gr_taken<T> &from)
{
  T *const to = static_cast<T *> (result.data) + first;
#pragma unroll
  for (unsigned t = 0; t < GR_TURNS; t++)
    if (result.is_aligned && whole)
      {
#pragma unroll
        for (unsigned i = 0; i < GR_TAKEN; i += gr_accessed<T>)
          gr_store_vector<gr_accessed<T>> (to + t * GR_TURN_STEP + i, from[t] + i);
      }
    else
      {
#pragma unroll
        for (unsigned i = 0; i < GR_TAKEN; i++)
          if (first + t * GR_TURN_STEP + i < count)
            to[t * GR_TURN_STEP + i] = from[t][i];
      }
}

/* f (turn, i) for all of a thread's elements.  */
template <class F>
__device__ __forceinline__ void
gr_each_taken (F f)
{
#pragma unroll
  for (unsigned t = 0; t < GR_TURNS; t++)
#pragma unroll
    for (unsigned i = 0; i < GR_TAKEN; i++)
      f (t, i);
}

/* Results of doubles, of which there are also those of narrow integers.  */
__device__ __forceinline__ void
gr_store_results (const gr_device_result &result, size_t first, size_t count, bool whole, const gr_taken<double> &from)
{
  switch (result.type)
    {
#define GR_STORE_CASE(_, ID, T, LEAST, GREATEST)                                                                       \
  case GR_TYPE_##ID:                                                                                                   \
    {                                                                                                                  \
      gr_taken<T> rounded;                                                                                             \
      gr_each_taken ([&] (unsigned t, unsigned i) {                                                                    \
        rounded[t][i] = static_cast<T> (gr_round_between (from[t][i], LEAST, GREATEST));                               \
      });                                                                                                              \
      gr_store_typed (result, first, count, whole, rounded);                                                           \
    }                                                                                                                  \
    break;
      GR_NARROW_INTEGERS (GR_STORE_CASE, _)
#undef GR_STORE_CASE
    default:
      gr_store_typed (result, first, count, whole, from);
    }
}
template <class T>
__device__ __forceinline__ void
gr_store_results (const gr_device_result &result, size_t first, size_t count, bool whole, const gr_taken<T> &from)
{
  gr_store_typed (result, first, count, whole, from);
}

/* ---- the kernel ---- */

/* Apply an operator that is known to the compiler, but of 64-bit integers, whose code is long.  */
template <gr_form FORM, class Value>
__device__ __forceinline__ void
gr_compute_taken (const gr_rule &rule, const gr_taken<Value> &a, const gr_taken<Value> &b, gr_taken<Value> &out)
{
  typedef gr_form_traits<FORM> Form;
  switch (FORM == GR_FORM_WIDE ? GR_BINARY_COUNT : rule.op)
    {
#define GR_COMPUTE_CASE(_, ID, ...)                                                                                    \
  case GR_##ID:                                                                                                        \
    {                                                                                                                  \
      gr_rule known = rule;                                                                                            \
      known.op = GR_##ID;                                                                                              \
      gr_each_taken ([&] (unsigned t, unsigned i) { out[t][i] = Form::compute (known, a[t][i], b[t][i]); });           \
    }                                                                                                                  \
    break;
      GR_ARITHMETIC_BINARIES (GR_COMPUTE_CASE, _)
#undef GR_COMPUTE_CASE
    default:
      gr_each_taken ([&] (unsigned t, unsigned i) { out[t][i] = Form::compute (rule, a[t][i], b[t][i]); });
    }
}
template <gr_form FORM, class Value>
__device__ __forceinline__ void
gr_compare_taken (const gr_rule &rule, const gr_taken<Value> &a, const gr_taken<Value> &b, gr_taken<uint8_t> &out)
{
  typedef gr_form_traits<FORM> Form;
  switch (FORM == GR_FORM_WIDE ? GR_BINARY_COUNT : rule.op)
    {
#define GR_COMPARE_CASE(_, ID, ...)                                                                                    \
  case GR_##ID:                                                                                                        \
    {                                                                                                                  \
      gr_rule known = rule;                                                                                            \
      known.op = GR_##ID;                                                                                              \
      gr_each_taken ([&] (unsigned t, unsigned i) { out[t][i] = Form::compare (known, a[t][i], b[t][i]); });           \
    }                                                                                                                  \
    break;
      GR_COMPARING_BINARIES (GR_COMPARE_CASE, _)
#undef GR_COMPARE_CASE
    default:
      gr_each_taken ([&] (unsigned t, unsigned i) { out[t][i] = Form::compare (rule, a[t][i], b[t][i]); });
    }
}

template <gr_form FORM>
__global__ void
gr_apply_kernel (const __grid_constant__ gr_rule rule, const __grid_constant__ gr_device_side a,
                 const __grid_constant__ gr_device_side b, const __grid_constant__ gr_device_result result,
                 size_t count)
{
  typedef typename gr_form_traits<FORM>::Value Value;
  const size_t tile = blockIdx.x * static_cast<size_t> (GR_TURNS * GR_TURN_STEP), first = tile + threadIdx.x * GR_TAKEN;
  const bool whole = count - tile >= GR_TURNS * GR_TURN_STEP;
  gr_taken<Value> x = {}, y = {};
  gr_load_side<FORM> (a, first, count, whole, x);
  gr_load_side<FORM> (b, first, count, whole, y);
  if (gr_is_comparison (rule.op))
    {
      gr_taken<uint8_t> holds;
      gr_compare_taken<FORM, Value> (rule, x, y, holds);
      gr_store_typed (result, first, count, whole, holds);
    }
  else
    {
      gr_taken<Value> z;
      gr_compute_taken<FORM, Value> (rule, x, y, z);
      gr_store_results (result, first, count, whole, z);
    }
}

/* ---- the launch ---- */

/* Can elements of a size be moved four, or 16 bytes, at a time?  */
static bool
is_aligned (const void *p, size_t size)
{
  const size_t bytes = size * GR_TAKEN < 16 ? size * GR_TAKEN : 16;
  return reinterpret_cast<uintptr_t> (p) % bytes == 0;
}

static gr_device_side
device_side (const gr_side &side)
{
  const size_t size = gr_types[side.type].size;
  gr_device_side d = { side.data, side.is_scalar || ! side.data, is_aligned (side.data, size), side.type, {} };
  if (! side.data)
    memcpy (d.bytes, side.value, size);
  return d;
}

gr_status
gr_apply (gr_binary op, const gr_side *a, const gr_side *b, gr_type out_type, void *out, size_t count)
{
  const gr_rule rule = gr_rule_of (op, a->type, b->type);
  const gr_device_side of_a = device_side (*a), of_b = device_side (*b);
  const gr_device_result result = { out, is_aligned (out, gr_types[out_type].size), out_type };
  constexpr size_t TILE = GR_TURNS * GR_TURN_STEP;
  const size_t blocks = (count + TILE - 1) / TILE;
  switch (gr_form_of (a->type, b->type))
    {
#define GR_APPLY_CASE(_, ID, ...)                                                                                      \
  case GR_FORM_##ID:                                                                                                   \
    return gr_launch_queued (gr_apply_kernel<GR_FORM_##ID>, blocks, GR_APPLY_THREADS, rule, of_a, of_b, result, count);
      GR_FORMS (GR_APPLY_CASE, _)
#undef GR_APPLY_CASE
    default:
      return GR_OK;
    }
}

} // namespace
