#include "plan.h"

enum {
  THREADS = 256,
  WARP = 32,
  ENOUGH_ITEMS = GR_MAX_GROUPS, /* 132 multiprocessors x 8 blocks, twice: the largest devices are full */
  ENOUGH_THREADS = 132 * 2048,
  SHORT_LINES = 4,              /* a tile holds so many at least */
  SHORT_RESULTS = 32 << 10,     /* bytes of shared memory for results of short lines */
  ENOUGH_GROUPS = 264,          /* blocks of a strided scan: 132 multiprocessors x 2 */
  MAX_GRID = 1 << 20,
  VECTOR = 16,                  /* bytes of a load */
  MOST_RUN = 64                 /* elements in a row that a thread of an ordered operator takes */
};

static size_t
ceil_div (size_t a, size_t b)
{
  return a / b + (a % b != 0);
}

static size_t
at_most (size_t a, size_t b)
{
  return a < b ? a : b;
}

static size_t
at_least (size_t a, size_t b)
{
  return a > b ? a : b;
}

/* The smallest power of two that is at least n, but at most limit (one).  */
static size_t
power_of_two (size_t n, size_t limit)
{
  size_t p = 1;
  while (p < n && p < limit)
    p *= 2;
  return p;
}

/* x and y for wanted threads on a line; whole warps along, and across lines
   whole runs of inner or a warp's worth of it.  */
static void
share_block (gr_plan *plan, size_t inner, size_t wanted)
{
  if (plan->along)
    {
      plan->y = (unsigned) power_of_two (wanted, THREADS);
      plan->x = THREADS / plan->y;
      return;
    }
  const size_t width = at_most (inner, WARP), most = power_of_two (THREADS / width + 1, THREADS) / 2;
  plan->y = (unsigned) power_of_two (wanted, most);
  plan->x = (unsigned) (THREADS / plan->y / width * width);
}

/* Cut len into at most chunks chunks, each a multiple of tile; lines of nothing have one.  */
static void
cut (gr_plan *plan, size_t len, size_t groups, size_t chunks, size_t tile)
{
  plan->chunk = at_least (chunks > 1 ? ceil_div (ceil_div (len, chunks), tile) * tile : len, 1);
  plan->chunks = at_least (ceil_div (len, plan->chunk), 1);
  plan->items = groups * plan->chunks;
  plan->grid = (unsigned) at_most (plan->items, MAX_GRID);
}

gr_plan
gr_plan_reduction (size_t inner, size_t len, size_t outer, size_t size, bool ordered)
{
  gr_plan plan = { .along = inner == 1 };
  const size_t lines = inner * outer, width = plan.along && size < VECTOR && ! ordered ? VECTOR / size : 1;
  /* along: two loads a thread at least; across: no more threads than fill the device */
  const size_t busy = plan.along ? ceil_div (len, 2 * width)
                                 : at_most (ceil_div (len, 8), ceil_div (ENOUGH_THREADS, lines));
  share_block (&plan, inner, busy);

  const size_t groups = ceil_div (lines, plan.x), tile = plan.y * (plan.along ? 2 * width : 8);
  size_t chunks = groups < ENOUGH_ITEMS ? ceil_div (ENOUGH_ITEMS, groups) : 1;
  if (ordered && chunks > 1)
    chunks = at_least (chunks, ceil_div (len, (size_t) plan.y * MOST_RUN));
  cut (&plan, len, groups, chunks, tile);
  return plan;
}

unsigned
gr_plan_short_lines (size_t len, size_t lines, size_t elements, size_t result_size)
{
  if (len < 2 || len > elements / SHORT_LINES || lines < SHORT_LINES)
    return 0;
  /* a piece of the tile may begin before its first line */
  return (unsigned) at_most ((elements - VECTOR) / len, SHORT_RESULTS / result_size);
}

gr_strided_plan
gr_plan_strided_scan (size_t inner, size_t len, size_t outer, unsigned run)
{
  gr_strided_plan plan = { .warps = (unsigned) power_of_two (ceil_div (len, run), GR_STRIDED_WARPS) };
  plan.groups = ceil_div (inner * outer, WARP * (GR_STRIDED_WARPS / plan.warps));
  plan.steps = ceil_div (len, plan.warps * run);
  plan.tiles = 1;
  if (plan.groups < ENOUGH_GROUPS)
    {
      plan.tiles = plan.steps;
      plan.steps = 1;
    }
  return plan;
}
