/* SPDX-License-Identifier: GPL-3.0-or-later

   Parts of the host executor, a small library each, which are loaded when they are first needed: see
   library/executor.c.  Tables alone, which the Makefile reads, too.  */

#ifndef GR_SIMT_PARTS_H
#define GR_SIMT_PARTS_H

/* All named algorithms of a unit for a named monoid (gr_named_monoid), which is what a few seconds compile.
   X (_, source in device/, unit, name, monoid)  */
/* clang-format off */
#define GR_EXECUTOR_PARTS(X, _)                                            \
  X (_, reduction, SUM,     real,          gr_sum)                         \
  X (_, reduction, SUM,     complex,       gr_complex_sum)                 \
  X (_, reduction, SUM,     extra,         gr_extra_sum)                   \
  X (_, reduction, SUM,     complex_extra, gr_complex_extra_sum)           \
  X (_, reduction, SUM,     int,           gr_saturating_sum<long long>)   \
  X (_, reduction, SUM,     int64,         gr_saturating_sum<__int128>)    \
  X (_, reduction, SUM,     uint,          gr_unsigned_sum)                \
  X (_, reduction, SUM,     logical,       gr_logical)                     \
  X (_, reduction, PROD,    real,          gr_product)                     \
  X (_, reduction, PROD,    complex,       gr_complex_product)             \
  X (_, reduction, PROD,    int,           gr_saturating_product<long long>)  \
  X (_, reduction, PROD,    int64,         gr_saturating_product<__int128>)   \
  X (_, reduction, PROD,    uint,          gr_unsigned_product)            \
  X (_, reduction, PROD,    logical,       gr_logical)                     \
  X (_, reduction, MEAN,    sum,           gr_sum)                         \
  X (_, reduction, MEAN,    real,          gr_mean)                        \
  X (_, reduction, MEAN,    wide,          gr_wide_mean)                   \
  X (_, reduction, MEAN,    complex,       gr_complex_mean)                \
  X (_, reduction, VAR,     real,          gr_variance<gr_moments>)        \
  X (_, reduction, VAR,     complex,       gr_variance<gr_complex_moments>)  \
  X (_, reduction, MAX,     double,        gr_arg_extremum<double>)        \
  X (_, reduction, MAX,     single,        gr_arg_extremum<float>)         \
  X (_, reduction, MAX,     integer,       gr_arg_extremum<long long>)     \
  X (_, reduction, MAX,     complex,       gr_complex_arg_extremum<gr_c64>)  \
  X (_, reduction, ANY,     all,           gr_logical)                     \
  X (_, scan,      CUMSUM,  real,          gr_running_sum)                 \
  X (_, scan,      CUMSUM,  complex,       gr_complex_sum)                 \
  X (_, scan,      CUMSUM,  int,           gr_saturating_sum<long long>)   \
  X (_, scan,      CUMSUM,  int64,         gr_saturating_sum<__int128>)    \
  X (_, scan,      CUMSUM,  uint,          gr_unsigned_sum)                \
  X (_, scan,      CUMSUM,  logical,       gr_logical)                     \
  X (_, scan,      CUMPROD, real,          gr_product)                     \
  X (_, scan,      CUMPROD, complex,       gr_complex_product)             \
  X (_, scan,      CUMPROD, int,           gr_saturating_product<long long>)  \
  X (_, scan,      CUMPROD, int64,         gr_saturating_product<__int128>)   \
  X (_, scan,      CUMPROD, uint,          gr_unsigned_product)            \
  X (_, scan,      CUMPROD, logical,       gr_logical)                     \
  X (_, scan,      CUMMAX,  double,        gr_arg_extremum<double>)        \
  X (_, scan,      CUMMAX,  single,        gr_arg_extremum<float>)         \
  X (_, scan,      CUMMAX,  integer,       gr_arg_extremum<long long>)     \
  X (_, scan,      CUMMAX,  complex,       gr_complex_arg_extremum<gr_c64>)

/* The part "sort": its objects.  X (_, object, source, file of flags, definition)  */
#define GR_SORT_OBJECTS(X, _)                                              \
  X (_, sort,             device/sort.cu,       named, "")                 \
  X (_, copies,           device/copies.cu,     named, "")

/* What gr_explain counts, the part "explain": its objects.  Those before the counted ones are first in the link, so that
   what they share with them by name is not counted.
   X (_, object, source, file of flags, definition)  */
#define GR_EXPLAIN_OBJECTS(X, _)                                           \
  X (_, explain,          simt/explain.cu,      explain, "")               \
  X (_, runtime,          runtime/runtime.cu,   explain, "")               \
  X (_, memory,           runtime/memory.cu,    explain, "")               \
  X (_, count,            simt/count.cc,        explain, "")               \
  X (_, copies,           device/copies.cu,     explain, "")               \
  X (_, nested,           textbook/nested.cu,   counted, "")               \
  X (_, REDUCTION.SUM,    device/reduction.cu,  counted, "-DGR_UNIT=GR_SUM")  \
  X (_, SCAN.CUMSUM,      device/scan.cu,       counted, "-DGR_UNIT=GR_CUMSUM")  \
  X (_, sort,             device/sort.cu,       counted, "")
/* clang-format on */

#endif
