/* SPDX-License-Identifier: GPL-3.0-or-later

   Means and variances.  */

#ifndef GR_MOMENTS_CUH
#define GR_MOMENTS_CUH

#include "op/element.cuh"
#include "op/monoid.cuh"
#include "op/packed.cuh"
#include "op/thread_accumulator.cuh"

/* ---- means ---- */

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

/* The arithmetic mean of 64-bit integers.  Their sum is exact, in two words: doubles would round it, to another one in
   each order.  */
struct gr_wide_mean
{
  struct Acc
  {
    unsigned long long low;
    long long high;
  };
  typedef double Value;
  static constexpr bool ordered = false;
  double divisor;

  __device__ Acc identity () const { return Acc{ 0, 0 }; }
  template <class T> __device__ Acc load (T x, size_t) const
  {
    return Acc{ static_cast<unsigned long long> (x), std::is_signed<T>::value && x < T () ? -1 : 0 };
  }
  __device__ Acc combine (Acc a, Acc b) const
  {
    const unsigned long long low = a.low + b.low;
    return Acc{ low, a.high + b.high + (low < a.low) };
  }
  __device__ Value finish (Acc a) const { return gr_wide_to_double (a.high, a.low) / divisor; }
  __device__ Value empty () const { return finish (identity ()); }
};

/* Is an operator's result rounded where it is stored as an integer?  */
template <class Op>
constexpr bool gr_rounds_result = std::is_same<Op, gr_mean>::value || std::is_same<Op, gr_wide_mean>::value;

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

/* ---- variances ---- */

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

namespace GR_NAMESPACE
{

template <class Moments, bool PLAIN, class Element>
__device__ __forceinline__ gr_variance<Moments, PLAIN>
gr_on_segment (gr_variance<Moments, PLAIN> op, size_t segment, size_t len, Element element)
{
  if (op.origins)
    {
      op.origin = op.origins[segment].at;
      return op;
    }
  gr_c64 z = gr_to_complex (element (op.origin_at));
  if (! PLAIN && op.omit_nan)
    {
      /* an element that is left out does not tell where the others are, so look for the next one that counts */
      const size_t end = min (len, op.origin_at + gr_variance<Moments, PLAIN>::MOST_TRIED);
      for (size_t k = op.origin_at + 1; gr_is_nan (z) && k < end; k++)
        if (! op.weights || op.weights[k] > op.weights[op.origin_at] / gr_variance<Moments, PLAIN>::LITTLE_WEIGHT)
          z = gr_to_complex (element (k));
      if (gr_is_nan (z))
        z = gr_complex (0.0, 0.0);
    }
  op.origin = gr_complex (isfinite (z.re) ? z.re : 0.0, isfinite (z.im) ? z.im : 0.0);
  return op;
}

template <class Moments>
gr_variance<Moments, true>
gr_expect (gr_variance<Moments, true> op, size_t len)
{
  const double n = static_cast<double> (len);
  op.whole = gr_divisor::of (n);
  op.freedom = gr_divisor::of (gr_freedom (n, op.ddof, false));
  return op;
}

/* ---- one thread ---- */

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
