/* SPDX-License-Identifier: GPL-3.0-or-later

   One way to read an argument: strings whole, numbers checked, and what comes back from Octave compared with
   what was asked for.  */

#ifndef GW_READ_H
#define GW_READ_H

#include <mex.h>

#include "raise.h"

/* longer than any word that a function takes */
enum { GW_WORD_MAX = 64 };

/* Is the array a string, and not a matrix of characters?  */
bool gw_is_string (const mxArray *a);

/* Copy a string.  Fails if it has GW_WORD_MAX characters or more, or a NUL character.  */
bool gw_read_word (const mxArray *a, char word[GW_WORD_MAX], gw_failure *failure);

/* Read `count` whole numbers, value k from least[k] to most[k], of a full real array of any numeric class.  WHAT names
   them in the failure's text.  */
bool gw_read_wholes (const mxArray *a, const char *what, size_t count, const double *least, const double *most,
                     double *values, gw_failure *failure);

/* The same of one.  */
bool gw_read_whole (const mxArray *a, const char *what, double least, double most, double *value, gw_failure *failure);

/* Element i of a full numeric or logical array; of a complex one the real part.  */
double gw_element (const mxArray *a, size_t i);

/* Is it one full real number of any numeric class?  */
bool gw_is_number (const mxArray *a);

/* What a value is, for texts: a number itself, else its kind.  */
void gw_describe (const mxArray *a, char text[GW_WORD_MAX]);

enum { GW_ANY_COUNT = -1 };

/* Is the answer of an Octave function a full real array of that class with that number of elements?  Fails if it is
   anything else, or NULL: another function of that name may stand before Octave's in the path.  */
bool gw_check_answer (const char *function, const mxArray *answer, mxClassID class, ptrdiff_t elements,
                      gw_failure *failure);

/* Call an Octave function, and check its answer so.  */
bool gw_call_octave (const char *function, int count, mxArray *args[], mxClassID class, ptrdiff_t elements,
                     mxArray **answer, gw_failure *failure);

/* A numeric or logical array as full doubles, the real part of a complex one, as the builtins read DIM; Octave
   frees what is made on the way.  */
bool gw_read_doubles (const mxArray *a, const mxArray **numbers, gw_failure *failure);

/* Is it a row, or a column?  */
bool gw_is_vector (const mxArray *a);

#endif
