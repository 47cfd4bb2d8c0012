/* SPDX-License-Identifier: GPL-3.0-or-later

   What the plans of several kernels share: the device that they fill, and how they ask each other.  */

#ifndef GR_PLAN_COMMON_H
#define GR_PLAN_COMMON_H

#include "plan/tuning.h"

enum {
  THREADS = 256,
  WARP = 32,
  MULTIPROCESSORS = 132,                  /* of the largest devices */
  BLOCKS_PER_SM = 3,                      /* blocks that a multiprocessor holds at a time */
  WAVE = MULTIPROCESSORS * BLOCKS_PER_SM, /* blocks that the whole device holds at a time */
  MOST_WAVES = 4,                         /* with more waves, the totals cost more to combine than they bring */
  ENOUGH_THREADS = MULTIPROCESSORS * 2048,
  VECTOR = 16,  /* bytes of a load */
  STRIPE = 60,  /* fewest segments of a stripe, for each row of which some time is lost */
  ACC_FEW = 16, /* most bytes of an accumulator that few instructions combine */
};

static inline size_t
at_most (size_t a, size_t b)
{
  return a < b ? a : b;
}

static inline size_t
at_least (size_t a, size_t b)
{
  return a > b ? a : b;
}

/* The smallest power of two that is at least n, but at most limit, which is at least 1.  */
static inline size_t
power_of_two (size_t n, size_t limit)
{
  size_t p = 1;
  while (p < n && p < limit)
    p *= 2;
  return p;
}

/* Are results of another size than elements?  */
static inline bool
is_wider (const gr_plan_input *in)
{
  return in->types.result != in->types.size;
}

/* Do all arrays begin with a vector of 16 bytes?  */
static inline bool
begin_vectors (const gr_plan_input *in)
{
  return in->in_offset % VECTOR == 0 && in->results_aligned;
}

/* Bytes of the tile statuses of a tree.  */
static inline size_t
tree_bytes (const gr_tree_plan *tree, const gr_kernel_types *types)
{
  return tree->segments * gr_lookback_statuses (tree->tiles, tree->lookback.bits) * types->tile_status;
}

/* How tiles of segments side by side look back.  */
static inline gr_lookback_plan
lookback_along (const gr_kernel_types *t, size_t segments)
{
  return gr_lookback_along_rule (segments, t->acc, gr_lookback_helps_rule (t->size, t->acc, t->cheap_op, t->indexed));
}

/* Bytes as which an element counts for a thread: a smaller one takes no less time than one of LEAST_ELEMENT bytes.  */
enum { LEAST_ELEMENT = 4 };
static inline size_t
worth_of (const gr_plan_input *in)
{
  return in->types.size > LEAST_ELEMENT ? in->types.size : LEAST_ELEMENT;
}

/* Bytes that are read and written for an element of a scan.  */
static inline size_t
moved_an_element (const gr_plan_input *in)
{
  return in->types.size + in->types.result + (in->types.indexed ? sizeof (double) : 0);
}

/* The bytes of sectors that a span of bytes is in, over its own: where it begins anywhere, and where it does if spans
   are of that number of segments side by side.  */
static inline double
sectors_within (size_t bytes)
{
  return (double) (bytes + GR_SECTOR) / (double) bytes;
}
static inline double
sectors_of_span (const gr_plan_input *in, size_t segments)
{
  const size_t bytes = segments * in->types.size;
  return in->inner * in->types.size % GR_SECTOR
         ? sectors_within (bytes)
         : (double) (gr_ceil_div (bytes, GR_SECTOR) * GR_SECTOR) / (double) bytes;
}

/* What `items` work items ask of the device if they move all elements and results once, and a multiprocessor works on
   that number of them at a time.  */
static inline gr_use
use_of (const gr_plan_input *in, size_t items, size_t on_a_multiprocessor)
{
  const gr_kernel_types *const t = &in->types;
  const size_t segments = in->inner * in->outer, elements = segments * in->len;
  const double result = (double) (t->result + (t->indexed ? sizeof (double) : 0));
  const double bytes = (double) elements * (double) t->size + (double) (in->is_scan ? elements : segments) * result;
  return (gr_use){ .items = (double) items,
                   .at_once = (double) (MULTIPROCESSORS * on_a_multiprocessor),
                   .moved = bytes / (double) items,
                   .large = t->size > 4,
                   .heavy = t->acc > ACC_FEW || ! t->cheap_op };
}

/* What a kernel has here.  fits (in): may it give the right results for this shape?  plan (in): its launch, with kernel
   GR_AUTO_PLANNER where it finds that it does not fit; one that finds no room in shared memory has more bytes of it
   than in->shared_bytes.  use (in, plan): what such a launch asks of the device.  part (in, whole, slab), or NULL: the
   same launch for in->outer slabs, from number `slab` on, of an array that has the plan `whole`; kernel GR_AUTO_PLANNER
   if there is none.  carries: can continue a scan: the total so far is published as the total of one more tile, which
   comes first; or its totals can be merged with those of other parts: it goes over segments in either direction, and
   the mean of moments is kept.  */
typedef struct
{
  bool (*fits) (const gr_plan_input *in);
  gr_plan (*plan) (const gr_plan_input *in);
  gr_use (*use) (const gr_plan_input *in, const gr_plan *plan);
  gr_plan (*part) (const gr_plan_input *in, const gr_plan *whole, size_t slab);
  bool carries;
  bool takes_values; /* threads load elements by themselves, which may be values of a function */
} gr_kernel_planner;

#define GR_DECLARE_KERNEL(_, ID, NAME) extern const gr_kernel_planner gr_planner_of_##NAME;
GR_AUTO_KERNELS (GR_DECLARE_KERNEL, _)

/* Of a reduction that is cut: the chunks of `rows` rows of one slab, from number `chunk` on, whose totals stay.  */
gr_plan gr_part_chunks (const gr_plan_input *in, const gr_plan *whole, size_t slab, size_t chunk, size_t rows);

#endif
