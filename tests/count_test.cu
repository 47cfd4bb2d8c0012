/* SPDX-License-Identifier: GPL-3.0-or-later

   Tests of the executor's counters (kernels/simt/count.h) on kernels whose
   counts are known by hand.  One line a check, then a count; the exit status
   tells whether all passed.  Built with the COUNT flags of kernels/build.mk.  */

#include "runtime/launch.cuh"
#include "simt/count.h"

#include <stdio.h>

static int passed, failed;

static void
check (const char *name, bool good)
{
  printf ("%s %s\n", good ? "ok    " : "FAILED", name);
  good ? passed++ : failed++;
}

/* What is checked of a kernel: all counters, those not named being 0.  */
struct expected
{
#define FIELD(_, NAME) uint64_t NAME = 0;
  GR_COUNTERS (FIELD, _)
};

static void
print (const char *name, uint64_t got, uint64_t want)
{
  if (got != want)
    printf ("       %s: %llu, want %llu\n", name, static_cast<unsigned long long> (got),
            static_cast<unsigned long long> (want));
}

/* Launch the kernel once and compare.  */
template <class... P, class... A>
void
check_counts (const char *name, expected want, void (*kernel) (P...), dim3 grid, dim3 block, size_t shared, A... args)
{
  simt::start_counting ();
  const bool ran = gr_launch (kernel, grid, block, shared, nullptr, args...) == cudaSuccess;
  const auto rows = simt::counted ();
  simt::stop_counting ();
  bool good = ran && rows.size () == 1 && rows[0].launches == 1 && rows[0].grid.x == grid.x
           && rows[0].block.x == block.x && rows[0].kernel == reinterpret_cast<const void *> (kernel);
#define COMPARE(_, NAME)                                                                                               \
  if (good)                                                                                                            \
    print (#NAME, rows[0].NAME, want.NAME);                                                                            \
  same = same && good && rows[0].NAME == want.NAME;
  bool same = good;
  GR_COUNTERS (COMPARE, _)
  check (name, same);
}

/* Device memory, freed at the end of the scope; all zero.  */
template <class T> struct buffer
{
  T *p;
  explicit buffer (size_t n) : p (nullptr)
  {
    if (cudaMalloc (&p, n * sizeof (T)) || cudaMemsetAsync (p, 0, n * sizeof (T)))
      exit (2);
  }
  buffer (const buffer &) = delete;
  buffer &operator= (const buffer &) = delete;
  ~buffer () { cudaFree (p); }
};

/* ---- global memory ---- */

template <class T>
__global__ void
copy_kernel (const T *in, T *out, unsigned stride)
{
  const unsigned i = threadIdx.x + blockIdx.x * blockDim.x;
  out[i] = in[i * stride];
}

static void
test_global ()
{
  buffer<double> in (4096 + 1), out (4096);
  buffer<double2> in2 (256), out2 (256);
  buffer<char> bytes (256), more_bytes (256);
  expected e;
  e.load_bytes = e.store_bytes = 2 * 64 * 8;
  e.load_sectors = e.store_sectors = 2 * 64 * 8 / 32;
  check_counts ("neighbours: every byte is wanted", e, copy_kernel<double>, 2, 64, 0, in.p, out.p, 1);
  e.load_sectors *= 2;
  check_counts ("stride 2: half of the bytes", e, copy_kernel<double>, 2, 64, 0, in.p, out.p, 2);
  e.load_sectors *= 2;
  check_counts ("stride 4: a quarter", e, copy_kernel<double>, 2, 64, 0, in.p, out.p, 4);
  check_counts ("stride 32: still a quarter", e, copy_kernel<double>, 2, 64, 0, in.p, out.p, 32);
  e.load_sectors = 4 * 9;
  check_counts ("one element off the sectors", e, copy_kernel<double>, 2, 64, 0, in.p + 1, out.p, 1);
  e.load_bytes = 4 * 8;
  e.load_sectors = 4;
  check_counts ("all lanes read one element", e, copy_kernel<double>, 2, 64, 0, in.p, out.p, 0);

  e = expected ();
  e.load_bytes = e.store_bytes = 64 * 16;
  e.load_sectors = e.store_sectors = 64 * 16 / 32;
  check_counts ("16 bytes a lane", e, copy_kernel<double2>, 1, 64, 0, in2.p, out2.p, 1);
  e.load_bytes = e.store_bytes = 40;
  e.load_sectors = e.store_sectors = 2;
  check_counts ("bytes, and a last warp of 8 lanes", e, copy_kernel<char>, 1, 40, 0, bytes.p, more_bytes.p, 1);
}

/* ---- shared memory ---- */

template <class T, bool STATIC>
__global__ void
shared_kernel (T x, unsigned stride)
{
  GR_DYNAMIC_SHARED (T, dynamic);
  __shared__ T fixed[32 * 32];
  (STATIC ? fixed : dynamic)[threadIdx.x % 32 * stride] = x;
}

template <class T, bool STATIC>
void
check_banks (const char *name, unsigned stride, uint64_t conflicts)
{
  expected e;
  e.shared_accesses = 2;
  e.bank_conflicts = 2 * conflicts;
  check_counts (name, e, shared_kernel<T, STATIC>, 1, 64, 32 * 32 * sizeof (T), T (), stride);
}

static void
test_banks ()
{
  check_banks<float, false> ("4 bytes, stride 1: no conflicts", 1, 0);
  check_banks<float, false> ("4 bytes, stride 2: 2-way", 2, 1);
  check_banks<float, false> ("4 bytes, stride 3: no conflicts", 3, 0);
  check_banks<float, false> ("4 bytes, stride 32: 32-way", 32, 31);
  check_banks<float, false> ("4 bytes, one word: no conflicts", 0, 0);
  check_banks<float, true> ("static, stride 1: no conflicts", 1, 0);
  check_banks<float, true> ("static, stride 32: 32-way", 32, 31);
  check_banks<char, false> ("bytes, stride 1: no conflicts", 1, 0);
  check_banks<double, false> ("8 bytes, stride 1: no conflicts in half warps", 1, 0);
  check_banks<double, false> ("8 bytes, stride 2: 2-way in both half warps", 2, 2);
  check_banks<double, false> ("8 bytes, stride 16: 16-way in both half warps", 16, 30);
  check_banks<uint4, false> ("16 bytes, stride 1: no conflicts in quarter warps", 1, 0);
  check_banks<uint4, false> ("16 bytes, stride 2: 2-way in all quarter warps", 2, 4);
}

/* ---- branches ---- */

/* Threads with a bit of their number set go another way.  */
__global__ void
bit_kernel (unsigned bit, int *out)
{
  if (threadIdx.x & bit)
    out[threadIdx.x] = 1;
}

__global__ void
loop_kernel (unsigned times, unsigned per_lane, int *out)
{
  const unsigned n = times + threadIdx.x % 32 * per_lane;
  int x = 1;
  for (unsigned i = 0; i < n; i++)
    x = x * 3 + static_cast<int> (i);
  out[threadIdx.x] = x;
}

static void
test_branches ()
{
  buffer<int> out (64);
  expected e;
  e.branches = 2;
  e.divergent_branches = 2;
  e.store_bytes = 2 * 16 * 4;
  e.store_sectors = 2 * 4;
  check_counts ("tid % 2: divergent", e, bit_kernel, 1, 64, 0, 1, out.p);
  e.store_sectors = 2 * 2;
  check_counts ("tid & 16: divergent", e, bit_kernel, 1, 64, 0, 16, out.p);
  e.divergent_branches = 0;
  e.store_bytes = 32 * 4;
  check_counts ("tid & 32: by whole warps", e, bit_kernel, 1, 64, 0, 32, out.p);
  e.branches = 0;
  e.store_bytes = e.store_sectors = 0;
  check_counts ("nobody takes the branch: not seen", e, bit_kernel, 1, 64, 0, 64, out.p);

  e = expected ();
  e.store_bytes = 64 * 4;
  e.store_sectors = 64 * 4 / 32;
  e.branches = 2 * 11;
  check_counts ("loop of 10 rounds", e, loop_kernel, 1, 64, 0, 10, 0, out.p);
  e.branches = 2 * 32;
  e.divergent_branches = 2 * 31;
  check_counts ("loop of as many rounds as the lane's number", e, loop_kernel, 1, 64, 0, 0, 1, out.p);
}

/* ---- barriers, warp operations, launches ---- */

__global__ void
meeting_kernel ()
{
  for (int i = 0; i < 3; i++)
    __syncthreads ();
  __shfl_down_sync (0xffffffff, 1, 1);
  __syncwarp ();
  if (threadIdx.x % 32 < 16)
    __ballot_sync (0xffff, 1);
}

/* A lane that goes around once more is level with the others again after they
   have met.  */
template <bool BARRIER>
__global__ void
delayed_kernel (double *out)
{
  for (unsigned round = 0; round < 2; round++)
    {
      const unsigned n = 1 + (threadIdx.x == 0) * (round == 0);
      for (unsigned i = 0; i < n; i++)
        out[threadIdx.x] = i;
      if (BARRIER)
        __syncthreads ();
      else
        __syncwarp ();
    }
}

__global__ void
tail_kernel (double *out, unsigned left)
{
  out[threadIdx.x] = left;
  if (left && threadIdx.x == 0 && blockIdx.x == 0)
    gr_launch_tail (GR_KERNEL (tail_kernel), left, blockDim.x, 0, out, left - 1);
}

static void
test_meetings ()
{
  buffer<double> out (32), in (32);
  expected e;
  e.barriers = 2 * 3;
  e.warp_operations = 2 * 2 * 3;
  e.branches = 2 * 2 * (4 + 1);
  e.divergent_branches = 2 * 2;
  check_counts ("barriers by blocks, warp operations by warps", e, meeting_kernel, 2, 64, 0);

  e = expected ();
  e.store_bytes = 2 * 32 * 8 + 8;
  e.store_sectors = 2 * 8 + 1;
  e.branches = 3 + 3 + 2;
  e.divergent_branches = 1;
  e.barriers = 2;
  check_counts ("level again after a barrier", e, delayed_kernel<true>, 1, 32, 0, out.p);
  e.barriers = 0;
  e.warp_operations = 2;
  check_counts ("level again after __syncwarp", e, delayed_kernel<false>, 1, 32, 0, out.p);

  simt::start_counting ();
  bool good = gr_launch (GR_KERNEL (tail_kernel), 1, 32, 0, nullptr, out.p, 3) == cudaSuccess;
  good = good && gr_launch (GR_KERNEL (copy_kernel<double>), 1, 32, 0, nullptr, in.p, out.p, 1) == cudaSuccess;
  const auto rows = simt::counted ();
  simt::stop_counting ();
  check ("rows by kernels, with their tail launches",
         good && rows.size () == 2 && rows[0].launches == 4 && rows[0].store_sectors == (1 + 3 + 2 + 1) * 8
           && rows[0].grid.x == 1 && rows[1].launches == 1 && rows[1].load_sectors == 8);
  gr_launch (GR_KERNEL (copy_kernel<double>), 1, 32, 0, nullptr, in.p, out.p, 1);
  check ("what runs later is not counted", simt::counted ().size () == 2 && simt::counted ()[1].launches == 1);
}

int
main ()
{
  setvbuf (stdout, nullptr, _IOLBF, 0); /* a crash shows where */
  test_global ();
  test_banks ();
  test_branches ();
  test_meetings ();
  printf ("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}
