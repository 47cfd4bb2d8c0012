/* SPDX-License-Identifier: GPL-3.0-or-later

   The words that may follow the positional arguments.  */

#include "options.h"
#include "resident.h"

#include <string.h>
#include <strings.h>

/* A word goes with operators of one of the kinds, if they have one of the options and one of the arithmetics; 0
   stands for no condition.  */
typedef struct
{
  const char *word;
  gw_group group;
  unsigned value, kinds, options, arithmetics;
  const char *follows; /* what follows the word; NULL if nothing does */
} word_row;

const char *const gw_backends[GW_BACKENDS] = { NULL, "cuda", "cpu" };

enum { ANY_KIND = GR_REDUCTIONS | GR_SCANS };

/* "default" goes wherever there is another arithmetic to choose.  */
#define ARITHMETIC_WORD(_, ID, OPTION)                                                                                 \
  { OPTION,                                                                                                            \
    GW_ARITHMETIC,                                                                                                     \
    GR_ARITHMETIC_##ID,                                                                                                \
    ANY_KIND,                                                                                                          \
    0,                                                                                                                 \
    GR_ARITHMETIC_##ID == GR_ARITHMETIC_DEFAULT ? ~0u : 1u << GR_ARITHMETIC_##ID,                                      \
    NULL },

static const word_row words[] = {
  GR_ARITHMETICS (ARITHMETIC_WORD, _){ "a", GW_MEAN, GR_MEAN_ARITHMETIC, GR_REDUCTIONS, GR_TAKES_MEAN_TYPE, 0, NULL },
  { "g", GW_MEAN, GR_MEAN_GEOMETRIC, GR_REDUCTIONS, GR_TAKES_MEAN_TYPE, 0, NULL },
  { "h", GW_MEAN, GR_MEAN_HARMONIC, GR_REDUCTIONS, GR_TAKES_MEAN_TYPE, 0, NULL },
  { "Weights", GW_WEIGHTS, 1, GR_REDUCTIONS, GR_TAKES_MEAN_TYPE, 0, "an array" },
  { "all", GW_DIMENSIONS, 1, ANY_KIND, 0, 0, NULL },
  { "omitnan", GW_NAN, GR_NAN_OMIT, ANY_KIND, GR_TAKES_NANFLAG, 0, NULL },
  { "includenan", GW_NAN, GR_NAN_INCLUDE, ANY_KIND, GR_TAKES_NANFLAG, 0, NULL },
  { "omitmissing", GW_NAN, GR_NAN_OMIT, ANY_KIND, GR_TAKES_NANFLAG, 0, NULL },
  { "includemissing", GW_NAN, GR_NAN_INCLUDE, ANY_KIND, GR_TAKES_NANFLAG, 0, NULL },
  { "linear", GW_LINEAR, 1, ANY_KIND, GR_GIVES_INDEX, 0, NULL },
  { "ComparisonMethod", GW_COMPARISON, 1, ANY_KIND, GR_GIVES_INDEX, 0, "\"auto\", \"real\" or \"abs\"" },
  { "forward", GW_DIRECTION, 0, GR_SCANS, 0, 0, NULL },
  { "reverse", GW_DIRECTION, 1, GR_SCANS, 0, 0, NULL },
  { "exclusive", GW_EXCLUSIVE, 1, GR_SCANS, 0, 0, NULL },
  { "block", GW_BLOCK, 0, ANY_KIND, 0, 0, "a number of threads" },
  { "backend", GW_BACKEND, 0, ANY_KIND, 0, 0, "\"cuda\" or \"cpu\"" },
  { "offsets", GW_SEGMENTS, GW_BY_OFFSETS, ANY_KIND, 0, 0, "a vector" },
  { "lengths", GW_SEGMENTS, GW_BY_LENGTHS, ANY_KIND, 0, 0, "a vector" },
};
enum { WORDS = sizeof words / sizeof *words };

/* What the builtin says of a word that it does not know; NULL: it has no words. */
static const char *const unknown_texts[GR_ARGUMENTS_COUNT] = {
  [GR_ARGUMENTS_SUM] = "unrecognized type argument '%s'",
  [GR_ARGUMENTS_MEAN] = "mean type '%s' not recognized", /* of one letter: others are an invalid call */
  [GR_ARGUMENTS_CUMSUM] = "unrecognized string argument '%s'",
  [GR_ARGUMENTS_ANY] = "DIM must be an integer; unrecognized option '%s'",
};

static unsigned
kind_of (gr_operator op)
{
  return gr_operators[op].is_scan ? GR_SCANS : GR_REDUCTIONS;
}

static bool
goes_with (const word_row *row, gr_operator op)
{
  const gr_operator_info *info = &gr_operators[op];
  return (row->kinds & kind_of (op)) && (! row->options || (row->options & info->options))
      && (! row->arithmetics || (row->arithmetics & info->arithmetics));
}

/* Octave's own words are in lower case, but for those of mean's class.  */
static bool
is_word (const word_row *row, gr_operator op, const char *word)
{
  const bool exact = row->group == GW_MEAN
                  || (row->group == GW_ARITHMETIC && row->value != GR_ARITHMETIC_DEFAULT
                      && gr_operators[op].arguments != GR_ARGUMENTS_MEAN);
  return (exact ? strcmp (word, row->word) : strcasecmp (word, row->word)) == 0;
}

static void
append_algorithms (gr_operator op, bool with_block_only, gw_failure *failure)
{
  const char *separator = "";
  for (int i = 0; i < GR_ALGORITHM_COUNT; i++)
    if ((gr_algorithms[i].kinds & kind_of (op)) && (gr_algorithms[i].max_block || ! with_block_only))
      {
        gw_append (failure, "%s%s", separator, gr_algorithms[i].name);
        separator = ", ";
      }
}

/* How many letters have to be changed, left out or added to make `to` of `from`, whatever the case.  */
static unsigned
distance (const char *from, const char *to)
{
  unsigned row[GW_WORD_MAX + 1]; /* of the beginning of `from` so far, to each beginning of `to` */
  const size_t width = strlen (to);
  for (size_t j = 0; j <= width; j++)
    row[j] = (unsigned) j;
  for (size_t i = 0; from[i]; i++)
    {
      unsigned diagonal = row[0];
      row[0] = (unsigned) i + 1;
      for (size_t j = 1; j <= width; j++)
        {
          const unsigned above = row[j], beside = above < row[j - 1] ? above : row[j - 1];
          const unsigned changed = diagonal + (strncasecmp (&from[i], &to[j - 1], 1) != 0);
          row[j] = changed < beside + 1 ? changed : beside + 1;
          diagonal = above;
        }
    }
  return row[width];
}

const char *
gw_find_meant (const char *word, int n, const char *const names[])
{
  const char *best = NULL;
  unsigned least = GW_WORD_MAX;
  for (int i = 0; i < n; i++)
    {
      const unsigned letters = distance (word, names[i]);
      if (letters < least && 3 * letters <= strlen (names[i]))
        {
          best = names[i];
          least = letters;
        }
    }
  return best;
}

/* Name the word or algorithm that was most likely meant.  */
static void
suggest (gr_operator op, const char *word, gw_failure *failure)
{
  const char *names[WORDS + GR_ALGORITHM_COUNT];
  int n = 0;
  for (int i = 0; i < WORDS; i++)
    if (goes_with (&words[i], op))
      names[n++] = words[i].word;
  for (int i = 0; i < GR_ALGORITHM_COUNT; i++)
    if (gr_algorithms[i].kinds & kind_of (op))
      names[n++] = gr_algorithms[i].name;
  const char *best = gw_find_meant (word, n, names);
  if (best)
    gw_append (failure, "; did you mean \"%s\"?", best);
  else
    gw_append (failure, ";");
}

static bool
fail_unknown (gr_operator op, const char *word, gw_failure *failure)
{
  const char *builtins = unknown_texts[gr_operators[op].arguments];
  const char *text = builtins ? builtins : "unrecognized option '%s'";
  if ((gr_operators[op].options & GR_TAKES_MEAN_TYPE) && strlen (word) != 1)
    return gw_usage (failure);
  gw_fail (failure, GR_BAD_ARGUMENT, text, word);
  suggest (op, word, failure);
  gw_append (failure, " gpu%s takes", gr_operators[op].name);
  for (int i = 0; i < WORDS; i++)
    if (goes_with (&words[i], op))
      gw_append (failure, " \"%s\"%s%s,", words[i].word, words[i].follows ? " with " : "",
                 words[i].follows ? words[i].follows : "");
  gw_append (failure, " and the algorithms ");
  append_algorithms (op, false, failure);
  return false;
}

static bool
set (gw_options *options, gw_group group, const char *word, unsigned value, gw_failure *failure)
{
  const char *before = options->word[group];
  if (before && ! strcmp (before, word))
    return gw_fail (failure, GR_BAD_ARGUMENT, "\"%s\" is given twice", word);
  if (before)
    return gw_fail (failure, GR_BAD_ARGUMENT, "\"%s\" contradicts \"%s\"; only one of them is taken", word, before);
  options->word[group] = word;
  options->value[group] = value;
  return true;
}

bool
gw_take_word (gw_options *options, gr_operator op, const char *word, gw_failure *failure)
{
  for (int i = 0; i < WORDS; i++)
    if (goes_with (&words[i], op) && is_word (&words[i], op, word))
      return set (options, words[i].group, words[i].word, words[i].value, failure);

  const int algorithm = gr_find_algorithm (word);
  if (algorithm < 0)
    return fail_unknown (op, word, failure);
  const char *name = gr_algorithms[algorithm].name;
  if (! (gr_algorithms[algorithm].kinds & kind_of (op)))
    {
      const bool is_scan = gr_operators[op].is_scan;
      const bool sorts = gr_algorithms[algorithm].kinds & GR_SORTS;
      gw_fail (failure, GR_UNSUPPORTED, "'%s' is an algorithm for %s; gpu%s is a %s and takes ", name,
               sorts     ? "sorts"
               : is_scan ? "reductions"
                         : "scans",
               gr_operators[op].name, is_scan ? "scan" : "reduction");
      append_algorithms (op, false, failure);
      return false;
    }
  return set (options, GW_ALGORITHM, name, (unsigned) algorithm, failure);
}

/* Check the number after "block" against what the algorithm takes.  */
static bool
take_block (gw_options *options, gr_operator op, gw_failure *failure)
{
  const mxArray *block = options->after[GW_BLOCK];
  const gr_algorithm_info *algorithm = &gr_algorithms[options->value[GW_ALGORITHM]];
  char given[GW_WORD_MAX];
  double n;
  gw_describe (block, given);
  if (! algorithm->max_block)
    {
      gw_fail (failure, GR_BAD_ARGUMENT, "%s chooses its own block size; \"block\" goes with ", algorithm->name);
      append_algorithms (op, true, failure);
      return false;
    }
  if (gw_read_whole (block, "the block size", algorithm->min_block, algorithm->max_block, &n, failure))
    for (unsigned legal = algorithm->min_block; legal <= algorithm->max_block; legal *= 2)
      if (n == legal)
        {
          options->value[GW_BLOCK] = legal;
          return true;
        }
  if (! gw_is_number (block))
    return gw_fail (failure, GR_BAD_ARGUMENT, "\"block\" is followed by a number of threads; given was %s", given);
  gw_fail (failure, GR_BAD_ARGUMENT, "block size %s is not one that %s takes:", given, algorithm->name);
  for (unsigned legal = algorithm->min_block; legal <= algorithm->max_block; legal *= 2)
    gw_append (failure, " %u", legal);
  return false;
}

/* The word after "ComparisonMethod".  */
static bool
take_comparison (gw_options *options, gw_failure *failure)
{
  static const char *const methods[GW_ORDER_COUNT]
    = { [GW_AS_OCTAVE] = "auto", [GW_BY_PARTS] = "real", [GW_BY_MODULUS] = "abs" };
  char word[GW_WORD_MAX];
  if (! gw_is_string (options->after[GW_COMPARISON]))
    return gw_usage (failure);
  if (! gw_read_word (options->after[GW_COMPARISON], word, failure))
    return false;
  for (unsigned order = 0; order < GW_ORDER_COUNT; order++)
    if (! strcmp (word, methods[order]))
      {
        options->value[GW_COMPARISON] = order;
        return true;
      }
  return gw_fail (failure, GR_BAD_ARGUMENT, "invalid comparison method '%s'; methods are \"%s\", \"%s\", \"%s\"", word,
                  methods[0], methods[1], methods[2]);
}

/* The word after "backend".  */
static bool
take_backend (gw_options *options, gw_failure *failure)
{
  const mxArray *const name = options->after[GW_BACKEND];
  char word[GW_WORD_MAX];
  if (! gw_is_string (name))
    {
      gw_describe (name, word);
      return gw_fail (failure, GR_BAD_ARGUMENT, "\"backend\" is followed by \"%s\" or \"%s\"; given was %s",
                      gw_backends[1], gw_backends[2], word);
    }
  if (! gw_read_word (name, word, failure))
    return false;
  for (unsigned row = 1; row < GW_BACKENDS; row++)
    if (! strcasecmp (word, gw_backends[row]))
      {
        options->value[GW_BACKEND] = row;
        return true;
      }
  return gw_fail (failure, GR_BAD_ARGUMENT, "unknown backend '%s'; \"backend\" takes \"%s\" and \"%s\"", word,
                  gw_backends[1], gw_backends[2]);
}

/* The row of the argument, if it is a word that something follows; else NULL.  */
static const word_row *
opens (gr_operator op, const mxArray *argument)
{
  char word[GW_WORD_MAX];
  gw_failure unused;
  if (gw_is_string (argument) && gw_read_word (argument, word, &unused))
    for (int i = 0; i < WORDS; i++)
      if (words[i].follows && goes_with (&words[i], op) && ! strcasecmp (word, words[i].word))
        return &words[i];
  return NULL;
}

int
gw_find_segments (gr_operator op, int n, const mxArray *const args[])
{
  gw_resident unused;
  for (int i = 2; i < n; i++) /* the first one is the array, though it be text; text on a device can't be read yet */
    {
      const word_row *const row = gw_find_resident (args[i - 1], &unused) ? NULL : opens (op, args[i - 1]);
      if (row && row->group == GW_SEGMENTS)
        return i;
    }
  return -1;
}

bool
gw_take_options (gw_options *options, gr_operator op, int n, const mxArray *const args[], gw_failure *failure)
{
  /* A number that no word asks for is a misplaced DIM, whatever the words are. */
  for (int i = 0; i < n; i++)
    if (! gw_is_string (args[i]) && ! (i && opens (op, args[i - 1])))
      return gw_usage (failure);

  for (int i = 0; i < n; i++)
    {
      char word[GW_WORD_MAX];
      const word_row *const row = opens (op, args[i]);
      if (! gw_read_word (args[i], word, failure) || ! gw_take_word (options, op, word, failure))
        return false;
      if (! row)
        continue;
      if (i + 1 == n)
        return gw_fail (failure, GR_BAD_ARGUMENT, "\"%s\" is followed by %s", row->word, row->follows);
      options->after[row->group] = args[++i];
    }
  return (! options->after[GW_BLOCK] || take_block (options, op, failure))
      && (! options->after[GW_BACKEND] || take_backend (options, failure))
      && (! options->after[GW_COMPARISON] || take_comparison (options, failure));
}
