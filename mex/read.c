/* SPDX-License-Identifier: GPL-3.0-or-later

   One way to read an argument.  */

#include "read.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- strings ---- */

bool
gw_is_string (const mxArray *a)
{
  return mxIsChar (a) && mxGetNumberOfDimensions (a) == 2 && mxGetM (a) <= 1;
}

bool
gw_read_word (const mxArray *a, char word[GW_WORD_MAX], gw_failure *failure)
{
  const size_t length = mxGetNumberOfElements (a);
  word[0] = '\0';
  if (length >= GW_WORD_MAX)
    return gw_fail (failure, GR_BAD_ARGUMENT,
                    "a string of %zu characters is no word that is taken; words have at "
                    "most %d",
                    length, GW_WORD_MAX - 1);
  if (length && mxGetString (a, word, GW_WORD_MAX))
    return gw_fail (failure, GR_BAD_ARGUMENT, "a string of %zu characters can't be read", length);
  if (strlen (word) != length)
    return gw_fail (failure, GR_BAD_ARGUMENT, "a string with a NUL character is no word that is taken");
  return true;
}

/* ---- numbers ---- */

double
gw_element (const mxArray *a, size_t i)
{
  const void *const data = mxGetData (a);
  const size_t at = mxIsComplex (a) ? 2 * i : i;
  switch (mxGetClassID (a))
    {
    case mxDOUBLE_CLASS:
      return ((const double *) data)[at];
    case mxSINGLE_CLASS:
      return (double) ((const float *) data)[at];
    case mxINT8_CLASS:
      return (double) ((const int8_t *) data)[at];
    case mxINT16_CLASS:
      return (double) ((const int16_t *) data)[at];
    case mxINT32_CLASS:
      return (double) ((const int32_t *) data)[at];
    case mxINT64_CLASS:
      return (double) ((const int64_t *) data)[at];
    case mxUINT8_CLASS:
      return (double) ((const uint8_t *) data)[at];
    case mxUINT16_CLASS:
      return (double) ((const uint16_t *) data)[at];
    case mxUINT32_CLASS:
      return (double) ((const uint32_t *) data)[at];
    case mxUINT64_CLASS:
      return (double) ((const uint64_t *) data)[at];
    case mxLOGICAL_CLASS:
      return (double) ((const mxLogical *) data)[at];
    default:
      return (double) NAN;
    }
}

bool
gw_is_number (const mxArray *a)
{
  return mxIsNumeric (a) && ! mxIsComplex (a) && ! mxIsSparse (a) && mxGetNumberOfElements (a) == 1;
}

void
gw_describe (const mxArray *a, char text[GW_WORD_MAX])
{
  const size_t n = mxGetNumberOfElements (a);
  if (mxIsSparse (a))
    snprintf (text, GW_WORD_MAX, "a sparse matrix");
  else if (mxIsChar (a))
    snprintf (text, GW_WORD_MAX, "a string");
  else if (gw_is_number (a))
    snprintf (text, GW_WORD_MAX, "%.*g", DBL_DIG, gw_element (a, 0));
  else if (mxIsNumeric (a))
    snprintf (text, GW_WORD_MAX, "%s array of %zu elements", mxIsComplex (a) ? "a complex" : "an", n);
  else
    snprintf (text, GW_WORD_MAX, "a %.40s", mxGetClassName (a));
}

bool
gw_read_wholes (const mxArray *a, const char *what, size_t count, const double *least, const double *most,
                double *values, gw_failure *failure)
{
  if (! mxIsNumeric (a) || mxIsComplex (a) || mxIsSparse (a) || mxGetNumberOfElements (a) != count)
    {
      char given[GW_WORD_MAX];
      gw_describe (a, given);
      return gw_fail (failure, GR_BAD_ARGUMENT, "%s must be %zu whole numbers; given was %s", what, count, given);
    }
  for (size_t k = 0; k < count; k++)
    {
      values[k] = gw_element (a, k);
      if (! (values[k] >= least[k] && values[k] <= most[k] && values[k] == floor (values[k])))
        return gw_fail (failure, GR_BAD_ARGUMENT,
                        "number %zu of %s must be a whole one from %.0f to %.0f; given was "
                        "%.*g",
                        k + 1, what, least[k], most[k], DBL_DIG, values[k]);
    }
  return true;
}

bool
gw_read_whole (const mxArray *a, const char *what, double least, double most, double *value, gw_failure *failure)
{
  char given[GW_WORD_MAX];
  if (gw_is_number (a) && gw_read_wholes (a, what, 1, &least, &most, value, failure))
    return true;
  gw_describe (a, given);
  return gw_fail (failure, GR_BAD_ARGUMENT, "%s must be a whole number from %.0f to %.0f; given was %s", what, least,
                  most, given);
}

/* ---- Octave's answers ---- */

bool
gw_check_answer (const char *function, const mxArray *out, mxClassID class, ptrdiff_t elements, gw_failure *failure)
{
  if (! out || mxGetClassID (out) != class || mxIsComplex (out) || mxIsSparse (out)
      || (elements != GW_ANY_COUNT && mxGetNumberOfElements (out) != (size_t) elements))
    return gw_fail (failure, GR_UNSUPPORTED,
                    "Octave's function %s did not give what was asked for; another function "
                    "of that name may stand before it in the path",
                    function);
  return true;
}

bool
gw_call_octave (const char *function, int count, mxArray *args[], mxClassID class, ptrdiff_t elements, mxArray **answer,
                gw_failure *failure)
{
  *answer = NULL;
  mexCallMATLAB (1, answer, count, args, function);
  return gw_check_answer (function, *answer, class, elements, failure);
}

/* ---- arrays of numbers ---- */

bool
gw_read_doubles (const mxArray *a, const mxArray **numbers, gw_failure *failure)
{
  const size_t n = mxGetNumberOfElements (a);
  mxArray *given = (mxArray *) a, *full = given;
  if (mxIsSparse (a) && ! mxIsComplex (a)
      && ! gw_call_octave ("full", 1, &given, mxGetClassID (a), (ptrdiff_t) n, &full, failure))
    return false;
  if (mxIsSparse (full))
    return gw_fail (failure, GR_UNSUPPORTED, "a sparse complex argument is not supported; use full (A)");
  *numbers = full;
  if (mxIsDouble (full) && ! mxIsComplex (full))
    return true;
  mxArray *doubles
    = mxCreateNumericArray (mxGetNumberOfDimensions (full), mxGetDimensions (full), mxDOUBLE_CLASS, mxREAL);
  double *values = mxGetDoubles (doubles);
  for (size_t i = 0; i < n; i++)
    values[i] = gw_element (full, i);
  *numbers = doubles;
  return true;
}

bool
gw_is_vector (const mxArray *a)
{
  return mxGetNumberOfDimensions (a) == 2 && (mxGetM (a) == 1 || mxGetN (a) == 1);
}
