/* SPDX-License-Identifier: GPL-3.0-or-later

   Reductions of what a function makes of several arrays, without an array of its values: a source of the same elements,
   in the same order, as if they stood in an array.  How functions are written is not known here: F has

     template <int N> struct All          the values of all steps for N elements
       load (take)                        calls take (std::integral_constant of an argument, pack) for each argument
       compute (numbers)
       result ()                          the pack of values
       fault (i)                          which step made a value of element i faulty, or GR_NO_FAULT
       packed<T> (i)                      all values of element i, one behind the other
     static constexpr int argument_bytes  of an element of each argument
     static constexpr bool any_may_fault  can there be one?
     static constexpr unsigned form       what the compiler knows of the arrays (gr_array_kind)  */

#ifndef GR_MAPPED_CUH
#define GR_MAPPED_CUH

#include "block/broadcast.cuh"
#include "op/segment.cuh"

namespace GR_NAMESPACE
{

constexpr unsigned GR_NO_FAULT = ~0u;

/* What arrays are to the values: WHOLE has as many elements, from an address on that is a multiple of 16, and LOOSE
   from another one; ONE is an element for all; others have elements ALONG the first axis, or ACROSS it alone.  A form
   has three bits for each array, and flags where there are more than two axes, or 2^31 values.  */
enum gr_array_kind { GR_ARRAY_WHOLE, GR_ARRAY_LOOSE, GR_ARRAY_ONE, GR_ARRAY_ALONG, GR_ARRAY_ACROSS };
constexpr unsigned GR_MANY_AXES = 1u << 30, GR_MANY_VALUES = 1u << 31;
constexpr unsigned
gr_form_of_array (int number, gr_array_kind kind)
{
  return static_cast<unsigned> (kind) << 3 * number;
}

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
  static constexpr int argument_bytes = 1;
  static constexpr bool any_may_fault = false;
  static constexpr unsigned form = 0;
};

/* What a source of values may have; others get an array of them first.  */
enum { GR_MAPPED_ARGUMENTS = 8, GR_MAPPED_NUMBERS = 16, GR_MAPPED_AXES = 4 };
struct gr_mapped_argument
{
  const void *data;
  unsigned has; /* bit k: there are elements along axis k */
};
struct gr_mapped_arrays
{
  gr_mapped_argument argument[GR_MAPPED_ARGUMENTS];
  gr_c64 number[GR_MAPPED_NUMBERS];
  gr_axes<GR_MAPPED_AXES> axes;
  unsigned *faulty; /* the least step that made a faulty value */
};

/* A source of Op's elements of C type T: values of F.  */
template <class Op, class T, class F> struct gr_mapped_source
{
  typedef T Element;
  typedef gr_source<Op, T> Plain;
  template <int N> using All = typename F::template All<N>;
  typedef std::conditional_t<(F::form & GR_MANY_VALUES) != 0, size_t, unsigned> Index;
  static constexpr bool is_plane = ! (F::form & GR_MANY_AXES);
  static constexpr int vector = Plain::vector;
  /* Of a batch of packs of N elements, how many are loaded before the first is computed: arrays that are broadcast take
     registers for places too, so that elements take at most 32.  */
  template <int N, int BATCH> static constexpr int together ()
  {
    constexpr int BYTES = N * F::argument_bytes, MOST = 128;
    return ! F::form || BATCH * BYTES <= MOST ? BATCH : BYTES < MOST ? MOST / BYTES : 1;
  }
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

  template <int NUMBER> static constexpr unsigned kind = F::form >> 3 * NUMBER & 7;
  /* N neighbouring elements of an argument, at the values from number `first` on, which is in `row`; or the first one,
     as gr_load_broadcast says.  */
  template <int NUMBER, class S, int N>
  __device__ __forceinline__ bool load_argument (size_t first, gr_division<Index> row, gr_pack<S, N> &to) const
  {
    const S *const from = static_cast<const S *> (arrays.argument[NUMBER].data);
    const unsigned first_axis = kind<NUMBER> == GR_ARRAY_ALONG;
    const unsigned others = is_plane ? 0 : arrays.argument[NUMBER].has & ~1u;
    const gr_extent extent = { first_axis | others, kind<NUMBER> == GR_ARRAY_ONE, kind<NUMBER> == GR_ARRAY_LOOSE };
    if constexpr (kind<NUMBER> != GR_ARRAY_WHOLE)
      return gr_load_broadcast<is_plane> (arrays.axes, from, extent, first, row, N, to);
    gr_load_pack (from + first, to);
    return false;
  }
  /* Bit k: of argument k the first element is there, which stands for all.  */
  template <int N> __device__ __forceinline__ unsigned load (All<N> &all, size_t first) const
  {
    const gr_division<Index> row = arrays.axes.axis[0].divide (static_cast<Index> (first));
    unsigned repeats = 0;
    all.load ([&] (auto number, auto &to) {
      constexpr int NUMBER = decltype (number)::value;
      repeats |= static_cast<unsigned> (load_argument<NUMBER> (first, row, to)) << NUMBER;
    });
    /* with known bits, the compiler would repeat elements where they are loaded */
    return F::form ? gr_opaque_copy (repeats) : 0;
  }
  /* The values of what was loaded.  */
  template <int N> __device__ __forceinline__ gr_pack<T, N> compute (All<N> &all, unsigned repeats) const
  {
    all.load ([&] (auto number, auto &to) {
      constexpr int NUMBER = decltype (number)::value;
      if (kind<NUMBER> == GR_ARRAY_ONE || (kind<NUMBER> == GR_ARRAY_ACROSS && repeats >> NUMBER & 1))
        gr_repeat (to.element[0], to);
    });
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
    const unsigned repeats = load<N> (all, first);
    return compute<N> (all, repeats);
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

/* Vectors from p on, `stride` elements apart, of which the first `left` are there; others become zeros.  The loads of
   those that are taken together are on their way before the first function is computed.  */
template <class Source, class Vector, int BATCH>
__device__ __forceinline__ void
gr_load_mapped (const typename Source::Cursor &p, ptrdiff_t stride, int left, Vector (&to)[BATCH])
{
  typedef typename Source::Element T;
  constexpr int N = static_cast<int> (sizeof (Vector) / sizeof (T)), TOGETHER = Source::template together<N, BATCH> ();
#pragma unroll
  for (int first = 0; first < BATCH; first += TOGETHER)
    {
      typename Source::template All<N> all[TOGETHER];
      unsigned repeats[TOGETHER];
#pragma unroll
      for (int j = first; j < BATCH && j < first + TOGETHER; j++)
        if (j < left)
          repeats[j - first] = p.source->template load<N> (all[j - first], static_cast<size_t> (p.at + j * stride));
#pragma unroll
      for (int j = first; j < BATCH && j < first + TOGETHER; j++)
        if (j < left)
          {
            const gr_pack<T, N> values = p.source->template compute<N> (all[j - first], repeats[j - first]);
            memcpy (&to[j], &values, sizeof values);
          }
        else
          to[j] = Vector ();
    }
}

} // namespace

#endif
