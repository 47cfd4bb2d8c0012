/* SPDX-License-Identifier: GPL-3.0-or-later

   Views: buffers whose memory is a part of another one's.  A view is a buffer like others for all functions that read,
   and keeps the memory that it shows.  It gets memory of its own where that is needed, so its address may change in the
   functions of this header, and where another view of the memory, or the last owner of the buffer, is released.  */

#ifndef GR_VIEWS_H
#define GR_VIEWS_H

#include "gpureduce.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where a view begins that no function tells from other buffers, in bytes of the memory that it shows: results have the
   same bits from there on (gr_run).  */
enum { GR_VIEW_ALIGNMENT = 32 };

/* The bytes [at, at + bytes) of a buffer, at least one, as a buffer of one owner.  Of a view it is a view of the same
   memory.  A buffer without owners of more than 16 KiB, of which less than half is in views, is freed: these views are
   copied.  */
gr_status gr_buffer_view (gr_buffer *of, size_t at, size_t bytes, gr_buffer **view);

/* Before a function that is not made for every address: a view that begins elsewhere than at a multiple of
   GR_VIEW_ALIGNMENT gets memory of its own.  What gr_buffer_data refuses is left as it is.  */
gr_status gr_buffer_align (gr_buffer *buffer);

/* Before elements of the buffer are changed: nobody else sees its memory from now on.  */
gr_status gr_buffer_own (gr_buffer *buffer);

#ifdef __cplusplus
}
#endif

#endif
