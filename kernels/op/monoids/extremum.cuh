/* SPDX-License-Identifier: GPL-3.0-or-later

   Maxima and minima with their positions.  */

#ifndef GR_EXTREMUM_CUH
#define GR_EXTREMUM_CUH

#include <cstring>
#include <limits>

#include "op/element.cuh"
#include "op/monoid.cuh"
#include "op/packed.cuh"
#include "op/thread_accumulator.cuh"

/* The bits of an element of 4 or 8 bytes.  */
template <class V> using gr_bits = std::conditional_t<sizeof (V) == 8, unsigned long long, unsigned>;

/* A NaN that no computation gives and that no program is known to use.  */
template <class T>
__device__ __host__ constexpr gr_bits<T>
gr_mark ()
{
  if constexpr (sizeof (T) == 8)
    return 0x7ffb3a51c6e94d27ull;
  else
    return 0x7feb3a51u;
}
template <class T>
__device__ __host__ __forceinline__ T
gr_marked_nan ()
{
  const auto mark = gr_mark<T> ();
  T nan;
  memcpy (&nan, &mark, sizeof nan);
  return nan;
}
template <class T>
__device__ __forceinline__ bool
gr_is_marked (T x)
{
  auto bits = gr_mark<T> ();
  memcpy (&bits, &x, sizeof bits);
  return bits == gr_mark<T> ();
}

/* An accumulator: with the position of the element, or without.  */
template <class V, bool INDEXED> struct gr_value_index
{
  V v;
  long long k;
};
template <class V> struct gr_value_index<V, false>
{
  V v;
};

/* Minima are maxima of elements with flipped bits, so that the same code serves both: the sign of floating-point
   numbers, all bits of integers, and of unsigned ones the highest bit besides.  Accumulators hold flipped elements.

   Ties go to the first position, so that 0 and -0 and NaN payloads come out as in Octave's loop; with the position
   the operator is commutative.  Scans combine IN_ORDER anyway, and keep the position only if it is asked for
   (INDEXED).  NaN loses against everything, or wins with nan_wins.  */
template <class V, bool IN_ORDER = false, bool INDEXED = true> struct gr_arg_extremum
{
  static_assert (IN_ORDER || INDEXED, "out of order, the position tells which is first");
  typedef gr_value_index<V, INDEXED> Acc;
  typedef V Value;
  static constexpr bool ordered = IN_ORDER;
  static constexpr long long nowhere = std::numeric_limits<long long>::max ();
  bool nan_wins;
  V worst; /* flipped, a value that never wins, apart from its position: NaN or, if NaN wins, an infinity */
  typedef std::conditional_t<std::is_floating_point<V>::value, unsigned, gr_bits<V>> Flip;
  Flip flip; /* of floating-point numbers for the upper word, since the lower one of a double stays */

  /* An element as accumulators hold it, and back.  */
  __device__ __forceinline__ V flipped (V v) const
  {
    gr_bits<V> bits;
    memcpy (&bits, &v, sizeof bits);
    bits ^= gr_bits<V> (flip) << 8 * (sizeof bits - sizeof flip);
    memcpy (&v, &bits, sizeof bits);
    return v;
  }
  __device__ Acc identity () const
  {
    if constexpr (INDEXED)
      return Acc{ worst, nowhere };
    else
      return Acc{ worst };
  }
  template <class T> __device__ Acc load (T x, size_t k) const
  {
    if constexpr (INDEXED)
      return Acc{ flipped (static_cast<V> (x)), static_cast<long long> (k) };
    else
      return Acc{ flipped (static_cast<V> (x)) };
  }
  __device__ bool is_identity (const Acc &a) const
  {
    if constexpr (INDEXED)
      return a.k == nowhere;
    else if constexpr (std::is_floating_point<V>::value)
      return gr_is_marked (a.v);
    else
      return a.v == worst;
  }
  __device__ Acc combine (Acc a, Acc b) const
  {
    constexpr bool FLOATING = std::is_floating_point<V>::value;
    if constexpr (IN_ORDER && ! (FLOATING && INDEXED))
      {
        bool take = ! (a.v >= b.v);
        if constexpr (INDEXED)
          take = take || is_identity (a);
        if constexpr (FLOATING)
          if (take && ! (b.v > a.v)) /* rare: one is NaN */
            take = nan_wins ? a.v == a.v : b.v == b.v || is_identity (a);
        return take ? b : a;
      }
    else
      {
        const bool better = b.v > a.v, worse = b.v < a.v;
        const auto comes_first = [&] /* comes_first: both are equal, or one is NaN, and b has the lower position */
        {
          const bool an = gr_is_nan (a.v), bn = gr_is_nan (b.v);
          return an == bn ? b.k < a.k : an != nan_wins;
        };
        /* Lanes would take different branches, so other types select without one.  Doubles take the branch, since
           comparing them for nothing takes longer (tuning: max-branches).  */
        bool take = better;
        if constexpr (! std::is_same<V, double>::value)
          take |= ! worse & comes_first ();
        else if (! better && ! worse)
          take = comes_first ();
        return take ? b : a;
      }
  }
  /* A number that is larger the better v is, with one number for equal values and one for all NaN.  */
  typedef gr_bits<V> Key;
  __device__ Key key (V v) const
  {
    constexpr Key SIGN = Key (1) << (8 * sizeof (V) - 1);
    if constexpr (std::is_floating_point<V>::value)
      {
        if (v != v)
          return nan_wins ? ~Key (0) : 0;
        v += 0; /* which makes 0 of -0 */
        Key bits;
        memcpy (&bits, &v, sizeof bits);
        return bits ^ (bits & SIGN ? ~Key (0) : SIGN);
      }
    else
      return static_cast<Key> (v) ^ SIGN;
  }
  __device__ Value finish (Acc a) const { return is_identity (a) ? empty () : flipped (a.v); }
  __device__ Value empty () const
  {
    if constexpr (std::is_floating_point<V>::value)
      return std::numeric_limits<V>::quiet_NaN ();
    else
      return flipped (worst);
  }
};

/* ---- complex numbers ---- */

/* Moduli of singles or doubles that differ by less than this factor may have equal squares, since rounding a
   square and a modulus loses up to 2^-22 or 2^-51.  */
template <class Real> constexpr Real gr_modulus_margin = std::is_same<Real, float>::value ? 0x1p-18 : 0x1p-48;

/* Is one modulus above another for certain, by their squares?  Squares near the smallest number have lost more to
   rounding, and those that overflow are infinite.  */
template <class Real>
__device__ __forceinline__ bool
gr_surely_above (Real square, Real other, Real margin)
{
  constexpr Real least = std::is_same<Real, float>::value ? 0x1p-100 : 0x1p-960;
  return square > least && square > other * (1 + margin);
}

template <class Complex>
__device__ __forceinline__ auto
gr_squared_modulus (Complex z)
{
  return fma (z.re, z.re, z.im * z.im);
}

/* Are a and b equal but for signs, and far enough from an axis that different arguments stay different after
   rounding?  Whole numbers often are equal so, hence there is no jump.  */
template <class Complex>
__device__ __forceinline__ bool
gr_differ_in_signs (Complex a, Complex b)
{
  typedef decltype (a.re) Real;
  const Real x = fabs (a.re), y = fabs (a.im), least = 0x1p-20f;
  return (x == fabs (b.re)) & (y == fabs (b.im)) & ((x == 0) | (x > y * least)) & ((y == 0) | (y > x * least));
}
/* The quadrant of such a number, in the order of arguments.  */
template <class Complex>
__device__ __forceinline__ int
gr_by_signs (Complex z)
{
  const int left = (signbit (z.re) != 0) & ((z.re != 0) | (z.im == 0));
  return z.im < 0 ? 1 - left : 2 + left;
}

/* The modulus or argument that is compared.  Not inlined, since in every unrolled place it made kernels very large
   and slow to compile (tuning: complex-compare-code).  */
inline __device__ __attribute__ ((noinline)) double
gr_modulus (gr_c64 z, bool single)
{
  return single ? gr_complex_abs_single (z) : gr_complex_abs (z);
}
inline __device__ __attribute__ ((noinline)) double
gr_argument (gr_c64 z, bool single)
{
  return gr_complex_arg (z, single);
}

/* How a compares to b, neither of which is NaN: by modulus, then by argument in (-pi, pi].  */
inline __device__ __attribute__ ((noinline)) int
gr_compare_complex (gr_c64 a, gr_c64 b, bool single)
{
  double of_a = gr_modulus (a, single), of_b = gr_modulus (b, single);
  if (of_a == of_b)
    {
      of_a = gr_argument (a, single);
      of_b = gr_argument (b, single);
    }
  return (of_a > of_b) - (of_a < of_b);
}

/* The same by real, then by imaginary part.  */
template <class Complex>
__device__ __forceinline__ int
gr_compare_parts (Complex a, Complex b)
{
  return a.re != b.re ? (a.re > b.re) - (a.re < b.re) : (a.im > b.im) - (a.im < b.im);
}

/* Complex values are ordered by modulus, then by argument.  The squares of moduli tell most of them apart; only
   nearly equal ones pay for a modulus, which takes a division and a root.  by_parts: by real, then by imaginary
   part.  */
template <class Z, bool IN_ORDER = false, bool INDEXED = true> struct gr_complex_arg_extremum
{
  typedef gr_value_index<Z, INDEXED> Acc;
  typedef Z Value;
  typedef decltype (Z::re) Real;
  static constexpr bool ordered = IN_ORDER;
  static constexpr long long nowhere = std::numeric_limits<long long>::max ();
  bool nan_wins, single, by_parts, least;

  __device__ Acc identity () const
  {
    const Z nothing = { gr_marked_nan<Real> (), 0 };
    if constexpr (INDEXED)
      return Acc{ nothing, nowhere };
    else
      return Acc{ nothing };
  }
  template <class T> __device__ Acc load (T x, size_t k) const
  {
    if constexpr (INDEXED)
      return Acc{ gr_cast<Z> (x), static_cast<long long> (k) };
    else
      return Acc{ gr_cast<Z> (x) };
  }
  __device__ bool is_identity (const Acc &a) const
  {
    if constexpr (INDEXED)
      return a.k == nowhere;
    else
      return gr_is_marked (a.v.re);
  }
  /* Is b taken, of two values that squares do not tell apart?  tied: is it taken if they are equal? */
  template <class T> __device__ __forceinline__ bool takes (T a, T b, bool tied) const
  {
    int order;
    if (! by_parts && gr_differ_in_signs (a, b))
      order = gr_by_signs (a) - gr_by_signs (b);
    else
      {
        const bool an = gr_is_nan (a), bn = gr_is_nan (b);
        if (an || bn)
          return an == bn ? tied : an != nan_wins;
        order = by_parts ? gr_compare_parts (a, b) : gr_compare_complex (gr_to_complex (a), gr_to_complex (b), single);
      }
    return order ? least != (order < 0) : tied;
  }
  __device__ Acc combine (Acc a, Acc b) const
  {
    const Real margin = single ? gr_modulus_margin<float> : static_cast<Real> (gr_modulus_margin<double>);
    const Real of_a = gr_squared_modulus (a.v), of_b = gr_squared_modulus (b.v);
    /* as singles, both may be infinite or the same denormal number, while their squares in double are neither */
    const bool known = ! by_parts
                    && (sizeof (Real) == sizeof (float) || ! single
                        || (of_a < 0x1p254 && of_b < 0x1p254 && (of_a > 0x1p-200 || of_b > 0x1p-200)));
    const bool above = known && gr_surely_above (of_b, of_a, margin);
    const bool below = known && gr_surely_above (of_a, of_b, margin);
    bool take = least ? below : above;
    if (! above && ! below)
      {
        bool tied = false;
        if constexpr (! IN_ORDER)
          tied = b.k < a.k;
        take = is_identity (a) || (! is_identity (b) && takes (a.v, b.v, tied));
      }
    return take ? b : a;
  }
  __device__ Value finish (Acc a) const { return a.v; }
  __device__ Value empty () const { return { std::numeric_limits<Real>::quiet_NaN (), 0 }; }
};

template <class V, bool IN_ORDER> struct gr_has_positions<gr_arg_extremum<V, IN_ORDER, true>> : std::true_type
{};
template <class Z, bool IN_ORDER> struct gr_has_positions<gr_complex_arg_extremum<Z, IN_ORDER, true>> : std::true_type
{};

namespace GR_NAMESPACE
{

/* ---- one thread ---- */

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

} // namespace

#endif
