/* SPDX-License-Identifier: GPL-3.0-or-later

   __spmd__ (QUESTION, ...): what the processes of mpirun or srun send each other, by MPI.  The only file that knows
   MPI; it moves bytes and calculates nothing.  Elements on devices go by NCCL (nccl.c).

   [NUMBER, COUNT] = ("begin")
                     which of how many processes this is, from 1 on.  The first call begins MPI
   PARTS = ("agree", CALL, FAILURE, ARRAY)
                     a cell of each process's bytes of ARRAY.  CALL says what is done, and must be the same on all
                     processes.  It is an error on all of them if it is not, or if one has a FAILURE, "" or
                     "IDENTIFIER: TEXT"
   PARTS = ("exchange", CELL)
                     element k of CELL goes to process k; a cell of what came from each.  All processes ask at the same
                     time, as they have agreed before
   CARRIER = ("carrier", CALL, ROOM)
                     what brings elements of gpuArrays from process to process: "NCCL" if every process has it, a CUDA
                     device of its own and ROOM bytes of memory left there, else "MPI: " and why.  CALL as for "agree"
   CARRIER = ("carrier")
                     what it was the last time, "" before
   PARTS = ("move", CELL, LIKE)
                     "exchange" of gpuArrays with the type of LIKE, or of [], by NCCL: columns on the device.  All
                     processes have asked for the carrier, and it is NCCL

   What they do together begins with "agree", so that no process waits for one that does something else.  Its first
   message is of fixed size, so that small results need one message in all.

   A process whose script ends with an error ends all others.  One whose script ends waits for the end of all others. */

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <mex.h>
#include <mpi.h>

#include "digest.h"
#include "interrupt.h"
#include "notice.h"
#include "nccl.h"
#include "read.h"
#include "resident.h"
#include "share.h"

enum { NOT_BEGUN = 32701 }; /* the tag of messages that say so; a user of MPI beside may have small ones */
enum { MESSAGE = 2048, TEXT = 512, INLINE = MESSAGE - TEXT - 4 * sizeof (uint64_t) };

/* The first message of "agree".  */
typedef struct
{
  uint64_t bytes;  /* of the array, whose first ones are with it */
  uint64_t digest; /* of the whole text of the call */
  uint64_t failed;
  uint64_t unused;
  char text[TEXT]; /* the call, or the failure */
  unsigned char begin[INLINE];
} message;

static const char end_of_script[] = "the end of the script";
static MPI_Comm all = MPI_COMM_NULL;
static int number, count;
static pid_t process; /* children after fork have no part in it */

/* ---- waiting ---- */

/* End all processes, with a reason.  */
static void
end_all (const char *why, int status)
{
  enum { PATIENCE = 5 };
  fflush (stdout);
  fprintf (stderr, "gpureduce: process %d of %d %s; all processes end\n", number + 1, count, why);
  fflush (stderr);
  signal (SIGALRM, SIG_DFL); /* NCCL may wait for what does not come */
  alarm (PATIENCE);
  gw_nccl_abort ();
  MPI_Abort (MPI_COMM_WORLD, status ? status : 1);
}

/* Wait for messages.  Their memory would be written to after an interrupt, and others wait for them: it ends all.  */
static void
wait_for (int requests, MPI_Request request[])
{
  enum { BUSY = 4096, PAUSE_NS = 50000 };
  static const struct timespec pause = { 0, PAUSE_NS };
  int done = 0;
  for (unsigned tries = 0; MPI_Testall (requests, request, &done, MPI_STATUSES_IGNORE) == MPI_SUCCESS && ! done;
       tries++)
    {
      if (gw_interrupt_pending ())
        end_all ("was interrupted", 1);
      if (tries < BUSY)
        sched_yield ();
      else
        nanosleep (&pause, NULL);
    }
}

/* Each process's message to all.  */
static void
tell_all (const message *mine, message *theirs)
{
  MPI_Request request;
  MPI_Iallgather (mine, MESSAGE, MPI_BYTE, theirs, MESSAGE, MPI_BYTE, all, &request);
  wait_for (1, &request);
}

/* ---- what there is to agree in ---- */

static uint64_t
digest_of (const char *text)
{
  return gw_digest (text, strlen (text));
}

static message
new_message (const char *text, bool failed)
{
  message m = { .digest = failed ? 0 : digest_of (text), .failed = failed };
  snprintf (m.text, sizeof m.text, "%s", text);
  return m;
}

/* Fail with "IDENTIFIER: TEXT" of process k; all processes do, with the same text.  */
static bool
fail_as (const message *theirs, int k, gw_failure *failure)
{
  const char *const text = theirs[k].text, *begin = strstr (text, ": ");
  const size_t length = begin ? (size_t) (begin - text) : 0;
  gr_status status = GR_BAD_ARGUMENT;
  for (int s = 0; s < GR_STATUS_COUNT; s++)
    {
      char identifier[GW_WORD_MAX];
      snprintf (identifier, sizeof identifier, "gpureduce:%s", gr_statuses[s]);
      if (strlen (identifier) == length && ! strncmp (identifier, text, length))
        status = (gr_status) s;
    }
  begin = begin ? begin + 2 : text;
  bool same = true;
  for (int p = 0; p < count; p++)
    same = same && theirs[p].failed && ! strcmp (theirs[p].text, text);
  return same ? gw_fail (failure, status, "%s", begin)
              : gw_fail (failure, status, "process %d of %d: %s", k + 1, count, begin);
}

/* Fail with the calls that differ, some of them.  */
static bool
fail_of_calls (const message *theirs, gw_failure *failure)
{
  enum { MOST = 4 };
  int named = 0;
  gw_fail (failure, GR_BAD_ARGUMENT, "the processes do not make the same call");
  for (int p = 0; p < count && named < MOST; p++)
    {
      bool is_new = true;
      for (int before = 0; before < p; before++)
        is_new = is_new && theirs[before].digest != theirs[p].digest;
      if (is_new)
        gw_append (failure, "%c process %d: %.300s", named ? ',' : ':', p + 1, theirs[p].text);
      named += is_new;
    }
  return false;
}

/* Have all made the same call, and no one failed?  */
static bool
check_agreement (const message *theirs, gw_failure *failure)
{
  for (int p = 0; p < count; p++)
    if (theirs[p].failed)
      return fail_as (theirs, p, failure);
  for (int p = 1; p < count; p++)
    if (theirs[p].digest != theirs[0].digest)
      return fail_of_calls (theirs, failure);
  return true;
}

/* ---- the beginning and the end ---- */

/* Called by exit.  */
static void
leave (int status, void *unused)
{
  (void) unused;
  int is_over = 0;
  if (getpid () != process || MPI_Finalized (&is_over) != MPI_SUCCESS || is_over)
    return;
  if (status)
    {
      char why[GW_WORD_MAX];
      snprintf (why, sizeof why, "ended with status %d", status);
      end_all (why, status);
    }
  gw_failure failure;
  message *const theirs = malloc ((size_t) count * sizeof *theirs);
  if (! theirs)
    end_all ("has no memory", 1);
  const message mine = new_message (end_of_script, false);
  tell_all (&mine, theirs);
  if (! check_agreement (theirs, &failure))
    {
      sleep (3); /* the others say what is wrong */
      end_all ("has ended, and others have not", 1);
    }
  free (theirs);
  gw_nccl_leave ();
  MPI_Finalize ();
}

/* The end of a process in which MPI has begun in part: others may wait in what failed here, and end with it.  */
static void
leave_unbegun (int status, void *unused)
{
  enum { PATIENCE = 5 };
  int is_begun = 0, is_over = 0;
  (void) status;
  (void) unused;
  if (getpid () != process || MPI_Initialized (&is_begun) != MPI_SUCCESS || ! is_begun
      || MPI_Finalized (&is_over) != MPI_SUCCESS || is_over)
    return;
  signal (SIGALRM, SIG_DFL);
  alarm (PATIENCE);
  MPI_Finalize ();
  alarm (0);
}

/* Wait until all have the communicator that `request` makes, or one says that it does not go on.  The number of that
   process, or -1.  */
static int
wait_for_all (MPI_Request *request)
{
  int done = 0, is_said = 0;
  MPI_Status said;
  while (MPI_Test (request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && ! done)
    {
      if (MPI_Iprobe (MPI_ANY_SOURCE, NOT_BEGUN, MPI_COMM_WORLD, &is_said, &said) == MPI_SUCCESS && is_said)
        return said.MPI_SOURCE;
      if (gw_interrupt_pending ())
        end_all ("was interrupted", 1);
      sched_yield ();
    }
  return done ? -1 : number;
}

/* Say to the others that this process does not go on, without waiting for them.  */
static void
say_not_begun (void)
{
  MPI_Request request;
  for (int p = 0; p < count; p++)
    if (p != number && MPI_Isend (NULL, 0, MPI_BYTE, p, NOT_BEGUN, MPI_COMM_WORLD, &request) == MPI_SUCCESS)
      MPI_Request_free (&request);
}

/* Begin MPI in all processes.  Why it has not begun, or "".  */
static const char *
begin_mpi (void)
{
  static char why[GW_WORD_MAX];
  int is_begun = 0, level, failed = -1;
  MPI_Comm ours = MPI_COMM_NULL;
  MPI_Request request;
  process = getpid ();
  bool ok = MPI_Initialized (&is_begun) == MPI_SUCCESS
         && (is_begun || MPI_Init_thread (NULL, NULL, MPI_THREAD_FUNNELED, &level) == MPI_SUCCESS)
         && MPI_Comm_rank (MPI_COMM_WORLD, &number) == MPI_SUCCESS
         && MPI_Comm_size (MPI_COMM_WORLD, &count) == MPI_SUCCESS;
  if (ok)
    {
      failed = MPI_Comm_idup (MPI_COMM_WORLD, &ours, &request) == MPI_SUCCESS ? wait_for_all (&request) : number;
      ok = failed < 0;
      if (failed == number)
        say_not_begun ();
    }
  if (ok)
    all = ours;
  else if (failed < 0 || failed == number)
    snprintf (why, sizeof why, "MPI did not begin in this process");
  else
    snprintf (why, sizeof why, "MPI did not begin in process %d of %d", failed + 1, count);
  on_exit (ok ? leave : leave_unbegun, NULL);
  return why;
}

/* A start that failed is not tried again: the processes would be at different points of their scripts.  */
static bool
begin (int nlhs, mxArray *plhs[], int nrhs, const mxArray *const prhs[], gw_failure *failure)
{
  static const char *why = "";
  (void) nrhs;
  (void) prhs;
  if (all == MPI_COMM_NULL && ! *why)
    why = begin_mpi ();
  if (*why)
    return gw_fail (failure, GR_UNSUPPORTED, "%s; start all processes again", why);
  plhs[0] = mxCreateDoubleScalar (number + 1);
  if (nlhs > 1)
    plhs[1] = mxCreateDoubleScalar (count);
  return true;
}

/* ---- bytes ---- */

/* The elements of an array as bytes.  */
static gw_block
block_of (const mxArray *a)
{
  if (! a)
    return (gw_block){ NULL, 0 };
  size_t size = mxGetElementSize (a);
  if (mxIsComplex (a)) /* Octave gives the size of a part, or of both */
    size = mxIsSingle (a) ? 2 * sizeof (float) : 2 * sizeof (double);
  return (gw_block){ mxGetData (a), mxGetNumberOfElements (a) * size };
}

/* Element k of a cell of n, to be filled in.  */
static gw_block
add_block (mxArray *cell, int k, size_t bytes)
{
  mxArray *const a = mxCreateUninitNumericMatrix (bytes, 1, mxUINT8_CLASS, mxREAL);
  mxSetCell (cell, k, a);
  return block_of (a);
}

/* Send block k of `to` to process k, and take what it sends, in messages that MPI's int can count.  */
static void
exchange_blocks (const gw_block *to, const gw_block *from)
{
  enum { MOST = 1 << 30 };
  size_t requests = 0;
  for (int p = 0; p < count; p++)
    requests += to[p].bytes / MOST + from[p].bytes / MOST + 2;
  MPI_Request *const request = mxMalloc (requests * sizeof (MPI_Request));
  int n = 0;
  for (int step = 1; step < count; step++)
    {
      const int source = (number + count - step) % count, target = (number + step) % count;
      for (size_t at = 0; at < from[source].bytes; at += MOST)
        {
          const size_t left = from[source].bytes - at;
          MPI_Irecv (from[source].data + at, (int) (left < MOST ? left : MOST), MPI_BYTE, source, 0, all,
                     &request[n++]);
        }
      for (size_t at = 0; at < to[target].bytes; at += MOST)
        {
          const size_t left = to[target].bytes - at;
          MPI_Isend (to[target].data + at, (int) (left < MOST ? left : MOST), MPI_BYTE, target, 0, all, &request[n++]);
        }
    }
  if (from[number].bytes)
    memcpy (from[number].data, to[number].data, from[number].bytes);
  wait_for (n, request);
  mxFree (request);
}

/* A string of any length, which Octave frees.  */
static bool
read_text (const mxArray *a, char **text, gw_failure *failure)
{
  *text = gw_is_string (a) ? mxArrayToString (a) : NULL;
  return *text || gw_fail (failure, GR_BAD_ARGUMENT, "what is done, and a failure, are strings");
}

/* What all have agreed in, and the bytes of each: the first of them are in the messages.  */
typedef struct
{
  message *theirs;
  gw_block *to, *from;
  bool is_small;
} agreement;

/* Tell all the call or a failure, and the number and first of the bytes of `mine`.  */
static bool
begin_agreement (const char *call, const char *failed, gw_block mine, agreement *a, gw_failure *failure)
{
  message m = new_message (*failed ? failed : call, *failed);
  *a = (agreement){ mxMalloc ((size_t) count * sizeof *a->theirs), mxCalloc (2 * (size_t) count, sizeof *a->to), NULL,
                    true };
  a->from = a->to + count;
  m.bytes = mine.bytes;
  memcpy (m.begin, mine.data ? mine.data : "", mine.bytes < INLINE ? mine.bytes : INLINE);
  tell_all (&m, a->theirs);
  for (int p = 0; p < count; p++)
    {
      a->is_small = a->is_small && a->theirs[p].bytes <= INLINE;
      a->to[p] = mine;
    }
  return check_agreement (a->theirs, failure);
}

/* Bring the bytes of all, for which there is room.  */
static void
end_agreement (const agreement *a)
{
  if (! a->is_small)
    exchange_blocks (a->to, a->from);
  else
    for (int p = 0; p < count; p++)
      memcpy (a->from[p].data, a->theirs[p].begin, a->from[p].bytes);
}

static bool
agree (int nlhs, mxArray *plhs[], int nrhs, const mxArray *const prhs[], gw_failure *failure)
{
  (void) nlhs;
  (void) nrhs;
  char *call, *failed;
  agreement a;
  if (! read_text (prhs[0], &call, failure) || ! read_text (prhs[1], &failed, failure)
      || ! begin_agreement (call, failed, block_of (prhs[2]), &a, failure))
    return false;
  plhs[0] = mxCreateCellMatrix (1, count);
  for (int p = 0; p < count; p++)
    a.from[p] = add_block (plhs[0], p, a.theirs[p].bytes);
  end_agreement (&a);
  return true;
}

bool
gw_share_by_mpi (const char *call, const char *failed, const void *mine, size_t bytes, char *to, gw_failure *failure)
{
  agreement a;
  if (all == MPI_COMM_NULL)
    return gw_fail (failure, GR_BAD_ARGUMENT, "MPI has not begun");
  if (! begin_agreement (call, failed, (gw_block){ (void *) mine, bytes }, &a, failure))
    return false;
  for (int p = 0; p < count; p++)
    {
      if (a.theirs[p].bytes != bytes)
        return gw_fail (failure, GR_BAD_ARGUMENT, "process %d of %d has a state of another size", p + 1, count);
      a.from[p] = (gw_block){ to + (size_t) p * bytes, bytes };
    }
  end_agreement (&a);
  return true;
}

static bool
exchange (int nlhs, mxArray *plhs[], int nrhs, const mxArray *const prhs[], gw_failure *failure)
{
  (void) nlhs;
  (void) nrhs;
  if (! mxIsCell (prhs[0]) || mxGetNumberOfElements (prhs[0]) != (size_t) count)
    return gw_fail (failure, GR_BAD_ARGUMENT, "a cell of %d elements is exchanged, one for each process", count);
  gw_block *const to = mxMalloc (2 * (size_t) count * sizeof *to), *const from = to + count;
  uint64_t *const sizes = mxMalloc (2 * (size_t) count * sizeof *sizes), *const coming = sizes + count;
  MPI_Request request;
  for (int p = 0; p < count; p++)
    {
      to[p] = block_of (mxGetCell (prhs[0], p));
      sizes[p] = to[p].bytes;
    }
  MPI_Ialltoall (sizes, 1, MPI_UINT64_T, coming, 1, MPI_UINT64_T, all, &request);
  wait_for (1, &request);
  plhs[0] = mxCreateCellMatrix (1, count);
  for (int p = 0; p < count; p++)
    from[p] = add_block (plhs[0], p, coming[p]);
  exchange_blocks (to, from);
  return true;
}

/* ---- elements on devices ---- */

static char carrier[TEXT]; /* what was chosen last */

/* Choose it by what all have said of their devices.  */
static void
choose_carrier (const message *theirs)
{
  for (int p = 0; p < count; p++)
    {
      const char *const text = (const char *) theirs[p].begin;
      if (*text != '+')
        {
          snprintf (carrier, sizeof carrier, "MPI: process %d: %.255s", p + 1, text + 1);
          return;
        }
      for (int before = 0; before < p; before++)
        if (! strcmp (text, (const char *) theirs[before].begin))
          {
            snprintf (carrier, sizeof carrier, "MPI: processes share a device");
            return;
          }
    }
  snprintf (carrier, sizeof carrier, "NCCL");
}

bool
gw_choose_carrier_by_mpi (const char *call, const char *failed, size_t room, bool *by_nccl, gw_failure *failure)
{
  agreement a;
  const char *const mine = gw_nccl_describe (room);
  if (! begin_agreement (call, failed, (gw_block){ (char *) mine, strlen (mine) + 1 }, &a, failure))
    return false;
  choose_carrier (a.theirs);
  *by_nccl = ! strcmp (carrier, "NCCL");
  return true;
}

static bool
ask_carrier (int nlhs, mxArray *plhs[], int nrhs, const mxArray *const prhs[], gw_failure *failure)
{
  (void) nlhs;
  static const double MOST = 0x1p53;
  double room;
  char *call;
  bool by_nccl;
  if (nrhs
      && (! read_text (prhs[0], &call, failure) || ! gw_read_whole (prhs[1], "ROOM", 0, MOST, &room, failure)
          || ! gw_choose_carrier_by_mpi (call, "", (size_t) room, &by_nccl, failure)))
    return false;
  plhs[0] = mxCreateString (carrier);
  return true;
}

/* What goes to each process, its size, and the place of what comes.  */
typedef struct
{
  gw_block *to, *from;
  uint64_t *sizes, *coming;
} move_plan;

/* Where the elements for the others are.  */
static bool
find_blocks (const mxArray *cell, gr_type type, const move_plan *plan, gw_failure *failure)
{
  for (int p = 0; p < count; p++)
    {
      const mxArray *const a = mxGetCell (cell, p);
      gw_resident r;
      void *data = NULL;
      const bool is_resident = a && gw_find_resident (a, &r);
      if (is_resident ? r.type != type : a && mxGetNumberOfElements (a))
        return gw_fail (failure, GR_BAD_ARGUMENT, "what moves are gpuArrays of one type");
      if (is_resident && ! gw_resident_data (&r, &data, failure))
        return false;
      plan->to[p] = (gw_block){ data, data ? mxGetNumberOfElements (a) * gr_types[type].size : 0 };
      plan->sizes[p] = plan->to[p].bytes;
    }
  return true;
}

/* Columns for what comes.  */
static bool
add_columns (mxArray *cell, const mxArray *like, gr_type type, const move_plan *plan, gw_failure *failure)
{
  for (int p = 0; p < count; p++)
    {
      const mwSize dims[] = { plan->coming[p] / gr_types[type].size, 1 };
      gw_resident r;
      void *data;
      if (! gw_add_resident (cell, (mwIndex) p, like, 2, dims, type, &r, failure)
          || ! gw_resident_data (&r, &data, failure))
        return false;
      plan->from[p] = (gw_block){ data, plan->coming[p] };
    }
  return true;
}

/* Agree that all are ready; and have NCCL connect their devices, if it has not or they are others than before.  */
static bool
connect_devices (bool is_ready, gw_failure *failure)
{
  static uint64_t connected;
  const char *const mine = gw_nccl_device ();
  message *const theirs = mxMalloc ((size_t) count * sizeof *theirs);
  char text[TEXT] = "elements of gpuArrays", all_devices[GW_WORD_MAX];
  if (! is_ready)
    snprintf (text, sizeof text, "gpureduce:%s: %.400s", gr_statuses[failure->status], failure->text);
  message m = new_message (text, ! is_ready);
  snprintf ((char *) m.begin, sizeof m.begin, "%s", mine);
  tell_all (&m, theirs);
  if (! check_agreement (theirs, failure))
    return false;
  uint64_t devices = 0;
  for (int p = 0; p < count; p++)
    {
      snprintf (all_devices, sizeof all_devices, "%016jx %016jx", (uintmax_t) devices,
                (uintmax_t) digest_of ((const char *) theirs[p].begin));
      devices = digest_of (all_devices);
    }
  if (devices == connected)
    return true;
  gw_nccl_leave ();
  unsigned char id[GW_NCCL_ID] = { 0 };
  MPI_Request request;
  bool ok = number != 0 || gw_nccl_new_id (id, failure);
  if (ok)
    {
      MPI_Ibcast (id, sizeof id, MPI_BYTE, 0, all, &request);
      wait_for (1, &request);
      ok = gw_nccl_connect (id, number, count, failure);
    }
  if (! ok) /* the others wait in NCCL */
    end_all (failure->text, 1);
  if (! connected)
    on_exit (leave, NULL); /* before NCCL's own, which was loaded after the first */
  connected = devices;
  return true;
}

bool
gw_move_by_nccl (bool is_ready, const gw_block *to, const gw_block *from, gw_failure *failure)
{
  if (! connect_devices (is_ready, failure))
    return false;
  if (! gw_nccl_exchange (count, to, from, failure))
    end_all (failure->text, 1);
  return true;
}

static bool
move (int nlhs, mxArray *plhs[], int nrhs, const mxArray *const prhs[], gw_failure *failure)
{
  (void) nlhs;
  (void) nrhs;
  gw_resident like;
  MPI_Request request;
  move_plan plan = { .to = mxCalloc (2 * (size_t) count, sizeof *plan.to),
                     .sizes = mxCalloc (2 * (size_t) count, sizeof *plan.sizes) };
  plan.from = plan.to + count;
  plan.coming = plan.sizes + count;
  plhs[0] = mxCreateCellMatrix (1, count);
  bool ok
    = mxIsCell (prhs[0]) && mxGetNumberOfElements (prhs[0]) == (size_t) count && gw_find_resident (prhs[1], &like);
  if (! ok)
    gw_fail (failure, GR_BAD_ARGUMENT, "a cell of %d gpuArrays moves, one for each process", count);
  else if (*gw_nccl_device () != '+')
    ok = gw_fail (failure, GR_UNSUPPORTED, "nothing moves before \"carrier\" has said that it can");
  gr_set_interrupt (gw_interrupt_pending);
  gr_set_notice (gw_notice);
  const gr_status status = gr_wait (); /* for errors of work that was queued before */
  if (ok && status != GR_OK)
    ok = gw_library (failure, status);
  ok = ok && find_blocks (prhs[0], like.type, &plan, failure);
  MPI_Ialltoall (plan.sizes, 1, MPI_UINT64_T, plan.coming, 1, MPI_UINT64_T, all, &request);
  wait_for (1, &request);
  ok = ok && add_columns (plhs[0], prhs[1], like.type, &plan, failure);
  return gw_move_by_nccl (ok, plan.to, plan.from, failure);
}

/* ---- questions ---- */

static const struct
{
  const char *name;
  int arguments;
  bool (*run) (int nlhs, mxArray *plhs[], int nrhs, const mxArray *const prhs[], gw_failure *failure);
} questions[] = { { "begin", 0, begin },         { "agree", 3, agree },         { "exchange", 1, exchange },
                  { "carrier", 0, ask_carrier }, { "carrier", 2, ask_carrier }, { "move", 2, move } };
enum { QUESTIONS = sizeof questions / sizeof *questions };

static bool
answer (int nlhs, mxArray *plhs[], int nrhs, const mxArray *const prhs[], gw_failure *failure)
{
  char name[GW_WORD_MAX] = "";
  if (nrhs > 0 && gw_is_string (prhs[0]) && ! gw_read_word (prhs[0], name, failure))
    return false;
  for (int q = 0; q < QUESTIONS; q++)
    if (! strcmp (name, questions[q].name) && nrhs - 1 == questions[q].arguments && (q == 0 || all != MPI_COMM_NULL))
      return questions[q].run (nlhs, plhs, nrhs - 1, prhs + 1, failure);
  return gw_fail (failure, GR_BAD_ARGUMENT, "'%s' with %d arguments is no question, or none before \"begin\"", name,
                  nrhs > 0 ? nrhs - 1 : 0);
}

void
mexFunction (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
  gw_failure failure;
  if (! answer (nlhs, plhs, nrhs, prhs, &failure))
    gw_raise (&failure, mexFunctionName ());
}
