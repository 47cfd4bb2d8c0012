/* SPDX-License-Identifier: GPL-3.0-or-later

   What ragged_test says is refused: offsets and keys that are none, and requests that take neither.  */

#include "ragged_test.h"

#include "backend/backend_test.h"

static void
check_offsets_refused (void)
{
  static const struct
  {
    double offsets[4];
  } bad[] = { { { 1, 2, 3, 6 } },   { { 0, 2, 3, 5 } },        { { 0, 2, 3, 7 } },       { { 0, 4, 3, 6 } },
              { { 0, NAN, 3, 6 } }, { { 0, 2.5, 3, 6 } },      { { 0, -1, 3, 6 } },      { { NAN, 2, 3, 6 } },
              { { 0, 2, 3, NAN } }, { { 0, 2, INFINITY, 6 } }, { { 0, 2, 3, INFINITY } } };
  const double in[6] = { 1, 2, 3, 4, 5, 6 };
  double out[6];
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
    for (int op = 0; op < GR_OPERATOR_COUNT; op++)
      {
        const gr_ragged ragged = { .count = 3, .offsets = bad[k].offsets };
        const gr_request q = { .op = (gr_operator) op, .inner = 1, .len = 6, .outer = 1, .ragged = &ragged };
        REFUSES (gr_run (&q, in, out, NULL), "offsets must be whole numbers that begin with 0");
      }
}

static void
check_keys_refused (void)
{
  static const double bad[] = { 0, 4, -1, 1.5, NAN, INFINITY, -INFINITY, 0x1p64 };
  const double in[4] = { 1, 2, 3, 4 };
  double out[3];
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
    {
      const double keys[4] = { 1, 3, bad[k], 2 };
      gr_ragged ragged = { .count = 3, .keys = keys };
      const gr_request q = { .op = GR_SUM, .inner = 1, .len = 4, .outer = 1, .ragged = &ragged };
      REFUSES (gr_run (&q, in, out, NULL), "keys must be whole numbers from 1 to 3");
      ragged.skips = true;
      EXPECT (gr_run (&q, in, out, NULL) == GR_OK && out[0] == 1 && out[1] == 4 && out[2] == 2);
    }
}

static void
check_others_refused (void)
{
  const double offsets[] = { 0, 2, 4 }, keys[] = { 1, 2, 1, 2 }, in[4] = { 1, 2, 3, 4 };
  double out[4], index[4];
  const gr_ragged by_offsets = { .count = 2, .offsets = offsets }, by_keys = { .count = 2, .keys = keys };
  const gr_ragged by_both = { .count = 2, .offsets = offsets, .keys = keys }, by_none = { .count = 2 };
  const gr_ragged complex = { .count = 2, .keys = keys, .key_type = GR_TYPE_C64 };
  const gr_ragged repeated = { .count = 2, .offsets = offsets, .one_element = true };
  const struct
  {
    gr_request q;
    const gr_ragged *ragged;
    bool indexed;
    gr_status status;
    const char *text;
  } bad[] = {
    { { .op = GR_SUM, .inner = 2 }, &by_offsets, false, GR_BAD_ARGUMENT, "parts of a vector" },
    { { .op = GR_SUM, .algorithm = GR_ALGORITHM_SHUFFLE }, &by_offsets, false, GR_UNSUPPORTED, "\"auto\"" },
    { { .op = GR_VAR, .weights = in }, &by_offsets, false, GR_UNSUPPORTED, "no weights for segments" },
    { { .op = GR_SUM }, &by_both, false, GR_BAD_ARGUMENT, "either offsets or keys" },
    { { .op = GR_SUM }, &by_none, false, GR_BAD_ARGUMENT, "either offsets or keys" },
    { { .op = GR_CUMSUM }, &by_keys, false, GR_UNSUPPORTED, "keys are for reductions without positions" },
    { { .op = GR_MAX }, &by_keys, true, GR_UNSUPPORTED, "keys are for reductions without positions" },
    { { .op = GR_SUM }, &complex, false, GR_BAD_ARGUMENT, "keys are numbers that are not complex" },
    { { .op = GR_SUM }, &repeated, false, GR_BAD_ARGUMENT, "one element stands for all with keys only" },
  };
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
    {
      gr_request q = bad[k].q;
      q.inner = q.inner ? q.inner : 1;
      q.len = 4;
      q.outer = 1;
      q.ragged = bad[k].ragged;
      EXPECT (gr_run (&q, in, out, bad[k].indexed ? index : NULL) == bad[k].status && says (bad[k].text));
    }
}

void
check_refused (void)
{
  check_offsets_refused ();
  check_keys_refused ();
  check_others_refused ();
}
