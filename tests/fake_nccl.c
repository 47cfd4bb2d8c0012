/* SPDX-License-Identifier: GPL-3.0-or-later

   What mex/nccl.c calls of NCCL, for memory of the host of processes on one host: GPUREDUCE_NCCL names this library
   where tests have no devices.  Bytes go through files, which are there once they have their names.  Who waits for
   longer than a minute fails.  For the fault "nccl" of tests/spmd, process 2 fails.  */

#define _GNU_SOURCE
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { SUCCESS = 0, SYSTEM_ERROR = 2, INVALID_USAGE = 5, MOST = 64 };

typedef struct
{
  char folder[128];
} unique_id;

typedef struct
{
  unique_id id;
  int number, count;
  unsigned sent[MOST], received[MOST];
} communicator;

typedef struct
{
  char *data;
  size_t bytes;
  int process;
  bool is_sent;
  communicator *c;
} operation;

int gpureduce_test_nccl; /* tells mex/nccl.c that memory of the host is welcome */
static operation operations[2 * MOST];
static int queued, depth;

const char *
ncclGetErrorString (int result)
{
  return result == SUCCESS ? "no error" : result == INVALID_USAGE ? "invalid usage" : "system error";
}

int
ncclGetUniqueId (unique_id *id)
{
  const char *const folder = getenv ("TMPDIR");
  snprintf (id->folder, sizeof id->folder, "%.90s/fake_nccl.XXXXXX", folder ? folder : "/tmp");
  return mkdtemp (id->folder) ? SUCCESS : SYSTEM_ERROR;
}

int
ncclCommInitRank (communicator **made, int count, unique_id id, int number)
{
  if (count > MOST || ! (*made = calloc (1, sizeof **made)))
    return SYSTEM_ERROR;
  **made = (communicator){ .id = id, .number = number, .count = count };
  return SUCCESS;
}

/* The last one that leaves finds the folder empty.  */
int
ncclCommDestroy (communicator *c)
{
  rmdir (c->id.folder);
  free (c);
  return SUCCESS;
}

int
ncclCommAbort (communicator *c)
{
  return ncclCommDestroy (c);
}

int
ncclCommGetAsyncError (const communicator *c, int *result)
{
  *result = SUCCESS;
  return c ? SUCCESS : INVALID_USAGE;
}

static void
name_file (char name[256], const communicator *c, int from, int to, unsigned nth)
{
  snprintf (name, 256, "%s/%d.%d.%u", c->id.folder, from, to, nth);
}

static int
send_file (const operation *o)
{
  char name[256], hidden[260];
  name_file (name, o->c, o->c->number, o->process, o->c->sent[o->process]++);
  snprintf (hidden, sizeof hidden, "%s.new", name);
  FILE *const file = fopen (hidden, "w");
  bool ok = file && fwrite (o->data, 1, o->bytes, file) == o->bytes;
  if (file)
    ok = ! fclose (file) && ok;
  return ok && ! rename (hidden, name) ? SUCCESS : SYSTEM_ERROR;
}

static int
receive_file (const operation *o)
{
  enum { TRIES = 60000 };
  static const struct timespec pause = { 0, 1000000 };
  char name[256];
  struct stat about;
  name_file (name, o->c, o->process, o->c->number, o->c->received[o->process]++);
  for (int k = 0; stat (name, &about); k++)
    if (k == TRIES)
      return SYSTEM_ERROR;
    else
      nanosleep (&pause, NULL);
  FILE *const file = fopen (name, "r");
  const bool ok = file && (size_t) about.st_size == o->bytes && fread (o->data, 1, o->bytes, file) == o->bytes;
  if (file)
    fclose (file);
  return ok && ! unlink (name) ? SUCCESS : SYSTEM_ERROR;
}

int
ncclGroupStart (void)
{
  queued = 0;
  depth++;
  return depth == 1 ? SUCCESS : INVALID_USAGE;
}

int
ncclGroupEnd (void)
{
  int result = depth-- == 1 ? SUCCESS : INVALID_USAGE;
  const char *const fault = getenv ("GPUREDUCE_SPMD_FAULT");
  if (queued && operations[0].c->number == 1 && fault && ! strcmp (fault, "nccl"))
    return SYSTEM_ERROR;
  for (int k = 0; ! result && k < queued; k++)
    if (operations[k].is_sent)
      result = send_file (&operations[k]);
  for (int k = 0; ! result && k < queued; k++)
    if (! operations[k].is_sent)
      result = receive_file (&operations[k]);
  return result;
}

static int
queue (operation o, int type, const void *stream)
{
  const int uint8 = 1;
  if (depth != 1 || queued == 2 * MOST || type != uint8 || stream || ! o.data || o.process < 0
      || o.process >= o.c->count)
    return INVALID_USAGE;
  operations[queued++] = o;
  return SUCCESS;
}

int
ncclSend (const void *from, size_t elements, int type, int process, communicator *c, void *stream)
{
  return queue ((operation){ (char *) (uintptr_t) from, elements, process, true, c }, type, stream);
}

int
ncclRecv (void *to, size_t elements, int type, int process, communicator *c, void *stream)
{
  return queue ((operation){ to, elements, process, false, c }, type, stream);
}
