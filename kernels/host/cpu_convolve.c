/* SPDX-License-Identifier: GPL-3.0-or-later

   Convolutions on the host: parts of columns of results, which stay in the cache while products are added to them tap
   by tap, in the order of a device.  */

#include "host/cpu_elements.h"
#include "op/filter.h"

#include <stdatomic.h>
#include <string.h>

/* Results of a part, and products that are worth waking a thread for.  */
enum { PART = 1024, TOGETHER = 4, BATCH = 1 << 16 };

typedef struct
{
  const gr_convolution_run *run;
  size_t parts; /* of a column */
  atomic_bool stop;
} convolve_job;

/* Add the products of n elements from x on and of the tap t; of several taps, from t downwards, of which each meets
   what is one element further.  */
#define ADD_REAL(ID, T)                                                                                                \
  GR_CLONES static void add_tap_##ID (T *sum, const T *x, size_t n, const T *t)                                        \
  {                                                                                                                    \
    const T tap = *t;                                                                                                  \
    for (size_t i = 0; i < n; i++)                                                                                     \
      gr_add_product_##ID (&sum[i], x[i], tap);                                                                        \
  }                                                                                                                    \
  GR_CLONES static void add_taps_##ID (T *sum, const T *x, size_t n, const T *t)                                       \
  {                                                                                                                    \
    const T tap[TOGETHER] = { t[0], t[-1], t[-2], t[-3] };                                                             \
    for (size_t i = 0; i < n; i++)                                                                                     \
      {                                                                                                                \
        T s = sum[i];                                                                                                  \
        for (size_t k = 0; k < TOGETHER; k++)                                                                          \
          gr_add_product_##ID (&s, x[i + k], tap[k]);                                                                  \
        sum[i] = s;                                                                                                    \
      }                                                                                                                \
  }

/* A column of the signal and the taps from `last` downwards: results [begin, begin + n) of a column.  */
#define ADD_COLUMN(ID, T)                                                                                              \
  static void add_column_##ID (const gr_convolution_run *q, size_t begin, size_t n, const T *column, const T *last,    \
                               T *sum)                                                                                 \
  {                                                                                                                    \
    const ptrdiff_t len = (ptrdiff_t) q->signal[0], results = (ptrdiff_t) n;                                           \
    for (size_t u = 0; u < q->taps[0];)                                                                                \
      {                                                                                                                \
        /* result i meets element row + i, of which the signal has those from lo to below hi */                        \
        const ptrdiff_t row = q->first[0] + (ptrdiff_t) (begin + u);                                                   \
        const ptrdiff_t lo = row < 0 ? -row : 0, hi = len - row < results ? len - row : results;                       \
        if (u + TOGETHER <= q->taps[0] && row >= 0 && row + results + TOGETHER - 1 <= len)                             \
          {                                                                                                            \
            add_taps_##ID (sum, column + row, n, last - u);                                                            \
            u += TOGETHER;                                                                                             \
            continue;                                                                                                  \
          }                                                                                                            \
        if (lo < hi)                                                                                                   \
          add_tap_##ID (sum + lo, column + row + lo, (size_t) (hi - lo), last - u);                                    \
        u++;                                                                                                           \
      }                                                                                                                \
  }

/* One part of a column of the result, whose number is `item`.  */
#define CONVOLVE_PART(ID, T)                                                                                           \
  static void convolve_part_##ID (void *data, size_t item)                                                             \
  {                                                                                                                    \
    convolve_job *const job = data;                                                                                    \
    const gr_convolution_run *const q = job->run;                                                                      \
    const size_t part = item % job->parts, y = item / job->parts % q->size[1], plane = item / job->parts / q->size[1]; \
    const size_t begin = part * PART, n = q->size[0] - begin < PART ? q->size[0] - begin : PART;                       \
    const size_t planes = gr_count_planes (q->dims, q->taps), of_taps = q->taps[0] * q->taps[1];                       \
    T *const to = (T *) q->to + begin + q->size[0] * (y + q->size[1] * plane);                                         \
    T sum[PART] = { 0 };                                                                                               \
    if (! gr_is_worker () && gr_interrupted ())                                                                        \
      atomic_store (&job->stop, true);                                                                                 \
    if (atomic_load_explicit (&job->stop, memory_order_relaxed))                                                       \
      return;                                                                                                          \
    if (q->adds)                                                                                                       \
      memcpy (sum, to, n * sizeof *sum);                                                                               \
    for (size_t w = 0; w < planes; w++)                                                                                \
      {                                                                                                                \
        const size_t number = gr_find_plane (q, plane, w);                                                             \
        const T *const last = (const T *) q->tap + of_taps * (planes - w) - 1;                                         \
        for (size_t v = 0; number != SIZE_MAX && v < q->taps[1]; v++)                                                  \
          {                                                                                                            \
            const size_t column = (size_t) q->first[1] + y + v;                                                        \
            if (column < q->signal[1])                                                                                 \
              add_column_##ID (q, begin, n, (const T *) q->elements + q->signal[0] * (column + q->signal[1] * number), \
                               last - q->taps[0] * v, sum);                                                            \
          }                                                                                                            \
      }                                                                                                                \
    memcpy (to, sum, n * sizeof *sum);                                                                                 \
  }
#define CONVOLVE(ID, T) ADD_REAL (ID, T) ADD_COLUMN (ID, T) CONVOLVE_PART (ID, T)
CONVOLVE (F64, double)
CONVOLVE (F32, float)
CONVOLVE (C64, gr_c64)
CONVOLVE (C32, gr_c32)

gr_status
gr_cpu_convolve (const gr_convolution_run *run)
{
  convolve_job job = { .run = run, .parts = run->size[0] / PART + (run->size[0] % PART != 0) };
  const size_t columns = run->size[1] * gr_count_planes (run->dims, run->size);
  const size_t taps = run->taps[0] * run->taps[1] * gr_count_planes (run->dims, run->taps);
  const size_t products = (run->size[0] < PART ? run->size[0] : PART) * (taps < BATCH ? taps : BATCH);
  void (*const item) (void *, size_t) = run->type == GR_TYPE_F64 ? convolve_part_F64
                                      : run->type == GR_TYPE_F32 ? convolve_part_F32
                                      : run->type == GR_TYPE_C64 ? convolve_part_C64
                                                                 : convolve_part_C32;
  gr_for_each (columns * job.parts, GR_CPU_ALONE / products, BATCH / products + 1, item, &job);
  return atomic_load (&job.stop) ? gr_fail (GR_INTERRUPTED, "the convolution was interrupted") : GR_OK;
}
