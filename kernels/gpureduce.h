/* SPDX-License-Identifier: GPL-3.0-or-later

   gpureduce: reductions and scans of dense arrays on a CUDA device or on the
   host.  This header is the only seam between the library and its callers; a
   plain C program can use it (tests/example.c does).

   A call names an operator, an element type and a collapsed shape
   [inner, len, outer]: element (i, k, o) of a column-major array stands at
   i + inner * (k + len * o), and the operator runs along k.  Reductions write
   inner * outer results, scans inner * len * outer.

   Every function that can fail returns a gr_status; gr_message () then holds
   one sentence that says what was given and what is taken.  No function
   raises, exits or prints.  Functions are to be called from one thread at a
   time.  */

#ifndef GPUREDUCE_H
#define GPUREDUCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "table.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Complex elements, as C99 and Octave's interleaved API lay them out.  */
typedef struct
{
  double re, im;
} gr_c64;
typedef struct
{
  float re, im;
} gr_c32;

#define GR_ENUM(PREFIX, ID, ...) PREFIX##ID,
typedef enum { GR_TYPES (GR_ENUM, GR_TYPE_) GR_TYPE_COUNT } gr_type;
typedef enum { GR_ARITHMETICS (GR_ENUM, GR_ARITHMETIC_) GR_ARITHMETIC_COUNT } gr_arithmetic;
typedef enum { GR_ACCUMULATORS (GR_ENUM, GR_ACCUMULATOR_) GR_ACCUMULATOR_COUNT } gr_accumulator;
typedef enum { GR_RESULTS (GR_ENUM, GR_RESULT_) GR_RESULT_COUNT } gr_result;
typedef enum { GR_ARGUMENTS (GR_ENUM, GR_ARGUMENTS_) GR_ARGUMENTS_COUNT } gr_arguments;
typedef enum { GR_OPERATORS (GR_ENUM, GR_) GR_OPERATOR_COUNT } gr_operator;
typedef enum { GR_ALGORITHMS (GR_ENUM, GR_ALGORITHM_) GR_ALGORITHM_COUNT } gr_algorithm;
/* GR_AUTO_PLANNER: the kernel that the planner chooses.  */
typedef enum { GR_AUTO_PLANNER, GR_AUTO_KERNELS (GR_ENUM, GR_AUTO_) GR_AUTO_COUNT } gr_auto_kernel;
typedef enum { GR_LIMITS (GR_ENUM, GR_LIMIT_) GR_LIMIT_COUNT } gr_limit;
typedef enum { GR_STATUSES (GR_ENUM, GR_) GR_STATUS_COUNT } gr_status;

/* Columns of the operator table.  */
enum {
  GR_REDUCTIONS = 1,
  GR_SCANS = 2,
  GR_SORTS = 32, /* (order.h) */
  GR_KINDS = GR_REDUCTIONS | GR_SCANS | GR_SORTS,
  GR_CUDA_ONLY = 4,  /* an algorithm that neither cpu nor the host executor runs */
  GR_HOST_ONLY = 16, /* a loop of the host, whatever the backend */
  GR_REORDERS = 8
}; /* its floating-point scans combine in an order that differs from run to run */
enum {
  GR_TAKES_DOUBLE = 1 << GR_ARITHMETIC_DOUBLE,
  GR_TAKES_NATIVE = 1 << GR_ARITHMETIC_NATIVE,
  GR_TAKES_EXTRA = 1 << GR_ARITHMETIC_EXTRA
};
enum { GR_ROOT = 1, GR_LEAST = 2 };
enum {
  GR_TAKES_NANFLAG = 1,
  GR_TAKES_MEAN_TYPE = 2,
  GR_TAKES_WEIGHTS = 4,
  GR_GIVES_INDEX = 8,
  GR_SKIPS_EMPTY = 16 /* the default DIM passes over dimensions of no elements */
};

/* What NaN does.  By default max, min, cummax and cummin pass over it and the
   arithmetic operators propagate it.  */
typedef enum { GR_NAN_DEFAULT, GR_NAN_OMIT, GR_NAN_INCLUDE, GR_NAN_COUNT } gr_nan;

/* How max, min, cummax and cummin order complex numbers: by modulus, then by argument in (-pi, pi]; or by real, then by
   imaginary part.  */
typedef enum { GR_BY_MODULUS, GR_BY_PARTS, GR_COMPARISON_COUNT } gr_comparison;

/* Arithmetic, geometric and harmonic mean.  */
typedef enum { GR_MEAN_ARITHMETIC, GR_MEAN_GEOMETRIC, GR_MEAN_HARMONIC, GR_MEAN_TYPE_COUNT } gr_mean_type;

/* Where the caller's arrays are.  */
typedef enum { GR_ON_HOST, GR_ON_DEVICE } gr_place;

enum { GR_MAX_DIMS = 32 };

/* Neighbouring dimensions of an array that are all reduced, or all kept.  */
typedef struct
{
  size_t extent;
  bool along; /* reduced */
} gr_group;

/* Segments of any lengths, of a vector.  Either they stand one behind the other: number s, from 0 on, has the elements
   from offsets[s] on, before offsets[s + 1].  The offsets are count + 1 whole numbers, which begin with 0, do not
   descend, and end with the number of elements.  Or each element has a key, the number of its segment from 1 on, of a
   type that is not complex: segment s has the elements with key s + 1, in their order.  Offsets and keys are where the
   request's arrays are.  Others are refused, but for keys that are not in 1 to count where these are left out (skips).
   With keys the only element may stand for all (one_element). empty: what a reduction gives of a segment without
   elements, an element of the result's type on the host; if it is NULL, that is the identity, and max and min refuse
   such segments.  */
typedef struct
{
  size_t count;
  const double *offsets; /* or NULL */
  const void *keys;      /* or NULL */
  gr_type key_type;
  bool skips, one_element;
  const void *empty;
} gr_ragged;

/* One call.  Zero-initialise, then set what differs from the default.  */
typedef struct
{
  gr_operator op;
  gr_type type; /* of the input's elements */
  gr_arithmetic arithmetic;
  size_t inner, len, outer;
  gr_nan nan;
  bool reverse;             /* scans: from the last element to the first */
  bool exclusive;           /* scans: element k combines the elements before k */
  gr_comparison comparison; /* MAX, MIN, CUMMAX, CUMMIN of complex elements */
  gr_mean_type mean;        /* MEAN */
  double ddof;              /* VAR, STD: the divisor is the count less this (1 or 0) */
  const double *weights;    /* VAR, STD: host array of len weights, or NULL */
  gr_algorithm algorithm;
  unsigned block;                     /* threads per block; 0 takes the algorithm's default */
  gr_auto_kernel kernel;              /* AUTO on a device: the kernel that runs, refused where it does not fit */
  gr_place place;                     /* of in, out and index */
  const char *backend;                /* "cuda" or "cpu", whichever is selected; NULL: see gr_run */
  bool queue;                         /* GR_ON_DEVICE: calls may return before the kernels end, see gr_run, gr_feed */
  size_t first;                       /* gr_open: elements of the array that are passed before its first piece */
  bool keep_chunks;                   /* gr_open: the totals of the plan's chunks all stay until a slab ends */
  const struct gr_evaluation *values; /* (library) what the elements are values of, or NULL */
  bool alone;                         /* gr_open of a scan: one piece is fed, then it can only be closed */
  size_t groups;                      /* reductions whose dimensions are no neighbours: see gr_run; else 0 */
  gr_group group[GR_MAX_DIMS];        /* the array's dimensions, from the one whose elements are neighbours on */
  const gr_ragged *ragged;            /* segments of any lengths, of len elements in all: see gr_run; or NULL */
  size_t ndims, dims[GR_MAX_DIMS];    /* the array before collapsing, for the record only */
} gr_request;

/* What the last successful call did; seconds by device events on a CUDA
   device and by the monotonic clock on the host.  The phases of a streamed array (gr_run) overlap: seconds_in and
   seconds_out are from the beginning of the first copy in that direction to the end of the last one, and
   seconds_kernels the sum over all pieces; the launch is that of the first piece.
   Queued calls on a CUDA device that read and write less than 4 MiB are not timed, since that would take longer than
   their launch, unless gr_time_small_calls has asked for it: seconds_kernels and seconds_convert are NaN.  */
typedef struct
{
  gr_operator op;   /* GR_OPERATOR_COUNT: the monoid of a caller (user_monoid.h) */
  const char *name; /* of the operator; "reduce" or "scan" of a caller's monoid */
  gr_algorithm algorithm;
  gr_type type;
  const char *backend; /* "cuda", "cpu", or "simt": a kernel run on the host executor */
  char device[256];
  unsigned devices; /* that worked on it, of which `device` is the first: 1, or more where an array is streamed; of an
                       array that several numbers of devices were tried on, the number that was chosen */
  size_t ndims, dims[GR_MAX_DIMS];
  size_t inner, len, outer;
  unsigned grid[3], block[3]; /* of the first kernel; zeros for host code and cub */
  double seconds_in;          /* host to device */
  double seconds_kernels;     /* the operator's kernels */
  double seconds_convert;     /* named algorithms: what is not them, such as a copy in accumulators to work in place */
  double seconds_out;         /* device to host */
  double seconds_compile;     /* for kernels that had to be compiled or loaded first; they are not in those above, but
                                 for what is copied meanwhile */
  unsigned compiled;          /* kernels that were compiled, as they were not in the cache */
  double bytes;               /* input read once and results written once */
  bool untimed;               /* it was queued and small */
} gr_record;

/* Run a request.  in, out and index are host pointers, or device pointers if
   request->place is GR_ON_DEVICE.  out holds elements of the type that
   gr_result_type names.  index may be NULL; else it receives 1-based positions
   along len, as doubles (operators with GR_GIVES_INDEX only).
   Arrays on the device lie in buffers of the selected device; others are refused.
   It runs on the backend that the request names, which is refused for arrays on the device of another one; else on the
   selected backend.  If that was selected by default (gr_select_backend), GR_ALGORITHM_AUTO without a kernel runs on
   the host for arrays on the host of at most as many bytes as gr_operators says of the operator, `small`.

   A reduction of len 0 gives the identity (max and min have none and are
   refused).  An exclusive scan begins with the identity, NaN for cummax and
   cummin of floating-point elements, at position 0.
   A reduction along dimensions that are no neighbours names the groups of its dimensions: inner is 1, len is the
   product of the extents along, and outer that of the others.  Positions count through the reduced dimensions in
   order.  The elements are read slab by slab into a part of memory of limited size.
   Of segments of any lengths (gr_ragged) inner and outer are 1, and len is the number of all elements.  A reduction
   writes a result for each segment.  With offsets its bits depend on the segment's length and elements alone, and
   positions count from the segment's beginning; with keys, which are for reductions without positions, they depend on
   all keys.  `auto` runs it, without weights.
   The same request gives the same bits every time, but for algorithms with GR_REORDERS.  Device arrays that begin at
   multiples of 32 bytes, as those of gr_buffer_new do, give the same bits wherever they are; others may have their
   floating-point elements combined in another order.

   On a device, `auto` streams arrays on the host that have 64 MiB of elements or more, if it runs along neighbouring
   dimensions: pieces of them are accumulated ("arrays in pieces") while others are copied, so they may be larger than
   the device's memory.  Bits are those of the same array on the device for exact operators, and where pieces of at most
   512 MiB can hold segments whole or all chunks of the plan whose totals are kept; reductions of at most 4 GiB that
   would lose them are not streamed.  Otherwise, as in floating-point scans of segments of more than 2^16 elements,
   results are within the bound of the functions' help, and the same on all devices.

   Several selected devices are sent the pieces in turn, each over its own link, and each goes on with the state of the
   one before, so that results have the same bits as on one; but for variances with weights or of segments that begin
   with NaN, which are within the bound.  The first reduction and the first scan of an array of enough pieces try how
   many of the devices are enough, and later calls use as many, until others are selected; but for variances and
   standard deviations whose chunks are kept, which all are fed.  */
gr_status gr_run (const gr_request *request, const void *in, void *out, double *index);

/* What a kernel does on a GPU, counted on the host executor over all of its
   launches; grid and block are those of the first one.  */
typedef struct
{
  char kernel[64];
  unsigned launches, grid[3], block[3];
#define GR_COUNTER(_, NAME) uint64_t NAME;
  GR_COUNTERS (GR_COUNTER, _)
} gr_kernel_counts;
enum { GR_MAX_KERNELS = 32 };

/* Count what the kernels of an algorithm do in SUM or CUMSUM of n doubles; block
   is a request's.  Fills a row for each kernel in the order of their first
   launches.  What has no kernels, or none that the executor runs, is refused.
   Neither a GPU nor a backend is needed; no record is left.  */
gr_status gr_explain (gr_operator op, gr_algorithm algorithm, size_t n, unsigned block,
                      gr_kernel_counts rows[GR_MAX_KERNELS], int *kernels);

/* The launch of `auto` on a CUDA device.  A block works on `chunk` elements of each of `segments` segments at a
   time.  In a scan of contiguous segments it works on `chunk` neighbouring elements of the array, wherever
   segments begin, and `segments` is 1.  */
typedef struct
{
  gr_auto_kernel kernel;
  size_t grid;    /* blocks; of an H200 where the number depends on the device, with clusters; 0 where there is
                     nothing to launch */
  unsigned block; /* threads in each */
  size_t segments, chunk;
  size_t chunks;    /* chunks of a segment, or of the array */
  size_t whole;     /* segments that are not cut, if only the last ones are; else 0 */
  size_t workspace; /* bytes of device memory beside the arrays */
  double bytes;     /* input read once and results written once */
  double seconds;   /* predicted for the selected device; NaN where its bandwidth has not been measured */
} gr_prediction;

/* What a request with GR_ALGORITHM_AUTO launches for arrays that begin at a multiple
   of 128 bytes, on a device whose blocks can have 227 KB of shared memory; no device is
   needed, and nothing runs.  */
gr_status gr_predict (const gr_request *request, bool wants_index, gr_prediction *prediction);

/* Element type of the result, or GR_UNSUPPORTED where the operator does not
   take the type or the arithmetic.  */
gr_status gr_result_type (const gr_request *request, gr_type *out);

/* Record of the last successful gr_run or gr_run_monoid; false before the first one.  */
bool gr_last (gr_record *record);

/* Are queued calls on small arrays timed, too, from the next one on?  false at first.  */
void gr_time_small_calls (bool timed);

/* Text of the last failure.  */
const char *gr_message (void);

/* Measuring.  gr_measure runs a request on the selected backend, whatever its size, once to warm up and then
   repeats times, and stores the record's seconds_kernels of each; before every
   run the last level of cache is emptied of the arrays.  Arrays on the host are copied to
   the device once.  gr_measure_limit stores how long the device needs at least
   to read bytes (GR_LIMIT_READ) or to copy them (GR_LIMIT_COPY, which moves 2 *
   bytes), under the same conditions: of several kernels the fastest one's.
   bytes count in whole 16-byte loads.  */
gr_status gr_measure (const gr_request *request, const void *in, void *out, double *index, unsigned repeats,
                      double *seconds);
gr_status gr_measure_limit (gr_limit which, size_t bytes, unsigned repeats, double *seconds);

/* Backends.  name is "cuda", "cpu", or "auto" for the default: cuda where a device answers, else cpu, and
   small arrays on the host stay there (gr_run).  NULL takes GPUREDUCE_BACKEND from the environment, else
   "auto".  The first call that needs a backend selects NULL if none was selected.  */
gr_status gr_select_backend (const char *name);
gr_status gr_backend_name (const char **name); /* of the selected backend */
bool gr_has_cub (void);                        /* was the library of the algorithm "cub" built? */

/* The number of this process among those that mpirun or srun started on this host, from 0 on; -1: none did.  The
   processes of one host begin with a device each, in turn.  */
int gr_process_on_host (void);

typedef struct
{
  int index;                /* 1-based, as gpuDevice numbers them; 0 for the host */
  char compiler[4096 + 64]; /* which NVRTC compiles kernels, and where it is; empty where none does */
  char name[256];
  int major, minor;    /* compute capability; 0 for the host */
  int multiprocessors; /* cores for the host */
  int clock_khz, memory_clock_khz;
  size_t l2_bytes, total_bytes, free_bytes; /* l2: the last level of cache, 0 where unknown */
  size_t used_bytes, cached_bytes;          /* by this library: in use, and kept for the next call (gr_trim) */
  int driver, toolkit; /* CUDA versions, 1000 * major + 10 * minor, of the driver and the compiler */
} gr_device;

/* CUDA devices that answer; 0 without a driver.  */
int gr_device_count (void);
gr_status gr_select_device (int index);           /* 1-based; selects the cuda backend */
gr_status gr_describe_device (gr_device *device); /* the selected one, or the first of several */

/* Select several devices, of which arrays on the host that are streamed (gr_run) use all.  Everything else is the first
   one's: buffers, accumulations, and calls that are not streamed.  The selection of one device or of a backend ends it.
   gr_selected_devices stores the numbers of at most `room` of them, 0 for the host, and how many there are.  */
gr_status gr_select_devices (const int *index, int count);
gr_status gr_selected_devices (int *index, int room, int *count);

/* ---- buffers ---- */

/* An array on the selected device, or in host memory on the cpu backend.  It has an owner or several: gr_buffer_new
   makes the first one, gr_buffer_retain one more, and the last gr_buffer_release frees the memory once all kernels and
   copies that were queued before have ended.  A buffer remembers where it lives.  Its use after another backend or
   device was selected, or after gr_reset, is refused with GR_BAD_ARGUMENT; it can be released at any time.  */
typedef struct gr_buffer gr_buffer;

enum { GR_BUFFER_ALIGNMENT = 256 }; /* of data, in bytes: aligned for every plan */

typedef struct
{
  void *data; /* NULL once gr_reset has taken the memory */
  size_t bytes;
  const char *backend; /* "cuda" or "cpu" */
  int device;          /* 1-based; 0 for the host */
} gr_buffer_info;

gr_status gr_buffer_new (size_t bytes, gr_buffer **buffer);
gr_buffer *gr_buffer_retain (gr_buffer *buffer);
void gr_buffer_release (gr_buffer *buffer); /* NULL is left alone */
gr_buffer_info gr_buffer_describe (const gr_buffer *buffer);
/* Where the buffer's memory is, if it lives on the selected device.  Requests take addresses anywhere in it.  */
gr_status gr_buffer_data (const gr_buffer *buffer, void **data);

/* Copies of `bytes` bytes, from byte `from_at` or to byte `to_at` of a buffer; beyond its end they are refused.  Copies
   from the host have read it when they return, and copies to the host have written it.  Copies within the device are
   queued; both parts may be of one buffer if they do not overlap.  gr_buffer_fill repeats an element of `size` bytes,
   1, 2, 4, 8 or 16, `count` times from byte `at` on, a multiple of size.  */
gr_status gr_buffer_upload (gr_buffer *to, size_t to_at, const void *from, size_t bytes);
gr_status gr_buffer_download (void *to, const gr_buffer *from, size_t from_at, size_t bytes);
gr_status gr_buffer_copy (gr_buffer *to, size_t to_at, const gr_buffer *from, size_t from_at, size_t bytes);
gr_status gr_buffer_fill (gr_buffer *to, size_t at, const void *element, size_t size, size_t count);

/* Buffers that are not released yet, wherever they live, and their bytes; one that gr_reset has taken the memory of has
   none.  gr_live_allocations counts memory that is taken, the library's own too: between calls it equals what callers
   hold, buffers that have memory, open accumulations and open selections (elements.h).  */
void gr_live_buffers (size_t *buffers, size_t *bytes);
size_t gr_live_allocations (void);

/* Wait until all that was queued on the selected device has ended.  A failure that shows only now names the calls that
   were queued since the last wait.  */
gr_status gr_wait (void);

/* Where another library queues work of its own in the order of this one's, such as copies between devices.  gr_wait
   waits for it, too, and asks gr_set_interrupt's function meanwhile.  */
typedef struct
{
  void *stream; /* a cudaStream_t; NULL for the host, where work ends with its call */
  char pci[32]; /* the device's address on its host; empty for the host */
} gr_queue;
gr_status gr_describe_queue (gr_queue *queue); /* of the selected device */

/* Freed memory stays with the library for the next call: at most a quarter of the device, and at most what the largest
   of the last sixteen calls took, buffers that were made for it included, in whole blocks of 32 MiB.  gr_trim waits,
   and gives it all back to the device.  gr_reset also takes the memory of all buffers of the selected device, which are
   of no use any more, and what else the library has there.  Both do it on all selected devices.  */
gr_status gr_trim (void);
gr_status gr_reset (void);

/* ---- arrays in pieces ---- */

/* A reduction or scan that is fed one piece of its array after the other.

   gr_open takes the request for the whole array, whose shape counts, whatever the pieces are; `auto` runs it.  indexed:
   positions are asked for, now or by those who import the state.  A piece is any number of elements that follow each
   other in memory, and the next piece goes on where it ended; a reversed scan begins with the array's last element, and
   each piece stands before the one that was fed before it.  `first` elements, counted in that direction, are not fed:
   they are the part of others.

   gr_feed takes a piece.  Kernels that add a piece are waited for, unless the request says `queue` and its array is
   small (gr_time_small_calls); those that store results of a slab that ended, gr_finish's too, may end after the call
   where results are on the device.  A scan stores the results of its elements, which stand as they do.  A reduction
   stores the results of all segments of the slabs, [inner, len], that end within the piece, gr_count_fed of them.  out
   may be NULL for a scan, which then only remembers the piece's totals; and for a reduction, if no slab ends before the
   piece's last element.  The results of a slab that ended there are stored by gr_finish, which is the last call anyway
   and makes the record of gr_last.  index is as in gr_run.

   The state is what the slab that the last piece ended in has come to.  It can be exported, and imported by another
   accumulation of the same request before its first piece, which then goes on where the state ends; a scan also takes
   the state of its reduction (sum for cumsum, prod for cumprod, max for cummax, min for cummin), if it is not reversed.
   gr_merge_state appends the state of another accumulation, which began where this one ends and ends in the same slab.
   An accumulation that began within a slab has no results of that slab; it ends there at the latest, and its state is
   for others.

   Bits: exact operators (integers, max, min, positions, any, all) give those of gr_run whatever the pieces are.
   Floating-point operators do, but for the bits of NaN, in two cases:
   - reductions, and scans of segments of at most 2^16 elements, where slabs lie whole within pieces;
   - reductions with keep_chunks, where pieces begin and end with chunks of the plan (chunk of gr_predict; on the host
     backend, multiples of 32768 rows are).
   On a CUDA device there are exceptions: scans for which gr_predict names scan_rows or scan_cluster, whose tiles have
   elements of several slabs; a slab in which the last of the plan's `whole` segments is, and with keep_chunks the slabs
   before it; and pieces on the device that begin elsewhere within 128 bytes than they would in the whole array.  Then,
   and in all other cases, results are within the bound of the functions' help.

   Accumulations belong to the device that was selected at gr_open, as buffers do.  gr_close frees one, whatever its
   state; NULL is left alone.  After a failure of gr_feed, gr_finish or gr_merge_state it can only be closed.  */
typedef struct gr_accumulation gr_accumulation;

gr_status gr_open (const gr_request *request, bool indexed, gr_accumulation **accumulation);
size_t gr_count_fed (const gr_accumulation *accumulation, size_t count);
gr_status gr_feed (gr_accumulation *accumulation, gr_place place, const void *in, size_t count, void *out,
                   double *index);
gr_status gr_finish (gr_accumulation *accumulation, gr_place place, void *out, double *index);
void gr_close (gr_accumulation *accumulation);

/* The bytes are on the host, or in a buffer of the selected device.  */
gr_status gr_export_state (gr_accumulation *accumulation, gr_place place, void *bytes);
gr_status gr_import_state (gr_accumulation *accumulation, gr_place place, const void *bytes, size_t size);
gr_status gr_merge_state (gr_accumulation *accumulation, gr_place place, const void *bytes, size_t size);

/* Import the states of `count` accumulations of which each began where the one before ends, all in one slab and without
   kept chunks.  They are merged in pairs, the pairs in pairs and on: in log2 (count) steps, each of which is one call
   for all its pairs.  The order depends on the count alone.  Takes memory of the device for up to three times the
   states.  */
typedef struct
{
  gr_place place;
  const void *bytes;
  size_t size;
} gr_exported;
gr_status gr_import_states (gr_accumulation *accumulation, const gr_exported *states, size_t count);

/* Of an exported state those of segments [first, first + count), as an accumulation of these alone would export them:
   the array is one slab, whose pieces are whole rows, and keeps no chunks.  Each process can so finish a part of the
   results.  gr_predict_feed of the request with `count` for inner says how many bytes that is.  The part is where the
   state is.  */
gr_status gr_cut_state (const gr_request *request, bool indexed, gr_place place, const void *bytes, size_t first,
                        size_t count, void *part);

/* Bytes of a request's exported state, and of the device memory that its accumulation takes: `open` as long as it is
   open, and `feed` while it is fed a piece of `count` elements from that place, or from the host from then on.  The
   state has an accumulator of 64 bytes at most for each of inner segments; with keep_chunks one for each chunk of
   these.  */
typedef struct
{
  size_t state, open, feed;
} gr_accumulation_sizes;
gr_status gr_predict_feed (const gr_request *request, bool indexed, gr_place place, size_t count,
                           gr_accumulation_sizes *sizes);

/* ---- kernels that are compiled when they are called ---- */

/* Compiled kernels are kept in a folder of the user's, for all processes: GPUREDUCE_CACHE, else gpureduce in
   XDG_CACHE_HOME, else ~/.cache/gpureduce.  Of more than 512 MB those go that were not used for the longest time.
   Others, which whoever installed the library has compiled, are in the folder kernels/ beside it, and never written. */
typedef struct
{
  char folder[4096];        /* "" where there is none */
  char trouble[4096 + 256]; /* why kernels can't be kept there, or "" */
  size_t files, bytes;      /* that are there now */
  size_t hits, compiled;    /* kernels that this process has taken from both folders, and compiled */
} gr_kernel_cache;
void gr_describe_cache (gr_kernel_cache *cache);
/* Remove them; those that are loaded stay so.  */
gr_status gr_clear_kernels (void);

/* Compile for GPUs of a compute capability, 90 for 9.0, what runs by default of some functions and types of elements,
   for all shapes.  A function is a gr_operator, or a gr_binary or gr_unary of elements.h, of which operands of the type
   are meant, and those of it and double.  The type is -1 for all that it takes.  No choices, NULL: all kernels that any
   request can ask for.  No GPU is needed, and no driver.  They are kept in that folder; *kernels is their number.  */
typedef enum { GR_KERNELS_OF_OPERATOR, GR_KERNELS_OF_BINARY, GR_KERNELS_OF_UNARY, GR_KERNEL_KINDS } gr_kernel_kind;
typedef struct
{
  gr_kernel_kind kind;
  int function, type;
} gr_kernel_choice;
gr_status gr_compile_kernels (const gr_kernel_choice *choices, size_t count, int architecture, size_t *kernels);

/* Takes a line which says that kernels were compiled, if that took more than half a second; and, as a warning, once why
   they can't be kept.  NULL: no notices.  */
void gr_set_notice (void (*print) (const char *text, bool is_warning));

/* Polled during long calls; a true answer ends the call with GR_INTERRUPTED.  */
void gr_set_interrupt (bool (*pending) (void));

/* Called now and then during long calls with how much of the call is done, from 0 to 1, by the thread that made the
   call. NULL: nobody is.  */
void gr_set_progress (void (*progress) (double done));

/* The table, at run time.  Names are compared without case; _find functions
   return the enum's value or -1.  */
typedef enum { GR_KIND_FLOATING, GR_KIND_SIGNED, GR_KIND_UNSIGNED, GR_KIND_LOGICAL, GR_KIND_CHAR } gr_type_kind;
typedef struct
{
  const char *name;
  size_t size;
  bool is_complex;
  gr_type_kind kind;
} gr_type_info;
typedef struct
{
  const char *name;
  bool is_scan;
  gr_accumulator accumulator;
  unsigned variant;
  gr_result result;
  gr_arguments arguments;
  unsigned arithmetics, options;
  size_t small; /* bytes of the largest host array that gr_run has the host work on by default */
} gr_operator_info;
/* A row of GR_OPERATORS as a gr_operator_info.  */
#define GR_OPERATOR_ROW(_, ID, NAME, KIND, UNIT, ACCUMULATOR, VARIANT, RESULT, ARGUMENTS, ARITHMETICS, OPTIONS, SMALL) \
  { #NAME,                                                                                                             \
    GR_##KIND##S == GR_SCANS,                                                                                          \
    GR_ACCUMULATOR_##ACCUMULATOR,                                                                                      \
    VARIANT,                                                                                                           \
    GR_RESULT_##RESULT,                                                                                                \
    GR_ARGUMENTS_##ARGUMENTS,                                                                                          \
    ARITHMETICS,                                                                                                       \
    OPTIONS,                                                                                                           \
    (size_t) (SMALL) << 10 },
typedef struct
{
  const char *name, *aliases, *summary;
  unsigned kinds, min_block, max_block, default_block;
} gr_algorithm_info;
extern const gr_type_info gr_types[GR_TYPE_COUNT];
extern const char *const gr_arithmetics[GR_ARITHMETIC_COUNT];
extern const char *const gr_bound_families[GR_ACCUMULATOR_COUNT];
extern const gr_operator_info gr_operators[GR_OPERATOR_COUNT];
extern const gr_algorithm_info gr_algorithms[GR_ALGORITHM_COUNT];
extern const char *const gr_auto_kernels[GR_AUTO_COUNT]; /* as in the source: gr_reduce_kernel, ... */
extern const char *const gr_limits[GR_LIMIT_COUNT];
extern const char *const gr_statuses[GR_STATUS_COUNT];
int gr_find_operator (const char *name);
int gr_find_algorithm (const char *name); /* by name or alias */

#ifdef __cplusplus
}
#endif

#endif
