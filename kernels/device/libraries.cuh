/* SPDX-License-Identifier: GPL-3.0-or-later

   Libraries of CUDA's that are loaded when they are first needed, so that this one is built, and starts, where they are
   missing.  */

#ifndef GR_LIBRARIES_CUH
#define GR_LIBRARIES_CUH

#include "device/elements.cuh"
#include "jit/find.h"

namespace GR_NAMESPACE
{

struct gr_library_title
{
  const char *name, *needs; /* "cuBLAS 12 or newer", "the matrix product needs" */
};

/* A function, and where its address goes.  One that is_optional becomes NULL where the library has none.  */
struct gr_library_function
{
  const char *name;
  void **address;
  bool is_optional;
};

/* A name of the library, and those of the ones that it needs; both lists end with NULL.  */
enum { GR_MOST_NEEDED = 3 };
struct gr_library_name
{
  const char *name, *needed[GR_MOST_NEEDED + 1];
};

/* Load the first library of these names, and find its functions.  Unless all are there, no address changes:
   GR_UNSUPPORTED, and what is missing.  */
gr_status gr_load_functions (const gr_library_title &title, const gr_library_name *names,
                             const gr_library_function *functions, size_t count);

/* The status of a call of a library, with its error in words.  */
gr_status gr_check_library (bool is_good, bool lacks_memory, const char *call, const char *error);

/* A library's call that takes memory.  If it fails for that, it is tried again after all memory that nobody uses is
   released.  */
template <class Call>
gr_status
gr_call_for_memory (int lacks_memory, int *error, Call call)
{
  *error = lacks_memory;
  if (gr_fault_is_due (GR_FAULT_MEMORY))
    return GR_OK;
  *error = call ();
  if (*error == lacks_memory)
    {
      GR_TRY (gr_trim_all ());
      *error = call ();
    }
  return GR_OK;
}

/* The current device's handle of a library that is loaded; it works on the device's stream, and is made if there is
   none.  */
struct gr_handle_functions
{
  int (*create) (void **handle);
  int (*destroy) (void *handle);
  int (*set_stream) (void *handle, cudaStream_t stream);
  int lacks_memory; /* the status of create then */
  const char *create_name, *stream_name;
  gr_status (*check) (int status, const char *call);
};
gr_status gr_need_handle (gr_device_library library, const gr_handle_functions &functions, void **handle);

/* `load` of names alone, a list that ends with NULL.  */
gr_status gr_load_names (const char *const *names, gr_status (*load) (const gr_library_name *names));

} // namespace

#endif
