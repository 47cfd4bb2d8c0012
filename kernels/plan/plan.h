/* SPDX-License-Identifier: GPL-3.0-or-later

   Plans: the launches of `auto`, in plain C.  A plan is made once, by gr_make_plan, from the shape and the types alone,
   so that results have the same bits on every device; launchers, gr_predict and tests read that one object.

   A kernel has a gr_kernel_planner (common.h): whether it gives the right results for a shape, its launch, and what
   that asks of the device.  From this, one function estimates the time of every kernel (tuning.h); the choice is the
   kernel that takes the least.  */

#ifndef GR_PLAN_H
#define GR_PLAN_H

#include "plan/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- what is planned ---- */

enum {
  GR_SHARED_BYTES = 227 << 10 /* of shared memory that a block has on devices of compute capability 9.0 */
};

/* What a plan is made from.  gr_plan_input_of makes all of them, since the same input must give the same bits.  Two
   facts of the call can rule a kernel out: where arrays begin, and how much shared memory a block has.  The kernel that
   is taken instead may round sums of floating-point elements differently.  */
typedef struct
{
  bool is_scan;
  size_t inner, len, outer;
  gr_kernel_types types;
  size_t in_offset;      /* bytes from the last multiple of GR_CACHE_LINE before the input's address */
  bool results_aligned;  /* results and positions begin at multiples of 16 bytes */
  size_t shared_bytes;   /* of shared memory that a block can have */
  gr_auto_kernel kernel; /* GR_AUTO_PLANNER: the planner's choice */
  bool carries;          /* the segments are parts of longer ones: a scan goes on from what stands before them, and the
                            totals of a reduction are merged with those of other parts.  Not all kernels can */
  bool ragged;           /* of a scan: the array has segments of any lengths */
} gr_plan_input;

/* The arrays of a call, and the bytes of shared memory that a block can have.  NULL: the array begins with a cache
   line, as whole arrays do.  */
typedef struct
{
  const void *in, *out, *index;
  size_t shared_bytes;
} gr_plan_arrays;

/* The input for [inner, len, outer] elements, with the planner's choice of a kernel.  */
gr_plan_input gr_plan_input_of (bool is_scan, size_t inner, size_t len, size_t outer, const gr_kernel_types *types,
                                const gr_plan_arrays *arrays);

/* ---- the parameters of each kernel ---- */

/* A block of x * y threads works on x neighbouring segments with y threads each.  len is cut into chunks, or that of
   the last segments is; a work item is x segments of one chunk, and blocks go over the items, chunk-major.  */
typedef struct
{
  unsigned x, y;     /* segments a block works on at once; threads on each of them */
  bool along;        /* inner is 1: neighbouring threads take neighbours along the segment, not across */
  bool keeps_totals; /* of a part of an array: the totals of chunks stay as they are */
  size_t chunk;      /* elements of a segment that one work item takes */
  size_t chunks;     /* of each segment */
  size_t whole;      /* groups of x segments that are not cut; they come first */
  size_t groups;     /* the others: ceil (segments / x) - whole */
  size_t items;      /* work items: whole + groups * chunks */
  size_t first;      /* the number of the first item: items beyond are those of a part of an array */
} gr_reduce_plan;

/* A reduction across segments by vectors of bundle neighbours, which begin where memory has them, not where segments
   do. A row of a block is x vectors, of `rows` neighbouring rows of the array where these are short; thread (x, y)
   takes the rows y, y + the plan's y, ..., in all of which its vectors begin at the same segment.  A work item is
   `group` segments of one chunk, and a slab, [inner, len], has `groups` of them.  */
typedef struct
{
  gr_reduce_plan plan; /* x and y: vectors of a row, and rows of the block */
  unsigned rows;       /* 1 if a slab has several groups */
  size_t group, groups;
  size_t first_slab; /* of a part of an array: vectors begin as they do in the whole array */
  size_t members;    /* chunks whose totals are combined first; all chunks if there is one step */
} gr_across_plan;

/* Tiles of GR_SHORT_THREADS runs of whole short segments: of whole slabs, [inner, len], or, if groups is not 0, of one
   slab, which has that many groups of segments.  The elements of a segment stand pitch apart.  */
typedef struct
{
  unsigned segments, pitch;
  size_t groups, tiles;
  unsigned share;   /* reductions: threads of a segment, a power of two, of one warp */
  unsigned swizzle; /* reductions: the last of the orders that runs of vectors have, or 0 */
  bool once;        /* reductions: loads pass the first-level cache */
} gr_short_plan;

/* Tiles of contiguous segments, wherever these begin: of GR_CONTIGUOUS_THREADS runs of `run` elements.  */
typedef struct
{
  unsigned run;
  unsigned gap;   /* elements before the first one in its sector, which are staged too */
  unsigned ahead; /* tiles before its load, one is asked for */
  size_t tiles;
} gr_contiguous_plan;

/* A scan across segments: blocks of x * y = 256 threads.  A thread has a bundle of neighbouring segments, the x threads
   of a row neighbouring bundles, and the y rows stand one behind the other along the segments, each thread with a run
   of its own; the block works on groups of x bundles, steps times y runs far along.  Where steps does not reach the end
   of the segments, tiles look back, or each passes on what stands before the next one.  */
typedef struct
{
  unsigned x, y, run; /* run: elements of a thread's run */
  size_t groups, tiles, steps;
  unsigned bundle;     /* segments of a thread */
  unsigned first_tile; /* of the part of a slab whose segments began before, 1: then tile 0 stands before the part */
  bool looks_back;
} gr_strided_plan;

/* An array's part of a tile of rows.  In shared memory, the array begins at `at`, and rows and runs of rows are that
   many bytes apart.  A run is moved in `vectors` vectors, each by a thread, which goes on to the vector that is runs_on
   and vectors_on further.  inverse: 2^20 / vectors, rounded up.  */
typedef struct
{
  unsigned at, row, run, vectors, runs_on, vectors_on, inverse;
} gr_rows_array;

/* A block's shared memory, in bytes: its state; the arrays of a tile, elements in stages; and from sums on an
   accumulator for each segment of each unit and of each level of look-back.  */
typedef struct
{
  gr_rows_array in, out, index;
  unsigned stage, sums, bytes;
  size_t elements; /* of a tile */
} gr_rows_shared;

/* A scan of few segments side by side in tiles of whole rows, which are contiguous in memory.  Blocks of `threads`
   threads, of which y have a run of each segment, one behind the other: of up to GR_ROWS_IN_WARP segments whole rows of
   runs in each warp, else wherever they are.  */
typedef struct
{
  unsigned y, run, threads, segments;
  unsigned ahead; /* tiles before its load, one is asked for */
  size_t tiles;
  gr_rows_shared shared;
} gr_rows_plan;

/* A scan of many segments side by side by blocks that go along stripes of `width` segments, of which each slab, [inner,
   len], has stripes_per_slab: block b has the stripes b, b + grid, ...  A stripe also scans the `overlap` segments
   before its own.  Blocks have `stages` stages of `rows` rows, `threads` threads that scan, and copy_warps warps that
   copy.  */
typedef struct
{
  unsigned width, overlap, threads, copy_warps, rows, stages;
  size_t stripes_per_slab, stripes;
} gr_stripes_plan;

/* A scan of segments side by side by clusters of GR_CLUSTER blocks, which take rounds of a stripe of each slab in turn.
   A round is a tile of `rows` rows for each block: of sub_runs threads a segment, each of which takes `run` rows.  A
   stripe has `width` segments, and also scans the `overlap` segments before its own, segments_read in all; the only one
   has whole rows.  Each block owns up to `range` of these segments.  `threads` threads sum and as many scan; the other
   warps are copy_warps that load, as many in each set of storers, publish_warps, and lookback_warps with
   segments_per_lookback_warp segments each.  */
typedef struct
{
  unsigned width, overlap, segments_read, stripes;
  unsigned stripes_per_launch; /* of which all launches have as many */
  unsigned sub_runs, run, rows, stages, range;
  unsigned threads, copy_warps, publish_warps, lookback_warps, segments_per_lookback_warp;
  unsigned rounds, total_rounds; /* rounds of a slab; rounds of all slabs */
} gr_cluster_plan;

/* A block's shared memory, in bytes: the stages, each a tile of elements whose rows are pitch apart; the positions
   of two tiles; and from `prefixes` on accumulators of the segments of each stage and of the rounds.  */
typedef struct
{
  unsigned pitch, index_pitch, stage, positions, positions_of_tile, prefixes, totals, sums, rounds, bytes;
} gr_cluster_shared;

/* ranks: blocks that a cluster has, 1 on devices without clusters.  */
gr_cluster_shared gr_lay_out_cluster (const gr_cluster_plan *plan, const gr_kernel_types *types, unsigned ranks);

GR_RULE size_t
gr_cluster_statuses (const gr_cluster_plan *plan)
{
  return (size_t) plan->total_rounds * plan->stripes * plan->range * GR_CLUSTER;
}

/* The tiles that look back at each other (lookback.cuh): their number, those that have a part of the same segment at
   most, segments with a tile status each, and warps that publish a tile.  */
typedef struct
{
  gr_lookback_plan lookback;
  size_t tiles, span, segments, warps;
} gr_tree_plan;

/* ---- a plan ---- */

typedef struct
{
  gr_auto_kernel kernel; /* GR_AUTO_PLANNER where there is nothing to launch, or the kernel asked for does not fit */
  size_t grid;           /* blocks, of an H200 where it runs clusters */
  unsigned block;        /* threads in each */
  size_t shared;         /* bytes of dynamic shared memory of each */
  unsigned resident;     /* blocks on a multiprocessor at a time, at most; 0: as many as find room */
  size_t workspace;      /* bytes of device memory beside the arrays */
  size_t segments, chunk, chunks, whole; /* see gr_prediction */
  bool keeps_slabs;                      /* slabs can be launched apart from each other (gr_plan_slabs) */
  bool takes_values;   /* elements may be values of a function, which the kernel computes as it loads them */
  bool is_cut;         /* a reduction whose segments, or the last of them, have several chunks */
  bool origin_is_zero; /* moments are relative to 0, not to an element of their segment */
  size_t carry_rows;   /* of a scan that can go on: rows of the tile that what stands before is the total of */
  gr_tree_plan tree;   /* of kernels that look back */
  union
  {
    gr_reduce_plan reduce;
    gr_across_plan across;
    gr_short_plan tile;
    gr_contiguous_plan contiguous;
    gr_rows_plan rows;
    gr_stripes_plan stripes;
    gr_cluster_plan cluster;
    gr_strided_plan strided;
  } of;
} gr_plan;

gr_plan gr_make_plan (const gr_plan_input *input);

/* The same launch for a part of the array of the input, so that each segment has the same bits.  The part's arrays
   begin as the whole ones do within GR_CACHE_LINE bytes.  gr_plan_slabs: for slabs, [inner, len], from number `slab`
   on; *slabs becomes the number of them that the launch is for, and kernel GR_AUTO_PLANNER if there is no such launch.
   gr_plan_chunks: for the chunks from number `chunk` on that `rows` rows of one slab hold, whose totals stay; only of
   reductions that are cut.  */
gr_plan gr_plan_slabs (const gr_plan_input *input, size_t slab, size_t *slabs);
gr_plan gr_plan_chunks (const gr_plan_input *input, size_t slab, size_t chunk, size_t rows);

/* Refuse the kernel that the input names, as it does not fit (unfit.c).  */
gr_status gr_fail_unfit (const gr_plan_input *input);

/* All that plans ask of the monoid that a request is run with, but the results, which the caller has filled in.  */
gr_status gr_find_kernel_types (const gr_request *request, gr_kernel_types *types);
/* The same of a caller's monoid on `bytes` bytes of values; GR_UNSUPPORTED where no kernel has values of this size.  */
gr_status gr_find_monoid_types (size_t bytes, bool has_identity, bool is_commutative, bool is_scan,
                                gr_kernel_types *types);
/* The plan of a kernel that takes values of a function: the planner's, or else the one that takes any segments.  */
gr_plan gr_plan_values (gr_plan_input *input);

/* Seconds of a plan on a device of that name; NaN where its bandwidth has not been measured.  */
double gr_plan_seconds (const gr_plan_input *input, const gr_plan *plan, const char *device);

#ifdef __cplusplus
}
#endif

#endif
