/* SPDX-License-Identifier: GPL-3.0-or-later

   What the kernels of `auto` are compiled with, by the sizes of an element and of an accumulator.  Kernels take it as
   template parameters and launch bounds, and plans as facts, so it reads as constants in both C and CUDA C++.  */

#ifndef GR_RULES_H
#define GR_RULES_H

#include "gpureduce.h"

#ifdef __cplusplus
#  define GR_RULE constexpr
#  define GR_TABLE constexpr
extern "C" {
#else
#  define GR_RULE static inline
#  define GR_TABLE static const
#endif

/* n / m, rounded up.  */
GR_RULE size_t
gr_ceil_div (size_t n, size_t m)
{
  return n / m + (n % m != 0);
}

/* ---- sizes ---- */

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
  GR_BURST = 64 /* bytes that memory chips read and write at a time */,
  GR_CACHE_LINE = 128 /* bytes */,
  GR_KEPT_RESULTS = 72 << 20 /* bytes of results that mostly stay in a second-level cache of 50 MB */,
  GR_FEW_VECTORS = 64 /* rows of at most this number of vectors are taken several at a time, one behind the other */,
  GR_MAX_GROUPS = 1056 /* most groups of segments that are cut into chunks: each has a counter */
};

/* Bytes of shared memory beside elements and accumulators, which kernels assert.  */
enum {
  GR_STAGED_POSITION = 4,             /* a position */
  GR_ROWS_STATE = 64,                 /* gr_rows_state */
  GR_MBARRIER = 16,                   /* gr_mbarrier, at most */
  GR_CLUSTER_STAGE = 7 * GR_MBARRIER, /* gr_cluster_stage, the barriers of a stage */
  GR_PACKED_BEYOND = 8,               /* packed elements of short segments may be read beyond the tile */
  GR_MOST_LEVELS = 11                 /* at which tiles look back */
};

/* ---- the table ---- */

/* What a kernel has for elements of at most `size` bytes and accumulators of at most `acc` bytes.  The first row that
   says something of a number counts; 0 says nothing.  */
typedef enum { GR_ALWAYS, GR_IF_CHEAP, GR_IF_ALONE } gr_rule_case;
typedef struct
{
  gr_auto_kernel kernel;
  gr_rule_case only; /* for operators of few instructions; for elements that no wider results or positions go with */
  unsigned size, acc;
  unsigned bundle; /* neighbouring segments that a thread takes at once */
  unsigned run;    /* elements of a thread's run of each segment */
  unsigned blocks; /* blocks of 256 threads that registers leave room for on a multiprocessor; more would spill */
} gr_kernel_rule;

enum { GR_LARGE = 255 };

/* clang-format off */
/* A thread's runs have 128 bytes in all, but 8 to 32 elements each; runs of small elements are longer where a tile takes
   some time whatever its size.  A thread with one segment and no look-back has half as many: memory is faster with fewer
   bytes under way.  */
GR_TABLE gr_kernel_rule gr_rules[] = {
  /*                                       only   size      acc   bundle  run  blocks */
  /* tiles of short segments, of scans too */
  { GR_AUTO_REDUCE_SHORT,          GR_ALWAYS,        1,       24,      0, 128,      0 },
  { GR_AUTO_REDUCE_SHORT,          GR_ALWAYS,        2,       24,      0,  64,      0 },
  { GR_AUTO_REDUCE_SHORT,          GR_ALWAYS,        4,       24,      0,  32,      0 },
  { GR_AUTO_REDUCE_SHORT,          GR_ALWAYS,        8,       24,      0,  16,      0 },
  { GR_AUTO_REDUCE_SHORT,          GR_ALWAYS, GR_LARGE, GR_LARGE,      0,   8,      0 },

  { GR_AUTO_REDUCE_ACROSS,         GR_ALWAYS,        4,       16,      4,   0,      0 },
  { GR_AUTO_REDUCE_ACROSS,         GR_ALWAYS,        8,       16,      2,   0,      0 },
  { GR_AUTO_REDUCE_ACROSS,         GR_IF_CHEAP,      2,       24,      4,   0,      0 },
  { GR_AUTO_REDUCE_ACROSS,         GR_ALWAYS,        2,       24,      1,   0,      0 },
  { GR_AUTO_REDUCE_ACROSS,         GR_ALWAYS,        4,       24,      2,   0,      0 },
  { GR_AUTO_REDUCE_ACROSS,         GR_ALWAYS, GR_LARGE, GR_LARGE,      1,   0,      0 },

  /* (tuning: reduce-blocks) */
  { GR_AUTO_REDUCE,                GR_ALWAYS, GR_LARGE,       16,      0,   0,      4 },
  { GR_AUTO_REDUCE,                GR_ALWAYS, GR_LARGE,       24,      0,   0,      3 },
  { GR_AUTO_REDUCE,                GR_ALWAYS, GR_LARGE, GR_LARGE,      0,   0,      1 },

  { GR_AUTO_SCAN_CONTIGUOUS,       GR_IF_ALONE,      1, GR_LARGE,      0, 128,      0 },
  { GR_AUTO_SCAN_CONTIGUOUS,       GR_IF_ALONE,      2, GR_LARGE,      0,  64,      0 },
  { GR_AUTO_SCAN_CONTIGUOUS,       GR_ALWAYS,        4, GR_LARGE,      0,  32,      0 },
  { GR_AUTO_SCAN_CONTIGUOUS,       GR_ALWAYS,        8, GR_LARGE,      0,  16,      0 },
  { GR_AUTO_SCAN_CONTIGUOUS,       GR_ALWAYS, GR_LARGE, GR_LARGE,      0,   8,      0 },

  { GR_AUTO_SCAN_ROWS,             GR_ALWAYS,        4, GR_LARGE,      0,  32,      0 },
  { GR_AUTO_SCAN_ROWS,             GR_ALWAYS,        8, GR_LARGE,      0,  16,      0 },
  { GR_AUTO_SCAN_ROWS,             GR_ALWAYS, GR_LARGE, GR_LARGE,      0,   8,      0 },
  { GR_AUTO_SCAN_ROWS,             GR_ALWAYS, GR_LARGE,       16,      0,   0,      3 },
  { GR_AUTO_SCAN_ROWS,             GR_ALWAYS, GR_LARGE, GR_LARGE,      0,   0,      2 },

  /* a bundle a thread, with look-back and without */
  { GR_AUTO_SCAN_STRIDED_BUNDLED,  GR_ALWAYS,        1,       16,      4,  32,      3 },
  { GR_AUTO_SCAN_STRIDED_BUNDLED,  GR_ALWAYS,        2,       16,      4,  16,      3 },
  { GR_AUTO_SCAN_STRIDED_BUNDLED,  GR_ALWAYS,        2, GR_LARGE,      1,   0,      0 },
  { GR_AUTO_SCAN_STRIDED_BUNDLED,  GR_ALWAYS,        4,       16,      4,   8,      3 },
  { GR_AUTO_SCAN_STRIDED_BUNDLED,  GR_ALWAYS,        4,       24,      2,  16,      3 },
  { GR_AUTO_SCAN_STRIDED_BUNDLED,  GR_ALWAYS,        8,       24,      2,   8,      3 },
  { GR_AUTO_SCAN_STRIDED_BUNDLED,  GR_ALWAYS, GR_LARGE, GR_LARGE,      1,   0,      0 },

  /* a segment a thread, with look-back (tuning: strided-step) */
  { GR_AUTO_SCAN_STRIDED_LOOKBACK, GR_ALWAYS,        4, GR_LARGE,      1,  32,      0 },
  { GR_AUTO_SCAN_STRIDED_LOOKBACK, GR_ALWAYS,        8, GR_LARGE,      1,  16,      0 },
  { GR_AUTO_SCAN_STRIDED_LOOKBACK, GR_ALWAYS, GR_LARGE, GR_LARGE,      1,   8,      0 },
  { GR_AUTO_SCAN_STRIDED_LOOKBACK, GR_ALWAYS, GR_LARGE,       24,      0,   0,      3 },
  { GR_AUTO_SCAN_STRIDED_LOOKBACK, GR_ALWAYS, GR_LARGE, GR_LARGE,      0,   0,      2 },

  /* a segment a thread, without (tuning: strided-step, strided-costly) */
  { GR_AUTO_SCAN_STRIDED_CHAINED,  GR_ALWAYS,        2, GR_LARGE,      1,  32,      0 },
  { GR_AUTO_SCAN_STRIDED_CHAINED,  GR_ALWAYS,        4, GR_LARGE,      1,  16,      0 },
  { GR_AUTO_SCAN_STRIDED_CHAINED,  GR_ALWAYS, GR_LARGE, GR_LARGE,      1,   8,      0 },
  { GR_AUTO_SCAN_STRIDED_CHAINED,  GR_ALWAYS, GR_LARGE,       16,      0,   0,      4 },
  { GR_AUTO_SCAN_STRIDED_CHAINED,  GR_ALWAYS, GR_LARGE,       24,      0,   0,      3 },
  { GR_AUTO_SCAN_STRIDED_CHAINED,  GR_ALWAYS, GR_LARGE, GR_LARGE,      0,   0,      2 },
};
/* clang-format on */

GR_RULE gr_kernel_rule
gr_kernel_rule_of (gr_auto_kernel kernel, size_t size, size_t acc, gr_rule_case only)
{
  gr_kernel_rule found = { kernel, only, 0, 0, 0, 0, 0 };
  for (size_t i = 0; i < sizeof gr_rules / sizeof *gr_rules; i++)
    {
      const gr_kernel_rule r = gr_rules[i];
      if (r.kernel != kernel || (r.only && r.only != only) || size > r.size || acc > r.acc)
        continue;
      found.bundle = found.bundle ? found.bundle : r.bundle;
      found.run = found.run ? found.run : r.run;
      found.blocks = found.blocks ? found.blocks : r.blocks;
    }
  return found;
}

GR_RULE gr_kernel_rule
gr_rows_rule (size_t size, size_t acc)
{
  return gr_kernel_rule_of (GR_AUTO_SCAN_ROWS, size, acc, GR_ALWAYS);
}
GR_RULE gr_kernel_rule
gr_strided_rule (size_t size, size_t acc, unsigned bundle, bool looks_back)
{
  return gr_kernel_rule_of (bundle > 1   ? GR_AUTO_SCAN_STRIDED_BUNDLED
                            : looks_back ? GR_AUTO_SCAN_STRIDED_LOOKBACK
                                         : GR_AUTO_SCAN_STRIDED_CHAINED,
                            size, acc, GR_ALWAYS);
}
GR_RULE unsigned
gr_short_run_rule (size_t size, size_t acc)
{
  return gr_kernel_rule_of (GR_AUTO_REDUCE_SHORT, size, acc, GR_ALWAYS).run;
}
GR_RULE unsigned
gr_reduce_blocks_rule (size_t acc)
{
  return gr_kernel_rule_of (GR_AUTO_REDUCE, 1, acc, GR_ALWAYS).blocks;
}
GR_RULE unsigned
gr_across_bundle_rule (size_t size, size_t acc, bool ordered, bool cheap_op)
{
  return ordered ? 1 : gr_kernel_rule_of (GR_AUTO_REDUCE_ACROSS, size, acc, cheap_op ? GR_IF_CHEAP : GR_ALWAYS).bundle;
}
/* beside: wider results or positions stand beside the elements.  */
GR_RULE unsigned
gr_contiguous_run_rule (size_t size, bool beside)
{
  return gr_kernel_rule_of (GR_AUTO_SCAN_CONTIGUOUS, size, 1, beside ? GR_ALWAYS : GR_IF_ALONE).run;
}
/* Do neighbouring threads have neighbouring bundles?  */
GR_RULE bool
gr_strided_paired_rule (unsigned bundle, size_t inner)
{
  return inner % (2 * bundle) == 0;
}

/* Is gr_scan_stripes_kernel compiled?  Larger accumulators would spill; smaller elements have not been tried.  */
GR_RULE bool
gr_stripes_rule (size_t size, size_t acc, bool cheap_op)
{
  return (size == 4 || size == 8) && acc <= 16 && cheap_op;
}
/* Is gr_scan_cluster_kernel?  Large accumulators have been tried for maxima with positions only.  */
GR_RULE bool
gr_cluster_rule (size_t size, size_t acc, bool cheap_op, bool indexed)
{
  return gr_stripes_rule (size, acc, cheap_op) && (acc <= 8 || indexed);
}

/* ---- look-back ---- */

/* How tiles look back.  A window is 2^bits tiles, and a window of the next level is 2^bits windows.  A warp reads the
   tile statuses of 2^side segments at a time.  A segment of at most `direct` tiles has no windows: each of its tiles
   reads the statuses of all tiles before it.  */
typedef struct
{
  unsigned bits, side, direct;
} gr_lookback_plan;

/* Of contiguous tiles.  A total is late by each level, so levels are few: a window has as many statuses as a warp reads
   at once (tuning: lookback-window-contiguous).  */
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

/* Of tiles of `across` segments side by side (tuning: lookback-window-along).  */
GR_RULE gr_lookback_plan
gr_lookback_along_rule (size_t across, size_t acc, bool helps)
{
  const unsigned bits_by_side[2][6] = { { 5, 5, 4, 4, 4, 3 }, { 4, 4, 3, 3, 3, 3 } };
  unsigned side = helps ? 0 : 5;
  while (side < 5 && (size_t) 1 << side < across)
    side++;
  const unsigned bits = bits_by_side[acc > 8][side];
  const gr_lookback_plan plan = { bits, side, 2u << bits };
  return plan;
}

/* Tile statuses of `tiles` tiles: of each tile, each window, each window of windows, and on.  */
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

/* ---- tiles ---- */

/* Blocks of a persistent loop over tiles.  More tiles than 32 bits count are returned as they are; no grid has that
   many blocks.  */
GR_RULE size_t
gr_persistent_blocks (size_t tiles, size_t most)
{
  return tiles < most || tiles > INT32_MAX ? tiles : most;
}

/* Do the positions of a scan fit in 32 bits, as they are staged?  */
GR_RULE bool
gr_positions_rule (size_t len, bool indexed)
{
  return ! indexed || len <= UINT32_MAX;
}

/* How many tiles of `bytes` bytes before its load a tile is prefetched to the second-level cache: in time, but not so
   early that results drive it out.  beside: there are more of these than elements (tuning: scan-ahead).  */
GR_RULE unsigned
gr_ahead_rule (size_t bytes, bool beside)
{
  return (unsigned) ((beside ? 2u << 20 : 3u << 20) / bytes) + 1;
}

/* Elements of a sector.  */
GR_RULE unsigned
gr_sector_rule (size_t size)
{
  return (unsigned) (size < GR_SECTOR ? GR_SECTOR / size : 1);
}

/* 2^32 / n rounded up, by which gr_quotient divides numbers below 2^16.  1 < n <= 2^16.  */
GR_RULE unsigned
gr_reciprocal (unsigned n)
{
  return 0xffffffffu / n + 1;
}

/* Bytes from a run of each segment to the next run in shared memory: one row more, so that neighbouring threads use
   different banks, in whole sectors, which would else be read twice (gr_vector_layout).  Short rows take 16 bytes more,
   since their threads would meet more often.  */
GR_RULE unsigned
gr_rows_pitch (size_t size, unsigned run, unsigned segments)
{
  const size_t row = segments * size, unit = row > 16 ? GR_SECTOR : 16;
  return (unsigned) (run * row + (row + unit - 1) / unit * unit);
}
/* Bytes of a row of `count` elements in shared memory, which begins anywhere in 16 bytes.  */
GR_RULE unsigned
gr_row_pitch (size_t size, unsigned count)
{
  return (unsigned) ((count * size + 31 - size) / 16 * 16);
}

/* Elements of a vector by which runs of `run` elements are moved: of 16 bytes, if whole ones fill a run, else one
   element.  */
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
