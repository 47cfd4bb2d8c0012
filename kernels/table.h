/* The one list of element types, operators and algorithms.

   Everything that needs to know them expands these macros: the C enums and
   name strings, the argument parser, the launch tables, what gpualgos prints,
   the axes of the tests and of the sweeps.  To add an operator, add a line
   here and a monoid in ops.cuh; to add an algorithm, a line here and a kernel.

   Each macro calls X once a row, with the row's columns after a first
   argument that it passes through untouched ("_" where none is needed).
   No includes: it is read by C11, by CUDA C++ and by the Makefile.  */

#ifndef GR_TABLE_H
#define GR_TABLE_H

/* Element types.  X (_, ID, storage type, Octave class, is complex)
   "char" and "logical" are stored as bytes, as Octave stores them.  */
#define GR_TYPES(X, _)                          \
  X (_, F64,  double,   "double",  0)           \
  X (_, F32,  float,    "single",  0)           \
  X (_, I8,   int8_t,   "int8",    0)           \
  X (_, I16,  int16_t,  "int16",   0)           \
  X (_, I32,  int32_t,  "int32",   0)           \
  X (_, I64,  int64_t,  "int64",   0)           \
  X (_, U8,   uint8_t,  "uint8",   0)           \
  X (_, U16,  uint16_t, "uint16",  0)           \
  X (_, U32,  uint32_t, "uint32",  0)           \
  X (_, U64,  uint64_t, "uint64",  0)           \
  X (_, BOOL, uint8_t,  "logical", 0)           \
  X (_, CHAR, uint8_t,  "char",    0)           \
  X (_, C64,  gr_c64,   "double",  1)           \
  X (_, C32,  gr_c32,   "single",  1)

/* How the arithmetic is done; the strings are Octave's option names.
   X (_, ID, option)  */
#define GR_ARITHMETICS(X, _)                    \
  X (_, DEFAULT, "default")                     \
  X (_, DOUBLE,  "double")                      \
  X (_, NATIVE,  "native")                      \
  X (_, EXTRA,   "extra")

/* Operators.
   X (_, ID, name, kind, unit, arithmetics beside DEFAULT, options)
   The public function is "gpu" followed by the name.  unit is the row whose
   compiled code serves this one too.  */
#define GR_OPERATORS(X, _)                                                                                     \
  X (_, SUM,     sum,     REDUCTION, SUM,     GR_TAKES_DOUBLE | GR_TAKES_NATIVE | GR_TAKES_EXTRA, GR_TAKES_NANFLAG) \
  X (_, PROD,    prod,    REDUCTION, PROD,    GR_TAKES_DOUBLE | GR_TAKES_NATIVE, GR_TAKES_NANFLAG)             \
  X (_, SUMSQ,   sumsq,   REDUCTION, SUM,     0,                                 GR_TAKES_NANFLAG)             \
  X (_, MEAN,    mean,    REDUCTION, MEAN,    GR_TAKES_DOUBLE | GR_TAKES_NATIVE, GR_TAKES_NANFLAG | GR_TAKES_MEAN_TYPE) \
  X (_, VAR,     var,     REDUCTION, VAR,     0,                                 GR_TAKES_NANFLAG | GR_TAKES_WEIGHTS) \
  X (_, STD,     std,     REDUCTION, VAR,     0,                                 GR_TAKES_NANFLAG | GR_TAKES_WEIGHTS) \
  X (_, MAX,     max,     REDUCTION, MAX,     0,                                 GR_TAKES_NANFLAG | GR_GIVES_INDEX) \
  X (_, MIN,     min,     REDUCTION, MIN,     0,                                 GR_TAKES_NANFLAG | GR_GIVES_INDEX) \
  X (_, ANY,     any,     REDUCTION, ANY,     0,                                 0)                            \
  X (_, ALL,     all,     REDUCTION, ANY,     0,                                 0)                            \
  X (_, CUMSUM,  cumsum,  SCAN,      CUMSUM,  GR_TAKES_DOUBLE | GR_TAKES_NATIVE, GR_TAKES_NANFLAG)             \
  X (_, CUMPROD, cumprod, SCAN,      CUMPROD, 0,                                 GR_TAKES_NANFLAG)             \
  X (_, CUMMAX,  cummax,  SCAN,      CUMMAX,  0,                                 GR_TAKES_NANFLAG | GR_GIVES_INDEX) \
  X (_, CUMMIN,  cummin,  SCAN,      CUMMIN,  0,                                 GR_TAKES_NANFLAG | GR_GIVES_INDEX)

/* Algorithms.
   X (_, ID, name, aliases (each followed by a comma), kinds of operator and
      what is special, smallest block, largest block, default block, summary)
   A legal block size is a power of two between the two bounds; bounds of 0
   say that the algorithm chooses its launch itself and takes no "block".  */
#define GR_ALGORITHMS(X, _)                                                                       \
  X (_, AUTO,    "auto",    "",             GR_REDUCTIONS | GR_SCANS, 0,  0,    0,                \
     "tuned for speed, whatever the shape")                                                      \
  X (_, SHUFFLE, "shuffle", "reduce7,",     GR_REDUCTIONS,            32, 1024, 256,              \
     "warp shuffles instead of a shared-memory tree")                                             \
  X (_, KOGGE,   "kogge",   "kogge-stone,", GR_SCANS,                 32, 1024, 256,              \
     "Kogge-Stone, one element per thread, double buffered")                                      \
  X (_, CUB,     "cub",     "",             GR_REDUCTIONS | GR_SCANS | GR_CUDA_ONLY | GR_REORDERS, 0, 0, 0, \
     "the CUDA Toolkit's device-wide primitives; real, no \"native\", var, std")

/* Limits of the memory that a run is held against.  X (_, ID, name)  */
#define GR_LIMITS(X, _)                         \
  X (_, READ, "read")                           \
  X (_, COPY, "copy")

/* Outcomes of a library call.  X (_, ID, suffix of the error identifier)  */
#define GR_STATUSES(X, _)                       \
  X (_, OK,            "ok")                    \
  X (_, BAD_ARGUMENT,  "badArgument")           \
  X (_, UNSUPPORTED,   "unsupported")           \
  X (_, OUT_OF_MEMORY, "outOfMemory")           \
  X (_, CUDA_ERROR,    "cuda")                  \
  X (_, INTERRUPTED,   "interrupted")

#endif
