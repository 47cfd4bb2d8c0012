/* SPDX-License-Identifier: GPL-3.0-or-later

   Launching kernels, the same in the CUDA build and in the build for the host
   executor (GR_SIMT), whose compiler does not know <<<...>>>.  */

#ifndef GR_LAUNCH_CUH
#define GR_LAUNCH_CUH

#include "runtime/kernel.cuh"

#include <utility>

#ifndef GR_SIMT
/* A launch by clusters of `ranks` blocks, in the form that the runtime takes.  */
struct gr_cluster_launch
{
  cudaLaunchAttribute size;
  cudaLaunchConfig_t config;
  gr_cluster_launch (unsigned ranks, dim3 grid, dim3 block, size_t shared, cudaStream_t stream) : size{}, config{}
  {
    size.id = cudaLaunchAttributeClusterDimension;
    size.val.clusterDim = { ranks, 1, 1 };
    config.gridDim = grid;
    config.blockDim = block;
    config.dynamicSmemBytes = shared;
    config.stream = stream;
    config.attrs = &size;
    config.numAttrs = ranks > 1;
  }
  gr_cluster_launch (const gr_cluster_launch &) = delete;
  gr_cluster_launch &operator= (const gr_cluster_launch &) = delete;
};
#endif

namespace GR_NAMESPACE
{
#ifndef GR_SIMT
/* The launch of gr_launch_clusters, with pointers to the arguments (runtime.cu).  */
cudaError_t gr_launch_pointers (unsigned ranks, gr_any_kernel kernel, dim3 grid, dim3 block, size_t shared,
                                cudaStream_t stream, void **arguments);
#endif
/* Clusters of `ranks` blocks, more than one, that the current device runs at a time; 0 where it has no clusters
   (runtime.cu).  */
cudaError_t gr_max_active_clusters (int *count, unsigned ranks, gr_any_kernel kernel, dim3 block, size_t shared);
}

/* Launch kernel (args...) on the grid by clusters of `ranks` blocks, with shared bytes of dynamic shared memory a
   block.  The arguments are converted to the kernel's parameter types.  Returns the error of the launch; on the host
   executor, where a cluster is one block, and which has then run the kernel, also what went wrong in it.  */
template <class... P, class... A>
cudaError_t
gr_launch_clusters ([[maybe_unused]] unsigned ranks, gr_kernel<P...> kernel, dim3 grid, dim3 block, size_t shared,
                    cudaStream_t stream, A &&...args)
{
  static_assert (sizeof...(P) == sizeof...(A), "a kernel wants all its arguments");
  const auto run = [=] (P... values) {
#ifdef GR_SIMT
    return simt_launch (GR_NAMESPACE::gr_any_kernel (kernel).function, grid, block, shared, stream,
                        [=] { kernel (values...); });
#else
    void *pointers[] = { const_cast<void *> (static_cast<const void *> (&values))..., nullptr };
    return GR_NAMESPACE::gr_launch_pointers (ranks, kernel, grid, block, shared, stream, pointers);
#endif
  };
  return run (std::forward<A> (args)...);
}
/* The same by blocks alone.  */
template <class... P, class... A>
cudaError_t
gr_launch (gr_kernel<P...> kernel, dim3 grid, dim3 block, size_t shared, cudaStream_t stream, A &&...args)
{
  return gr_launch_clusters (1, kernel, grid, block, shared, stream, std::forward<A> (args)...);
}

/* NVRTC reads this file for the templates above, which it does not instantiate.  */
#ifndef __CUDACC_RTC__

namespace GR_NAMESPACE
{

/* ---- what else differs between both builds ---- */

/* GR_BACKEND: the backend's struct (backend.h).
   GR_SURVIVES_FORK: a child process after fork can go on with what its parent has begun.
   gr_has_clusters: does the device run clusters of blocks?
   gr_blocks_at_a_time: blocks that run at a time if each needs a multiprocessor of its own.
   gr_poll_in_launches: while a launch does not return before its kernel has ended, it polls whether the user wants to
   end it; gr_is_interrupt: the error of a launch that ended so.  */
#  ifdef GR_SIMT
#    define GR_BACKEND gr_backend_simt
#    define GR_BACKEND_NAME "simt"
#    define GR_MEMORY_NAME "host memory"
constexpr bool GR_SURVIVES_FORK = true;

inline cudaError_t
gr_has_clusters (int, int *answer)
{
  *answer = 0;
  return cudaSuccess;
}
inline cudaError_t
gr_blocks_at_a_time (int, int *blocks)
{
  *blocks = 1; /* one after the other */
  return cudaSuccess;
}
inline void
gr_poll_in_launches (bool (*interrupted) ())
{
  simt::set_interrupt (interrupted);
}
inline bool
gr_is_interrupt (cudaError_t error)
{
  return error == simtErrorInterrupted;
}
#  else
#    define GR_BACKEND gr_backend_cuda
#    define GR_BACKEND_NAME "cuda"
#    define GR_MEMORY_NAME "device memory"
constexpr bool GR_SURVIVES_FORK = false; /* CUDA does not work there */

inline cudaError_t
gr_has_clusters (int device, int *answer)
{
  return cudaDeviceGetAttribute (answer, cudaDevAttrClusterLaunch, device);
}
inline cudaError_t
gr_blocks_at_a_time (int device, int *blocks)
{
  return cudaDeviceGetAttribute (blocks, cudaDevAttrMultiProcessorCount, device);
}
/* Launches return at once: who waits for a kernel polls.  */
inline void
gr_poll_in_launches (bool (*) ())
{}
inline bool
gr_is_interrupt (cudaError_t)
{
  return false;
}
#  endif

} // namespace

#endif

#endif
