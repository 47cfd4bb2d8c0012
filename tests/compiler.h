/* SPDX-License-Identifier: GPL-3.0-or-later

   For tests that compile kernels.  */

#ifndef COMPILER_H
#define COMPILER_H

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "jit/jit.h"

/* Is there an NVRTC for the driver?  Where there is none, the program's last lines say so, and that nothing has passed.
   A process of its own looks, since what is found is found for ever.  */
static bool
has_compiler (int driver)
{
  int status = 1;
  fflush (stdout);
  const pid_t child = fork ();
  if (! child)
    {
      gr_nvrtc_version version;
      const char *const missing = gr_find_nvrtc (driver, &version);
      if (missing)
        printf ("Nothing can be tested without a compiler: %s\n0 passed, 0 failed\n", missing);
      fflush (stdout);
      _exit (missing != NULL);
    }
  waitpid (child, &status, 0);
  return WIFEXITED (status) && ! WEXITSTATUS (status);
}

#endif
