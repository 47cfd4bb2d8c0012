/* SPDX-License-Identifier: GPL-3.0-or-later

   What kernels/driver/driver.h calls of CUDA's driver, for two devices whose memory is the host's and whose kernels do
   nothing: driver_test has it loaded as libcuda.so.1.  It notes which threads have which context.  With FAKE_OLD it
   lacks a function.  */

#include "fake_cuda.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  SUCCESS = 0,
  INVALID_VALUE = 1,
  OUT_OF_MEMORY = 2,
  INVALID_DEVICE = 101,
  INVALID_CONTEXT = 201,
  WRONG_HANDLE = 400,
  LAUNCH_OUT_OF_RESOURCES = 701
};

/* A context, and what belongs to one, is the number of its device.  */
typedef struct
{
  int device;
} object;

fake_cuda_facts fake_cuda;
static object contexts[FAKE_DEVICES] = { { 0 }, { 1 } };
static _Thread_local object *current;
static _Thread_local bool is_counted;

static void
count (unsigned *number)
{
  __atomic_add_fetch (number, 1, __ATOMIC_SEQ_CST);
}

/* A call about devices.  */
static int
ask (int device)
{
  count (&fake_cuda.calls);
  return device < 0 || device >= FAKE_DEVICES ? INVALID_DEVICE : SUCCESS;
}

/* A call that needs a context, and the one of what it is about, if it is about something.  */
static int
work (const object *about)
{
  count (&fake_cuda.calls);
  if (! current || (about && about->device != current->device))
    count (&fake_cuda.without_context);
  return ! current ? INVALID_CONTEXT : about && about->device != current->device ? WRONG_HANDLE : fake_cuda.broken;
}

static int
make (void **p, size_t bytes)
{
  const int error = work (NULL);
  *p = error ? NULL : calloc (bytes, 1);
  return error ? error : *p ? SUCCESS : OUT_OF_MEMORY;
}

static int
make_object (object **one)
{
  const int error = make ((void **) one, sizeof **one);
  if (! error)
    (*one)->device = current->device;
  return error;
}

static int
drop (void *p)
{
  const int error = work (NULL);
  free (p);
  return error;
}

/* Between host and device, on a stream, which knows its device.  */
static int
copy (void *to, const void *from, size_t bytes)
{
  const int error = work (NULL);
  count (&fake_cuda.copies);
  if (! error)
    memcpy (to, from, bytes);
  return error;
}

/* ---- the driver: what takes no notice of its parameters has none here ---- */

#define ASKS(NAME)                                                                                                     \
  int NAME (void) { return ask (0); }
#define WORKS(NAME)                                                                                                    \
  int NAME (void) { return work (NULL); }
#define MAKES(NAME)                                                                                                    \
  int NAME (void **p, size_t bytes) { return make (p, bytes); }
#define MAKES_OBJECT(NAME)                                                                                             \
  int NAME (object **one) { return make_object (one); }
#define DROPS(NAME)                                                                                                    \
  int NAME (void *p) { return drop (p); }
#define COPIES(NAME)                                                                                                   \
  int NAME (void *to, const void *from, size_t bytes) { return copy (to, from, bytes); }

ASKS (cuInit)
MAKES (cuMemAlloc_v2)
MAKES (cuMemAllocHost_v2)
DROPS (cuMemFree_v2)
DROPS (cuMemFreeAsync)
DROPS (cuMemFreeHost)
WORKS (cuMemPoolSetAttribute)
WORKS (cuMemPoolSetAccess)
WORKS (cuMemPoolTrimTo)
COPIES (cuMemcpyHtoDAsync_v2)
COPIES (cuMemcpyDtoHAsync_v2)
MAKES_OBJECT (cuStreamCreate)
DROPS (cuStreamDestroy_v2)
WORKS (cuStreamQuery)
WORKS (cuStreamSynchronize)
MAKES_OBJECT (cuEventCreate)
DROPS (cuEventDestroy_v2)
WORKS (cuEventQuery)
WORKS (cuEventSynchronize)
DROPS (cuLibraryUnload)
WORKS (cuLinkCreate_v2)
WORKS (cuLinkAddData_v2)
WORKS (cuLinkAddFile_v2)
WORKS (cuLinkComplete)
WORKS (cuLinkDestroy)
WORKS (cuMemcpyDtoDAsync_v2)
WORKS (cuMemcpyPeerAsync)

int
cuDriverGetVersion (int *version)
{
  *version = FAKE_CUDA_VERSION;
  return SUCCESS;
}

int
cuGetErrorName (int error, const char **name)
{
  *name = error == LAUNCH_OUT_OF_RESOURCES ? "FAKE_LAUNCH_ERROR" : "FAKE_ERROR";
  return SUCCESS;
}

int
cuGetErrorString (int error, const char **text)
{
  *text = error == LAUNCH_OUT_OF_RESOURCES ? "too much" : "a fake error";
  return SUCCESS;
}

int
cuDeviceGetCount (int *number)
{
  *number = FAKE_DEVICES;
  return ask (0);
}

int
cuDeviceGet (int *device, int number)
{
  *device = number;
  return ask (number);
}

int
cuDeviceGetName (char *name, int size, int device)
{
  snprintf (name, (size_t) size, "fake %d", device);
  return ask (device);
}

int
cuDeviceTotalMem_v2 (size_t *bytes, int device)
{
  *bytes = (size_t) 1 << 30;
  return ask (device);
}

/* Compute capability 9.0, and one of everything else.  */
int
cuDeviceGetAttribute (int *value, int attribute, int device)
{
  enum { MAJOR = 75, MINOR = 76 };
  *value = attribute == MAJOR ? 9 : attribute != MINOR;
  return ask (device);
}

int
cuDeviceGetPCIBusId (char *text, int size, int device)
{
  snprintf (text, (size_t) size, "0000:%02x:00.0", (unsigned) device);
  return ask (device);
}

int
cuDeviceCanAccessPeer (int *can, int device)
{
  *can = 0;
  return ask (device);
}

int
cuDeviceGetDefaultMemPool (void **pool, int device)
{
  *pool = NULL;
  return ask (device);
}

int
cuDevicePrimaryCtxRetain (object **context, int device)
{
  const int error = ask (device);
  if (! error)
    {
      count (&fake_cuda.retained[device]);
      *context = &contexts[device];
    }
  return error;
}

int
cuCtxSetCurrent (object *context)
{
  current = context;
  if (! is_counted)
    count (&fake_cuda.threads);
  is_counted = true;
  return ask (0);
}

int
cuCtxGetCurrent (object **context)
{
  *context = current;
  return ask (0);
}

int
cuMemAllocAsync (void **p, size_t bytes, const object *stream)
{
  const int error = work (stream);
  return error ? error : make (p, bytes);
}

int
cuMemGetInfo_v2 (size_t *available, size_t *total)
{
  *available = *total = (size_t) 1 << 30;
  return work (NULL);
}

/* The driver knows no memory of the host.  */
int
cuPointerGetAttributes (unsigned number, const int *attributes, void **values)
{
  if (number != 1 || attributes[0] != 2)
    return INVALID_VALUE;
  *(unsigned *) values[0] = 0;
  return work (NULL);
}

int
cuMemsetD8Async (void *p, unsigned char value, size_t bytes, const object *stream)
{
  const int error = work (stream);
  if (! error)
    memset (p, value, bytes);
  return error;
}

int
cuMemPoolGetAttribute (void *pool, int attribute, uint64_t *value)
{
  *value = 0;
  return pool || attribute < 1 ? INVALID_VALUE : work (NULL);
}

/* Events are recorded on streams of their device.  */
int
cuEventRecord (const object *event, const object *stream)
{
  const int error = work (NULL);
  return error ? error : event->device == stream->device ? SUCCESS : WRONG_HANDLE;
}

int
cuEventElapsedTime (float *ms)
{
  *ms = 0;
  return work (NULL);
}

int
cuLibraryLoadData (void **library, const char *code)
{
  count (&fake_cuda.libraries);
  return memcmp (code, "\177ELF", 4) ? INVALID_VALUE : make (library, 1);
}

int
cuLibraryGetKernel (void **kernel, void *library)
{
  *kernel = library;
  return work (NULL);
}

#ifndef FAKE_OLD
int
cuKernelGetFunction (object **function)
{
  count (&fake_cuda.functions);
  return make_object (function);
}
#endif

int
cuFuncSetAttribute (const object *function)
{
  return work (function);
}

int
cuLaunchKernelEx (const void *config, const object *function)
{
  const int planted = fake_cuda.fails, error = config ? work (function) : INVALID_VALUE;
  fake_cuda.fails = SUCCESS;
  if (! error && ! planted)
    count (&fake_cuda.launches[function->device]);
  return error ? error : planted;
}

int
cuOccupancyMaxActiveClusters (int *number, const object *function)
{
  *number = 1;
  return work (function);
}
