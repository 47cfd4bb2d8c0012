/* SPDX-License-Identifier: GPL-3.0-or-later

   What is asked for on the command line, for all programs that have files of backend_test.  */

#include "backend_test.h"

selection asked = { .op = -1, .type = -1, .kernel = -1, .algorithm = -1 };
const char *backend;
const gr_backend *device;
unsigned share = 1, named = 1;
size_t asked_cuts[MAX_CUTS], asked_cut_count;
unsigned this_process = 1, processes = 1;

#define TYPE_NAME_0(CLASS) CLASS
#define TYPE_NAME_1(CLASS) ("complex-" CLASS)
#define TYPE_NAME(_, ID, T, CLASS, COMPLEX, ...) TYPE_NAME_##COMPLEX (CLASS),
const char *const type_names[GR_TYPE_COUNT] = { GR_TYPES (TYPE_NAME, _) };
#define KERNEL_NAME(_, ID, NAME) #NAME,
const char *const kernel_names[GR_AUTO_COUNT] = { "planner", GR_AUTO_KERNELS (KERNEL_NAME, _) };

bool
is_asked (int wanted, int row)
{
  return wanted < 0 || wanted == row;
}

bool
in_part (unsigned number)
{
  return number % processes == this_process - 1;
}

bool
mine (const gr_request *q)
{
  static unsigned arrays;
  return is_asked (asked.op, (int) q->op) && is_asked (asked.type, (int) q->type)
      && (! asked.shaped || (q->inner == asked.inner && q->len == asked.len && q->outer == asked.outer))
      && in_part (arrays++);
}
