/* SPDX-License-Identifier: GPL-3.0-or-later

   Copies between the host and the current device: single ones, and many that go on while kernels run (backend.h).  */

#ifndef GR_TRANSFERS_CUH
#define GR_TRANSFERS_CUH

#include "backend.h"

namespace GR_NAMESPACE
{

/* Copies that are done when the call returns; Ctrl-C ends them.  Within gr_with_copies they queue behind others.  */
gr_status gr_upload (void *device, const void *host, size_t bytes);
gr_status gr_download (void *host, const void *device, size_t bytes);

/* As in backend.h.  */
gr_status gr_with_copies (const int *devices, int count, size_t up_alone, gr_status (*body) (void *data), void *data);
gr_status gr_begin_upload (void *device, const void *host, size_t bytes, size_t *ticket);
gr_status gr_begin_download (void *host, const void *device, size_t bytes, size_t *ticket);
gr_status gr_announce_download (void *host, size_t bytes);
gr_status gr_wait_for_copy (size_t ticket);

/* Free the streams and the pinned memory of a device, whose number counts from 0.  */
void gr_close_lanes (int device);

} // namespace

#endif
