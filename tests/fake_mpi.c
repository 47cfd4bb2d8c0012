/* SPDX-License-Identifier: GPL-3.0-or-later

   Loaded before MPI, it has the first MPI_Comm_dup of a process fail: an MPI that does not begin when it is first
   asked.  */

#include <mpi.h>

int
MPI_Comm_dup (MPI_Comm given, MPI_Comm *made)
{
  static int calls;
  return calls++ ? PMPI_Comm_dup (given, made) : MPI_ERR_OTHER;
}
