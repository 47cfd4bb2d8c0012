/* __gpureduce__ (SUBCOMMAND, ...): what the m-files ask the library.

   ("last")          struct of the last successful call, see gpulast
   ("device_count")  CUDA devices that answer
   ("device")        struct of the selected device, see gpuDevice
   ("select", WHICH) select the backend "cpu" or "cuda", or the CUDA device of a number
   ("algorithms") ("operators") ("types")   struct arrays, the table
   ("explain", [A N B])   struct array of kernels, see gpualgos: of the A-th algorithm
                     on N doubles with blocks of B threads (0: the default)
   ("live")          buffers that the library and its callers hold
   ("backend")       name of the selected backend
   ("built", NAME)   whether the library binary has that backend  */

#include "info.h"

#include <stdio.h>
#include <string.h>

#include "options.h"

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

#define ROW_OF(TYPE, SUFFIX)                                    \
  static mxArray *                                              \
  row_of_##SUFFIX (size_t n, const TYPE *values)                \
  {                                                             \
    mxArray *row = mxCreateDoubleMatrix (1, (mwSize) n, mxREAL); \
    double *out = mxGetDoubles (row);                           \
    for (size_t i = 0; i < n; i++)                              \
      out[i] = (double) values[i];                              \
    return row;                                                 \
  }
ROW_OF (size_t, sizes)
ROW_OF (unsigned, counts)

#define FIELDS(...)                                             \
  static const char *names[] = { __VA_ARGS__ };                 \
  enum { N = sizeof names / sizeof *names }

/* ---- subcommands ---- */

typedef bool subcommand (const mxArray *argument, mxArray **answer, gw_failure *failure);

static bool
last (const mxArray *argument, mxArray **answer, gw_failure *failure)
{
  (void) argument;
  FIELDS ("function", "algorithm", "backend", "device", "class", "dims", "grid", "block", "seconds_in",
          "seconds_kernels", "seconds_convert", "seconds_out", "bytes", "gbps");
  gr_record r;
  if (! gr_last (&r))
    return gw_fail (failure, GR_BAD_ARGUMENT, "no gpureduce function has run yet");
  char function[GW_WORD_MAX];
  snprintf (function, sizeof function, "gpu%s", gr_operators[r.op].name);
  mxArray *s = *answer = new_struct (1, N, names);
  set_text (s, 0, "function", function);
  set_text (s, 0, "algorithm", gr_algorithms[r.algorithm].name);
  set_text (s, 0, "backend", r.backend);
  set_text (s, 0, "device", r.device);
  set_text (s, 0, "class", gr_types[r.type].name);
  mxSetField (s, 0, "dims", row_of_sizes (r.ndims, r.dims));
  mxSetField (s, 0, "grid", row_of_counts (3, r.grid));
  mxSetField (s, 0, "block", row_of_counts (3, r.block));
  set_number (s, 0, "seconds_in", r.seconds_in);
  set_number (s, 0, "seconds_kernels", r.seconds_kernels);
  set_number (s, 0, "seconds_convert", r.seconds_convert);
  set_number (s, 0, "seconds_out", r.seconds_out);
  set_number (s, 0, "bytes", r.bytes);
  set_number (s, 0, "gbps", r.bytes / r.seconds_kernels / 1e9);
  return true;
}

static bool
device_count (const mxArray *argument, mxArray **answer, gw_failure *failure)
{
  (void) argument;
  (void) failure;
  *answer = mxCreateDoubleScalar (gr_device_count ());
  return true;
}

/* 1000 * major + 10 * minor as major.minor; 0 where there is none.  */
static double
version (int packed)
{
  return packed / 1000 + packed % 1000 / 10 / 10.0;
}

static bool
device (const mxArray *argument, mxArray **answer, gw_failure *failure)
{
  (void) argument;
  FIELDS ("Index", "Name", "ComputeCapability", "MultiprocessorCount", "ClockRateKHz", "MemoryClockRateKHz",
          "L2CacheSize", "TotalMemory", "AvailableMemory", "DriverVersion", "ToolkitVersion");
  gr_device d;
  const gr_status status = gr_describe_device (&d);
  if (status != GR_OK)
    return gw_library (failure, status);
  char capability[32] = "";
  if (d.major)
    snprintf (capability, sizeof capability, "%d.%d", d.major, d.minor);
  mxArray *s = *answer = new_struct (1, N, names);
  set_number (s, 0, "Index", d.index);
  set_text (s, 0, "Name", d.name);
  set_text (s, 0, "ComputeCapability", capability);
  set_number (s, 0, "MultiprocessorCount", d.multiprocessors);
  set_number (s, 0, "ClockRateKHz", d.clock_khz);
  set_number (s, 0, "MemoryClockRateKHz", d.memory_clock_khz);
  set_number (s, 0, "L2CacheSize", (double) d.l2_bytes);
  set_number (s, 0, "TotalMemory", (double) d.total_bytes);
  set_number (s, 0, "AvailableMemory", (double) d.free_bytes);
  set_number (s, 0, "DriverVersion", version (d.driver));
  set_number (s, 0, "ToolkitVersion", version (d.runtime));
  return true;
}

static bool
select_which (const mxArray *argument, mxArray **answer, gw_failure *failure)
{
  (void) answer;
  gr_status status;
  if (gw_is_string (argument) && ! mxIsEmpty (argument))
    {
      char name[GW_WORD_MAX];
      gw_read_word (argument, name);
      status = gr_select_backend (name);
    }
  else
    {
      const double index = mxIsNumeric (argument) && mxGetNumberOfElements (argument) == 1
                           ? mxGetScalar (argument) : 0.5;
      if (! (index == (int) index))
        return gw_fail (failure, GR_BAD_ARGUMENT, "a device is a number counted from 1, \"cuda\" or \"cpu\"");
      status = gr_select_device ((int) index);
    }
  has_chosen |= status == GR_OK;
  return status == GR_OK || gw_library (failure, status);
}

static bool
algorithms (const mxArray *argument, mxArray **answer, gw_failure *failure)
{
  (void) argument;
  (void) failure;
  FIELDS ("name", "aliases", "summary", "kinds", "min_block", "max_block", "default_block");
  static const char *const kinds[] = {
    [GR_REDUCTIONS] = "reduction", [GR_SCANS] = "scan", [GR_REDUCTIONS | GR_SCANS] = "reduction scan"
  };
  mxArray *s = *answer = new_struct (GR_ALGORITHM_COUNT, N, names);
  for (int i = 0; i < GR_ALGORITHM_COUNT; i++)
    {
      const gr_algorithm_info *a = &gr_algorithms[i];
      set_text (s, i, "name", a->name);
      mxSetField (s, i, "aliases", split (a->aliases));
      set_text (s, i, "summary", a->summary);
      set_text (s, i, "kinds", kinds[a->kinds]);
      set_number (s, i, "min_block", a->min_block);
      set_number (s, i, "max_block", a->max_block);
      set_number (s, i, "default_block", a->default_block);
    }
  return true;
}

/* Both of a sum and of a cumulative sum, where the algorithm does both.  */
static bool
explain (const mxArray *argument, mxArray **answer, gw_failure *failure)
{
#define COUNTER_NAME(_, NAME) , #NAME
  FIELDS ("algorithm", "function", "kernel", "launches", "grid", "block" GR_COUNTERS (COUNTER_NAME, _));
  static const gr_operator summed[] = { GR_SUM, GR_CUMSUM };
  enum { OPERATORS = sizeof summed / sizeof *summed };
  const double *asked = mxIsDouble (argument) && mxGetNumberOfElements (argument) == 3 ? mxGetDoubles (argument)
                                                                                       : NULL;
  if (! asked || ! (asked[0] >= 1 && asked[0] <= GR_ALGORITHM_COUNT && asked[1] >= 1 && asked[1] <= 0x1p53
                    && asked[2] >= 0 && asked[2] <= 0x1p31))
    return gw_fail (failure, GR_BAD_ARGUMENT, "explain takes [ALGORITHM LENGTH BLOCK]");
  const gr_algorithm algorithm = (gr_algorithm) asked[0] - 1;
  const gr_algorithm_info *info = &gr_algorithms[algorithm];
  gr_kernel_counts rows[OPERATORS][GR_MAX_KERNELS];
  int kernels[OPERATORS] = { 0 }, total = 0;
  for (int o = 0; o < OPERATORS; o++)
    if (info->kinds & (gr_operators[summed[o]].is_scan ? GR_SCANS : GR_REDUCTIONS))
      {
        const gr_status status = gr_explain (summed[o], algorithm, (size_t) asked[1], (unsigned) asked[2],
                                             rows[o], &kernels[o]);
        if (status != GR_OK)
          return gw_library (failure, status);
        total += kernels[o];
      }
  mxArray *s = *answer = new_struct (total, N, names);
  for (int o = 0, i = 0; o < OPERATORS; o++)
    for (int k = 0; k < kernels[o]; k++, i++)
      {
        const gr_kernel_counts *row = &rows[o][k];
        char function[GW_WORD_MAX];
        snprintf (function, sizeof function, "gpu%s", gr_operators[summed[o]].name);
        set_text (s, i, "algorithm", info->name);
        set_text (s, i, "function", function);
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
operators (const mxArray *argument, mxArray **answer, gw_failure *failure)
{
  (void) argument;
  (void) failure;
  FIELDS ("name", "kind", "arithmetics", "options");
  /* bit by bit, as GR_TAKES_NANFLAG and its like are numbered */
  static const char *const options[] = { "nanflag", "mean type", "weights", "index" };
  mxArray *s = *answer = new_struct (GR_OPERATOR_COUNT, N, names);
  for (int i = 0; i < GR_OPERATOR_COUNT; i++)
    {
      const gr_operator_info *op = &gr_operators[i];
      set_text (s, i, "name", op->name);
      set_text (s, i, "kind", op->is_scan ? "scan" : "reduction");
      mxSetField (s, i, "arithmetics", cell_of (GR_ARITHMETIC_COUNT, gr_arithmetics,
                                                op->arithmetics | 1u << GR_ARITHMETIC_DEFAULT));
      mxSetField (s, i, "options", cell_of (sizeof options / sizeof *options, options, op->options));
    }
  return true;
}

static bool
types (const mxArray *argument, mxArray **answer, gw_failure *failure)
{
  (void) argument;
  (void) failure;
  FIELDS ("class", "complex", "bytes");
  mxArray *s = *answer = new_struct (GR_TYPE_COUNT, N, names);
  for (int i = 0; i < GR_TYPE_COUNT; i++)
    {
      set_text (s, i, "class", gr_types[i].name);
      mxSetField (s, i, "complex", mxCreateLogicalScalar (gr_types[i].is_complex));
      set_number (s, i, "bytes", (double) gr_types[i].size);
    }
  return true;
}

static bool
live (const mxArray *argument, mxArray **answer, gw_failure *failure)
{
  (void) argument;
  (void) failure;
  *answer = mxCreateDoubleScalar ((double) gr_live_allocations ());
  return true;
}

static bool
backend (const mxArray *argument, mxArray **answer, gw_failure *failure)
{
  (void) argument;
  const char *name;
  const gr_status status = gr_backend_name (&name);
  if (status != GR_OK)
    return gw_library (failure, status);
  *answer = mxCreateString (name);
  return true;
}

static bool
built (const mxArray *argument, mxArray **answer, gw_failure *failure)
{
  char name[GW_WORD_MAX];
  if (! gw_is_string (argument))
    return gw_fail (failure, GR_BAD_ARGUMENT, "the name of a backend is a string");
  gw_read_word (argument, name);
  *answer = mxCreateLogicalScalar (gr_backend_built (name));
  return true;
}

static const struct {
  const char *name;
  int arguments;
  subcommand *run;
} subcommands[] = {
  { "last",         0, last },
  { "device_count", 0, device_count },
  { "device",       0, device },
  { "select",       1, select_which },
  { "algorithms",   0, algorithms },
  { "explain",      1, explain },
  { "operators",    0, operators },
  { "types",        0, types },
  { "live",         0, live },
  { "backend",      0, backend },
  { "built",        1, built },
};
enum { SUBCOMMANDS = sizeof subcommands / sizeof *subcommands };

bool
gw_info (int nrhs, const mxArray *const prhs[], mxArray **answer, gw_failure *failure)
{
  char name[GW_WORD_MAX] = "";
  if (nrhs > 0 && gw_is_string (prhs[0]))
    gw_read_word (prhs[0], name);
  for (int i = 0; i < SUBCOMMANDS; i++)
    if (! strcmp (name, subcommands[i].name) && nrhs == 1 + subcommands[i].arguments)
      return subcommands[i].run (nrhs > 1 ? prhs[1] : NULL, answer, failure);
  gw_fail (failure, GR_BAD_ARGUMENT, "subcommand '%s' with %d arguments is not one of", name,
           nrhs > 0 ? nrhs - 1 : 0);
  for (int i = 0; i < SUBCOMMANDS; i++)
    gw_append (failure, " %s%s", subcommands[i].name, subcommands[i].arguments ? " (1)" : "");
  return false;
}
