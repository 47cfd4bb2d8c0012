/* SPDX-License-Identifier: GPL-3.0-or-later

   The table at run time.  */

#include "elements.h"

#include <string.h>
#include <strings.h>

#define TYPE_ROW(_, ID, CTYPE, CLASS, COMPLEX, KIND) { CLASS, sizeof (CTYPE), COMPLEX, GR_KIND_##KIND },
const gr_type_info gr_types[GR_TYPE_COUNT] = { GR_TYPES (TYPE_ROW, _) };

#define ARITHMETIC_ROW(_, ID, OPTION) OPTION,
const char *const gr_arithmetics[GR_ARITHMETIC_COUNT] = { GR_ARITHMETICS (ARITHMETIC_ROW, _) };

#define FAMILY_ROW(_, ID, FAMILY) FAMILY,
const char *const gr_bound_families[GR_ACCUMULATOR_COUNT] = { GR_ACCUMULATORS (FAMILY_ROW, _) };

const gr_operator_info gr_operators[GR_OPERATOR_COUNT] = { GR_OPERATORS (GR_OPERATOR_ROW, _) };

#define ALGORITHM_ROW(_, ID, NAME, ALIASES, KINDS, MIN, MAX, DEFAULT, SUMMARY)                                         \
  { NAME, ALIASES, SUMMARY, KINDS, MIN, MAX, DEFAULT },
const gr_algorithm_info gr_algorithms[GR_ALGORITHM_COUNT] = { GR_ALGORITHMS (ALGORITHM_ROW, _) };

#define KERNEL_ROW(_, ID, NAME) "gr_" #NAME "_kernel",
const char *const gr_auto_kernels[GR_AUTO_COUNT] = { "planner", GR_AUTO_KERNELS (KERNEL_ROW, _) };

#define BINARY_ROW(_, ID, NAME, SIGN, KIND) { #NAME, SIGN, GR_BINARY_##KIND },
const gr_binary_info gr_binaries[GR_BINARY_COUNT] = { GR_BINARIES (BINARY_ROW, _) };

#define UNARY_ROW(_, ID, NAME, RESULT, KIND, ...) { #NAME, GR_UNARY_##KIND },
const gr_unary_info gr_unaries[GR_UNARY_COUNT] = { GR_UNARIES (UNARY_ROW, _) };

#define LIMIT_ROW(_, ID, NAME) NAME,
const char *const gr_limits[GR_LIMIT_COUNT] = { GR_LIMITS (LIMIT_ROW, _) };

#define STATUS_ROW(_, ID, SUFFIX) SUFFIX,
const char *const gr_statuses[GR_STATUS_COUNT] = { GR_STATUSES (STATUS_ROW, _) };

int
gr_find_operator (const char *name)
{
  for (int i = 0; i < GR_OPERATOR_COUNT; i++)
    if (! strcasecmp (name, gr_operators[i].name))
      return i;
  return -1;
}

/* Is name one of the comma-terminated words of list?  */
static bool
in_list (const char *name, const char *list)
{
  const size_t n = strlen (name);
  for (const char *end; (end = strchr (list, ',')); list = end + 1)
    if ((size_t) (end - list) == n && ! strncasecmp (name, list, n))
      return true;
  return false;
}

int
gr_find_algorithm (const char *name)
{
  for (int i = 0; i < GR_ALGORITHM_COUNT; i++)
    if (! strcasecmp (name, gr_algorithms[i].name) || in_list (name, gr_algorithms[i].aliases))
      return i;
  return -1;
}
