/* SPDX-License-Identifier: GPL-3.0-or-later

   The speed of the link (bench_link.h), by events around copies of 256 MiB.  */

#include "bench_link.h"

#include <cuda_runtime.h>

#include <algorithm>

static const size_t BYTES = 256 << 20;

/* Seconds of a copy up, down, or of both at once.  */
static bool
time_copies (void *const host[2], void *const device[2], const cudaStream_t stream[2], const cudaEvent_t event[3],
             bool up, bool down, double *seconds)
{
  float ms = 0;
  bool good = cudaEventRecord (event[0], stream[0]) == cudaSuccess
           && cudaStreamWaitEvent (stream[1], event[0], 0) == cudaSuccess;
  if (good && up)
    good = cudaMemcpyAsync (device[0], host[0], BYTES, cudaMemcpyHostToDevice, stream[0]) == cudaSuccess;
  if (good && down)
    good = cudaMemcpyAsync (host[1], device[1], BYTES, cudaMemcpyDeviceToHost, stream[1]) == cudaSuccess;
  good = good && cudaEventRecord (event[1], stream[1]) == cudaSuccess
      && cudaStreamWaitEvent (stream[0], event[1], 0) == cudaSuccess
      && cudaEventRecord (event[2], stream[0]) == cudaSuccess && cudaEventSynchronize (event[2]) == cudaSuccess
      && cudaEventElapsedTime (&ms, event[0], event[2]) == cudaSuccess;
  *seconds = ms * 1e-3;
  return good;
}

bool
bench_measure_link (unsigned repeats, bench_link_speeds *speeds)
{
  void *host[2] = {}, *device[2] = {};
  cudaStream_t stream[2] = {};
  cudaEvent_t event[3] = {};
  bool good = true;
  for (int k = 0; k < 2; k++)
    good = good && cudaMallocHost (&host[k], BYTES) == cudaSuccess && cudaMalloc (&device[k], BYTES) == cudaSuccess
        && cudaStreamCreateWithFlags (&stream[k], cudaStreamNonBlocking) == cudaSuccess;
  for (cudaEvent_t &e : event)
    good = good && cudaEventCreate (&e) == cudaSuccess;
  *speeds = bench_link_speeds ();
  for (unsigned i = 0; good && i <= repeats; i++)
    {
      double up = 0, down = 0, both = 0;
      good = time_copies (host, device, stream, event, true, false, &up)
          && time_copies (host, device, stream, event, false, true, &down)
          && time_copies (host, device, stream, event, true, true, &both);
      if (! good || ! i)
        continue;
      speeds->up = std::max (speeds->up, BYTES / up);
      speeds->down = std::max (speeds->down, BYTES / down);
      speeds->both = std::max (speeds->both, 2 * (BYTES / both));
    }
  for (int k = 0; k < 2; k++)
    {
      cudaFreeHost (host[k]);
      cudaFree (device[k]);
      if (stream[k])
        cudaStreamDestroy (stream[k]);
    }
  for (cudaEvent_t e : event)
    if (e)
      cudaEventDestroy (e);
  return good;
}
