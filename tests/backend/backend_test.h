/* SPDX-License-Identifier: GPL-3.0-or-later

   What the files of backend_test share: elements, the reference, and how a request is run and checked.  */

#ifndef BACKEND_TEST_H
#define BACKEND_TEST_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backend.h"

typedef struct
{
  long double re, im;
} value;

/* ---- what is asked for: asked.c ---- */

/* Words of the command line; -1, or 0 for the shape, where nothing is asked for.  */
typedef struct
{
  int op, type, kernel, algorithm;
  bool shaped;
  size_t inner, len, outer;
} selection;

extern selection asked;
extern const char *backend;
extern const gr_backend *device; /* the backend's functions */
extern unsigned share, named;    /* one in `share` of the checks of products runs, one in `named` of those by name */

/* Cuts of the word cuts=, in the direction of the feeding; none where nothing is asked for.  */
enum { MAX_CUTS = 256 };
extern size_t asked_cuts[MAX_CUTS], asked_cut_count;

extern const char *const type_names[GR_TYPE_COUNT], *const kernel_names[GR_AUTO_COUNT]; /* words, too */

extern unsigned this_process, processes; /* which of how many this is, from 1 on */

/* Does this process have the item of that number?  */
bool in_part (unsigned number);

/* Is the array one that is asked for, and does this process have it?  Arrays are dealt to processes in turn.  */
bool mine (const gr_request *q);

/* Is the row of a table the wanted one, or none wanted?  */
bool is_asked (int wanted, int row);

/* ---- counting: run.c ---- */

extern long passed, failed;
void expect (bool condition, const char *text);
#define EXPECT(condition) expect (condition, #condition)

/* Does the message of the last failure have this text?  Prints it if not.  */
bool says (const char *text);
#define REFUSES(call, text) EXPECT ((call) == GR_BAD_ARGUMENT && says (text))

/* Memory, or the end of the program.  */
void *need (size_t bytes);

/* ---- elements: elements.c ---- */

value get (gr_type type, const void *p, size_t i);
void set (gr_type type, void *p, size_t i, value v);
void bounds (gr_type type, long double *lo, long double *hi);
bool is_integer (gr_type type);
bool is_single (gr_type type);

/* The seed is that of the word seed=, or GPUREDUCE_TEST_SEED, and is printed.  */
void seed_random (const char *text);
uint64_t bits (void);
long double uniform (void);

/* A part of a random element.  rough: ties, signed zeros, NaN and infinities.  */
long double random_part (gr_operator op, gr_type type, bool rough);

/* An array in which nothing hides an error: floating-point sums are exact, a
   saturating product does not end at a zero, and one element or none decides any
   and all.  To be freed.  */
void *telling_array (const gr_request *q);

/* ---- what is wanted: reference.c ---- */

typedef struct
{
  value v;
  double index;
  long double tolerance;
} answer;

/* Combine the elements of x in the order given, position[k] being that of
   x[k]: what the operator answers, and by how much a double computation may
   be off.  */
answer reference (const gr_request *q, gr_type out_type, const value *x, const double *position, size_t len);

/* What an exclusive scan begins with.  */
answer nothing (const gr_request *q);
bool near (long double got, long double want, long double tolerance);

/* ---- running: run.c ---- */

/* gr_run, or the same on the host executor, which is no backend that can be selected.  */
gr_status run_request (const gr_request *q, const void *in, void *out, double *index);
size_t results_of (const gr_request *q);
void describe (const gr_request *q);

/* What is wanted of result number `place`.  */
typedef struct
{
  size_t place;
  answer want;
} expectation;

/* The answers to a request: of every segment's reduction, and of a few prefixes of its
   scan.  To be freed.  */
expectation *expectations (const gr_request *q, gr_type out_type, const void *in, size_t *count);

/* Do the results agree with what is wanted?  Says of the first that does not.  */
bool agrees (const gr_request *q, gr_type out_type, const void *out, const double *index, const expectation *wanted,
             size_t count);

/* Run on `in`, from arrays on the device if they are to be shifted there, and
   compare the results with what is wanted.  */
void check (const gr_request *q, gr_type out_type, const void *in, size_t shift, const expectation *wanted,
            size_t count);

/* check auto by the planner's choice, and by every other kernel that fits the shape.  */
void check_kernels (gr_request q, gr_type out_type, const void *in, size_t shift, const expectation *wanted,
                    size_t count);
extern size_t fitting, refused; /* kernels that were found to fit a shape, and not to */

/* ---- arrays in pieces: pieces.c ---- */

/* A request, and what gr_run makes of its array.  */
typedef struct
{
  gr_request q;
  gr_type out_type;
  bool indexed;
  size_t slab, elements, results;
  const void *in;
  void *out;
  double *index;
  expectation *wanted;
  size_t count;
} subject;

/* False where there is no such request, or gr_run fails, which is counted.  */
bool begin_subject (const gr_request *q, bool indexed, const void *in, subject *s);
void end_subject (subject *s);

/* Where the arrays that are fed are, and what has become of them.  */
typedef struct
{
  const subject *s;
  gr_place place;
  gr_buffer *buffers[3];
  const char *in; /* of the whole array: on the host, or in buffers */
  char *out;
  double *index;
  void *out_there; /* on the host */
  double *index_there;
  size_t stored; /* results of a reduction */
} feeding;

/* Open a request whose pieces are queued, or waited for.  */
gr_status open_either (const gr_request *q, bool indexed, gr_accumulation **a);

/* Arrays in buffers begin `shift` elements behind the buffers' beginning.  */
gr_status begin_feeding (const subject *s, gr_place place, size_t shift, feeding *f);
/* Feed elements [from, to), counted in the direction of the feeding.  late: results of a slab that ends there are
   stored by gr_finish.  */
gr_status feed_piece (gr_accumulation *a, feeding *f, size_t from, size_t to, bool late);
/* The same in one to three pieces.  quiet: without results.  */
gr_status feed_range (gr_accumulation *a, feeding *f, size_t from, size_t to, bool quiet);
gr_status finish_slab (gr_accumulation *a, feeding *f);
/* Fetch the results, if all went well so far.  */
gr_status end_feeding (feeding *f, gr_status status);

/* Does no order of combination change the results?  */
bool is_exact (const subject *s);
/* Are the results what gr_run gave, in bits or as near as the reference has to be?  Says of the first that is not.  */
bool same_results (const subject *s, const feeding *f, bool in_bits);

/* Count the end of a feeding: has it succeeded, with the same results?  Says of a failure which it is.  */
bool is_right (const subject *s, const feeding *f, gr_status status, bool in_bits);

/* feeding.c: a failure of a kind, or an interrupt, at the nth call or poll of a course, which is a way to all results.
   Are they right, or does the course fail as it should, leave nothing, and go well the next time?  True if it fails. */
typedef gr_status (*course) (const subject *s, gr_place place, feeding *f);
bool fails_as_it_should (const subject *s, gr_place place, course run, gr_fault fault, unsigned n);

/* Bytes of a state in `state`, to be freed.  */
gr_status export_state (gr_accumulation *a, const gr_request *q, bool indexed, void **state, size_t *size);

/* states.c: parts of the array that have accumulations of their own */
void check_states (const subject *s);

/* ---- transfers: run.c ---- */

/* What gr_force_transfers takes so that all arrays on the host are copied in one piece.  */
extern const gr_transfer_sizes never_streamed;

/* ---- suites ---- */

/* One in this number of checks on arrays of n elements runs.  */
unsigned sampled (unsigned of, size_t n);

/* Check auto on an array of the caller's, or on a telling one.  */
void check_auto_on (const gr_request *q, const void *in);
void check_auto (const gr_request *q);

/* Visit all options of all operators and types, with a random array of the shape.  */
typedef void visitor (const gr_request *q, const void *in);
void each_request (size_t inner, size_t len, size_t outer, visitor *visit);

void check_shape (size_t inner, size_t len, size_t outer); /* products.c */
void check_product (void);
void check_named (void);
void check_long (void);
void check_many_tiles (void); /* auto.c */
void check_whole_batches (void);
void check_outliers (void);
void check_moduli (void);
void check_repeats (void);
void check_unaligned (void);
void check_rare (void);
void check_ways (void);   /* ways.c */
void check_pieces (void); /* pieces.c */
void check_shape_in_pieces (size_t inner, size_t len, size_t outer);
void check_streams (void); /* stream.c: arrays on the host in pieces */
void check_shape_streamed (size_t inner, size_t len, size_t outer);
void check_stream_failures (void);
void check_accumulations (void); /* feeding.c: refusals, failures and interrupts */
void check_groups (void);        /* groups.c */
void check_cases (void);         /* cases.c: single cases of Octave's rules */
void check_limits (void);        /* calls.c: the library's other calls */
void check_backend (void);
void check_small (void); /* small.c: where a request runs, and its progress */
void check_explain (void);
void check_predict (void);
/* Of these numbers are the buffers that callers have, their bytes, and the blocks of memory.  */
bool counts_are (size_t buffers, size_t bytes, size_t blocks);
/* A buffer of doubles 1, 2, ... */
gr_buffer *counting_buffer (size_t count);
void check_buffers (void);         /* buffers.c: memory, queued calls, and calls that fail */
void check_views (void);           /* views.c: buffers that are a part of another one's memory */
void check_copies_by_index (void); /* copies.c: copies by index, and conversions */

void check_arithmetic (void);         /* arithmetic.c: elements of arrays on the device */
void check_functions (void);          /* functions.c: of one number and of two, and broadcasting */
void check_complex_functions (void);  /* complex.c: at zeros, infinities and NaN */
void check_selections (void);         /* selection.c */
void check_matrix_products (void);    /* multiply.c */
void check_matrix_steps (void);       /* matrix.c */
void check_dot_products (void);       /* dot.c */
void check_fourier_transforms (void); /* fourier.c */
void check_random (void);             /* random.c */
void check_mapped (void);             /* mapped.c: functions of arrays on the host */
void check_bad_arguments (void);      /* bad_arguments.c: numbers beyond the tables, sizes beyond memory */

/* With this word the program only takes half of the CUDA device's memory; the status to exit with.  */
#define TAKE_HALF "take-half"
int take_half (void);

#endif
