/* SPDX-License-Identifier: GPL-3.0-or-later

   Arrays in pieces: accumulations against gr_run of the whole array.  */

#include "backend_test.h"
#include "host/cpu.h"

enum { IN, OUT, INDEX };

bool
begin_subject (const gr_request *q, bool indexed, const void *in, subject *s)
{
  *s = (subject){ .q = *q, .indexed = indexed, .in = in };
  if (gr_result_type (q, &s->out_type) != GR_OK)
    return false;
  s->slab = q->inner * q->len;
  s->elements = s->slab * q->outer;
  s->results = results_of (q);
  s->out = need (s->results * gr_types[s->out_type].size);
  s->index = indexed ? need (s->results * sizeof *s->index) : NULL;
  if (gr_run (q, in, s->out, s->index) == GR_OK)
    {
      s->wanted = expectations (q, s->out_type, in, &s->count);
      return true;
    }
  describe (q);
  printf (": gr_run fails: %s\n", gr_message ());
  failed++;
  end_subject (s);
  return false;
}

void
end_subject (subject *s)
{
  free (s->out);
  free (s->index);
  free (s->wanted);
}

/* ---- feeding ---- */

gr_status
open_either (const gr_request *q, bool indexed, gr_accumulation **a)
{
  gr_request opened = *q;
  opened.place = GR_ON_DEVICE; /* of pieces that are queued */
  opened.queue = bits () % 2;
  return gr_open (&opened, indexed, a);
}

gr_status
begin_feeding (const subject *s, gr_place place, size_t shift, feeding *f)
{
  const size_t size = gr_types[s->q.type].size, out_size = gr_types[s->out_type].size;
  const size_t sizes[] = { size, out_size, sizeof (double) };
  const size_t counts[] = { s->elements, s->results, s->indexed ? s->results : 0 };
  char *starts[3] = { NULL };
  gr_status status = GR_OK;
  *f = (feeding){ .s = s, .place = place, .in = s->in };
  f->out_there = need (s->results * out_size);
  f->index_there = s->indexed ? need (s->results * sizeof (double)) : NULL;
  f->out = f->out_there;
  f->index = f->index_there;
  if (place == GR_ON_HOST)
    return GR_OK;
  for (int a = IN; status == GR_OK && a <= INDEX; a++)
    if (counts[a])
      {
        void *data = NULL;
        status = gr_buffer_new ((shift + counts[a]) * sizes[a], &f->buffers[a]);
        if (status == GR_OK)
          status = gr_buffer_data (f->buffers[a], &data);
        starts[a] = (char *) data + shift * sizes[a];
      }
  if (status == GR_OK && s->elements)
    status = gr_buffer_upload (f->buffers[IN], shift * size, s->in, s->elements * size);
  f->in = starts[IN];
  f->out = starts[OUT];
  f->index = (double *) starts[INDEX];
  return status;
}

gr_status
end_feeding (feeding *f, gr_status status)
{
  const subject *const s = f->s;
  void *const there[] = { NULL, f->out_there, f->index_there };
  const size_t sizes[] = { 0, gr_types[s->out_type].size, sizeof (double) };
  for (int a = IN; a <= INDEX; a++)
    {
      if (status == GR_OK && a != IN && f->buffers[a])
        {
          const size_t bytes = s->results * sizes[a];
          status
            = gr_buffer_download (there[a], f->buffers[a], gr_buffer_describe (f->buffers[a]).bytes - bytes, bytes);
        }
      gr_buffer_release (f->buffers[a]);
    }
  return status;
}

gr_status
finish_slab (gr_accumulation *a, feeding *f)
{
  const subject *const s = f->s;
  const bool empty = ! s->elements;
  const gr_status status = gr_finish (a, f->place, f->out ? f->out + f->stored * gr_types[s->out_type].size : NULL,
                                      f->index ? f->index + f->stored : NULL);
  f->stored += empty ? s->results : s->q.inner;
  return status;
}

gr_status
feed_piece (gr_accumulation *a, feeding *f, size_t from, size_t to, bool late)
{
  const subject *const s = f->s;
  const size_t size = gr_types[s->q.type].size, out_size = gr_types[s->out_type].size, count = to - from;
  const bool scan = gr_operators[s->q.op].is_scan;
  const size_t first = s->q.reverse ? s->elements - to : from, results = gr_count_fed (a, count);
  const bool stays = late && ! scan && to % s->slab == 0 && results == s->q.inner;
  const size_t first_result = scan ? first : f->stored, stored = stays ? 0 : results;
  char *const out = f->out + first_result * out_size;
  double *const index = f->index ? f->index + first_result : NULL;
  gr_status status;
  if (f->place == GR_ON_DEVICE)
    status = gr_feed (a, f->place, f->in + first * size, count, stored ? out : NULL, stored ? index : NULL);
  else
    {
      /* copies of just the size, beyond which a sanitizer sees accesses */
      void *const piece = need (count * size), *const values = need (stored * out_size);
      double *const positions = index ? need (stored * sizeof *index) : NULL;
      memcpy (piece, f->in + first * size, count * size);
      status = gr_feed (a, f->place, piece, count, stored ? values : NULL, stored ? positions : NULL);
      if (status == GR_OK)
        {
          memcpy (out, values, stored * out_size);
          if (index)
            memcpy (index, positions, stored * sizeof *index);
        }
      free (piece);
      free (values);
      free (positions);
    }
  if (! scan)
    f->stored += stored;
  return status == GR_OK && stays ? finish_slab (a, f) : status;
}

/* ---- what is wanted ---- */

/* Do all elements add up exactly in whatever order, in the precision of the result?  */
static bool
adds_up (const subject *s)
{
  const bool squares = gr_operators[s->q.op].accumulator == GR_ACCUMULATOR_SQUARES;
  long double size = 0;
  for (size_t i = 0; i < s->elements; i++)
    {
      const value v = get (s->q.type, s->in, i);
      if (! (v.re == rintl (v.re) && v.im == rintl (v.im)))
        return false;
      size += squares ? v.re * v.re + v.im * v.im : fabsl (v.re) + fabsl (v.im);
    }
  return size < (is_single (s->out_type) ? 0x1p24L : 0x1p53L);
}

bool
is_exact (const subject *s)
{
  switch (gr_operators[s->q.op].accumulator)
    {
    case GR_ACCUMULATOR_EXTREMUM:
    case GR_ACCUMULATOR_TRUTH:
      return true;
    case GR_ACCUMULATOR_PRODUCT:
      return s->q.arithmetic == GR_ARITHMETIC_NATIVE && is_integer (s->out_type);
    case GR_ACCUMULATOR_MOMENTS:
      return s->q.len == 1;
    case GR_ACCUMULATOR_MEAN:
      return s->q.mean == GR_MEAN_ARITHMETIC && (s->q.type == GR_TYPE_I64 || s->q.type == GR_TYPE_U64 || adds_up (s));
    default:
      return (s->q.arithmetic == GR_ARITHMETIC_NATIVE && is_integer (s->out_type)) || adds_up (s);
    }
}

/* Elements along a segment that the plan reduces at a time.  */
static size_t
chunk_of (const subject *s)
{
  gr_prediction p;
  if (strcmp (backend, "cpu"))
    return gr_predict (&s->q, s->indexed, &p) == GR_OK && p.chunk ? p.chunk : s->q.len;
  const gr_accumulator accumulator = gr_operators[s->q.op].accumulator;
  const size_t parts
    = gr_types[s->q.type].is_complex && accumulator != GR_ACCUMULATOR_PRODUCT && s->q.mean == GR_MEAN_ARITHMETIC ? 2
                                                                                                                 : 1;
  const size_t width = parts * s->q.inner < GR_TILE ? parts * s->q.inner : GR_TILE;
  return GR_CHUNK / width;
}

/* Are the results of these cuts those of gr_run in bits?  */
static bool
keeps_bits (const subject *s, const size_t *cuts, size_t count, size_t shift)
{
  const size_t chunk = s->q.keep_chunks ? s->q.inner * chunk_of (s) : s->slab;
  const bool scan = gr_operators[s->q.op].is_scan;
  gr_prediction p = { 0 };
  bool whole = shift == 0 && (! scan || s->q.len <= (size_t) 1 << 16);
  /* tiles of these kernels have elements of several slabs */
  if (scan && count && strcmp (backend, "cpu") && gr_predict (&s->q, s->indexed, &p) == GR_OK)
    whole = whole && p.kernel != GR_AUTO_SCAN_ROWS && p.kernel != GR_AUTO_SCAN_CLUSTER;
  for (size_t c = 0; whole && c < count; c++)
    whole = cuts[c] % s->slab % chunk == 0;
  return whole || is_exact (s);
}

/* Sums do not say which of two NaN they give.  */
static bool
same_part (long double a, long double b)
{
  return isnan (a) ? isnan (b) : a == b && ! signbit (a) == ! signbit (b);
}

bool
same_results (const subject *s, const feeding *f, bool in_bits)
{
  const size_t size = gr_types[s->out_type].size;
  if (! in_bits)
    return agrees (&s->q, s->out_type, f->out_there, f->index_there, s->wanted, s->count);
  /* a variance that is NaN may have either sign */
  const bool exact = is_exact (s) && gr_operators[s->q.op].accumulator != GR_ACCUMULATOR_MOMENTS;
  for (size_t i = 0; i < s->results; i++)
    {
      const bool same_index = ! s->indexed || f->index_there[i] == s->index[i];
      if (same_index && ! memcmp ((const char *) f->out_there + i * size, (const char *) s->out + i * size, size))
        continue;
      const value got = get (s->out_type, f->out_there, i), want = get (s->out_type, s->out, i);
      if (exact || ! same_index || ! same_part (got.re, want.re) || ! same_part (got.im, want.im))
        {
          describe (&s->q);
          printf (": result %zu is %.17Lg%+.17Lgi, index %g; gr_run gives %.17Lg%+.17Lgi, index %g\n", i, got.re,
                  got.im, s->indexed ? f->index_there[i] : 0, want.re, want.im, s->indexed ? s->index[i] : 0);
          return false;
        }
    }
  return true;
}

bool
is_right (const subject *s, const feeding *f, gr_status status, bool in_bits)
{
  const bool right = status == GR_OK && same_results (s, f, in_bits);
  passed += right;
  failed += ! right;
  if (status != GR_OK)
    {
      describe (&s->q);
      printf (": fails: %s\n", gr_message ());
    }
  return right;
}

/* ---- cuts ---- */

typedef enum { WHOLE, SINGLE, HALVES, PRIMES, RANDOM, ROWS, NEAR_ROWS, SLABS, NEAR_SLABS, CHUNKS, CUT_KINDS } cut_kind;

/* Ascending places between 0 and the end where the array is cut; their number.  */
static size_t
make_cuts (const subject *s, cut_kind kind, size_t cuts[MAX_CUTS])
{
  static const size_t primes[] = { 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 127, 257, 1031 };
  const size_t n = s->elements, chunk = s->q.inner * chunk_of (s);
  size_t count = 0;
  for (size_t at = 0, step = 0; kind != WHOLE && count < MAX_CUTS && at < n; count++)
    {
      switch (kind)
        {
        case SINGLE:
          at++;
          break;
        case HALVES:
          at = count ? n : (n + 1) / 2;
          break;
        case PRIMES:
          at += primes[count % (sizeof primes / sizeof *primes)];
          break;
        case RANDOM:
          at += bits () % (n / (1 + bits () % 8) + 1);
          break;
        case ROWS:
          at += s->q.inner * (1 + bits () % s->q.len);
          break;
        case NEAR_ROWS:
          step += s->q.inner * (1 + bits () % s->q.len);
          at = step + bits () % 3 - 1;
          break;
        case SLABS:
          at += s->slab * (1 + bits () % 2);
          break;
        case NEAR_SLABS:
          step += s->slab;
          at = step + (count + step) % 2 * 2 - 1;
          break;
        default:
          step = at / s->slab * s->slab;
          at = step + ((at - step) / chunk + 1 + bits () % 2) * chunk;
          at = at > step + s->slab ? step + s->slab : at;
          break;
        }
      if (at >= n)
        break;
      cuts[count] = count && at < cuts[count - 1] ? cuts[count - 1] : at;
    }
  return count < MAX_CUTS ? count : MAX_CUTS;
}

/* Feed the array in pieces, and compare.  */
static void
check_cuts (subject *s, const size_t *cuts, size_t count, gr_place place, size_t shift, bool late)
{
  gr_accumulation *a = NULL;
  feeding f;
  size_t from = 0;
  gr_status status = begin_feeding (s, place, shift, &f);
  if (status == GR_OK)
    status = open_either (&s->q, s->indexed, &a);
  for (size_t c = 0; status == GR_OK && s->elements && c <= count; c++)
    {
      const size_t to = c < count ? cuts[c] : s->elements;
      status = feed_piece (a, &f, from, to, late);
      from = to;
    }
  if (status == GR_OK && ! s->elements)
    status = finish_slab (a, &f);
  else if (status == GR_OK)
    status = gr_finish (a, place, NULL, NULL); /* of which nothing is left to store */
  gr_close (a);
  status = end_feeding (&f, status);
  if (! is_right (s, &f, status, keeps_bits (s, cuts, count, shift)))
    {
      printf ("  in pieces, %s, shift %zu%s%s%s, cuts=", place == GR_ON_HOST ? "host" : "buffers", shift,
              late ? ", late" : "", s->q.keep_chunks ? ", chunks" : "", s->indexed ? ", positions" : "");
      for (size_t c = 0; c < count; c++)
        printf ("%s%zu", c ? "," : "", cuts[c]);
      printf ("\n");
    }
  free (f.out_there);
  free (f.index_there);
}

/* ---- products ---- */

static void
check_subject (subject *s)
{
  const bool scan = gr_operators[s->q.op].is_scan;
  size_t cuts[MAX_CUTS];
  for (int kind = 0; kind < CUT_KINDS; kind++)
    {
      if ((kind == SINGLE && s->elements > MAX_CUTS) || (kind == CHUNKS && (scan || ! s->elements))
          || (kind != WHOLE && (! s->elements || asked_cut_count)) || (share > 1 && bits () % 4))
        continue;
      const size_t count = asked_cut_count ? asked_cut_count : make_cuts (s, (cut_kind) kind, cuts);
      s->q.keep_chunks = kind == CHUNKS || (! scan && bits () % 4 == 0);
      check_cuts (s, asked_cut_count ? asked_cuts : cuts, count, GR_ON_HOST, 0, bits () % 2);
      check_cuts (s, asked_cut_count ? asked_cuts : cuts, count, GR_ON_DEVICE, bits () % 2 ? bits () % 9 : 0,
                  bits () % 2);
      s->q.keep_chunks = false;
    }
}

static void
check_in_pieces (const gr_request *q, const void *in)
{
  const bool best = gr_operators[q->op].options & GR_GIVES_INDEX;
  /* more of these than of other products, since each has pieces of its own */
  if (bits () % sampled (share > 8 ? share / 8 : share, q->inner * q->len * q->outer))
    return;
  for (int indexed = 0; indexed <= best; indexed++)
    {
      subject s;
      if (! begin_subject (q, indexed, in, &s))
        continue;
      check_subject (&s);
      if (s.elements && ! asked_cut_count)
        check_states (&s);
      end_subject (&s);
    }
}

void
check_shape_in_pieces (size_t inner, size_t len, size_t outer)
{
  if (is_asked (asked.algorithm, GR_ALGORITHM_AUTO) && asked.kernel <= GR_AUTO_PLANNER)
    each_request (inner, len, outer, check_in_pieces);
}

void
check_pieces (void)
{
  static const size_t shapes[][3]
    = { { 1, 1, 1 },  { 1, 7, 1 },  { 1, 100, 3 },  { 3, 5, 4 },     { 5, 33, 2 },    { 8, 16, 1 },   { 4, 1, 6 },
        { 33, 9, 2 }, { 1, 9, 50 }, { 2, 2000, 1 }, { 1, 33001, 1 }, { 33, 1200, 1 }, { 1100, 5, 2 }, { 1, 0, 3 } };
  const size_t allocations = gr_live_allocations ();
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
    check_shape_in_pieces (shapes[i][0], shapes[i][1], shapes[i][2]);
  EXPECT (gr_live_allocations () == allocations);
}
