// SPDX-License-Identifier: GPL-3.0-or-later
//
// The reader of functions that users write: what it knows while it goes through Octave's parse tree.

#ifndef GW_GPUARRAY_READER_H
#define GW_GPUARRAY_READER_H

#include <string>
#include <utility>
#include <vector>

#include <octave/ov-fcn-handle.h>
#include <octave/ov-usr-fcn.h>
#include <octave/ov.h>
#include <octave/pt-all.h>

#include "gpuarray_expression.h"
#include "gpuarray_words.h"

// The deepest tree, functions inside of functions included, and the most parts, so that no handle takes the stack or
// the time of the caller.
enum { MAX_DEPTH = GR_MAX_STEPS, MAX_PARTS = 10000 };

// What a part of a function is: the value of a step, a handle or text, which have a number among those that were met,
// or several values.
struct part
{
  enum { NOTHING, STEP, HANDLE, TEXT, SEVERAL } kind;
  int number;
};

class gw_reader : public octave::tree_walker
{
public:
  gw_reader (gw_expression &e, bool takes_cell, gw_own_names &names)
    : m_e (e), m_takes_cell (takes_cell), m_names (names)
  {}

  part call (const octave_value &function, const std::vector<part> &args);
  part argument (const octave_value &value);
  // One whose array is not known yet.
  part argument_of (gr_type type);
  void add_value (const part &value);
  void add_values (const part &result, gw_values kind, int values);

  void visit_identifier (octave::tree_identifier &x) override;
  void visit_constant (octave::tree_constant &x) override;
  void visit_index_expression (octave::tree_index_expression &x) override;
  void visit_prefix_expression (octave::tree_prefix_expression &x) override;
  void visit_postfix_expression (octave::tree_postfix_expression &x) override;
  void visit_binary_expression (octave::tree_binary_expression &x) override;
  void visit_boolean_expression (octave::tree_boolean_expression &x) override;
  void visit_compound_binary_expression (octave::tree_compound_binary_expression &x) override
  {
    visit_binary_expression (x);
  }
  void visit_cell (octave::tree_cell &x) override;
  void visit_matrix (octave::tree_matrix &) override { refuse ("a matrix [...]"); }
  void visit_colon_expression (octave::tree_colon_expression &) override { refuse ("a range"); }
  void visit_anon_fcn_handle (octave::tree_anon_fcn_handle &) override { refuse ("a handle that is made inside"); }
  void visit_fcn_handle (octave::tree_fcn_handle &) override { refuse ("a handle that is made inside"); }
  void visit_simple_assignment (octave::tree_simple_assignment &) override { refuse ("an assignment"); }
  void visit_multi_assignment (octave::tree_multi_assignment &) override { refuse ("an assignment"); }
  void visit_superclass_ref (octave::tree_superclass_ref &) override { refuse ("a superclass"); }
  void visit_metaclass_query (octave::tree_metaclass_query &) override { refuse ("a question for a class"); }

private:
  static constexpr part nothing = { part::NOTHING, -1 };
  static part of_step (int step) { return { part::STEP, step }; }

  // A function whose body is read: its parameters, and what it captured, which is asked for with the first name that is
  // none of these.
  struct frame
  {
    const octave_user_function *function;
    octave_value handle;
    std::vector<std::pair<std::string, part>> parameters;
    octave_scalar_map captured;
    bool has_captured = false;
  };
  // A number is added once: of a variable's name, whose owner is a function; of what Octave has by a name; or of these
  // bytes, without a name.
  struct number
  {
    const void *owner;
    std::string name;
    gr_type type;
    gr_c64 element;
    int step;
  };

  [[noreturn]] void refuse (const std::string &what) const;
  void check (gr_status status) const;
  [[noreturn]] void refuse_call (const std::string &name, std::size_t args) const;

  part read (octave::tree_expression *x);
  int read_step (octave::tree_expression *x) { return step_of (read (x)); }
  int step_of (const part &p) const;

  // Parameters and captured variables; NOTHING if there is none of that name.
  part variable (const std::string &name);
  part captured (const std::string &name, const octave_value &value);
  octave_value placed (const octave_value &value, gr_type *type) const;
  int array (const octave_value &value);
  gr_type read_number (const octave_value &value, gr_c64 *element) const;
  int number_of (const void *owner, const std::string &name, const octave_value &value);
  int literal (gr_type type, const gr_c64 &element);
  int add_number (const void *owner, const std::string &name, gr_type type, const gr_c64 &element);
  int double_of (double x);

  part call_anonymous (const octave_value &handle, octave_fcn_handle &of, const std::vector<part> &args);
  part call_named (const std::string &name, const std::vector<part> &args);
  part word (const std::string &name, const gw_word &word, const std::vector<part> &args);
  part constant (const std::string &name, const std::vector<part> &args);
  part dealt (const std::vector<part> &args);
  part met (decltype (part::kind) kind, const octave_value &value);

  int binary (gr_binary op, int a, int b);
  int unary (gr_unary op, int a);
  int folded (gr_binary op, const std::vector<part> &args);
  int reciprocal (int a) { return binary (GR_RDIVIDE, double_of (1.0), a); }
  int minus (int a) { return binary (GR_TIMES, a, double_of (-1.0)); }
  int conjugate (int a) { return gr_types[type (a)].is_complex ? unary (GR_CONJ, a) : a; }
  int negation (int a);
  int converted (gr_type type, int a);
  int cast (int a, const std::string &name);
  int complex (int a);
  int truth (int a);
  gr_type type (int step) const { return m_e.m_steps.step[step].type; }

  gw_expression &m_e;
  const bool m_takes_cell;
  gw_own_names &m_names;
  std::vector<frame> m_frames;
  std::vector<number> m_numbers;
  std::vector<std::pair<const octave_base_value *, int>> m_known_arrays;
  std::vector<octave_value> m_met; // handles and texts
  std::vector<int> m_several;      // steps
  part m_result = nothing;
  int m_depth = 0, m_parts = 0;
};

#endif
