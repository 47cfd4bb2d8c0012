/* SPDX-License-Identifier: GPL-3.0-or-later

   Libraries of CUDA's that are loaded when they are first needed, and their handles.  */

#include "device/libraries.cuh"

#include <cstdlib>
#include <string>
#include <vector>

#include <dlfcn.h>

namespace GR_NAMESPACE
{

static gr_status
fail_without_library (const gr_library_title &title, const gr_library_name *names)
{
  std::string what = std::string (title.name) + ", which " + title.needs + ", as ";
  int driver = 0;
  for (const gr_library_name *name = names; name->name; name++)
    what += (name == names ? "" : name[1].name ? ", " : " or ") + std::string (name->name);
  dlopen (names->name, RTLD_NOW | RTLD_LOCAL); /* for its reason */
  const char *const reason = dlerror ();
  what += std::string (" (") + (reason ? reason : "it has come meanwhile") + "),"; /* the next dlopen frees it */
  cudaDriverGetVersion (&driver);
  char *const text = gr_say_missing (what.c_str (), driver, true);
  const gr_status status = gr_fail (GR_UNSUPPORTED, "%s; or use gather", text ? text : what.c_str ());
  free (text);
  return status;
}

gr_status
gr_load_functions (const gr_library_title &title, const gr_library_name *names, const gr_library_function *functions,
                   size_t count)
{
  void *library = nullptr;
  const char *missing = nullptr;
  std::vector<void *> found (count);
  const gr_library_name *name = names;
  while (name->name && ! (library = gr_open_cuda (name->name, name->needed)))
    {
      name++;
    }
  if (! library)
    return fail_without_library (title, names);
  for (size_t k = 0; k < count; k++)
    {
      found[k] = dlsym (library, functions[k].name);
      if (! found[k] && ! functions[k].is_optional && ! missing)
        missing = functions[k].name;
    }
  for (size_t k = 0; k < count && ! missing; k++)
    {
      *functions[k].address = found[k];
    }
  if (missing)
    dlclose (library);
  return ! missing ? GR_OK
                   : gr_fail (GR_UNSUPPORTED,
                              "%s %s, and %s has no function %s; install it where libraries are looked for, or "
                              "use gather",
                              title.needs, title.name, name->name, missing);
}

gr_status
gr_load_names (const char *const *names, gr_status (*load) (const gr_library_name *names))
{
  std::vector<gr_library_name> list;
  for (; *names; names++)
    {
      list.push_back ({ *names, {} });
    }
  list.push_back ({});
  return load (list.data ());
}

gr_status
gr_check_library (bool is_good, bool lacks_memory, const char *call, const char *error)
{
  return is_good ? GR_OK
                 : gr_fail (lacks_memory ? GR_OUT_OF_MEMORY : GR_CUDA_ERROR, "%s failed on device %d (%s): %s", call,
                            gr_current_device () + 1, gr_current_runtime ().name, error);
}

gr_status
gr_need_handle (gr_device_library library, const gr_handle_functions &f, void **handle)
{
  *handle = gr_current_runtime ().library[library].state;
  if (*handle)
    return GR_OK;
  int error;
  GR_TRY (gr_call_for_memory (f.lacks_memory, &error, [&] { return f.create (handle); }));
  GR_TRY (f.check (error, f.create_name));
  const gr_status status = f.check (f.set_stream (*handle, gr_current_runtime ().stream), f.stream_name);
  if (status == GR_OK)
    gr_keep_library (library, { *handle, f.destroy });
  else
    f.destroy (*handle);
  return status;
}

} // namespace
