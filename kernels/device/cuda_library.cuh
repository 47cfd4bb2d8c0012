/* SPDX-License-Identifier: GPL-3.0-or-later

   Libraries of CUDA's that are loaded by the first call that needs them, so that this one is built, and starts, where
   they are missing.  */

#ifndef GR_CUDA_LIBRARY_CUH
#define GR_CUDA_LIBRARY_CUH

#include "device/elements.cuh"
#include "jit/find.h"

#include <cstdlib>
#include <string>

#include <dlfcn.h>

namespace GR_NAMESPACE
{

/* What messages call a library, as "cuBLAS 12 or newer", and what needs it, as "the matrix product needs".  */
struct gr_library_words
{
  const char *title, *needs;
};

inline gr_status
gr_fail_without_library (const gr_library_words &words, const char *const *names)
{
  std::string what = std::string (words.title) + ", which " + words.needs + ", as ";
  int driver = 0;
  for (const char *const *name = names; *name; name++)
    what += (name == names ? "" : name[1] ? ", " : " or ") + std::string (*name);
  dlopen (names[0], RTLD_NOW | RTLD_LOCAL); /* for its reason */
  const char *const reason = dlerror ();
  what += std::string (" (") + (reason ? reason : "it has come meanwhile") + "),"; /* the next dlopen frees it */
  cudaDriverGetVersion (&driver);
  char *const text = gr_say_missing (what.c_str (), driver, true);
  const gr_status status = gr_fail (GR_UNSUPPORTED, "%s; or use gather", text ? text : what.c_str ());
  free (text);
  return status;
}

/* A function of a library; if it is missing, and none was before, *missing becomes its name.  */
template <class F>
void
gr_find_function (void *library, const char *name, F **function, const char **missing)
{
  *function = reinterpret_cast<F *> (dlsym (library, name));
  if (! *function && ! *missing)
    *missing = name;
}

/* Load the first library of these names, which end with NULL, and its functions.  needed (NAME): the file that it
   needs, or its own; find (LIBRARY, FUNCTIONS): the name of the first function that it lacks, or NULL.  */
template <class Functions, class Needed, class Find>
gr_status
gr_load_library (const gr_library_words &words, const char *const *names, Functions *functions, Needed needed,
                 Find find)
{
  Functions found = {};
  void *library = nullptr;
  const char *const *name = names;
  while (*name && ! (library = gr_open_cuda (*name, needed (std::string (*name)).c_str ())))
    name++;
  if (! library)
    return gr_fail_without_library (words, names);
  const char *const missing = find (library, &found);
  if (! missing)
    *functions = found;
  else
    dlclose (library);
  return ! missing ? GR_OK
                   : gr_fail (GR_UNSUPPORTED,
                              "%s %s, and %s has no function %s; install it where libraries are looked for, or use "
                              "gather",
                              words.needs, words.title, *name, missing);
}

/* The status of a library's call, given the name of its error, NULL if there was none.  */
inline gr_status
gr_check_library (const char *error, bool is_memory, const char *call)
{
  return ! error ? GR_OK
                 : gr_fail (is_memory ? GR_OUT_OF_MEMORY : GR_CUDA_ERROR, "%s failed on device %d (%s): %s", call,
                            gr_current_device () + 1, gr_current_runtime ().name, error);
}

/* A library's call that takes memory.  If it fails for that, it is tried again after all memory that nobody uses is
   released.  */
template <class Call>
gr_status
gr_call_for_memory (int out_of_memory, int *error, Call call)
{
  *error = out_of_memory;
  if (gr_fault_is_due (GR_FAULT_MEMORY))
    return GR_OK;
  *error = call ();
  if (*error == out_of_memory)
    {
      GR_TRY (gr_trim_all ());
      *error = call ();
    }
  return GR_OK;
}

} // namespace

#endif
