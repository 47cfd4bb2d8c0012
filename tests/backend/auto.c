/* SPDX-License-Identifier: GPL-3.0-or-later

   What the launches of auto have to get right: many tiles, whole batches, outliers, ties, unaligned arrays.  */

#include "backend_test.h"

/* Scans of more tiles than there are blocks, which go over them: of one segment, of segments
   that begin anywhere in a tile, and of segments side by side.  */
void
check_many_tiles (void)
{
  static const gr_request scans[]
    = { { .op = GR_CUMSUM, .type = GR_TYPE_F64, .inner = 1, .len = 1100001, .outer = 1 },
        { .op = GR_CUMMAX, .type = GR_TYPE_I8, .inner = 1, .len = 10007, .outer = 219, .reverse = true },
        { .op = GR_CUMMAX, .type = GR_TYPE_I8, .inner = 1, .len = 6 * 4096, .outer = 89 },
        { .op = GR_CUMSUM, .type = GR_TYPE_C64, .inner = 3, .len = 300001, .outer = 1, .reverse = true },
        { .op = GR_CUMSUM,
          .type = GR_TYPE_I32,
          .arithmetic = GR_ARITHMETIC_NATIVE,
          .inner = 1,
          .len = 70001,
          .outer = 32,
          .exclusive = true } };
  for (size_t s = 0; s < sizeof scans / sizeof *scans; s++)
    check_auto (&scans[s]);
}

/* Every operator and mean on every type, on segments so long that threads have whole batches
   of loads, along and across: contiguous, side by side, and in bundles.  */
void
check_whole_batches (void)
{
  static const size_t shapes[][3]
    = { { 1, 9000, 2 }, { 7, 5000, 1 }, { 16, 2200, 1 }, { 33, 301, 2 }, { 1001, 70, 1 } };
  for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
    for (int op = 0; op < GR_OPERATOR_COUNT; op++)
      for (int type = 0; type < GR_TYPE_COUNT; type++)
        for (int mean = 0;
             mean
             <= (gr_operators[op].options & GR_TAKES_MEAN_TYPE && ! is_integer ((gr_type) type) ? GR_MEAN_HARMONIC : 0);
             mean++)
          {
            const gr_request q = { .op = (gr_operator) op,
                                   .type = (gr_type) type,
                                   .mean = (gr_mean_type) mean,
                                   .inner = shapes[s][0],
                                   .len = shapes[s][1],
                                   .outer = shapes[s][2] };
            check_auto (&q);
          }
}

/* Variances of segments that begin far away from all their other elements, by which no more than
   the usual digits may be lost: of many short segments, which a thread or a few fold, since
   the bound of long ones would hide what is; and not of singles, whose rounding would.  */
void
check_outliers (void)
{
  static const size_t shapes[][3]
    = { { 1, 7, 900 }, { 1, 15, 900 }, { 1, 20, 900 }, { 1, 32, 900 }, { 1, 77, 300 }, { 1000, 8, 1 } };
  static const struct
  {
    gr_type type;
    bool imaginary;
  } elements[] = { { GR_TYPE_F64, false }, { GR_TYPE_I32, false }, { GR_TYPE_C64, false }, { GR_TYPE_C64, true } };
  for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
    for (size_t e = 0; e < sizeof elements / sizeof *elements; e++)
      for (size_t outliers = 1; outliers <= 2; outliers++)
        for (int variant = 0; variant < 4; variant++)
          {
            const bool omit = variant & 1;
            const gr_request q = { .op = variant & 2 ? GR_STD : GR_VAR,
                                   .type = elements[e].type,
                                   .nan = omit ? GR_NAN_OMIT : GR_NAN_DEFAULT,
                                   .inner = shapes[s][0],
                                   .len = shapes[s][1],
                                   .outer = shapes[s][2] };
            if ((omit && is_integer (q.type)) || ! mine (&q))
              continue;
            const size_t n = q.inner * q.len * q.outer;
            void *in = need (n * gr_types[q.type].size);
            for (size_t i = 0; i < n; i++)
              {
                const size_t k = i / q.inner % q.len;
                const long double part
                  = omit && k == outliers + 1 ? NAN : 1000 * uniform () + (k < outliers ? 3e8L + 1e8L * uniform () : 0);
                set (q.type, in, i, elements[e].imaginary ? (value){ 0, part } : (value){ part, 0 });
              }
            check_auto_on (&q, in);
            free (in);
          }
}

/* Complex maxima of values whose moduli are equal, or differ by about as much as their
   squares tell, wherever these end, and where moduli do.  */
void
check_moduli (void)
{
  enum { SCALES = 6 };
  static const size_t shapes[][3] = { { 1, 50, 9 }, { 1, 9000, 1 }, { 2, 2100, 1 }, { 7, 700, 1 }, { 16, 300, 2 } };
  static const gr_operator ops[] = { GR_MAX, GR_MIN, GR_CUMMAX, GR_CUMMIN };
  static const struct
  {
    gr_type type;
    int scales[SCALES], digits;
  } ranges[]
    = { { GR_TYPE_C32, { 0, -48, -51, -80, 100, 125 }, 20 }, { GR_TYPE_C64, { 0, -478, -482, -540, 700, 1021 }, 49 } };
  for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
    for (size_t o = 0; o < sizeof ops / sizeof *ops; o++)
      for (size_t r = 0; r < sizeof ranges / sizeof *ranges; r++)
        for (size_t c = 0; c < SCALES; c++)
          {
            const gr_request q = {
              .op = ops[o], .type = ranges[r].type, .inner = shapes[s][0], .len = shapes[s][1], .outer = shapes[s][2]
            };
            if (! mine (&q))
              continue;
            const size_t n = q.inner * q.len * q.outer;
            void *in = need (n * gr_types[q.type].size);
            /* 3, 4 and 5, times factors of so few digits that parts and moduli are not rounded, but
               squares are: arguments are as different as directions, else a device's might
               be equal where the host's are not */
            const long double factor = ldexpl (1 + uniform (), ranges[r].digits);
            for (size_t i = 0; i < n; i++)
              {
                static const value directions[] = { { 5, 0 }, { -5, 0 }, { -5, -0.0L }, { 0, 5 }, { 0, -5 },
                                                    { 3, 4 }, { -4, 3 }, { -3, -4 },    { 4, -3 } };
                const value d = directions[bits () % 9];
                const long double more = ((long double) (bits () % 5) - 2) * (1 << bits () % 8);
                const long double modulus = ldexpl (floorl (factor) + more, ranges[r].scales[c] - ranges[r].digits);
                set (q.type, in, i, (value){ d.re * modulus, d.im * modulus });
              }
            check_auto_on (&q, in);
            free (in);
          }
}

/* Repetitions give the same bits.  */
void
check_repeats (void)
{
  static const size_t shapes[][3]
    = { { 1, 1000003, 1 }, { 1000, 1003, 1 }, { 255, 1003, 1 }, { 3, 100003, 1 }, { 20001, 130, 1 }, { 33, 36001, 1 } };
  static const struct
  {
    gr_operator op;
    gr_algorithm algorithm;
  } calls[] = { { GR_SUM, GR_ALGORITHM_AUTO }, { GR_CUMSUM, GR_ALGORITHM_AUTO }, { GR_CUMSUM, GR_ALGORITHM_LOOKBACK } };
  const int repeats = strcmp (backend, "simt") ? 100 : 5;
  for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
    {
      gr_request q = { .inner = shapes[s][0], .len = shapes[s][1], .outer = shapes[s][2] };
      const size_t n = q.inner * q.len * q.outer;
      if (n >> 20 && ! strcmp (backend, "simt"))
        continue; /* for a device */
      double *in = need (n * sizeof *in), *first = need (n * sizeof *first), *out = need (n * sizeof *out);
      for (size_t i = 0; i < n; i++)
        in[i] = (double) uniform ();
      for (size_t c = 0; c < sizeof calls / sizeof *calls; c++)
        {
          q.op = calls[c].op;
          q.algorithm = calls[c].algorithm;
          if (! is_asked (asked.algorithm, (int) q.algorithm) || asked.kernel >= 0)
            continue;
          if (q.algorithm != GR_ALGORITHM_AUTO && ! strcmp (backend, "cpu"))
            continue; /* the host executor has its own program */
          if (! mine (&q))
            continue;
          bool same = run_request (&q, in, first, NULL) == GR_OK;
          for (int i = 1; same && i < repeats; i++)
            same = run_request (&q, in, out, NULL) == GR_OK && ! memcmp (first, out, results_of (&q) * sizeof *out);
          if (! same)
            {
              describe (&q);
              printf (": fails, or differs between repetitions: %s\n", gr_message ());
            }
          EXPECT (same);
        }
      free (in);
      free (first);
      free (out);
    }
}

/* Arrays on the device that start where no vector load can.  auto alone reads them
   by more than one element at a time; the last would be scanned along stripes if it began with one.  */
void
check_unaligned (void)
{
  static const gr_operator operators[] = { GR_SUM, GR_SUMSQ, GR_MAX, GR_MIN, GR_ANY, GR_ALL, GR_CUMSUM };
  static const gr_type types[] = { GR_TYPE_F32, GR_TYPE_I8, GR_TYPE_U8, GR_TYPE_I16 };
  static const size_t shapes[][3]
    = { { 1, 8191, 1 },  { 1, 8192, 1 }, { 1, 8193, 1 },  { 1, 40000, 1 }, { 1, 3, 500 },  { 1, 7, 500 },
        { 1, 32, 500 },  { 1, 33, 500 }, { 1, 100, 500 }, { 3, 500, 5 },   { 5, 3000, 1 }, { 36, 200, 1 },
        { 1031, 20, 2 }, { 12, 5, 300 }, { 2, 32, 300 },  { 8301, 30, 1 } };
  for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
    for (size_t t = 0; t < sizeof types / sizeof *types; t++)
      for (size_t o = 0; o < sizeof operators / sizeof *operators; o++)
        for (int variant = 0; variant < (gr_operators[operators[o]].is_scan ? 4 : 1); variant++)
          {
            const gr_request q = { .op = operators[o],
                                   .type = types[t],
                                   .inner = shapes[s][0],
                                   .len = shapes[s][1],
                                   .outer = shapes[s][2],
                                   .reverse = variant & 1,
                                   .exclusive = variant & 2 };
            gr_type out_type = GR_TYPE_COUNT;
            size_t count = 0;
            if (! mine (&q))
              continue;
            EXPECT (gr_result_type (&q, &out_type) == GR_OK);
            void *in = telling_array (&q);
            expectation *wanted = expectations (&q, out_type, in, &count);
            for (size_t shift = 1; shift <= 3; shift++)
              check_kernels (q, out_type, in, shift, wanted, count);
            free (wanted);
            free (in);
          }
}

/* Maxima and minima of segments that are all alike (NaN, zeros of either sign, the integer
   that any other beats) but for up to two equal elements somewhere, which win.  */
void
check_rare (void)
{
  static const gr_type types[]
    = { GR_TYPE_F32, GR_TYPE_F64, GR_TYPE_I8, GR_TYPE_U8, GR_TYPE_I16, GR_TYPE_U16, GR_TYPE_I32, GR_TYPE_U64 };
  static const size_t shapes[][3] = { { 1, 20000, 2 }, { 1, 37, 300 },  { 1, 400, 9 },  { 8, 2000, 3 },
                                      { 7, 900, 2 },   { 64, 1100, 1 }, { 65, 131, 2 }, { 2, 700, 5 } };
  for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
    for (size_t t = 0; t < sizeof types / sizeof *types; t++)
      for (int variant = 0; variant < 16; variant++)
        {
          const bool floating = ! is_integer (types[t]);
          const gr_request q = { .op = variant & 1 ? GR_MIN : GR_MAX,
                                 .type = types[t],
                                 .inner = shapes[s][0],
                                 .len = shapes[s][1],
                                 .outer = shapes[s][2],
                                 .nan = floating && variant & 2 ? GR_NAN_INCLUDE : GR_NAN_DEFAULT };
          if (! mine (&q))
            continue;
          const int rare = variant >> 2;
          const size_t n = q.inner * q.len * q.outer;
          long double lo = 0, hi = 0;
          void *in = need (n * gr_types[q.type].size);
          bounds (q.type, &lo, &hi);
          for (size_t i = 0; i < n; i++)
            set (q.type, in, i,
                 (value){ ! floating    ? (q.op == GR_MAX ? lo : hi)
                          : rare < 3    ? NAN
                          : bits () % 2 ? 0.0L
                                        : -0.0L,
                          0 });
          for (size_t l = 0; l < q.inner * q.outer; l++)
            for (int i = 0; i < rare % 3; i++)
              set (q.type, in, l % q.inner + q.inner * (bits () % q.len + q.len * (l / q.inner)), (value){ 1, 0 });
          check_auto_on (&q, in);
          free (in);
        }
}
