/* SPDX-License-Identifier: GPL-3.0-or-later

   The speed of links (bench_link.h), by the host's clock around copies of 512 MiB.  */

#include "bench_link.h"

#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>

static const size_t BYTES = 512 << 20;
enum { UP, DOWN, WAYS, MOST_DEVICES = 64 };

struct device_link
{
  void *host[WAYS], *device[WAYS];
  cudaStream_t stream[WAYS];
};

static bool
open_link (int number, device_link *l)
{
  bool good = cudaSetDevice (number) == cudaSuccess;
  for (int way = 0; way < WAYS; way++)
    good = good && cudaMallocHost (&l->host[way], BYTES) == cudaSuccess
        && cudaMalloc (&l->device[way], BYTES) == cudaSuccess
        && cudaStreamCreateWithFlags (&l->stream[way], cudaStreamNonBlocking) == cudaSuccess;
  return good;
}

static void
close_link (const device_link &l)
{
  for (int way = 0; way < WAYS; way++)
    {
      cudaFreeHost (l.host[way]);
      cudaFree (l.device[way]);
      if (l.stream[way])
        cudaStreamDestroy (l.stream[way]);
    }
}

/* Bytes a second of copies over all links at once, up, down or both.  */
static bool
time_copies (const device_link *links, int count, bool up, bool down, double *speed)
{
  const auto start = std::chrono::steady_clock::now ();
  bool good = true;
  for (int k = 0; good && k < count; k++)
    {
      const device_link &l = links[k];
      if (up)
        good = cudaMemcpyAsync (l.device[UP], l.host[UP], BYTES, cudaMemcpyHostToDevice, l.stream[UP]) == cudaSuccess;
      if (good && down)
        good = cudaMemcpyAsync (l.host[DOWN], l.device[DOWN], BYTES, cudaMemcpyDeviceToHost, l.stream[DOWN])
            == cudaSuccess;
    }
  for (int k = 0; good && k < count; k++)
    for (cudaStream_t stream : links[k].stream)
      good = good && cudaStreamSynchronize (stream) == cudaSuccess;
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now () - start;
  *speed = std::max (*speed, static_cast<double> (count * (up + down)) * BYTES / seconds.count ());
  return good;
}

bool
bench_measure_links (int devices, unsigned repeats, bench_link_speeds *speeds)
{
  static device_link links[MOST_DEVICES];
  bool good = devices <= MOST_DEVICES;
  int opened = 0;
  while (good && opened < devices)
    {
      links[opened] = device_link ();
      good = open_link (opened, &links[opened]);
      opened++;
    }
  for (unsigned i = 0; good && i <= repeats; i++)
    {
      if (i <= 1) /* the first ones warm up */
        *speeds = bench_link_speeds ();
      good = time_copies (links, devices, true, false, &speeds->up)
          && time_copies (links, devices, false, true, &speeds->down)
          && time_copies (links, devices, true, true, &speeds->both);
    }
  while (opened)
    close_link (links[--opened]);
  return cudaSetDevice (0) == cudaSuccess && good;
}
