/* SPDX-License-Identifier: GPL-3.0-or-later

   Shapes for each kernel of auto, and for each way that it goes.
 */

#include "backend_test.h"

#define LOOKBACK GR_AUTO_SCAN_STRIDED_LOOKBACK
#define BUNDLED GR_AUTO_SCAN_STRIDED_BUNDLED
#define CHAINED GR_AUTO_SCAN_STRIDED_CHAINED

static const struct
{
  gr_operator op;
  gr_type type;
  size_t inner, len, outer;
  gr_auto_kernel kernel;
} ways[] = {
  /* blocks go along bundles of segments, with 32, 16 and 8 threads in a row; of small slabs with 16 rows of threads  */
  { GR_CUMSUM, GR_TYPE_F32, 32768, 67, 1, BUNDLED },
  { GR_CUMMAX, GR_TYPE_F32, 16384, 131, 1, BUNDLED },
  { GR_CUMMAX, GR_TYPE_F32, 16384, 131, 1, GR_AUTO_SCAN_STRIPES },
  { GR_CUMSUM, GR_TYPE_F32, 8200, 261, 1, BUNDLED },
  { GR_CUMSUM, GR_TYPE_F64, 4100, 300, 1, BUNDLED },
  { GR_CUMSUM, GR_TYPE_F64, 32768, 40, 1, BUNDLED },
  { GR_CUMSUM, GR_TYPE_F32, 4096, 300, 1, BUNDLED },
  { GR_CUMMAX, GR_TYPE_F64, 16, 260, 520, BUNDLED },
  /* tiles pass on what stands before the next one: rows that begin within sectors, with several runs or one, and
     several steps; few elements along a segment  */
  { GR_CUMMAX, GR_TYPE_I16, 8193, 261, 1, CHAINED },
  { GR_CUMSUM, GR_TYPE_C64, 270001, 19, 1, CHAINED },
  { GR_CUMPROD, GR_TYPE_C64, 65537, 37, 1, CHAINED },
  { GR_CUMSUM, GR_TYPE_I16, 5003, 50, 3, CHAINED },
  { GR_CUMMIN, GR_TYPE_F32, 5001, 131, 1, CHAINED },
  { GR_CUMPROD, GR_TYPE_F32, 130, 41, 40, CHAINED },
  { GR_CUMSUM, GR_TYPE_F32, 1, 1024, 1, CHAINED },
  { GR_CUMMAX, GR_TYPE_I16, 1, 31, 33, CHAINED },
  /* tiles look back, of packed elements by four segments a thread  */
  { GR_CUMMIN, GR_TYPE_F64, 2001, 253, 1, LOOKBACK },
  { GR_CUMMIN, GR_TYPE_F64, 2001, 253, 1, GR_AUTO_SCAN_CLUSTER },
  { GR_CUMSUM, GR_TYPE_I8, 512, 301, 1, LOOKBACK },
  { GR_CUMMAX, GR_TYPE_U16, 32, 9001, 1, LOOKBACK },
  /* stripes of rows that begin within sectors, of one slab and of many, and of rows that begin with sectors; in
     stages of 2 rows  */
  { GR_CUMMAX, GR_TYPE_F32, 65537, 67, 1, GR_AUTO_SCAN_STRIPES },
  { GR_CUMSUM, GR_TYPE_I32, 65537, 37, 1, GR_AUTO_SCAN_STRIPES },
  { GR_CUMSUM, GR_TYPE_F64, 270001, 19, 1, GR_AUTO_SCAN_STRIPES },
  { GR_CUMSUM, GR_TYPE_F32, 10007, 67, 1, GR_AUTO_SCAN_STRIPES },
  { GR_CUMMAX, GR_TYPE_F64, 150, 48, 132, GR_AUTO_SCAN_STRIPES },
  { GR_CUMSUM, GR_TYPE_F32, 40000, 9, 1, GR_AUTO_SCAN_STRIPES },
  { GR_CUMSUM, GR_TYPE_C32, 20011, 9, 1, GR_AUTO_SCAN_STRIPES },
  { GR_CUMSUM, GR_TYPE_U32, 331, 50, 66, GR_AUTO_SCAN_STRIPES },
  { GR_CUMSUM, GR_TYPE_F64, 73001, 20, 1, GR_AUTO_SCAN_STRIPES },
  /* clusters, of whole rows, of slabs of them, and of stripes  */
  { GR_CUMSUM, GR_TYPE_F32, 4099, 261, 1, GR_AUTO_SCAN_CLUSTER },
  { GR_CUMSUM, GR_TYPE_F32, 65, 28807, 1, GR_AUTO_SCAN_CLUSTER },
  { GR_CUMSUM, GR_TYPE_F32, 100, 1300, 16, GR_AUTO_SCAN_CLUSTER },
  { GR_CUMMAX, GR_TYPE_F64, 33, 34507, 1, GR_AUTO_SCAN_CLUSTER },
  { GR_CUMSUM, GR_TYPE_F32, 2001, 880, 1, GR_AUTO_SCAN_CLUSTER },
  { GR_CUMMAX, GR_TYPE_F32, 5001, 126, 1, GR_AUTO_SCAN_CLUSTER },
  /* tiles of whole rows, which look back, where segments begin, or have many; look-back by
     lanes that help each other with two segments  */
  { GR_CUMSUM, GR_TYPE_F32, 3, 100001, 1, GR_AUTO_SCAN_ROWS },
  { GR_CUMMAX, GR_TYPE_F32, 5, 20001, 3, GR_AUTO_SCAN_ROWS },
  { GR_CUMSUM, GR_TYPE_F64, 33, 9001, 1, GR_AUTO_SCAN_ROWS },
  /* doubles of 64-bit integers are not the integers' type, which clusters would store  */
  { GR_CUMSUM, GR_TYPE_I64, 65, 28807, 1, GR_AUTO_SCAN_ROWS },
  { GR_CUMSUM, GR_TYPE_I32, 2, 50001, 2, GR_AUTO_SCAN_ROWS },
  { GR_CUMMIN, GR_TYPE_F64, 2, 37, 3000, GR_AUTO_SCAN_ROWS },
  { GR_CUMPROD, GR_TYPE_F32, 2, 6001, 40, GR_AUTO_SCAN_ROWS },
  { GR_CUMSUM, GR_TYPE_U8, 7, 70001, 1, GR_AUTO_SCAN_ROWS },
  { GR_CUMSUM, GR_TYPE_F32, 17, 20001, 2, GR_AUTO_SCAN_ROWS },
  { GR_CUMMAX, GR_TYPE_F64, 63, 5001, 1, GR_AUTO_SCAN_ROWS },
  { GR_CUMSUM, GR_TYPE_F32, 12, 20001, 2, GR_AUTO_SCAN_ROWS },
  { GR_CUMSUM, GR_TYPE_F32, 81, 4001, 2, GR_AUTO_SCAN_ROWS },
  { GR_CUMMAX, GR_TYPE_F32, 7, 20001, 2, GR_AUTO_SCAN_ROWS },
  { GR_CUMMAX, GR_TYPE_F32, 127, 2001, 1, GR_AUTO_SCAN_ROWS },
  { GR_CUMSUM, GR_TYPE_F32, 87, 3001, 1, GR_AUTO_SCAN_ROWS },
  { GR_CUMSUM, GR_TYPE_F32, 33, 100, 70, GR_AUTO_SCAN_ROWS },
  { GR_CUMMAX, GR_TYPE_F32, 1001, 943, 1, GR_AUTO_SCAN_CLUSTER },
  { GR_CUMSUM, GR_TYPE_F32, 2, 300001, 1, GR_AUTO_SCAN_ROWS },
  /* a segment a thread, whose results a tile holds  */
  { GR_CUMSUM, GR_TYPE_F32, 98305, 37, 1, GR_AUTO_SCAN_SHORT },
  { GR_CUMSUM, GR_TYPE_F64, 811011, 3, 1, GR_AUTO_SCAN_SHORT },
  { GR_CUMSUM, GR_TYPE_F32, 1622019, 3, 1, GR_AUTO_SCAN_SHORT },
  /* look-back at all tiles of a segment by several warps; packed elements by runs of 128 bytes  */
  { GR_CUMMAX, GR_TYPE_F32, 1, 400001, 2, GR_AUTO_SCAN_CONTIGUOUS },
  { GR_CUMMAX, GR_TYPE_I8, 1, 16500, 5, GR_AUTO_SCAN_CONTIGUOUS },
  { GR_CUMMIN, GR_TYPE_CHAR, 1, 300, 90, GR_AUTO_SCAN_CONTIGUOUS },
  /* segments that are cut beyond whole waves of blocks only, contiguous ones and side by side  */
  { GR_SUM, GR_TYPE_F64, 1, 2100, 535, GR_AUTO_REDUCE },
  { GR_MAX, GR_TYPE_F32, 1, 4200, 530, GR_AUTO_REDUCE },
  { GR_VAR, GR_TYPE_F64, 25409, 67, 1, GR_AUTO_REDUCE },
  /* a few rows that are not staged; doubles, several of whose rows are one; wide blocks; a last batch that is filled up
   */
  { GR_MAX, GR_TYPE_F32, 2000, 7, 9, GR_AUTO_REDUCE_ACROSS },
  { GR_SUM, GR_TYPE_F64, 2000, 5, 9, GR_AUTO_REDUCE_ACROSS },
  { GR_MAX, GR_TYPE_F64, 127, 3001, 2, GR_AUTO_REDUCE_ACROSS },
  { GR_SUM, GR_TYPE_F64, 9, 70001, 1, GR_AUTO_REDUCE_ACROSS },
  { GR_MAX, GR_TYPE_I32, 24898, 264, 1, GR_AUTO_REDUCE_ACROSS },
  { GR_MAX, GR_TYPE_I16, 500, 203, 3, GR_AUTO_REDUCE_ACROSS },
  { GR_VAR, GR_TYPE_I8, 1001, 77, 1, GR_AUTO_REDUCE_ACROSS },
  { GR_ANY, GR_TYPE_U8, 5, 20003, 1, GR_AUTO_REDUCE_ACROSS },
  /* packed elements: of segments that begin anywhere, of a thread or several, in whole rounds of segments or not, of
     hundreds of bytes, of whole vectors  */
  { GR_VAR, GR_TYPE_F32, 133, 28, 1, GR_AUTO_REDUCE_SHORT },
  { GR_SUM, GR_TYPE_F32, 74465, 4, 1, GR_AUTO_REDUCE_SHORT },
  { GR_MAX, GR_TYPE_I8, 1, 511, 300, GR_AUTO_REDUCE_SHORT },
  { GR_SUM, GR_TYPE_I16, 1, 100, 700, GR_AUTO_REDUCE_SHORT },
  { GR_VAR, GR_TYPE_U8, 1, 27, 3001, GR_AUTO_REDUCE_SHORT },
  { GR_PROD, GR_TYPE_I8, 1, 1001, 70, GR_AUTO_REDUCE_SHORT },
  { GR_ALL, GR_TYPE_BOOL, 1, 333, 200, GR_AUTO_REDUCE_SHORT },
  { GR_MIN, GR_TYPE_U16, 1, 1024, 70, GR_AUTO_REDUCE_SHORT }
};

/* The longest are for a device.  */
void
check_ways (void)
{
  bool has_shape[GR_AUTO_COUNT] = { [GR_AUTO_PLANNER] = true };
  for (size_t w = 0; w < sizeof ways / sizeof *ways; w++)
    {
      const gr_operator_info *op = &gr_operators[ways[w].op];
      gr_prediction p;
      gr_request q = { .op = ways[w].op,
                       .type = ways[w].type,
                       .inner = ways[w].inner,
                       .len = ways[w].len,
                       .outer = ways[w].outer,
                       .kernel = ways[w].kernel };
      has_shape[ways[w].kernel] = true;
      EXPECT (gr_predict (&q, op->options & GR_GIVES_INDEX, &p) == GR_OK);
      for (int reverse = 0; reverse <= op->is_scan; reverse++)
        {
          q.reverse = reverse;
          q.exclusive = op->is_scan && ! reverse;
          /* the sanitized executor has a larger share, and would take minutes for the longest of the others and
             for both directions */
          const size_t most = share <= 4 ? SIZE_MAX : (size_t) 1 << (share <= 20 ? 22 : 20);
          const bool other = share > 20 && op->is_scan && reverse != (int) (w % 2);
          if (q.inner * q.len * q.outer < most && ! other)
            check_auto (&q);
        }
    }
  for (int kernel = 0; kernel < GR_AUTO_COUNT; kernel++)
    expect (has_shape[kernel], kernel_names[kernel]);
}
