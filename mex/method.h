// SPDX-License-Identifier: GPL-3.0-or-later
//
// Methods of a class that are functions of a shared object: octave/@CLASS has a link to it under the name of each.

#ifndef GW_METHOD_H
#define GW_METHOD_H

#include <octave/interpreter.h>
#include <octave/oct.h>
#include <octave/ov-dld-fcn.h>

// A function of a shared object, for which Octave looks in the folder of the class CLASS::name ().
template <typename CLASS> class gw_method_of : public octave_dld_function
{
public:
  using octave_dld_function::octave_dld_function;
  bool is_legacy_method (const std::string &class_name = "") const override
  {
    return class_name.empty () || class_name == CLASS::name ();
  }
  // Without arguments there is no array of the class; only feval ("@CLASS/NAME") comes here so.
  octave_value_list call (octave::tree_evaluator &evaluator, int nargout, const octave_value_list &args) override
  {
    if (args.empty ())
      error_with_id ("Octave:invalid-fun-call", "Invalid call to %s", this->name ().c_str ());
    return octave_dld_function::call (evaluator, nargout, args);
  }
};

typedef octave_value_list (*gw_caller) (octave::interpreter &, const octave_value_list &, int);

template <typename METHOD>
octave_function *
gw_new_method (gw_caller call, const octave::dynamic_library &library, const char *name, const char *help,
               bool is_relative)
{
  octave_function *const function = new METHOD (call, library, name, help);
  if (is_relative)
    function->mark_relative ();
  return function;
}

// What Octave looks for in the file of method NAME, which is of class METHOD.
#define GW_METHOD_OF(METHOD, NAME, CALL, HELP)                                                                         \
  extern "C" OCTAVE_EXPORT octave_function *G##NAME (const octave::dynamic_library &library, bool is_relative);        \
  extern "C" OCTAVE_EXPORT octave_function *G##NAME (const octave::dynamic_library &library, bool is_relative)         \
  {                                                                                                                    \
    return gw_new_method<METHOD> (CALL, library, #NAME, HELP, is_relative);                                            \
  }

#endif
