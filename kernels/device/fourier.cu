/* SPDX-License-Identifier: GPL-3.0-or-later

   Fourier transforms, by cuFFT.  It is loaded by the first transform and declared here.  Real elements are transformed
   to the first half of the results, and real results from the first half of the elements.  Compiled a second time for
   the host executor, where tests put a plain transform in cuFFT's place.  */

#include "device/fourier.cuh"
#include "device/libraries.cuh"
#include "device/scratch.cuh"

#include <algorithm>
#include <cstring>
#include <string>

namespace GR_NAMESPACE
{

/* ---- the library ---- */

/* What is used of cuFFT 11 and 12, which are those of CUDA 12 and 13.  */
enum { CUFFT_SUCCESS = 0, CUFFT_ALLOC_FAILED = 2, CUFFT_EXEC_FAILED = 6 };
enum transform_type { C2C = 0x29, R2C = 0x2a, C2R = 0x2c, Z2Z = 0x69, D2Z = 0x6a, Z2D = 0x6c };
enum { MOST_AT_ONCE = 3 }; /* dimensions of a plan */

typedef int execute_both_ways (int plan, void *from, void *to, int direction); /* -1 or 1, the exponents' sign */
typedef int execute_one_way (int plan, void *from, void *to);
static struct
{
  int (*create) (int *plan);
  int (*destroy) (int plan);
  int (*set_stream) (int plan, cudaStream_t stream);
  int (*set_auto_allocation) (int plan, int allocates);
  int (*set_work_area) (int plan, void *area);
  int (*make) (int plan, int rank, long long *n, long long *from_room, long long from_stride, long long from_distance,
               long long *to_room, long long to_stride, long long to_distance, int type, long long batch,
               size_t *work_bytes);
  execute_both_ways *c2c, *z2z;
  execute_one_way *r2c, *d2z, *c2r, *z2d;
} cufft; /* all NULL until it is loaded */

static gr_status
load (const gr_library_name *names)
{
  const auto to = [] (auto *function) { return reinterpret_cast<void **> (function); };
  const gr_library_function functions[] = {
    { "cufftCreate", to (&cufft.create), false },
    { "cufftDestroy", to (&cufft.destroy), false },
    { "cufftSetStream", to (&cufft.set_stream), false },
    { "cufftSetAutoAllocation", to (&cufft.set_auto_allocation), false },
    { "cufftSetWorkArea", to (&cufft.set_work_area), false },
    { "cufftMakePlanMany64", to (&cufft.make), false },
    { "cufftExecC2C", to (&cufft.c2c), false },
    { "cufftExecZ2Z", to (&cufft.z2z), false },
    { "cufftExecR2C", to (&cufft.r2c), false },
    { "cufftExecD2Z", to (&cufft.d2z), false },
    { "cufftExecC2R", to (&cufft.c2r), false },
    { "cufftExecZ2D", to (&cufft.z2d), false },
  };
  return gr_load_functions ({ "cuFFT of CUDA 12 or newer", "Fourier transforms need" }, names, functions,
                            sizeof functions / sizeof *functions);
}

static gr_status
check_fourier (int error, const char *call)
{
  /* cuFFT has no function for its names */
  static const char *const names[] = { nullptr,
                                       "INVALID_PLAN",
                                       "ALLOC_FAILED",
                                       "INVALID_TYPE",
                                       "INVALID_VALUE",
                                       "INTERNAL_ERROR",
                                       "EXEC_FAILED",
                                       "SETUP_FAILED",
                                       "INVALID_SIZE",
                                       "UNALIGNED_DATA",
                                       "10",
                                       "INVALID_DEVICE",
                                       "12",
                                       "NO_WORKSPACE",
                                       "NOT_IMPLEMENTED",
                                       "15",
                                       "NOT_SUPPORTED",
                                       "MISSING_DEPENDENCY",
                                       "NVRTC_FAILURE",
                                       "NVJITLINK_FAILURE",
                                       "NVSHMEM_FAILURE" };
  constexpr int COUNT = sizeof names / sizeof *names;
  if (error == CUFFT_SUCCESS)
    return GR_OK;
  const std::string name
    = "CUFFT_" + (error > 0 && error < COUNT ? std::string (names[error]) : std::to_string (error));
  return gr_check_library (false, error == CUFFT_ALLOC_FAILED, call, name.c_str ());
}

/* ---- plans ---- */

/* Where the elements of transforms are: in an array of `room` elements along each dimension, `stride` apart, transforms
   being `distance` apart.  Lists begin with the dimension whose elements are farthest apart.  */
struct plan_side
{
  long long room[MOST_AT_ONCE], stride, distance;
};

/* It has no bytes between its members.  */
struct plan_key
{
  int type, rank;
  long long n[MOST_AT_ONCE], batch;
  plan_side from, to;
};
static_assert (sizeof (plan_key) == 2 * sizeof (int) + 14 * sizeof (long long), "keys are compared by their bytes");

struct plan
{
  plan_key key;
  int handle;
  size_t work_bytes;
  unsigned long long used; /* when, in calls */
};

/* The plans of a device that were used last.  */
enum { PLANS = 16 };
struct plans
{
  plan list[PLANS];
  unsigned count;
  unsigned long long calls;
};

static int
destroy_plans (void *state)
{
  plans *const all = static_cast<plans *> (state);
  for (unsigned k = 0; k < all->count; k++)
    cufft.destroy (all->list[k].handle);
  delete all;
  return CUFFT_SUCCESS;
}

/* Memory for its work comes from the device's pool when it is executed.  */
static int
make_handle (const plan_key &key, plan *made)
{
  plan_key k = key; /* cuFFT's lists are not const */
  int error = cufft.create (&made->handle);
  if (error != CUFFT_SUCCESS)
    return error;
  error = cufft.set_auto_allocation (made->handle, 0);
  if (error == CUFFT_SUCCESS)
    error = cufft.make (made->handle, k.rank, k.n, k.from.room, k.from.stride, k.from.distance, k.to.room, k.to.stride,
                        k.to.distance, k.type, k.batch, &made->work_bytes);
  if (error == CUFFT_SUCCESS)
    error = cufft.set_stream (made->handle, gr_current_runtime ().stream);
  if (error != CUFFT_SUCCESS)
    cufft.destroy (made->handle);
  return error;
}

static plans *
kept_plans ()
{
  return static_cast<plans *> (gr_current_runtime ().library[GR_CUFFT].state);
}

static plan *
find_plan (const plan_key &key)
{
  plans *const all = kept_plans ();
  for (unsigned k = 0; all && k < all->count; k++)
    if (! memcmp (&all->list[k].key, &key, sizeof key))
      {
        all->list[k].used = ++all->calls;
        return &all->list[k];
      }
  return nullptr;
}

/* The place of a new plan, or of the one that was not used for longest, which is destroyed.  */
static plan *
make_room ()
{
  if (! kept_plans ())
    gr_keep_library (GR_CUFFT, { new plans (), destroy_plans });
  plans *const all = kept_plans ();
  if (all->count < PLANS)
    return &all->list[all->count++];
  plan *const oldest
    = std::min_element (all->list, all->list + PLANS, [] (const plan &a, const plan &b) { return a.used < b.used; });
  cufft.destroy (oldest->handle);
  return oldest;
}

/* The current device's plan, which works on its stream.  */
static gr_status
need_plan (const plan_key &key, plan **found)
{
  static const gr_library_name names[]
    = { { "libcufft.so.12", {} }, { "libcufft.so.11", {} }, { "libcufft.so", {} }, {} };
  GR_TRY (gr_need_device ());
  if (! cufft.create)
    GR_TRY (load (names));
  *found = find_plan (key);
  if (*found)
    return GR_OK;
  plan made = {};
  int error;
  made.key = key;
  /* which may give all plans back */
  GR_TRY (gr_call_for_memory (CUFFT_ALLOC_FAILED, &error, [&] { return make_handle (key, &made); }));
  GR_TRY (check_fourier (error, "the plan of a Fourier transform by cuFFT"));
  *found = make_room ();
  made.used = ++kept_plans ()->calls;
  **found = made;
  return GR_OK;
}

static int
execute_plan (const plan &p, bool inverse, void *from, void *to)
{
  const int direction = inverse ? 1 : -1;
  switch (p.key.type)
    {
    case C2C:
      return cufft.c2c (p.handle, from, to, direction);
    case Z2Z:
      return cufft.z2z (p.handle, from, to, direction);
    case R2C:
      return cufft.r2c (p.handle, from, to);
    case D2Z:
      return cufft.d2z (p.handle, from, to);
    case C2R:
      return cufft.c2r (p.handle, from, to);
    default:
      return cufft.z2d (p.handle, from, to);
    }
}

/* Queue transforms, `times` of them, each `bytes` bytes behind the one before.  */
static gr_status
execute (const plan_key &key, bool inverse, const void *from, void *to, size_t times = 1, size_t bytes = 0)
{
  gr_call_scratch scratch;
  plan *p = nullptr;
  char *work = nullptr;
  GR_TRY (need_plan (key, &p));
  GR_TRY (scratch.take (p->work_bytes, &work));
  GR_TRY (check_fourier (cufft.set_work_area (p->handle, work), "cufftSetWorkArea"));
  gr_note_work ();
  gr_note_taken (gr_current_device ());
  char *const in = const_cast<char *> (static_cast<const char *> (from)), *const out = static_cast<char *> (to);
  for (size_t k = 0; k < times; k++)
    GR_TRY (check_fourier (gr_fault_is_due (GR_FAULT_LAUNCH)
                             ? static_cast<int> (CUFFT_EXEC_FAILED)
                             : execute_plan (*p, inverse, in + k * bytes, out + k * bytes),
                           "the Fourier transform by cuFFT"));
  return GR_OK;
}

/* ---- arrays ---- */

/* [inner, len[0], ..., len[rank - 1], outer], of which cuFFT takes MOST_AT_ONCE dimensions.  */
struct shape
{
  size_t inner, outer;
  unsigned rank;
  const size_t *len;
};

static size_t
product (const size_t *len, unsigned rank)
{
  size_t n = 1;
  for (unsigned k = 0; k < rank; k++)
    n *= len[k];
  return n;
}

/* One side of a plan, whose first dimension has room for `first` elements.  */
static plan_side
side_of (const shape &s, size_t first)
{
  plan_side side = {};
  for (unsigned k = 0; k < s.rank; k++)
    side.room[s.rank - 1 - k] = static_cast<long long> (k ? s.len[k] : first);
  side.stride = static_cast<long long> (s.inner);
  side.distance = s.inner > 1 ? 1 : static_cast<long long> (first * product (s.len + 1, s.rank - 1));
  return side;
}

/* Of an array of which inner or outer is 1, or one slab of others.  */
static plan_key
key_of (transform_type type, const shape &s, size_t from_first, size_t to_first)
{
  plan_key key = {};
  key.type = type;
  key.rank = static_cast<int> (s.rank);
  for (unsigned k = 0; k < s.rank; k++)
    key.n[s.rank - 1 - k] = static_cast<long long> (s.len[k]);
  key.batch = static_cast<long long> (s.inner > 1 ? s.inner : s.outer);
  key.from = side_of (s, from_first);
  key.to = side_of (s, to_first);
  return key;
}

static gr_spectrum
spectrum_of (const shape &s)
{
  gr_spectrum p = {};
  p.inner = s.inner;
  p.len = s.len[0];
  p.others = s.rank - 1;
  std::copy (s.len + 1, s.len + s.rank, p.other);
  p.count = s.inner * (s.len[0] / 2 + 1) * product (s.len + 1, s.rank - 1) * s.outer;
  return p;
}

template <class... P, class... A>
static gr_status
launch (gr_kernel<P...> kernel, const gr_spectrum &spectrum, A &&...args)
{
  constexpr size_t TILE = GR_FOURIER_THREADS * GR_FOURIER_ITEMS;
  return gr_launch_queued (kernel, (spectrum.count + TILE - 1) / TILE, GR_FOURIER_THREADS, spectrum,
                           static_cast<A &&> (args)...);
}

/* The types of transforms of a precision.  */
template <class R> struct precision;
template <> struct precision<double>
{
  typedef gr_c64 Z;
  static constexpr gr_type REAL = GR_TYPE_F64, COMPLEX = GR_TYPE_C64;
  static constexpr transform_type BOTH = Z2Z, FROM_REAL = D2Z, TO_REAL = Z2D;
};
template <> struct precision<float>
{
  typedef gr_c32 Z;
  static constexpr gr_type REAL = GR_TYPE_F32, COMPLEX = GR_TYPE_C32;
  static constexpr transform_type BOTH = C2C, FROM_REAL = R2C, TO_REAL = C2R;
};

/* Several slabs with neighbours along inner: more calls than these take longer than two copies of the array.  */
enum { MOST_CALLS = 4 };

/* Complex results of complex elements, which may be in the same place; not scaled.  */
template <class R>
static gr_status
transform_complex (const shape &s, bool inverse, const void *from, void *to)
{
  typedef typename precision<R>::Z Z;
  const size_t slab = s.inner * product (s.len, s.rank);
  if (s.inner > 1 && s.outer > MOST_CALLS)
    {
      gr_call_scratch scratch;
      Z *turned = nullptr;
      GR_TRY (scratch.take (slab * s.outer, &turned));
      GR_TRY (gr_turn_array (sizeof (Z), s.inner, s.len[0], s.outer, from, turned));
      GR_TRY (transform_complex<R> ({ 1, s.inner * s.outer, 1, s.len }, inverse, turned, turned));
      return gr_turn_array (sizeof (Z), s.len[0], s.inner, s.outer, turned, to);
    }
  const unsigned rank = std::min<unsigned> (s.rank, MOST_AT_ONCE);
  const shape first = { s.inner, s.outer * product (s.len + rank, s.rank - rank), rank, s.len };
  const plan_key key = key_of (precision<R>::BOTH, first, s.len[0], s.len[0]);
  GR_TRY (execute (key, inverse, from, to, s.inner > 1 ? s.outer : 1, slab * sizeof (Z)));
  for (unsigned k = rank; k < s.rank; k++)
    GR_TRY (transform_complex<R> (
      { product (s.len, k), s.outer * product (s.len + k + 1, s.rank - k - 1), 1, s.len + k }, inverse, to, to));
  return GR_OK;
}

/* Complex results of real elements: the first half of them, along dimensions that cuFFT takes at once, then along the
   others, and then the other half.  Of elements that are apart, with copies in which they are neighbours, since cuFFT's
   transforms of real elements take longer than both copies where they are not.  */
template <class R>
static gr_status
transform_real (const shape &s, bool inverse, const void *from, void *to)
{
  typedef typename precision<R>::Z Z;
  const size_t count = s.inner * product (s.len, s.rank) * s.outer;
  if (s.inner > 1)
    {
      gr_call_scratch scratch;
      R *turned = nullptr;
      Z *results = nullptr;
      GR_TRY (scratch.take (count, &turned));
      GR_TRY (scratch.take (count, &results));
      GR_TRY (gr_turn_array (sizeof (R), s.inner, s.len[0], s.outer, from, turned));
      GR_TRY (transform_real<R> ({ 1, s.inner * s.outer, 1, s.len }, inverse, turned, results));
      return gr_turn_array (sizeof (Z), s.len[0], s.inner, s.outer, results, to);
    }
  const unsigned rank = std::min<unsigned> (s.rank, MOST_AT_ONCE);
  const shape first = { s.inner, s.outer * product (s.len + rank, s.rank - rank), rank, s.len };
  GR_TRY (execute (key_of (precision<R>::FROM_REAL, first, s.len[0], s.len[0]), false, from, to));
  for (unsigned k = rank; k < s.rank; k++)
    GR_TRY (transform_complex<R> (
      { product (s.len, k), s.outer * product (s.len + k + 1, s.rank - k - 1), 1, s.len + k }, false, to, to));
  const R factor = inverse ? 1 / static_cast<R> (product (s.len, s.rank)) : 0;
  return launch (GR_KERNEL_OF (FOURIER, gr_mirror_kernel<Z, R>), spectrum_of (s), factor, static_cast<Z *> (to));
}

/* Real results of the inverse of elements of type T that are conjugates: of a copy of the first half of them, scaled,
   since cuFFT may write to what it reads; first along dimensions that it does not take at once.  */
template <class R, class T>
static gr_status
transform_to_real (const shape &s, const void *from, void *to)
{
  typedef typename precision<R>::Z Z;
  const size_t count = s.inner * product (s.len, s.rank) * s.outer;
  gr_call_scratch scratch;
  if (s.inner > 1)
    {
      T *turned = nullptr;
      R *results = nullptr;
      GR_TRY (scratch.take (count, &turned));
      GR_TRY (scratch.take (count, &results));
      GR_TRY (gr_turn_array (sizeof (T), s.inner, s.len[0], s.outer, from, turned));
      GR_TRY ((transform_to_real<R, T> ({ 1, s.inner * s.outer, 1, s.len }, turned, results)));
      return gr_turn_array (sizeof (R), s.len[0], s.inner, s.outer, results, to);
    }
  const unsigned rank = std::min<unsigned> (s.rank, MOST_AT_ONCE);
  const size_t half = s.len[0] / 2 + 1;
  const gr_spectrum spectrum = spectrum_of (s);
  Z *halves = nullptr;
  GR_TRY (scratch.take (spectrum.count, &halves));
  GR_TRY (launch (GR_KERNEL_OF (FOURIER, gr_take_half_kernel<T, Z, R>), spectrum, static_cast<const T *> (from),
                  1 / static_cast<R> (product (s.len, s.rank)), halves));
  for (unsigned k = rank; k < s.rank; k++)
    GR_TRY (transform_complex<R> (
      { half * product (s.len + 1, k - 1), s.outer * product (s.len + k + 1, s.rank - k - 1), 1, s.len + k }, true,
      halves, halves));
  const shape first = { s.inner, s.outer * product (s.len + rank, s.rank - rank), rank, s.len };
  return execute (key_of (precision<R>::TO_REAL, first, half, s.len[0]), true, halves, to);
}

template <class R>
static gr_status
transform (const gr_fourier_run &run)
{
  typedef precision<R> P;
  const gr_fourier &f = run.fourier;
  const shape s = { f.inner, f.outer, f.rank, f.len };
  const size_t elements = product (f.len, f.rank);
  if (run.out_type == P::REAL)
    return run.type == P::REAL ? transform_to_real<R, R> (s, run.from, run.to)
                               : transform_to_real<R, typename P::Z> (s, run.from, run.to);
  if (run.type == P::REAL)
    return transform_real<R> (s, f.inverse, run.from, run.to);
  GR_TRY (transform_complex<R> (s, f.inverse, run.from, run.to));
  /* real and imaginary parts are numbers of their own, which are multiplied faster than complex ones */
  const R factor = 1 / static_cast<R> (elements);
  const gr_side parts = { P::REAL, run.to, false, nullptr }, by = { P::REAL, nullptr, true, &factor };
  return f.inverse ? gr_apply (GR_TIMES, &parts, &by, P::REAL, run.to, 2 * f.inner * elements * f.outer) : GR_OK;
}

gr_status
gr_transform_elements (const gr_fourier_run *run)
{
  const bool is_single = run->out_type == GR_TYPE_F32 || run->out_type == GR_TYPE_C32;
  return is_single ? transform<float> (*run) : transform<double> (*run);
}

template <class T>
static gr_status
compare (const gr_fourier &f, const void *from, unsigned *differs)
{
  return launch (GR_KERNEL_OF (FOURIER, gr_compare_conjugates_kernel<T>),
                 spectrum_of ({ f.inner, f.outer, f.rank, f.len }), static_cast<const T *> (from), differs);
}

gr_status
gr_compare_conjugates (const gr_fourier *fourier, gr_type type, const void *from, unsigned *differs)
{
  switch (type)
    {
    case GR_TYPE_F64:
      return compare<double> (*fourier, from, differs);
    case GR_TYPE_F32:
      return compare<float> (*fourier, from, differs);
    case GR_TYPE_C64:
      return compare<gr_c64> (*fourier, from, differs);
    default:
      return compare<gr_c32> (*fourier, from, differs);
    }
}

} // namespace

extern "C" gr_status
gr_load_cufft (const char *const *names)
{
  return GR_NAMESPACE::gr_load_names (names, GR_NAMESPACE::load);
}
