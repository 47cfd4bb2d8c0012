/* SPDX-License-Identifier: GPL-3.0-or-later

   What programs that time `auto` share: memory, elements, words of the command line, operators with options, medians.

   Where something fails, they print why, after the name of the program, and exit with status 1.  */

#ifndef TIMING_H
#define TIMING_H

#include "gpureduce.h"

extern const char *timing_program; /* its name in messages */

_Noreturn void fail (const char *what, const char *why);
void need (gr_status status, const char *what);

void *host_memory (size_t bytes);
gr_buffer *device_memory (size_t bytes);
void *data_of (const gr_buffer *buffer); /* where it is; NULL for NULL */

/* "# DEVICE, backend NAME, driver and CUDA versions, date", without the end of the line.  */
void print_device (const char *backend);

/* ---- operators with their options ---- */

typedef struct
{
  char name[32];
  gr_operator op;
  bool index, reverse, exclusive;
} variant;
enum { MOST_VARIANTS = 4 * GR_OPERATOR_COUNT };

int list_variants (variant v[MOST_VARIANTS]);

/* Is each word of the list, which commas part, the name of one of them?  */
bool are_variants (const char *list, const variant *v, int variants);
bool in_list (const char *name, const char *list);

gr_request request_of (const variant *v, gr_type type, size_t inner, size_t len, size_t outer);

/* ---- types and kernels by name ---- */

const char *type_name (gr_type type);          /* "complex-single" and "complex-double" too */
int find_type (const char *name);              /* a class whose elements can be 0, 1, ..., 119; -1: there is none */
gr_auto_kernel find_kernel (const char *name); /* as gr_scan_rows_kernel; GR_AUTO_COUNT: there is none */

/* ---- elements: small integers ---- */

typedef enum { ONES_TO_EIGHT, ONES_AND_TWOS, FEW_ONES, FEW_ZEROS, DATA_COUNT } data;

/* Element i.  What decides an extreme, a product, any or all is rare, so that all
   of the segment has to be looked at; a product stays finite.  */
int8_t element (data which, size_t i);

/* Store v as element i of an array of the type.  */
void put (gr_type type, void *p, size_t i, int8_t v);

/* ---- numbers ---- */

int ascending (const void *a, const void *b); /* of doubles, for qsort */
double median (double *seconds, size_t n);    /* sorts them */

#endif
