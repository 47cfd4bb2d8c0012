/* SPDX-License-Identifier: GPL-3.0-or-later

   Folds of elements one after the other by one thread.  */

#ifndef GR_THREAD_ACCUMULATOR_CUH
#define GR_THREAD_ACCUMULATOR_CUH

#include "op/segment.cuh"

namespace GR_NAMESPACE
{

/* Call f with a std::bool_constant of the flag.  */
template <class F>
__device__ __forceinline__ void
gr_with_flag (bool flag, F f)
{
  if (flag)
    f (std::true_type ());
  else
    f (std::false_type ());
}

/* a + b, or the bound of its class that it would pass.  */
template <class T>
__device__ __forceinline__ T
gr_add_saturated (T a, T b)
{
  typedef std::numeric_limits<T> Limits;
  if constexpr (sizeof (T) < 4)
    return static_cast<T> (min (max (a + b, static_cast<int> (Limits::min ())), static_cast<int> (Limits::max ())));
  else
    {
      typedef std::make_unsigned_t<T> Unsigned;
      const T sum = static_cast<T> (static_cast<Unsigned> (a) + static_cast<Unsigned> (b));
      /* overflow: the sum's sign is that of neither term */
      return ((a ^ sum) & (b ^ sum)) < 0 ? a < 0 ? Limits::min () : Limits::max () : sum;
    }
}

/* No center is learned from the first elements, and folds may be long.  */
struct gr_uncentered
{
  static constexpr int most_batches = 64;
  static constexpr bool by_segment = false, pads = false;
  template <class Element> __device__ __forceinline__ void center (int, Element) {}
};

/* How one thread accumulates.  It begins with an accumulator; start () forgets what came before.  add (x, j, k,
   first) takes element x, the thread's number j, at position k; first: nothing stands before it.  get (place)
   returns the accumulator; place (j) is the position of element j.

   - add_all takes several elements that need no positions: a multiple of `together`, if that is not 0.  Where it
     pads, only the first count need be elements, and the others are padding ().
   - A reduction calls center (count, element) before it adds; element (j) are the first count elements.  It begins
     a new fold after most_batches batches of loads.
   - is_cheap: an element takes so few instructions that long loops may be unrolled.
   - by_segment: neighbouring threads that have one whole segment (gr_expect) need not combine accumulators.  They
     agree on a center, which sums (away ()) of differences from one element give, and add up their sums (), which
     of_segment turns into the accumulator.

   The default is the operator itself.  */
template <class Op, class Source, class = void> struct gr_thread_accumulator : gr_uncentered
{
  typedef typename Op::Acc Acc;
  static constexpr int together = 0;
  static constexpr bool is_cheap = sizeof (Acc) <= sizeof (gr_c64);
  Acc acc;
  __device__ __forceinline__ explicit gr_thread_accumulator (const Acc &before = Acc ()) : acc (before) {}
  __device__ __forceinline__ void start (const Op &op) { acc = op.identity (); }
  __device__ __forceinline__ void add (const Op &op, const typename Source::Element &x, int, size_t k, bool)
  {
    acc = op.combine (acc, Source::convert (op, x, k));
  }
  template <class Place> __device__ __forceinline__ Acc get (const Op &, Place) const { return acc; }
  __device__ __forceinline__ typename Op::Value finish (const Op &op) const { return op.finish (acc); }
};

/* Take N elements, the first of which is the thread's number j.  */
template <class Serial, class Op, class T, int N, class Place>
__device__ __forceinline__ void
gr_add_all (Serial &serial, const Op &op, const T (&x)[N], int j, Place place, bool first, int count = N)
{
  if constexpr (Serial::together && N % (Serial::together + ! Serial::together) == 0)
    serial.add_all (op, x, j, first, count);
  else
#pragma unroll
    for (int i = 0; i < N; i++)
      serial.add (op, x[i], j + i, place (j + i), first && i == 0);
}

/* Word i of packed elements.  */
template <class T, int N>
__device__ __forceinline__ unsigned
gr_word (const T (&x)[N], int i)
{
  unsigned word;
  memcpy (&word, reinterpret_cast<const char *> (x) + i * sizeof word, sizeof word);
  return word;
}

/* A word with 1 in each element, and a word whose elements are all x.  */
template <class T> constexpr unsigned gr_ones = sizeof (T) == 1 ? 0x01010101u : 0x00010001u;
template <class T>
__device__ __forceinline__ unsigned
gr_word_of (T x)
{
  return gr_ones<T> * static_cast<std::make_unsigned_t<T>> (x);
}

/* Integers, or their squares, are summed as integers: as exact as doubles, without a conversion for each element.
   Those of 1 or 2 bytes are summed as packed words.  At most 2^15 elements of less than 4 bytes may be added, or
   2^14 if squared.  */
template <class T, bool SQUARE> struct gr_integer_sum
{
  static constexpr int together = sizeof (T) == 1 ? 4 : sizeof (T) == 2 && ! SQUARE ? 2 : 0;
  std::conditional_t<(sizeof (T) << SQUARE) < 4, int, long long> sum = 0;
  __device__ __forceinline__ void add (T x)
  {
    const decltype (sum) wide = x;
    sum += SQUARE ? wide * wide : wide;
  }
  template <int N> __device__ __forceinline__ void add_all (const T (&x)[N])
  {
#pragma unroll
    for (int i = 0; i < N / together; i++)
      {
        const unsigned word = gr_word (x, i), by = SQUARE ? word : 0x01010101u;
        if constexpr (sizeof (T) == 1 && std::is_signed<T>::value)
          sum = __dp4a (static_cast<int> (word), static_cast<int> (by), sum);
        else if constexpr (sizeof (T) == 1)
          sum = static_cast<int> (__dp4a (word, by, static_cast<unsigned> (sum)));
        else if constexpr (std::is_signed<T>::value)
          sum = __dp2a_lo (static_cast<int> (word), static_cast<int> (by), sum);
        else
          sum = static_cast<int> (__dp2a_lo (word, by, static_cast<unsigned> (sum)));
      }
  }
};

template <class T, bool SQUARE, bool RUNNING>
struct gr_thread_accumulator<gr_sum_of<SQUARE, false, RUNNING>, gr_source<gr_sum_of<SQUARE, false, RUNNING>, T>,
                             std::enable_if_t<std::is_integral<T>::value && (sizeof (T) << SQUARE) <= 4>>
  : gr_uncentered
{
  typedef gr_sum_of<SQUARE, false, RUNNING> Op;
  static constexpr int together = gr_integer_sum<T, SQUARE>::together;
  static constexpr bool is_cheap = true, pads = together > 0;
  static __device__ __forceinline__ T padding (const Op &) { return 0; }
  double before;
  gr_integer_sum<T, SQUARE> sum;
  __device__ __forceinline__ explicit gr_thread_accumulator (double before = 0.0) : before (before) {}
  __device__ __forceinline__ void start (const Op &op)
  {
    before = op.identity ();
    sum = {};
  }
  __device__ __forceinline__ void add (const Op &, T x, int, size_t, bool) { sum.add (x); }
  template <int N> __device__ __forceinline__ void add_all (const Op &, const T (&x)[N], int, bool, int)
  {
    sum.add_all (x);
  }
  template <class Place> __device__ __forceinline__ double get (const Op &, Place) const
  {
    return before + static_cast<double> (sum.sum);
  }
  __device__ __forceinline__ double finish (const Op &op) const
  {
    return op.finish (before + static_cast<double> (sum.sum));
  }
};

/* Products of 4 bytes of packed integers are exact in 32 bits, so one conversion serves them.  A zero gets the
   sign that it has with doubles.  */
template <class T>
struct gr_thread_accumulator<gr_product, gr_source<gr_product, T>,
                             std::enable_if_t<std::is_integral<T>::value && sizeof (T) <= 2>> : gr_uncentered
{
  static constexpr int together = 4 / sizeof (T);
  static constexpr bool is_cheap = true, pads = true;
  static __device__ __forceinline__ T padding (const gr_product &) { return 1; }
  double acc;
  __device__ __forceinline__ explicit gr_thread_accumulator (double before = 1.0) : acc (before) {}
  __device__ __forceinline__ void start (const gr_product &op) { acc = op.identity (); }
  __device__ __forceinline__ void add (const gr_product &, T x, int, size_t, bool) { acc *= x; }
  template <int N> __device__ __forceinline__ void add_all (const gr_product &, const T (&x)[N], int, bool, int)
  {
    typedef std::conditional_t<std::is_signed<T>::value, int, unsigned> Exact;
    double all = 1.0;
    unsigned signs = 0;
#pragma unroll
    for (int i = 0; i < N / together; i++)
      {
        const unsigned word = gr_word (x, i);
        const Exact next = static_cast<Exact> (word >> 8 * sizeof (T));
        signs ^= word;
        if constexpr (sizeof (T) == 1)
          {
            /* a dot product with one non-zero factor extracts an element from the packed word */
            const Exact first = static_cast<Exact> (word & 0xff), third = static_cast<Exact> (word & 0xff0000);
            all *= __dp4a (first, next, Exact (0)) * __dp4a (third, next, Exact (0));
          }
        else
          all *= static_cast<Exact> (static_cast<T> (word)) * static_cast<Exact> (static_cast<T> (next));
      }
    signs ^= signs << 16;
    if constexpr (sizeof (T) == 1)
      signs ^= signs << 8;
    acc *= std::is_signed<T>::value ? copysign (all, signs >> 31 ? -1.0 : 1.0) : all;
  }
  template <class Place> __device__ __forceinline__ double get (const gr_product &, Place) const { return acc; }
  __device__ __forceinline__ double finish (const gr_product &op) const { return op.finish (acc); }
};

/* The bounds of a saturating sum are those of the elements' type.  A scan needs the value only, which is one step
   an element.  */
template <class Wide, class T>
struct gr_thread_accumulator<gr_saturating_sum<Wide>, gr_source<gr_saturating_sum<Wide>, T>> : gr_uncentered
{
  typedef gr_saturating_sum<Wide> Op;
  typedef typename Op::Acc Acc;
  static constexpr int together = 0;
  static constexpr bool is_cheap = true;
  Wide a; /* of at most 2^31 elements */
  T lo, hi, v;
  __device__ __forceinline__ explicit gr_thread_accumulator (const Acc &before = Acc ())
    : a (before.a), lo (static_cast<T> (before.lo)), hi (static_cast<T> (before.hi)),
      v (static_cast<T> (before.a < before.lo   ? before.lo
                         : before.a > before.hi ? before.hi
                                                : before.a))
  {}
  __device__ __forceinline__ void start (const Op &op) { *this = gr_thread_accumulator (op.identity ()); }
  __device__ __forceinline__ void add (const Op &, T x, int, size_t, bool)
  {
    a += x;
    lo = gr_add_saturated (lo, x);
    hi = gr_add_saturated (hi, x);
    v = gr_add_saturated (v, x);
  }
  template <class Place> __device__ __forceinline__ Acc get (const Op &op, Place) const
  {
    const Wide width = op.most - op.least;
    return Acc{ op.clamp (a, -width, width), lo, hi };
  }
  __device__ __forceinline__ Wide finish (const Op &) const { return v; }
};

/* The position of an accumulator, and an accumulator with a position, for types that have one or not.  */
template <class V>
__device__ __forceinline__ long long
gr_place_of (const gr_value_index<V, true> &a)
{
  return a.k;
}
template <class V>
__device__ __forceinline__ long long
gr_place_of (const gr_value_index<V, false> &)
{
  return 0;
}
template <class Acc, class V>
__device__ __forceinline__ Acc
gr_value_index_at (const V &v, long long k)
{
  if constexpr (std::is_same<Acc, gr_value_index<V, true>>::value)
    return Acc{ v, k };
  else
    return Acc{ v };
}

/* Maxima compare flipped elements and remember which element of the thread won: a few instructions an
   element instead of a few dozen.  Positions ascend, so the first of equals stays.  */
template <class V, bool IN_ORDER, bool INDEXED, class T>
struct gr_thread_accumulator<gr_arg_extremum<V, IN_ORDER, INDEXED>, gr_source<gr_arg_extremum<V, IN_ORDER, INDEXED>, T>>
  : gr_uncentered
{
  typedef gr_arg_extremum<V, IN_ORDER, INDEXED> Op;
  typedef typename Op::Acc Acc;
  static constexpr bool is_cheap = true, pads = sizeof (T) < 4;
  static constexpr int together = pads ? 4 / sizeof (T) : 2;
  static __device__ __forceinline__ T padding (const Op &op)
  {
    return static_cast<T> (op.flipped (std::numeric_limits<T>::min ()));
  }
  V v;    /* flipped, as in the accumulator */
  int at; /* -1: no element of this thread, the accumulator before */
  long long before;
  __device__ __forceinline__ explicit gr_thread_accumulator (const Acc &acc = Acc ())
    : v (acc.v), at (-1), before (gr_place_of (acc))
  {}
  __device__ __forceinline__ void start (const Op &)
  {
    before = Op::nowhere;
    at = -1;
  }
  __device__ __forceinline__ void add (const Op &op, T x, int j, size_t, bool first)
  {
    const V y = op.flipped (x);
    bool take = ! (v >= y); /* or one is NaN */
    if constexpr (std::is_floating_point<T>::value)
      take = take && (op.nan_wins ? v == v : y == y);
    take = take || first;
    v = take ? y : v;
    at = take ? j : at;
  }
  template <int N> __device__ __forceinline__ void add_all (const Op &op, const T (&x)[N], int j, bool first, int)
  {
    if constexpr (pads)
      add_words (op, x, j, first);
    else
      add_each (op, x, j, first);
  }
  template <int N> __device__ __forceinline__ void add_each (const Op &op, const T (&x)[N], int j, bool first)
  {
    v = first ? op.flipped (x[0]) : v;
    at = first ? j : at;
    bool careful = false;
    if constexpr (std::is_floating_point<T>::value)
      careful = op.nan_wins || v != v;
    if (careful)
#pragma unroll
      for (int i = 0; i < N; i++)
        add (op, x[i], j + i, 0, false);
    else
      {
        /* a NaN wins no comparison */
        int won = -1;
#pragma unroll
        for (int i = 0; i < N; i++)
          {
            const V y = op.flipped (x[i]);
            const bool take = y > v;
            v = take ? y : v;
            won = take ? i : won;
          }
        at = won < 0 ? at : j + won;
      }
  }
  /* Each packed element gets a key, the largest for the best element.  The bits below the key hold its number,
     larger for earlier elements, so that the first of equals is the largest.  Bytes are compared two at a time.  */
  template <int N> __device__ __forceinline__ void add_words (const Op &op, const T (&x)[N], int j, bool first)
  {
    constexpr unsigned BITS = 8 * sizeof (T), MOST = (1u << BITS) - 1;
    constexpr unsigned SIGN = std::is_signed<T>::value ? 1u << (BITS - 1) : 0; /* keys are unsigned */
    const unsigned flip = gr_word_of (static_cast<T> (op.flip ^ SIGN));
    static_assert (N <= MOST + 1, "BITS bits tell which element it is");
    unsigned best = 0;
#pragma unroll
    for (int i = 0; i < N / together; i++)
      {
        const unsigned keys = gr_word (x, i) ^ flip;
        const unsigned places = (sizeof (T) == 1 ? 0xfcfdfeffu : 0xfffeffffu) - gr_ones<T> * together * i;
        if constexpr (sizeof (T) == 1)
          {
            best = __vmaxu2 (best, __byte_perm (keys, places, 0x1504));
            best = __vmaxu2 (best, __byte_perm (keys, places, 0x3726));
          }
        else
          {
            best = max (best, __byte_perm (keys, places, 0x1054));
            best = max (best, __byte_perm (keys, places, 0x3276));
          }
      }
    if constexpr (sizeof (T) == 1)
      best = max (best >> 16, best & 0xffff);
    const unsigned key = best >> BITS, last = (static_cast<unsigned> (v) ^ SIGN) & MOST;
    const bool take = first || key > last;
    v = take ? static_cast<T> (key ^ SIGN) : v;
    at = take ? j + static_cast<int> (MOST - (best & MOST)) : at;
  }
  template <class Place> __device__ __forceinline__ Acc get (const Op &, Place place) const
  {
    return gr_value_index_at<Acc> (v, at < 0 ? before : static_cast<long long> (place (at)));
  }
  __device__ __forceinline__ V finish (const Op &op) const { return op.flipped (v); }
};

/* Complex elements by the squares of their moduli, where these tell which one is better.  */
template <class Z, bool IN_ORDER, bool INDEXED, class T>
struct gr_thread_accumulator<gr_complex_arg_extremum<Z, IN_ORDER, INDEXED>,
                             gr_source<gr_complex_arg_extremum<Z, IN_ORDER, INDEXED>, T>> : gr_uncentered
{
  typedef gr_complex_arg_extremum<Z, IN_ORDER, INDEXED> Op;
  typedef typename Op::Acc Acc;
  typedef decltype (T::re) Real;
  static constexpr int together = 0;
  static constexpr bool is_cheap = false;
  T v;
  Real square;
  int at; /* -1: no element of this thread, the accumulator before */
  long long before;
  __device__ __forceinline__ explicit gr_thread_accumulator (const Acc &acc = Acc ())
    : v (gr_cast<T> (acc.v)), square (gr_squared_modulus (v)), at (-1), before (gr_place_of (acc))
  {}
  __device__ __forceinline__ void start (const Op &)
  {
    before = Op::nowhere;
    at = -1;
  }
  __device__ __forceinline__ void add (const Op &op, T x, int j, size_t, bool first)
  {
    const Real of_x = gr_squared_modulus (x);
    const bool above = ! op.by_parts && gr_surely_above (of_x, square, gr_modulus_margin<Real>);
    const bool below = ! op.by_parts && gr_surely_above (square, of_x, gr_modulus_margin<Real>);
    bool take = first || (op.least ? below : above);
    if (! first && ! above && ! below)
      take = op.takes (v, x, false);
    v.re = take ? x.re : v.re;
    v.im = take ? x.im : v.im;
    square = take ? of_x : square;
    at = take ? j : at;
  }
  template <class Place> __device__ __forceinline__ Acc get (const Op &, Place place) const
  {
    return gr_value_index_at<Acc> (gr_cast<Z> (v), at < 0 ? before : static_cast<long long> (place (at)));
  }
  __device__ __forceinline__ Z finish (const Op &) const { return gr_cast<Z> (v); }
};

/* Both any and all are computed: that takes fewer instructions for each element than a test of which is asked for.  */
template <class T> struct gr_thread_accumulator<gr_logical, gr_source<gr_logical, T>> : gr_uncentered
{
  static constexpr bool is_cheap = true, pads = sizeof (T) < 4;
  static constexpr int together = pads ? 4 / sizeof (T) : 0;
  static __device__ __forceinline__ T padding (const gr_logical &op) { return ! op.any; }
  int before;
  bool some, every;
  __device__ __forceinline__ explicit gr_thread_accumulator (int before = 0)
    : before (before), some (false), every (true)
  {}
  __device__ __forceinline__ void start (const gr_logical &op)
  {
    before = op.identity ();
    some = false;
    every = true;
  }
  __device__ __forceinline__ void add (const gr_logical &, T x, int, size_t k, bool)
  {
    some |= gr_logical{ true }.load (x, k) != 0;
    every &= gr_logical{ false }.load (x, k) != 0;
  }
  template <int N> __device__ __forceinline__ void add_all (const gr_logical &, const T (&x)[N], int, bool, int)
  {
    /* the lowest zero element has its upper bit set in `zeros`; no bit is set if there is none */
    constexpr unsigned UPPER = gr_ones<T> << (8 * sizeof (T) - 1);
    unsigned ones = 0, zeros = 0;
#pragma unroll
    for (int i = 0; i < N / together; i++)
      {
        const unsigned word = gr_word (x, i);
        ones |= word;
        zeros |= (word - gr_ones<T>) &~word & UPPER;
      }
    some |= ones != 0;
    every &= zeros == 0;
  }
  template <class Place> __device__ __forceinline__ int get (const gr_logical &op, Place) const
  {
    return op.combine (before, op.any ? some : every);
  }
  __device__ __forceinline__ bool finish (const gr_logical &op) const { return op.finish (get (op, 0)); }
};

/* Sums of differences from one value, and of their squares.  */
template <class Sum, class Squares> struct gr_sums_of
{
  struct Acc
  {
    Sum sum;
    Squares squares;
  };
  __device__ __forceinline__ Acc combine (const Acc &a, const Acc &b) const
  {
    return Acc{ a.sum + b.sum, a.squares + b.squares };
  }
};
template <> struct gr_sums_of<gr_c64, double>
{
  struct Acc
  {
    gr_c64 sum;
    double squares;
  };
  __device__ __forceinline__ Acc combine (const Acc &a, const Acc &b) const
  {
    return Acc{ gr_complex_add (a.sum, b.sum), a.squares + b.squares };
  }
};

/* Moments without weights are sums of differences from the mean of the thread's first elements.  So there is no
   division for each element, and the rounding error grows at most by the number of elements over that of the first
   ones.  A single first element may be an outlier, so the mean of several is taken.  With weights, moments are
   merged element by element.  */
template <class Moments, bool PLAIN, class T>
constexpr bool gr_has_exact_moments = PLAIN &&std::is_integral<T>::value && sizeof (T) <= 2;
template <class Moments, bool PLAIN, class T>
struct gr_thread_accumulator<gr_variance<Moments, PLAIN>, gr_source<gr_variance<Moments, PLAIN>, T>,
                             std::enable_if_t<! gr_has_exact_moments<Moments, PLAIN, T>>>
{
  typedef gr_variance<Moments, PLAIN> Op;
  static constexpr int together = 0, most_batches = 16; /* few, for accuracy */
  static constexpr bool is_cheap = PLAIN, by_segment = PLAIN, pads = false;
  typedef gr_sums_of<decltype (Moments::mean), double> Sums;
  Moments before, m; /* without weights, m.mean and m.m2 are the sums of differences and their squares */
  gr_c64 shift;      /* the imaginary part stays unused for real elements */
  int n;
  __device__ __forceinline__ explicit gr_thread_accumulator (const Moments &before = Moments ())
    : before (before), m (), shift (gr_complex (0, 0)), n (0)
  {}
  __device__ __forceinline__ void start (const Op &op)
  {
    before = op.identity ();
    m = op.identity ();
    n = 0;
  }
  /* The mean of the first count elements that are not NaN, since NaN may be left out.  The mean of differences
     from one of them is exact where all are equal.  */
  template <class Element> __device__ __forceinline__ void center (int count, Element element)
  {
    gr_c64 one = gr_to_complex (element (0));
    if (! PLAIN)
#pragma unroll
      for (int j = 1; j < count; j++)
        if (gr_is_nan (one))
          one = gr_to_complex (element (j));
    shift = one;
    if (PLAIN && count == 1)
      return;
    const double part = 1.0 / count;
#pragma unroll
    for (int j = PLAIN; j < count; j++)
      {
        const gr_c64 z = gr_to_complex (element (j));
        if (! PLAIN && gr_is_nan (z))
          continue;
        shift.re = fma (z.re - one.re, part, shift.re);
        shift.im = fma (z.im - one.im, part, shift.im);
      }
  }
  /* The sums of the first count elements.  */
  template <class Element> __device__ __forceinline__ typename Sums::Acc away (T one, int count, Element element) const
  {
    const gr_c64 from = gr_to_complex (one);
    gr_c64 sum = gr_complex (0, 0);
#pragma unroll 2
    for (int j = 0; j < count; j++)
      {
        const gr_c64 z = gr_to_complex (element (j));
        sum = gr_complex_add (sum, gr_complex (z.re - from.re, z.im - from.im));
      }
    if constexpr (std::is_same<Moments, gr_complex_moments>::value)
      return { sum, 0.0 };
    else
      return { sum.re, 0.0 };
  }
  /* Center on the mean of elements whose differences from `one` have these sums; part: 1 over their number.  */
  __device__ __forceinline__ void center_at (T one, const typename Sums::Acc &away, double part)
  {
    shift = gr_to_complex (one);
    if constexpr (std::is_same<Moments, gr_complex_moments>::value)
      shift = gr_complex (fma (away.sum.re, part, shift.re), fma (away.sum.im, part, shift.im));
    else
      shift.re = fma (away.sum, part, shift.re);
  }
  /* Squares about the mean from squares about another center, from which the elements' differences have that sum
     and mean.  The product is fused, so infinite squares of finite elements stay infinite.  */
  static __device__ __forceinline__ double about_mean (double squares, double sum, double mean)
  {
    return fma (-sum, mean, squares);
  }
  static __device__ __forceinline__ double about_mean (double squares, gr_c64 sum, gr_c64 mean)
  {
    return fma (-sum.im, mean.im, fma (-sum.re, mean.re, squares));
  }
  __device__ __forceinline__ typename Sums::Acc sums () const { return { m.mean, m.m2 }; }
  static __device__ __forceinline__ Moments of_segment (const Op &op, const typename Sums::Acc &sums)
  {
    Moments a = {};
    a.n = op.whole.n;
    if constexpr (std::is_same<Moments, gr_complex_moments>::value)
      {
        const gr_c64 mean = gr_complex (op.whole.divide (sums.sum.re), op.whole.divide (sums.sum.im));
        a.m2 = about_mean (sums.squares, sums.sum, mean);
      }
    else
      a.m2 = about_mean (sums.squares, sums.sum, op.whole.divide (sums.sum));
    return a;
  }
  __device__ __forceinline__ void add (const Op &op, T x, int, size_t k, bool)
  {
    if (! PLAIN && op.weights)
      m = gr_call_merge (m, op.load (x, k));
    else if (PLAIN || ! (op.omit_nan && gr_is_nan (x)))
      {
        const gr_c64 z = gr_to_complex (x);
        if (! PLAIN && gr_is_nan (shift)) /* all of the first elements were NaN */
          shift = z;
        n++;
        const double d = z.re - shift.re;
        m.m2 = fma (d, d, m.m2);
        if constexpr (std::is_same<Moments, gr_complex_moments>::value)
          {
            const double e = z.im - shift.im;
            m.m2 = fma (e, e, m.m2);
            m.mean = gr_complex (m.mean.re + d, m.mean.im + e);
          }
        else
          m.mean += d;
      }
  }
  template <class Place> __device__ __forceinline__ Moments get (const Op &op, Place) const
  {
    if (! PLAIN && op.weights)
      return op.combine (before, m);
    if (! n)
      return before;
    Moments sum;
    sum.n = n;
    const bool all = PLAIN && sum.n == op.whole.n; /* all elements of the segment */
    if constexpr (std::is_same<Moments, gr_complex_moments>::value)
      {
        const double re = all ? op.whole.divide (m.mean.re) : m.mean.re / sum.n;
        const double im = all ? op.whole.divide (m.mean.im) : m.mean.im / sum.n;
        sum.mean = gr_complex (shift.re - op.origin.re + re, shift.im - op.origin.im + im);
        sum.m2 = about_mean (m.m2, m.mean, gr_complex (re, im));
      }
    else
      {
        const double mean = all ? op.whole.divide (m.mean) : m.mean / sum.n;
        sum.mean = shift.re - op.origin.re + mean;
        sum.m2 = about_mean (m.m2, m.mean, mean);
      }
    return op.combine (before, sum);
  }
};

/* For small integers, the sums of elements and of squares are exact.  */
template <class Moments, bool PLAIN, class T>
struct gr_thread_accumulator<gr_variance<Moments, PLAIN>, gr_source<gr_variance<Moments, PLAIN>, T>,
                             std::enable_if_t<gr_has_exact_moments<Moments, PLAIN, T>>> : gr_uncentered
{
  typedef gr_variance<Moments, PLAIN> Op;
  static constexpr int together = gr_integer_sum<T, false>::together;
  static constexpr bool is_cheap = true, by_segment = true, pads = true;
  static __device__ __forceinline__ T padding (const Op &) { return 0; }
  typedef gr_sums_of<decltype (gr_integer_sum<T, false>::sum), decltype (gr_integer_sum<T, true>::sum)> Sums;
  Moments before;
  gr_integer_sum<T, false> sum;
  gr_integer_sum<T, true> squares;
  int n;
  __device__ __forceinline__ explicit gr_thread_accumulator (const Moments &before = Moments ())
    : before (before), n (0)
  {}
  __device__ __forceinline__ void start (const Op &op) { *this = gr_thread_accumulator (op.identity ()); }
  __device__ __forceinline__ void add (const Op &, T x, int, size_t, bool)
  {
    sum.add (x);
    squares.add (x);
    n++;
  }
  template <int N> __device__ __forceinline__ void add_all (const Op &, const T (&x)[N], int, bool, int count)
  {
    sum.add_all (x);
    if constexpr (sizeof (T) == 1)
      squares.add_all (x);
    else
#pragma unroll
      for (int i = 0; i < N; i++)
        squares.add (x[i]);
    n += count;
  }
  template <class Place> __device__ __forceinline__ Moments get (const Op &op, Place) const
  {
    if (! n)
      return before;
    const double count = n;
    const auto mean_of = [&] (double a) { return count == op.whole.n ? op.whole.divide (a) : a / count; };
    const long long s = sum.sum;
    const double m2 = mean_of (static_cast<double> (n * static_cast<long long> (squares.sum) - s * s));
    return op.combine (before, Moments{ count, mean_of (static_cast<double> (s)) - op.origin.re, m2 });
  }
  /* Sums away from 0 are exact.  */
  template <class Element> __device__ __forceinline__ typename Sums::Acc away (T, int, Element) const { return {}; }
  __device__ __forceinline__ void center_at (T, const typename Sums::Acc &, double) {}
  __device__ __forceinline__ typename Sums::Acc sums () const { return { sum.sum, squares.sum }; }
  static __device__ __forceinline__ Moments of_segment (const Op &op, const typename Sums::Acc &sums)
  {
    const long long n = static_cast<long long> (op.whole.n), s = sums.sum, squares = sums.squares;
    return Moments{ op.whole.n, 0.0, op.whole.divide (static_cast<double> (n * squares - s * s)) };
  }
};

} // namespace

#endif
