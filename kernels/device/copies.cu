/* SPDX-License-Identifier: GPL-3.0-or-later

   Copies by index, and conversion.

   A copy goes by axes, the first of which counts fastest.  There are two kernels.  The general one takes a tile of
   elements that are numbered one after the other: one thread finds where its first element is, by a division for each
   axis, and the others only count on from there.  The other one is for copies that write along one axis what they read
   along another: it turns square tiles in shared memory.  Before either, elements become words of up to 16 bytes if
   they are neighbours on both sides.  */

#include "device/elements.cuh"
#include "block/vector.cuh"
#include "op/segment.cuh"
#include "plan/plan.h"
#include "runtime/runtime.cuh"

#include <algorithm>
#include <climits>

namespace GR_NAMESPACE
{

namespace
{

/* ---- places ---- */

/* Blocks of the general kernel that a multiprocessor holds: more would take registers that it needs.  */
enum { COPY_THREADS = 256, COPY_ITEMS = 8, COPY_TILE = COPY_THREADS * COPY_ITEMS, COPY_RESIDENT = 4 };

struct copy_axis
{
  size_t count;
  ptrdiff_t from, to;
  const int64_t *from_list, *to_list;
  unsigned reciprocal; /* of a count that is less than COPY_TILE */
};

struct copy_axes
{
  unsigned axes;
  copy_axis axis[GR_MAX_DIMS];
};

/* Distances, in elements, from where index 0 of all axes leads.  */
struct copy_places
{
  ptrdiff_t from, to;
};

__device__ __forceinline__ copy_places
operator+ (copy_places a, copy_places b)
{
  return { a.from + b.from, a.to + b.to };
}

/* Where an index of an axis leads.  */
__device__ __forceinline__ copy_places
places_of (const copy_axis &axis, size_t c)
{
  return { axis.from * (axis.from_list ? axis.from_list[c] : static_cast<ptrdiff_t> (c)),
           axis.to * (axis.to_list ? axis.to_list[c] : static_cast<ptrdiff_t> (c)) };
}

/* Where a tile begins: its index of each axis, and for each axis where it and those behind it lead.  */
struct copy_start
{
  size_t index[GR_MAX_DIMS];
  copy_places rest[GR_MAX_DIMS + 1];
};

/* For one thread: the start of element number `number` of the axes from `first` on.  */
__device__ void
find_start (const copy_axes &copy, unsigned first, size_t number, copy_start *start)
{
  for (unsigned k = first; k < copy.axes; k++)
    {
      const size_t n = copy.axis[k].count, rest = k + 1 < copy.axes ? gr_divide (number, n) : 0;
      start->index[k] = number - rest * n;
      number = rest;
    }
  start->rest[copy.axes] = { 0, 0 };
  for (unsigned k = copy.axes; k-- > first;)
    start->rest[k] = start->rest[k + 1] + places_of (copy.axis[k], start->index[k]);
}

/* The places of the element that is `more` behind the start, less than COPY_TILE.  */
__device__ __forceinline__ copy_places
count_on (const copy_axes &copy, const copy_start &start, unsigned more)
{
  copy_places at = { 0, 0 };
  unsigned k = 0;
  for (; more && k < copy.axes; k++)
    {
      const copy_axis &axis = copy.axis[k];
      const size_t c = start.index[k] + more;
      more = axis.count < COPY_TILE ? gr_quotient (static_cast<unsigned> (c), axis.reciprocal) : c >= axis.count;
      at = at + places_of (axis, c - more * axis.count);
    }
  return at + start.rest[k];
}

/* ---- the general kernel ---- */

template <class Word>
__global__ void
__launch_bounds__ (COPY_THREADS, COPY_RESIDENT)
  copy_kernel (const __grid_constant__ copy_axes copy, size_t count, const Word *from, Word *to)
{
  __shared__ copy_start start;
  const size_t first = blockIdx.x * static_cast<size_t> (COPY_TILE);
  const unsigned n = static_cast<unsigned> (min (count - first, static_cast<size_t> (COPY_TILE)));
  Word words[COPY_ITEMS];
  ptrdiff_t at[COPY_ITEMS];
  if (threadIdx.x == 0)
    find_start (copy, 0, first, &start);
  __syncthreads ();
#pragma unroll
  for (unsigned j = 0; j < COPY_ITEMS; j++)
    {
      const unsigned i = threadIdx.x + j * COPY_THREADS;
      if (i < n)
        {
          const copy_places places = count_on (copy, start, i);
          words[j] = from[places.from];
          at[j] = places.to;
        }
    }
#pragma unroll
  for (unsigned j = 0; j < COPY_ITEMS; j++)
    if (threadIdx.x + j * COPY_THREADS < n)
      to[at[j]] = words[j];
}

/* ---- tiles that are turned ---- */

/* Small words have larger tiles, whose rows are whole sectors at the least.  A row of the tile takes a bank more than
   it has, so that the words of a column are in different banks.  */
template <class Word> struct turned_tile
{
  static constexpr unsigned side = sizeof (Word) < 4 ? 64 : 32, pad = sizeof (Word) < 4 ? 4 / sizeof (Word) : 1;
  Word words[side][side + pad];
};

/* Axis 0 is the one along which words are written, axis 1 the one along which they are read.  */
template <class Word>
__global__ void
__launch_bounds__ (COPY_THREADS)
  turn_kernel (const __grid_constant__ copy_axes copy, size_t tiles_0, size_t tiles_1, const Word *from, Word *to)
{
  typedef turned_tile<Word> Tile;
  constexpr unsigned STEPS = Tile::side * Tile::side / COPY_THREADS;
  __shared__ Tile tile;
  __shared__ copy_start start;
  const size_t row = gr_divide (blockIdx.x, tiles_0), slab = gr_divide (row, tiles_1);
  const size_t first_0 = (blockIdx.x - row * tiles_0) * Tile::side, first_1 = (row - slab * tiles_1) * Tile::side;
  const size_t n_0 = copy.axis[0].count - first_0, n_1 = copy.axis[1].count - first_1;
  /* of the tile as it is read or written, what a thread takes in each step */
  const auto row_of = [] (unsigned j) { return (threadIdx.x + j * COPY_THREADS) / Tile::side; };
  const auto column_of = [] (unsigned j) { return (threadIdx.x + j * COPY_THREADS) % Tile::side; };
  const auto places = [&] (unsigned a, unsigned b) {
    return places_of (copy.axis[0], first_0 + a) + places_of (copy.axis[1], first_1 + b) + start.rest[2];
  };
  if (threadIdx.x == 0)
    find_start (copy, 2, slab, &start);
  __syncthreads ();
#pragma unroll
  for (unsigned j = 0; j < STEPS; j++)
    {
      const unsigned a = row_of (j), b = column_of (j);
      if (a < n_0 && b < n_1)
        tile.words[a][b] = from[places (a, b).from];
    }
  __syncthreads ();
#pragma unroll
  for (unsigned j = 0; j < STEPS; j++)
    {
      const unsigned a = column_of (j), b = row_of (j);
      if (a < n_0 && b < n_1)
        to[places (a, b).to] = tile.words[a][b];
    }
}

/* ---- launches ---- */

static bool
reads_along (const copy_axis &axis)
{
  return (axis.from == 1 || axis.from == -1) && ! axis.from_list;
}
static bool
writes_along (const copy_axis &axis)
{
  return axis.to == 1 && ! axis.to_list;
}

/* Can pairs of elements be copied as words of twice the size?  */
static bool
has_pairs (const copy_axes &copy, size_t size, const void *to, const void *from)
{
  const copy_axis &first = copy.axis[0];
  const uintptr_t addresses = reinterpret_cast<uintptr_t> (to) | reinterpret_cast<uintptr_t> (from);
  bool has = size < sizeof (uint4) && addresses % (2 * size) == 0 && first.from == 1 && ! first.from_list
          && writes_along (first) && first.count % 2 == 0;
  for (unsigned k = 1; k < copy.axes; k++)
    has = has && copy.axis[k].from % 2 == 0 && copy.axis[k].to % 2 == 0;
  return has;
}

/* Make words as large as they can be; returns their size.  */
static size_t
widen (copy_axes *copy, size_t size, const void *to, const void *from)
{
  for (; copy->axes && has_pairs (*copy, size, to, from); size *= 2)
    {
      copy->axis[0].count /= 2;
      for (unsigned k = 1; k < copy->axes; k++)
        {
          copy->axis[k].from /= 2;
          copy->axis[k].to /= 2;
        }
      if (copy->axis[0].count == 1)
        std::copy (copy->axis + 1, copy->axis + copy->axes--, copy->axis);
    }
  return size;
}

/* Make axis k number `place`, which is before it.  */
static void
bring_forward (copy_axes *copy, unsigned k, unsigned place)
{
  std::rotate (copy->axis + place, copy->axis + k, copy->axis + k + 1);
}

/* Are square tiles to be turned?  Brings the axis along which they are read to its place then.  If that axis is short,
   it comes first, since the neighbours that are read are then written close to each other.  */
static bool
is_turned (copy_axes *copy)
{
  constexpr size_t LEAST = 16; /* indices that fill half of a tile */
  const copy_axis &first = copy->axis[0];
  unsigned k = 1;
  if (! writes_along (first) || reads_along (first) || first.from == 0 || first.count < LEAST)
    return false;
  while (k < copy->axes && ! reads_along (copy->axis[k]))
    k++;
  if (k >= copy->axes)
    return false;
  const bool is_long = copy->axis[k].count >= LEAST;
  bring_forward (copy, k, is_long ? 1 : 0);
  return is_long;
}

template <class Word>
static gr_status
copy_words (copy_axes copy, void *to, const void *from)
{
  const auto *const in = static_cast<const Word *> (from);
  auto *const out = static_cast<Word *> (to);
  size_t count = 1;
  for (unsigned k = 0; k < copy.axes; k++)
    count *= copy.axis[k].count;
  if (is_turned (&copy))
    {
      const size_t plane = copy.axis[0].count * copy.axis[1].count;
      const size_t tiles_0 = gr_ceil_div (copy.axis[0].count, turned_tile<Word>::side);
      const size_t tiles_1 = gr_ceil_div (copy.axis[1].count, turned_tile<Word>::side);
      return gr_launch_queued (GR_KERNEL (turn_kernel<Word>), count / plane * tiles_0 * tiles_1, COPY_THREADS, copy,
                               tiles_0, tiles_1, in, out);
    }
  for (unsigned k = 0; k < copy.axes; k++)
    if (copy.axis[k].count < COPY_TILE)
      copy.axis[k].reciprocal = gr_reciprocal (static_cast<unsigned> (copy.axis[k].count));
  return gr_launch_queued (GR_KERNEL (copy_kernel<Word>), gr_ceil_div (count, COPY_TILE), COPY_THREADS, copy, count, in,
                           out);
}

} // namespace

gr_status
gr_copy_axes (size_t size, size_t axes, const gr_axis *axis, void *to, const void *from)
{
  copy_axes copy = {};
  copy.axes = static_cast<unsigned> (axes);
  for (size_t k = 0; k < axes; k++)
    copy.axis[k] = { axis[k].count, axis[k].from, axis[k].to, axis[k].from_list, axis[k].to_list, 0 };
  switch (widen (&copy, size, to, from))
    {
    case 1:
      return copy_words<uint8_t> (copy, to, from);
    case 2:
      return copy_words<uint16_t> (copy, to, from);
    case 4:
      return copy_words<uint32_t> (copy, to, from);
    case 8:
      return copy_words<uint64_t> (copy, to, from);
    default:
      return copy_words<uint4> (copy, to, from);
    }
}

/* ---- conversion ---- */

namespace
{

/* An integer as one of another class, saturating.  */
template <class T, class From>
__device__ __forceinline__ T
saturate (From x)
{
  typedef std::numeric_limits<T> Limits;
  const auto least = static_cast<long long> (Limits::min ());
  const auto greatest = static_cast<unsigned long long> (Limits::max ());
  if constexpr (std::is_signed<From>::value)
    if (x < least)
      return Limits::min ();
  return x > 0 && static_cast<unsigned long long> (x) > greatest ? Limits::max () : static_cast<T> (x);
}
template <class T>
__device__ __forceinline__ T
saturate (float x)
{
  return gr_to_integer<T> (x);
}
template <class T>
__device__ __forceinline__ T
saturate (double x)
{
  return gr_to_integer<T> (x);
}

/* An element as one of C type To, which is that of TYPE.  */
template <gr_type TYPE, class To, class From>
__device__ __forceinline__ To
converted (From x)
{
  if constexpr (gr_is_complex<To>::value)
    {
      typedef decltype (To::re) Part;
      if constexpr (gr_is_complex<From>::value)
        return To{ static_cast<Part> (x.re), static_cast<Part> (x.im) };
      else
        return To{ static_cast<Part> (x), 0 };
    }
  else if constexpr (TYPE == GR_TYPE_BOOL)
    return x != 0;
  else if constexpr (TYPE == GR_TYPE_CHAR)
    {
      const int code = saturate<int> (x);
      return code >= 0 && code <= std::numeric_limits<To>::max () ? static_cast<To> (code) : 0;
    }
  else if constexpr (std::is_integral<To>::value)
    return saturate<To> (x);
  else
    return static_cast<To> (x);
}

enum { CONVERT_VECTORS = 4 }; /* of a thread */

/* As many elements at a time as fill 16 bytes on one side and less on the other, if the arrays are aligned so.  */
template <class To, class From> constexpr int convert_width = 16 / std::max (sizeof (To), sizeof (From));

template <gr_type TYPE, class To, class From>
__global__ void
__launch_bounds__ (COPY_THREADS) convert_kernel (const From *from, To *to, size_t count, bool is_aligned)
{
  constexpr int WIDTH = convert_width<To, From>;
  typedef gr_vector<From, WIDTH> Vector;
  const size_t whole = is_aligned ? count / WIDTH : 0, step = gridDim.x * static_cast<size_t> (COPY_THREADS);
  const size_t first = blockIdx.x * static_cast<size_t> (COPY_THREADS * CONVERT_VECTORS) + threadIdx.x;
  Vector vectors[CONVERT_VECTORS];
#pragma unroll
  for (int j = 0; j < CONVERT_VECTORS; j++)
    if (first + j * COPY_THREADS < whole)
      vectors[j] = gr_load_vector (reinterpret_cast<const Vector *> (from) + first + j * COPY_THREADS);
#pragma unroll
  for (int j = 0; j < CONVERT_VECTORS; j++)
    if (first + j * COPY_THREADS < whole)
      {
        To results[WIDTH];
#pragma unroll
        for (int i = 0; i < WIDTH; i++)
          results[i] = converted<TYPE, To> (vectors[j].element[i]);
        gr_store_vector<WIDTH> (to + (first + j * COPY_THREADS) * WIDTH, results);
      }
  for (size_t i = whole * WIDTH + blockIdx.x * static_cast<size_t> (COPY_THREADS) + threadIdx.x; i < count; i += step)
    to[i] = converted<TYPE, To> (from[i]);
}

template <gr_type TYPE, class To>
static gr_status
convert_to (To *to, gr_type from_type, const void *from, size_t count)
{
  return gr_with_type (from_type, [&] (auto element) {
    typedef decltype (element) From;
    if constexpr (gr_is_complex<To>::value || ! gr_is_complex<From>::value)
      {
        constexpr size_t WIDTH = convert_width<To, From>;
        const bool is_aligned = reinterpret_cast<uintptr_t> (to) % (WIDTH * sizeof (To)) == 0
                             && reinterpret_cast<uintptr_t> (from) % (WIDTH * sizeof (From)) == 0;
        return gr_launch_queued (GR_KERNEL (convert_kernel<TYPE, To, From>),
                                 gr_ceil_div (count, WIDTH * COPY_THREADS * CONVERT_VECTORS), COPY_THREADS,
                                 static_cast<const From *> (from), to, count, is_aligned);
      }
    else
      return gr_fail (GR_UNSUPPORTED, "complex elements are not converted to real ones");
  });
}

} // namespace

gr_status
gr_convert (gr_type to_type, void *to, gr_type from_type, const void *from, size_t count)
{
  switch (to_type)
    {
#define CONVERT_TO(_, ID, CTYPE, ...)                                                                                  \
  case GR_TYPE_##ID:                                                                                                   \
    return convert_to<GR_TYPE_##ID> (static_cast<CTYPE *> (to), from_type, from, count);
      GR_TYPES (CONVERT_TO, _)
    default:
      return gr_fail (GR_BAD_ARGUMENT, "there is no element type %d", static_cast<int> (to_type));
    }
}

} // namespace
