/* SPDX-License-Identifier: GPL-3.0-or-later

   Loads the library of cub.cu when it is first asked for.  */

#include "jit/find.h"
#include "jit/jit.h"
#include "textbook/cub.cuh"

#include <cstring>

#include <dlfcn.h>

namespace GR_NAMESPACE
{

gr_status
gr_find_cub (const gr_cub_library **library)
{
  static void *handle;
  handle = handle ? handle : gr_open_beside ("libgpureduce_cub.so");
  *library = handle ? static_cast<const gr_cub_library *> (dlsym (handle, "gr_cub")) : nullptr;
  if (! *library)
    return gr_fail (GR_UNSUPPORTED, "algorithm \"cub\" is not built here; `make cub` builds it, where nvcc is");
  if (strcmp ((*library)->sources_hash, gr_sources_hash))
    return gr_fail (GR_UNSUPPORTED, "algorithm \"cub\" was built of other sources; `make cub` builds it anew");
  return GR_OK;
}

} // namespace
