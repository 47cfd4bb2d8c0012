/* SPDX-License-Identifier: GPL-3.0-or-later

   Times elementwise functions, copies, conversion, selection, dot products and random numbers of arrays that stay on
   the device.

     bench_elements [cuda|cpu] [ELEMENTS]

   Prints CSV.  us is the median time of a call, of CALLS that are queued one after the other; GB/s counts all operands
   read once and the results written once.  ELEMENTS: of each array, a multiple of 4096; 2^26 if not given.  */

#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "elements.h"
#include "timing.h"

enum { REPEATS = 7, CALLS = 10, ROWS = 4096 };

static gr_buffer *x, *y, *z, *mask;
static size_t count;
static gr_selection *selection;

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

/* ---- what there is to time ---- */

typedef struct
{
  const char *what;
  gr_type type;
  int op, other; /* what call makes of them */
  double moved;  /* bytes of an element that are read and written, in sizes of the type */
  gr_status (*call) (const gr_type type, int op, int other);
} row;

static gr_operand
array_of (gr_type type, const gr_buffer *buffer)
{
  return (gr_operand){ .type = type, .buffer = buffer };
}

static gr_status
pair (gr_type type, int op, int other)
{
  return gr_apply_binary ((gr_binary) op, array_of (type, x), array_of ((gr_type) other, y), count, z, 0);
}
static gr_status
with_scalar (gr_type type, int op, int other)
{
  static const double two[2] = { 2, 0 };
  return gr_apply_binary ((gr_binary) op, array_of (type, x), (gr_operand){ .type = (gr_type) other, .value = two },
                          count, z, 0);
}
/* other: columns of the second operand, or else it has one row */
static gr_status
spread (gr_type type, int op, int other)
{
  const size_t of_a[2] = { ROWS, count / ROWS }, of_column[2] = { ROWS, 1 }, of_row[2] = { 1, count / ROWS };
  return gr_apply_broadcast ((gr_binary) op, array_of (type, x), array_of (type, y), 2, of_a,
                             other ? of_column : of_row, z);
}
static gr_status
outer (gr_type type, int op, int other)
{
  const size_t of_column[2] = { ROWS, 1 }, of_row[2] = { 1, count / ROWS };
  return gr_apply_broadcast ((gr_binary) op, array_of (type, x), array_of ((gr_type) other, y), 2, of_column, of_row,
                             z);
}
static gr_status
map (gr_type type, int op, int other)
{
  (void) other;
  return gr_apply_unary ((gr_unary) op, type, x, 0, z, 0, count);
}
static gr_status
convert (gr_type type, int op, int other)
{
  (void) op;
  return gr_convert_elements ((gr_type) other, z, 0, type, x, 0, count);
}
/* op: 0 transposes, 1 takes every second row, 2 turns the order around */
static gr_status
copy (gr_type type, int op, int other)
{
  const size_t size = gr_types[type].size, columns = count / ROWS;
  const gr_axis turned[2]
    = { { .count = columns, .from = ROWS, .to = 1 }, { .count = ROWS, .from = 1, .to = (ptrdiff_t) columns } },
    second[2] = { { .count = ROWS / 2, .from = 2, .to = 1 }, { .count = columns, .from = ROWS, .to = ROWS / 2 } },
    back[1] = { { .count = count, .from = -1, .to = 1 } };
  (void) other;
  return op == 0 ? gr_copy_elements (size, 2, turned, z, 0, x, 0)
       : op == 1 ? gr_copy_elements (size, 2, second, z, 0, x, 0)
                 : gr_copy_elements (size, 1, back, z, 0, x, count - 1);
}
static gr_status
pick (gr_type type, int op, int other)
{
  (void) other;
  return op == 0 ? gr_select_elements (selection, gr_types[type].size, z, 0, x, 0)
       : op == 1 ? gr_put_elements (selection, gr_types[type].size, z, 0, x, 0, false)
                 : gr_select_positions (selection, z, 0);
}
static gr_status
dot (gr_type type, int op, int other)
{
  (void) op, (void) other;
  return gr_dot_chunks (type, 1, ROWS, count / ROWS, x, y, z);
}
static gr_status
fill (gr_type type, int op, int other)
{
  gr_random_state state = { 42, 0 };
  const gr_random random = { (gr_distribution) op, 1, other };
  return gr_fill_random (&random, &state, type, z, 0, count);
}

static const row rows[] = {
  { "plus", GR_TYPE_F64, GR_PLUS, GR_TYPE_F64, 3, pair },
  { "plus", GR_TYPE_F32, GR_PLUS, GR_TYPE_F32, 3, pair },
  { "plus", GR_TYPE_I32, GR_PLUS, GR_TYPE_I32, 3, pair },
  { "plus", GR_TYPE_I8, GR_PLUS, GR_TYPE_I8, 3, pair },
  { "plus", GR_TYPE_I64, GR_PLUS, GR_TYPE_I64, 3, pair },
  { "plus", GR_TYPE_C64, GR_PLUS, GR_TYPE_C64, 3, pair },
  { "times", GR_TYPE_C32, GR_TIMES, GR_TYPE_C32, 3, pair },
  { "rdivide", GR_TYPE_F64, GR_RDIVIDE, GR_TYPE_F64, 3, pair },
  { "times int32 by double", GR_TYPE_I32, GR_TIMES, GR_TYPE_F64, 4, pair },
  { "lt", GR_TYPE_F64, GR_LT, GR_TYPE_F64, 2.125, pair },
  { "and", GR_TYPE_BOOL, GR_AND, GR_TYPE_BOOL, 3, pair },
  { "max", GR_TYPE_F32, GR_MAXIMUM, GR_TYPE_F32, 3, pair },
  { "power", GR_TYPE_F64, GR_POWER, GR_TYPE_F64, 3, pair },
  { "atan2", GR_TYPE_F32, GR_ATAN2, GR_TYPE_F32, 3, pair },
  { "times a scalar", GR_TYPE_F64, GR_TIMES, GR_TYPE_F64, 2, with_scalar },
  { "times a scalar", GR_TYPE_F32, GR_TIMES, GR_TYPE_F64, 2, with_scalar },
  { "minus a row", GR_TYPE_F64, GR_MINUS, 0, 2, spread },
  { "minus a row", GR_TYPE_F32, GR_MINUS, 0, 2, spread },
  { "minus a column", GR_TYPE_F64, GR_MINUS, 1, 2, spread },
  { "minus a column", GR_TYPE_F32, GR_MINUS, 1, 2, spread },
  { "column plus row", GR_TYPE_F64, GR_PLUS, GR_TYPE_F64, 1, outer },
  { "abs", GR_TYPE_F64, GR_ABS, 0, 2, map },
  { "exp", GR_TYPE_F64, GR_EXP, 0, 2, map },
  { "exp", GR_TYPE_F32, GR_EXP, 0, 2, map },
  { "sin", GR_TYPE_F64, GR_SIN, 0, 2, map },
  { "sqrt", GR_TYPE_F64, GR_SQRT, 0, 2, map },
  { "sqrt", GR_TYPE_C64, GR_SQRT, 0, 2, map },
  { "isnan", GR_TYPE_F32, GR_ISNAN, 0, 1.25, map },
  { "double to single", GR_TYPE_F64, 0, GR_TYPE_F32, 1.5, convert },
  { "double to int8", GR_TYPE_F64, 0, GR_TYPE_I8, 1.125, convert },
  { "int32 to double", GR_TYPE_I32, 0, GR_TYPE_F64, 3, convert },
  { "transpose", GR_TYPE_F64, 0, 0, 2, copy },
  { "transpose", GR_TYPE_F32, 0, 0, 2, copy },
  { "transpose", GR_TYPE_I8, 0, 0, 2, copy },
  { "every second row", GR_TYPE_F64, 1, 0, 1, copy },
  { "turned around", GR_TYPE_F32, 2, 0, 2, copy },
  { "x(mask)", GR_TYPE_F64, 0, 0, 1.125, pick },
  { "x(mask) = y", GR_TYPE_F32, 1, 0, 1.25, pick },
  { "find (mask)", GR_TYPE_F64, 2, 0, 0.625, pick },
  { "dot", GR_TYPE_F64, 0, 0, 2, dot },
  { "dot", GR_TYPE_F32, 0, 0, 2, dot },
  { "rand", GR_TYPE_F64, GR_UNIFORM, 0, 1, fill },
  { "randn", GR_TYPE_F64, GR_NORMAL, 0, 1, fill },
  { "randn", GR_TYPE_F32, GR_NORMAL, 0, 1, fill },
  { "randi", GR_TYPE_I32, GR_INTEGERS, 100, 1, fill },
};

/* ---- rows ---- */

static void
print_row (const row *r)
{
  double seconds[REPEATS];
  need (r->call (r->type, r->op, r->other), r->what);
  need (gr_wait (), r->what);
  for (int k = 0; k < REPEATS; k++)
    {
      const double start = now ();
      for (int i = 0; i < CALLS; i++)
        need (r->call (r->type, r->op, r->other), r->what);
      need (gr_wait (), r->what);
      seconds[k] = (now () - start) / CALLS;
    }
  const double s = median (seconds, REPEATS);
  printf ("%s,%s,%zu,%.2f,%.1f\n", r->what, type_name (r->type), count, 1e6 * s,
          1e-9 * r->moved * (double) gr_types[r->type].size * (double) count / s);
  fflush (stdout);
}

int
main (int argc, char **argv)
{
  timing_program = "bench_elements";
  const char *const backend = argc > 1 ? argv[1] : "auto";
  const double one = 1;
  count = argc > 2 ? strtoull (argv[2], NULL, 10) : (size_t) 1 << 26;
  if (! count || count % ROWS)
    fail ("ELEMENTS", "not a multiple of 4096");
  need (gr_select_backend (backend), "gr_select_backend");
  print_device (backend);
  puts ("\nwhat,type,elements,us,GBps");
  x = device_memory (16 * count);
  y = device_memory (16 * count);
  z = device_memory (16 * count);
  mask = device_memory (count);
  need (gr_buffer_fill (x, 0, &one, sizeof one, 2 * count), "gr_buffer_fill");
  need (gr_buffer_fill (y, 0, &one, sizeof one, 2 * count), "gr_buffer_fill");
  need (gr_buffer_fill (mask, 0, &(const unsigned short){ 1 }, 2, count / 2), "gr_buffer_fill");
  need (gr_open_selection (mask, 0, count, &selection), "gr_open_selection");
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    print_row (&rows[i]);
  gr_close_selection (selection);
  gr_buffer_release (mask);
  gr_buffer_release (z);
  gr_buffer_release (y);
  gr_buffer_release (x);
  return 0;
}
