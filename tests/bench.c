/* Times `auto` on arrays that stay on the device: thirteen shapes, every
   operator, medians of the library's own device-event times.

     bench [CLASS...]      classes of elements, default: single double int32

   Prints CSV: op,type,shape,dims,dim,us,GBps, where GB/s counts the input read
   once and the results written once.  Shapes that the device's memory does not
   hold are left out and named on stderr.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpureduce.h"

typedef struct { const char *name; size_t inner, len, outer; const char *dims; int dim; } shape;

static const shape shapes[] = {
  { "vector",        1,       268435456, 1,         "268435456",    1 },
  { "square-cols",   1,       16384,     16384,     "16384x16384",  1 },
  { "square-rows",   16384,   16384,     1,         "16384x16384",  2 },
  { "short-cols",    1,       32,        8388608,   "32x8388608",   1 },
  { "short-rows",    8388608, 32,        1,         "8388608x32",   2 },
  { "few-long-cols", 1,       8388608,   32,        "8388608x32",   1 },
  { "few-long-rows", 32,      8388608,   1,         "32x8388608",   2 },
  { "mid-dim",       512,     512,       1024,      "512x512x1024", 2 },
  { "odd-cols",      1,       100003,    2687,      "100003x2687",  1 },
  { "odd-rows",      100003,  2687,      1,         "100003x2687",  2 },
  { "tiny",          1,       1024,      1,         "1024",         1 },
  { "small",         1,       65536,     1,         "65536",        1 },
  { "medium",        1,       1048576,   1,         "1048576",      1 },
};
enum { SHAPES = sizeof shapes / sizeof *shapes, REPETITIONS = 11, LARGEST = 268709120 };

static int
ascending (const void *a, const void *b)
{
  const double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

/* Median seconds of the request after a warm-up, or a negative number.  */
static double
median_seconds (const gr_request *request, const void *in, void *out, double *index, gr_record *record)
{
  double seconds[REPETITIONS];
  for (int i = -1; i < REPETITIONS; i++)
    {
      if (gr_run (request, in, out, index) != GR_OK || ! gr_last (record))
        return -1;
      if (i >= 0)
        seconds[i] = record->seconds_kernels;
    }
  qsort (seconds, REPETITIONS, sizeof *seconds, ascending);
  return seconds[REPETITIONS / 2];
}

/* Small integers in every class, neither all equal nor all zero.  */
static gr_status
fill (void *device, gr_type type, size_t n)
{
  enum { PIECE = 1 << 20 };
  const size_t size = gr_types[type].size, width = gr_types[type].is_complex ? size / 2 : size;
  char *piece = malloc ((size_t) PIECE * size);
  gr_status status = piece ? GR_OK : GR_OUT_OF_MEMORY;
  unsigned state = 1;
  for (size_t i = 0; piece && i < (size_t) PIECE * size / width; i++)
    {
      state = state * 1664525u + 1013904223u;
      const int v = (int) (state >> 30);
      if (type == GR_TYPE_F64 || type == GR_TYPE_C64)
        ((double *) piece)[i] = v;
      else if (type == GR_TYPE_F32 || type == GR_TYPE_C32)
        ((float *) piece)[i] = (float) v;
      else
        {
          memset (piece + i * width, 0, width);
          piece[i * width] = (char) v; /* little-endian */
        }
    }
  for (size_t i = 0; status == GR_OK && i < n; i += PIECE)
    status = gr_upload ((char *) device + i * size, piece, (n - i < PIECE ? n - i : PIECE) * size);
  free (piece);
  return status;
}

static gr_status
bench_type (gr_type type)
{
  void *in = NULL, *out = NULL, *index = NULL;
  gr_status status = gr_malloc ((size_t) LARGEST * gr_types[type].size, &in);
  if (status == GR_OK)
    status = gr_malloc ((size_t) LARGEST * (gr_types[type].size > 8 ? gr_types[type].size : 8), &out);
  if (status == GR_OK)
    status = gr_malloc ((size_t) LARGEST * sizeof (double), &index);
  if (status == GR_OK)
    status = fill (in, type, LARGEST);
  for (int op = 0; status == GR_OK && op < GR_OPERATOR_COUNT; op++)
    for (int with_index = 0; with_index <= ((gr_operators[op].options & GR_GIVES_INDEX) != 0); with_index++)
      for (int s = 0; s < SHAPES; s++)
        {
          const shape *p = &shapes[s];
          const gr_request request = { .op = (gr_operator) op, .type = type, .inner = p->inner, .len = p->len,
                                       .outer = p->outer, .ddof = 1, .place = GR_ON_DEVICE };
          gr_record record;
          const double seconds = median_seconds (&request, in, out, with_index ? index : NULL, &record);
          if (seconds < 0)
            fprintf (stderr, "bench: %s %s %s: %s\n", gr_operators[op].name, gr_types[type].name, p->name, gr_message ());
          else
            printf ("%s%s,%s%s,%s,%s,%d,%.2f,%.1f\n", gr_operators[op].name, with_index ? "+idx" : "",
                    gr_types[type].is_complex ? "complex " : "", gr_types[type].name, p->name, p->dims, p->dim,
                    seconds * 1e6, record.bytes / seconds * 1e-9);
        }
  gr_free (in);
  gr_free (out);
  gr_free (index);
  return status;
}

int
main (int argc, char **argv)
{
  static char default_types[][8] = { "single", "double", "int32" };
  gr_device device;
  gr_status status = gr_describe_device (&device);
  if (status == GR_OK)
    printf ("# %s, driver %d, CUDA %d, median of %d\nop,type,shape,dims,dim,us,GBps\n", device.name, device.driver,
            device.runtime, REPETITIONS);
  const int count = argc > 1 ? argc - 1 : (int) (sizeof default_types / sizeof *default_types);
  for (int i = 0; status == GR_OK && i < count; i++)
    {
      const char *name = argc > 1 ? argv[i + 1] : default_types[i];
      int type = 0;
      while (type < GR_TYPE_COUNT && strcmp (name, gr_types[type].name))
        type++;
      status = type < GR_TYPE_COUNT ? bench_type ((gr_type) type) : GR_BAD_ARGUMENT;
      if (type == GR_TYPE_COUNT)
        fprintf (stderr, "bench: unknown class '%s'\n", name);
    }
  if (status != GR_OK)
    fprintf (stderr, "bench: %s: %s\n", gr_statuses[status], gr_message ());
  return status != GR_OK;
}
