/* The shape of the launches of `auto`, in plain C: it depends on the request's
   shape only, never on the device, so that results are the same bits on every
   device.

   A block of x * y threads works on x neighbouring segments with y threads each.
   len is cut into chunks, or that of the last segments is; a work item is x segments of
   one chunk, and blocks go over the items, chunk-major.  */

#ifndef GR_PLAN_H
#define GR_PLAN_H

#include "gpureduce.h"

#ifdef __cplusplus
#  define GR_RULE constexpr
extern "C" {
#else
#  define GR_RULE static inline
#endif

/* a / b, rounded up.  */
GR_RULE size_t
gr_ceil_div (size_t a, size_t b)
{
  return a / b + (a % b != 0);
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

/* Is a scan of elements of size bytes for tiles of contiguous segments?  Few elements are faster in the kernel for
   segments side by side, whose runs are shorter, so that more threads have one: sums of 1024 singles 5.5 us and by
   tiles 7.2, of 2048 6.8 and 7.2, maxima with positions 7.3 and 9.1, 9.3 and 8.9; but of 1024 complex doubles 7.7
   and 6.1.  */
enum { GR_FEW_ELEMENTS = 1024 };
GR_RULE bool
gr_contiguous_rule (size_t inner, size_t len, size_t outer, size_t size, bool indexed)
{
  return inner == 1 && (size > 8 || len * outer > GR_FEW_ELEMENTS) && gr_positions_rule (len, indexed);
}

/* Blocks of a scan of contiguous tiles: one a tile where these end with segments, so that none looks back.  2^28 single
   sums in segments of 32 that way 527 us, by blocks that go 546; in segments of 1000 591 and 556, of 3000 587 and
   549.  */
GR_RULE size_t
gr_contiguous_grid (size_t tiles, size_t elements, size_t len)
{
  return elements % len == 0 ? tiles : gr_persistent_blocks (tiles, GR_CONTIGUOUS_PERSISTENT);
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

/* Does it take vectors of so many segments?  Where rows begin anywhere in vectors, slabs must be worth a block, and of
   8 bytes only rows that are few of them are better so than one by one: sums of 65 x 2064888 doubles, dim 2, 0.76 of
   the limit and 0.93, of 127 x 1056832 0.93 and 0.95, of 257 x 522247 0.92 and 0.89.  */
GR_RULE bool
gr_across_rule (size_t size, unsigned segments_a_thread, size_t inner, size_t len, size_t outer)
{
  return segments_a_thread > 1 && inner > 1
      && (inner % segments_a_thread == 0
          || ((size < 8 || inner <= GR_FEW_VECTORS * segments_a_thread) && (outer == 1 || inner * len >= 8192)));
}

/* Elements of a sector.  */
GR_RULE unsigned
gr_sector_rule (size_t size)
{
  return (unsigned) (size < GR_SECTOR ? GR_SECTOR / size : 1);
}

/* ---- plans ---- */

typedef struct
{
  unsigned x, y;     /* segments a block works on at once; threads on each of them */
  bool along;        /* inner is 1: neighbouring threads take neighbours along the segment, not across */
  size_t chunk;      /* elements of a segment that one work item takes */
  size_t chunks;     /* of each segment */
  size_t whole;      /* groups of x segments that are not cut, and come first, if others are */
  size_t groups;     /* the others: ceil (segments / x) - whole */
  size_t items;      /* work items: whole + groups * chunks */
  unsigned grid;     /* blocks */
  unsigned resident; /* of them on a multiprocessor at a time, at most; 0: as many as it has room for */
} gr_plan;

/* Most groups of segments that a plan cuts into several chunks.  */
enum { GR_MAX_GROUPS = 1056 };

/* size, acc: bytes of an element and of an accumulator.  ordered: threads take runs,
   which must stay short enough for the first-level cache.  */
gr_plan gr_plan_reduction (size_t inner, size_t len, size_t outer, size_t size, size_t acc, bool ordered);

/* A reduction across segments by vectors of bundle neighbours, which begin where memory has them,
   not where segments do.  A row of a block is x vectors, of `rows` neighbouring rows of the array
   where these are short; thread (x, y) takes the rows y, y + the plan's y, ..., in all of which
   its vectors begin at the same segment.  A work item is group segments of one chunk, and a
   slab, [inner, len], has so many groups.  */
typedef struct
{
  gr_plan plan;  /* x and y: vectors of a row, and rows */
  unsigned rows; /* 1, or there is one group in a slab */
  size_t group, groups;
  size_t members; /* chunks whose totals are combined first, or all chunks */
} gr_across_plan;

/* 2^32 / n, by which gr_quotient divides less than 2^16, where n is more than one and at most that.  */
GR_RULE unsigned
gr_reciprocal (unsigned n)
{
  return 0xffffffffu / n + 1;
}

gr_across_plan gr_plan_across (size_t inner, size_t len, size_t outer, unsigned bundle);

/* A tile of GR_SHORT_THREADS runs takes so many segments at a time, or none where segments are too
   long or too few for that: of whole slabs, [inner, len], or, if groups is not 0, of
   one slab, which has so many groups of them.  The elements of a segment stand pitch apart.  */
typedef struct
{
  unsigned segments, pitch;
  size_t groups, tiles;
} gr_short_plan;

/* Of the segments that lanes read together, one each, from a tile of slabs, so many meet in a bank of shared memory. */
GR_RULE size_t
gr_segments_that_meet (size_t size, size_t inner, size_t len)
{
  const size_t together = size > 4 ? 32 * 4 / size : 32, slab = inner * len * size / 4;
  size_t apart = 1; /* slabs, to the next that begins in the same bank */
  while (apart < 32 && slab * apart % 32)
    apart *= 2;
  return together / (apart * inner);
}
enum { GR_MAY_MEET = 4 }; /* without a loss */

gr_short_plan gr_plan_short (size_t inner, size_t len, size_t outer, size_t size, size_t acc);

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
} gr_kernel_types;

/* A scan across segments: blocks of x * y = 256 threads.  A thread has a bundle of
   neighbouring segments, the x threads of a row neighbouring bundles, and the y rows
   stand one behind the other along the segments, each thread with a run of its own;
   the block works on groups of x bundles, steps times y runs far along.  Where
   steps does not reach the end of the segments, tiles of it look back, or each passes on
   what stands before the next one.  Where segments are so short that a block would have
   little to do, it takes so many groups, one after the other.  */
typedef struct
{
  unsigned x, y, run; /* run: elements of a thread's run */
  size_t groups, tiles, steps;
  unsigned turns;    /* groups of a block, more than 1 only of one slab whose segments end in one step */
  unsigned resident; /* blocks that go along segments on a multiprocessor, at most, or 0 */
  bool looks_back;
  bool fills; /* its blocks fill waves of one on each multiprocessor, or nearly */
} gr_strided_plan;

/* Segments of a thread, where arrays are aligned for it.  */
unsigned gr_plan_strided_segments (size_t inner, size_t len, size_t outer, const gr_kernel_types *types);

/* size: bytes of an element.  bundle: segments of a thread.  */
gr_strided_plan gr_plan_strided_scan (size_t inner, size_t len, size_t outer, size_t size, unsigned bundle);

/* Its blocks on a multiprocessor at a time, at most, 0 being as many as it has room for: memory is faster the fewer
   places it is read and written at, as long as they keep it busy.  */
unsigned gr_strided_resident (const gr_strided_plan *plan, const gr_kernel_types *types, unsigned bundle);

/* All its blocks.  */
GR_RULE size_t
gr_strided_grid (const gr_strided_plan *plan, size_t acc, unsigned bundle, unsigned resident)
{
  const size_t items = plan->groups * plan->tiles;
  const unsigned at_a_time = resident ? resident : gr_strided_blocks_rule (acc, bundle, plan->looks_back);
  return plan->tiles == 1 ? (items + plan->turns - 1) / plan->turns : gr_persistent_blocks (items, 132 * at_a_time);
}

/* A scan of segments side by side in tiles of whole rows, which are contiguous in memory, or of `groups` of segments of
   each row, whose vectors are.  Blocks of so many threads, of which y have a run of each segment, one behind the
   other: of up to GR_ROWS_IN_WARP segments whole rows of runs in each warp, else wherever they are.  y is 0
   where it is not for the shape.  */
typedef struct
{
  unsigned y, run, threads;
  unsigned width, across; /* segments whose results a group writes; those that it reads, which end with these */
  size_t groups, tiles, grid;
} gr_rows_plan;

/* Tiles of short segments, as of gr_plan_short, for a scan of segments side by side, whose results take the place of
   their elements, or, if they are wider, are beside whole slabs of them.  */
gr_short_plan gr_plan_short_scan (size_t inner, size_t len, size_t outer, const gr_kernel_types *types);

gr_rows_plan gr_plan_rows_scan (size_t inner, size_t len, size_t outer, const gr_kernel_types *types);

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

/* A scan of many segments side by side by blocks that go along stripes of `width` segments, of which each slab,
   [inner, len], has `across`: block b has the stripes b, b + grid, ...  A stripe also scans the `overlap` segments
   before its own. The blocks have `stages` stages of so many rows, and so many threads beside the copy warps, which are
   warps.  width is 0 where it is not for the shape.  */
typedef struct
{
  unsigned width, overlap, threads, copy_warps, rows, stages;
  size_t across, stripes, grid;
} gr_stripes_plan;

gr_stripes_plan gr_plan_stripes (size_t inner, size_t len, size_t outer, const gr_kernel_types *types);

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
/* Bytes of all stages.  */
GR_RULE size_t
gr_stripes_bytes (const gr_stripes_plan *plan, const gr_kernel_types *t)
{
  const unsigned most = plan->width + plan->overlap;
  const size_t row = gr_row_pitch (t->size, most) + (t->result != t->size ? gr_row_pitch (t->result, most) : 0)
                   + (t->indexed ? gr_row_pitch (sizeof (double), most) : 0);
  return row * plan->rows * plan->stages;
}
/* Fewer stages, or rows of them, if they are more than so many bytes, of which there are at least 63 KiB.  What results
   are does not depend on that.  */
void gr_fit_stripes (gr_stripes_plan *plan, const gr_kernel_types *types, size_t most);

/* A scan of segments side by side by clusters of GR_CLUSTER blocks, which take rounds of a stripe of each slab in turn.
   A round is a tile of so many rows for each block: of `sub_runs` threads a segment, each of which takes `run` rows.  A
   stripe has `width` segments, and also scans the `overlap` segments before its own, `across` in all; the only one has
   whole rows.  Each block owns up to `range` of these segments.  There are so many threads that sum and that scan; the
   other warps are `copy_warps` that load, as many in each set of storers, `publish_warps`, and `lookback_warps` with so
   many segments each. width is 0 where it is not for the shape.  */
typedef struct
{
  unsigned width, overlap, across, stripes;
  unsigned stripes_per_launch; /* stripes of a launch, of which all have as many */
  unsigned sub_runs, run, rows, stages, range;
  unsigned threads, copy_warps, publish_warps, lookback_warps, segments_per_lookback_warp;
  unsigned rounds, total_rounds; /* of a slab; of all of them */
} gr_cluster_plan;

gr_cluster_plan gr_plan_cluster (size_t inner, size_t len, size_t outer, const gr_kernel_types *types);

/* Has that kernels of elements of size bytes, whose accumulators have acc?  Large ones have been tried of maxima with
   positions only.  */
GR_RULE bool
gr_cluster_rule (size_t size, size_t acc, bool cheap_op, bool indexed)
{
  return gr_stripes_rule (size, acc, cheap_op) && (acc <= 8 || indexed);
}
GR_RULE size_t
gr_cluster_statuses (const gr_cluster_plan *plan)
{
  return (size_t) plan->total_rounds * plan->stripes * plan->range * GR_CLUSTER;
}
GR_RULE unsigned
gr_cluster_block_rule (const gr_cluster_plan *plan)
{
  return 2 * plan->threads
       + 32 * (plan->copy_warps * (1 + GR_CLUSTER_STORERS) + plan->publish_warps + plan->lookback_warps);
}

/* A block's shared memory, in bytes: stages, each a tile of elements whose rows are pitch apart; positions of two
   tiles; and from there on accumulators of the segments of each stage, and of the rounds.  */
typedef struct
{
  unsigned pitch, index_pitch, stage, positions, positions_of_tile, prefixes, totals, sums, rounds, bytes;
} gr_cluster_shared;

/* ranks: blocks that a cluster has.  */
GR_RULE gr_cluster_shared
gr_lay_out_cluster (const gr_cluster_plan *plan, const gr_kernel_types *t, unsigned ranks)
{
  gr_cluster_shared at = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 };
  const unsigned acc = (unsigned) t->acc, size = (unsigned) t->size, segments = plan->range * GR_CLUSTER;
  at.pitch = plan->stripes == 1 ? plan->across * size : gr_row_pitch (size, plan->across);
  at.index_pitch = plan->stripes == 1 ? plan->across * 8 : gr_row_pitch (8, plan->across);
  /* tiles may begin anywhere in 16 bytes */
  at.stage = (plan->rows * at.pitch + 31) / 16 * 16;
  at.positions_of_tile = t->indexed ? (plan->rows * at.index_pitch + 31) / 16 * 16 : 0;
  at.positions = plan->stages * at.stage;
  at.prefixes = at.positions + 2 * at.positions_of_tile;
  at.totals = at.prefixes + plan->stages * segments * acc;
  at.sums = at.totals + plan->stages * segments * acc;
  at.rounds = at.sums + (plan->sub_runs > 1 ? (plan->stages * plan->sub_runs * plan->across * acc + 15) / 16 * 16 : 0);
  at.bytes = at.rounds + 2 * segments / ranks * acc;
  return at;
}

/* ---- the launch of a request ---- */

/* All but the results asked of the monoid that the request is run with
   (kernel_types.cu).  */
gr_status gr_find_kernel_types (const gr_request *request, gr_kernel_types *types);

/* All of a launch but its bytes and seconds, for arrays that begin at a multiple of
   GR_SECTOR bytes.  */
gr_prediction gr_plan_launch (bool is_scan, size_t inner, size_t len, size_t outer, const gr_kernel_types *types);

/* Seconds of a launch whose bytes are known, on a device of that name; NaN where its
   bandwidth has not been measured.  */
double gr_plan_seconds (const gr_prediction *launch, const char *device);

#ifdef __cplusplus
}
#endif

#endif
