/* SPDX-License-Identifier: GPL-3.0-or-later

   Loaded before MPI, it has the first MPI_Comm_idup of a process fail: an MPI that does not begin when it is first
   asked.  In all processes, or in the one whose number, from 0 on, GPUREDUCE_TEST_FAILING is.  */

#include <stdlib.h>

#include <mpi.h>

int
MPI_Comm_idup (MPI_Comm given, MPI_Comm *made, MPI_Request *request)
{
  static int calls;
  const char *const failing = getenv ("GPUREDUCE_TEST_FAILING");
  int number = 0;
  PMPI_Comm_rank (given, &number);
  const int fails = ! calls++ && (! failing || atoi (failing) == number);
  return fails ? MPI_ERR_OTHER : PMPI_Comm_idup (given, made, request);
}
