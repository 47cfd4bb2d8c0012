#include "plan.h"

/* Threads per block; work items at which the largest devices are full (132
   multiprocessors x 8 blocks, twice); largest grid.  */
enum { THREADS = 256, WARP = 32, ENOUGH_ITEMS = 2112, MAX_GRID = 1 << 20 };

static size_t
ceil_div (size_t a, size_t b)
{
  return a / b + (a % b != 0);
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

gr_plan
gr_make_plan (size_t inner, size_t len, size_t outer, unsigned per_thread)
{
  gr_plan plan = { .along = inner == 1 };
  const size_t lines = inner * outer;
  const size_t wanted = power_of_two (ceil_div (len, per_thread), THREADS);

  if (plan.along)
    {
      plan.y = (unsigned) wanted;
      plan.x = THREADS / plan.y;
    }
  else
    {
      /* across lines: a few whole runs of inner, or a warp's worth of it */
      const size_t width = inner < WARP ? inner : WARP;
      const size_t most = power_of_two (THREADS / width + 1, THREADS) / 2;
      plan.y = (unsigned) (wanted < most ? wanted : most);
      plan.x = (unsigned) (THREADS / plan.y / width * width);
    }
  /* no more lines than there are, so that few short lines do not idle a block */
  if (plan.x > lines)
    plan.x = (unsigned) lines;

  const size_t groups = ceil_div (lines, plan.x), tile = (size_t) plan.y * per_thread;
  plan.chunk = len ? len : 1;
  if (groups < ENOUGH_ITEMS && len > tile)
    {
      /* at least 8 tiles a chunk, and at most as many chunks as fill the device
         several times over, so that the totals stay few */
      const size_t chunks = ceil_div (8 * (size_t) ENOUGH_ITEMS, groups);
      const size_t share = ceil_div (len, chunks);
      const size_t least = groups < ENOUGH_ITEMS / 8 ? tile : 8 * tile;
      plan.chunk = ceil_div (share > least ? share : least, tile) * tile;
    }
  plan.chunks = len ? ceil_div (len, plan.chunk) : 1;
  plan.items = groups * plan.chunks;
  plan.grid = (unsigned) (plan.items < MAX_GRID ? plan.items : MAX_GRID);
  return plan;
}
