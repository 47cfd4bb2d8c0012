/* Scans of many segments side by side, along stripes: gr_scan_stripes_kernel.  */

#include "plan/common.h"

enum {
  LEAST_HEIGHT = 48,           /* rows of a slab of stripes: sums of 150 x 20 x 11184 doubles, dim 2, 0.61 by stripes
                                  of 20 rows, a segment a thread 0.94, 131 x 44 x 5821 0.63 and 0.93, but of
                                  250 x 60 x 2236 singles 0.91 and 0.84 */
  SLOW_SEGMENTS = 12000,       /* singles whose maxima have positions, at least */
  MOST_SLOW_SEGMENTS = 240000, /* and at most, that are two stripes for each multiprocessor */
  STRIPE = 60,                 /* least segments of a stripe, as a row takes some time beside that of its segments, */
  ROW_COST = 16,               /* as long as so many of them take */
  COPY_WARPS_SMALL = 8,        /* warps for rows of elements of 4 bytes, if there is room for so many, */
  COPY_WARPS = 4,              /* and else */
  LONGEST_ROW = 4400,          /* bytes of a stripe's row, with which stages have 2 rows, if one result for each, */
  LONG_ROW = 2200,             /* 4, */
  MEDIUM_ROW = 1100,           /* 8, */
  SHORT_ROW = 700,             /* 16, */
  TINY_ROW = 450,              /* and with less than these 64, if there is but one result for each, else 32 */
  LEAST_STAGE = 6 << 10,       /* bytes of the rows that a segment has for a stage */
  STRIPES_SHARED = 224 << 10,  /* most bytes of the stages */
  FEW_STEPS = 8,               /* of a block along its segments */
};

/* Bytes of all stages.  */
static size_t
stage_bytes (const gr_stripes_plan *plan, const gr_kernel_types *t)
{
  const unsigned most = plan->width + plan->overlap;
  const size_t row = gr_row_pitch (t->size, most) + (t->result != t->size ? gr_row_pitch (t->result, most) : 0)
                   + (t->indexed ? gr_row_pitch (sizeof (double), most) : 0);
  return row * plan->rows * plan->stages;
}

/* Fewer stages, or rows of them, if they are more than `most` bytes, of which there are at least 63 KiB.  What results
   are does not depend on that.  */
static void
fit_stages (gr_stripes_plan *plan, const gr_kernel_types *t, size_t most)
{
  while (stage_bytes (plan, t) > most)
    if (plan->stages > 3 || plan->rows == 1)
      plan->stages--;
    else
      plan->rows /= 2;
}

/* Stripes of a slab, one at a time on each multiprocessor: as few as leave none idle for long */
static void
choose_width (gr_stripes_plan *plan, const gr_plan_input *in)
{
  const unsigned burst = (unsigned) (GR_BURST / in->types.result);
  const bool within = in->inner * in->types.size % GR_BURST != 0;
  plan->overlap = within ? burst - 1 : 0;
  const size_t most = GR_STRIPES_THREADS - WARP * COPY_WARPS - plan->overlap, unit = within ? 1 : burst;
  const size_t first = gr_ceil_div (in->inner, most / unit * unit);
  const size_t last = at_most (first + gr_ceil_div (MULTIPROCESSORS, in->outer), in->inner / STRIPE);
  size_t best = SIZE_MAX;
  for (size_t stripes = first; stripes <= at_least (last, first); stripes++)
    {
      const size_t width = gr_ceil_div (gr_ceil_div (in->inner, stripes), unit) * unit;
      const size_t time = gr_ceil_div (gr_ceil_div (in->inner, width) * in->outer, MULTIPROCESSORS)
                        * (width + plan->overlap + ROW_COST);
      if (time < best)
        {
          best = time;
          plan->width = (unsigned) width;
        }
    }
}

/* Rows of a stage, and stages.  */
static void
choose_stages (gr_stripes_plan *plan, const gr_plan_input *in)
{
  const gr_kernel_types *const t = &in->types;
  /* the less is under way, the faster is memory, as long as it is kept busy: sums of 100003 x 2687 singles, dim 2, with
     stages of 4 rows 0.94 of the limit, of 8 0.90; of 30011 x 4472 with 8 0.72, with 16 0.87; of 10007 x 13412 with 32
     0.70, with 64 0.88, but with positions, for which there is no room, 0.88 and 0.77; of 12001 x 11170 with 4 copy
     warps 0.73, with 8 0.84, of doubles 0.93 and 0.88.  Maxima of 100003 x 2687 with 6 stages of 4 rows, 5 of 4 and 4
     of 8, singles 0.92, 0.885 and 0.91, int32 0.78, 0.775 and 0.91, doubles 0.88, 0.89 and 0.885, but sums of those
     with 6 of 2 0.94, 5 of 4 0.895, of 5170 x 66 x 136 0.81 and 0.865; maxima of 10007 x 13412 doubles with positions
     with 6 of 16 0.90, with as many of 32 as find room 0.83 */
  const size_t row = gr_row_pitch (t->size, plan->width + plan->overlap);
  const bool small = t->size < 8, alone = ! t->indexed && ! is_wider (in);
  const bool longer = t->integer && small && alone && row > MEDIUM_ROW;
  const bool fewest = alone && in->outer == 1 && row > LONGEST_ROW, heavy = t->indexed && ! small;
  plan->rows = fewest                    ? 2
             : row > LONG_ROW            ? 4
             : row > MEDIUM_ROW          ? 8
             : row > SHORT_ROW || heavy  ? 16
             : row > TINY_ROW || ! alone ? 32
                                         : 64;
  plan->rows *= 1 + longer;
  plan->stages = longer ? 4 : small || fewest || (heavy && plan->rows == 16) ? GR_STRIPES_STAGES : 5;
}

bool
gr_fits_scan_stripes (const gr_plan_input *in)
{
  const gr_kernel_types *const t = &in->types;
  return in->is_scan && gr_stripes_rule (t->size, t->acc, t->cheap_op) && in->len <= INT32_MAX && begin_vectors (in);
}

gr_plan
gr_plan_scan_stripes (const gr_plan_input *in)
{
  gr_plan p = { .kernel = GR_AUTO_SCAN_STRIPES, .chunk = in->len, .chunks = 1 };
  gr_stripes_plan *const plan = &p.of.stripes;
  choose_width (plan, in);
  plan->threads = (unsigned) gr_ceil_div (plan->width + plan->overlap, WARP) * WARP;
  plan->stripes_per_slab = gr_ceil_div (in->inner, plan->width);
  plan->stripes = plan->stripes_per_slab * in->outer;
  plan->copy_warps = in->types.size < 8 && plan->threads + WARP * COPY_WARPS_SMALL <= GR_STRIPES_THREADS
                     ? COPY_WARPS_SMALL
                     : COPY_WARPS;
  choose_stages (plan, in);
  fit_stages (plan, &in->types, at_most (STRIPES_SHARED, in->shared_bytes - 2 * GR_STRIPES_STAGES * GR_MBARRIER));
  p.grid = at_most (plan->stripes, MULTIPROCESSORS);
  p.block = plan->threads + WARP * plan->copy_warps;
  p.shared = stage_bytes (plan, &in->types);
  p.segments = plan->width;
  return p;
}

/* Where rows begin with sectors, are bundles of segments a thread faster?  */
static bool
bundles_are_faster (const gr_plan_input *in)
{
  const gr_kernel_types *const t = &in->types;
  if (in->inner * t->size % GR_SECTOR)
    return false;
  /* where rows begin with sectors, bundles are better, if their blocks fill waves, or, but for positions of
     small elements, if they look back: sums of 20000 x 13000 singles, dim 2, 0.76 of the limit and by stripes
     0.85; but maxima of singles with positions, which take longer, of 16384 x 16384 0.85 and 0.865, of 12000 x
     22370 0.75 and 0.805, of 200000 x 1300 0.86 and 0.88 */
  const gr_strided_plan strided = gr_choose_strided (in);
  const bool small = t->size < 8, slow = t->indexed && small && ! t->integer;
  return ! (slow && in->outer == 1 && in->inner >= SLOW_SEGMENTS && in->inner <= MOST_SLOW_SEGMENTS)
      && (strided.looks_back ? ! (t->indexed && small) : strided.fills);
}

bool
gr_scan_stripes_is_fastest (const gr_plan_input *in, const gr_plan *p)
{
  const gr_stripes_plan *const plan = &p->of.stripes;
  if (in->inner < STRIPE || plan->width < STRIPE || in->len < (in->outer > 1 ? LEAST_HEIGHT : FEW_STEPS))
    return false;
  /* tiles of whole rows are for segments that would be fewer than a stripe's, or not many more */
  if (gr_whole_rows_are_fastest (in) || bundles_are_faster (in))
    return false;
  gr_stripes_plan whole = *plan;
  choose_stages (&whole, in);
  const size_t row = gr_row_pitch (in->types.size, plan->width + plan->overlap);
  return fill_waves (plan->stripes, MULTIPROCESSORS) && at_most (whole.rows, in->len) * row >= LEAST_STAGE;
}

bool
gr_stripes_are_fastest (const gr_plan_input *in)
{
  if (! gr_fits_scan_stripes (in))
    return false;
  const gr_plan plan = gr_plan_scan_stripes (in);
  return gr_scan_stripes_is_fastest (in, &plan);
}
