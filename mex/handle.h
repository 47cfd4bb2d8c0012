/* What a gateway cannot learn by the functions of MEX: the handle of a gpuArray.  */

#ifndef GW_HANDLE_H
#define GW_HANDLE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { GW_HANDLE_WORDS = 2 };

/* The address of the buffer and the number of the type, of an argument that has the class name gpuArray.  False for
   objects of a class of that name, whose data must not be asked for.  array: an mxArray.  */
bool gw_read_handle (const void *array, uint64_t words[GW_HANDLE_WORDS]);

#ifdef __cplusplus
}
#endif

#endif
