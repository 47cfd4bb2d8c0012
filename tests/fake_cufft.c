/* SPDX-License-Identifier: GPL-3.0-or-later

   What kernels/device/fourier.cu calls of cuFFT, for memory of the host: plain transforms, in as many steps as they
   have elements, which write over what complex-to-real ones read.  Tests of the executor load it as cuFFT.  */

#define _GNU_SOURCE
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { SUCCESS = 0, INVALID_PLAN = 1, ALLOC_FAILED = 2, INVALID_VALUE = 4, NO_WORKSPACE = 13 };
enum { C2C = 0x29, R2C = 0x2a, C2R = 0x2c, Z2Z = 0x69, D2Z = 0x6a, Z2D = 0x6c };
enum { RANK = 3, PLANS = 64, WORK = 256 };

typedef struct
{
  long long room[RANK], stride, distance;
} side;
typedef struct
{
  bool is_there, allocates;
  int type, rank;
  long long n[RANK], batch;
  side from, to;
  void *area, *stream;
} plan;
typedef struct
{
  double re, im;
} number;

static plan plans[PLANS];
int fake_cufft_plans;  /* that are there */
int fake_cufft_makes;  /* calls that made one */
int fake_cufft_breaks; /* the error of the next plan, once, or 0 */

static plan *
find (int handle)
{
  return handle >= 0 && handle < PLANS && plans[handle].is_there ? &plans[handle] : NULL;
}

int
cufftCreate (int *handle)
{
  int k = 0;
  while (k < PLANS && plans[k].is_there)
    k++;
  if (k == PLANS)
    return ALLOC_FAILED;
  plans[k] = (plan){ .is_there = true, .allocates = true };
  fake_cufft_plans++;
  *handle = k;
  return SUCCESS;
}

int
cufftDestroy (int handle)
{
  plan *const p = find (handle);
  if (! p)
    return INVALID_PLAN;
  p->is_there = false;
  fake_cufft_plans--;
  return SUCCESS;
}

int
cufftSetStream (int handle, void *stream)
{
  plan *const p = find (handle);
  if (p)
    p->stream = stream;
  return p ? SUCCESS : INVALID_PLAN;
}

int
cufftSetAutoAllocation (int handle, int allocates)
{
  plan *const p = find (handle);
  if (p)
    p->allocates = allocates;
  return p ? SUCCESS : INVALID_PLAN;
}

int
cufftSetWorkArea (int handle, void *area)
{
  plan *const p = find (handle);
  if (p)
    p->area = area;
  return p ? SUCCESS : INVALID_PLAN;
}

/* One side of a plan.  */
static void
read_side (int rank, side *one, va_list *rest)
{
  const long long *const room = va_arg (*rest, const long long *);
  memcpy (one->room, room, (size_t) rank * sizeof *room);
  one->stride = va_arg (*rest, long long);
  one->distance = va_arg (*rest, long long);
}

/* Its other arguments are numbers and pointers, which hosts of CUDA hand to such a function as to any other: two
   sides, type, batch, and where to store the bytes of work.  */
int
cufftMakePlanMany64 (int handle, int rank, const long long *n, ...)
{
  plan *const p = find (handle);
  const int error = fake_cufft_breaks;
  va_list rest;
  fake_cufft_breaks = 0;
  if (error)
    return error;
  if (! p || p->allocates)
    return INVALID_PLAN;
  if (rank < 1 || rank > RANK)
    return INVALID_VALUE;
  p->rank = rank;
  memcpy (p->n, n, (size_t) rank * sizeof *n);
  va_start (rest, n);
  read_side (rank, &p->from, &rest);
  read_side (rank, &p->to, &rest);
  p->type = va_arg (rest, int);
  p->batch = va_arg (rest, long long);
  *va_arg (rest, size_t *) = WORK;
  va_end (rest);
  fake_cufft_makes++;
  return p->batch < 1 ? INVALID_VALUE : SUCCESS;
}

/* ---- transforms ---- */

/* Where the element with these indices is.  */
static long long
place (const plan *p, const side *s, const long long *index, long long batch)
{
  long long at = 0;
  for (int k = 0; k < p->rank; k++)
    at = at * s->room[k] + index[k];
  return batch * s->distance + s->stride * at;
}

/* The next indices below `n`; false behind the last ones.  */
static bool
next (const plan *p, const long long *n, long long *index)
{
  int k = p->rank - 1;
  while (k >= 0 && ++index[k] == n[k])
    index[k--] = 0;
  return k >= 0;
}

static number
load (const void *from, bool is_single, bool is_complex, long long at)
{
  const float *const f = from;
  const double *const d = from;
  const long long k = is_complex ? 2 * at : at;
  return (number){ is_single ? (double) f[k] : d[k], ! is_complex ? 0 : is_single ? (double) f[k + 1] : d[k + 1] };
}

static void
store (void *to, bool is_single, bool is_complex, long long at, number z)
{
  float *const f = to;
  double *const d = to;
  const long long k = is_complex ? 2 * at : at;
  if (is_single)
    f[k] = (float) z.re;
  else
    d[k] = z.re;
  if (is_complex && is_single)
    f[k + 1] = (float) z.im;
  else if (is_complex)
    d[k + 1] = z.im;
}

/* The elements of a transform, one behind the other.  Halves are completed by conjugates.  */
static void
read_all (const plan *p, const void *from, bool is_single, long long batch, number *all)
{
  const bool is_complex = p->type != R2C && p->type != D2Z, is_half = p->type == C2R || p->type == Z2D;
  long long index[RANK] = { 0 }, count = 0;
  do
    {
      long long at[RANK];
      const bool turns = is_half && index[p->rank - 1] > p->n[p->rank - 1] / 2;
      for (int k = 0; k < p->rank; k++)
        at[k] = turns && index[k] ? p->n[k] - index[k] : index[k];
      all[count] = load (from, is_single, is_complex, place (p, &p->from, at, batch));
      all[count++].im *= turns ? -1 : 1;
    }
  while (next (p, p->n, index));
}

static number
sum (const plan *p, const number *all, const long long *frequency, int direction)
{
  long long index[RANK] = { 0 }, count = 0;
  long double re = 0, im = 0;
  do
    {
      long double turn = 0;
      for (int k = 0; k < p->rank; k++)
        turn += (long double) (index[k] * frequency[k] % p->n[k]) / (long double) p->n[k];
      const long double angle = 2 * acosl (-1) * direction * turn, c = cosl (angle), s = sinl (angle);
      re += all[count].re * c - all[count].im * s;
      im += all[count].re * s + all[count].im * c;
      count++;
    }
  while (next (p, p->n, index));
  return (number){ (double) re, (double) im };
}

/* What complex-to-real transforms read is lost.  */
static void
spoil (const plan *p, void *from, bool is_single, long long batch)
{
  long long index[RANK] = { 0 }, half[RANK];
  memcpy (half, p->n, sizeof half);
  half[p->rank - 1] = p->n[p->rank - 1] / 2 + 1;
  do
    store (from, is_single, true, place (p, &p->from, index, batch), (number){ 99, 99 });
  while (next (p, half, index));
}

static int
execute (int handle, int type, void *from, void *to, int direction)
{
  const plan *const p = find (handle);
  if (! p || p->type != type || (type != C2C && type != Z2Z && from == to))
    return INVALID_PLAN;
  if (! p->area)
    return NO_WORKSPACE;
  memset (p->area, 1, WORK);
  const bool is_single = type == C2C || type == R2C || type == C2R, to_real = type == C2R || type == Z2D;
  long long limit[RANK], count = 1;
  for (int k = 0; k < p->rank; k++)
    {
      limit[k] = p->n[k];
      count *= p->n[k];
    }
  if (type == R2C || type == D2Z)
    limit[p->rank - 1] = p->n[p->rank - 1] / 2 + 1;
  number *const all = malloc ((size_t) count * sizeof *all);
  for (long long batch = 0; batch < p->batch; batch++)
    {
      long long index[RANK] = { 0 };
      read_all (p, from, is_single, batch, all);
      if (to_real)
        spoil (p, from, is_single, batch);
      do
        store (to, is_single, ! to_real, place (p, &p->to, index, batch), sum (p, all, index, direction));
      while (next (p, limit, index));
    }
  free (all);
  return SUCCESS;
}

int
cufftExecC2C (int handle, void *from, void *to, int direction)
{
  return execute (handle, C2C, from, to, direction);
}
int
cufftExecZ2Z (int handle, void *from, void *to, int direction)
{
  return execute (handle, Z2Z, from, to, direction);
}
int
cufftExecR2C (int handle, void *from, void *to)
{
  return execute (handle, R2C, from, to, -1);
}
int
cufftExecD2Z (int handle, void *from, void *to)
{
  return execute (handle, D2Z, from, to, -1);
}
int
cufftExecC2R (int handle, void *from, void *to)
{
  return execute (handle, C2R, from, to, 1);
}
int
cufftExecZ2D (int handle, void *from, void *to)
{
  return execute (handle, Z2D, from, to, 1);
}
