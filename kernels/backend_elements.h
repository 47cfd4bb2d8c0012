/* SPDX-License-Identifier: GPL-3.0-or-later

   What a backend does for elements.h: one struct of functions.  All arrays are in the backend's memory, at their first
   element, and what reaches beyond them has been refused.  */

#ifndef GR_BACKEND_ELEMENTS_H
#define GR_BACKEND_ELEMENTS_H

#include "order.h"
#include "stages.h"
#include "user_monoid.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One side of a binary operator: its element i is element i of data, or element 0 for all if is_scalar; if data is
   NULL, the number at value, on the host.  */
typedef struct
{
  gr_type type;
  const void *data;
  bool is_scalar;
  const void *value;
} gr_side;

/* A dimension of the result of operands that are broadcast: has an operand as many elements along it, or one that
   stands for all?  */
typedef struct
{
  size_t count;
  bool in_a, in_b;
} gr_pair_axis;

/* An expression's arguments and results.  There are `axes` axes, neighbours in which the same arguments have elements
   being one; bit k of has[a] says that argument a has elements along axis k, of which others have one that stands for
   all.  An argument that has all is_whole.  Numbers stand in the expression.  */
typedef struct gr_evaluation
{
  const gr_expression *expression;
  gr_side argument[GR_MAX_ARGUMENTS];
  uint32_t has[GR_MAX_ARGUMENTS];
  bool is_whole[GR_MAX_ARGUMENTS];
  unsigned axes;
  size_t axis[GR_MAX_DIMS];
  size_t count;
  void *result[GR_MAX_VALUES];
  int *faulty; /* gr_evaluate's */
} gr_evaluation;

/* A run of a user's monoid, of the values of a map, whose results are no part of it.  results: of a reduction its
   values [inner, outer], not finished; of a scan what it gives.  */
typedef struct
{
  const gr_evaluation *map;
  const gr_user_monoid *monoid;
  const gr_c64 *identity; /* gr_identity_of */
  gr_monoid_run run;      /* its block is not 0, if its algorithm has a default */
  void *const *results;
  gr_monoid_part *part; /* which has the step that the map's faulty names */
  gr_record *record;
} gr_user_run;

/* A run of stages, of segments with elements.  */
typedef struct
{
  const gr_stages *stages;
  gr_type type;
  size_t inner, len, segments;
  const void *elements;
  void *result;
} gr_stages_run;

/* A sort of an array with elements, whose segments have more than one, with a block size unless the algorithm is auto;
   positions is NULL if nobody asks.  If seconds is not NULL, it gets the kernels' time, for which the sort waits.  */
typedef struct
{
  gr_sorting sorting;
  const void *from;
  void *to;
  double *positions, *seconds;
} gr_sort_run;

/* Order statistics of an array with elements, of which at least one rank is asked.  Segments of one element are among
   them.  */
typedef struct
{
  gr_statistics statistics;
  const void *from;
  const double *ranks;
  void *to;
  double *numbers;
} gr_statistics_run;

/* A lookup of values that are there in a table that may be empty.  */
typedef struct
{
  gr_lookup lookup;
  const void *table, *values;
  double *places;
} gr_lookup_run;

/* Counts between edges, of which there are some; there may be no elements, but not no counts.  The edges are on the
   host.  */
typedef struct
{
  gr_histogram histogram;
  const void *edges, *from;
  double *counts;
} gr_histogram_run;

/* A factor of a matrix product, column after column.  */
typedef struct
{
  const void *data;
  gr_transposition as;
} gr_matrix;

/* A step of linear algebra, of which no size is 0.  */
typedef struct
{
  const gr_matrix_call *call;
  void *a, *b, *c, *values;
  int64_t *pivots;
} gr_matrix_run;

/* How dot products are summed.  A chunk has `chunk` elements of each of `width` neighbouring segments; there are
   `tiles` of them side by side, of which the last one may be narrower.  `rows` lanes sum elements of a segment, every
   rows-th each, and then lane r takes what lane r + 2^k has, for k from the largest down to 0.  */
enum { GR_DOT_LANES = 256 };
typedef struct
{
  size_t inner, len, outer, chunk, chunks, tiles;
  unsigned width, rows;
} gr_dot_plan;

/* Transforms of elements, which are some and more than one each; no dimension has length 1.  */
typedef struct
{
  gr_fourier fourier;
  gr_type type, out_type;
  const void *from;
  void *to;
} gr_fourier_run;

/* A mask, and for each of its tiles how many elements are selected before it.  */
typedef struct
{
  const unsigned char *mask;
  size_t count, tiles;
  const double *before;
} gr_tiled_mask;

/* Elements that are gathered from places, or scattered to them; there are some.  *faulty, which is 0, becomes 1 if a
   place is none.  */
typedef struct
{
  gr_gathering gathering;
  bool scatters;
  const void *from;
  const double *places;
  void *to;
  unsigned *faulty;
} gr_gather_run;

/* The integers below span: op/philox.h.  */
typedef struct
{
  uint64_t span, spare; /* draws that are spare are made again */
  bool narrow;          /* a draw has 32 bits */
} gr_range;

/* A convolution of arrays with elements, along two dimensions at the least, of a signal and of taps, which are not
   more. Along dimension k result i is the sum of the products of the signal's elements first[k] + i + u, where it has
   these, and of the taps taps[k] - 1 - u, for u from 0 on; in the order of u, of the last dimension first.  */
typedef struct
{
  gr_type type;
  size_t dims;
  size_t signal[GR_MAX_DIMS], taps[GR_MAX_DIMS], size[GR_MAX_DIMS];
  ptrdiff_t first[GR_MAX_DIMS];
  bool adds;
  const void *elements, *tap;
  void *to;
} gr_convolution_run;

/* A recursion of arrays with elements.  Segments are cut into blocks, the last of which may be shorter; there is one if
   the order is above GR_MOST_STATES.  The state behind a block is a matrix times the state before it, and what it comes
   to from nothing; of GR_STATE_GROUP blocks it is the matrix of the next level.  Coefficients and matrices are on the
   host: `levels` of them, [order, order] each.  */
enum { GR_STATE_GROUP = 64 };
typedef struct
{
  gr_recursion recursion;
  size_t block, blocks;
  unsigned levels;
  const void *coefficients, *matrices;
  const void *x;
  void *y;
} gr_recursion_run;

/* Random numbers from a counter on; integers are those of a range, and `least` more.  */
typedef struct
{
  gr_distribution distribution;
  gr_type type;
  gr_random_state state;
  int64_t least;
  gr_range range;
} gr_numbers;

typedef struct
{
  /* Index 0 of all axes leads to the elements at to and from, which need not be among those that are copied if there
     are lists.  The lists are in the backend's memory, too.  Axes have more than one index, and neighbours that can be
     one are one.  They go by ascending distance of what is written, which is positive without lists.  */
  gr_status (*copy) (size_t size, size_t axes, const gr_axis *axis, void *to, const void *from);
  gr_status (*convert) (gr_type to_type, void *to, gr_type from_type, const void *from, size_t count);
  gr_status (*apply) (gr_binary op, const gr_side *a, const gr_side *b, gr_type out_type, void *out, size_t count);
  /* The same along axes, of which neighbours differ in which operand has them: two at the least, and all counts are
     larger than 1.  Both operands are in the backend's memory.  */
  gr_status (*spread) (gr_binary op, const gr_side *a, const gr_side *b, size_t axes, const gr_pair_axis *axis,
                       gr_type out_type, void *out);
  /* out_type is that of gr_unary_type, or complex for the complex answers of real elements.  */
  gr_status (*map) (gr_unary op, gr_type type, const void *from, gr_type out_type, void *to, size_t count);
  /* gr_evaluate of arrays with elements.  NULL where there is none.  */
  gr_status (*evaluate) (const gr_evaluation *evaluation);
  /* Has it a kernel of `auto` for such a run, of segments with elements?  Both are NULL where there is none.  run_by
     has the kernels' time noted, unless a step is faulty, so that the backend's finish can tell it.  */
  bool (*takes_monoid) (const gr_user_run *run);
  gr_status (*run_by) (const gr_user_run *run);
  /* The same of stages.  */
  bool (*takes_stages) (const gr_stages_run *run);
  gr_status (*run_stages) (const gr_stages_run *run);
  gr_status (*sort) (const gr_sort_run *run);
  gr_status (*order_statistics) (const gr_statistics_run *run);
  gr_status (*look_up) (const gr_lookup_run *run);
  gr_status (*count_between) (const gr_histogram_run *run);
  /* The matrix product of elements of a floating-point type.  No size is 0, and out overlaps no factor.  NULL where
     there is none.  */
  gr_status (*multiply) (gr_type type, size_t m, size_t n, size_t k, const gr_matrix *a, const gr_matrix *b, void *out);
  /* gr_do_matrix; *info is 0.  NULL where there is none.  */
  gr_status (*do_matrix) (const gr_matrix_run *run, int64_t *info);
  /* gr_dot_chunks of arrays with elements.  */
  gr_status (*dot) (gr_type type, const gr_dot_plan *plan, const void *a, const void *b, void *out);
  /* gr_is_conjugate and gr_transform.  *differs, which is 0, becomes 1 where an element is no conjugate.  Both are NULL
     where there are none.  */
  gr_status (*compare_conjugates) (const gr_fourier *fourier, gr_type type, const void *from, unsigned *differs);
  gr_status (*transform) (const gr_fourier_run *run);
  /* Elements of a mask that a tile has, and the number of true ones in each tile.  */
  size_t tile;
  gr_status (*count_tiles) (const unsigned char *mask, size_t count, double *counts);
  /* size 0 stores the positions of selected elements as doubles.  */
  gr_status (*select) (const gr_tiled_mask *mask, size_t size, void *to, const void *from);
  gr_status (*put) (const gr_tiled_mask *mask, size_t size, void *to, const void *from, bool is_scalar);
  gr_status (*fill_random) (const gr_numbers *numbers, void *out, size_t count);
  gr_status (*gather) (const gr_gather_run *run);
  gr_status (*convolve) (const gr_convolution_run *run);
  gr_status (*recur) (const gr_recursion_run *run);
} gr_element_functions;

extern const gr_element_functions gr_elements_cuda, gr_elements_cpu, gr_elements_simt;

/* Load the first library of these names, which end with NULL, as cuBLAS: GR_UNSUPPORTED where none is there, or has all
   that is needed.  One that was loaded before stays in use.  It needs no device.  */
gr_status gr_load_cublas (const char *const *names);
/* The same of cuFFT and of cuSOLVER.  */
gr_status gr_load_cufft (const char *const *names);
gr_status gr_load_cusolver (const char *const *names);

#ifdef __cplusplus
}
#endif

#endif
