/* SPDX-License-Identifier: GPL-3.0-or-later

   NCCL, loaded when it is first asked for and declared here, so that the gateway is built, and starts, where it is
   missing.  What is on devices is moved in the order of the library's own work there.  */

#define _POSIX_C_SOURCE 200809L /* setenv */
#include "nccl.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "interrupt.h"

/* ---- the library ---- */

/* Of nccl.h: ncclResult_t, ncclDataType_t, ncclUniqueId and ncclComm_t.  */
enum { NCCL_SUCCESS = 0, NCCL_IN_PROGRESS = 7, NCCL_UINT8 = 1 };
typedef struct
{
  unsigned char bytes[GW_NCCL_ID];
} unique_id;
typedef void *communicator;

static struct
{
  const char *(*error_text) (int result);
  int (*new_id) (unique_id *id);
  int (*connect) (communicator *made, int count, unique_id id, int number);
  int (*leave) (communicator c);
  int (*abort) (communicator c);
  int (*late_error) (communicator c, int *result);
  int (*begin_group) (void);
  int (*end_group) (void);
  int (*send) (const void *from, size_t elements, int type, int process, communicator c, void *stream);
  int (*receive) (void *to, size_t elements, int type, int process, communicator c, void *stream);
  void *of_host; /* only a test's library has it, which moves memory of the host */
} nccl;
static communicator connection;
static int late;            /* the error that ended the last wait */
static char described[256]; /* what gw_nccl_describe said last */

/* Find all functions; the name of the first that is missing, or NULL.  */
static const char *
find_functions (void *library)
{
  const struct
  {
    const char *name;
    void *function;
  } wanted[] = { { "ncclGetErrorString", &nccl.error_text },
                 { "ncclGetUniqueId", &nccl.new_id },
                 { "ncclCommInitRank", &nccl.connect },
                 { "ncclCommDestroy", &nccl.leave },
                 { "ncclCommAbort", &nccl.abort },
                 { "ncclCommGetAsyncError", &nccl.late_error },
                 { "ncclGroupStart", &nccl.begin_group },
                 { "ncclGroupEnd", &nccl.end_group },
                 { "ncclSend", &nccl.send },
                 { "ncclRecv", &nccl.receive } };
  for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++)
    {
      void *const found = dlsym (library, wanted[k].name);
      if (! found)
        return wanted[k].name;
      memcpy (wanted[k].function, &found, sizeof found);
    }
  nccl.of_host = dlsym (library, "gpureduce_test_nccl");
  return NULL;
}

/* Load the library; empty, or why it is not there.  */
static const char *
load (void)
{
  static char why[192];
  static bool is_tried;
  if (is_tried)
    return why;
  is_tried = true;
  const char *const given = getenv ("GPUREDUCE_NCCL"), *const name = given ? given : "libnccl.so.2";
  setenv ("NCCL_NVLS_ENABLE", "0", 0);
  void *const library = *name ? dlopen (name, RTLD_NOW | RTLD_LOCAL) : NULL;
  const char *const missing = library ? find_functions (library) : NULL;
  if (! *name)
    snprintf (why, sizeof why, "GPUREDUCE_NCCL is empty");
  else if (! library)
    snprintf (why, sizeof why, "NCCL was not found: %s", dlerror ());
  else if (missing)
    snprintf (why, sizeof why, "%s has no function %s", name, missing);
  return why;
}

static bool
check (int result, const char *call, gw_failure *failure)
{
  return result == NCCL_SUCCESS
      || gw_fail (failure, GR_CUDA_ERROR,
                  "could not go on, as %s says \"%s\" (NCCL_DEBUG=WARN says more, and "
                  "GPUREDUCE_NCCL= goes without NCCL)",
                  call, nccl.error_text (result));
}

/* ---- who takes part ---- */

/* What tells this running system from others, also where hosts have the same name; false if it is not known.  */
static bool
read_boot (char text[64])
{
  FILE *const file = fopen ("/proc/sys/kernel/random/boot_id", "r");
  const bool ok = file && fscanf (file, "%63s", text) == 1;
  if (file)
    fclose (file);
  return ok;
}

const char *
gw_nccl_describe (size_t room)
{
  gr_device device = { 0 };
  gr_queue queue;
  char boot[64] = "", *const text = described;
  const char *const missing = load ();
  if (*missing)
    snprintf (text, sizeof described, "-%s", missing);
  else if (gr_describe_queue (&queue) != GR_OK || gr_describe_device (&device) != GR_OK)
    snprintf (text, sizeof described, "-%.200s", gr_message ());
  else if (! *queue.pci && ! nccl.of_host)
    snprintf (text, sizeof described, "-the backend is \"cpu\"");
  else if (! read_boot (boot))
    snprintf (text, sizeof described, "-/proc does not tell one host from another");
  else if (device.free_bytes + device.cached_bytes < room)
    snprintf (text, sizeof described, "-of %zu MiB that the move takes, the device has %zu MiB left", room >> 20,
              (device.free_bytes + device.cached_bytes) >> 20);
  else
    snprintf (text, sizeof described, "+%s %s %d", boot, queue.pci, *queue.pci ? 0 : (int) getpid ());
  return text;
}

const char *
gw_nccl_device (void)
{
  return described;
}

bool
gw_nccl_new_id (unsigned char id[GW_NCCL_ID], gw_failure *failure)
{
  unique_id made;
  if (! check (nccl.new_id (&made), "ncclGetUniqueId", failure))
    return false;
  memcpy (id, made.bytes, sizeof made.bytes);
  return true;
}

bool
gw_nccl_connect (const unsigned char id[GW_NCCL_ID], int number, int count, gw_failure *failure)
{
  unique_id same;
  gr_queue queue;
  const gr_status status = gr_describe_queue (&queue); /* NCCL takes the device that was used last */
  if (status != GR_OK)
    return gw_library (failure, status);
  memcpy (same.bytes, id, sizeof same.bytes);
  return check (nccl.connect (&connection, count, same, number), "ncclCommInitRank", failure);
}

void
gw_nccl_leave (void)
{
  if (connection)
    nccl.leave (connection);
  connection = NULL;
}

void
gw_nccl_abort (void)
{
  if (connection)
    nccl.abort (connection);
  connection = NULL;
}

/* ---- bytes ---- */

/* Is there a reason to wait no longer?  */
static bool
ends_wait (void)
{
  int error = NCCL_SUCCESS;
  const int asked = nccl.late_error (connection, &error);
  late = asked ? asked : error == NCCL_IN_PROGRESS ? NCCL_SUCCESS : error;
  return late || gw_interrupt_pending ();
}

bool
gw_nccl_exchange (int count, const gw_block *to, const gw_block *from, gw_failure *failure)
{
  gr_queue queue;
  gr_status status = gr_describe_queue (&queue);
  if (status != GR_OK)
    return gw_library (failure, status);
  bool ok = check (nccl.begin_group (), "ncclGroupStart", failure);
  for (int p = 0; ok && p < count; p++)
    {
      if (to[p].bytes)
        ok = check (nccl.send (to[p].data, to[p].bytes, NCCL_UINT8, p, connection, queue.stream), "ncclSend", failure);
      if (ok && from[p].bytes)
        ok = check (nccl.receive (from[p].data, from[p].bytes, NCCL_UINT8, p, connection, queue.stream), "ncclRecv",
                    failure);
    }
  if (! ok || ! check (nccl.end_group (), "ncclGroupEnd", failure))
    return false;
  late = NCCL_SUCCESS;
  gr_set_interrupt (ends_wait);
  status = gr_wait ();
  gr_set_interrupt (gw_interrupt_pending);
  if (late)
    return check (late, "NCCL", failure);
  if (gw_interrupt_pending ())
    return gw_fail (failure, GR_INTERRUPTED, "was interrupted");
  return status == GR_OK || gw_library (failure, status);
}
