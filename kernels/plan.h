/* The shape of the launches of `auto`, in plain C: it depends on the request's
   shape only, never on the device, so that results are the same bits on every
   device.

   A block of x * y threads works on x neighbouring lines with y threads each.
   len is cut into chunks; a work item is x lines of one chunk, and blocks
   walk over the items, chunk-major.  */

#ifndef GR_PLAN_H
#define GR_PLAN_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  unsigned x, y;     /* lines a block works on at once; threads on each of them */
  bool along;        /* inner is 1: neighbouring threads take neighbours along the line, not across */
  size_t chunk;      /* elements of a line that one work item takes */
  size_t chunks;     /* of each line */
  size_t items;      /* work items: ceil (lines / x) * chunks */
  unsigned grid;     /* blocks */
} gr_plan;

/* Most groups of lines (items / chunks) of a plan with several chunks.  */
enum { GR_MAX_GROUPS = 2112 };

/* size: bytes of an element.  ordered: threads take runs, which must stay short
   enough for the first-level cache.  */
gr_plan gr_plan_reduction (size_t inner, size_t len, size_t outer, size_t size, bool ordered);

/* Whole contiguous lines that a tile of `elements` takes at a time, 0 if they are
   too long or too few for that.  result_size: bytes that a line's result takes
   beside the tile.  */
unsigned gr_plan_short_lines (size_t len, size_t lines, size_t elements, size_t result_size);

/* A scan across lines: blocks of 8 warps, whose lanes work on 32 neighbouring lines.
   warps of them stand one behind the other, each thread with a run of its line;
   the block works on groups of 32 * 8 / warps lines, steps times that far along.
   Where steps does not reach the end of the lines, tiles of it look back.  */
typedef struct {
  unsigned warps;
  size_t groups, tiles, steps;
} gr_strided_plan;

gr_strided_plan gr_plan_strided_scan (size_t inner, size_t len, size_t outer, unsigned run);

#ifdef __cplusplus
}
#endif

#endif
