/* SPDX-License-Identifier: GPL-3.0-or-later

   The one list of element types, operators and algorithms.

   Everything that needs to know them expands these macros: the C enums and
   name strings, the argument parser, the launch tables, what gpualgos prints,
   the axes of the tests and of the sweeps.  How to add an operator or an
   algorithm: kernels/README.md.

   Each macro calls X once a row, with the row's columns after a first
   argument that it passes through untouched ("_" where none is needed).
   No includes: it is read by C11, by CUDA C++ and by the Makefile.  */

#ifndef GR_TABLE_H
#define GR_TABLE_H

/* Rows are columns.  */
/* clang-format off */

/* Element types.  X (_, ID, storage type, Octave class, is complex, kind)
   "char" and "logical" are stored as bytes, as Octave stores them.  kind: FLOATING, SIGNED or UNSIGNED (the integer
   classes), LOGICAL or CHAR.  */
#define GR_TYPES(X, _)                           \
  X (_, F64,  double,   "double",  0, FLOATING)  \
  X (_, F32,  float,    "single",  0, FLOATING)  \
  X (_, I8,   int8_t,   "int8",    0, SIGNED)    \
  X (_, I16,  int16_t,  "int16",   0, SIGNED)    \
  X (_, I32,  int32_t,  "int32",   0, SIGNED)    \
  X (_, I64,  int64_t,  "int64",   0, SIGNED)    \
  X (_, U8,   uint8_t,  "uint8",   0, UNSIGNED)  \
  X (_, U16,  uint16_t, "uint16",  0, UNSIGNED)  \
  X (_, U32,  uint32_t, "uint32",  0, UNSIGNED)  \
  X (_, U64,  uint64_t, "uint64",  0, UNSIGNED)  \
  X (_, BOOL, uint8_t,  "logical", 0, LOGICAL)   \
  X (_, CHAR, uint8_t,  "char",    0, CHAR)      \
  X (_, C64,  gr_c64,   "double",  1, FLOATING)  \
  X (_, C32,  gr_c32,   "single",  1, FLOATING)

/* How the arithmetic is done; the strings are Octave's option names.
   X (_, ID, option)  */
#define GR_ARITHMETICS(X, _)  \
  X (_, DEFAULT, "default")   \
  X (_, DOUBLE,  "double")    \
  X (_, NATIVE,  "native")    \
  X (_, EXTRA,   "extra")

/* What elements are combined in.  X (_, ID, family of the bounds of rounding errors)
   Bounds are those of tests/private/bound.m; "order" has no rounding errors.  */
#define GR_ACCUMULATORS(X, _)  \
  X (_, SUM,      "sum")       \
  X (_, SQUARES,  "sumsq")     \
  X (_, PRODUCT,  "product")   \
  X (_, MEAN,     "mean")      \
  X (_, MOMENTS,  "var")       \
  X (_, EXTREMUM, "order")     \
  X (_, TRUTH,    "order")

/* Classes of results.  X (_, ID)
   LOGICAL         logical
   ELEMENT         the input's class; of char double
   REAL            single for single, else double; never complex
   NATIVE_REAL     the same, but "native" keeps integers and logical
   NATIVE          single or complex where the input is, else double; "native" keeps integers and logical
   NATIVE_INTEGER  the same, but "native" keeps integers only  */
#define GR_RESULTS(X, _)  \
  X (_, LOGICAL)          \
  X (_, ELEMENT)          \
  X (_, REAL)             \
  X (_, NATIVE_REAL)      \
  X (_, NATIVE)           \
  X (_, NATIVE_INTEGER)

/* The ways in which Octave's builtins read their arguments, each named after one builtin; mex/arguments.c says
   what they are.  X (_, ID) */
#define GR_ARGUMENTS(X, _)  \
  X (_, SUM)                \
  X (_, SUMSQ)              \
  X (_, MEAN)               \
  X (_, VAR)                \
  X (_, MAX)                \
  X (_, ANY)                \
  X (_, CUMSUM)             \
  X (_, CUMMAX)

/* Operators.
   X (_, ID, name, kind, unit, accumulator, variant, result, arguments, arithmetics beside DEFAULT, options, small)
   The public function is "gpu" followed by the name.  unit is the row whose
   compiled code serves this one too.  variant: GR_ROOT, of which the square root is
   taken at the end; GR_LEAST, the least wins instead of the greatest.  small: up to this number of KiB, `auto` of an
   array on the host runs there by default, since the way to a device and back takes longer: see gr_run.  Up to there one
   thread of an H100's host is ahead, 16 threads far beyond (plots/data/host-small.csv); the number is fixed, as the
   bits of results depend on it.  */
#define GR_OPERATORS(X, _)                                                                              \
  X (_, SUM,     sum,     REDUCTION, SUM,     SUM,      0,        NATIVE,         SUM,                  \
     GR_TAKES_DOUBLE | GR_TAKES_NATIVE | GR_TAKES_EXTRA, GR_TAKES_NANFLAG, 1024)                        \
  X (_, PROD,    prod,    REDUCTION, PROD,    PRODUCT,  0,        NATIVE,         SUM,                  \
     GR_TAKES_DOUBLE | GR_TAKES_NATIVE, GR_TAKES_NANFLAG, 1024)                                         \
  X (_, SUMSQ,   sumsq,   REDUCTION, SUM,     SQUARES,  0,        NATIVE_REAL,    SUMSQ,                \
     GR_TAKES_DOUBLE | GR_TAKES_NATIVE, GR_TAKES_NANFLAG, 1024)                                         \
  X (_, MEAN,    mean,    REDUCTION, MEAN,    MEAN,     0,        NATIVE_INTEGER, MEAN,                 \
     GR_TAKES_DOUBLE | GR_TAKES_NATIVE, GR_TAKES_NANFLAG | GR_TAKES_MEAN_TYPE | GR_SKIPS_EMPTY, 1024)   \
  X (_, VAR,     var,     REDUCTION, VAR,     MOMENTS,  0,        REAL,           VAR,                  \
     0, GR_TAKES_NANFLAG | GR_TAKES_WEIGHTS, 1024)                                                       \
  X (_, STD,     std,     REDUCTION, VAR,     MOMENTS,  GR_ROOT,  REAL,           VAR,                  \
     0, GR_TAKES_NANFLAG | GR_TAKES_WEIGHTS, 1024)                                                       \
  X (_, MAX,     max,     REDUCTION, MAX,     EXTREMUM, 0,        ELEMENT,        MAX,                  \
     0, GR_TAKES_NANFLAG | GR_GIVES_INDEX, 1024)                                                        \
  X (_, MIN,     min,     REDUCTION, MAX,     EXTREMUM, GR_LEAST, ELEMENT,        MAX,                  \
     0, GR_TAKES_NANFLAG | GR_GIVES_INDEX, 1024)                                                        \
  X (_, ANY,     any,     REDUCTION, ANY,     TRUTH,    0,        LOGICAL,        ANY,                  \
     0, 0, 1024)                                                                                        \
  X (_, ALL,     all,     REDUCTION, ANY,     TRUTH,    GR_LEAST, LOGICAL,        ANY,                  \
     0, 0, 1024)                                                                                        \
  X (_, CUMSUM,  cumsum,  SCAN,      CUMSUM,  SUM,      0,        NATIVE,         CUMSUM,               \
     GR_TAKES_DOUBLE | GR_TAKES_NATIVE, GR_TAKES_NANFLAG, 1024)                                          \
  X (_, CUMPROD, cumprod, SCAN,      CUMPROD, PRODUCT,  0,        NATIVE,         SUMSQ,                \
     GR_TAKES_DOUBLE | GR_TAKES_NATIVE, GR_TAKES_NANFLAG, 1024)                                          \
  X (_, CUMMAX,  cummax,  SCAN,      CUMMAX,  EXTREMUM, 0,        ELEMENT,        CUMMAX,               \
     0, GR_TAKES_NANFLAG | GR_GIVES_INDEX, 1024)                                                         \
  X (_, CUMMIN,  cummin,  SCAN,      CUMMAX,  EXTREMUM, GR_LEAST, ELEMENT,        CUMMAX,               \
     0, GR_TAKES_NANFLAG | GR_GIVES_INDEX, 1024)

/* Algorithms.
   X (_, ID, name, aliases (each followed by a comma), kinds of operator, or sorts, and
      what is special, smallest block, largest block, default block, summary)
   A legal block size is a power of two between the two bounds; bounds of 0
   say that the algorithm chooses its launch itself and takes no "block".  */
#define GR_ALGORITHMS(X, _)                                                                          \
  X (_, AUTO,               "auto",               "",                                                \
     GR_REDUCTIONS | GR_SCANS | GR_SORTS, 0, 0, 0, "tuned for speed, whatever the shape")            \
  X (_, NEIGHBORED,         "neighbored",         "reduceNeighbored,",                               \
     GR_REDUCTIONS, 32, 1024, 256, "in place: pairs of neighbours, divergent")                       \
  X (_, NEIGHBORED_LESS,    "neighbored-less",    "reduceNeighboredLess,",                           \
     GR_REDUCTIONS, 32, 1024, 256, "in place: the same pairs, worked on by whole warps")             \
  X (_, INTERLEAVED,        "interleaved",        "reduceInterleaved,",                              \
     GR_REDUCTIONS, 32, 1024, 256, "in place: the stride halves from half a block")                  \
  X (_, UNROLL2,            "unroll2",            "reduceUnrolling2,",                               \
     GR_REDUCTIONS, 32, 1024, 256, "each block first folds 2 data blocks")                           \
  X (_, UNROLL4,            "unroll4",            "reduceUnrolling4,",                               \
     GR_REDUCTIONS, 32, 1024, 256, "each block first folds 4 data blocks")                           \
  X (_, UNROLL8,            "unroll8",            "reduceUnrolling8,",                               \
     GR_REDUCTIONS, 32, 1024, 256, "each block first folds 8 data blocks")                           \
  X (_, UNROLL_WARP2,       "unroll-warp2",       "reduceUnrollWarps,",                              \
     GR_REDUCTIONS, 32, 1024, 256, "unroll2 with the last warp unrolled")                            \
  X (_, UNROLL_WARP8,       "unroll-warp8",       "reduceUnrollWarps8,",                             \
     GR_REDUCTIONS, 32, 1024, 256, "unroll8 with the last warp unrolled")                            \
  X (_, UNROLL_ALL8,        "unroll-all8",        "reduceCompleteUnrollWarps8,",                     \
     GR_REDUCTIONS, 32, 1024, 256, "unroll8 with the whole tree unrolled")                           \
  X (_, TEMPLATE8,          "template8",          "reduceCompleteUnroll,",                           \
     GR_REDUCTIONS, 32, 1024, 256, "the same, block size a template parameter")                      \
  X (_, NESTED,             "nested",             "gpuRecursiveReduce,",                             \
     GR_REDUCTIONS, 32, 1024, 256, "in place: each level launches the next on the device")           \
  X (_, SHARED_DIVERGENT,   "shared-divergent",   "reduce0,",                                        \
     GR_REDUCTIONS, 32, 1024, 256, "shared memory: pairs of neighbours, divergent")                  \
  X (_, SHARED_STRIDED,     "shared-strided",     "reduce1,",                                        \
     GR_REDUCTIONS, 32, 1024, 256, "shared memory: strided index, bank conflicts")                   \
  X (_, SHARED_SEQUENTIAL,  "shared-sequential",  "reduce2,",                                        \
     GR_REDUCTIONS, 32, 1024, 256, "shared memory: sequential addressing")                           \
  X (_, SHARED_FIRST_ADD,   "shared-first-add",   "reduce3,",                                        \
     GR_REDUCTIONS, 32, 1024, 256, "first combination during the load")                              \
  X (_, SHARED_UNROLL_WARP, "shared-unroll-warp", "reduce4,",                                        \
     GR_REDUCTIONS, 32, 1024, 256, "last warp unrolled")                                             \
  X (_, SHARED_UNROLL_ALL,  "shared-unroll-all",  "reduce5,",                                        \
     GR_REDUCTIONS, 32, 1024, 256, "whole tree unrolled, block size a template parameter")           \
  X (_, SHARED_MULTI,       "shared-multi",       "reduce6,",                                        \
     GR_REDUCTIONS, 32, 1024, 256, "many elements a thread")                                         \
  X (_, SHUFFLE,            "shuffle",            "reduce7,",                                        \
     GR_REDUCTIONS, 32, 1024, 256, "warp shuffles instead of a shared-memory tree")                  \
  X (_, KOGGE,              "kogge",              "kogge-stone,",                                    \
     GR_SCANS, 32, 1024, 256, "Kogge-Stone, one element per thread, double buffered")                \
  X (_, BRENT,              "brent",              "brent-kung,",                                     \
     GR_SCANS, 32, 1024, 256, "Brent-Kung, two elements per thread, up-sweep and down-sweep")        \
  X (_, THREE_PHASE,        "three-phase",        "threephase,",                                     \
     GR_SCANS, 32, 1024, 256, "serial sections, scan of their totals, add back")                     \
  X (_, LOOKBACK,           "lookback",           "",                                                \
     GR_SCANS, 32, 1024, 256, "single pass, decoupled look-back")                                    \
  X (_, CUB,                "cub",                "",                                                \
     GR_REDUCTIONS | GR_SCANS | GR_CUDA_ONLY | GR_REORDERS, 0, 0, 0,                                 \
     "the CUDA Toolkit's device-wide primitives; real, no \"native\", var, std")                     \
  X (_, RECURSIVE,          "recursive",          "recursiveReduce,",                                \
     GR_REDUCTIONS | GR_HOST_ONLY, 0, 0, 0, "loops of the host: the interleaved tree, recursively")  \
  X (_, SERIAL,             "serial",             "",                                                \
     GR_REDUCTIONS | GR_SCANS | GR_HOST_ONLY, 0, 0, 0, "a loop of the host, element after element")  \
  X (_, BITONIC,            "bitonic",            "bitonicSort,",                                    \
     GR_SORTS, 32, 1024, 256, "a network: pairs are compared and exchanged, in log n steps squared")  \
  X (_, RADIX,              "radix",              "radixSort,",                                      \
     GR_SORTS, 32, 1024, 256, "digit by digit: count, scan the counts, scatter")

/* The kernels of "auto", gr_<name>_kernel each.  X (_, ID, name)  */
#define GR_AUTO_KERNELS(X, _)                          \
  X (_, REDUCE_SHORT,          reduce_short)           \
  X (_, REDUCE_ACROSS,         reduce_across)          \
  X (_, REDUCE,                reduce)                 \
  X (_, SCAN_CONTIGUOUS,       scan_contiguous)        \
  X (_, SCAN_SHORT,            scan_short)             \
  X (_, SCAN_CLUSTER,          scan_cluster)           \
  X (_, SCAN_STRIPES,          scan_stripes)           \
  X (_, SCAN_ROWS,             scan_rows)              \
  X (_, SCAN_STRIDED_LOOKBACK, scan_strided_lookback)  \
  X (_, SCAN_STRIDED_BUNDLED,  scan_strided_bundled)   \
  X (_, SCAN_STRIDED_CHAINED,  scan_strided_chained)

/* What gr_explain counts of a kernel.  X (_, field)
   Bytes are those that threads ask for, sectors what a GPU moves for them, 32
   bytes each; kernels/simt/count.h says how each is counted.  */
#define GR_COUNTERS(X, _)    \
  X (_, load_bytes)          \
  X (_, load_sectors)        \
  X (_, store_bytes)         \
  X (_, store_sectors)       \
  X (_, shared_accesses)     \
  X (_, bank_conflicts)      \
  X (_, branches)            \
  X (_, divergent_branches)  \
  X (_, barriers)            \
  X (_, warp_operations)

/* Limits of the memory that a run is held against.  X (_, ID, name)  */
#define GR_LIMITS(X, _)  \
  X (_, READ, "read")    \
  X (_, COPY, "copy")

/* Outcomes of a library call.  X (_, ID, suffix of the error identifier)  */
#define GR_STATUSES(X, _)              \
  X (_, OK,            "ok")           \
  X (_, BAD_ARGUMENT,  "badArgument")  \
  X (_, UNSUPPORTED,   "unsupported")  \
  X (_, OUT_OF_MEMORY, "outOfMemory")  \
  X (_, CUDA_ERROR,    "cuda")         \
  X (_, INTERRUPTED,   "interrupted")

#endif
