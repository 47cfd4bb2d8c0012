/* SPDX-License-Identifier: GPL-3.0-or-later

   Second act: from mxArrays to a library call and back.  Outputs come from Octave itself (__gpureduce_new__),
   since Octave copies an array that a gateway has made with mxCreate once more.  */

#include "marshal.h"

#include <math.h>

#include "notice.h"
#include "progress.h"
#include "segments.h"

/* ---- types ---- */

/* The table's types as mex classes.  */
enum {
  CLASS_F64 = mxDOUBLE_CLASS,
  CLASS_F32 = mxSINGLE_CLASS,
  CLASS_I8 = mxINT8_CLASS,
  CLASS_I16 = mxINT16_CLASS,
  CLASS_I32 = mxINT32_CLASS,
  CLASS_I64 = mxINT64_CLASS,
  CLASS_U8 = mxUINT8_CLASS,
  CLASS_U16 = mxUINT16_CLASS,
  CLASS_U32 = mxUINT32_CLASS,
  CLASS_U64 = mxUINT64_CLASS,
  CLASS_BOOL = mxLOGICAL_CLASS,
  CLASS_CHAR = mxCHAR_CLASS,
  CLASS_C64 = mxDOUBLE_CLASS,
  CLASS_C32 = mxSINGLE_CLASS
};
#define CLASS_ROW(_, ID, ...) (mxClassID) CLASS_##ID,
static const mxClassID classes[GR_TYPE_COUNT] = { GR_TYPES (CLASS_ROW, _) };

bool
gw_find_type (const mxArray *a, gr_type *type)
{
  const mxClassID id = mxGetClassID (a);
  const bool is_complex = mxIsComplex (a);
  for (int t = 0; t < GR_TYPE_COUNT; t++)
    if (classes[t] == id && gr_types[t].is_complex == is_complex)
      {
        *type = (gr_type) t;
        return true;
      }
  return false;
}

/* ---- shapes ---- */

/* Neighbouring dimensions that are all reduced, or all kept, as one group.  */
typedef struct
{
  size_t extent, stride;
  bool along;
} group;

typedef struct
{
  bool is_scan;
  mwSize ndims, out_dims[GR_MAX_DIMS];
  size_t results; /* elements of each output */
  int groups;
  group group[GR_MAX_DIMS];
  size_t inner, len, outer; /* in memory; of dimensions apart: those of a reduction first, those of a scan in the place
                               of the first of them */
  bool apart;               /* the dimensions that the operator runs along are no neighbours */
} shape;

static void
lay_out (const gw_call *call, shape *s)
{
  const gr_operator_info *op = &gr_operators[call->op];
  const bool is_extremum = op->accumulator == GR_ACCUMULATOR_EXTREMUM;
  const mwSize *dims = mxGetDimensions (call->in);
  size_t stride = 1;

  *s = (shape){
    .is_scan = op->is_scan, .ndims = mxGetNumberOfDimensions (call->in), .results = 1, .inner = 1, .len = 1, .outer = 1
  };
  const bool is_0x1 = call->as_0x1 && s->ndims == 2 && ! dims[0] && ! dims[1];
  int first = -1, last = -1;
  mwSize scanned = s->ndims; /* the dimension of a scan's results that has all that it runs along */
  for (mwSize k = 0; k < s->ndims; k++)
    {
      const bool along = call->along >> k & 1;
      const size_t extent = k == 1 && is_0x1 ? 1 : (size_t) dims[k];
      const bool is_merged = s->is_scan && along && scanned < k;
      const bool is_kept = s->is_scan ? ! is_merged : ! along || (is_extremum && ! extent);
      s->out_dims[k] = is_kept ? (mwSize) extent : 1;
      if (is_merged)
        s->out_dims[scanned] *= (mwSize) extent;
      else if (along)
        scanned = k;
      if (extent == 1)
        continue;
      if (s->groups && s->group[s->groups - 1].along == along)
        s->group[s->groups - 1].extent *= extent;
      else
        s->group[s->groups++] = (group){ .extent = extent, .stride = stride, .along = along };
      if (along)
        {
          first = first < 0 ? s->groups - 1 : first;
          last = s->groups - 1;
        }
      stride *= extent;
    }
  /* With no dimension to run along, every element is a segment of its own, in outer.  */
  s->apart = first != last;
  if (s->apart && ! s->is_scan)
    first = 0;
  for (int g = 0; g < s->groups; g++)
    *(s->group[g].along ? &s->len : g < first ? &s->inner : &s->outer) *= s->group[g].extent;
  for (mwSize k = 0; k < s->ndims; k++)
    s->results *= (size_t) s->out_dims[k];
}

/* Segments of any lengths: a scan's results are as the array, those of a reduction a column, or a row if it is one. */
static void
lay_out_segments (const gw_call *call, size_t count, shape *s)
{
  const mwSize *dims = mxGetDimensions (call->in);
  const mwSize ndims = mxGetNumberOfDimensions (call->in);
  *s = (shape){ .is_scan = gr_operators[call->op].is_scan,
                .ndims = ndims,
                .results = mxGetNumberOfElements (call->in),
                .inner = 1,
                .len = mxGetNumberOfElements (call->in),
                .outer = 1 };
  for (mwSize k = 0; k < ndims; k++)
    s->out_dims[k] = dims[k];
  if (s->is_scan)
    return;
  const bool is_row = ndims == 2 && dims[0] == 1;
  s->ndims = 2;
  s->results = count;
  s->out_dims[0] = is_row ? 1 : (mwSize) count;
  s->out_dims[1] = is_row ? (mwSize) count : 1;
}

/* The place in the array of element n of the groups that are reduced, or of those that are kept.  */
static size_t
offset_of (const shape *s, bool along, size_t n)
{
  size_t offset = 0;
  for (int g = 0; g < s->groups; g++)
    if (s->group[g].along == along)
      {
        offset += n % s->group[g].extent * s->group[g].stride;
        n /= s->group[g].extent;
      }
  return offset;
}

/* Positions along segments become places in the array; 0 says that there is none.  */
static void
make_linear (const shape *s, double *index)
{
  for (size_t n = 0; n < s->results; n++)
    {
      const size_t segment = s->is_scan ? n % s->inner + n / (s->inner * s->len) * s->inner : n;
      if (index[n] > 0)
        index[n] = (double) (1 + offset_of (s, false, segment) + offset_of (s, true, (size_t) index[n] - 1));
    }
}

/* ---- outputs ---- */

/* From this size on, the copy that Octave makes of an mxCreate'd array costs
   more than the call that gets an array from Octave itself.  */
enum { BYTES_FROM_OCTAVE = 64 << 10 };

mxArray *
gw_array_around (mwSize ndims, const mwSize *dims, gr_type type, void *data)
{
  mxArray *const array = mxCreateNumericMatrix (0, 0, classes[type], gr_types[type].is_complex ? mxCOMPLEX : mxREAL);
  mxFree (mxGetData (array));
  mxSetData (array, data);
  mxSetDimensions (array, (mwSize *) dims, ndims);
  return array;
}

/* Complex ones are always of mxCreate's kind, which Octave makes real where it can; Octave 7.3 allocates only half of
   an interleaved array, so the elements are set apart.  */
bool
gw_new_array (mwSize ndims, const mwSize *out_dims, gr_type type, mxArray **result, gw_failure *failure)
{
  size_t results = 1;
  for (mwSize k = 0; k < ndims; k++)
    results *= (size_t) out_dims[k];
  if (gr_types[type].is_complex)
    {
      *result = gw_array_around (ndims, out_dims, type, mxMalloc (results * gr_types[type].size));
      return true;
    }
  if (results < BYTES_FROM_OCTAVE / gr_types[type].size)
    {
      *result = mxCreateUninitNumericArray (ndims, (mwSize *) out_dims, classes[type], mxREAL);
      return true;
    }
  mxArray *args[2] = { mxCreateDoubleMatrix (1, ndims, mxREAL), mxCreateString (gr_types[type].name) };
  double *dims = mxGetDoubles (args[0]);
  for (mwSize k = 0; k < ndims; k++)
    dims[k] = (double) out_dims[k];
  static const char function[] = "__gpureduce_new__";
  mxArray *made = NULL, *const error = mexCallMATLABWithTrap (1, &made, 2, args, function);
  mxDestroyArray (args[0]);
  mxDestroyArray (args[1]);
  /* Octave of another version than it was built for refuses it; the copy takes longer, and gives the same.  */
  *result = error ? mxCreateUninitNumericArray (ndims, (mwSize *) out_dims, classes[type], mxREAL) : made;
  return gw_check_answer (function, *result, classes[type], (ptrdiff_t) results, failure);
}

bool
gw_new_result (const gw_call *call, mwSize ndims, const mwSize *dims, gr_type type, mxArray **result, gw_place *where,
               gw_failure *failure)
{
  *where = (gw_place){ 0 };
  if (call->is_resident)
    return gw_new_resident (call->in, ndims, dims, type, result, &where->resident, failure)
        && gw_resident_data (&where->resident, &where->data, failure);
  if (! gw_new_array (ndims, dims, type, result, failure))
    return false;
  where->data = mxGetData (*result);
  return true;
}

/* Fill `n` results with NaN.  */
static bool
fill_nan (const gw_call *call, const gw_place *where, size_t n, gw_failure *failure)
{
  const double nan = NAN;
  if (call->is_resident)
    {
      const gr_status status = gr_buffer_fill (where->resident.buffer, 0, &nan, sizeof nan, n);
      return status == GR_OK || gw_library (failure, status);
    }
  for (size_t k = 0; k < n; k++)
    ((double *) where->data)[k] = nan;
  return true;
}

/* Make positions linear ones, those of a gpuArray on the host.  */
static bool
make_all_linear (const gw_call *call, const shape *s, const gw_offsets *segments, const gw_place *index,
                 gw_failure *failure)
{
  const size_t bytes = s->results * sizeof (double);
  double *const host = call->is_resident ? mxMalloc (bytes) : index->data;
  gr_status status = call->is_resident ? gr_buffer_download (host, index->resident.buffer, 0, bytes) : GR_OK;
  if (status == GR_OK && segments->ragged.offsets)
    {
      if (! gw_make_segments_linear (call, segments, host, failure))
        return false;
    }
  else if (status == GR_OK)
    make_linear (s, host);
  if (call->is_resident)
    {
      if (status == GR_OK)
        status = gr_buffer_upload (index->resident.buffer, 0, host, bytes);
      mxFree (host);
    }
  return status == GR_OK || gw_library (failure, status);
}

/* ---- the call ---- */

/* Has an element below 0, as any (x(:) < 0) finds it?  Complex numbers compare
   by modulus, never below 0, unless every imaginary part is 0: then Octave takes the
   column for a real one.  */
static bool
find_negative (const gw_call *call, bool *found, gw_failure *failure)
{
  const size_t n = mxGetNumberOfElements (call->in);
  const mxArray **host; /* of gpuArrays the elements */
  *found = false;
  if (! n)
    return true;
  if (! gw_gather (1, &call->in, 0, GW_BUT_NONE, &host, failure))
    return false;
  /* a gathered array may have become a real one */
  gr_type type = call->type;
  if (call->is_resident && ! gw_find_type (host[0], &type))
    return gw_fail (failure, GR_UNSUPPORTED, "the gathered array has another class");
  if (gr_types[type].is_complex)
    {
      const bool is_single = type == GR_TYPE_C32;
      const gr_c64 *const z = mxGetData (host[0]);
      const gr_c32 *const c = mxGetData (host[0]);
      bool is_real = true;
      for (size_t i = 0; i < n && is_real; i++)
        {
          *found |= is_single ? c[i].re < 0 : z[i].re < 0;
          is_real = is_single ? c[i].im == 0 : z[i].im == 0;
        }
      *found &= is_real;
      return true;
    }
  const gr_request request = { .op = GR_MIN,
                               .type = type,
                               .inner = 1,
                               .len = n,
                               .outer = 1,
                               .backend = call->is_resident ? NULL : gw_backends[call->options.value[GW_BACKEND]] };
  mxArray *least = mxCreateNumericMatrix (1, 1, classes[type], mxREAL);
  const gr_status status = gr_run (&request, mxGetData (host[0]), mxGetData (least), NULL);
  *found = status == GR_OK && gw_element (least, 0) < 0;
  mxDestroyArray (least);
  return status == GR_OK || gw_library (failure, status);
}

bool
gw_check_domain (const gw_call *call, gw_failure *failure)
{
  bool negative = false;
  if (call->options.value[GW_MEAN] == GR_MEAN_GEOMETRIC && ! find_negative (call, &negative, failure))
    return false;
  return ! negative || gw_fail (failure, GR_BAD_ARGUMENT, "X must not contain any negative values");
}

/* Segments without elements have no imaginary part, and Octave's results are real.  */
static gr_type
type_of (gr_type type, const shape *s)
{
  return s->len || ! gr_types[type].is_complex ? type : type == GR_TYPE_C64 ? GR_TYPE_F64 : GR_TYPE_F32;
}

gr_request
gw_begin_request (const gw_call *call)
{
  const unsigned *value = call->options.value;
  const mwSize *dims = mxGetDimensions (call->in);
  gr_request request = { .op = call->op,
                         .type = call->type,
                         .arithmetic = call->arithmetic,
                         .nan = (gr_nan) value[GW_NAN],
                         .reverse = value[GW_DIRECTION],
                         .exclusive = value[GW_EXCLUSIVE],
                         .comparison = value[GW_COMPARISON] == GW_BY_PARTS ? GR_BY_PARTS : GR_BY_MODULUS,
                         .mean = (gr_mean_type) value[GW_MEAN],
                         .ddof = call->ddof,
                         .weights = call->weights ? mxGetDoubles (call->weights) : NULL,
                         .algorithm = (gr_algorithm) value[GW_ALGORITHM],
                         .block = value[GW_BLOCK],
                         .place = call->is_resident ? GR_ON_DEVICE : GR_ON_HOST,
                         .backend = gw_backends[value[GW_BACKEND]],
                         .queue = call->is_resident && ! call->repeats,
                         .ndims = (size_t) mxGetNumberOfDimensions (call->in) };
  for (size_t k = 0; k < request.ndims; k++)
    request.dims[k] = (size_t) dims[k];
  return request;
}

static void
describe (const gw_call *call, const shape *s, gr_request *request)
{
  *request = gw_begin_request (call);
  request->type = type_of (call->type, s);
  request->inner = s->inner;
  request->len = s->len;
  request->outer = s->outer;
  if (! s->apart || s->is_scan)
    return;
  request->groups = (size_t) s->groups;
  for (int g = 0; g < s->groups; g++)
    request->group[g] = (gr_group){ .extent = s->group[g].extent, .along = s->group[g].along };
}

/* Where the elements of the input are.  Those of a scan along dimensions that are apart are brought together first,
   in the order that its results have.  */
static bool
find_input (const gw_call *call, const shape *s, const void **data, gw_failure *failure)
{
  const mxArray *in = call->in;
  gw_resident resident = call->resident;
  if (s->is_scan && s->apart)
    {
      mxArray *args[2] = { (mxArray *) in, mxCreateDoubleMatrix (1, s->ndims, mxREAL) }, *moved = NULL;
      double *order = mxGetDoubles (args[1]);
      mwSize first = 0;
      while (! (call->along >> first & 1))
        first++;
      for (int part = 0; part < 3; part++) /* what stands before, along the scan, behind */
        for (mwSize k = 0; k < s->ndims; k++)
          if (part == (k < first ? 0 : call->along >> k & 1 ? 1 : 2))
            *order++ = (double) (k + 1);
      mexCallMATLAB (1, &moved, 2, args, "permute");
      in = moved;
      if (! in || (call->is_resident && ! gw_find_resident (in, &resident)))
        return gw_fail (failure, GR_UNSUPPORTED, "permute did not give what was asked for");
    }
  void *on_device = NULL;
  if (! gw_resident_data (&resident, &on_device, failure))
    return false;
  *data = call->is_resident ? on_device : mxGetData (in);
  return true;
}

/* Are values of a function computed as they are read?  Not if they are brought together first, or measured, nor in
   segments of any lengths.  */
static bool
reads_values (const gw_call *call, const shape *s)
{
  return call->is_resident && call->resident.mapping && s->len && ! call->repeats && ! (s->is_scan && s->apart)
      && ! call->options.after[GW_SEGMENTS];
}

static bool
run (const gw_call *call, const gr_request *request, const void *in, const gw_place *out, const gw_place *index,
     gw_failure *failure)
{
  gw_begin_progress (gr_operators[call->op].name);
  gw_begin_imitation (call->repeats ? GR_ALGORITHM_AUTO : request->algorithm, request->backend);
  const gr_status status = call->repeats
                           ? gr_measure (request, in, out->data, index->data, call->repeats, call->seconds)
                           : gr_run (request, in, out->data, index->data);
  gw_end_imitation ();
  gw_end_progress ();
  return status == GR_OK || (request->ragged ? gw_fail_segments (call, status, failure) : gw_library (failure, status));
}

bool
gw_work (const gw_call *asked, int nlhs, mxArray *plhs[], gw_failure *failure)
{
  gw_call here = *asked;
  const gw_call *const call = &here;
  const unsigned options = gr_operators[asked->op].options;
  const bool by_segments = call->options.after[GW_SEGMENTS];
  const bool is_empty_variance = (options & GR_TAKES_WEIGHTS) && mxIsEmpty (call->in) && ! by_segments;
  const bool gives_index = nlhs > 1 && (options & GR_GIVES_INDEX);
  gw_offsets segments = { 0 };
  gr_request request;
  shape s;

  if (! gw_check_domain (call, failure) || (by_segments && ! gw_find_offsets (call, &segments, failure)))
    return false;
  if (by_segments)
    lay_out_segments (call, segments.ragged.count, &s);
  else
    lay_out (call, &s);
  const bool is_read = reads_values (call, &s);
  here.is_resident = call->is_resident && ! (is_read && call->gathers);
  const gr_type out_type = is_empty_variance ? GR_TYPE_F64 : type_of (call->out_type, &s);
  gw_place out, index = { 0 };
  if (! gw_new_result (call, s.ndims, s.out_dims, out_type, &plhs[0], &out, failure)
      || (gives_index && ! gw_new_result (call, s.ndims, s.out_dims, GR_TYPE_F64, &plhs[1], &index, failure)))
    return false;
  if (! s.results)
    return ! by_segments || gw_check_without_results (call, &segments, failure);
  if (is_empty_variance)
    return fill_nan (call, &out, s.results, failure);

  const void *in = NULL;
  describe (call, &s, &request);
  request.ragged = by_segments ? &segments.ragged : NULL;
  if (! is_read && ! find_input (call, &s, &in, failure))
    return false;
  const bool ok = is_read ? gw_run_values (&call->resident, &request, out.data, index.data, failure)
                          : run (call, &request, in, &out, &index, failure);
  return ok && (! index.data || ! call->linear || make_all_linear (call, &s, &segments, &index, failure));
}
