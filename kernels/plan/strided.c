/* Scans of segments side by side, a bundle of neighbours a thread: the three kernels of auto/scan_strided.cuh.  */

#include "plan/common.h"

enum {
  ENOUGH_GROUPS = 256,              /* blocks of a strided scan: nearly 2 a multiprocessor */
  LEAST_ACROSS = 8,                 /* threads side by side in one that bundles segments: 128 bytes of most types */
  BAND = 1 << 21,                   /* bytes of the rows that tiles side by side pass on, */
  BAND_ALONE = 6 << 20,             /* and of a run's rows that a thread a segment can scan by itself */
  LEAST_STEPS = 3,                  /* with which it may be one of two on a multiprocessor, */
  MANY_STEPS = 24,                  /* or the only one */
  SLAB_ROWS = 16,                   /* of threads of one of small slabs; */
  FEW_BLOCKS = 6 * MULTIPROCESSORS, /* of which one is faster alone on a multiprocessor, */
  MANY_BLOCKS_ROWS = 4,             /* and those of others, of threads */
  LARGE_ROW = 1 << 18,              /* bytes of a slab's row with which it is as an array of its own */
};

/* Segments of a thread, at most, for which kernels are right.  Those of floating point, which seldom have wider
   results, would be twice the code with pairs.  */
static unsigned
widest_bundle (const gr_plan_input *in)
{
  const gr_kernel_types *const t = &in->types;
  const unsigned most = gr_strided_segments_rule (t->size, t->acc);
  const bool wider = t->result > t->size;
  return in->inner % most || ! begin_vectors (in)
          || (wider && ! (t->integer && gr_strided_paired_rule (most, in->inner)))
         ? 1
         : most;
}

/* Are single segments faster?  A bundle by itself would store wider results in parts of sectors: 16384 x 16384 int32 to
   double, dim 2, took 1131 us, and 923 without bundles.  */
static bool
singles_are_faster (const gr_plan_input *in, bool looks_back)
{
  /* where tiles look back, more results than elements are better written by whole warps:
     32 x 8388608 singles, dim 2, with positions 1166 us, not 1326 */
  const gr_kernel_types *const t = &in->types;
  return looks_back ? (t->result > t->size || t->indexed) && in->inner >= WARP : in->inner * t->size % GR_SECTOR != 0;
}

/* Rows that begin within sectors: all blocks work on one band of them after the other, so that
   the parts of a sector that several write are written at about the same time, and tiles
   pass on what stands before the next one's.  That takes about 1.6 us a tile, so bands
   are high where segments are few.  100003 x 2687 single sums, dim 2, 659 us, and
   739 with blocks that go along their segments.  */
static void
plan_bands (gr_strided_plan *plan, const gr_plan_input *in)
{
  const size_t len = in->len, outer = in->outer, size = in->types.size;
  const size_t segments = in->inner * outer, runs = gr_ceil_div (len, plan->run), row = segments * size * plan->run;
  plan->y = row >= BAND_ALONE ? 1 : (unsigned) at_least (power_of_two (gr_ceil_div (BAND, row), THREADS), 2);
  plan->y = (unsigned) at_most (plan->y, power_of_two (runs, THREADS));
  plan->x = GR_STRIDED_THREADS / plan->y;
  plan->groups = gr_ceil_div (segments, plan->x);
  /* of many segments, what is passed on does not stay in the cache: 1000003 x 134 single sums, dim 2,
     in bands of 64 rows, 366 us, of all 318 */
  const size_t rows
    = plan->y > 1 ? plan->y * plan->run : at_least (segments / (segments >> 19 ? 4096 : 16384), plan->run);
  const size_t bands = gr_ceil_div (len, rows);
  plan->steps = gr_ceil_div (gr_ceil_div (len, bands), plan->y * plan->run);
  plan->tiles = gr_ceil_div (len, plan->steps * plan->y * plan->run);
  /* 44739243 x 3 sums, dim 2: doubles 0.75 of the limit with one, 0.92 with two, 0.95 with eight, singles
     0.41 with one, 0.56 with five; but maxima of 13421772 x 10 singles with positions 0.86 with one, 0.79
     with eight */
  if (plan->tiles == 1 && outer == 1)
    plan->turns = (unsigned) at_least (at_most (plan->groups / (4 * WAVE), plan->run / at_least (len, 1)), 1);
}

/* Rows of threads of a block that goes along so many bundles of one array, whose segments have so many runs: few, so
   that rows are long, but at least so many that it has a thread for each segment, and with a block for each
   multiprocessor or several; 0 where no number up to `most` does.  Sums of 16384 x 16384 singles, dim 2, with 128
   blocks of 8 rows 0.93 of the limit, with 256 of 16 0.91, of 131072 x 2048 doubles with 512 of 2 rows 0.94, with 2048
   of 8 0.92.  */
static unsigned
rows_of_array (size_t bundles, unsigned bundle, size_t runs, size_t size, size_t most)
{
  if (gr_ceil_div (bundles, THREADS / bundle) > FEW_BLOCKS)
    return (unsigned) power_of_two (runs, MANY_BLOCKS_ROWS);
  for (unsigned y = bundle; y <= most && y <= runs; y *= 2)
    {
      /* rows of 128 bytes are better than what looks back, if elements are small, but not than others */
      const size_t groups = gr_ceil_div (bundles, THREADS / y);
      if (fill_waves (groups, MULTIPROCESSORS) && (y <= SLAB_ROWS || (size < 8 && groups <= MULTIPROCESSORS)))
        return y;
    }
  return 0;
}

/* The same where slabs, of so many bundles, are smaller: more, so that blocks are in few slabs at a time.  Sums of
   512 x 512 x 1024 singles, dim 2, with 16 rows 0.965 of the limit, with 8 0.915, two blocks on a multiprocessor
   each, of 4096 x 1024 x 64 0.96 and 0.94, of 256 x 100 x 10000 doubles 0.995 and 0.96; but of 48 x 5000 x 1000
   doubles, of whose blocks a third would be in two slabs, 0.83 and 0.86.  */
static unsigned
rows_of_slab (size_t bundles, size_t runs, size_t most)
{
  const size_t x = THREADS / SLAB_ROWS;
  const bool parted = bundles < 2 * x && bundles % x && x % bundles;
  return (unsigned) power_of_two (runs, at_most (parted ? SLAB_ROWS / 2 : SLAB_ROWS, most));
}

/* Blocks that go along their segments, which begin with sectors.  false: there are too few of them, and more fill the
   device where tiles look back.  */
static bool
plan_along (gr_strided_plan *plan, const gr_plan_input *in)
{
  const size_t inner = in->inner, len = in->len, outer = in->outer, size = in->types.size;
  const unsigned bundle = plan->bundle;
  const size_t bundles = inner * outer / bundle, least = power_of_two (bundles, bundle > 1 ? LEAST_ACROSS : WARP);
  const size_t runs = gr_ceil_div (len, plan->run);
  const bool slabs = outer > 1 && inner * size < LARGE_ROW;
  const unsigned filling = slabs ? 0 : rows_of_array (bundles, bundle, runs, size, THREADS / least);
  plan->y = filling ? filling
          : slabs   ? rows_of_slab (inner / bundle, runs, THREADS / least)
                    : (unsigned) power_of_two (runs, GR_STRIDED_WARPS);
  /* less across and more along, where that is what fills the device */
  while (! filling && THREADS / plan->y > least && gr_ceil_div (bundles, THREADS / plan->y) < ENOUGH_GROUPS
         && plan->y < runs)
    plan->y *= 2;
  plan->x = GR_STRIDED_THREADS / plan->y;
  plan->groups = gr_ceil_div (bundles, plan->x);
  plan->steps = gr_ceil_div (len, plan->y * plan->run);
  plan->tiles = 1;
  plan->fills = filling || (plan->y <= SLAB_ROWS && fill_waves (plan->groups, MULTIPROCESSORS));
  /* blocks that go along segments: sums of singles, dim 2, with no more than 3 on a multiprocessor, 2 and 1,
     400000 x 600 0.93, 0.93 and 0.94, 131072 x 2048 doubles 0.93, 0.93 and 0.937, 512 x 512 x 1024 0.957, 0.965 and
     0.85, 256 x 4096 x 256 0.884, 0.88 and 0.895; but 112 x 140 x 2061, by 8 rows, 0.92, 0.895 with 2 */
  if (filling && plan->groups > MULTIPROCESSORS && plan->groups <= FEW_BLOCKS)
    plan->resident = 1;
  else if (slabs && plan->steps >= LEAST_STEPS)
    plan->resident = plan->steps >= MANY_STEPS && plan->fills                               ? 1
                   : plan->y >= SLAB_ROWS && fill_waves (plan->groups, 2 * MULTIPROCESSORS) ? 2
                                                                                            : 0;
  return filling || plan->groups >= ENOUGH_GROUPS || plan->steps == 1;
}

/* A bundle of segments a thread, in blocks that go along them.  */
static gr_strided_plan
plan_bundled (const gr_plan_input *in, unsigned bundle, bool *enough)
{
  gr_strided_plan plan = { .bundle = bundle, .run = gr_strided_run_rule (in->types.size, bundle, false), .turns = 1 };
  *enough = plan_along (&plan, in);
  return plan;
}

/* One segment a thread, in blocks that go along them or in bands of rows.  */
static gr_strided_plan
plan_chained (const gr_plan_input *in, bool *enough)
{
  if (in->inner * in->types.size % GR_SECTOR == 0)
    return plan_bundled (in, 1, enough);
  gr_strided_plan plan = { .bundle = 1, .run = gr_strided_run_rule (in->types.size, 1, false), .turns = 1 };
  plan_bands (&plan, in);
  *enough = plan.x >= power_of_two (in->inner * in->outer, WARP);
  return plan;
}

/* Tiles of one step that look back.  */
static gr_strided_plan
plan_lookback (const gr_plan_input *in, unsigned bundle)
{
  gr_strided_plan plan = { .bundle = bundle, .turns = 1, .steps = 1, .looks_back = true };
  const size_t bundles = in->inner * in->outer / bundle;
  plan.run = gr_strided_run_rule (in->types.size, bundle, true);
  plan.x = (unsigned) power_of_two (bundles, bundle > 1 ? LEAST_ACROSS : WARP);
  plan.y = GR_STRIDED_THREADS / plan.x;
  plan.groups = gr_ceil_div (bundles, plan.x);
  plan.tiles = gr_ceil_div (in->len, plan.y * plan.run);
  return plan;
}

/* Blocks on a multiprocessor at a time, at most, 0 being as many as it has room for: memory is faster the fewer places
   it is read and written at, as long as they keep it busy.  */
static unsigned
resident_blocks (const gr_strided_plan *plan, const gr_kernel_types *t)
{
  if (plan->looks_back || ! t->cheap_op || t->acc > ACC_FEW)
    return 0;
  /* a segment a thread: maxima with positions of 10007 x 13412 singles, dim 2, with 4 blocks 0.63 of the limit, 3:
     0.66, 2: 0.77, of 100003 x 2687 0.69, 0.76 and 0.77, of doubles 0.77, 0.79 and 0.77; sums of those 0.805, 0.81 and
     0.76, of singles 0.76, 0.73 and 0.62; without bands sums of 1000003 x 134 doubles 0.83, 0.86 and 0.88, singles
     0.80, 0.80 and 0.74, but maxima with positions of 13421772 x 10, in a step, 0.86, 0.86 and 0.76 */
  if (plan->bundle == 1)
    return plan->tiles * plan->steps == 1 ? 0 : t->indexed ? 2 : t->size < 8 ? 0 : plan->tiles == 1 ? 2 : 3;
  return plan->resident;
}

gr_strided_plan
gr_choose_strided (const gr_plan_input *in)
{
  bool enough;
  const gr_strided_plan chained = plan_chained (in, &enough);
  const unsigned widest = widest_bundle (in);
  if (widest > 1 && ! singles_are_faster (in, ! enough))
    {
      if (in->inner * in->types.size % GR_SECTOR)
        return plan_lookback (in, widest);
      const gr_strided_plan bundled = plan_bundled (in, widest, &enough);
      return enough ? bundled : plan_lookback (in, widest);
    }
  return enough ? chained : plan_lookback (in, 1);
}

/* The launch of what the blocks do.  */
static gr_plan
launch (const gr_plan_input *in, gr_auto_kernel kernel, gr_strided_plan s)
{
  const gr_kernel_types *const t = &in->types;
  const size_t across = s.x * s.bundle, items = s.groups * s.tiles;
  s.resident = resident_blocks (&s, t);
  gr_plan p
    = { .kernel = kernel,
        .block = GR_STRIDED_THREADS,
        .resident = s.resident,
        .segments = across,
        .chunk = at_most (s.steps * s.y * s.run, in->len),
        .chunks = s.tiles,
        .tree = { lookback_along (t, across), s.looks_back ? s.tiles : 1, s.tiles, s.groups * across, s.groups },
        .of.strided = s };
  const unsigned at_a_time = s.resident ? s.resident : gr_strided_blocks_rule (t->acc, s.bundle, s.looks_back);
  p.grid = s.tiles == 1 ? gr_ceil_div (items, s.turns) : gr_persistent_blocks (items, MULTIPROCESSORS * at_a_time);
  /* a tile status for each segment of each tile and window of tiles, or one that tiles pass on */
  p.workspace = s.looks_back || s.tiles > 1 ? tree_bytes (&p.tree, t) : 0;
  const size_t stage = s.run * GR_STRIDED_THREADS * s.bundle * t->size;
  const size_t stages = p.grid < items || s.looks_back || s.steps > 1 ? 2 : 1;
  const size_t sums = GR_STRIDED_WARPS * at_most (s.x, WARP) * s.bundle
                    + (s.looks_back ? gr_lookback_levels (s.tiles, p.tree.lookback.bits) * across : 0);
  p.shared = stage * stages + sums * t->acc;
  return p;
}

bool
gr_fits_scan_strided_lookback (const gr_plan_input *in)
{
  return in->is_scan;
}

gr_plan
gr_plan_scan_strided_lookback (const gr_plan_input *in)
{
  return launch (in, GR_AUTO_SCAN_STRIDED_LOOKBACK,
                 plan_lookback (in, singles_are_faster (in, true) ? 1 : widest_bundle (in)));
}

bool
gr_scan_strided_lookback_is_fastest (const gr_plan_input *in, const gr_plan *plan)
{
  (void) plan;
  return gr_choose_strided (in).looks_back;
}

bool
gr_fits_scan_strided_bundled (const gr_plan_input *in)
{
  return in->is_scan && widest_bundle (in) > 1;
}

gr_plan
gr_plan_scan_strided_bundled (const gr_plan_input *in)
{
  bool enough;
  return launch (in, GR_AUTO_SCAN_STRIDED_BUNDLED, plan_bundled (in, widest_bundle (in), &enough));
}

bool
gr_scan_strided_bundled_is_fastest (const gr_plan_input *in, const gr_plan *plan)
{
  (void) plan;
  return gr_choose_strided (in).bundle > 1;
}

bool
gr_fits_scan_strided_chained (const gr_plan_input *in)
{
  return in->is_scan;
}

gr_plan
gr_plan_scan_strided_chained (const gr_plan_input *in)
{
  bool enough;
  return launch (in, GR_AUTO_SCAN_STRIDED_CHAINED, plan_chained (in, &enough));
}

bool
gr_scan_strided_chained_is_fastest (const gr_plan_input *in, const gr_plan *plan)
{
  (void) in;
  (void) plan;
  return true;
}
