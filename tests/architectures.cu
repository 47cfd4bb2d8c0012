/* SPDX-License-Identifier: GPL-3.0-or-later

   The instructions that kernels ask for by name (PTX), which not all architectures have: kernels_test compiles them
   for several.  */

#include "block/bulk.cuh"
#include "block/lookback.cuh"
#include "block/tile.cuh"

namespace GR_NAMESPACE
{

typedef gr_vector<double, 2> gr_pair_of_doubles;

__global__ void
gr_all_instructions (const gr_pair_of_doubles *in, gr_pair_of_doubles *out, gr_tile_status<double> *tile_status,
                     unsigned *counter)
{
  __shared__ gr_pair_of_doubles tile[32];
  __shared__ unsigned shared;
  __shared__ gr_mbarrier barrier;
  barrier.init (1);
  gr_load_row (&barrier, reinterpret_cast<unsigned char *> (tile), &in->element[0], 2, 30, 64);
  barrier.wait (0);
  barrier.arrive ();
  gr_fence_proxy_async ();
  gr_st_async_remote (&tile[1].element[0], in->element[0], &barrier, 1);
  barrier.expect (8);
  gr_cluster_sync ();
  gr_store_part (&out->element[0], reinterpret_cast<const unsigned char *> (tile), 2, 3, 31);
  gr_bulk_commit ();
  gr_bulk_wait_read<1> ();
  gr_bulk_wait ();
  gr_copy_vector (&tile[threadIdx.x], &in[gr_first_tile (counter, 2, &shared)]);
  gr_copy_vector (&tile[threadIdx.x + 1], &in[gr_atom_acq_rel_inc (counter, 3)], gr_evict_first ());
  gr_cp_async_commit_group ();
  gr_cp_async_wait_group<0> ();
  gr_prefetch (in, out);
  gr_st_relaxed_gpu (counter, gr_vote_same (gr_ld_relaxed_gpu (counter), 4));
  double value = gr_shuffle_up (tile[threadIdx.x].element[0], 1, 32);
  tile_status->publish (value, 1);
  if (tile_status->take (1, &value))
    out[threadIdx.x].element[0]
      = value + gr_unstaged (&shared).element[0] + gr_load_vector (in).element[gr_opaque_copy (threadIdx.x) % 2];
}

} // namespace
