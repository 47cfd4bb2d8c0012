// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names of Octave's functions that functions of elements may call, and what they are as steps.

#ifndef GW_GPUARRAY_WORDS_H
#define GW_GPUARRAY_WORDS_H

#include <string>
#include <vector>

// UNARY       of = the gr_unary
// RECIPROCAL  of = the gr_unary, whose value is divided into 1; OF_RECIPROCAL has the argument divided into 1
// BINARY      of = the gr_binary; SWAPPED has its operands in the other order, FOLDED takes more than two
// CONVERSION  of = the real gr_type
// CONSTANT    Octave's own value, of nothing or of the name of a class
enum class gw_form {
  UNARY,
  RECIPROCAL,
  OF_RECIPROCAL,
  BINARY,
  SWAPPED,
  FOLDED,
  MINUS,
  ITSELF,
  NOT,
  CONJUGATE,
  CHOICE,
  CONVERSION,
  COMPLEX,
  CAST,
  DEAL,
  CONSTANT
};
struct gw_word
{
  gw_form form;
  int of;
};

// NULL if there is none.
const gw_word *gw_find_word (const std::string &name);

// Names of functions that are Octave's own.  A user may give a name to another function between calls, so each call
// has names of its own, and asks Octave once for each.
class gw_own_names
{
public:
  // Is the function that Octave finds by that name Octave's own?  An error if it finds none.
  bool has (const std::string &name, const gw_word *word);

private:
  std::vector<const gw_word *> m_known;
};

#endif
