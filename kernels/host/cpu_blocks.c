/* SPDX-License-Identifier: GPL-3.0-or-later

   Blocks of neighbouring segments, whose elements share lines of the cache: moved between an array and memory where
   they stand one behind the other, and shared by threads.  */

#include "host/cpu_elements.h"
#include "host/cpu_sort.h"

/* ---- where they stand ---- */

size_t
gr_cpu_block_width (size_t inner, size_t size)
{
  const size_t fit = GR_HOST_CACHE_LINE / size;
  return inner < fit ? inner : fit;
}

static size_t
blocks_of_slab (size_t inner, size_t size)
{
  const size_t width = gr_cpu_block_width (inner, size);
  return inner / width + (inner % width != 0);
}

gr_segment_block
gr_cpu_find_block (size_t number, size_t inner, size_t size)
{
  const size_t width = gr_cpu_block_width (inner, size), blocks = blocks_of_slab (inner, size);
  const size_t slab = number / blocks, first = (number - slab * blocks) * width;
  return (gr_segment_block){ slab, first, inner - first < width ? inner - first : width };
}

#define DEFINE_TURNS(_, BYTES, T)                                                                                      \
  static void gather_##BYTES (const gr_turn *t, const T *array, size_t first, size_t end, T *block)                    \
  {                                                                                                                    \
    for (size_t i = first; i < end; i++)                                                                               \
      for (size_t c = 0; c < t->columns; c++)                                                                          \
        block[c * t->length + i] = array[i * t->inner + c];                                                            \
  }                                                                                                                    \
  static void spread_##BYTES (const gr_turn *t, const T *block, size_t first, size_t end, T *array)                    \
  {                                                                                                                    \
    for (size_t i = first; i < end; i++)                                                                               \
      for (size_t c = 0; c < t->columns; c++)                                                                          \
        array[i * t->inner + c] = block[c * t->length + i];                                                            \
  }
GR_ELEMENT_SIZES (DEFINE_TURNS, _)

void
gr_cpu_gather_rows (const gr_turn *turn, const void *array, size_t first, size_t end, void *block)
{
  switch (turn->size)
    {
#define GATHER(_, BYTES, T)                                                                                            \
  case BYTES:                                                                                                          \
    gather_##BYTES (turn, array, first, end, block);                                                                   \
    break;
      GR_ELEMENT_SIZES (GATHER, _)
    }
}

void
gr_cpu_spread_rows (const gr_turn *turn, const void *block, size_t first, size_t end, void *array)
{
  switch (turn->size)
    {
#define SPREAD(_, BYTES, T)                                                                                            \
  case BYTES:                                                                                                          \
    spread_##BYTES (turn, block, first, end, array);                                                                   \
    break;
      GR_ELEMENT_SIZES (SPREAD, _)
    }
}

/* ---- who does what ---- */

bool
gr_cpu_is_stopped (atomic_bool *stop)
{
  if (! gr_is_worker () && gr_interrupted ())
    atomic_store (stop, true);
  return atomic_load (stop);
}

bool
gr_cpu_next_batch (gr_crew *crew, gr_batch *batch)
{
  batch->first = atomic_fetch_add (&crew->next, crew->batch);
  batch->end = crew->blocks - batch->first < crew->batch ? crew->blocks : batch->first + crew->batch;
  return batch->first < crew->blocks;
}

static void
join_crew (void *data, int thread, int threads)
{
  gr_crew *const c = data;
  (void) thread;
  (void) threads;
  if (c->work (c->run, c))
    return;
  atomic_store (&c->lacks_memory, true);
  atomic_store (&c->stop, true);
}

gr_status
gr_cpu_share_blocks (gr_crew *crew, size_t inner, size_t len, size_t outer)
{
  const size_t elements = gr_cpu_block_width (inner, crew->size) * len, threads = (size_t) gr_thread_count ();
  const bool alone = inner * len * outer <= GR_CPU_ALONE / 4;
  crew->blocks = blocks_of_slab (inner, crew->size) * outer;
  /* blocks keep all threads busy if they are several for each */
  const bool shares = ! alone && crew->blocks < 4 * threads && len >= GR_CPU_BATCH;
  crew->parts = shares ? (unsigned) threads : 1;
  crew->batch = elements >= GR_CPU_BATCH ? 1 : GR_CPU_BATCH / elements;
  const size_t batches = crew->blocks / crew->batch + (crew->blocks % crew->batch != 0);
  if (alone || shares)
    join_crew (crew, 0, 1);
  else
    gr_run_team ((int) (batches < threads ? batches : threads), join_crew, crew);
  if (crew->lacks_memory)
    return gr_fail (GR_OUT_OF_MEMORY, "there is no host memory for the %s of segments of %zu elements", crew->what,
                    len);
  return crew->stop ? gr_fail (GR_INTERRUPTED, "the %s was interrupted", crew->what) : GR_OK;
}
