/* SPDX-License-Identifier: GPL-3.0-or-later

   The host backend's own types.  cpu.c plans; cpu_reduce.c, cpu_scan.c and cpu_search.c do the work; cpu_pieces.c
   has them do it for arrays in pieces.

   Elements are converted, a block that fits the first-level cache at a time, to one of three domains (double,
   64-bit integer, complex double), so that the hot loops are compiled once for each monoid and not once for each
   element type.  Singles, and int32 in reductions, are converted in the loop itself, since nothing is computed
   while a block is converted.  Sums, squares, means and moments of complex elements run on a real view with twice
   the inner extent.  */

#ifndef GR_CPU_H
#define GR_CPU_H

#include "backend.h"

/* These fix the order of every floating-point combination, so results do not depend on the machine.  */
enum {
  GR_BLOCK = 2048,         /* elements per converted block */
  GR_STRIP = 256,          /* columns that share one converted block */
  GR_TILE = 1024,          /* columns of a reduction's tile */
  GR_SCAN_TILE = 512,      /* columns of a scan's tile */
  GR_CHUNK = 32768,        /* elements per chunk of the input */
  GR_ALONE = 4 * GR_CHUNK, /* up to this number of elements, half of it for scans, one thread is done with them before
                              others would be awake */
  GR_LANES = 32,           /* partial results of a contiguous segment, side by side */
  GR_SHORT = 64,           /* least length of a segment that has them; many shorter segments are combined side by
                              side */
  GR_SHORT_LARGE = 512,    /* the same length for large accumulators */
  GR_SHORT_DOUBLE = 8,     /* the same length for sums of doubles */
  GR_ABREAST = 16,         /* short segments that are combined side by side */
  GR_TURN_ROWS = 32,       /* elements of each of them that are turned into columns at a time */
  GR_RUNS = 8,             /* runs of a contiguous segment that are scanned side by side */
  GR_RUN = 32,             /* elements of each of these runs */
  GR_FEW_COLUMNS = 8,      /* up to this number of columns, a scan takes one column after the other */
  GR_HOST_CACHE_LINE = 64, /* bytes of a cache line */
  GR_ENOUGH_SEGMENTS = 8,  /* segments that keep all threads of a scan busy without a cut */
  GR_ENOUGH_SEARCHED = 64, /* segments that do so in a search */
  GR_FRONTS = 16384,       /* elements that a search looks at in all segments before it goes on in any */
  GR_PLANES = 4
};

/* Every hot loop exists for two instruction sets, and the loader picks one.  The numbers of lanes are fixed and
   nothing is contracted, so both give the same bits.  */
#ifndef GR_CLONES /* one set is enough with sanitizers */
#  define GR_CLONES __attribute__ ((target_clones ("avx2", "default")))
#endif
#define GR_INLINE static inline __attribute__ ((always_inline))

typedef enum { GR_DOMAIN_DOUBLE, GR_DOMAIN_INTEGER, GR_DOMAIN_COMPLEX } gr_domain;

/* Members of gr_partial that a monoid keeps, each in a plane of its own.  */
enum { GR_RE = 1, GR_IM = 2, GR_KEY = 4, GR_POS = 8, GR_INT = 16 };

/* What elements are combined in.  X (_, ID, domain, members)  */
#define GR_MONOIDS(X, _)                                                                                               \
  X (_, SUM, DOUBLE, GR_RE)                                                                                            \
  X (_, SQUARES, DOUBLE, GR_RE)                                                                                        \
  X (_, PROD, DOUBLE, GR_RE)                                                                                           \
  X (_, COMPLEX_PROD, COMPLEX, GR_RE | GR_IM)                                                                          \
  X (_, EXTRA, DOUBLE, GR_RE | GR_IM)    /* re + im is a gr_pair */                                                    \
  X (_, COUNTED, DOUBLE, GR_RE | GR_KEY) /* sum, count */                                                              \
  X (_, COMPLEX_COUNTED, COMPLEX, GR_RE | GR_IM | GR_KEY)                                                              \
  X (_, ARG_EXTREMUM, DOUBLE, GR_RE | GR_POS)                                                                          \
  X (_, FIRST_EXTREMUM, DOUBLE, GR_RE) /* elements are met in order */                                                 \
  X (_, EXTREMUM, DOUBLE, GR_RE)       /* integers: equals are the same */                                             \
  X (_, INTEGER_ARG_EXTREMUM, INTEGER, GR_INT | GR_POS)                                                                \
  X (_, COMPLEX_ARG_EXTREMUM, COMPLEX, GR_RE | GR_IM | GR_KEY | GR_POS) /* key: abs, or re */                          \
  X (_, NATIVE_SUM, INTEGER, GR_INT)                                                                                   \
  X (_, NATIVE_SQUARES, INTEGER, GR_INT) /* none is negative, so any order gives the same */                           \
  X (_, NATIVE_PROD, INTEGER, GR_INT)                                                                                  \
  X (_, WIDE_SUM, INTEGER, GR_INT | GR_RE)                /* re * 2^64 + i, i without a sign */                        \
  X (_, MOMENTS, DOUBLE, GR_RE | GR_IM | GR_KEY | GR_POS) /* mean - center, m2, count, center */

#define GR_MONOID_ENUM(_, ID, ...) GR_MONOID_##ID,
typedef enum { GR_MONOIDS (GR_MONOID_ENUM, _) GR_MONOID_COUNT } gr_monoid;

/* A partial result is an array of these, plane after plane; planes of integers
   are read as gr_integer_word.  A union of both would hide from the compiler
   that loop iterations are independent.  */
typedef double gr_word;
typedef int64_t __attribute__ ((may_alias)) gr_integer_word;

/* What loops read: elements of the domain, or elements that they convert to double as they load them.  Scans of
   singles write singles.  */
typedef enum { GR_ARE_OF_DOMAIN, GR_ARE_SINGLES, GR_ARE_INT32 } gr_elements;

/* What varies within a monoid; the loops hold a copy in registers.  */
typedef struct
{
  bool omit;    /* NaN elements are left out */
  bool include; /* the first NaN wins */
  bool late;    /* among equals the last position wins */
  bool begin;   /* start from the first element, not the identity */
  bool reverse, exclusive;
  bool single;   /* order single complex */
  bool by_parts; /* order complex by real, then by imaginary part */
  gr_elements elements;
  bool wide, is_unsigned; /* native: 64-bit class */
  gr_mean_type mean;
  unsigned pair; /* 1 for a real view: element i ^ 1 is the other part */
  double sign;   /* -1 turns least into greatest */
  double none;   /* of an exclusive cummax or cummin */
  int64_t none_int;
  int64_t flip;            /* exclusive-or that makes greatest the signed maximum */
  int64_t least, greatest; /* native: bounds of the class */
  const double *weights;
} gr_mode;

/* A block of elements or results in a domain.  */
typedef union
{
  double d[GR_BLOCK];
  int64_t i[GR_BLOCK];
  gr_c64 z[GR_BLOCK];
} gr_block;

/* A call, collapsed and cut into items.  Item (chunk, tile, group) is rows [chunk * rows, ...) of columns [tile *
   width, ...) of `segments` slabs.  Of an array in pieces, items have what the piece has of them: rows [first_row,
   end_row) and columns [first_column, end_column) of each slab, with which in, out and index begin.  */
typedef struct gr_job gr_job;
struct gr_job
{
  const gr_request *request;
  gr_mode mode;
  gr_monoid monoid;
  gr_domain domain, out_domain;
  unsigned members, planes;
  unsigned out_parts;     /* columns of the view that one result is made of: 2 for real results of complex elements */
  gr_type type, out_type; /* of the view */
  size_t inner, len, outer;
  size_t step, stride; /* of the input: the distance of columns, and of rows */
  size_t width, rows, segments, tiles, chunks, groups;
  size_t first_column, end_column, first_row, end_row, first_chunk;
  const void *in;
  void *out;
  double *index;
  gr_word *partial;      /* planes * width words an item: if there are several chunks, and of an array in pieces */
  gr_word *carry;        /* of an array in pieces: what stands before the rows, planes of `inner` words, or NULL */
  void *state;           /* of an array in pieces: what the slab has come to (cpu_pieces.c); else NULL */
  size_t columns;        /* of the state: partial results in it */
  const void *later;     /* of the state that is appended to it */
  const double *offsets; /* of segments of any lengths: where those that are worked on begin and end; or NULL */
  gr_job *whole;         /* the job that this one is a part of, which knows whether to stop; or NULL */
  bool stop;             /* the caller interrupts */
  bool alone;            /* the caller's thread runs all items */
  double begun, share;   /* of the call: what was done before the present loop, and what the loop does; from 0 to 1 */
};

/* Where an item lies: columns, rows, segments, and its first element.  */
typedef struct
{
  size_t column, width, row, rows, segment, segments, at;
} gr_item;
gr_item gr_cpu_item (const gr_job *job, size_t item);

/* Plan a request for some of its slabs, as it is planned for all, or for a part of a slab with a state, which may be
   the whole slab and whose monoid depends on neither its shape nor `indexed`.  in, out and index are left to the
   caller.  */
gr_job gr_cpu_plan (const gr_request *request, gr_type out_type, const gr_box *box, bool indexed);
/* Run a job of whole slabs.  */
gr_status gr_cpu_run_job (gr_job *job);
/* Run item (job, 0 .. count - 1), a batch at a time, on all threads if there are several.  */
void gr_cpu_for_each (gr_job *job, size_t count, size_t batch, void (*item) (gr_job *job, size_t i));
/* The same as the part of the call from one share to another, of which its progress tells.  */
void gr_cpu_run_loop (gr_job *job, double from, double to, size_t count, size_t batch,
                      void (*item) (gr_job *job, size_t i));
/* The number of items that are worth a thread's time.  */
size_t gr_cpu_batch (const gr_job *job);
/* GR_INTERRUPTED if the caller interrupted the job.  */
gr_status gr_cpu_outcome (const gr_job *job);
/* Note in the record where and for how long a call has run that began at `start`.  */
void gr_cpu_note (gr_record *record, double start);

/* Do loops get the input itself?  */
bool gr_cpu_as_it_is (const gr_job *job);
/* Rows of the input from element `at` on in the job's domain: the input itself where loops are compiled for it,
   else converted into block.  Elements of a row are side by side, or job->step apart for short segments.  stride
   receives the distance of rows.  */
const void *gr_cpu_fetch (const gr_job *job, size_t at, size_t width, size_t rows, gr_block *block, size_t *stride);
/* The output at element `at` if loops write it as it is, else NULL.  */
void *gr_cpu_direct (const gr_job *job, size_t at);
/* Convert packed rows in the result domain to the output from element `at`.  */
void gr_cpu_spill (const gr_job *job, const gr_block *block, size_t width, size_t rows, size_t at);

/* Has the caller asked to stop?  Polls where called by the caller's own thread.  */
bool gr_cpu_stopped (gr_job *job);

/* Copy n words of each plane; planes are to_n and from_n words apart.  */
void gr_cpu_copy_planes (const gr_job *job, gr_word *to, size_t to_n, const gr_word *from, size_t from_n, size_t n);
/* Reduce an item to `partial` if there is that, else to the output.  */
void gr_cpu_reduce_item (gr_job *job, size_t item);
/* Store `partials` combined partial results, whose planes are n words apart, as results number at, at + 1, and on.  */
void gr_cpu_finish_partials (const gr_job *job, const gr_word *acc, size_t partials, size_t n, size_t at);
/* Combine the partial results of a tile's chunks, in place of the first.  */
void gr_cpu_combine_chunks (gr_job *job, size_t tile);
/* Combine the partial results of a tile's chunks to the output.  */
void gr_cpu_merge_item (gr_job *job, size_t tile);
/* Mark in the output which segments of an item are decided.  */
void gr_cpu_search_item (gr_job *job, size_t item);
/* Turn the totals of a tile's chunks into running totals in scan order.  */
void gr_cpu_carry_item (gr_job *job, size_t tile);
void gr_cpu_scan_item (gr_job *job, size_t item);

/* The same of `count` whole segments of any lengths, which job->offsets says, of a job for one slab of one segment: the
   first one begins at row `at` of the input, and of a scan's output, and has result number `first`.  They are at most
   GR_TILE columns in all; if elements are converted, and in scans, they have room in a block.  Each has the bits that
   it has by itself.  */
void gr_cpu_reduce_segments (gr_job *job, size_t at, size_t first, size_t count);
void gr_cpu_search_segments (gr_job *job, size_t at, size_t first, size_t count);
void gr_cpu_scan_segments (gr_job *job, size_t at, size_t count);

/* Requests with gr_ragged: a function of the backend.  */
gr_status gr_cpu_run_ragged (const gr_request *request, gr_type out_type, const void *in, void *out, double *index,
                             gr_record *record);

/* Arrays in pieces: functions of the backend.  */
size_t gr_cpu_state_bytes (const gr_request *request, bool indexed);
int gr_cpu_state_planes (const gr_request *request, bool indexed, size_t bytes[]);
gr_status gr_cpu_begin_state (const gr_request *request, bool indexed, void *state);
gr_status gr_cpu_feed_box (const gr_request *request, gr_type out_type, bool indexed, const gr_box *box,
                           gr_box_arrays arrays, void *state, gr_record *record);
gr_status gr_cpu_finish_state (const gr_request *request, gr_type out_type, void *state, void *out, double *index);
gr_status gr_cpu_merge_states (const gr_request *request, bool indexed, void *state, const void *later);
size_t gr_cpu_feed_bytes (const gr_request *request, bool indexed, size_t count);
gr_status gr_cpu_gather (const gr_request *request, size_t first, size_t count, const void *from, void *to);

#endif
