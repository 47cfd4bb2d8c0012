/* SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>
#include <string.h>

#include "limits.h"
#include "timing.h"

typedef struct
{
  char op[32], type[16], kernel[48], pipe[8], stall[24], binds[16];
  size_t inner, len, outer;
  double us, memory, issue, pipe_share, shared, warps;
} limit;

static bool
read_limit (const char *line, limit *l)
{
  return sscanf (line, "%31[^,],%15[^,],%zu,%zu,%zu,%47[^,],%lf,%lf,%lf,%7[^,],%lf,%lf,%lf,%23[^,],%15[a-z]", l->op,
                 l->type, &l->inner, &l->len, &l->outer, l->kernel, &l->us, &l->memory, &l->issue, l->pipe,
                 &l->pipe_share, &l->shared, &l->warps, l->stall, l->binds)
      == 15;
}

static bool
is_among (const char *name, const gr_type *types, int count)
{
  while (count && strcmp (name, type_name (types[count - 1])))
    count--;
  return count > 0;
}

void
print_limits (const char *path, const char *wanted, const gr_type *types, int count)
{
  char line[512];
  FILE *const f = fopen (path, "r");
  if (! f)
    {
      printf ("#\n# %s, which says what binds kernels, cannot be read here\n", path);
      return;
    }
  printf ("#\n# what memory does not bind, percent of peaks on an H100 (%s)\n", path);
  printf ("# %-16s %-15s %-31s memory  issue   pipe  shared  binds\n", "operator", "class", "kernel");
  while (fgets (line, sizeof line, f))
    {
      limit l;
      if (read_limit (line, &l) && strcmp (l.binds, "memory") && in_list (l.op, wanted)
          && is_among (l.type, types, count))
        printf ("# %-16s %-15s %-31s %6.0f %6.0f %6.0f %7.0f  %s, stalls %s  %zux%zux%zu\n", l.op, l.type, l.kernel,
                l.memory, l.issue, l.pipe_share, l.shared, l.binds, l.stall, l.inner, l.len, l.outer);
    }
  fclose (f);
}
