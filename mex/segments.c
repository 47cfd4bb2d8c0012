/* SPDX-License-Identifier: GPL-3.0-or-later

   Segments of any lengths, behind the words "offsets" and "lengths".  */

#include "segments.h"

#include <math.h>

/* ---- first act ---- */

static bool
has_numbers (const mxArray *a)
{
  gw_resident resident;
  if (gw_find_resident (a, &resident))
    return resident.type != GR_TYPE_CHAR && ! gr_types[resident.type].is_complex;
  return (mxIsNumeric (a) || mxIsLogical (a)) && ! mxIsComplex (a);
}

static bool
fail_numbers (const char *word, const mxArray *given, gw_failure *failure)
{
  gw_resident unused;
  char text[GW_WORD_MAX] = "a gpuArray of others";
  if (! gw_find_resident (given, &unused)) /* of whose elements none are here to be described */
    gw_describe (given, text);
  return gw_fail (failure, GR_BAD_ARGUMENT, "\"%s\" is followed by a vector of numbers; given was %s", word, text);
}

bool
gw_check_segments (const gw_call *call, const mxArray *dim, const mxArray *second, gw_failure *failure)
{
  const gw_options *const options = &call->options;
  const mxArray *const given = options->after[GW_SEGMENTS];
  const char *const word = options->word[GW_SEGMENTS];
  const bool by_lengths = options->value[GW_SEGMENTS] == GW_BY_LENGTHS;
  if (dim || options->value[GW_DIMENSIONS])
    return gw_fail (failure, GR_BAD_ARGUMENT, "\"%s\" contradicts %s; only one of them is taken", word,
                    dim ? "DIM" : "\"all\"");
  if (options->after[GW_WEIGHTS] || (second && mxGetNumberOfElements (second) > 1))
    return gw_fail (failure, GR_UNSUPPORTED, "\"%s\" goes without weights", word);
  if (! has_numbers (given))
    return fail_numbers (word, given, failure);
  if (by_lengths ? ! gw_is_vector (given) && ! mxIsEmpty (given) : ! gw_is_vector (given) || mxIsEmpty (given))
    return gw_fail (failure, GR_BAD_ARGUMENT, "\"%s\" is followed by %s; given was one of %zu rows and %zu columns",
                    word, by_lengths ? "a vector, or an array without elements" : "a vector of one number or more",
                    (size_t) mxGetM (given), (size_t) mxGetN (given));
  return true;
}

/* ---- second act ---- */

/* The offsets of segments of these lengths.  */
static bool
add_lengths (const double *lengths, size_t count, size_t elements, const double **offsets, gw_failure *failure)
{
  double *const sums = mxMalloc ((count + 1) * sizeof *sums);
  sums[0] = 0;
  for (size_t k = 0; k < count; k++)
    {
      if (! (lengths[k] >= 0 && lengths[k] == floor (lengths[k])))
        return gw_fail (failure, GR_BAD_ARGUMENT, "\"lengths\" must be whole numbers from 0 on; number %zu is %g",
                        k + 1, lengths[k]);
      sums[k + 1] = sums[k] + lengths[k];
    }
  *offsets = sums;
  return sums[count] == (double) elements
      || gw_fail (failure, GR_BAD_ARGUMENT, "the sum of \"lengths\" must be the number of elements, %zu; it is %.15g",
                  elements, sums[count]);
}

static bool
find_on_host (const gw_call *call, gw_offsets *segments, gw_failure *failure)
{
  const mxArray **given, *numbers;
  if (! gw_gather (1, &call->options.after[GW_SEGMENTS], 0, GW_BUT_NONE, &given, failure)
      || ! gw_read_doubles (given[0], &numbers, failure))
    return false;
  segments->ragged.offsets = mxGetDoubles (numbers);
  return call->options.value[GW_SEGMENTS] == GW_BY_OFFSETS
      || add_lengths (segments->ragged.offsets, segments->ragged.count, mxGetNumberOfElements (call->in),
                      &segments->ragged.offsets, failure);
}

/* A new array of as many offsets on the device.  */
static bool
new_offsets (const gw_call *call, gw_offsets *segments, double **data, gw_failure *failure)
{
  const mwSize dims[2] = { (mwSize) segments->ragged.count + 1, 1 };
  mxArray *owner;
  gw_resident made;
  void *to = NULL;
  if (! gw_new_resident (call->in, 2, dims, GR_TYPE_F64, &owner, &made, failure)
      || ! gw_resident_data (&made, &to, failure))
    return false;
  segments->buffer = made.buffer;
  segments->ragged.offsets = *data = to;
  return true;
}

/* Numbers that are on the host.  */
static bool
upload (const gw_call *call, gw_offsets *segments, gw_failure *failure)
{
  double *to;
  if (! find_on_host (call, segments, failure))
    return false;
  const double *const from = segments->ragged.offsets;
  if (! new_offsets (call, segments, &to, failure))
    return false;
  const gr_status status = gr_buffer_upload (segments->buffer, 0, from, (segments->ragged.count + 1) * sizeof *from);
  return status == GR_OK || gw_library (failure, status);
}

/* 0 and the sums of lengths on the device.  */
static bool
add_on_device (const gw_call *call, const void *lengths, gw_offsets *segments, gw_failure *failure)
{
  const double none = 0;
  const gr_request sums = { .op = GR_CUMSUM,
                            .type = GR_TYPE_F64,
                            .inner = 1,
                            .len = segments->ragged.count,
                            .outer = 1,
                            .place = GR_ON_DEVICE,
                            .queue = true };
  double *to;
  if (! new_offsets (call, segments, &to, failure))
    return false;
  gr_status status = gr_buffer_fill (segments->buffer, 0, &none, sizeof none, 1);
  if (status == GR_OK && sums.len)
    status = gr_run (&sums, lengths, to + 1, NULL);
  return status == GR_OK || gw_library (failure, status);
}

static bool
find_on_device (const gw_call *call, gw_offsets *segments, gw_failure *failure)
{
  mxArray *given = (mxArray *) call->options.after[GW_SEGMENTS], *doubles = NULL;
  gw_resident numbers;
  void *data = NULL;
  if (! gw_find_resident (given, &numbers))
    return upload (call, segments, failure);
  if (numbers.type != GR_TYPE_F64)
    {
      mexCallMATLAB (1, &doubles, 1, &given, "double");
      if (! doubles || ! gw_find_resident (doubles, &numbers) || numbers.type != GR_TYPE_F64)
        return gw_fail (failure, GR_UNSUPPORTED, "double did not give what was asked for");
    }
  if (! gw_resident_data (&numbers, &data, failure))
    return false;
  if (call->options.value[GW_SEGMENTS] == GW_BY_LENGTHS)
    return add_on_device (call, data, segments, failure);
  segments->buffer = numbers.buffer;
  segments->ragged.offsets = data;
  return true;
}

bool
gw_find_offsets (const gw_call *call, gw_offsets *segments, gw_failure *failure)
{
  const size_t given = mxGetNumberOfElements (call->options.after[GW_SEGMENTS]);
  *segments = (gw_offsets){ .ragged = { .count = given - (call->options.value[GW_SEGMENTS] == GW_BY_OFFSETS) } };
  return (call->is_resident ? find_on_device : find_on_host) (call, segments, failure);
}

bool
gw_fail_segments (const gw_call *call, gr_status status, gw_failure *failure)
{
  gw_library (failure, status);
  if (status == GR_BAD_ARGUMENT && call->options.value[GW_SEGMENTS] == GW_BY_LENGTHS)
    gw_append (failure, "; \"lengths\" L are \"offsets\" [0, cumsum(L)]");
  return false;
}

/* The offsets on the host.  */
static bool
download (const gw_offsets *segments, const double **offsets, gw_failure *failure)
{
  const size_t bytes = (segments->ragged.count + 1) * sizeof **offsets;
  *offsets = segments->ragged.offsets;
  if (! segments->buffer)
    return true;
  double *const host = mxMalloc (bytes);
  const gr_status status = gr_buffer_download (host, segments->buffer, 0, bytes);
  *offsets = host;
  return status == GR_OK || gw_library (failure, status);
}

bool
gw_check_without_results (const gw_call *call, const gw_offsets *segments, gw_failure *failure)
{
  const size_t elements = mxGetNumberOfElements (call->in);
  const double *offsets;
  bool valid = true;
  if (elements)
    return gw_fail (failure, GR_BAD_ARGUMENT, "there are %zu elements, and no segments", elements);
  if (! download (segments, &offsets, failure))
    return false;
  for (size_t k = 0; k <= segments->ragged.count; k++)
    valid &= offsets[k] == 0;
  return valid || gw_fail (failure, GR_BAD_ARGUMENT, "offsets of an array without elements are 0");
}

bool
gw_make_segments_linear (const gw_call *call, const gw_offsets *segments, double *index, gw_failure *failure)
{
  const bool is_scan = gr_operators[call->op].is_scan;
  const size_t count = segments->ragged.count;
  const double *offsets;
  if (! download (segments, &offsets, failure))
    return false;
  for (size_t s = 0; s < count; s++)
    {
      const size_t end = is_scan ? (size_t) offsets[s + 1] : s + 1;
      for (size_t k = is_scan ? (size_t) offsets[s] : s; k < end; k++)
        if (index[k] > 0)
          index[k] += offsets[s];
    }
  return true;
}
