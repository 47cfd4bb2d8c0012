// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions of elements that users write, read from Octave's own parse tree into steps of the library
// (expression.h).  No text of a user's becomes code.

#ifndef GW_GPUARRAY_EXPRESSION_H
#define GW_GPUARRAY_EXPRESSION_H

#include <string>
#include <vector>

#include <octave/ovl.h>

#include "expression.h"
#include "gpuarray.h"
#include "gpuarray_words.h"

// What a function's values are: one, or as many as are asked for by `deal`; or those of a cell.
enum class gw_values { RESULTS, CELL };

// Where arrays of the host are: on the device, to which they are copied, or where they were given.
enum class gw_arrays { ON_DEVICE, AS_GIVEN };

class gw_expression
{
public:
  // The function is a handle, or the name of one of Octave's.  Parameters stand for the arguments in order: scalars of
  // the host are numbers, gpuArrays and arrays of the host are the first arguments of the expression, and arrays that
  // the handle has captured are the others.  What is not in the language is an error in the name of `caller`; so is
  // another count of values, but of those of a cell, which may have any.
  gw_expression (const char *caller, const octave_value &function, const octave_value_list &args, gw_values kind,
                 int values, gw_own_names &names, gw_arrays place = gw_arrays::ON_DEVICE);
  // The same of arguments of these types without arrays, and of the values of a cell.
  gw_expression (const char *caller, const octave_value &function, const std::vector<gr_type> &types,
                 gw_own_names &names);
  // The values are the arguments themselves.
  gw_expression (const char *caller, const octave_value_list &args);

  const gr_expression &steps () const { return m_steps; }
  void copy_steps (gr_expression *to) const;
  // Are the values those of a cell?
  bool gives_cell () const { return m_gives_cell; }
  // The arguments of the expression, which are gpuArrays, or full arrays of the host that stay there.
  const octave_value_list &arrays () const { return m_arrays; }
  // The types of values.
  gr_type type (int value) const { return m_steps.step[m_steps.value[value]].type; }
  // Add the text of its structure.  Of the same structure are those that differ in numbers alone.
  void add_structure (std::string *text) const;

  // Raise the error of a faulty step, of its own or of what its steps have become.
  [[noreturn]] void raise_fault (const gr_step &step) const;

  // The handle on the host for one place of the arguments: captured arrays are replaced by their elements, which are
  // given in the order of arrays ().
  octave_value on_host (const octave_value_list &elements) const;
  // Is a power or an elementary function among the steps, so that values are rounded otherwise than Octave's?
  bool is_rounded () const { return m_is_rounded; }

private:
  friend class gw_reader;
  // A captured array: of which function, and its name.
  struct captured
  {
    const void *owner;
    std::string name;
    int argument;
  };
  void clear ();
  octave_value replaced (const octave_value &handle, const octave_value_list &elements) const;

  std::string m_caller;
  octave_value m_function;
  gr_expression m_steps;
  gw_arrays m_place = gw_arrays::ON_DEVICE;
  octave_value_list m_arrays;
  std::vector<captured> m_captured;
  std::string m_words; // names of functions and operators in the order of the tree
  bool m_is_rounded = false, m_gives_cell;
};

// The variables that a handle has captured, and those of the function that it was made in.
octave_scalar_map gw_captured_variables (const octave_value &handle);

// The number of a function's parameters: of the handle of an anonymous function those that it has, of others the number
// that functions of elements by this name take.  An error in the name of `caller` where there is no such number.
int gw_count_parameters (const char *caller, const octave_value &function);

#endif
