// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions of Octave that do more once gpuArrays are there: zeros (2, "gpuArray") and its like, reset (gpuDevice ()).
// No argument is a gpuArray, so no method is asked, and a function of the same name on the load path would draw a
// warning.  So the function is replaced by one that looks at its arguments and is the old one otherwise.

#include "gpuarray_builtins.h"

#include <octave/oct-time.h>
#include <octave/ov-builtin.h>
#include <octave/ov-usr-fcn.h>
#include <octave/ov.h>
#include <octave/parse.h>

#include "gpuarray_make.h"
#include "gpuarray_names.h"

typedef bool (*gw_test) (const octave_value_list &args);
typedef octave_value_list (*gw_answer) (const char *name, const octave_value_list &args, int nargout);

class extended_builtin : public octave_builtin
{
public:
  template <typename F>
  extended_builtin (F call, const octave_builtin &old, gw_test test, gw_answer answer)
    : octave_builtin (call, old.name (), old.src_file_name (), old.doc_string ()), m_test (test), m_answer (answer)
  {}
  octave_value_list execute (octave::tree_evaluator &evaluator, int nargout, const octave_value_list &args) override
  {
    return m_test (args) ? m_answer (name ().c_str (), args, nargout)
                         : octave_builtin::execute (evaluator, nargout, args);
  }

private:
  gw_test m_test;
  gw_answer m_answer;
};

// A function of an m-file.  It keeps the file's name, so that `which`, `exist` and `help` answer as before, and another
// file of that name on the load path takes its place.
class extended_file : public octave_function
{
public:
  extended_file (const octave_value &old, octave_function &of, gw_test test, gw_answer answer)
    : octave_function (of.name (), of.doc_string ()), m_old (old), m_of (of), m_test (test), m_answer (answer)
  {
    stash_dir_name (of.dir_name ());
    lock (); // `clear functions` would remove it
  }
  octave_function *function_value (bool = false) override { return this; }
  octave_user_function *user_function_value (bool silent = false) override { return m_of.user_function_value (silent); }
  bool is_system_fcn_file () const override { return m_of.is_system_fcn_file (); }
  std::string fcn_file_name () const override { return m_of.fcn_file_name (); }
  void mark_fcn_file_up_to_date (const octave::sys::time &checked) override { m_checked = checked; }
  octave::sys::time time_parsed () const override { return m_of.time_parsed (); }
  octave::sys::time time_checked () const override { return m_checked; }
  octave_value_list call (octave::tree_evaluator &evaluator, int nargout, const octave_value_list &args) override
  {
    return m_test (args) ? octave_function::call (evaluator, nargout, args) : m_of.call (evaluator, nargout, args);
  }
  octave_value_list execute (octave::tree_evaluator &, int nargout, const octave_value_list &args) override
  {
    return m_answer (name ().c_str (), args, nargout);
  }

private:
  octave_value m_old; // has the function below
  octave_function &m_of;
  octave::sys::time m_checked;
  gw_test m_test;
  gw_answer m_answer;
};

// ---- what is tested, and what is done then ----

static bool
is_gpuarray_last (const octave_value_list &args)
{
  const int n = args.length ();
  return n && args (n - 1).is_string () && args (n - 1).string_value () == "gpuArray";
}

static bool
is_device (const octave_value_list &args)
{
  return args.length () == 1 && args (0).isstruct () && args (0).numel () == 1
      && args (0).scalar_map_value ().contains ("Devices");
}

static octave_value_list
reset_device (const char *name, const octave_value_list &args, int nargout)
{
  const octave_value selected = octave::feval ("gpuDevice", octave_value_list (), 1) (0);
  const octave_value wanted = args (0).scalar_map_value ().contents ("Devices");
  const octave_value have = selected.scalar_map_value ().contents ("Devices");
  if (! octave::feval ("isequal", ovl (wanted, have), 1) (0).is_true ())
    gw_raise_error (GR_BAD_ARGUMENT, "%s: the device is not the selected one; select it by gpuDevice (K)", name);
  return octave::feval ("gpuDevice", ovl ("reset"), nargout);
}

// ---- installation ----

static void
extend_file (octave::symbol_table &table, const char *name, gw_test test, gw_answer answer)
{
  const octave_value found = table.find_user_function (name);
  octave_function *const old = found.is_defined () ? found.function_value (true) : nullptr;
  if (old && old->is_user_function ())
    table.install_user_function (name, octave_value (new extended_file (found, *old, test, answer)));
}

static void
extend (octave::symbol_table &table, const char *name, gw_test test, gw_answer answer)
{
  const octave_value found = table.find_built_in_function (name);
  octave_builtin *const old
    = dynamic_cast<octave_builtin *> (found.is_defined () ? found.function_value (true) : nullptr);
  if (! old)
    return extend_file (table, name, test, answer);
  octave_builtin *const extended = old->method () ? new extended_builtin (old->method (), *old, test, answer)
                                                  : new extended_builtin (old->function (), *old, test, answer);
  table.install_built_in_function (name, octave_value (extended));
}

void
gw_install_builtins (octave::interpreter &interpreter)
{
  octave::symbol_table &table = interpreter.get_symbol_table ();
#define GW_EXTEND(NAME) extend (table, #NAME, is_gpuarray_last, gw_make);
  GW_MAKERS (GW_EXTEND)
#undef GW_EXTEND
  extend (table, "reset", is_device, reset_device);
}
