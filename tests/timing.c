/* SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "timing.h"

const char *timing_program = "";

_Noreturn void
fail (const char *what, const char *why)
{
  fprintf (stderr, "%s: %s: %s\n", timing_program, what, why);
  exit (1);
}

void
need (gr_status status, const char *what)
{
  if (status != GR_OK)
    fail (what, gr_message ());
}

void *
host_memory (size_t bytes)
{
  void *p = malloc (bytes ? bytes : 1);
  if (! p)
    fail ("host memory", "not enough");
  return p;
}

gr_buffer *
device_memory (size_t bytes)
{
  gr_buffer *buffer;
  need (gr_buffer_new (bytes, &buffer), "the arrays (name smaller shapes)");
  return buffer;
}

void *
data_of (const gr_buffer *buffer)
{
  return buffer ? gr_buffer_describe (buffer).data : NULL;
}

void
print_device (const char *backend)
{
  gr_device device;
  char date[64];
  const time_t now = time (NULL);
  need (gr_describe_device (&device), "device");
  strftime (date, sizeof date, "%Y-%m-%d", localtime (&now));
  printf ("# %s, backend %s, driver %d.%d, CUDA %d.%d, %s", device.name, backend, device.driver / 1000,
          device.driver % 1000 / 10, device.toolkit / 1000, device.toolkit % 1000 / 10, date);
}

/* ---- operators with their options ---- */

int
list_variants (variant v[MOST_VARIANTS])
{
  int n = 0;
  for (int op = 0; op < GR_OPERATOR_COUNT; op++)
    for (int k = 0; k < 4; k++) /* plain, +idx, +reverse, +exclusive */
      {
        static const char *const suffixes[] = { "", "+idx", "+reverse", "+exclusive" };
        if (k == 1 ? ! (gr_operators[op].options & GR_GIVES_INDEX) : k > 1 && op != GR_CUMSUM)
          continue;
        v[n] = (variant){ .op = (gr_operator) op, .index = k == 1, .reverse = k == 2, .exclusive = k == 3 };
        snprintf (v[n].name, sizeof v[n].name, "%s%s", gr_operators[op].name, suffixes[k]);
        n++;
      }
  return n;
}

/* The word after the next comma, NULL after the last.  */
static const char *
next_word (const char *at)
{
  const char *comma = strchr (at, ',');
  return comma ? comma + 1 : NULL;
}

static bool
is_word (const char *at, const char *name)
{
  return strcspn (at, ",") == strlen (name) && ! strncmp (at, name, strlen (name));
}

bool
in_list (const char *name, const char *list)
{
  for (const char *at = list; at; at = next_word (at))
    if (is_word (at, name))
      return true;
  return false;
}

bool
are_variants (const char *list, const variant *v, int variants)
{
  for (const char *at = list; at; at = next_word (at))
    {
      int i = 0;
      while (i < variants && ! is_word (at, v[i].name))
        i++;
      if (i == variants)
        return false;
    }
  return true;
}

gr_request
request_of (const variant *v, gr_type type, size_t inner, size_t len, size_t outer)
{
  return (gr_request){ .op = v->op,
                       .type = type,
                       .inner = inner,
                       .len = len,
                       .outer = outer,
                       .reverse = v->reverse,
                       .exclusive = v->exclusive,
                       .ddof = 1 };
}

/* ---- types and kernels by name ---- */

const char *
type_name (gr_type type)
{
  return ! gr_types[type].is_complex ? gr_types[type].name : type == GR_TYPE_C32 ? "complex-single" : "complex-double";
}

int
find_type (const char *name)
{
  for (int t = 0; t < GR_TYPE_COUNT; t++)
    if (t != GR_TYPE_BOOL && t != GR_TYPE_CHAR && ! strcmp (name, type_name ((gr_type) t)))
      return t;
  return -1;
}

gr_auto_kernel
find_kernel (const char *name)
{
  int kernel = 0;
  while (kernel < GR_AUTO_COUNT && strcmp (name, gr_auto_kernels[kernel]))
    kernel++;
  return (gr_auto_kernel) kernel;
}

/* ---- elements ---- */

int8_t
element (data which, size_t i)
{
  uint64_t h = (i + 1) * 0x9e3779b97f4a7c15u; /* splitmix64's mixing */
  h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9u;
  h = (h ^ h >> 27) * 0x94d049bb133111ebu;
  h ^= h >> 31;
  const bool rare = (h >> 8) % (1 << 19) == 0;
  switch (which)
    {
    case ONES_AND_TWOS:
      return rare ? 2 : 1;
    case FEW_ONES:
      return rare;
    case FEW_ZEROS:
      return ! rare;
    default:
      break;
    }
  if ((h >> 8) % 65536)
    return 1 + (int) (h % 8);
  return (h >> 40) % 2 ? 100 + (int) ((h >> 41) % 20) : 0;
}

#define PUT_0(T) ((T *) p)[i] = (T) v;
#define PUT_1(T) ((T *) p)[i] = (T){ v, 0 };
#define CASE(_, ID, T, CLASS, COMPLEX, ...)                                                                            \
  case GR_TYPE_##ID:                                                                                                   \
    PUT_##COMPLEX (T) break;

void
put (gr_type type, void *p, size_t i, int8_t v)
{
  switch (type)
    {
      GR_TYPES (CASE, _)
    default:
      break;
    }
}

/* ---- numbers ---- */

int
ascending (const void *a, const void *b)
{
  const double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

double
median (double *seconds, size_t n)
{
  qsort (seconds, n, sizeof *seconds, ascending);
  return seconds[n / 2];
}
