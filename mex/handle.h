/* SPDX-License-Identifier: GPL-3.0-or-later

   What a gateway cannot do by the functions of MEX: look into a gpuArray, and make one.  Arrays are mxArrays.  */

#ifndef GW_HANDLE_H
#define GW_HANDLE_H

#include <stdbool.h>
#include <stddef.h>

#include "expression.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Is the argument a gpuArray?  Gives its buffer, NULL if there are no elements, and its type; and where the elements
   are values of a function that is not computed yet, this function, else NULL.  */
bool gw_read_handle (const void *array, gr_buffer **elements, gr_type *type, const gr_mapping **mapping);
/* The buffer of its elements, which are computed if they are values of a function.  */
gr_buffer *gw_compute_handle (const void *array);

/* Do a step, whose outcome is `ok`.  False if Octave throws meanwhile anything but an interrupt, which goes on: `text`,
   of `room` bytes, says what.  */
bool gw_without_throw (bool (*step) (void *data), void *data, bool *ok, char *text, size_t room);

/* A new gpuArray of these elements, which it owns from now on.  `other` is any gpuArray, whose code makes the new one;
   the caller owns the result.  */
void *gw_make_handle (const void *other, gr_buffer *elements, size_t ndims, const size_t *dims, gr_type type);

/* A function and the arrays behind it as one gpuArray of its values, which the caller owns: `taken` arrays.  Has none
   of them elements on the device?  NULL if the type gpuArray is not there.  */
void *gw_make_values (const char *name, int count, const void *const *args, int *taken, bool *is_on_host);
/* Raise the error of a faulty step of such values.  */
void gw_raise_fault (const void *array, int step);

/* gpureduce and gpuscan, by that name: as many results as are asked for, which the caller owns.  False if the type is
   not there.  */
bool gw_combine_handles (const char *name, int count, const void *const *args, int nargout, void **results);

#ifdef __cplusplus
}
#endif

#endif
