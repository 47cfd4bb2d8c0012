/* SPDX-License-Identifier: GPL-3.0-or-later

   __gpureduce__ (SUBCOMMAND, ...): what the m-files ask the library.

   ("last")          struct of the last successful call, see gpulast
   ("time_small", 0 or 1)   whether queued calls on small arrays are timed, see gpulast
   ("device_count")  CUDA devices that answer
   ("device")        struct of the selected device, see gpuDevice
   ("reset")         free all memory that the library and its callers have on the selected device
   ("cache")         struct of the kernels that are kept on disk, see gpuDevice
   ("clear_cache")   remove these
   ("compile", CHOICES, ARCHITECTURE)   compile ahead what rows [K F T] of CHOICES name, the F-th function of kind K for
   the T-th type, or all types if T is 0; all kernels if it is empty.  K is 1 for operators, 2 for functions of
   two arrays and 3 for those of one.  ARCHITECTURE is 90 for 9.0.  Their number
   ("wait")          wait until the selected device has done all that was asked of it;
   ("wait", INDEX)   refused where the selected one has another number, 0 for the host
   ("select", WHICH) select the backend "cpu" or "cuda", the default "auto", the CUDA device of a number, or several:
                     a vector of numbers, or "all"
   ("algorithms") ("operators") ("types")   struct arrays, the table
   ("functions")     struct array of what "compile" takes: name, sign, kind and number
   number
   ("explain", [A N B])   struct array of kernels, see gpualgos: of the A-th algorithm
                     on N doubles with blocks of B threads (0: the default)
   ("plan", [O T INNER LEN OUTER])   struct, see gpualgos: what the O-th operator launches
                     for such an array of the T-th type
   ("live")          buffers that the library and its callers hold
   ("backend")       name of the selected backend
   ("has_cub")       whether the library of the algorithm "cub" was built
   ("meant", WORD, NAMES)   the name of a cell array that was most likely meant by WORD, "" if there is none
   ("terminal")      whether a terminal shows what is printed
   [SECONDS, ...] = ("measure", OPERATOR, REPEATS, ...)
                     kernel seconds of each of REPEATS runs on device arrays that
                     are not in the cache, then what gpuOPERATOR (...) returns;
                     zeros if there is nothing to run
   ("limit", "read" or "copy", BYTES, REPEATS)
                     seconds in which the device reads or copies as much  */

#include "info.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "arguments.h"
#include "elements.h"
#include "marshal.h"
#include "options.h"
#include "order.h"
#include "progress.h"

enum { MOST_REPEATS = 1000000, MOST_DEVICES = 64 };
static const double MOST_BYTES = 0x1p53; /* the largest whole number below which a double has every whole number */

static bool has_chosen;

bool
gw_has_chosen (void)
{
  return has_chosen;
}

/* ---- values ---- */

static mxArray *
new_struct (mwSize n, int fields, const char *names[])
{
  return mxCreateStructMatrix (1, n, fields, names);
}

static void
set_number (mxArray *s, mwIndex i, const char *field, double value)
{
  mxSetField (s, i, field, mxCreateDoubleScalar (value));
}

static void
set_text (mxArray *s, mwIndex i, const char *field, const char *text)
{
  mxSetField (s, i, field, mxCreateString (text));
}

/* A 1xN cell of the names that have their bit set in chosen.  */
static mxArray *
cell_of (int n, const char *const names[], unsigned chosen)
{
  mwSize count = 0;
  for (int i = 0; i < n; i++)
    count += chosen >> i & 1;
  mxArray *cell = mxCreateCellMatrix (1, count);
  for (int i = n - 1; i >= 0; i--)
    if (chosen >> i & 1)
      mxSetCell (cell, --count, mxCreateString (names[i]));
  return cell;
}

/* A 1xN cell of the words of a list, each followed by a comma.  */
static mxArray *
split (const char *list)
{
  mwSize count = 0;
  for (const char *c = list; *c; c++)
    count += *c == ',';
  mxArray *cell = mxCreateCellMatrix (1, count);
  for (mwIndex i = 0; i < count; i++)
    {
      char word[GW_WORD_MAX];
      const size_t n = strcspn (list, ",");
      snprintf (word, sizeof word, "%.*s", (int) n, list);
      mxSetCell (cell, i, mxCreateString (word));
      list += n + 1;
    }
  return cell;
}

#define ROW_OF(TYPE, SUFFIX)                                                                                           \
  static mxArray *row_of_##SUFFIX (size_t n, const TYPE *values)                                                       \
  {                                                                                                                    \
    mxArray *row = mxCreateDoubleMatrix (1, (mwSize) n, mxREAL);                                                       \
    double *out = mxGetDoubles (row);                                                                                  \
    for (size_t i = 0; i < n; i++)                                                                                     \
      out[i] = (double) values[i];                                                                                     \
    return row;                                                                                                        \
  }
ROW_OF (size_t, sizes)
ROW_OF (unsigned, counts)
ROW_OF (int, numbers)

#define FIELDS(...)                                                                                                    \
  static const char *names[] = { __VA_ARGS__ };                                                                        \
  enum { N = sizeof names / sizeof *names }

/* ---- subcommands ---- */

typedef struct
{
  int wanted; /* answers */
  mxArray **answers;
  int given; /* arguments after the subcommand */
  const mxArray *const *arguments;
} question;

typedef bool subcommand (const question *q, gw_failure *failure);

static bool
last (const question *q, gw_failure *failure)
{
  FIELDS ("function", "algorithm", "backend", "device", "devices", "class", "dims", "grid", "block", "seconds_in",
          "seconds_kernels", "seconds_convert", "seconds_out", "seconds_compile", "compiled", "untimed", "bytes",
          "gbps");
  gr_record r;
  if (! gr_last (&r))
    return gw_fail (failure, GR_BAD_ARGUMENT, "no gpureduce function has run yet");
  char function[GW_WORD_MAX];
  snprintf (function, sizeof function, "gpu%s", r.name);
  mxArray *s = q->answers[0] = new_struct (1, N, names);
  set_text (s, 0, "function", function);
  set_text (s, 0, "algorithm", gr_algorithms[r.algorithm].name);
  set_text (s, 0, "backend", r.backend);
  set_text (s, 0, "device", r.device);
  set_number (s, 0, "devices", r.devices);
  set_text (s, 0, "class", gr_types[r.type].name);
  mxSetField (s, 0, "dims", row_of_sizes (r.ndims, r.dims));
  mxSetField (s, 0, "grid", row_of_counts (3, r.grid));
  mxSetField (s, 0, "block", row_of_counts (3, r.block));
  set_number (s, 0, "seconds_in", r.seconds_in);
  set_number (s, 0, "seconds_kernels", r.seconds_kernels);
  set_number (s, 0, "seconds_convert", r.seconds_convert);
  set_number (s, 0, "seconds_out", r.seconds_out);
  set_number (s, 0, "seconds_compile", r.seconds_compile);
  set_number (s, 0, "compiled", r.compiled);
  mxSetField (s, 0, "untimed", mxCreateLogicalScalar (r.untimed));
  set_number (s, 0, "bytes", r.bytes);
  set_number (s, 0, "gbps", r.bytes / r.seconds_kernels / 1e9);
  return true;
}

static bool
time_small (const question *q, gw_failure *failure)
{
  double timed;
  if (! gw_read_whole (q->arguments[0], "what says whether small calls are timed", 0, 1, &timed, failure))
    return false;
  gr_time_small_calls (timed != 0);
  return true;
}

static bool
device_count (const question *q, gw_failure *failure)
{
  (void) failure;
  q->answers[0] = mxCreateDoubleScalar (gr_device_count ());
  return true;
}

/* 1000 * major + 10 * minor as major.minor; 0 where there is none.  */
static double
version (int packed)
{
  return packed / 1000 + packed % 1000 / 10 / 10.0;
}

static bool
device (const question *q, gw_failure *failure)
{
  FIELDS ("Index", "Devices", "Name", "ComputeCapability", "MultiprocessorCount", "ClockRateKHz", "MemoryClockRateKHz",
          "L2CacheSize", "TotalMemory", "AvailableMemory", "UsedMemory", "CachedMemory", "DriverVersion",
          "ToolkitVersion", "Compiler");
  gr_device d;
  int numbers[MOST_DEVICES], count = 0;
  gr_status status = gr_describe_device (&d);
  if (status == GR_OK)
    status = gr_selected_devices (numbers, MOST_DEVICES, &count);
  if (status != GR_OK)
    return gw_library (failure, status);
  char capability[32] = "";
  if (d.major)
    snprintf (capability, sizeof capability, "%d.%d", d.major, d.minor);
  mxArray *s = q->answers[0] = new_struct (1, N, names);
  set_number (s, 0, "Index", d.index);
  mxSetField (s, 0, "Devices", row_of_numbers ((size_t) count, numbers));
  set_text (s, 0, "Name", d.name);
  set_text (s, 0, "ComputeCapability", capability);
  set_number (s, 0, "MultiprocessorCount", d.multiprocessors);
  set_number (s, 0, "ClockRateKHz", d.clock_khz);
  set_number (s, 0, "MemoryClockRateKHz", d.memory_clock_khz);
  set_number (s, 0, "L2CacheSize", (double) d.l2_bytes);
  set_number (s, 0, "TotalMemory", (double) d.total_bytes);
  set_number (s, 0, "AvailableMemory", (double) d.free_bytes);
  set_number (s, 0, "UsedMemory", (double) d.used_bytes);
  set_number (s, 0, "CachedMemory", (double) d.cached_bytes);
  set_number (s, 0, "DriverVersion", version (d.driver));
  set_number (s, 0, "ToolkitVersion", version (d.toolkit));
  set_text (s, 0, "Compiler", d.compiler);
  return true;
}

static bool
cache (const question *q, gw_failure *failure)
{
  (void) failure;
  FIELDS ("Folder", "Files", "Bytes", "Hits", "Compiled", "Problem");
  gr_kernel_cache c;
  gr_describe_cache (&c);
  mxArray *s = q->answers[0] = new_struct (1, N, names);
  set_text (s, 0, "Folder", c.folder);
  set_number (s, 0, "Files", (double) c.files);
  set_number (s, 0, "Bytes", (double) c.bytes);
  set_number (s, 0, "Hits", (double) c.hits);
  set_number (s, 0, "Compiled", (double) c.compiled);
  set_text (s, 0, "Problem", c.trouble);
  return true;
}

static bool
clear_cache (const question *q, gw_failure *failure)
{
  (void) q;
  const gr_status status = gr_clear_kernels ();
  return status == GR_OK || gw_library (failure, status);
}

static bool
compile (const question *q, gw_failure *failure)
{
  enum { MOST_CHOICES = 1024, COLUMNS = 3, OLDEST = 75, NEWEST = 999 };
  static const int functions[] = { GR_OPERATOR_COUNT, GR_BINARY_COUNT, GR_UNARY_COUNT };
  const size_t n = mxGetM (q->arguments[0]);
  double numbers[COLUMNS * MOST_CHOICES], least[COLUMNS * MOST_CHOICES], most[COLUMNS * MOST_CHOICES], architecture = 0;
  gr_kernel_choice choices[MOST_CHOICES];
  size_t kernels = 0;
  if (n > MOST_CHOICES)
    return gw_fail (failure, GR_BAD_ARGUMENT, "%zu kinds of kernels are named; there are at most %d", n, MOST_CHOICES);
  for (size_t i = 0; i < n; i++)
    {
      least[i] = least[n + i] = 1;
      least[2 * n + i] = 0;
      most[i] = GR_KERNEL_KINDS;
      most[n + i] = GR_OPERATOR_COUNT + GR_BINARY_COUNT + GR_UNARY_COUNT; /* and those of its kind, below */
      most[2 * n + i] = GR_TYPE_COUNT;
    }
  if ((n && ! gw_read_wholes (q->arguments[0], "CHOICES", COLUMNS * n, least, most, numbers, failure))
      || ! gw_read_whole (q->arguments[1], "ARCHITECTURE", OLDEST, NEWEST, &architecture, failure))
    return false;
  for (size_t i = 0; i < n; i++)
    {
      choices[i]
        = (gr_kernel_choice){ (gr_kernel_kind) numbers[i] - 1, (int) numbers[n + i] - 1, (int) numbers[2 * n + i] - 1 };
      if (choices[i].function >= functions[choices[i].kind])
        return gw_fail (failure, GR_BAD_ARGUMENT, "there are %d functions of kind %d", functions[choices[i].kind],
                        choices[i].kind + 1);
    }
  gw_begin_progress ("Device (\"compile\")");
  const gr_status status = gr_compile_kernels (n ? choices : NULL, n, (int) architecture, &kernels);
  gw_end_progress ();
  q->answers[0] = mxCreateDoubleScalar ((double) kernels);
  return status == GR_OK || gw_library (failure, status);
}

static bool
reset (const question *q, gw_failure *failure)
{
  (void) q;
  const gr_status status = gr_reset ();
  return status == GR_OK || gw_library (failure, status);
}

static bool
wait_for_device (const question *q, gw_failure *failure)
{
  int selected = 0, count = 0;
  gr_status status = q->given ? gr_selected_devices (&selected, 1, &count) : GR_OK;
  if (status == GR_OK && q->given
      && ! (mxIsDouble (q->arguments[0]) && ! mxIsComplex (q->arguments[0])
            && mxGetNumberOfElements (q->arguments[0]) == 1 && mxGetScalar (q->arguments[0]) == selected))
    return gw_fail (failure, GR_BAD_ARGUMENT, "DEVICE must be the selected one, as gpuDevice () gives it");
  if (status == GR_OK)
    status = gr_wait ();
  return status == GR_OK || gw_library (failure, status);
}

/* Select the backend of a name, or "all" devices.  */
static bool
select_named (const char *name, gw_failure *failure)
{
  int index[MOST_DEVICES], count = 0;
  const bool all = ! strcasecmp (name, "all");
  const int answering = all ? gr_device_count () : 0;
  if (all && ! answering)
    return gw_fail (failure, GR_BAD_ARGUMENT, "\"all\" names no device; 0 CUDA devices answer");
  for (; count < answering && count < MOST_DEVICES; count++)
    index[count] = count + 1;
  const gr_status status = all ? gr_select_devices (index, count) : gr_select_backend (name);
  return status == GR_OK || gw_library (failure, status);
}

/* Select the device of a number, or those of a vector.  */
static bool
select_numbers (const mxArray *argument, gw_failure *failure)
{
  const size_t n = mxGetNumberOfElements (argument);
  const bool several = n > 1 && mxIsNumeric (argument) && ! mxIsComplex (argument) && ! mxIsSparse (argument)
                    && mxGetNumberOfDimensions (argument) == 2 && (mxGetM (argument) == 1 || mxGetN (argument) == 1);
  double numbers[MOST_DEVICES], least[MOST_DEVICES], most[MOST_DEVICES];
  int index[MOST_DEVICES];
  if (several && n > MOST_DEVICES)
    return gw_fail (failure, GR_BAD_ARGUMENT, "%zu devices are named; there are at most %d", n, MOST_DEVICES);
  for (size_t k = 0; several && k < n; k++)
    {
      least[k] = 1;
      most[k] = INT_MAX;
    }
  if (several ? ! gw_read_wholes (argument, "the devices", n, least, most, numbers, failure)
              : ! gw_read_whole (argument, "a device, if not \"all\", \"auto\", \"cuda\" or \"cpu\",", 1, INT_MAX,
                                 numbers, failure))
    return false;
  for (size_t k = 0; k < n; k++)
    index[k] = (int) numbers[k];
  const gr_status status = gr_select_devices (index, (int) n);
  return status == GR_OK || gw_library (failure, status);
}

static bool
select_which (const question *q, gw_failure *failure)
{
  const mxArray *argument = q->arguments[0];
  char name[GW_WORD_MAX];
  const bool named = gw_is_string (argument) && ! mxIsEmpty (argument);
  if (named && ! gw_read_word (argument, name, failure))
    return false;
  const bool done = named ? select_named (name, failure) : select_numbers (argument, failure);
  has_chosen |= done;
  return done;
}

static bool
algorithms (const question *q, gw_failure *failure)
{
  (void) failure;
  FIELDS ("name", "aliases", "summary", "kinds", "min_block", "max_block", "default_block", "cuda_only", "host_only",
          "reproducible");
  static const char *const kinds[] = { [GR_REDUCTIONS] = "reduction",
                                       [GR_SCANS] = "scan",
                                       [GR_REDUCTIONS | GR_SCANS] = "reduction scan",
                                       [GR_SORTS] = "sort",
                                       [GR_KINDS] = "reduction scan sort" };
  mxArray *s = q->answers[0] = new_struct (GR_ALGORITHM_COUNT, N, names);
  for (int i = 0; i < GR_ALGORITHM_COUNT; i++)
    {
      const gr_algorithm_info *a = &gr_algorithms[i];
      set_text (s, i, "name", a->name);
      mxSetField (s, i, "aliases", split (a->aliases));
      set_text (s, i, "summary", a->summary);
      set_text (s, i, "kinds", kinds[a->kinds & GR_KINDS]);
      set_number (s, i, "min_block", a->min_block);
      set_number (s, i, "max_block", a->max_block);
      set_number (s, i, "default_block", a->default_block);
      mxSetField (s, i, "cuda_only", mxCreateLogicalScalar (a->kinds & GR_CUDA_ONLY));
      mxSetField (s, i, "host_only", mxCreateLogicalScalar (a->kinds & GR_HOST_ONLY));
      mxSetField (s, i, "reproducible", mxCreateLogicalScalar (! (a->kinds & GR_REORDERS)));
    }
  return true;
}

/* Of a sum, a cumulative sum and a sort, as far as the algorithm does them.  */
static bool
explain (const question *q, gw_failure *failure)
{
#define COUNTER_NAME(_, NAME) , #NAME
  FIELDS ("algorithm", "function", "kernel", "launches", "grid", "block" GR_COUNTERS (COUNTER_NAME, _));
  static const struct
  {
    unsigned kind;
    gr_operator op;
    const char *function;
  } explained[] = { { GR_REDUCTIONS, GR_SUM, "gpusum" },
                    { GR_SCANS, GR_CUMSUM, "gpucumsum" },
                    { GR_SORTS, GR_OPERATOR_COUNT, "gpusort" } };
  enum { KINDS = sizeof explained / sizeof *explained };
  enum { ALGORITHM, LENGTH, BLOCK, NUMBERS };
  static const double least[NUMBERS] = { 1, 1, 0 }, most[NUMBERS] = { GR_ALGORITHM_COUNT, 0x1p53, 0x1p31 };
  double asked[NUMBERS];
  if (! gw_read_wholes (q->arguments[0], "[ALGORITHM LENGTH BLOCK]", NUMBERS, least, most, asked, failure))
    return false;
  const gr_algorithm algorithm = (gr_algorithm) asked[ALGORITHM] - 1;
  const gr_algorithm_info *info = &gr_algorithms[algorithm];
  const size_t length = (size_t) asked[LENGTH];
  const unsigned block = (unsigned) asked[BLOCK];
  gr_kernel_counts rows[KINDS][GR_MAX_KERNELS];
  int kernels[KINDS] = { 0 }, total = 0;
  for (int o = 0; o < KINDS; o++)
    if (info->kinds & explained[o].kind)
      {
        const gr_status status = explained[o].kind == GR_SORTS
                                 ? gr_explain_sort (algorithm, length, block, rows[o], &kernels[o])
                                 : gr_explain (explained[o].op, algorithm, length, block, rows[o], &kernels[o]);
        if (status != GR_OK)
          return gw_library (failure, status);
        total += kernels[o];
      }
  mxArray *s = q->answers[0] = new_struct (total, N, names);
  for (int o = 0, i = 0; o < KINDS; o++)
    for (int k = 0; k < kernels[o]; k++, i++)
      {
        const gr_kernel_counts *row = &rows[o][k];
        set_text (s, i, "algorithm", info->name);
        set_text (s, i, "function", explained[o].function);
        set_text (s, i, "kernel", row->kernel);
        set_number (s, i, "launches", row->launches);
        mxSetField (s, i, "grid", row_of_counts (3, row->grid));
        mxSetField (s, i, "block", row_of_counts (3, row->block));
#define SET_COUNTER(_, NAME) set_number (s, i, #NAME, (double) row->NAME);
        GR_COUNTERS (SET_COUNTER, _)
      }
  return true;
}

static bool
plan (const question *q, gw_failure *failure)
{
  FIELDS ("function", "kernel", "grid", "block", "segments", "chunk", "chunks", "whole", "workspace", "bytes",
          "seconds");
  enum { OPERATOR, TYPE, INNER, LEN, OUTER, NUMBERS };
  static const double least[NUMBERS] = { 1, 1, 0, 0, 0 };
  static const double most[NUMBERS] = { GR_OPERATOR_COUNT, GR_TYPE_COUNT, 0x1p53, 0x1p53, 0x1p53 };
  double asked[NUMBERS];
  if (! gw_read_wholes (q->arguments[0], "[OPERATOR TYPE INNER LEN OUTER]", NUMBERS, least, most, asked, failure))
    return false;
  const gr_request request = { .op = (gr_operator) asked[OPERATOR] - 1,
                               .type = (gr_type) asked[TYPE] - 1,
                               .inner = (size_t) asked[INNER],
                               .len = (size_t) asked[LEN],
                               .outer = (size_t) asked[OUTER] };
  gr_prediction p;
  const gr_status status = gr_predict (&request, false, &p);
  if (status != GR_OK)
    return gw_library (failure, status);
  char function[GW_WORD_MAX];
  snprintf (function, sizeof function, "gpu%s", gr_operators[request.op].name);
  mxArray *s = q->answers[0] = new_struct (1, N, names);
  set_text (s, 0, "function", function);
  set_text (s, 0, "kernel", p.grid ? gr_auto_kernels[p.kernel] : "");
  set_number (s, 0, "grid", (double) p.grid);
  set_number (s, 0, "block", p.block);
  set_number (s, 0, "segments", (double) p.segments);
  set_number (s, 0, "chunk", (double) p.chunk);
  set_number (s, 0, "chunks", (double) p.chunks);
  set_number (s, 0, "whole", (double) p.whole);
  set_number (s, 0, "workspace", (double) p.workspace);
  set_number (s, 0, "bytes", p.bytes);
  set_number (s, 0, "seconds", p.seconds);
  return true;
}

static bool
operators (const question *q, gw_failure *failure)
{
  (void) failure;
  FIELDS ("name", "kind", "family", "variant", "between", "arithmetics", "options", "small");
  /* bit by bit, as GR_ROOT, GR_TAKES_NANFLAG and their like are numbered */
  static const char *const variants[] = { "root", "least" };
  static const char *const options[] = { "nanflag", "mean type", "weights", "index", "skips empty" };
  mxArray *s = q->answers[0] = new_struct (GR_OPERATOR_COUNT, N, names);
  for (int i = 0; i < GR_OPERATOR_COUNT; i++)
    {
      const gr_operator_info *op = &gr_operators[i];
      set_text (s, i, "name", op->name);
      set_text (s, i, "kind", op->is_scan ? "scan" : "reduction");
      set_text (s, i, "family", gr_bound_families[op->accumulator]);
      mxSetField (s, i, "variant", cell_of (sizeof variants / sizeof *variants, variants, op->variant));
      mxSetField (s, i, "between", gw_between ((gr_operator) i));
      mxSetField (s, i, "arithmetics",
                  cell_of (GR_ARITHMETIC_COUNT, gr_arithmetics, op->arithmetics | 1u << GR_ARITHMETIC_DEFAULT));
      mxSetField (s, i, "options", cell_of (sizeof options / sizeof *options, options, op->options));
      set_number (s, i, "small", (double) op->small);
    }
  return true;
}

static bool
functions (const question *q, gw_failure *failure)
{
  (void) failure;
  FIELDS ("name", "sign", "kind", "number");
  enum { BINARIES = GR_OPERATOR_COUNT, UNARIES = BINARIES + GR_BINARY_COUNT, COUNT = UNARIES + GR_UNARY_COUNT };
  mxArray *s = q->answers[0] = new_struct (COUNT, N, names);
  for (int i = 0; i < COUNT; i++)
    {
      const gr_kernel_kind kind = i < BINARIES ? GR_KERNELS_OF_OPERATOR
                                : i < UNARIES  ? GR_KERNELS_OF_BINARY
                                               : GR_KERNELS_OF_UNARY;
      const int k = i - (kind == GR_KERNELS_OF_UNARY ? UNARIES : kind == GR_KERNELS_OF_BINARY ? BINARIES : 0);
      set_text (s, i, "name",
                kind == GR_KERNELS_OF_OPERATOR ? gr_operators[k].name
                : kind == GR_KERNELS_OF_BINARY ? gr_binaries[k].name
                                               : gr_unaries[k].name);
      set_text (s, i, "sign", kind == GR_KERNELS_OF_BINARY ? gr_binaries[k].sign : "");
      set_number (s, i, "kind", 1 + (int) kind);
      set_number (s, i, "number", 1 + k);
    }
  return true;
}

static bool
types (const question *q, gw_failure *failure)
{
  (void) failure;
  FIELDS ("class", "complex", "bytes");
  mxArray *s = q->answers[0] = new_struct (GR_TYPE_COUNT, N, names);
  for (int i = 0; i < GR_TYPE_COUNT; i++)
    {
      set_text (s, i, "class", gr_types[i].name);
      mxSetField (s, i, "complex", mxCreateLogicalScalar (gr_types[i].is_complex));
      set_number (s, i, "bytes", (double) gr_types[i].size);
    }
  return true;
}

static bool
live (const question *q, gw_failure *failure)
{
  (void) failure;
  q->answers[0] = mxCreateDoubleScalar ((double) gr_live_allocations ());
  return true;
}

static bool
terminal (const question *q, gw_failure *failure)
{
  (void) failure;
  q->answers[0] = mxCreateLogicalScalar (gw_at_terminal ());
  return true;
}

static bool
meant (const question *q, gw_failure *failure)
{
  enum { MOST_NAMES = 256 };
  char word[GW_WORD_MAX], texts[MOST_NAMES][GW_WORD_MAX];
  const char *names[MOST_NAMES];
  const size_t n = mxIsCell (q->arguments[1]) ? mxGetNumberOfElements (q->arguments[1]) : 0;
  if (! gw_read_word (q->arguments[0], word, failure))
    return false;
  if (n == 0 || n > MOST_NAMES)
    return gw_fail (failure, GR_BAD_ARGUMENT, "NAMES must be a cell array of 1 to %d names", MOST_NAMES);
  for (size_t i = 0; i < n; i++)
    {
      if (! gw_read_word (mxGetCell (q->arguments[1], i), texts[i], failure))
        return false;
      names[i] = texts[i];
    }
  const char *best = gw_find_meant (word, (int) n, names);
  q->answers[0] = mxCreateString (best ? best : "");
  return true;
}

static bool
backend (const question *q, gw_failure *failure)
{
  const char *name;
  const gr_status status = gr_backend_name (&name);
  if (status != GR_OK)
    return gw_library (failure, status);
  q->answers[0] = mxCreateString (name);
  return true;
}

static bool
has_cub (const question *q, gw_failure *failure)
{
  (void) failure;
  q->answers[0] = mxCreateLogicalScalar (gr_has_cub ());
  return true;
}

static bool
read_repeats (const mxArray *a, unsigned *repeats, gw_failure *failure)
{
  double count;
  if (! gw_read_whole (a, "the number of repetitions", 1, MOST_REPEATS, &count, failure))
    return false;
  *repeats = (unsigned) count;
  return true;
}

/* The first argument, if it is a string.  */
static bool
read_name (const question *q, char *name, gw_failure *failure)
{
  *name = '\0';
  return ! gw_is_string (q->arguments[0]) || gw_read_word (q->arguments[0], name, failure);
}

static bool
measure (const question *q, gw_failure *failure)
{
  char name[GW_WORD_MAX];
  if (! read_name (q, name, failure))
    return false;
  const int op = gr_find_operator (name);
  if (op < 0)
    {
      gw_fail (failure, GR_BAD_ARGUMENT, "'%s' cannot be measured; what can is", name);
      for (int i = 0; i < GR_OPERATOR_COUNT; i++)
        gw_append (failure, " %s", gr_operators[i].name);
      return false;
    }
  gw_call call;
  unsigned repeats;
  if (! read_repeats (q->arguments[1], &repeats, failure))
    return false;
  if (! gw_check ((gr_operator) op, q->wanted - 1, q->given - 2, q->arguments + 2, &call, failure))
    return ! failure->usage ? false : gw_fail (failure, GR_BAD_ARGUMENT, "gpu%s takes no such arguments", name);
  if (call.m_file || (q->wanted > 2 && (gr_operators[op].options & GR_TAKES_WEIGHTS)))
    return gw_fail (failure, GR_UNSUPPORTED, "such a call of gpu%s is made of several, which are not measured", name);
  mxArray *seconds = mxCreateDoubleMatrix (1, repeats, mxREAL), *results[2] = { NULL };
  call.repeats = repeats;
  call.seconds = mxGetDoubles (seconds);
  if (! gw_work (&call, q->wanted - 1, results, failure))
    return false;
  q->answers[0] = seconds;
  for (int k = 0; k < 2; k++)
    if (k + 1 < q->wanted)
      q->answers[k + 1] = results[k];
    else
      mxDestroyArray (results[k]);
  return true;
}

static bool
limit (const question *q, gw_failure *failure)
{
  char name[GW_WORD_MAX];
  if (! read_name (q, name, failure))
    return false;
  int which = 0;
  while (which < GR_LIMIT_COUNT && strcmp (name, gr_limits[which]))
    which++;
  if (which == GR_LIMIT_COUNT)
    {
      gw_fail (failure, GR_BAD_ARGUMENT, "'%s' is no limit; there are", name);
      for (int i = 0; i < GR_LIMIT_COUNT; i++)
        gw_append (failure, " \"%s\"", gr_limits[i]);
      return false;
    }
  double bytes;
  unsigned repeats;
  if (! gw_read_whole (q->arguments[1], "the number of bytes", 1, MOST_BYTES, &bytes, failure)
      || ! read_repeats (q->arguments[2], &repeats, failure))
    return false;
  q->answers[0] = mxCreateDoubleMatrix (1, repeats, mxREAL);
  double *seconds = mxGetDoubles (q->answers[0]);
  const gr_status status = gr_measure_limit ((gr_limit) which, (size_t) bytes, repeats, seconds);
  return status == GR_OK || gw_library (failure, status);
}

static const struct
{
  const char *name;
  int least, most; /* arguments */
  subcommand *run;
} subcommands[] = {
  { "last", 0, 0, last },           { "device_count", 0, 0, device_count },
  { "device", 0, 0, device },       { "reset", 0, 0, reset },
  { "cache", 0, 0, cache },         { "clear_cache", 0, 0, clear_cache },
  { "compile", 2, 2, compile },     { "wait", 0, 1, wait_for_device },
  { "select", 1, 1, select_which }, { "algorithms", 0, 0, algorithms },
  { "explain", 1, 1, explain },     { "plan", 1, 1, plan },
  { "operators", 0, 0, operators }, { "types", 0, 0, types },
  { "functions", 0, 0, functions }, { "live", 0, 0, live },
  { "backend", 0, 0, backend },     { "terminal", 0, 0, terminal },
  { "has_cub", 0, 0, has_cub },     { "measure", 3, INT_MAX, measure },
  { "limit", 3, 3, limit },         { "time_small", 1, 1, time_small },
  { "meant", 2, 2, meant },
};
enum { SUBCOMMANDS = sizeof subcommands / sizeof *subcommands };

bool
gw_info (int nlhs, mxArray *plhs[], int nrhs, const mxArray *const prhs[], gw_failure *failure)
{
  char name[GW_WORD_MAX] = "";
  if (nrhs > 0 && gw_is_string (prhs[0]) && ! gw_read_word (prhs[0], name, failure))
    return false;
  const question q = { .wanted = nlhs, .answers = plhs, .given = nrhs - 1, .arguments = prhs + 1 };
  for (int i = 0; i < SUBCOMMANDS; i++)
    if (! strcmp (name, subcommands[i].name) && q.given >= subcommands[i].least && q.given <= subcommands[i].most)
      return subcommands[i].run (&q, failure);
  gw_fail (failure, GR_BAD_ARGUMENT, "subcommand '%s' with %d arguments is not one of", name, nrhs > 0 ? q.given : 0);
  for (int i = 0; i < SUBCOMMANDS; i++)
    if (subcommands[i].most == INT_MAX)
      gw_append (failure, " %s (%d or more)", subcommands[i].name, subcommands[i].least);
    else if (subcommands[i].least)
      gw_append (failure, " %s (%d)", subcommands[i].name, subcommands[i].least);
    else
      gw_append (failure, " %s", subcommands[i].name);
  return false;
}
