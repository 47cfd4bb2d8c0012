/* SPDX-License-Identifier: GPL-3.0-or-later

   Monoids of callers: reductions and scans by associative operations that are expressions.  */

#ifndef GR_USER_MONOID_H
#define GR_USER_MONOID_H

#include "expression.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An associative operation on k values, 1 to GR_MAX_VALUES.  map makes them of the elements of arrays; combine has 2 k
   arguments, those of what comes first before the others, and finish, if it has steps, has k; numbers of an identity
   are of the values' types.  The types of combine's arguments and values are those of map's values.  */
typedef struct
{
  gr_expression map, combine, finish;
  bool has_identity;
  gr_c64 identity[GR_MAX_VALUES];
} gr_user_monoid;

/* The numbers that leave values as they are: the monoid's, or one that is known of its operation and stored at *known,
   or NULL.  */
const gr_c64 *gr_identity_of (const gr_user_monoid *monoid, gr_c64 *known);

/* Make a monoid one whose scan of a vector begins anew where segments of any lengths start: beside its values there is
   one more, a logical flag.  The map has one more array of int8, its last argument, which is 1 where a segment starts
   in the direction of the scan, and another number elsewhere.  GR_UNSUPPORTED where there is no room for these.  */
gr_status gr_add_segments (gr_user_monoid *monoid);

/* Which segments of the map's values: [inner, len, outer] of them, of which those along len are combined in order.
   Scans give as many results as there are values; an exclusive one begins with the identity, which it needs, as
   segments of length 0 do.  An algorithm by name (GR_ALGORITHM_AUTO is 0) runs on a CUDA device alone; block is as in a
   gr_request.  */
typedef struct
{
  size_t inner, len, outer;
  bool is_scan, reverse, exclusive;
  gr_algorithm algorithm;
  unsigned block; /* threads per block; 0 takes the algorithm's default */
} gr_monoid_run;

/* Combine values of arrays (gr_mapping without its expression) along segments.  Result number r, finished if there is a
   finish, goes to results[r].  Operations are combined in an order that depends on the sizes and the algorithm alone.
   *faulty: as gr_evaluate; *part: which of map, combine and finish has the step.  A run without one makes the record of
   gr_last; its seconds are not known where a device combines level by level, since no kernel has such values.  */
typedef enum { GR_PART_MAP, GR_PART_COMBINE, GR_PART_FINISH, GR_PARTS } gr_monoid_part;
gr_status gr_run_monoid (const gr_user_monoid *monoid, const gr_monoid_run *run, const gr_mapping *arrays,
                         gr_buffer *const *results, int *faulty, gr_monoid_part *part);

/* gr_predict of such a run by `auto` of arrays that have all elements each; GR_UNSUPPORTED where no kernel has such
   values.  */
gr_status gr_predict_monoid (const gr_user_monoid *monoid, const gr_monoid_run *run, gr_prediction *prediction);

#ifdef __cplusplus
}
#endif

#endif
