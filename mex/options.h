/* SPDX-License-Identifier: GPL-3.0-or-later

   The words that may follow the positional arguments: one table of words,
   and the names of the algorithms.  */

#ifndef GW_OPTIONS_H
#define GW_OPTIONS_H

#include "read.h"

/* Words of one group exclude each other.  */
typedef enum {
  GW_ARITHMETIC, /* value: gr_arithmetic */
  GW_MEAN,       /* gr_mean_type */
  GW_NAN,        /* gr_nan */
  GW_DIMENSIONS, /* 1: all of them */
  GW_LINEAR,     /* 1: the index is a linear one */
  GW_DIRECTION,  /* 1: reverse */
  GW_EXCLUSIVE,  /* 1: exclusive */
  GW_ALGORITHM,  /* gr_algorithm */
  GW_BLOCK,      /* threads per block */
  GW_COMPARISON, /* gw_order */
  GW_WEIGHTS,    /* the array is in `after` */
  GW_BACKEND,    /* a row of gw_backends */
  GW_SEGMENTS,   /* gw_segments; the numbers are in `after` */
  GW_GROUP_COUNT
} gw_group;

/* How elements are ordered: as Octave's functions order them; by real, then by imaginary part; by modulus, then by
   argument.  */
typedef enum { GW_AS_OCTAVE, GW_BY_PARTS, GW_BY_MODULUS, GW_ORDER_COUNT } gw_order;

/* Segments of any lengths, by where they begin and end, or by how long they are.  */
typedef enum { GW_BY_OFFSETS, GW_BY_LENGTHS } gw_segments;

/* Backends that a call can name; the first row is NULL, for none.  */
enum { GW_BACKENDS = 3 };
extern const char *const gw_backends[GW_BACKENDS];

/* Zero-initialised, these are the defaults.  */
typedef struct
{
  const char *word[GW_GROUP_COUNT]; /* what was given, NULL if nothing was */
  unsigned value[GW_GROUP_COUNT];
  const mxArray *after[GW_GROUP_COUNT]; /* what follows the word, of words that something follows */
} gw_options;

/* The name that was most likely meant by a word of less than GW_WORD_MAX characters, of N such names: at most a third
   of its letters have to be changed, left out or added, whatever the case.  NULL if there is none.  */
const char *gw_find_meant (const char *word, int n, const char *const names[]);

/* Take one word.  Fails with a text that lists what the operator takes.  */
bool gw_take_word (gw_options *options, gr_operator op, const char *word, gw_failure *failure);

/* Take all that follows the positional arguments: words, and what belongs to the word before it.  Anything else is a
   failure with the usage.  */
bool gw_take_options (gw_options *options, gr_operator op, int n, const mxArray *const args[], gw_failure *failure);

/* The number of the argument that says what segments there are, since a word for it is before; -1 if none does.  */
int gw_find_segments (gr_operator op, int n, const mxArray *const args[]);

#endif
