/* SPDX-License-Identifier: GPL-3.0-or-later

   What the kernels of `auto` are compiled with: rules from the sizes of an element and of an accumulator, which
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
  GR_STRIPES_STAGES = 5,
  GR_CLUSTER = 8 /* blocks */,
  GR_CLUSTER_THREADS = 896,
  GR_CLUSTER_STAGES = 6,
  GR_CLUSTER_STORERS = 2,
  GR_SECTOR = 32 /* bytes that memory moves at a time; tiles begin with whole sectors */,
  GR_CACHE_LINE = 128 /* bytes */,
  GR_KEPT_RESULTS = 72 << 20 /* bytes of results that mostly stay in a second-level cache of 50 MB */,
  GR_BURST = 64 /* bytes that memory itself reads and writes at a time */
};

/* How tiles look back.  A window is 2^bits tiles, and a window of the next level is 2^bits windows.  A warp reads
   the tile statuses of 2^side segments at a time.  Where a segment has no more than `direct` tiles, each tile
   reads the statuses of the tiles before it and no totals of windows.  */
typedef struct
{
  unsigned bits, side, direct;
} gr_lookback_plan;

/* For contiguous tiles with accumulators of acc bytes.  Each level delays the total that a tile waits for, so
   fewer levels are better, up to the number of statuses that a warp reads at once
   (tuning: lookback-window-contiguous).  */
GR_RULE gr_lookback_plan
gr_lookback_rule (size_t acc)
{
  const unsigned bits = acc > 8 ? 5 : 6;
  const gr_lookback_plan plan = { bits, 0, 4u << bits };
  return plan;
}

/* May lanes without a segment of their own read part of another segment's tile statuses?  With costly operators or
   elements of less than 4 bytes, kernels would spill registers (tuning: lookback-help).  */
GR_RULE bool
gr_lookback_helps_rule (size_t size, size_t acc, bool cheap_op, bool indexed)
{
  return cheap_op && size >= 4 && (acc <= 8 || indexed);
}

/* How tiles of `across` segments side by side look back (tuning: lookback-window-along).  */
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

/* The tile statuses of `tiles` tiles: one for each tile, one for each window of tiles, one for each window of
   windows, and on.  */
GR_RULE size_t
gr_lookback_statuses (size_t tiles, unsigned bits)
{
  size_t statuses = 0;
  for (; tiles; tiles >>= bits)
    statuses += tiles;
  return statuses;
}

/* Most tiles of `elements` elements that have a part of the same segment.  */
GR_RULE size_t
gr_span (size_t len, size_t elements)
{
  return (len + elements - 2) / elements + 1;
}

/* Levels at which the last of `tiles` tiles looks back.  */
GR_RULE unsigned
gr_lookback_levels (size_t tiles, unsigned bits)
{
  unsigned levels = 0;
  for (size_t tile = tiles - 1; tile; tile >>= bits)
    levels++;
  return levels;
}

/* Blocks of a persistent loop over tiles: at most as many as the largest devices hold at a time.  More tiles than
   32 bits count are returned as they are; no grid has that many blocks.  */
GR_RULE size_t
gr_persistent_blocks (size_t tiles, size_t most)
{
  return tiles < most || tiles > INT32_MAX ? tiles : most;
}

/* Do the positions of a scan fit in 32 bits, as they are staged?  Longer segments with positions go to the strided
   kernel, which does not stage them.  */
GR_RULE bool
gr_positions_rule (size_t len, bool indexed)
{
  return ! indexed || len <= UINT32_MAX;
}

/* How many tiles of `bytes` bytes ahead of its load a tile is prefetched to the second-level cache: far enough to
   be there in time, and not so far that results drive it out.  beside: results or positions stand beside the
   elements, so there are more of them (tuning: scan-ahead).  */
GR_RULE unsigned
gr_ahead_rule (size_t bytes, bool beside)
{
  return (unsigned) ((beside ? 2u << 20 : 3u << 20) / bytes) + 1;
}

/* Elements of a thread's run, for elements of size bytes and accumulators of acc bytes: where segments are short,
   in tiles of whole rows, and where segments are contiguous.  */
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
/* beside: results are wider, or have positions, and stand beside the elements.  Otherwise runs of small elements
   have 128 bytes, since a tile takes some time whatever its size.  */
GR_RULE unsigned
gr_contiguous_run_rule (size_t size, bool beside)
{
  return size < 4 && ! beside ? (unsigned) (128 / size) : gr_rows_run_rule (size);
}

/* Neighbouring segments, a bundle, that a thread of a strided scan takes at once.  */
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
/* The elements of each segment that such a thread loads at a time: 128 bytes in all, within bounds.  Half as many
   where a thread has one segment and does not look back, since memory is faster with fewer bytes under way.  */
GR_RULE unsigned
gr_strided_run_rule (size_t size, unsigned segments_a_thread, bool looks_back)
{
  const unsigned most = size * segments_a_thread > 8 ? 8 : size * segments_a_thread > 4 ? 16 : 32;
  return segments_a_thread == 1 && ! looks_back && size >= 4 && most > 8 ? most / 2 : most;
}

/* Blocks of the strided kernel that registers must leave room for on a multiprocessor.  Large accumulators would
   spill.  */
GR_RULE unsigned
gr_strided_blocks_rule (size_t acc, unsigned segments_a_thread, bool looks_back)
{
  return acc > 24 ? 2 : acc > 16 || segments_a_thread > 1 || looks_back ? 3 : 4;
}

/* Blocks of 256 threads of a reduction that registers must leave room for on a multiprocessor.  Larger
   accumulators would spill (tuning: reduce-blocks).  */
GR_RULE unsigned
gr_reduce_blocks_rule (size_t acc)
{
  return acc > 24 ? 1 : acc > 16 ? 3 : 4;
}

/* Neighbouring segments that a thread of a reduction across segments takes at once.  Variances of small integers
   without weights sum up 32-bit and 64-bit integers, so their accumulators are small.  */
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

/* Rows of at most this number of vectors are taken several at a time, one behind the other.  */
enum { GR_FEW_VECTORS = 64 };

/* Elements of a sector.  */
GR_RULE unsigned
gr_sector_rule (size_t size)
{
  return (unsigned) (size < GR_SECTOR ? GR_SECTOR / size : 1);
}

/* Most groups of segments that a plan cuts into several chunks, each of which has a counter.  */
enum { GR_MAX_GROUPS = 1056 };

/* 2^32 / n rounded up, by which gr_quotient divides numbers below 2^16.  1 < n <= 2^16.  */
GR_RULE unsigned
gr_reciprocal (unsigned n)
{
  return 0xffffffffu / n + 1;
}

/* Bytes from a run of each segment to the next run in shared memory, so that neighbouring threads use different
   banks: one row more, in whole sectors, which would be read twice otherwise (gr_vector_layout).  Rows of up to 16
   bytes take 16 more, since their threads would meet more often.  */
GR_RULE unsigned
gr_rows_pitch (size_t size, unsigned run, unsigned segments)
{
  const size_t row = segments * size, unit = row > 16 ? GR_SECTOR : 16;
  return (unsigned) (run * row + (row + unit - 1) / unit * unit);
}

/* Threads that registers must leave room for on a multiprocessor.  */
GR_RULE unsigned
gr_rows_room_rule (size_t acc)
{
  return (acc > 16 ? 2 : 3) * GR_ROWS_THREADS;
}

/* Are there kernels for elements of size bytes with accumulators of acc bytes?  Larger ones would spill; smaller
   elements have not been tried.  */
GR_RULE bool
gr_stripes_rule (size_t size, size_t acc, bool cheap_op)
{
  return (size == 4 || size == 8) && acc <= 16 && cheap_op;
}
/* Bytes of a row of `count` elements in shared memory, which begins anywhere in 16 bytes.  */
GR_RULE unsigned
gr_row_pitch (size_t size, unsigned count)
{
  return (unsigned) ((count * size + 31 - size) / 16 * 16);
}
/* Are there kernels for elements of size bytes with accumulators of acc bytes?  Large ones have been tried for
   maxima with positions only.  */
GR_RULE bool
gr_cluster_rule (size_t size, size_t acc, bool cheap_op, bool indexed)
{
  return gr_stripes_rule (size, acc, cheap_op) && (acc <= 8 || indexed);
}
/* ---- staging in shared memory ---- */

/* Elements of a vector by which runs of `run` elements are moved: of 16 bytes, if whole ones fill a run, else one
 * element.  */
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
  bool ordered;       /* accumulators must be combined in index order */
  bool cheap_op;      /* a thread folds an element in few instructions */
  size_t result;      /* bytes of a result */
  bool indexed;       /* positions go with results */
  bool converts;      /* results are of another type, be it of the same size */
  bool packs;         /* a thread folds packed elements, several at a time */
  size_t state;       /* bytes of a segment's state between pieces of an array */
  bool has_origin;    /* states are relative to an element of their segment */
} gr_kernel_types;

#ifdef __cplusplus
}
#endif

#endif
