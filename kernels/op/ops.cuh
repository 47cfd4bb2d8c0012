/* SPDX-License-Identifier: GPL-3.0-or-later

   The operators as monoids: an accumulator type with an identity and an
   associative combination, made from an element by load () and turned into the
   result by finish ().

   Each struct below has
     Acc, Value       accumulator; what finish () returns
     ordered          true: combine () must see its arguments in index order;
                      false: any order gives the same answer (up to rounding)
     identity ()      combine (identity, a) == a, to the bit
     load (x, k)      accumulator of element x at position k of its segment
     combine (a, b)   a stands before b
     finish (a)       value of a reduction or of one place of a scan
     empty ()         value of no elements at all
   The fields hold what is known at run time only.  Nothing here knows threads.

   gr_with_op, at the end, is the map from a request to its monoid.  */

#ifndef GR_OPS_CUH
#define GR_OPS_CUH

#include <cuda_runtime.h>
#include <limits>
#include <type_traits>

#include "backend.h"
#include "op/arith.h"

/* The operator table, for what is decided when kernels are compiled.  */
constexpr gr_operator_info gr_operator_rows[GR_OPERATOR_COUNT] = { GR_OPERATORS (GR_OPERATOR_ROW, _) };

/* ---- elements ---- */

template <class T> struct gr_is_complex : std::false_type
{};
template <> struct gr_is_complex<gr_c64> : std::true_type
{};
template <> struct gr_is_complex<gr_c32> : std::true_type
{};

template <class T>
__device__ __forceinline__ bool
gr_is_nan (T x)
{
  if constexpr (gr_is_complex<T>::value)
    return x.re != x.re || x.im != x.im;
  else if constexpr (std::is_floating_point<T>::value)
    return x != x;
  else
    return false;
}

template <class T>
__device__ __forceinline__ gr_c64
gr_to_complex (T x)
{
  if constexpr (gr_is_complex<T>::value)
    return gr_complex (x.re, x.im);
  else
    return gr_complex (static_cast<double> (x), 0.0);
}

/* x as type Out, which holds it.  */
template <class Out, class T>
__device__ __forceinline__ Out
gr_cast (const T &x)
{
  if constexpr (gr_is_complex<Out>::value)
    return { static_cast<decltype (Out::re)> (x.re), static_cast<decltype (Out::re)> (x.im) };
  else
    return static_cast<Out> (x);
}

/* ---- sums and products ---- */

/* The identity is -0, since only -0 leaves -0 as it is, which scans need (RUNNING).  Reductions start from +0, as
   Octave's do, and finish () adds it.  SQUARE: squares are summed, of moduli for complex elements.  OMIT: a NaN is
   left out and counts as +0.  */
template <bool SQUARE, bool OMIT, bool RUNNING> struct gr_sum_of
{
  typedef double Acc;
  typedef double Value;
  static constexpr bool ordered = false;
  double divisor; /* of a reduction: 1, or the length for a mean */

  __device__ Acc identity () const { return -0.0; }
  template <class T> __device__ Acc load (T x, size_t) const
  {
    if (OMIT && gr_is_nan (x))
      return 0.0;
    if constexpr (gr_is_complex<T>::value)
      return static_cast<double> (x.re) * x.re + static_cast<double> (x.im) * x.im;
    else
      {
        const double d = static_cast<double> (x);
        return SQUARE ? d * d : d;
      }
  }
  __device__ Acc combine (Acc a, Acc b) const { return a + b; }
  __device__ Value finish (Acc a) const { return RUNNING ? a : divisor == 1 ? 0.0 + a : (0.0 + a) / divisor; }
  __device__ Value empty () const { return 0.0; }
};
typedef gr_sum_of<false, false, false> gr_sum;

/* What is done with accumulators once they are loaded, the same for all sums and for all moments.  */
template <class Op>
__device__ __host__ __forceinline__ const Op &
gr_on_accumulators (const Op &op)
{
  return op;
}
template <bool SQUARE, bool OMIT, bool RUNNING>
__device__ __host__ __forceinline__ gr_sum
gr_on_accumulators (const gr_sum_of<SQUARE, OMIT, RUNNING> &op)
{
  return gr_sum{ op.divisor };
}

struct gr_complex_sum
{
  typedef gr_c64 Acc;
  typedef gr_c64 Value;
  static constexpr bool ordered = false;
  bool omit_nan, from_zero;

  __device__ Acc identity () const { return gr_complex (-0.0, -0.0); }
  template <class T> __device__ Acc load (T x, size_t) const
  {
    return omit_nan && gr_is_nan (x) ? empty () : gr_to_complex (x);
  }
  __device__ Acc combine (Acc a, Acc b) const { return gr_complex_add (a, b); }
  __device__ Value finish (Acc a) const { return from_zero ? gr_complex_add (empty (), a) : a; }
  __device__ Value empty () const { return gr_complex (0.0, 0.0); }
};

/* "extra": one rounding error is kept beside the sum and added at the end.  The error of an infinite sum is NaN,
   which makes the result NaN.  */
struct gr_extra_sum
{
  typedef gr_pair Acc;
  typedef double Value;
  static constexpr bool ordered = false;
  bool omit_nan;

  __device__ Acc identity () const { return Acc{ 0.0, 0.0 }; }
  template <class T> __device__ Acc load (T x, size_t) const
  {
    const double d = static_cast<double> (x);
    return omit_nan && gr_is_nan (x) ? identity () : Acc{ d, d - d };
  }
  __device__ Acc combine (Acc a, Acc b) const { return gr_pair_add (a, b); }
  __device__ Value finish (Acc a) const { return a.s + a.e; }
  __device__ Value empty () const { return 0.0; }
};

struct gr_complex_extra_sum
{
  struct Acc
  {
    gr_pair re, im;
  };
  typedef gr_c64 Value;
  static constexpr bool ordered = false;
  bool omit_nan;

  __device__ Acc identity () const { return Acc{ { 0.0, 0.0 }, { 0.0, 0.0 } }; }
  template <class T> __device__ Acc load (T x, size_t) const
  {
    const gr_c64 z = gr_to_complex (x);
    return omit_nan && gr_is_nan (x) ? identity () : Acc{ { z.re, z.re - z.re }, { z.im, z.im - z.im } };
  }
  __device__ Acc combine (Acc a, Acc b) const { return Acc{ gr_pair_add (a.re, b.re), gr_pair_add (a.im, b.im) }; }
  __device__ Value finish (Acc a) const { return gr_complex (a.re.s + a.re.e, a.im.s + a.im.e); }
  __device__ Value empty () const { return gr_complex (0.0, 0.0); }
};

struct gr_product
{
  typedef double Acc;
  typedef double Value;
  static constexpr bool ordered = false;
  bool omit_nan;

  __device__ Acc identity () const { return 1.0; }
  template <class T> __device__ Acc load (T x, size_t) const
  {
    return omit_nan && gr_is_nan (x) ? 1.0 : static_cast<double> (x);
  }
  __device__ Acc combine (Acc a, Acc b) const { return a * b; }
  __device__ Value finish (Acc a) const { return a; }
  __device__ Value empty () const { return 1.0; }
};

/* 1+0i is no identity, since it makes Inf+NaN i of Inf+0i.  Reductions start from it, as Octave's do; scans must
   not, so "none" marks the true identity.  */
struct gr_complex_product
{
  struct Acc
  {
    gr_c64 z;
    long long none;
  };
  typedef gr_c64 Value;
  static constexpr bool ordered = false;
  bool omit_nan, from_one;

  __device__ Acc identity () const { return Acc{ gr_complex (1.0, 0.0), 1 }; }
  template <class T> __device__ Acc load (T x, size_t) const
  {
    return omit_nan && gr_is_nan (x) ? identity () : Acc{ gr_to_complex (x), 0 };
  }
  __device__ Acc combine (Acc a, Acc b) const { return a.none ? b : b.none ? a : Acc{ gr_complex_mul (a.z, b.z), 0 }; }
  __device__ Value finish (Acc a) const { return from_one ? gr_complex_mul (empty (), a.z) : a.z; }
  __device__ Value empty () const { return gr_complex (1.0, 0.0); }
};

/* ---- "native" integer sums and products: saturation at every step ---- */

/* A step of a saturating sum is the map x -> min (max (x + a, lo), hi).  These maps are closed under composition,
   so an ordered tree of them gives what the loop gives, which applies them one by one to 0.  Once a exceeds the
   width of the class, lo and hi are equal and a no longer matters, so it may saturate.  */
template <class Wide> struct gr_saturating_sum
{
  struct Acc
  {
    Wide a, lo, hi;
  };
  typedef Wide Value;
  static constexpr bool ordered = true;
  Wide least, most;

  __device__ Wide clamp (Wide x, Wide lo, Wide hi) const { return x < lo ? lo : x > hi ? hi : x; }
  __device__ Acc identity () const { return Acc{ 0, least, most }; }
  template <class T> __device__ Acc load (T x, size_t) const { return Acc{ static_cast<Wide> (x), least, most }; }
  __device__ Acc combine (Acc f, Acc g) const
  {
    const Wide width = most - least;
    return Acc{ clamp (f.a + g.a, -width, width), clamp (f.lo + g.a, g.lo, g.hi), clamp (f.hi + g.a, g.lo, g.hi) };
  }
  __device__ Value finish (Acc f) const { return clamp (f.a, f.lo, f.hi); }
  __device__ Value empty () const { return 0; }
};

/* The same for products: x -> min (max (c * x, lo), hi), applied to 1.  A
   negative factor swaps the bounds; a factor beyond the class acts on every
   integer as the first one beyond it does, so it saturates there.  */
template <class Wide> struct gr_saturating_product
{
  struct Acc
  {
    Wide c, lo, hi;
  };
  typedef Wide Value;
  static constexpr bool ordered = true;
  Wide least, most;

  __device__ Wide clamp (Wide x, Wide lo, Wide hi) const { return x < lo ? lo : x > hi ? hi : x; }
  __device__ Acc identity () const { return Acc{ 1, least, most }; }
  template <class T> __device__ Acc load (T x, size_t) const { return Acc{ static_cast<Wide> (x), least, most }; }
  __device__ Acc combine (Acc f, Acc g) const
  {
    const Wide beyond = most + 2, p = clamp (g.c * f.lo, g.lo, g.hi), q = clamp (g.c * f.hi, g.lo, g.hi);
    return Acc{ clamp (f.c * g.c, -beyond, beyond), g.c < 0 ? q : p, g.c < 0 ? p : q };
  }
  __device__ Value finish (Acc f) const { return clamp (f.c, f.lo, f.hi); }
  __device__ Value empty () const { return 1; }
};

/* Without negative numbers, saturating addition and multiplication are
   associative themselves.  SQUARE: squares are summed, which are not negative either.  */
template <bool SQUARE> struct gr_unsigned_sum_of
{
  typedef unsigned long long Acc;
  typedef unsigned long long Value;
  static constexpr bool ordered = false;
  unsigned long long most;

  __device__ Acc identity () const { return 0; }
  template <class T> __device__ Acc load (T x, size_t) const
  {
    if constexpr (! SQUARE)
      return static_cast<Acc> (x);
    Acc modulus = static_cast<Acc> (x);
    if constexpr (std::is_signed<T>::value)
      if (x < 0)
        modulus = -modulus;
    return modulus >> 32 ? most : modulus * modulus > most ? most : modulus * modulus;
  }
  __device__ Acc combine (Acc a, Acc b) const { return b > most - a ? most : a + b; }
  __device__ Value finish (Acc a) const { return a; }
  __device__ Value empty () const { return 0; }
};

typedef gr_unsigned_sum_of<false> gr_unsigned_sum;
template <bool SQUARE>
__device__ __host__ __forceinline__ gr_unsigned_sum
gr_on_accumulators (const gr_unsigned_sum_of<SQUARE> &op)
{
  return gr_unsigned_sum{ op.most };
}

struct gr_unsigned_product
{
  typedef unsigned long long Acc;
  typedef unsigned long long Value;
  static constexpr bool ordered = false;
  unsigned long long most;

  __device__ Acc identity () const { return 1; }
  template <class T> __device__ Acc load (T x, size_t) const { return static_cast<Acc> (x); }
  __device__ Acc combine (Acc a, Acc b) const
  {
    const unsigned __int128 p = static_cast<unsigned __int128> (a) * b;
    return p > most ? most : static_cast<Acc> (p);
  }
  __device__ Value finish (Acc a) const { return a; }
  __device__ Value empty () const { return 1; }
};

/* ---- means and variances ---- */

/* An element as geometric and harmonic means add it.  Not inlined, since logarithms in every unrolled place made
   kernels very large (tuning: means-code).  */
inline __device__ __attribute__ ((noinline)) double
gr_mean_term (gr_mean_type type, double x)
{
  return type == GR_MEAN_GEOMETRIC ? log (x) : 1.0 / x;
}
inline __device__ __attribute__ ((noinline)) gr_c64
gr_mean_term (gr_mean_type type, gr_c64 z)
{
  return type == GR_MEAN_GEOMETRIC ? gr_complex_log (z) : gr_complex_div (gr_complex (1.0, 0.0), z);
}

struct gr_mean
{
  struct Acc
  {
    double sum, n;
  };
  typedef double Value;
  static constexpr bool ordered = false;
  bool omit_nan;
  gr_mean_type type;

  __device__ Acc identity () const { return Acc{ -0.0, 0.0 }; }
  template <class T> __device__ Acc load (T x, size_t) const
  {
    if (omit_nan && gr_is_nan (x))
      return identity ();
    const double d = static_cast<double> (x);
    return Acc{ type == GR_MEAN_ARITHMETIC ? d : gr_mean_term (type, d), 1.0 };
  }
  __device__ Acc combine (Acc a, Acc b) const { return Acc{ a.sum + b.sum, a.n + b.n }; }
  __device__ Value finish (Acc a) const
  {
    const double sum = 0.0 + a.sum;
    return type == GR_MEAN_GEOMETRIC ? exp (sum / a.n) : type == GR_MEAN_HARMONIC ? a.n / sum : sum / a.n;
  }
  __device__ Value empty () const { return finish (identity ()); }
};

struct gr_complex_mean
{
  struct Acc
  {
    gr_c64 sum;
    double n;
  };
  typedef gr_c64 Value;
  static constexpr bool ordered = false;
  bool omit_nan;
  gr_mean_type type;

  __device__ Acc identity () const { return Acc{ gr_complex (-0.0, -0.0), 0.0 }; }
  template <class T> __device__ Acc load (T x, size_t) const
  {
    if (omit_nan && gr_is_nan (x))
      return identity ();
    const gr_c64 z = gr_to_complex (x);
    return Acc{ type == GR_MEAN_ARITHMETIC ? z : gr_mean_term (type, z), 1.0 };
  }
  __device__ Acc combine (Acc a, Acc b) const { return Acc{ gr_complex_add (a.sum, b.sum), a.n + b.n }; }
  __device__ Value finish (Acc a) const
  {
    const gr_c64 sum = gr_complex_add (gr_complex (0.0, 0.0), a.sum);
    if (type == GR_MEAN_HARMONIC)
      return gr_complex_div (gr_complex (a.n, 0.0), sum);
    const gr_c64 mean = gr_complex (sum.re / a.n, sum.im / a.n);
    return type == GR_MEAN_GEOMETRIC ? gr_complex_exp (mean) : mean;
  }
  __device__ Value empty () const { return finish (identity ()); }
};

__device__ __forceinline__ gr_moments
gr_merge (gr_moments a, gr_moments b)
{
  return gr_moments_merge (a, b);
}

__device__ __forceinline__ gr_complex_moments
gr_merge (gr_complex_moments a, gr_complex_moments b)
{
  return gr_complex_moments_merge (a, b);
}

/* The same by a call, for folds of weighted elements, which would have a division in every unrolled place.  */
template <class Moments>
__device__ __noinline__ Moments
gr_call_merge (Moments a, Moments b)
{
  return gr_merge (a, b);
}

/* a / n for one n, rounded as divisions are except near the least numbers, by a few instructions (P. Markstein,
   "Computation of elementary functions on the IBM RISC System/6000 processor", IBM Journal of Research and
   Development 34, 1990).  */
struct gr_divisor
{
  double n, reciprocal;
  __device__ __host__ static gr_divisor of (double n) { return gr_divisor{ n, 1.0 / n }; }
  __device__ __forceinline__ double divide (double a) const
  {
    const double near = a * reciprocal, rounded = fma (fma (-near, n, a), reciprocal, near);
    return rounded == rounded ? rounded : near; /* rounded is NaN where near is infinite or NaN */
  }
};

/* An element that means are relative to, and its weight.  */
struct gr_origin
{
  gr_c64 at;
  double weight;
};

/* Variance and standard deviation.  Moments: gr_moments, or those of complex values.  All means of a segment are
   relative to one of its elements (if that is finite), since rounding a large mean in every merge would cost
   accuracy.  It is the first element or, with weights, one of the largest weight, since an element of small weight
   may be far away.  PLAIN: there are no weights, and no NaN is left out.  */
template <class Moments, bool PLAIN = false> struct gr_variance
{
  typedef Moments Acc;
  typedef double Value;
  static constexpr bool ordered = false;
  static constexpr size_t MOST_TRIED = 64;      /* elements to look at for one that is not left out */
  static constexpr double LITTLE_WEIGHT = 1024; /* an element may be far away if its weight is less than the
                                                   largest one over this */
  bool omit_nan, root;
  double ddof;
  const double *weights;
  size_t origin_at;
  gr_c64 origin;                      /* the segment's element at position origin_at: see gr_on_segment */
  const gr_origin *origins = nullptr; /* or one for each segment, in pieces of an array */
  /* elements of a segment, and the divisor of its m2, if known (gr_expect); else for -1 */
  gr_divisor whole = { -1.0, -1.0 }, freedom = whole;

  template <class T> __device__ gr_c64 relative (T x) const
  {
    const gr_c64 z = gr_to_complex (x);
    return gr_complex (z.re - origin.re, gr_is_complex<T>::value ? z.im - origin.im : 0.0);
  }
  __device__ Acc identity () const { return Acc{}; }
  template <class T> __device__ Acc load (T x, size_t k) const
  {
    if (! PLAIN && omit_nan && gr_is_nan (x))
      return identity ();
    Acc a;
    a.n = ! PLAIN && weights ? weights[k] : 1.0;
    const gr_c64 z = relative (x);
    a.m2 = (z.re - z.re) + (z.im - z.im); /* 0, or NaN where x is not finite */
    if constexpr (std::is_same<Moments, gr_complex_moments>::value)
      a.mean = z;
    else
      a.mean = z.re;
    return a;
  }
  __device__ Acc combine (Acc a, Acc b) const { return gr_merge (a, b); }
  __device__ Value finish (Acc a) const
  {
    const double v
      = PLAIN && a.n == whole.n ? freedom.divide (a.m2) : gr_finish_variance (a.n, a.m2, ddof, weights != nullptr);
    return root ? sqrt (v) : v;
  }
  __device__ Value empty () const { return finish (identity ()); }
};

template <class Moments>
__device__ __host__ __forceinline__ gr_variance<Moments>
gr_on_accumulators (const gr_variance<Moments, true> &op)
{
  return gr_variance<Moments>{ op.omit_nan, op.root, op.ddof, op.weights, op.origin_at, op.origin, op.origins };
}

/* ---- maxima and minima with their positions ---- */

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

/* The type that extrema and truth read elements of type T as: unsigned elements as signed ones, which a flip of the
   highest bit orders.  Bytes stay what they are, since results of char are double.  */
template <class T>
using gr_signed_element =
  typename std::conditional_t<std::is_unsigned<T>::value && (sizeof (T) > 1), std::make_signed<T>, std::decay<T>>::type;

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

/* ---- any and all ---- */

/* any: some element is neither 0 nor NaN.  all: no element is 0.  */
struct gr_logical
{
  typedef int Acc;
  typedef bool Value;
  static constexpr bool ordered = false;
  bool any;

  __device__ Acc identity () const { return ! any; }
  template <class T> __device__ Acc load (T x, size_t) const
  {
    bool nonzero;
    if constexpr (gr_is_complex<T>::value)
      nonzero = x.re != 0 || x.im != 0;
    else
      nonzero = x != 0;
    return nonzero && ! (any && gr_is_nan (x));
  }
  __device__ Acc combine (Acc a, Acc b) const { return any ? a | b : a & b; }
  __device__ Value finish (Acc a) const { return a != 0; }
  __device__ Value empty () const { return ! any; }
};

template <class Op> struct gr_has_positions : std::false_type
{};
template <class V, bool IN_ORDER> struct gr_has_positions<gr_arg_extremum<V, IN_ORDER, true>> : std::true_type
{};
template <class Z, bool IN_ORDER> struct gr_has_positions<gr_complex_arg_extremum<Z, IN_ORDER, true>> : std::true_type
{};

/* Position of an accumulator's element, 0-based; -1 where it has none.  */
template <class Op>
__device__ __forceinline__ long long
gr_position (const Op &op, const typename Op::Acc &a)
{
  if constexpr (gr_has_positions<Op>::value)
    return op.is_identity (a) ? -1 : a.k;
  else
    return -1;
}

/* ---- results ---- */

/* Round half away from zero and saturate, as Octave converts to integers.  */
template <class T>
__device__ __forceinline__ T
gr_to_integer (double x)
{
  const double r = round (x), top = static_cast<double> (std::numeric_limits<T>::max ());
  if (r != r)
    return 0;
  return r >= top                                                  ? std::numeric_limits<T>::max ()
       : r <= static_cast<double> (std::numeric_limits<T>::min ()) ? std::numeric_limits<T>::min ()
                                                                   : static_cast<T> (r);
}

/* Have some scans of elements of type T wider results? */
template <class Op> using gr_wide_result = std::conditional_t<gr_is_complex<typename Op::Value>::value, gr_c64, double>;
template <class Op, class T>
constexpr bool gr_widens
  = (! std::is_integral<typename Op::Value>::value || std::is_same<T, uint8_t>::value) /* char to double */
 && ! std::is_same<T, gr_wide_result<Op>>::value && ! std::is_same<typename Op::Value, __int128>::value;

/* Call f (Out ()) for the type Out of a scan's results: T, or what integers and singles are widened to.  */
template <class Op, class T, class F>
__device__ __forceinline__ void
gr_with_result_type (gr_type type, F f)
{
  typedef typename Op::Value Value;
  typedef gr_wide_result<Op> Wide;
  if constexpr (gr_widens<Op, T>)
    if (type == (gr_is_complex<Wide>::value ? GR_TYPE_C64 : GR_TYPE_F64))
      {
        f (Wide ());
        return;
      }
  if constexpr (gr_is_complex<T>::value == gr_is_complex<Value>::value)
    f (T ());
}

/* out[i] = v, converted to the result's type.  Only a mean may have to be rounded
   to an integer (round).  */
template <class Value>
__device__ __forceinline__ void
gr_store_real (void *out, size_t i, Value v, gr_type type, bool round)
{
  if (type == GR_TYPE_F64)
    static_cast<double *> (out)[i] = static_cast<double> (v);
  else if (type == GR_TYPE_F32)
    static_cast<float *> (out)[i] = static_cast<float> (v);
  else if (std::is_integral<Value>::value || std::is_same<Value, __int128>::value || round)
    switch (type)
      {
#define GR_STORE_INTEGER(_, ID, CTYPE, CLASS, COMPLEX)                                                                 \
case GR_TYPE_##ID:                                                                                                     \
  if constexpr (std::is_integral<CTYPE>::value && std::is_floating_point<Value>::value)                                \
    static_cast<CTYPE *> (out)[i] = gr_to_integer<CTYPE> (v);                                                          \
  else if constexpr (std::is_integral<CTYPE>::value)                                                                   \
    static_cast<CTYPE *> (out)[i] = static_cast<CTYPE> (v);                                                            \
  break;
        GR_TYPES (GR_STORE_INTEGER, _)
      default:
        break;
      }
}
__device__ __forceinline__ void
gr_store_complex (void *out, size_t i, gr_c64 v, gr_type type)
{
  if (type == GR_TYPE_C64)
    static_cast<gr_c64 *> (out)[i] = v;
  else
    static_cast<gr_c32 *> (out)[i] = gr_c32{ static_cast<float> (v.re), static_cast<float> (v.im) };
}
template <class Value>
__device__ __forceinline__ void
gr_store (void *out, size_t i, Value v, gr_type type, bool round)
{
  if constexpr (gr_is_complex<Value>::value)
    gr_store_complex (out, i, v, type);
  else
    gr_store_real (out, i, v, type, round);
}

/* ---- from a request to its monoid ---- */

/* Call f (T ()) with the C type T of elements of a type.  */
template <class F>
gr_status
gr_with_type (gr_type type, F f)
{
  switch (type)
    {
#define GR_WITH_TYPE(_, ID, CTYPE, ...)                                                                                \
case GR_TYPE_##ID:                                                                                                     \
  return f (CTYPE ());
#ifdef GR_SIMT_COUNT
      GR_WITH_TYPE (_, F64, double) /* explain.cu asks for this type only */
#else
      GR_TYPES (GR_WITH_TYPE, _)
#endif
    default:
      return gr_fail (GR_BAD_ARGUMENT, "unknown element type %d", static_cast<int> (type));
    }
}
/* The same with the type that a unit's kernels read such elements as.  */
template <gr_operator UNIT, class F>
gr_status
gr_with_element (gr_type type, F f)
{
  return gr_with_type (type, [&] (auto element) {
    typedef decltype (element) T;
    constexpr gr_accumulator accumulator = gr_operator_rows[UNIT].accumulator;
    constexpr bool reads_signed = accumulator == GR_ACCUMULATOR_EXTREMUM || accumulator == GR_ACCUMULATOR_TRUTH;
    return f (std::conditional_t<reads_signed, gr_signed_element<T>, T> ());
  });
}

/* clang-format off */
/* The monoids of reductions.  X (monoid)  */
#define GR_REDUCTION_MONOIDS(X)                                                                               \
  X (gr_sum) X (gr_complex_sum) X (gr_extra_sum) X (gr_complex_extra_sum)                                     \
  X (gr_product) X (gr_complex_product)                                                                       \
  X (gr_saturating_sum<long long>) X (gr_saturating_sum<__int128>)                                            \
  X (gr_saturating_product<long long>) X (gr_saturating_product<__int128>)                                    \
  X (gr_unsigned_sum) X (gr_unsigned_product)                                                                 \
  X (gr_mean) X (gr_complex_mean) X (gr_variance<gr_moments>) X (gr_variance<gr_complex_moments>)                 \
  X (gr_arg_extremum<double>) X (gr_arg_extremum<float>) X (gr_arg_extremum<long long>)                       \
  X (gr_complex_arg_extremum<gr_c64>)                                                                         \
  X (gr_logical)
/* clang-format on */

/* The monoid of a maximum or minimum of elements of type T.  BY_NAME: for the named algorithms, which are compiled
   for few types.  `auto` has the type that is compared fastest and takes few registers (tuning: max-32-bits).  */
template <class T, bool BY_NAME, bool IN_ORDER = false, bool INDEXED = true>
auto
gr_find_arg_extremum (const gr_request &r)
{
  typedef std::numeric_limits<T> Limits;
  const bool nan_wins = r.nan == GR_NAN_INCLUDE, least = gr_operators[r.op].variant & GR_LEAST;
  if constexpr (gr_is_complex<T>::value)
    return gr_complex_arg_extremum<std::conditional_t<IN_ORDER, T, gr_c64>, IN_ORDER, INDEXED>{
      nan_wins, r.type == GR_TYPE_C32, r.comparison == GR_BY_PARTS, least
    };
  else if constexpr (std::is_integral<T>::value)
    {
      typedef std::conditional_t<BY_NAME || sizeof (T) == 8, long long, int> V;
      const bool is_unsigned = r.type == GR_TYPE_U16 || r.type == GR_TYPE_U32 || r.type == GR_TYPE_U64;
      const T flip = static_cast<T> ((is_unsigned ? Limits::min () : 0) ^ (least ? -1 : 0));
      /* of no logical values, the least is true */
      const T worst = r.type == GR_TYPE_BOOL && least ? flip ^ 1 : Limits::min ();
      return gr_arg_extremum<V, IN_ORDER, INDEXED>{ false, worst, static_cast<gr_bits<V>> (flip) };
    }
  else
    {
      const T worst = nan_wins ? -Limits::infinity () : gr_marked_nan<T> ();
      return gr_arg_extremum<T, IN_ORDER, INDEXED>{ nan_wins, worst, least ? 1u << 31 : 0 };
    }
}

/* Call f (op) with the monoid of a request of UNIT for elements of C type T; indexed:
   positions are asked for.  The request's weights are a device pointer by now.  */
template <gr_operator UNIT, class T, class F>
gr_status
gr_with_op (const gr_request &r, size_t origin, bool indexed, F f)
{
  constexpr bool complex = gr_is_complex<T>::value, integer = std::is_integral<T>::value;
  const bool omit = r.nan == GR_NAN_OMIT, native = r.arithmetic == GR_ARITHMETIC_NATIVE;
  constexpr gr_operator_info unit = gr_operator_rows[UNIT];
  constexpr bool sums = unit.accumulator == GR_ACCUMULATOR_SUM, products = unit.accumulator == GR_ACCUMULATOR_PRODUCT;
  constexpr bool scan = unit.is_scan;
  const gr_operator_info &row = gr_operators[r.op];

  if constexpr (integer && (sums || products) && unit.arithmetics & GR_TAKES_NATIVE)
    if (native)
      {
        typedef std::numeric_limits<T> Limits;
        if constexpr (std::is_same<T, uint8_t>::value)
          if (r.type == GR_TYPE_BOOL)
            return f (gr_logical{ row.accumulator == GR_ACCUMULATOR_SUM });
        if (r.type != GR_TYPE_CHAR)
          {
            if constexpr (sums && ! scan)
              if (row.accumulator == GR_ACCUMULATOR_SQUARES)
                return f (gr_unsigned_sum_of<true>{ static_cast<unsigned long long> (Limits::max ()) });
            if constexpr (! Limits::is_signed)
              {
                if constexpr (sums)
                  return f (gr_unsigned_sum{ Limits::max () });
                else
                  return f (gr_unsigned_product{ Limits::max () });
              }
            else
              {
                typedef std::conditional_t<sizeof (T) == 8, __int128, long long> Wide;
                if constexpr (sums)
                  return f (gr_saturating_sum<Wide>{ Limits::min (), Limits::max () });
                else
                  return f (gr_saturating_product<Wide>{ Limits::min (), Limits::max () });
              }
          }
      }

  if constexpr (sums)
    {
      if constexpr (! scan)
        if (row.accumulator == GR_ACCUMULATOR_SQUARES)
          {
            if constexpr (! integer)
              if (omit)
                return f (gr_sum_of<true, true, false>{ 1.0 });
            return f (gr_sum_of<true, false, false>{ 1.0 });
          }
      /* single is summed in double, which is what "extra" gives it */
      if constexpr (unit.arithmetics & GR_TAKES_EXTRA
                    && (std::is_same<T, double>::value || std::is_same<T, gr_c64>::value))
        if (r.arithmetic == GR_ARITHMETIC_EXTRA)
          return f (std::conditional_t<complex, gr_complex_extra_sum, gr_extra_sum>{ omit });
      if constexpr (complex)
        return f (gr_complex_sum{ omit, ! scan });
      else
        {
          if constexpr (! integer)
            if (omit)
              return f (gr_sum_of<false, true, scan>{ 1.0 });
          return f (gr_sum_of<false, false, scan>{ 1.0 });
        }
    }
  else if constexpr (products)
    {
      if constexpr (complex)
        return f (gr_complex_product{ omit, ! scan });
      else
        return f (gr_product{ omit });
    }
  else if constexpr (unit.accumulator == GR_ACCUMULATOR_MEAN)
    {
      if constexpr (! complex)
        if (r.mean == GR_MEAN_ARITHMETIC && ! omit && ! native)
          return f (gr_sum{ static_cast<double> (r.len) });
      return f (std::conditional_t<complex, gr_complex_mean, gr_mean>{ omit, r.mean });
    }
  else if constexpr (unit.accumulator == GR_ACCUMULATOR_MOMENTS)
    {
      typedef std::conditional_t<complex, gr_complex_moments, gr_moments> Moments;
      const bool root = row.variant & GR_ROOT;
      if (! r.weights && (integer || ! omit))
        return f (gr_variance<Moments, true>{ false, root, r.ddof, nullptr, origin, { 0.0, 0.0 } });
      return f (gr_variance<Moments>{ omit, root, r.ddof, r.weights, origin, { 0.0, 0.0 } });
    }
  else if constexpr (unit.accumulator == GR_ACCUMULATOR_TRUTH)
    return f (gr_logical{ ! (row.variant & GR_LEAST) });
  else
    {
      if (r.algorithm == GR_ALGORITHM_AUTO || ! r.len)
        {
          if constexpr (scan)
            return indexed ? f (gr_find_arg_extremum<T, false, true, true> (r))
                           : f (gr_find_arg_extremum<T, false, true, false> (r));
          else
            return f (gr_find_arg_extremum<T, false> (r));
        }
      return f (gr_find_arg_extremum<T, true> (r));
    }
}

#endif
