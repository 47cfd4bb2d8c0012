/* SPDX-License-Identifier: GPL-3.0-or-later

   The way from one gateway to another, past the interpreter.  */

#define _GNU_SOURCE /* dladdr, RTLD_NOLOAD */

#include "share.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

/* A function of the gateway over MPI, which is beside this one and was loaded when MPI began; NULL if it is not.  */
static void *
find_in_spmd (const char *function)
{
  Dl_info here;
  char path[PATH_MAX];
  if (! dladdr (GW_SHARE_BY_MPI, &here) || ! here.dli_fname)
    return NULL;
  const char *const slash = strrchr (here.dli_fname, '/');
  const int folder = slash ? (int) (slash + 1 - here.dli_fname) : 0;
  if ((size_t) snprintf (path, sizeof path, "%.*s__spmd__.mex", folder, here.dli_fname) >= sizeof path)
    return NULL;
  void *const library = dlopen (path, RTLD_NOW | RTLD_NOLOAD); /* and it stays, as MPI does */
  return library ? dlsym (library, function) : NULL;
}

bool
gw_share (const char *call, const char *failed, const void *mine, size_t bytes, char *all, gw_failure *failure)
{
  static gw_sharer *share;
  void *const found = share ? NULL : find_in_spmd (GW_SHARE_BY_MPI);
  if (found)
    memcpy (&share, &found, sizeof share); /* ISO C has no conversion from void * */
  return share ? share (call, failed, mine, bytes, all, failure)
               : gw_fail (failure, GR_UNSUPPORTED, "__spmd__ is not beside this gateway");
}
