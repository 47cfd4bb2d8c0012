/* SPDX-License-Identifier: GPL-3.0-or-later

   The way from one gateway to another, past the interpreter.  */

#define _GNU_SOURCE /* dladdr, RTLD_NOLOAD */

#include "share.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

/* Find a function of the gateway over MPI, which is beside this one and was loaded when MPI began.  */
static bool
find_in_spmd (const char *name, void *function, gw_failure *failure)
{
  static const char here[] = "";
  Dl_info info;
  char path[PATH_MAX];
  void *library = NULL, *found = NULL;
  if (dladdr (here, &info) && info.dli_fname)
    {
      const char *const slash = strrchr (info.dli_fname, '/');
      const int folder = slash ? (int) (slash + 1 - info.dli_fname) : 0;
      if ((size_t) snprintf (path, sizeof path, "%.*s__spmd__.mex", folder, info.dli_fname) < sizeof path)
        library = dlopen (path, RTLD_NOW | RTLD_NOLOAD); /* and it stays, as MPI does */
    }
  if (library)
    found = dlsym (library, name);
  memcpy (function, &found, sizeof found); /* ISO C has no conversion from void * */
  return found || gw_fail (failure, GR_UNSUPPORTED, "__spmd__ is not beside this gateway");
}

bool
gw_share (const char *call, const char *failed, const void *mine, size_t bytes, char *all, gw_failure *failure)
{
  static gw_sharer *share;
  return (share || find_in_spmd ("gw_share_by_mpi", &share, failure))
      && share (call, failed, mine, bytes, all, failure);
}

bool
gw_choose_carrier (const char *call, const char *failed, size_t room, bool *by_nccl, gw_failure *failure)
{
  static gw_carrier_chooser *choose;
  return (choose || find_in_spmd ("gw_choose_carrier_by_mpi", &choose, failure))
      && choose (call, failed, room, by_nccl, failure);
}

bool
gw_move (bool is_ready, const gw_block *to, const gw_block *from, gw_failure *failure)
{
  static gw_mover *move;
  return (move || find_in_spmd ("gw_move_by_nccl", &move, failure)) && move (is_ready, to, from, failure);
}
