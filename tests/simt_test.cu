/* SPDX-License-Identifier: GPL-3.0-or-later

   Tests of the host executor (kernels/simt): kernels with known results, and
   planted bugs, each of which it must catch.  One line a check, then a count;
   the exit status tells whether all passed.

   Built with g++ -x c++ -DGR_SIMT -Ikernels/simt -Ikernels; overruns are checked
   only where AddressSanitizer is in the build.  */

#include "runtime/launch.cuh"

#include <algorithm>
#include <stdio.h>
#include <sys/wait.h>

static int passed, failed;

static void
check (const char *name, bool good)
{
  printf ("%s %s\n", good ? "ok    " : "FAILED", name);
  good ? passed++ : failed++;
}

/* Device memory for n elements, freed at the end of the scope; all zero.  */
template <class T> struct buffer
{
  T *p;
  size_t n;
  explicit buffer (size_t n) : p (nullptr), n (n)
  {
    if (cudaMalloc (&p, n * sizeof (T)) || cudaMemsetAsync (p, 0, n * sizeof (T)))
      exit (2);
  }
  buffer (const buffer &) = delete;
  buffer &operator= (const buffer &) = delete;
  ~buffer () { cudaFree (p); }
  T &operator[] (size_t i) { return p[i]; }
  bool operator== (const buffer &other) const { return n == other.n && ! memcmp (p, other.p, n * sizeof (T)); }
};

static const int SEEDS = 16;
static const unsigned ALL = 0xffffffff;

/* Small integers without a pattern.  */
static int
sample (size_t i)
{
  return static_cast<int> (i * 2654435761u % 1000) - 300;
}

static long long
sample_sum (size_t n)
{
  long long sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += sample (i);
  return sum;
}

/* Block reduction in dynamic shared memory.  BARRIER false plants the bug.  */
template <bool BARRIER>
__global__ void
sum_blocks (const int *in, long long *out, size_t n)
{
  GR_DYNAMIC_SHARED (long long, s);
  size_t i = threadIdx.x + static_cast<size_t> (blockIdx.x) * blockDim.x;
  s[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads ();
  for (unsigned stride = blockDim.x / 2; stride; stride /= 2)
    {
      if (threadIdx.x < stride)
        s[threadIdx.x] += s[threadIdx.x + stride];
      if (BARRIER)
        __syncthreads ();
    }
  if (threadIdx.x == 0)
    out[blockIdx.x] = s[0];
}

/* Number of seeds under which the sum of n samples comes out right.  */
template <bool BARRIER>
int
right_sums (size_t n, unsigned block)
{
  int right = 0;
  unsigned blocks = static_cast<unsigned> ((n + block - 1) / block);
  buffer<int> in (n);
  buffer<long long> out (blocks);
  for (size_t i = 0; i < n; i++)
    in[i] = sample (i);
  for (int seed = 0; seed < SEEDS; seed++)
    {
      simt::set_seed (seed);
      if (gr_launch (GR_KERNEL (sum_blocks<BARRIER>), blocks, block, block * sizeof (long long), nullptr, in.p, out.p,
                     n))
        return -1;
      long long sum = 0;
      for (unsigned b = 0; b < blocks; b++)
        sum += out[b];
      right += sum == sample_sum (n);
    }
  return right;
}

static void
test_block_reduction ()
{
  check ("block reduction, whole blocks", right_sums<true> (4096, 256) == SEEDS);
  check ("block reduction, partial last block", right_sums<true> (5001, 512) == SEEDS);
  check ("block reduction, 1024 threads", right_sums<true> (3000, 1024) == SEEDS);
  check ("planted bug: no __syncthreads in the tree", right_sums<false> (4096, 256) < SEEDS);
}

/* A reduction as the project writes them: blocks loop over tiles of two elements a thread, fold them in a tree in
   shared memory, and the last warp goes on without block barriers.  BUG is the planted bug.  */
enum bug {
  NO_BUG,
  NO_TREE_BARRIER,   /* between the steps of the tree */
  NO_READ_SYNCWARP,  /* between reading a step's values and writing them */
  NO_WRITE_SYNCWARP, /* between writing a step's values and reading the next */
  TAIL_RETURNS,      /* threads beyond the end leave without writing their zero */
  TAIL_FORGOTTEN,    /* the last, partial tile is not counted */
  TAIL_BY_BLOCK,     /* the second half of a tile is checked by its first element */
  ONE_BEYOND         /* <= for < */
};

template <bug BUG>
__global__ void
sum_tiles (const int *in, long long *partials, size_t n, size_t tiles)
{
  GR_DYNAMIC_SHARED (long long, s);
  const unsigned t = threadIdx.x;
  for (size_t tile = blockIdx.x; tile < tiles; tile += gridDim.x)
    {
      const size_t begin = tile * 2 * blockDim.x, first = begin + t, second = first + blockDim.x;
      if (BUG == TAIL_RETURNS && first >= n)
        return;
      long long acc = first < n ? in[first] : 0;
      if (BUG == ONE_BEYOND ? second <= n : BUG == TAIL_BY_BLOCK ? begin + blockDim.x < n : second < n)
        acc += in[second];
      s[t] = acc;
      __syncthreads ();
      for (unsigned stride = blockDim.x / 2; stride >= 32; stride /= 2)
        {
          if (t < stride)
            s[t] += s[t + stride];
          if (BUG != NO_TREE_BARRIER)
            __syncthreads ();
        }
      if (t < 32)
        for (unsigned stride = 16; stride; stride /= 2)
          {
            const long long sum = s[t] + s[t + stride];
            if (BUG != NO_READ_SYNCWARP)
              __syncwarp ();
            s[t] = sum;
            if (BUG != NO_WRITE_SYNCWARP)
              __syncwarp ();
          }
      if (t == 0)
        partials[tile] = s[0];
      __syncthreads ();
    }
}

/* Number of seeds under which two blocks of 128 threads sum n samples right.  */
template <bug BUG>
int
right_tile_sums (size_t n)
{
  const size_t tile = 2 * 128, tiles = BUG == TAIL_FORGOTTEN ? n / tile : (n + tile - 1) / tile;
  buffer<int> in (n);
  buffer<long long> partials (tiles);
  for (size_t i = 0; i < n; i++)
    in[i] = sample (i);
  int right = 0;
  for (int seed = 0; seed < SEEDS; seed++)
    {
      simt::set_seed (seed);
      if (gr_launch (GR_KERNEL (sum_tiles<BUG>), 2, 128, 128 * sizeof (long long), nullptr, in.p, partials.p, n, tiles))
        return -1;
      long long sum = 0;
      for (size_t i = 0; i < tiles; i++)
        sum += partials[i];
      right += sum == sample_sum (n);
    }
  return right;
}

/* The same by shuffles: shared memory carries one value a warp, which the next
   tile overwrites.  BARRIER false plants the bug.  */
template <bool BARRIER>
__global__ void
sum_warps (const int *in, long long *partials, size_t tiles)
{
  GR_DYNAMIC_SHARED (long long, warps);
  for (size_t tile = blockIdx.x; tile < tiles; tile += gridDim.x)
    {
      long long acc = in[tile * blockDim.x + threadIdx.x];
      for (unsigned delta = 16; delta; delta /= 2)
        acc += __shfl_down_sync (ALL, acc, delta);
      if (threadIdx.x % 32 == 0)
        warps[threadIdx.x / 32] = acc;
      __syncthreads ();
      if (threadIdx.x == 0)
        {
          partials[tile] = 0;
          for (unsigned w = 0; w < blockDim.x / 32; w++)
            partials[tile] += warps[w];
        }
      if (BARRIER)
        __syncthreads ();
    }
}

template <bool BARRIER>
int
right_warp_sums ()
{
  const size_t tiles = 12, n = tiles * 128;
  buffer<int> in (n);
  buffer<long long> partials (tiles);
  for (size_t i = 0; i < n; i++)
    in[i] = sample (i);
  int right = 0;
  for (int seed = 0; seed < SEEDS; seed++)
    {
      simt::set_seed (seed);
      if (gr_launch (GR_KERNEL (sum_warps<BARRIER>), 2, 128, 4 * sizeof (long long), nullptr, in.p, partials.p, tiles))
        return -1;
      long long sum = 0;
      for (size_t i = 0; i < tiles; i++)
        sum += partials[i];
      right += sum == sample_sum (n);
    }
  return right;
}

template <bug BUG>
void
check_planted (const char *name, size_t n, bool shows)
{
  const int right = right_tile_sums<BUG> (n);
  check (name, shows ? right >= 0 && right <= SEEDS / 4 : right == SEEDS);
}

static void
test_tile_reduction ()
{
  const size_t whole = 5 * 256, partial = whole + 70;
  check_planted<NO_BUG> ("tile reduction, whole tiles", whole, false);
  check_planted<NO_BUG> ("tile reduction, partial last tile", partial, false);
  check_planted<NO_BUG> ("tile reduction, one element", 1, false);
  check ("shuffle reduction over several tiles", right_warp_sums<true> () == SEEDS);
  const int right = right_warp_sums<false> ();
  check ("planted bug: no barrier between tiles", right >= 0 && right <= SEEDS / 2);
  check_planted<NO_TREE_BARRIER> ("planted bug: no barrier between the steps of a tree", whole, true);
  check_planted<NO_READ_SYNCWARP> ("planted bug: no __syncwarp between reading and writing", whole, true);
  check_planted<NO_WRITE_SYNCWARP> ("planted bug: no __syncwarp between writing and reading", whole, true);
  check_planted<TAIL_RETURNS> ("whole tiles hide a wrong tail", whole, false);
  check_planted<TAIL_RETURNS> ("planted bug: threads beyond the end return", partial, true);
  check_planted<TAIL_FORGOTTEN> ("planted bug: the partial tile is forgotten", partial, true);
}

/* Each warp sums its lanes by shuffles: result 0 by down (lane 0), 1 by xor
   (all lanes), 2 Kogge-Stone inclusive scan by up, 3 broadcast of lane 7.  */
template <class T>
__global__ void
shuffle_kernel (const int *in, T *out)
{
  T x = static_cast<T> (in[threadIdx.x]), down = x, butterfly = x, scan = x;
  for (unsigned delta = 16; delta; delta /= 2)
    {
      down += __shfl_down_sync (ALL, down, delta);
      butterfly += __shfl_xor_sync (ALL, butterfly, static_cast<int> (delta));
    }
  for (unsigned delta = 1; delta < 32; delta *= 2)
    {
      T before = __shfl_up_sync (ALL, scan, delta);
      if (threadIdx.x % 32 >= delta)
        scan += before;
    }
  T *mine = out + 4 * threadIdx.x;
  mine[0] = down;
  mine[1] = butterfly;
  mine[2] = scan;
  mine[3] = __shfl_sync (ALL, x, 7);
}

template <class T>
void
test_shuffles (const char *name)
{
  const unsigned n = 96;
  buffer<int> in (n);
  buffer<T> out (4 * n);
  for (unsigned i = 0; i < n; i++)
    in[i] = sample (i) + 300; /* not negative, for unsigned T */
  bool good = true;
  for (int seed = 0; seed < SEEDS; seed++)
    {
      simt::set_seed (seed);
      good = good && ! gr_launch (GR_KERNEL (shuffle_kernel<T>), 1, n, 0, nullptr, in.p, out.p);
      for (unsigned first = 0; first < n; first += 32)
        {
          T sum = 0;
          for (unsigned i = first; i < first + 32; i++)
            {
              sum += static_cast<T> (in[i]);
              good = good && out[4 * i + 2] == sum && out[4 * i + 3] == static_cast<T> (in[first + 7]);
            }
          good = good && out[4 * first] == sum;
          for (unsigned i = first; i < first + 32; i++)
            good = good && out[4 * i + 1] == sum;
        }
    }
  check (name, good);
}

/* The four shuffles with a width, where lanes read across a segment's end.  */
__global__ void
width_kernel (int width, int *out)
{
  int lane = static_cast<int> (threadIdx.x), *mine = out + 4 * lane;
  mine[0] = __shfl_up_sync (ALL, lane, 3, width);
  mine[1] = __shfl_down_sync (ALL, lane, 3, width);
  mine[2] = __shfl_xor_sync (ALL, lane, 5, width);
  mine[3] = __shfl_sync (ALL, lane, 11, width);
}

static void
test_widths ()
{
  buffer<int> out (4 * 32);
  for (int width = 1; width <= 32; width *= 2)
    {
      bool good = ! gr_launch (GR_KERNEL (width_kernel), 1, 32, 0, nullptr, width, out.p);
      for (int lane = 0; lane < 32; lane++)
        {
          int first = lane / width * width, last = first + width - 1;
          good = good && out[4 * lane] == (lane - 3 >= first ? lane - 3 : lane)
              && out[4 * lane + 1] == (lane + 3 <= last ? lane + 3 : lane)
              && out[4 * lane + 2] == ((lane ^ 5) <= last ? (lane ^ 5) : lane)
              && out[4 * lane + 3] == first + 11 % width;
        }
      char name[64];
      snprintf (name, sizeof name, "shuffles of width %d", width);
      check (name, good);
    }
}

/* Half warps sum separately, with masks and barriers of their own.  */
__global__ void
half_warp_kernel (int *out)
{
  unsigned lane = threadIdx.x;
  int x = static_cast<int> (lane);
  if (lane < 16)
    for (int delta = 8; delta; delta /= 2)
      x += __shfl_xor_sync (0x0000ffff, x, delta);
  else
    {
      x *= 100;
      __syncwarp (0xffff0000);
      for (int delta = 8; delta; delta /= 2)
        x += __shfl_xor_sync (0xffff0000, x, delta, 16);
    }
  out[lane] = x;
}

__global__ void
vote_kernel (unsigned *out)
{
  unsigned t = threadIdx.x, *mine = out + 6 * t;
  mine[0] = __ballot_sync (ALL, t % 3 == 0);
  mine[1] = static_cast<unsigned> (__any_sync (ALL, t == 40));
  mine[2] = static_cast<unsigned> (__all_sync (ALL, t != 40));
  mine[3] = t % 2 ? __ballot_sync (0xaaaaaaaa, t % 32 > 20) : __ballot_sync (0x55555555, t % 32 < 10);
  mine[4] = __reduce_max_sync (ALL, t * 0x9e3779b9u);
  mine[5] = __match_any_sync (ALL, t % 5);
}

static void
test_masks_and_votes ()
{
  buffer<int> sums (32);
  bool good = ! gr_launch (GR_KERNEL (half_warp_kernel), 1, 32, 0, nullptr, sums.p);
  for (int lane = 0; lane < 32; lane++)
    good = good && sums[lane] == (lane < 16 ? 120 : 37600);
  check ("half warps with masks of their own", good);

  const unsigned n = 80; /* the last warp has 16 lanes */
  buffer<unsigned> votes (6 * n);
  good = ! gr_launch (GR_KERNEL (vote_kernel), 1, n, 0, nullptr, votes.p);
  for (unsigned t = 0; t < n; t++)
    {
      unsigned first = t / 32 * 32, expected[6] = { 0, first == 32, first != 32, 0, 0, 0 };
      for (unsigned l = 0; l < 32 && first + l < n; l++)
        {
          expected[0] |= static_cast<unsigned> ((first + l) % 3 == 0) << l;
          expected[3] |= static_cast<unsigned> (l % 2 == t % 2 && (l % 2 ? l > 20 : l < 10)) << l;
          expected[4] = std::max (expected[4], (first + l) * 0x9e3779b9u);
          expected[5] |= static_cast<unsigned> ((first + l) % 5 == t % 5) << l;
        }
      good = good && ! memcmp (&votes[6 * t], expected, sizeof expected);
    }
  check ("votes, partial last warp", good);
}

/* Sum in one launch: the block that finishes last adds the partials up.  */
__global__ void
last_block_kernel (const int *in, size_t n, long long *partials, unsigned *finished, long long *out)
{
  __shared__ unsigned ticket;
  __shared__ int sum;
  size_t i = threadIdx.x + static_cast<size_t> (blockIdx.x) * blockDim.x;
  if (threadIdx.x == 0)
    sum = 0;
  __syncthreads ();
  if (i < n)
    atomicAdd (&sum, in[i]);
  __syncthreads ();
  if (threadIdx.x == 0)
    {
      partials[blockIdx.x] = sum;
      __threadfence ();
      ticket = atomicInc (finished, gridDim.x - 1);
    }
  __syncthreads ();
  if (ticket == gridDim.x - 1 && threadIdx.x == 0)
    {
      *out = 0;
      for (unsigned b = 0; b < gridDim.x; b++)
        *out += partials[b];
    }
}

static void
test_last_block ()
{
  const size_t n = 10007;
  const unsigned block = 128, blocks = (n + block - 1) / block;
  buffer<int> in (n);
  buffer<long long> partials (blocks), out (1);
  buffer<unsigned> finished (1);
  for (size_t i = 0; i < n; i++)
    in[i] = sample (i);
  bool good = true;
  for (int repeat = 0; repeat < 3; repeat++)
    {
      out[0] = -1;
      good
        = good
       && ! gr_launch (GR_KERNEL (last_block_kernel), blocks, block, 0, nullptr, in.p, n, partials.p, finished.p, out.p)
       && out[0] == sample_sum (n) && finished[0] == 0;
    }
  check ("last block adds up, counter resets itself", good);
}

template <class T>
__global__ void
atomics_kernel (T *x)
{
  T t = static_cast<T> (threadIdx.x);
  atomicAdd (x, t);
  atomicMax (x + 1, t);
  atomicMin (x + 2, t);
  atomicOr (x + 3, t);
  if (t == 5)
    atomicExch (x + 4, t);
  T old;
  do
    old = x[5];
  while (atomicCAS (x + 5, old, old + 2) != old);
}

template <class T>
void
test_atomics (const char *name)
{
  buffer<T> x (6);
  x[2] = 1000;
  bool good = ! gr_launch (GR_KERNEL (atomics_kernel<T>), 1, 100, 0, nullptr, x.p);
  const T expected[6] = { 4950, 99, 0, 127, 5, 200 };
  check (name, good && ! memcmp (x.p, expected, sizeof expected));
}

/* Every thread notes where it stands, and how often it came.  */
__global__ void
index_kernel (unsigned *visits, unsigned *bad)
{
  uint3 t = threadIdx, b = blockIdx;
  size_t thread = t.x + blockDim.x * (t.y + static_cast<size_t> (blockDim.y) * t.z);
  size_t block = b.x + gridDim.x * (b.y + static_cast<size_t> (gridDim.y) * b.z);
  if (t.x >= blockDim.x || t.y >= blockDim.y || t.z >= blockDim.z || b.x >= gridDim.x || b.y >= gridDim.y
      || b.z >= gridDim.z)
    atomicAdd (bad, 1u);
  else
    atomicAdd (visits + block * blockDim.x * blockDim.y * blockDim.z + thread, 1u);
  __syncthreads ();
  if (t.x != threadIdx.x || t.y != threadIdx.y || t.z != threadIdx.z)
    atomicAdd (bad, 1u);
}

static bool
visits_all_once (dim3 grid, dim3 block)
{
  size_t n = static_cast<size_t> (grid.x) * grid.y * grid.z * block.x * block.y * block.z;
  buffer<unsigned> visits (n), bad (1);
  bool good = ! gr_launch (GR_KERNEL (index_kernel), grid, block, 0, nullptr, visits.p, bad.p) && ! bad[0];
  for (size_t i = 0; i < n; i++)
    good = good && visits[i] == 1;
  return good;
}

static void
test_grids ()
{
  check ("1-D grid", visits_all_once (977, 33));
  check ("2-D grid and block", visits_all_once (dim3 (12, 7), dim3 (16, 4)));
  check ("3-D grid and block", visits_all_once (dim3 (3, 4, 5), dim3 (5, 3, 7)));
  check ("large grid", visits_all_once (dim3 (200003), 1));
  check ("largest grid y", visits_all_once (dim3 (1, 65535, 1), 2));
}

/* Threads with an odd number leave early; the others still meet.  */
__global__ void
early_exit_kernel (int *out)
{
  __shared__ int s[128];
  s[threadIdx.x] = 0;
  __syncthreads ();
  if (threadIdx.x % 2)
    return;
  s[threadIdx.x] = static_cast<int> (threadIdx.x);
  __syncthreads ();
  out[threadIdx.x] = s[(threadIdx.x + 2) % blockDim.x];
}

static void
test_early_exit ()
{
  buffer<int> out (128);
  bool good = true;
  for (int seed = 0; seed < SEEDS; seed++)
    {
      simt::set_seed (seed);
      good = good && ! gr_launch (GR_KERNEL (early_exit_kernel), 3, 128, 0, nullptr, out.p);
      for (int t = 0; t < 128; t += 2)
        good = good && out[t] == (t + 2) % 128;
    }
  check ("exited threads do not count for __syncthreads", good);
}

__global__ void
order_kernel (unsigned *next, unsigned *order)
{
  order[atomicAdd (next, 1u)] = blockIdx.x * blockDim.x + threadIdx.x;
  __syncthreads ();
  order[atomicAdd (next, 1u)] = blockIdx.x * blockDim.x + threadIdx.x;
}

static void
test_order ()
{
  const unsigned n = 8 * 64;
  buffer<unsigned> next (1), first (2 * n), second (2 * n), again (2 * n), other (2 * n);
  bool good = true;
  auto record = [&] (buffer<unsigned> &order) {
    next[0] = 0;
    good = good && ! gr_launch (GR_KERNEL (order_kernel), 8, 64, 0, nullptr, next.p, order.p);
  };
  simt::set_seed (42);
  record (first);
  record (second);
  simt::set_seed (42);
  record (again);
  simt::set_seed (43);
  record (other);
  check ("same order with the same seed", good && first == again);
  check ("another order in the next launch", good && ! (first == second));
  check ("another order with another seed", good && ! (first == other));
  unsigned ascending = 0, block_ascending = 0;
  for (unsigned i = 1; i < 64; i++)
    ascending += first[i] > first[i - 1];
  for (unsigned b = 1; b < 8; b++)
    block_ascending += first[128 * b] / 64 > first[128 * (b - 1)] / 64;
  check ("threads come in no order", ascending > 16 && ascending < 48);
  check ("blocks come in no order", block_ascending < 7);
}

/* What a thread finds in memory that nobody wrote: out[0] counts elements of
   dynamic shared memory that are plausible data.  */
__global__ void
unwritten_kernel (unsigned *out)
{
  GR_DYNAMIC_SHARED (float, s);
  if (! (s[threadIdx.x] != s[threadIdx.x] || fabsf (s[threadIdx.x]) > 1e38f))
    atomicAdd (out, 1u);
  __syncthreads ();
  s[threadIdx.x] = 1;
}

static void
test_poison ()
{
  buffer<unsigned> out (1);
  bool good = ! gr_launch (GR_KERNEL (unwritten_kernel), 7, 64, 64 * sizeof (float), nullptr, out.p);
  check ("dynamic shared memory is poisoned in every block", good && out[0] == 0);
  double *p = nullptr;
  good = ! cudaMalloc (&p, 100 * sizeof (double));
  for (int i = 0; good && i < 100; i++)
    good = p[i] != p[i] || fabs (p[i]) > 1e300;
  cudaFree (p);
  check ("device memory is poisoned", good);
}

/* Standard error of a launch that has to fail, in text.  */
static char text[4096];

template <class F>
cudaError_t
with_stderr (F launch)
{
  FILE *file = tmpfile ();
  fflush (stderr);
  int saved = dup (2);
  if (! file || saved < 0 || dup2 (fileno (file), 2) < 0)
    exit (2);
  cudaError_t error = launch ();
  fflush (stderr);
  rewind (file);
  size_t n = fread (text, 1, sizeof text - 1, file);
  text[n] = '\0';
  dup2 (saved, 2);
  close (saved);
  fclose (file);
  return error;
}

/* The launch fails with that error and one line that holds the words, and the
   executor works again afterwards.  */
template <class F>
void
check_fails (const char *name, F launch, cudaError_t expected, const char *words, const char *more = "")
{
  cudaError_t error = with_stderr (launch);
  const char *newline = strchr (text, '\n');
  bool good = error == expected && cudaPeekAtLastError () == expected && cudaGetLastError () == expected
           && cudaGetLastError () == cudaSuccess && newline && newline[1] == '\0' && strstr (text, words)
           && strstr (text, more);
  if (! good)
    printf ("       %s: \"%s\", want \"%s\", \"%s\"\n", cudaGetErrorName (error), text, words, more);
  check (name, good && visits_all_once (dim3 (2, 2), 256));
}

/* Neighbouring lanes swap through shared memory.  BARRIER false plants the bug.  */
template <bool BARRIER>
__global__ void
swap_kernel (int *out)
{
  __shared__ int s[32];
  s[threadIdx.x] = -1;
  __syncwarp ();
  s[threadIdx.x] = static_cast<int> (threadIdx.x);
  if (BARRIER)
    __syncwarp ();
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}

template <bool BARRIER>
int
right_swaps ()
{
  int right = 0;
  buffer<int> out (32);
  for (int seed = 0; seed < SEEDS; seed++)
    {
      simt::set_seed (seed);
      if (gr_launch (GR_KERNEL (swap_kernel<BARRIER>), 1, 32, 0, nullptr, out.p))
        return -1;
      bool good = true;
      for (int t = 0; t < 32; t++)
        good = good && out[t] == (t ^ 1);
      right += good;
    }
  return right;
}

/* One tile a block, in the order of blockIdx: each adds the one before it.  */
__global__ void
in_order_kernel (int *x)
{
  x[blockIdx.x] = 1 + (blockIdx.x ? x[blockIdx.x - 1] : 0);
}

static void
test_order_bugs ()
{
  check ("__syncwarp orders shared memory", right_swaps<true> () == SEEDS);
  int right = right_swaps<false> ();
  check ("planted bug: no __syncwarp", right >= 0 && right < SEEDS);
  buffer<int> x (64);
  check ("planted bug: blocks expected in order",
         ! gr_launch (GR_KERNEL (in_order_kernel), 64, 1, 0, nullptr, x.p) && x[63] != 64);
}

__global__ void
half_syncwarp_kernel ()
{
  if (threadIdx.x % 32 < 16)
    __syncwarp ();
}

__global__ void
half_shuffle_kernel ()
{
  if (threadIdx.x < 48)
    __shfl_down_sync (ALL, 1, 1);
  __syncthreads ();
}

__global__ void
crossed_masks_kernel ()
{
  __syncwarp (threadIdx.x == 0 ? 3 : threadIdx.x == 1 ? 6 : 5);
}

__global__ void
mixed_operations_kernel ()
{
  if (threadIdx.x < 16)
    __ballot_sync (ALL, 1);
  else
    __syncwarp ();
}

__global__ void
mixed_types_kernel ()
{
  if (threadIdx.x)
    __shfl_sync (ALL, 1, 0);
  else
    __shfl_sync (ALL, 1.0, 0);
}

__global__ void
outside_mask_kernel ()
{
  __syncwarp (0xfffffffe);
}
__global__ void
source_outside_kernel ()
{
  if (threadIdx.x < 8)
    __shfl_sync (0xff, 1, 9);
}
__global__ void
source_missing_kernel ()
{
  __shfl_down_sync (ALL, 1, 1);
}
__global__ void
bad_width_kernel ()
{
  __shfl_sync (ALL, 1, 0, 12);
}
__global__ void
trap_kernel (unsigned wanted)
{
  if (blockIdx.y == 1 && threadIdx.y == wanted)
    __trap ();
}
__global__ void
launching_kernel ()
{
  gr_launch (GR_KERNEL (half_syncwarp_kernel), 1, 32, 0, nullptr);
}
__global__ void
failing_tail_kernel (unsigned block, size_t shared)
{
  gr_launch_tail (GR_KERNEL (half_syncwarp_kernel), 1, block, shared);
  gr_launch_tail (GR_KERNEL (failing_tail_kernel), 1, 1, 0, block, shared); /* dropped with the rest */
}
__global__ void
empty_kernel ()
{}

static void
test_failures ()
{
  const cudaError_t failure = cudaErrorLaunchFailure;
  check_fails (
    "planted bug: half a warp at __syncwarp, the rest gone",
    [] { return gr_launch (GR_KERNEL (half_syncwarp_kernel), 2, 64, 0, nullptr); }, failure,
    "waits at __syncwarp (mask 0xffffffff) for thread (", "which has exited");
  check_fails (
    "planted bug: half a warp at a shuffle, the rest at __syncthreads",
    [] { return gr_launch (GR_KERNEL (half_shuffle_kernel), 1, 64, 0, nullptr); }, failure,
    "waits at __shfl_down_sync (mask 0xffffffff) for thread (48,0,0), which is at __syncthreads",
    "block (0,0,0), thread (32,0,0)");
  check_fails (
    "planted bug: masks that wait for each other",
    [] { return gr_launch (GR_KERNEL (crossed_masks_kernel), 1, 3, 0, nullptr); }, failure,
    "thread (0,0,0) waits at __syncwarp (mask 0x3) for thread (1,0,0), "
    "which is at __syncwarp (mask 0x6)");
  check_fails (
    "planted bug: different operations in a warp",
    [] { return gr_launch (GR_KERNEL (mixed_operations_kernel), 1, 32, 0, nullptr); }, failure, "__ballot_sync",
    "__syncwarp");
  check_fails (
    "planted bug: different types in a shuffle",
    [] { return gr_launch (GR_KERNEL (mixed_types_kernel), 1, 32, 0, nullptr); }, failure, "__shfl_sync", "type");
  check_fails (
    "planted bug: caller not in its mask",
    [] { return gr_launch (GR_KERNEL (outside_mask_kernel), 1, 32, 0, nullptr); }, failure,
    "thread (0,0,0) calls __syncwarp with mask 0xfffffffe");
  check_fails (
    "planted bug: shuffle from outside the mask",
    [] { return gr_launch (GR_KERNEL (source_outside_kernel), 1, 32, 0, nullptr); }, failure, "reads lane 9");
  check_fails (
    "planted bug: shuffle from beyond the block",
    [] { return gr_launch (GR_KERNEL (source_missing_kernel), 1, 48, 0, nullptr); }, failure,
    "thread (47,0,0) reads lane 16");
  check_fails (
    "planted bug: width that is not a power of two",
    [] { return gr_launch (GR_KERNEL (bad_width_kernel), 1, 32, 0, nullptr); }, failure, "width");
  check_fails (
    "__trap names block and thread",
    [] { return gr_launch (GR_KERNEL (trap_kernel), dim3 (1, 2), dim3 (8, 8), 0, nullptr, 3); }, failure,
    "block (0,1,0), thread (", ",3,0) executes __trap");
  check_fails (
    "launch from a kernel is refused", [] { return gr_launch (GR_KERNEL (launching_kernel), 1, 1, 0, nullptr); },
    failure, "launches a kernel");
  check_fails (
    "tail launch of a kernel that fails",
    [] { return gr_launch (GR_KERNEL (failing_tail_kernel), 1, 1, 0, nullptr, 64, 0); }, failure,
    "waits at __syncwarp (mask 0xffffffff) for thread (", "which has exited");
  check_fails (
    "tail launch of a block that is too large",
    [] { return gr_launch (GR_KERNEL (failing_tail_kernel), 1, 1, 0, nullptr, 2048, 0); },
    cudaErrorInvalidConfiguration, "bad launch: grid (1,1,1), block (2048,1,1)");
  check_fails (
    "tail launch with shared memory that was not asked for",
    [] { return gr_launch (GR_KERNEL (failing_tail_kernel), 1, 1, 0, nullptr, 64, 48 * 1024 + 1); }, failure,
    "cudaFuncSetAttribute");

  bool good = true;
  for (int repeat = 0; repeat < 4; repeat++)
    good = good
        && with_stderr ([] { return gr_launch (GR_KERNEL (half_syncwarp_kernel), 1, 1024, 0, nullptr); }) == failure;
  cudaGetLastError ();
  check ("failures leave nothing behind", good && visits_all_once (3, 1024));
}

static void
test_configurations ()
{
  static const struct
  {
    const char *name;
    dim3 grid, block;
    size_t shared;
  } bad[] = { { "no blocks", 0, 32, 0 },
              { "no threads", 1, dim3 (32, 0), 0 },
              { "1025 threads", 1, 1025, 0 },
              { "block of 2^32 threads", 1, dim3 (1u << 16, 1u << 16), 0 },
              { "block of depth 65", 1, dim3 (1, 1, 65), 0 },
              { "grid y of 65536", dim3 (1, 65536), 1, 0 },
              { "grid z of 65536", dim3 (1, 1, 65536), 1, 0 },
              { "grid x of 2^31", 0x80000000u, 1, 0 },
              { "more shared memory than there is", 1, 32, 227 * 1024 + 1 } };
  for (const auto &b : bad)
    check_fails (
      b.name, [&] { return gr_launch (GR_KERNEL (empty_kernel), b.grid, b.block, b.shared, nullptr); },
      cudaErrorInvalidConfiguration, "bad launch: grid (");

  const int large = 227 * 1024;
  const cudaFuncAttribute limit = cudaFuncAttributeMaxDynamicSharedMemorySize;
  check ("more than 48 KiB of shared memory has to be asked for",
         gr_launch (GR_KERNEL (empty_kernel), 1, 32, large, nullptr) == cudaErrorInvalidValue
           && cudaFuncSetAttribute (empty_kernel, limit, large) == cudaSuccess
           && gr_launch (GR_KERNEL (empty_kernel), 1, 32, large, nullptr) == cudaSuccess
           && cudaFuncSetAttribute (empty_kernel, limit, large + 1) == cudaErrorInvalidValue);
  cudaGetLastError ();
}

/* Sum by recursion on the device: every block sums its elements, and one thread
   of the grid launches the next level on the partials, until one is left.  */
__global__ void
nested_kernel (long long *from, long long *to, unsigned n, unsigned *levels)
{
  GR_DYNAMIC_SHARED (long long, s);
  const unsigned i = threadIdx.x + blockIdx.x * blockDim.x;
  s[threadIdx.x] = i < n ? from[i] : 0;
  __syncthreads ();
  for (unsigned stride = blockDim.x / 2; stride; stride /= 2)
    {
      if (threadIdx.x < stride)
        s[threadIdx.x] += s[threadIdx.x + stride];
      __syncthreads ();
    }
  if (threadIdx.x == 0)
    to[blockIdx.x] = s[0];
  if (i == 0)
    ++*levels;
  if (i == 0 && gridDim.x > 1)
    gr_launch_tail (GR_KERNEL (nested_kernel), (gridDim.x + blockDim.x - 1) / blockDim.x, blockDim.x,
                    blockDim.x * sizeof *s, to, from, gridDim.x, levels);
}

/* Notes its name, then launches two that do so: a binary tree, parents first.  */
__global__ void
tree_kernel (unsigned name, unsigned *notes, unsigned *count)
{
  if (threadIdx.x || blockIdx.x)
    return;
  notes[(*count)++] = name;
  for (unsigned child = 2 * name; name < 4 && child <= 2 * name + 1; child++)
    gr_launch_tail (GR_KERNEL (tree_kernel), 2, 33, 0, child, notes, count);
}

static void
test_tail_launches ()
{
  const unsigned n = 5000, block = 16;
  buffer<long long> a (n), b (n);
  buffer<unsigned> levels (1), notes (7), count (1);
  bool good = true;
  for (int seed = 0; seed < SEEDS; seed++)
    {
      simt::set_seed (seed);
      levels[0] = 0;
      for (unsigned i = 0; i < n; i++)
        a[i] = sample (i);
      good = good
          && ! gr_launch (GR_KERNEL (nested_kernel), (n + block - 1) / block, block, block * sizeof (long long),
                          nullptr, a.p, b.p, n, levels.p)
          && levels[0] == 4 && b[0] != a[0] && a[0] == sample_sum (n);
    }
  check ("tail launches run after the whole grid", good);
  good = ! gr_launch (GR_KERNEL (tree_kernel), 3, 32, 0, nullptr, 1, notes.p, count.p);
  const unsigned order[7] = { 1, 2, 4, 5, 3, 6, 7 };
  check ("tail launches come in order", good && count[0] == 7 && ! memcmp (notes.p, order, sizeof order));
}

/* Thread t waits for thread t + 1, the last one for nobody; with FOREVER all
   wait for what does not come.  */
template <bool FOREVER>
__global__ void
waiting_kernel (unsigned *flags)
{
  volatile unsigned *const next = flags + (FOREVER ? blockDim.x : threadIdx.x + 1);
  if (FOREVER || threadIdx.x != blockDim.x - 1)
    while (! *next)
      __nanosleep (20);
  flags[threadIdx.x] = 1;
}

__global__ void
counting_kernel (unsigned *blocks)
{
  if (threadIdx.x == 0)
    atomicAdd (blocks, 1u);
}

static unsigned polls;
static bool
third_poll ()
{
  return ++polls >= 3;
}

static void
test_waiting ()
{
  buffer<unsigned> flags (129), blocks (1);
  check ("__nanosleep lets the other threads of the block run",
         ! gr_launch (GR_KERNEL (waiting_kernel<false>), 1, 128, 0, nullptr, flags.p) && flags[0] == 1 && ! flags[128]);

  flags[0] = 0;
  simt::set_interrupt (third_poll);
  const cudaError_t spinning = gr_launch (GR_KERNEL (waiting_kernel<true>), 1, 128, 0, nullptr, flags.p);
  check ("a kernel that waits forever can be interrupted",
         spinning == simtErrorInterrupted && cudaGetLastError () == spinning && polls == 3 && ! flags[0]);
  polls = 0;
  const cudaError_t many = gr_launch (GR_KERNEL (counting_kernel), 100000, 64, 0, nullptr, blocks.p);
  check ("a grid of many blocks can be interrupted",
         many == simtErrorInterrupted && polls == 3 && blocks[0] > 0 && blocks[0] < 1000);
  simt::set_interrupt (nullptr);
  cudaGetLastError ();
  check ("interrupts leave nothing behind", visits_all_once (3, 1024));
}

/* Parameters are the thread's own copies, converted to the kernel's types.  */
__global__ void
parameter_kernel (double x, short y, double *out)
{
  x += threadIdx.x;
  y++;
  __syncthreads ();
  out[threadIdx.x] = x + y;
}

/* Classes in __shared__, and what the intrinsics give; out[0] to out[11].  */
struct pair
{
  int a, b;
  pair () : a (3), b (4) {}
};

__global__ void
intrinsics_kernel (long long *out)
{
  __shared__ pair p[2];
  const long long values[] = { p[1].a + p[1].b,
                               __popc (0xf0f0f0f0),
                               __popcll (~0ull),
                               __clz (1),
                               __clz (0),
                               __clzll (1),
                               __ffs (8),
                               static_cast<long long> (__brev (1)),
                               min (-1, 1),
                               max (-1, 1u),
                               static_cast<long long> (max (2.0f, NAN)),
                               __dmul_rn (0.1, 3) != 0.3,
                               static_cast<long long> (__hiloint2double (0x43300000, -1) - 0x1p52) };
  for (int i = 0; i < 13; i++)
    i % 2 ? __stcs (out + i, __ldg (values + i)) : __stcg (out + i, __ldcg (values + i));
}

static void
test_language ()
{
  buffer<double> sums (64);
  bool good = ! gr_launch (GR_KERNEL (parameter_kernel), 1, 64, 0, nullptr, 7, 2, sums.p);
  for (int t = 0; t < 64; t++)
    good = good && sums[t] == 7 + t + 3;
  check ("parameters are copies of the thread", good);
  buffer<long long> out (13);
  good = ! gr_launch (GR_KERNEL (intrinsics_kernel), 1, 1, 0, nullptr, out.p);
  const long long expected[13] = { 7, 16, 64, 31, 32, 63, 4, 0x80000000, -1, 0xffffffff, 2, 1, 0xffffffff };
  check ("intrinsics", good && ! memcmp (out.p, expected, sizeof expected));
}

static void
test_runtime ()
{
  cudaDeviceProp p;
  int n = 0, value = 0, blocks = 0;
  size_t available = 0, total = 0;
  check ("devices",
         ! cudaGetDeviceCount (&n) && n == SIMT_DEVICES && ! cudaGetDeviceProperties (&p, 0)
           && ! strcmp (p.name, "host SIMT executor") && p.warpSize == 32 && p.major == 9
           && ! cudaDeviceGetAttribute (&value, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0) && value == 227 * 1024
           && ! cudaMemGetInfo (&available, &total) && available <= total && total == p.totalGlobalMem
           && ! cudaOccupancyMaxActiveBlocksPerMultiprocessor (&blocks, empty_kernel, 512, 0) && blocks == 4
           && cudaSetDevice (SIMT_DEVICES) == cudaErrorInvalidDevice && cudaGetLastError () == cudaErrorInvalidDevice);
  void *memory = &n;
  check ("memory that is not there is refused", cudaMalloc (&memory, SIZE_MAX / 2) == cudaErrorMemoryAllocation
                                                  && ! memory && cudaGetLastError () == cudaErrorMemoryAllocation);
  cudaMemPool_t pool;
  uint64_t given[3] = {};
  const auto count = [&] (uint64_t *bytes) { cudaMemPoolGetAttribute (pool, cudaMemPoolAttrUsedMemCurrent, bytes); };
  bool is_marked = ! cudaDeviceGetDefaultMemPool (&pool, 0);
  count (&given[0]);
  is_marked = is_marked && ! cudaMallocAsync (&memory, 1000, nullptr);
  char *const byte = static_cast<char *> (memory);
  is_marked = is_marked && simt::is_allocated (byte + 999) && ! simt::is_allocated (byte + 1000);
  simt::use_part (memory, 700);
  is_marked = is_marked && simt::is_allocated (byte + 699) && ! simt::is_allocated (byte + 700);
  simt::set_aside (memory);
  is_marked = is_marked && ! simt::is_allocated (byte);
  count (&given[1]);
  is_marked = is_marked && ! cudaFreeAsync (memory, nullptr);
  count (&given[2]);
  check ("memory that is kept for later", is_marked && given[1] == given[0] + 1000 && given[2] == given[0]);
  check ("names of errors", ! strcmp (cudaGetErrorName (cudaErrorNotReady), "cudaErrorNotReady")
                              && ! strcmp (cudaGetErrorString (cudaErrorMemoryAllocation), "out of memory"));
  cudaStream_t stream;
  cudaEvent_t from, to;
  float ms = -1;
  timespec pause = { 0, 2000000 };
  bool good = ! cudaStreamCreateWithFlags (&stream, cudaStreamNonBlocking) && ! cudaEventCreate (&from)
           && ! cudaEventCreate (&to) && cudaEventElapsedTime (&ms, from, to) == cudaErrorInvalidValue
           && ! cudaEventRecord (from, stream);
  nanosleep (&pause, nullptr);
  good = good && ! cudaEventRecord (to, stream) && ! cudaEventElapsedTime (&ms, from, to) && ms >= 2;
  cudaGetLastError ();
  check ("events take the time",
         good && ! cudaEventDestroy (from) && ! cudaEventDestroy (to) && ! cudaStreamDestroy (stream));
}

/* Overruns.  */

__global__ void
global_overrun_kernel (const int *in, int *out, size_t n)
{
  size_t i = threadIdx.x;
  if (i <= n) /* one too many */
    out[i] = in[i];
}

__global__ void
dynamic_overrun_kernel (int *out)
{
  GR_DYNAMIC_SHARED (int, s);
  s[threadIdx.x] = 1;
  __syncthreads ();
  out[threadIdx.x] = s[threadIdx.x + 1];
}

__global__ void
static_overrun_kernel (int *out)
{
  __shared__ int s[33];
  s[threadIdx.x + 1] = 1;
  __syncthreads ();
  out[threadIdx.x] = s[threadIdx.x + 2];
}

__global__ void
deep_kernel (int *out)
{
  struct recursion
  {
    static int down (volatile int *p, int depth)
    {
      volatile int frame[256];
      frame[depth % 256] = *p;
      return depth > 1000000 ? frame[0] : down (frame, depth + 1) + frame[depth % 256];
    }
  };
  out[threadIdx.x] = recursion::down (out, 0);
}

/* Whether a child process that runs f ends other than by returning from it.  */
template <class F>
bool
dies (F f)
{
  fflush (stdout);
  pid_t child = fork ();
  if (child < 0)
    exit (2);
  if (child == 0)
    {
      if (! freopen ("/dev/null", "w", stderr))
        _exit (0);
      f ();
      _exit (0);
    }
  int how;
  return waitpid (child, &how, 0) == child && how != 0;
}

static void
test_overruns ()
{
  buffer<int> in (64), out (128);
  check ("a correct kernel does not die",
         ! dies ([&] { gr_launch (GR_KERNEL (global_overrun_kernel), 1, 64, 0, nullptr, in.p, out.p, 64); }));
  check ("planted bug: recursion without end",
         dies ([&] { gr_launch (GR_KERNEL (deep_kernel), 1, 2, 0, nullptr, out.p); }));
#ifdef __SANITIZE_ADDRESS__
  check ("planted bug: read one beyond global memory",
         dies ([&] { gr_launch (GR_KERNEL (global_overrun_kernel), 1, 65, 0, nullptr, in.p, out.p, 64); }));
  check ("planted bug: read one beyond dynamic shared memory",
         dies ([&] { gr_launch (GR_KERNEL (dynamic_overrun_kernel), 1, 64, 64 * sizeof (int), nullptr, out.p); }));
  check ("planted bug: read one beyond static shared memory",
         dies ([&] { gr_launch (GR_KERNEL (static_overrun_kernel), 1, 32, 0, nullptr, out.p); }));
  check ("planted bug: off by one at the end of a tile",
         ! dies ([] { right_tile_sums<ONE_BEYOND> (1024); }) && dies ([] { right_tile_sums<ONE_BEYOND> (1000); }));
  check ("planted bug: a partial tile read as a whole one", dies ([] { right_tile_sums<TAIL_BY_BLOCK> (1000); }));
#else
  (void) dynamic_overrun_kernel;
  (void) static_overrun_kernel;
#endif
}

int
main ()
{
  setvbuf (stdout, nullptr, _IOLBF, 0); /* a crash shows where */
  test_block_reduction ();
  test_tile_reduction ();
  test_shuffles<int> ("shuffles of int");
  test_shuffles<unsigned> ("shuffles of unsigned");
  test_shuffles<long long> ("shuffles of long long");
  test_shuffles<unsigned long> ("shuffles of unsigned long");
  test_shuffles<float> ("shuffles of float");
  test_shuffles<double> ("shuffles of double");
  test_widths ();
  test_masks_and_votes ();
  test_last_block ();
  test_atomics<int> ("atomics of int");
  test_atomics<unsigned> ("atomics of unsigned");
  test_atomics<unsigned long long> ("atomics of unsigned long long");
  test_grids ();
  test_early_exit ();
  test_order ();
  test_poison ();
  test_order_bugs ();
  test_failures ();
  test_configurations ();
  test_tail_launches ();
  test_waiting ();
  test_language ();
  test_runtime ();
  test_overruns ();
  printf ("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}
