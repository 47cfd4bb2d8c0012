/* SPDX-License-Identifier: GPL-3.0-or-later

   Reductions along dimensions that are no neighbours.  */

#include "backend_test.h"

enum { MAX_GROUPS = 4 };

/* The array with the dimensions along first.  */
static void *
permuted (const gr_request *q, const char *in)
{
  const size_t size = gr_types[q->type].size, n = q->len * q->outer;
  char *to = need (n * size);
  size_t at[MAX_GROUPS] = { 0 };
  for (size_t i = 0; i < n; i++)
    {
      size_t along = 0, others = 0, step = 1, other_step = 1;
      for (size_t g = 0; g < q->groups; g++)
        {
          size_t *const sum = q->group[g].along ? &along : &others, *const s = q->group[g].along ? &step : &other_step;
          *sum += at[g] * *s;
          *s *= q->group[g].extent;
        }
      memcpy (to + (along + q->len * others) * size, in + i * size, size);
      for (size_t g = 0; g < q->groups && ++at[g] == q->group[g].extent; g++)
        at[g] = 0;
    }
  return to;
}

static void
check_grouped (gr_request q, const size_t *extents, unsigned along)
{
  const bool indexed = gr_operators[q.op].options & GR_GIVES_INDEX;
  gr_type out_type;
  q.inner = q.len = q.outer = 1;
  for (size_t g = 0; g < q.groups; g++)
    {
      q.group[g] = (gr_group){ extents[g], along >> g & 1 };
      *(q.group[g].along ? &q.len : &q.outer) *= extents[g];
    }
  if (! mine (&q) || gr_result_type (&q, &out_type) != GR_OK)
    return;
  gr_request plain = q;
  plain.groups = 0;
  char *in = telling_array (&plain), *turned = permuted (&q, in);
  const size_t bytes = q.outer * gr_types[out_type].size;
  void *out = need (bytes), *want = need (bytes);
  double *index = indexed ? need (q.outer * sizeof *index) : NULL;
  double *want_index = indexed ? need (q.outer * sizeof *index) : NULL;
  const bool good = gr_run (&plain, turned, want, want_index) == GR_OK && gr_run (&q, in, out, index) == GR_OK
                 && ! memcmp (out, want, bytes) && (! indexed || ! memcmp (index, want_index, q.outer * sizeof *index));
  if (good)
    passed++;
  else
    {
      failed++;
      describe (&q);
      printf (": %zu groups of %zu x %zu x %zu x %zu, along %x: not as a permuted copy: %s\n", q.groups, extents[0],
              extents[1], extents[2], q.groups > 3 ? extents[3] : 1, along, gr_message ());
    }
  free (in);
  free (turned);
  free (out);
  free (want);
  free (index);
  free (want_index);
}

void
check_groups (void)
{
  static const size_t extents[][MAX_GROUPS] = { { 3, 4, 5, 2 }, { 1, 7, 2, 9 }, { 33, 5, 70, 3 }, { 2, 300, 40, 3 } };
  static const gr_type types[] = { GR_TYPE_F64, GR_TYPE_F32, GR_TYPE_I8, GR_TYPE_C64, GR_TYPE_BOOL };
  static const unsigned along[] = { 5, 10, 9, 13 }; /* bits of the groups */
  if (! is_asked (asked.algorithm, GR_ALGORITHM_AUTO) || asked.kernel > GR_AUTO_PLANNER)
    return;
  for (size_t e = 0; e < sizeof extents / sizeof *extents; e++)
    for (size_t t = 0; t < sizeof types / sizeof *types; t++)
      for (int op = 0; op < GR_OPERATOR_COUNT; op++)
        for (int native = 0; native <= (gr_operators[op].arithmetics & GR_TAKES_NATIVE ? 1 : 0); native++)
          for (size_t groups = 3; groups <= MAX_GROUPS && ! gr_operators[op].is_scan; groups++)
            for (size_t a = 0; a < sizeof along / sizeof *along; a++)
              {
                const gr_request q = { .op = (gr_operator) op,
                                       .type = types[t],
                                       .arithmetic = native ? GR_ARITHMETIC_NATIVE : GR_ARITHMETIC_DEFAULT,
                                       .groups = groups };
                if (along[a] < 1u << groups && bits () % sampled (share, e < 2 ? 1 : 1000) == 0)
                  check_grouped (q, extents[e], along[a]);
              }
}
