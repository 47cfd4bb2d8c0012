// The handle of a gpuArray.  Only Octave's own type of a value tells whether it is one.

#include "handle.h"

#include <algorithm>
#include <memory>

#include <octave/mxarray.h>
#include <octave/ov.h>

bool
gw_read_handle (const void *array, uint64_t words[GW_HANDLE_WORDS])
{
  const octave_value value = mxArray::as_octave_value (static_cast<const mxArray *> (array));
  if (value.type_name () != "gpuArray")
    return false;
  const std::unique_ptr<mxArray> handle (value.get_rep ().as_mxArray (true));
  std::copy_n (static_cast<const uint64_t *> (handle->get_data ()), GW_HANDLE_WORDS, words);
  return true;
}
