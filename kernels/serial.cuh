/* Folds of elements one after the other by one thread.  */

#ifndef GR_SERIAL_CUH
#define GR_SERIAL_CUH

#include "line.cuh"

namespace GR_NAMESPACE
{

/* Call f with a std::bool_constant of the flag.  */
template <class F> __device__ __forceinline__ void
gr_with_flag (bool flag, F f)
{
  if (flag)
    f (std::true_type ());
  else
    f (std::false_type ());
}

/* Read a struct of elements of up to 16 aligned bytes at once: the compiler would
   take a struct of bytes apart.  */
template <class Vector> __device__ __forceinline__ Vector
gr_load_vector (const Vector *p)
{
#ifndef GR_SIMT
  if constexpr (alignof (Vector) == sizeof (Vector) && sizeof (Vector) >= 4 && sizeof (Vector) <= 16)
    {
      typedef std::conditional_t<sizeof (Vector) == 16, uint4,
                                 std::conditional_t<sizeof (Vector) == 8, uint2, unsigned>> Word;
      const Word word = *reinterpret_cast<const Word *> (p);
      Vector v;
      memcpy (&v, &word, sizeof v);
      return v;
    }
#endif
  return *p;
}

/* a + b, or the bound of its class that it would pass.  */
template <class T> __device__ __forceinline__ T
gr_add_saturated (T a, T b)
{
  typedef std::numeric_limits<T> Limits;
  if constexpr (sizeof (T) < 4)
    return static_cast<T> (min (max (a + b, static_cast<int> (Limits::min ())), static_cast<int> (Limits::max ())));
  else
    {
      typedef std::make_unsigned_t<T> Unsigned;
      const T sum = static_cast<T> (static_cast<Unsigned> (a) + static_cast<Unsigned> (b));
      /* passed the bound, if its sign is not that of either */
      return ((a ^ sum) & (b ^ sum)) < 0 ? a < 0 ? Limits::min () : Limits::max () : sum;
    }
}

/* Begins with an accumulator; start () forgets what came before; add (x, j, k,
   first) takes element x, the thread's number j, at position k, and is told if
   nothing stands before it; get (place) returns the accumulator, place (j) being
   the position of element j.  The default is the operator itself.  */
template <class Op, class Source, class = void> struct gr_serial
{
  typedef typename Op::Acc Acc;
  Acc acc;
  __device__ __forceinline__ explicit gr_serial (const Acc &before) : acc (before) {}
  __device__ __forceinline__ void start (const Op &op) { acc = op.identity (); }
  __device__ __forceinline__ void add (const Op &op, const typename Source::Element &x, int, size_t k, bool)
  {
    acc = op.combine (acc, Source::convert (op, x, k));
  }
  template <class Place> __device__ __forceinline__ Acc get (const Op &, Place) const { return acc; }
  __device__ __forceinline__ typename Op::Value finish (const Op &op) const { return op.finish (acc); }
};

/* Integers of up to 32 bits are summed as integers: as exact, and without a
   conversion per element.  */
template <bool RUNNING, class T>
struct gr_serial<gr_sum_of<false, false, RUNNING>, gr_source<gr_sum_of<false, false, RUNNING>, T>,
                 std::enable_if_t<std::is_integral<T>::value && sizeof (T) <= 4>>
{
  typedef gr_sum_of<false, false, RUNNING> Op;
  double before;
  std::conditional_t<(sizeof (T) < 4), int, long long> sum; /* of at most 2^16 small ones */
  __device__ __forceinline__ explicit gr_serial (double before) : before (before), sum (0) {}
  __device__ __forceinline__ void start (const Op &op)
  {
    before = op.identity ();
    sum = 0;
  }
  __device__ __forceinline__ void add (const Op &, T x, int, size_t, bool) { sum += x; }
  template <class Place> __device__ __forceinline__ double get (const Op &, Place) const
  {
    return before + static_cast<double> (sum);
  }
  __device__ __forceinline__ double finish (const Op &op) const
  {
    return op.finish (before + static_cast<double> (sum));
  }
};

/* The bounds of a saturating sum are of the elements' own type, and a scan wants no
   more of it than the value, which is one step an element.  */
template <class Wide, class T> struct gr_serial<gr_saturating_sum<Wide>, gr_source<gr_saturating_sum<Wide>, T>>
{
  typedef gr_saturating_sum<Wide> Op;
  typedef typename Op::Acc Acc;
  Wide a; /* of at most 2^31 elements */
  T lo, hi, v;
  __device__ __forceinline__ explicit gr_serial (const Acc &before)
    : a (before.a), lo (static_cast<T> (before.lo)), hi (static_cast<T> (before.hi)),
      v (static_cast<T> (before.a < before.lo ? before.lo : before.a > before.hi ? before.hi : before.a)) {}
  __device__ __forceinline__ void start (const Op &op)
  {
    *this = gr_serial (op.identity ());
  }
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
    return Acc {op.clamp (a, -width, width), lo, hi};
  }
  __device__ __forceinline__ Wide finish (const Op &) const { return v; }
};

/* Maxima compare elements in their own type and remember which of the thread's won:
   a few instructions an element instead of a few dozen.  Positions ascend, so
   the first of equals stays.  */
template <class V, bool MAX, class T>
struct gr_serial<gr_best<V, MAX>, gr_source<gr_best<V, MAX>, T>, std::enable_if_t<! gr_is_complex<T>::value>>
{
  typedef gr_best<V, MAX> Op;
  typedef typename Op::Acc Acc;
  T v;
  int at; /* -1: the one before */
  long long before;
  __device__ __forceinline__ explicit gr_serial (const Acc &acc)
    : v (static_cast<T> (acc.v)), at (-1), before (acc.k) {}
  __device__ __forceinline__ void start (const Op &)
  {
    before = Op::nowhere;
    at = -1;
  }
  __device__ __forceinline__ void add (const Op &op, T x, int j, size_t, bool first)
  {
    bool take = ! (MAX ? v >= x : v <= x); /* or one is NaN */
    if constexpr (std::is_floating_point<T>::value)
      take = take && (op.nan_wins ? v == v : x == x);
    take = take || first;
    v = take ? x : v;
    at = take ? j : at;
  }
  template <class Place> __device__ __forceinline__ Acc get (const Op &, Place place) const
  {
    return Acc {static_cast<V> (v), at < 0 ? before : static_cast<long long> (place (at))};
  }
  __device__ __forceinline__ V finish (const Op &) const { return static_cast<V> (v); }
};

/* Moments without weights are sums of differences from the first of the thread's
   elements: no division per element, and since that element is one of them, no
   more is lost than their number times the rounding error.  With weights,
   moments are merged element by element.  */
template <class Moments, class T> struct gr_serial<gr_spread<Moments>, gr_source<gr_spread<Moments>, T>>
{
  typedef gr_spread<Moments> Op;
  Moments before, m; /* without weights, m.mean and m.m2 are the sums of differences and their squares */
  gr_c64 shift;      /* the imaginary part stays unused for real elements */
  int n;
  __device__ __forceinline__ explicit gr_serial (const Moments &before)
    : before (before), m (), shift (gr_complex (0, 0)), n (0) {}
  __device__ __forceinline__ void start (const Op &op)
  {
    before = op.identity ();
    m = op.identity ();
    n = 0;
  }
  __device__ __forceinline__ void add (const Op &op, T x, int, size_t k, bool)
  {
    if (op.weights)
      m = op.combine (m, op.load (x, k));
    else if (! (op.omit_nan && gr_is_nan (x)))
      {
        const gr_c64 z = gr_to_complex (x);
        shift = n ? shift : z;
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
    if (op.weights)
      return op.combine (before, m);
    if (! n)
      return before;
    Moments sum;
    sum.n = n;
    if constexpr (std::is_same<Moments, gr_complex_moments>::value)
      {
        const double re = m.mean.re / sum.n, im = m.mean.im / sum.n;
        sum.mean = gr_complex (shift.re - op.origin.re + re, shift.im - op.origin.im + im);
        sum.m2 = m.m2 - (m.mean.re * re + m.mean.im * im);
      }
    else
      {
        const double mean = m.mean / sum.n;
        sum.mean = shift.re - op.origin.re + mean;
        sum.m2 = m.m2 - m.mean * mean;
      }
    return op.combine (before, sum);
  }
};

} // namespace

#endif
