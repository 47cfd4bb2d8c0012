/* SPDX-License-Identifier: GPL-3.0-or-later

   Reductions of what a function makes of several arrays, without an array of its values: a source of the same elements,
   in the same order, as if they stood in an array.  How functions are written is not known here: F has

     template <int N> struct All          the values of all steps for N elements
       load (take)                        calls take (std::integral_constant of an argument, pack) for each argument
       compute (numbers)
       result ()                          the pack of values
       fault (i)                          which step made a value of element i faulty, or GR_NO_FAULT
       packed<T> (i)                      all values of element i, one behind the other
     static constexpr bool any_may_fault  can there be one?
     static constexpr bool all_whole      has each array as many elements as there are values, from an address on that
   is a multiple of 16?  */

#ifndef GR_MAPPED_CUH
#define GR_MAPPED_CUH

#include "block/vector.cuh"
#include "op/segment.cuh"

namespace GR_NAMESPACE
{

constexpr unsigned GR_NO_FAULT = ~0u;

template <class T, int N> struct gr_pack
{
  T element[N];
};

/* Is an element all values of a function, one behind the other, and not one of them?  */
template <class T> struct gr_is_packed : std::false_type
{};

/* Values of a user's, one behind the other, each at a multiple of its alignment.  */
template <unsigned BYTES> struct gr_user_values
{
  /* words, since the compiler would copy bytes one by one */
  typedef std::conditional_t<BYTES % 8 == 0, unsigned long long, unsigned> Word;
  Word word[BYTES / sizeof (Word)];
  __device__ __host__ __forceinline__ unsigned char *at (unsigned place)
  {
    return reinterpret_cast<unsigned char *> (word) + place;
  }
  __device__ __host__ __forceinline__ const unsigned char *at (unsigned place) const
  {
    return reinterpret_cast<const unsigned char *> (word) + place;
  }
};
template <unsigned BYTES> struct gr_is_packed<gr_user_values<BYTES>> : std::true_type
{};

/* Stands for a user's function in the kernels that the host's compiler reads; gr_kernel_for (runtime/context.cuh) puts
   the function's name in its place.  */
struct gr_any_value
{};
struct gr_given
{
  template <int N> struct All
  {
    gr_pack<gr_any_value, N> values;
    template <class Load> __device__ void load (Load) {}
    __device__ void compute (const gr_c64 *) {}
    __device__ const gr_pack<gr_any_value, N> &result () { return values; }
    __device__ unsigned fault (int) { return GR_NO_FAULT; }
    template <class Values> __device__ Values packed (int) { return {}; }
  };
  static constexpr bool any_may_fault = false, all_whole = true;
};

/* What a source of values may have; others get an array of them first.  */
enum { GR_MAPPED_ARGUMENTS = 8, GR_MAPPED_NUMBERS = 16, GR_MAPPED_AXES = 4 };
/* An array: bit k of has says that it has elements along axis k, of which it else has one for all.  */
struct gr_mapped_argument
{
  const void *data;
  unsigned has;
  bool is_scalar, is_whole;
};
struct gr_mapped_arrays
{
  gr_mapped_argument argument[GR_MAPPED_ARGUMENTS];
  gr_c64 number[GR_MAPPED_NUMBERS];
  size_t axis[GR_MAPPED_AXES];
  unsigned axes;
  unsigned *faulty; /* the least step that made a faulty value */
};

/* Where an argument's element for an element of the values is.  */
__device__ __forceinline__ size_t
gr_find_mapped (const gr_mapped_arrays &arrays, unsigned has, size_t element)
{
  size_t place = 0, stride = 1;
#pragma unroll
  for (unsigned k = 0; k < GR_MAPPED_AXES; k++)
    if (k < arrays.axes)
      {
        const size_t count = arrays.axis[k], rest = k + 1 < arrays.axes ? gr_divide (element, count) : 0;
        if (has >> k & 1)
          {
            place += (element - rest * count) * stride;
            stride *= count;
          }
        element = rest;
      }
  return place;
}

/* A source of Op's elements of C type T: values of F.  */
template <class Op, class T, class F> struct gr_mapped_source
{
  typedef T Element;
  typedef gr_source<Op, T> Plain;
  template <int N> using All = typename F::template All<N>;
  static constexpr int vector = Plain::vector;
  gr_mapped_arrays arrays;

  /* A place among the values.  */
  struct Cursor
  {
    const gr_mapped_source *source;
    ptrdiff_t at;
    __device__ __forceinline__ Cursor operator+ (ptrdiff_t n) const { return { source, at + n }; }
    __device__ __forceinline__ Cursor operator- (ptrdiff_t n) const { return { source, at - n }; }
    __device__ __forceinline__ ptrdiff_t operator- (const Cursor &other) const { return at - other.at; }
    __device__ __forceinline__ bool operator<(const Cursor &other) const { return at < other.at; }
    __device__ __forceinline__ Cursor &operator+= (ptrdiff_t n)
    {
      at += n;
      return *this;
    }
    __device__ __forceinline__ T operator[] (size_t i) const { return source->template values<1> (at + i).element[0]; }
  };
  __device__ __forceinline__ Cursor cursor (size_t offset) const { return { this, static_cast<ptrdiff_t> (offset) }; }
  /* Values begin where memory would.  */
  static __device__ __forceinline__ size_t misalignment (const Cursor &p)
  {
    return static_cast<size_t> (p.at) * sizeof (T) % 16;
  }
  __device__ __forceinline__ Op on_segment (const Op &op, const gr_segments &segments, size_t segment) const
  {
    return ! segments.len ? op : gr_on_segment (op, segment, segments.len, [&] (size_t k) {
      return values<1> (segments.offset (segment, k)).element[0];
    });
  }
  static __device__ __forceinline__ typename Op::Acc convert (const Op &op, const T &x, size_t k)
  {
    return op.load (x, k);
  }

  /* N neighbouring elements of an argument, at the values from number `first` on.  */
  template <class S, int N>
  __device__ __forceinline__ void load_argument (const gr_mapped_argument &argument, size_t first,
                                                 gr_pack<S, N> &to) const
  {
    const S *const from = static_cast<const S *> (argument.data);
    constexpr int ACCESSED = sizeof (S) * N <= 16 ? N : static_cast<int> (16 / sizeof (S));
    typedef gr_vector<S, ACCESSED> Vector;
    if constexpr (F::all_whole)
#pragma unroll
      for (int i = 0; i < N; i += ACCESSED)
        {
          const Vector v = gr_load_vector (reinterpret_cast<const Vector *> (from + first + i));
#pragma unroll
          for (int k = 0; k < ACCESSED; k++)
            to.element[i + k] = v.element[k];
        }
    else
#pragma unroll
      for (int i = 0; i < N; i++)
        to.element[i] = from[argument.is_whole    ? first + i
                             : argument.is_scalar ? 0
                                                  : gr_find_mapped (arrays, argument.has, first + i)];
  }
  template <int N> __device__ __forceinline__ void load (All<N> &all, size_t first) const
  {
    all.load ([&] (auto number, auto &to) { load_argument (arrays.argument[decltype (number)::value], first, to); });
  }
  /* The values of what was loaded.  */
  template <int N> __device__ __forceinline__ gr_pack<T, N> compute (All<N> &all) const
  {
    gr_pack<T, N> values;
    all.compute (arrays.number);
#pragma unroll
    for (int i = 0; i < N; i++)
      {
        if constexpr (gr_is_packed<T>::value)
          values.element[i] = all.template packed<T> (i);
        else
          values.element[i] = gr_as_element (all.result ().element[i]);
        if constexpr (F::any_may_fault)
          if (all.fault (i) != GR_NO_FAULT)
            atomicMin (arrays.faulty, all.fault (i));
      }
    return values;
  }
  template <int N> __device__ __forceinline__ gr_pack<T, N> values (size_t first) const
  {
    All<N> all;
    load<N> (all, first);
    return compute<N> (all);
  }

private:
  /* Units read some unsigned integers as signed ones.  */
  template <class V> static __device__ __forceinline__ T gr_as_element (const V &value)
  {
    if constexpr (std::is_same<V, T>::value)
      return value;
    else if constexpr (std::is_same<V, gr_any_value>::value)
      return T ();
    else
      {
        static_assert (std::is_integral<V>::value && sizeof (V) == sizeof (T), "values have the unit's elements");
        return static_cast<T> (value);
      }
  }
};

/* ---- batches of vectors, as gr_fold takes them ---- */

/* Vectors from p on, `stride` elements apart, of which the first `left` are there; others become zeros.  All loads are
   on their way before the first function is computed.  */
template <class Source, class Vector, int BATCH>
__device__ __forceinline__ void
gr_load_mapped (const typename Source::Cursor &p, ptrdiff_t stride, int left, Vector (&to)[BATCH])
{
  typedef typename Source::Element T;
  constexpr int N = static_cast<int> (sizeof (Vector) / sizeof (T));
  typename Source::template All<N> all[BATCH];
#pragma unroll
  for (int j = 0; j < BATCH; j++)
    if (j < left)
      p.source->template load<N> (all[j], static_cast<size_t> (p.at + j * stride));
#pragma unroll
  for (int j = 0; j < BATCH; j++)
    if (j < left)
      {
        const gr_pack<T, N> values = p.source->template compute<N> (all[j]);
        memcpy (&to[j], &values, sizeof values);
      }
    else
      to[j] = Vector ();
}

} // namespace

#endif
