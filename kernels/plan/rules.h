/* What the kernels of `auto` are compiled with: rules from the sizes of an element and of an accumulator, which
   kernels take as template parameters and launch bounds, and plans as facts.  They read as constants in both C and CUDA
   C++.  */

#ifndef GR_RULES_H
#define GR_RULES_H

#include "gpureduce.h"

#ifdef __cplusplus
#  define GR_RULE constexpr
extern "C" {
#else
#  define GR_RULE static inline
#endif

/* n / m, rounded up.  */
GR_RULE size_t
gr_ceil_div (size_t n, size_t m)
{
  return n / m + (n % m != 0);
}

/* ---- what kernels are compiled with ---- */

enum {
  GR_ACROSS_THREADS = 384,
  GR_SHORT_THREADS = 256,
  GR_CONTIGUOUS_THREADS = 128,
  GR_CONTIGUOUS_PERSISTENT = 132 * 6,
  GR_CONTIGUOUS_STAGES = 2,
  GR_STRIDED_WARPS = 8,
  GR_STRIDED_THREADS = 32 * GR_STRIDED_WARPS,
  GR_ROWS_THREADS = 256,
  GR_ROWS_IN_WARP = 16,
  GR_ROWS_UNITS = 24,
  GR_STRIPES_THREADS = 1024,
  GR_STRIPES_STAGES = 6,
  GR_CLUSTER = 8 /* blocks */,
  GR_CLUSTER_THREADS = 896,
  GR_CLUSTER_STAGES = 6,
  GR_CLUSTER_STORERS = 2,
  GR_SECTOR = 32 /* bytes of memory that are read and written at a time; tiles begin with whole ones */,
  GR_CACHE_LINE = 128 /* bytes */,
  GR_KEPT_RESULTS = 72 << 20 /* bytes of which most stay in a second-level cache of 50 MB */,
  GR_BURST = 64 /* those that memory itself does */
};

/* How tiles look back: in groups of 2^bits, of whose totals there are groups again; a warp reads a group's tile
   statuses of 2^side segments at a time; of a segment that has no more than `direct` tiles, these look at each other's
   tile statuses only.
 */
typedef struct
{
  unsigned bits, side, direct;
} gr_lookback_plan;

/* Of contiguous tiles, with accumulators of acc bytes.  The total of a group is there some 2 us after its last tile's,
   of a group of groups 4: 2^28 single sums, with 32 a group 0.92 of the limit, with 64, of which a lane
   reads two, 0.94, with 128 0.85; of accumulators of 16 bytes, complex sums, with 32 0.915, with 64 0.86.  1000000 x
   268, dim 1, where up to three warps read all of a segment's tile statuses 0.95, up to four 0.96.  */
GR_RULE gr_lookback_plan
gr_lookback_rule (size_t acc)
{
  const unsigned bits = acc > 8 ? 5 : 6;
  const gr_lookback_plan plan = { bits, 0, 4u << bits };
  return plan;
}

/* Do lanes that have no segment of their own read a part of another's tile statuses?  Where elements take many
   instructions, and of less than 4 bytes, kernels would spill: maxima with positions of 3126 x 11282 complex singles,
   dim 2, 0.49 of the limit -> 0.37, sums of 8 x 134 x 42922 int8 0.89 -> 0.66.  */
GR_RULE bool
gr_lookback_helps_rule (size_t size, size_t acc, bool cheap_op, bool indexed)
{
  return cheap_op && size >= 4 && (acc <= 8 || indexed);
}

/* Of so many segments side by side.  Single sums, dim 2, of 4 x 67108864 with 8 tiles a group 0.87 of the limit, 16:
   0.90, 32: 0.88; doubles of 2 x 134217728 0.90, 0.94, 0.94, of 16 x 16777216 0.945, 0.953, 0.94; singles of 32 x
   8388608 0.85, 0.84, 0.80; maxima with positions, whose accumulators are larger, of 4 x 67108864 singles 0.90, 0.89,
   0.86, doubles of 5 x 53687091 0.84, 0.81, 0.76.  */
GR_RULE gr_lookback_plan
gr_lookback_along_rule (size_t across, size_t acc, bool helps)
{
  const unsigned bits_by_side[] = { 5, 5, 4, 4, 4, 3 };
  unsigned side = helps ? 0 : 5;
  while (side < 5 && (size_t) 1 << side < across)
    side++;
  const unsigned bits = acc > 8 ? side > 1 ? 3 : 4 : bits_by_side[side];
  const gr_lookback_plan plan = { bits, side, 2u << bits };
  return plan;
}

/* Tile statuses of a sequence of tiles: those of the tiles, then those of every group, ...  */
GR_RULE size_t
gr_lookback_statuses (size_t tiles, unsigned bits)
{
  size_t statuses = 0;
  for (; tiles; tiles >>= bits)
    statuses += tiles;
  return statuses;
}

/* Tiles of so many elements that have a part of the same segment, at most.  */
GR_RULE size_t
gr_span (size_t len, size_t elements)
{
  return (len + elements - 2) / elements + 1;
}

/* Levels at which the last of so many tiles looks back.  */
GR_RULE unsigned
gr_lookback_levels (size_t tiles, unsigned bits)
{
  unsigned levels = 0;
  for (size_t tile = tiles - 1; tile; tile >>= bits)
    levels++;
  return levels;
}

/* Blocks that go over so many tiles: at most as many as the largest devices hold at a
   time, but for tiles that numbers of 32 bits do not count, which no grid has either.  */
GR_RULE size_t
gr_persistent_blocks (size_t tiles, size_t most)
{
  return tiles < most || tiles > INT32_MAX ? tiles : most;
}

/* Can a scan stage positions in 32 bits, if it has any?  Longer segments with positions go to the kernel
   for segments side by side, which stages none.  */
GR_RULE bool
gr_positions_rule (size_t len, bool indexed)
{
  return ! indexed || len <= UINT32_MAX;
}

/* Tiles of a scan, of so many bytes each, that begin to be brought to the second-level cache before
   the one whose load they shorten: as much as is certainly there in time, and not driven out by
   results, which are more if they or positions are kept beside the elements.  2^28 single sums:
   none 581 us, 1.2 MB ahead 573, 3.2 MB 566, 6.5 MB 563, 13 MB 606, 26 MB 735; maxima of segments of
   32 with positions 1071 with 1.5 MB, 1065 with 3 MB, 1115 with 6 MB.  */
GR_RULE unsigned
gr_ahead_rule (size_t bytes, bool beside)
{
  return (unsigned) ((beside ? 2u << 20 : 3u << 20) / bytes) + 1;
}

/* Of elements of size bytes and accumulators of acc bytes: elements of a thread's
   run where segments are short, in tiles of whole rows, and where segments are contiguous.  */
GR_RULE unsigned
gr_short_run_rule (size_t size, size_t acc)
{
  return acc > 24 || size > 8 ? 8 : size > 4 ? 16 : (unsigned) (128 / size);
}
GR_RULE unsigned
gr_rows_run_rule (size_t size)
{
  return size > 8 ? 8 : size > 4 ? 16 : 32;
}
/* beside: results are wider, or have positions, which are staged beside the elements.  Else runs of small elements have
   128 bytes, as a tile takes some time whatever it has.  */
GR_RULE unsigned
gr_contiguous_run_rule (size_t size, bool beside)
{
  return size < 4 && ! beside ? (unsigned) (128 / size) : gr_rows_run_rule (size);
}

/* Neighbouring segments that a thread of a strided scan may take at once, a bundle.  */
GR_RULE unsigned
gr_strided_segments_rule (size_t size, size_t acc)
{
  return size > 8 || acc > 24 ? 1 : size < 4 ? (acc > 16 ? 1 : 4) : size > 4 || acc > 16 ? 2 : 4;
}
/* Do neighbouring threads have neighbouring bundles?  */
GR_RULE bool
gr_strided_paired_rule (unsigned segments_a_thread, size_t inner)
{
  return inner % (2 * segments_a_thread) == 0;
}
/* The elements of each segment that it then loads at a time: 128 bytes in all, within bounds, or half as
   many where a thread that does not look back has one segment, since the less is under way, the
   faster is the memory.  */
GR_RULE unsigned
gr_strided_run_rule (size_t size, unsigned segments_a_thread, bool looks_back)
{
  const unsigned most = size * segments_a_thread > 8 ? 8 : size * segments_a_thread > 4 ? 16 : 32;
  return segments_a_thread == 1 && ! looks_back && size >= 4 && most > 8 ? most / 2 : most;
}

/* Its blocks that registers must leave room for on a multiprocessor: large accumulators would
   spill.  */
GR_RULE unsigned
gr_strided_blocks_rule (size_t acc, unsigned segments_a_thread, bool looks_back)
{
  return acc > 24 ? 2 : acc > 16 || segments_a_thread > 1 || looks_back ? 3 : 4;
}

/* Blocks of a reduction, of 256 threads, that registers must leave room for on a multiprocessor.
   On an H200, 2^28 elements as one vector: sums of single with 1: 266 us, 3: 266,
   4: 252, 5: 283; variances of single with 1: 460, 2: 387, 3: 341.  Larger accumulators would
   spill.  */
GR_RULE unsigned
gr_reduce_blocks_rule (size_t acc)
{
  return acc > 24 ? 1 : acc > 16 ? 3 : 4;
}

/* Neighbouring segments that a thread of a reduction across segments may take at once.  Variances of small integers add
   up numbers of 32 and 64 bits, unless they have weights.  */
GR_RULE unsigned
gr_segments_a_thread_rule (size_t size, size_t acc, bool ordered, bool cheap_op)
{
  return ordered || acc > 24 || size > 8 ? 1
       : acc > 16                        ? (size < 4 && cheap_op ? 4
                                            : size == 4          ? 2
                                                                 : 1)
       : size > 4                        ? 2
                                         : 4;
}

/* Vectors of a row that are few: several rows of no more are taken one behind the other.  */
enum { GR_FEW_VECTORS = 64 };

/* Elements of a sector.  */
GR_RULE unsigned
gr_sector_rule (size_t size)
{
  return (unsigned) (size < GR_SECTOR ? GR_SECTOR / size : 1);
}

/* Most groups of segments that a plan cuts into several chunks, each of which has a counter.  */
enum { GR_MAX_GROUPS = 1056 };

/* 2^32 / n, by which gr_quotient divides less than 2^16, where n is more than one and at most that.  */
GR_RULE unsigned
gr_reciprocal (unsigned n)
{
  return 0xffffffffu / n + 1;
}

/* Bytes from a run of so many elements of each segment to the next one in shared memory, where those
   of neighbouring threads are to meet in different banks: further by a row, in whole sectors, which are
   read twice else (gr_vector_layout), but for rows of 16 bytes and less, whose threads would meet more often.  */
GR_RULE unsigned
gr_rows_pitch (size_t size, unsigned run, unsigned segments)
{
  const size_t row = segments * size, unit = row > 16 ? GR_SECTOR : 16;
  return (unsigned) (run * row + (row + unit - 1) / unit * unit);
}

/* Threads of a block, at most: more than GR_ROWS_THREADS only of elements of 4 bytes, whose segments would be in
   groups else, and where accumulators leave registers enough.  */
GR_RULE unsigned
gr_rows_threads_rule (size_t size, size_t acc)
{
  return size == 4 && acc <= 16 ? GR_ROWS_THREADS / 2 * 3 : GR_ROWS_THREADS;
}
/* Threads that registers must leave room for on a multiprocessor.  */
GR_RULE unsigned
gr_rows_room_rule (size_t acc)
{
  return (acc > 16 ? 2 : 3) * GR_ROWS_THREADS;
}

/* Has that kernels of elements of size bytes, whose accumulators have acc?  Larger ones would spill; smaller
   elements have not been tried.  */
GR_RULE bool
gr_stripes_rule (size_t size, size_t acc, bool cheap_op)
{
  return (size == 4 || size == 8) && acc <= 16 && cheap_op;
}
/* Bytes of a row of so many elements in shared memory, which begins anywhere in 16 bytes.  */
GR_RULE unsigned
gr_row_pitch (size_t size, unsigned count)
{
  return (unsigned) ((count * size + 31 - size) / 16 * 16);
}
/* Has that kernels of elements of size bytes, whose accumulators have acc?  Large ones have been tried of maxima with
   positions only.  */
GR_RULE bool
gr_cluster_rule (size_t size, size_t acc, bool cheap_op, bool indexed)
{
  return gr_stripes_rule (size, acc, cheap_op) && (acc <= 8 || indexed);
}
/* ---- staging in shared memory ---- */

/* Elements of the vectors that runs of so many elements are moved by: of 16 bytes, if some fill them, else one.  */
GR_RULE unsigned
gr_vector_elements (size_t size, unsigned run)
{
  return size < 16 && 16 % size == 0 && run % (16 / size) == 0 ? (unsigned) (16 / size) : 1;
}
/* Vectors from run to run: smaller ones than 16 bytes stand in order, an odd number of them apart.  */
GR_RULE unsigned
gr_run_pitch (size_t size, unsigned run)
{
  const unsigned count = gr_vector_elements (size, run);
  return count * size == 16 ? run / count : run / count | 1;
}
/* Orders of the vectors of a run, of which neighbouring runs have different ones (gr_vector_layout).  */
GR_RULE unsigned
gr_run_swizzles (size_t size, unsigned run)
{
  const unsigned count = gr_vector_elements (size, run), in_run = run / count;
  return count * size != 16 ? 1 : in_run < 8 ? in_run : 8;
}
/* Bytes of the runs of a number of threads.  */
GR_RULE unsigned
gr_staging_bytes (size_t size, unsigned run, unsigned threads)
{
  return threads * gr_run_pitch (size, run) * gr_vector_elements (size, run) * (unsigned) size;
}

/* Bytes of shared memory that blocks of these kernels have beside elements and accumulators; kernels assert them.  */
enum {
  GR_STAGED_POSITION = 4,             /* a position that is staged */
  GR_ROWS_STATE = 64,                 /* gr_rows_state */
  GR_MBARRIER = 16,                   /* gr_mbarrier, at most, */
  GR_CLUSTER_STAGE = 7 * GR_MBARRIER, /* and gr_cluster_stage, the barriers of a stage */
  GR_PACKED_BEYOND = 8,               /* that packed elements of short segments may be read beyond the tile */
  GR_MOST_LEVELS = 11                 /* at which tiles look back */
};

/* gr_tile_state of accumulators of acc bytes: totals and flags of 32 warps, and what each level comes to.  Runs of up
   to 256 bytes, which divide addresses, may follow.  */
GR_RULE unsigned
gr_tile_state_bytes (size_t acc)
{
  return (unsigned) (16 + 32 * acc + 32 + GR_MOST_LEVELS * acc + 15 + 255) / 256 * 256;
}

/* What the kernels of a request are compiled for.  */
typedef struct
{
  size_t size;        /* bytes of an element */
  bool integer;       /* elements are integers */
  size_t acc;         /* bytes of an accumulator */
  size_t tile_status; /* bytes of a tile status that publishes one in look-back */
  bool ordered;       /* accumulators must be combined in the order of the elements */
  bool cheap_op;      /* a thread folds an element in few instructions */
  size_t result;      /* bytes of a result */
  bool indexed;       /* positions go with results */
  bool packs;         /* a thread folds packed elements, several at a time */
  bool sums_doubles;  /* accumulators are doubles, of which a sum takes one instruction */
} gr_kernel_types;

#ifdef __cplusplus
}
#endif

#endif
