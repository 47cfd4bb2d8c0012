/* SPDX-License-Identifier: GPL-3.0-or-later

   Scan of segments side by side that are too few for one stripe a block (scan_stripes.cuh), by clusters of blocks,
   which read each other's shared memory (compute capability 9.0).  The blocks of a cluster work on neighbouring
   tiles, a round, and combine the totals of these.  So rounds look back, not tiles: a round has eight times the
   rows, and an eighth of the totals.

   Warps have roles (warp specialization, as in scan_stripes.cuh).  Each role goes through the block's tiles, which
   are in stages of shared memory, as fast as the other roles allow:

   - load: start the bulk copies that bring a tile.
   - reduce: fold the tile.  A thread has one segment and a run of rows; a segment may have several such runs, its
     sub-runs.  The last thread sends the segment's total to the block of the cluster that owns the segment.
   - publish: fold the totals of the cluster's tiles for each owned segment, in order, and publish the round's
     total.
   - look back: add the totals of the rounds since the cluster's last one, and send to each tile what stands before
     it.
   - scan: write the results where the elements stood, and positions beside them.
   - store: start the bulk copies that take these to memory.

   Clusters take rounds in turn and fold the totals of all rounds one after the other, so results depend neither on
   the number of clusters nor on which one came first.  Where the device has no clusters, a block does the tiles of
   its rounds one after the other, with the same results.

   Tiles of whole rows are one copy each.  More segments are scanned in stripes, as in scan_stripes.cuh, with a
   copy for each row, and whole bursts are written.  */

#ifndef GR_SCAN_CLUSTER_CUH
#define GR_SCAN_CLUSTER_CUH

#include "auto/scan_common.cuh"
#include "block/bulk.cuh"
#include "block/lookback.cuh"
#include "op/segment.cuh"
#include "plan/plan.h"
#include "runtime/context.cuh"

namespace GR_NAMESPACE
{

/* The barriers of a stage, in the order in which they are passed.  They say that there are: the elements; the
   totals of the sub-runs; the totals of all tiles of the round, for the segments that the block owns; what stands
   before each of these in the round; what stands before the tile in all; the results.  The last one says that the
   stage is free.  */
struct gr_cluster_stage
{
  gr_mbarrier loaded, summed, totals, partial, prefixes, written, drained;
};
static_assert (sizeof (gr_cluster_stage) <= GR_CLUSTER_STAGE, "plans count with that");

/* A block's tiles, one after the other.  */
struct gr_cluster_tile
{
  const gr_segments &segments;
  const gr_cluster_plan &plan;
  unsigned ranks, clusters;              /* blocks of a cluster; clusters of a stripe */
  unsigned rank, part, begin;            /* rank: the tile's number in the round; part: its number among the
                                            block's tiles there; begin: its first segment */
  unsigned round, in_slab, slab;         /* round of the stripe, and of its slab */
  unsigned first;                        /* position of the first row in the segments */
  ptrdiff_t offset;                      /* of its first element; of whole rows, of the tile's first element in
                                            memory */
  unsigned count, number, stage, parity; /* rows; number: tiles of the block before this one */

  __device__ __forceinline__ gr_cluster_tile (const gr_segments &segments, const gr_cluster_plan &plan, unsigned ranks,
                                              unsigned clusters, unsigned rank, unsigned turn, unsigned begin)
    : segments (segments), plan (plan), ranks (ranks), clusters (clusters), rank (rank), part (0), begin (begin),
      round (turn), in_slab (turn), slab (0), number (0), stage (0), parity (0)
  {
    locate ();
  }
  __device__ __forceinline__ bool more () const { return round < plan.total_rounds; }
  __device__ __forceinline__ bool ends_round () const { return part + ranks == GR_CLUSTER; }
  __device__ __forceinline__ void next ()
  {
    number++;
    if (++stage == plan.stages)
      {
        stage = 0;
        parity ^= 1;
      }
    if (ends_round ())
      {
        rank -= part;
        part = 0;
        round += clusters;
        in_slab += clusters;
      }
    else
      {
        part++;
        rank++;
      }
    locate ();
  }

private:
  __device__ __forceinline__ void locate ()
  {
    while (in_slab >= plan.rounds)
      {
        in_slab -= plan.rounds;
        slab++;
      }
    const unsigned len = static_cast<unsigned> (segments.len);
    first = (in_slab * GR_CLUSTER + rank) * plan.rows;
    count = first < len ? min (len - first, plan.rows) : 0;
    const unsigned k = plan.stripes == 1 && segments.reverse ? first + count - 1 : first;
    offset
      = static_cast<ptrdiff_t> (segments.inner * (slab * segments.len + (segments.reverse ? len - 1 - k : k)) + begin);
  }
};

/* A launch of the kernel.  */
template <class Acc> struct gr_cluster_launch
{
  gr_tile_status<Acc> *statuses;
  unsigned epoch;        /* of the tile statuses */
  unsigned ranks;        /* blocks of a cluster */
  unsigned first_stripe; /* of those that the launch has */
  gr_cluster_plan plan;
  gr_cluster_shared at; /* where in shared memory things are */
};

/* A block; each role is a member that its threads call.  */
template <class Op, class T> struct gr_cluster_block
{
  typedef typename Op::Acc Acc;
  typedef gr_thread_accumulator<Op, gr_source<Op, T>> Serial;
  static constexpr bool INDEXED = gr_has_positions<Op>::value;
  static constexpr unsigned STEP = 4;

  const gr_scan_arguments<Op, T> &args;
  const gr_cluster_launch<Acc> &launch;
  const Op &op;
  const gr_segments &segments;
  const gr_cluster_plan &plan;
  const gr_cluster_shared &at;
  unsigned ranks, clusters;
  unsigned char *shared;
  gr_cluster_stage *stages;
  gr_mbarrier *read; /* positions of the last tile of even number, and of odd number, have been read from shared
                        memory */
  unsigned rank, turn, stripe;
  unsigned left, right;   /* elements of GR_BURST bytes less one, where the stripe has a neighbour on that side;
                             else 0 */
  unsigned begin, across; /* first segment that is read, and how many are */
  unsigned range, owns;   /* most segments that a block of the cluster owns; segments that this one owns */
  bool whole;

  __device__ __forceinline__ gr_cluster_block (const gr_scan_arguments<Op, T> &args,
                                               const gr_cluster_launch<Acc> &launch, unsigned char *shared,
                                               gr_cluster_stage *stages, gr_mbarrier *read)
    : args (args), launch (launch), op (args.op), segments (args.segments), plan (launch.plan), at (launch.at),
      ranks (launch.ranks), clusters (gridDim.x / ranks / plan.stripes_per_launch), shared (shared), stages (stages),
      read (read), rank (blockIdx.x % ranks), turn (blockIdx.x / ranks / plan.stripes_per_launch),
      stripe (launch.first_stripe + blockIdx.x / ranks % plan.stripes_per_launch),
      range (plan.range * (GR_CLUSTER / ranks)), whole (plan.stripes == 1)
  {
    const unsigned end = static_cast<unsigned> (min (segments.inner, static_cast<size_t> (stripe + 1) * plan.width));
    left = stripe ? plan.overlap : 0;
    right = end < segments.inner ? plan.overlap : 0;
    begin = stripe * plan.width - left;
    across = end - begin;
    owns = across > rank * range ? min (range, across - rank * range) : 0;
  }

  /* Initialise the barriers, and wait for the other threads of the cluster.  */
  __device__ __forceinline__ void start () const
  {
    if (threadIdx.x < plan.stages)
      {
        gr_cluster_stage &stage = stages[threadIdx.x];
        stage.loaded.init (transfers ());
        stage.summed.init (plan.threads);
        stage.totals.init_for_sends (ranks * owns);
        stage.partial.init (32 * plan.publish_warps);
        stage.prefixes.init_for_sends (across);
        stage.written.init (plan.threads);
        stage.drained.init (transfers ());
      }
    if (threadIdx.x < 2)
      read[threadIdx.x].init (transfers ());
    gr_fence_proxy_async ();
    __syncthreads ();
    gr_cluster_sync ();
  }
  __device__ __forceinline__ gr_cluster_tile tiles () const
  {
    return gr_cluster_tile (segments, plan, ranks, clusters, rank, turn, begin);
  }
  __device__ __forceinline__ unsigned transfers () const { return whole ? 1 : plan.rows; }
  __device__ __forceinline__ Acc *prefixes (unsigned stage) const
  {
    return reinterpret_cast<Acc *> (shared + at.prefixes) + stage * plan.range * GR_CLUSTER;
  }
  /* Accumulators of the segments that the block owns: first each tile's totals in the round, later the sums of the
     tiles before.  */
  __device__ __forceinline__ Acc *totals (unsigned stage) const
  {
    return reinterpret_cast<Acc *> (shared + at.totals) + stage * plan.range * GR_CLUSTER;
  }
  /* Accumulators of the sub-runs.  */
  __device__ __forceinline__ Acc *sums (unsigned stage) const
  {
    return reinterpret_cast<Acc *> (shared + at.sums) + stage * plan.sub_runs * plan.segments_read;
  }
  __device__ __forceinline__ gr_tile_status<Acc> *tile_status (unsigned round, unsigned segment) const
  {
    return launch.statuses + (static_cast<size_t> (round) * plan.stripes + stripe) * (plan.range * GR_CLUSTER)
         + rank * range + segment;
  }

  /* ---- loaders and storers ---- */

  /* thread: its number in the role.  Each thread starts the copy of one row; whole rows are one copy, which one
     thread starts.  */
  __device__ __forceinline__ void load (unsigned thread) const
  {
    if (thread >= transfers ())
      return;
    const ptrdiff_t to_row = segments.stride () * static_cast<ptrdiff_t> (thread);
    for (gr_cluster_tile here = tiles (); here.more (); here.next ())
      {
        gr_cluster_stage &stage = stages[here.stage];
        stage.drained.wait (here.parity ^ 1);
        if (thread == 0)
          {
            stage.totals.expect (ranks * owns * static_cast<unsigned> (sizeof (Acc)));
            stage.prefixes.expect (across * static_cast<unsigned> (sizeof (Acc)));
          }
        if (thread < here.count)
          gr_load_row (&stage.loaded, shared + here.stage * at.stage + thread * at.pitch, args.source.in,
                       here.offset + to_row, whole ? across * here.count : across, segments.count * segments.len);
        else
          stage.loaded.arrive ();
      }
  }
  /* set: which of the sets that store; they take tiles in turn */
  __device__ __forceinline__ void store (unsigned set, unsigned thread) const
  {
    if (thread >= transfers ())
      return;
    const ptrdiff_t to_row = segments.stride () * static_cast<ptrdiff_t> (thread);
    for (gr_cluster_tile here = tiles (); here.more (); here.next ())
      if (here.number % GR_CLUSTER_STORERS == set)
        {
          gr_cluster_stage &stage = stages[here.stage];
          stage.written.wait (here.parity);
          if (thread < here.count)
            {
              const ptrdiff_t offset = here.offset + to_row;
              const unsigned n = whole ? across * here.count : across;
              const ptrdiff_t from = (offset + left) & ~static_cast<ptrdiff_t> (left);
              const ptrdiff_t to = (offset + n) & ~static_cast<ptrdiff_t> (right);
              gr_store_part (static_cast<T *> (args.sink.out), shared + here.stage * at.stage + thread * at.pitch,
                             offset, from, to);
              if constexpr (INDEXED)
                gr_store_part (args.sink.index,
                               shared + at.positions + here.number % 2 * at.positions_of_tile + thread * at.index_pitch,
                               offset, from, to);
            }
          gr_bulk_commit ();
          gr_bulk_wait_read ();
          stage.drained.arrive ();
          if constexpr (INDEXED)
            read[here.number % 2].arrive ();
        }
    gr_bulk_wait ();
  }

  /* Call f with the number of blocks of a cluster, a constant.  */
  template <class F> __device__ __forceinline__ void with_ranks (F f) const
  {
    if (ranks == GR_CLUSTER)
      f (std::integral_constant<unsigned, GR_CLUSTER> ());
    else
      f (std::integral_constant<unsigned, 1> ());
  }

  /* ---- publish warps and look-back warps: warp number `warp` of each ---- */

  __device__ __forceinline__ void publish (unsigned warp) const
  {
    Acc *const rounds = reinterpret_cast<Acc *> (shared + at.rounds);
    for (gr_cluster_tile here = tiles (); here.more (); here.next ())
      {
        gr_cluster_stage &stage = stages[here.stage];
        stage.totals.wait (here.parity);
        for (unsigned segment = warp * 32 + threadIdx.x % 32; segment < owns; segment += plan.publish_warps * 32)
          {
            Acc *const total = totals (here.stage) + segment;
            Acc sum = here.part ? rounds[segment] : op.identity ();
            with_ranks ([&] (auto count) {
              Acc of_tile[count];
#pragma unroll
              for (unsigned c = 0; c < count; c++)
                of_tile[c] = total[c * range];
#pragma unroll
              for (unsigned c = 0; c < count; c++)
                {
                  total[c * range] = sum;
                  sum = op.combine (sum, of_tile[c]);
                }
            });
            if (here.ends_round ())
              tile_status (here.round, segment)->publish (sum, launch.epoch);
            else
              rounds[segment] = sum;
          }
        stage.partial.arrive ();
      }
  }
  __device__ __forceinline__ void look_back (unsigned warp) const
  {
    const Lookback lookback (*this, warp);
    unsigned done = 0; /* rounds that are added already */
    for (gr_cluster_tile here = tiles (); here.more (); here.next ())
      {
        gr_cluster_stage &stage = stages[here.stage];
        const unsigned start = here.round - here.in_slab;
        if (! here.part)
          {
            const bool starts = ! here.number || done < start;
            if (starts)
              done = start;
            lookback.add_rounds (done, here.round - done, starts);
            done = here.round;
            __syncwarp ();
          }
        stage.partial.wait (here.parity);
        lookback.send (here.stage);
      }
  }

  /* What a warp that looks back does with its segments.  Its lanes have neighbouring segments, and groups of lanes
     neighbouring rounds of these, so that all tile statuses are asked for at once.  */
  struct Lookback
  {
    static constexpr unsigned AT_ONCE = sizeof (Acc) > 8 ? 2 : 4;
    const gr_cluster_block &b;
    unsigned together;    /* segments of a warp at a time */
    unsigned begin, step; /* the warp's first one, and how far its next ones are */
    unsigned group, mine; /* the lane's, and its segment among those */
    unsigned groups;
    Acc *before_rounds; /* of the segments that the block owns: what the rounds that are added come to */

    __device__ __forceinline__ Lookback (const gr_cluster_block &b, unsigned warp)
      : b (b), together (b.plan.segments_per_lookback_warp), begin (warp * together),
        step (b.plan.lookback_warps * together), group (threadIdx.x % 32 / together),
        mine (threadIdx.x % 32 - group * together), groups (32 / together),
        before_rounds (reinterpret_cast<Acc *> (b.shared + b.at.rounds) + b.range)
    {}
    /* Add count rounds from number `done` on; starts: nothing stands before these.  */
    __device__ __forceinline__ void add_rounds (unsigned done, unsigned count, bool starts) const
    {
      const unsigned apart = b.plan.stripes * b.plan.range * GR_CLUSTER; /* tile statuses of a round */
      for (unsigned of_warp = begin; of_warp < b.owns; of_warp += step)
        {
          const unsigned segment = min (of_warp + mine, b.owns - 1);
          const gr_tile_status<Acc> *const first = b.tile_status (done, segment);
          Acc before = starts ? b.op.identity () : before_rounds[segment];
#pragma unroll 1
          for (unsigned i = 0; i < count; i += groups * AT_ONCE)
            {
              const unsigned from = i + group * AT_ONCE;
              Acc a[AT_ONCE];
              gr_wait_for_each<AT_ONCE> (b.launch.epoch, a, [&] (unsigned e) {
                return first + static_cast<size_t> (min (from + e, count - 1)) * apart;
              });
#pragma unroll 1
              for (unsigned g = 0; g < groups; g++)
                {
                  if (g == group)
#pragma unroll
                    for (unsigned e = 0; e < AT_ONCE; e++)
                      if (from + e < count)
                        before = b.op.combine (before, a[e]);
                  before = gr_shuffle_from (before, g * together + mine, 32);
                }
            }
          __syncwarp ();
          if (group == 0 && of_warp + mine < b.owns)
            before_rounds[segment] = before;
        }
    }
    /* Send each tile of the round in that stage what stands before it.  */
    __device__ __forceinline__ void send (unsigned stage) const
    {
      for (unsigned segment = begin + mine; segment < b.owns; segment += step)
        {
          const Acc before = before_rounds[segment], *const partial = b.totals (stage) + segment;
          for (unsigned c = group; c < b.ranks; c += groups)
            gr_st_async_remote (b.prefixes (stage) + b.rank * b.range + segment,
                                b.op.combine (before, partial[c * b.range]), &b.stages[stage].prefixes, c);
        }
    }
  };

  /* ---- reduce warps and scanners ---- */

  /* A thread's sub-run and segment of its stripe.  */
  struct Run
  {
    unsigned sub_run, segment, first_row;
    bool active, backwards; /* backwards: rows stand in the stage as in memory, against the direction of the scan */
    __device__ __forceinline__ Run (const gr_cluster_block &b, unsigned thread)
      : sub_run (thread / b.plan.segments_read), segment (thread - sub_run * b.plan.segments_read),
        first_row (sub_run * b.plan.run), active (sub_run < b.plan.sub_runs && segment < b.across),
        backwards (b.whole && b.segments.reverse)
    {}
    __device__ __forceinline__ unsigned rows (const gr_cluster_tile &here, unsigned most) const
    {
      return active && here.count > first_row ? min (here.count - first_row, most) : 0;
    }
  };
  /* The places of the run's first STEP elements, whose array begins at `from`, with rows pitch apart.  Rows that
     are STEP apart begin alike in 16 bytes.  */
  template <class Element>
  __device__ __forceinline__ void find (const gr_cluster_tile &here, const Run &run, unsigned from, unsigned pitch,
                                        unsigned (&place)[STEP]) const
  {
#pragma unroll
    for (unsigned e = 0; e < STEP; e++)
      {
        const unsigned row = run.first_row + e;
        const ptrdiff_t offset = here.offset + (whole ? 0 : segments.stride () * static_cast<ptrdiff_t> (row));
        place[e] = from + (run.backwards ? here.count - 1 - row : row) * pitch
                 + (gr_row_gap<Element> (offset) + run.segment) * static_cast<unsigned> (sizeof (Element));
      }
  }
  /* Call work (x, row, count) with count elements of the run, the first of which is number row.  place: where the
     first ones are; it moves on with them, by the given bytes a step.  */
  template <class Work>
  __device__ __forceinline__ void each (unsigned rows, unsigned step, unsigned (&place)[STEP], Work work) const
  {
    gr_read_ahead<T, STEP> (
      rows,
      [&] (T (&x)[STEP], unsigned, auto ahead, auto count) {
#pragma unroll
        for (unsigned e = 0; e < STEP; e++)
          if (e < count)
            x[e] = *reinterpret_cast<const T *> (shared + (place[e] + (ahead ? step : 0)));
      },
      [&] (const T (&x)[STEP], unsigned row, auto count) {
        work (x, row, count);
#pragma unroll
        for (unsigned e = 0; e < STEP; e++)
          place[e] += step;
      });
  }

  __device__ __forceinline__ void sum (unsigned thread) const
  {
    const Run run (*this, thread);
    const unsigned step = STEP * (run.backwards ? 0u - at.pitch : at.pitch), last = plan.sub_runs - 1;
    const unsigned owner = run.segment / range;
    for (gr_cluster_tile here = tiles (); here.more (); here.next ())
      {
        gr_cluster_stage &stage = stages[here.stage];
        stage.loaded.wait (here.parity);
        unsigned place[STEP];
        find<T> (here, run, here.stage * at.stage, at.pitch, place);
        Serial serial (op.identity ());
        const int first = static_cast<int> (here.first + run.first_row);
        each (run.rows (here, plan.run), step, place, [&] (const T (&x)[STEP], unsigned row, auto count) {
#pragma unroll
          for (unsigned e = 0; e < STEP; e++)
            if (e < count)
              {
                const int k = first + static_cast<int> (row + e);
                serial.add (op, x[e], k, static_cast<size_t> (k), row + e == 0);
              }
        });
        Acc total = serial.get (op, [] (int k) { return static_cast<size_t> (k); });
        if (last)
          {
            Acc *const of_segment = sums (here.stage) + run.segment;
            if (run.active)
              of_segment[run.sub_run * plan.segments_read] = total;
            stage.summed.arrive ();
            stage.summed.wait (here.parity);
            if (run.active && run.sub_run == last)
              {
                Acc all = of_segment[0];
                for (unsigned s = 1; s < last; s++)
                  all = op.combine (all, of_segment[s * plan.segments_read]);
                total = op.combine (all, total);
              }
          }
        if (run.active && run.sub_run == last)
          gr_st_async_remote (totals (here.stage) + rank * range + run.segment - owner * range, total, &stage.totals,
                              owner);
      }
  }
  __device__ __forceinline__ void scan (unsigned thread) const
  {
    const Run run (*this, thread);
    const unsigned step = STEP * (run.backwards ? 0u - at.pitch : at.pitch);
    const unsigned index_pitch = run.backwards ? 0u - at.index_pitch : at.index_pitch;
    for (gr_cluster_tile here = tiles (); here.more (); here.next ())
      {
        gr_cluster_stage &stage = stages[here.stage];
        stage.prefixes.wait (here.parity);
        if constexpr (INDEXED)
          read[here.number % 2].wait (~here.number >> 1 & 1);
        Acc before = op.identity ();
        if (run.active)
          {
            before = prefixes (here.stage)[run.segment];
            for (unsigned s = 0; s < run.sub_run; s++)
              before = op.combine (before, sums (here.stage)[s * plan.segments_read + run.segment]);
          }
        const int first = static_cast<int> (here.first + run.first_row);
        gr_running_results<Op, T, T> running (before);
        running.last = first ? gr_cast<T> (running.serial.finish (op)) : gr_cast<T> (op.empty ());
        [[maybe_unused]] unsigned index_place[STEP];
        if constexpr (INDEXED)
          {
            if (first)
              running.position = running.last_position = args.sink.position (op, before, segments);
            running.place
              = static_cast<double> (segments.reverse ? static_cast<int> (segments.len) - first : first + 1);
            find<double> (here, run, at.positions + here.number % 2 * at.positions_of_tile, at.index_pitch,
                          index_place);
          }
        unsigned place[STEP];
        find<T> (here, run, here.stage * at.stage, at.pitch, place);
        each (run.rows (here, plan.run), step, place, [&] (const T (&x)[STEP], unsigned row, auto count) {
#pragma unroll
          for (unsigned e = 0; e < STEP; e++)
            if (e < count)
              {
                [[maybe_unused]] unsigned char *index = nullptr;
                if constexpr (INDEXED)
                  index = shared + (index_place[e] + row * index_pitch);
                running.put (args, x[e], first + static_cast<int> (row + e), shared + place[e], index);
              }
        });
        gr_fence_proxy_async ();
        stage.written.arrive ();
      }
  }
};

template <class Op, class T>
__global__
__launch_bounds__ (GR_CLUSTER_THREADS,
                   1) void gr_scan_cluster_kernel (gr_scan_arguments<Op, T> args,
                                                   const __grid_constant__ gr_cluster_launch<typename Op::Acc> launch)
{
  GR_DYNAMIC_SHARED (unsigned char, shared);
  __shared__ gr_cluster_stage stages[GR_CLUSTER_STAGES];
  __shared__ gr_mbarrier read[2];
  const gr_cluster_plan &plan = launch.plan;
  const gr_cluster_block<Op, T> block (args, launch, shared, stages, read);
  block.start ();

  const unsigned workers = 2 * plan.threads, helper = (threadIdx.x - workers) / 32;
  const unsigned storers = plan.copy_warps, publish_warps = storers + plan.copy_warps * GR_CLUSTER_STORERS;
  if (threadIdx.x < plan.threads)
    block.sum (threadIdx.x);
  else if (threadIdx.x < workers)
    block.scan (threadIdx.x - plan.threads);
  else if (helper < storers)
    block.load (threadIdx.x % 32 * plan.copy_warps + helper);
  else if (helper < publish_warps)
    block.store ((helper - storers) / plan.copy_warps,
                 threadIdx.x % 32 * plan.copy_warps + (helper - storers) % plan.copy_warps);
  else if (helper < publish_warps + plan.publish_warps)
    block.publish (helper - publish_warps);
  else
    block.look_back (helper - publish_warps - plan.publish_warps);
  /* wait, since no block may send to a block that has ended */
  __syncwarp ();
  gr_cluster_sync ();
}

/* Scan segments side by side by clusters, as many as the device runs at a time.  */
template <class Op, class T>
gr_status
gr_scan_cluster (gr_context *context, const Op &op, const gr_source<Op, T> &source, const gr_sink<Op> &sink,
                 const gr_segments &segments, bool exclusive, const gr_plan &plan)
{
  typedef typename Op::Acc Acc;
  const gr_cluster_plan &of = plan.of.cluster;
  const gr_kernel_types types = gr_kernel_types_of<Op, T> (gr_types[sink.type].size, sink.index != nullptr);
  const auto kernel = GR_KERNEL (gr_scan_cluster_kernel<Op, T>);
  unsigned ranks = GR_CLUSTER, resident = 0;
  GR_TRY (gr_resident_clusters (context, kernel, plan.block, plan.shared, &ranks, &resident));
  const gr_cluster_shared shared = gr_lay_out_cluster (&of, &types, ranks);
  const unsigned clusters = resident < of.stripes_per_launch ? 1 : resident / of.stripes_per_launch;
  const unsigned grid = ranks * of.stripes_per_launch * (clusters < of.total_rounds ? clusters : of.total_rounds);
  gr_tile_status<Acc> *statuses = nullptr;
  unsigned *arrivals = nullptr, epoch = 0;
  GR_TRY (gr_lookback_memory (context, gr_cluster_statuses (&of), 0, &statuses, &arrivals, &epoch));
  for (unsigned first_stripe = 0; first_stripe < of.stripes; first_stripe += of.stripes_per_launch)
    GR_TRY (gr_launch_clusters_recorded (context, ranks, kernel, grid, plan.block, shared.bytes,
                                         gr_scan_arguments<Op, T>{ op, source, sink, segments, exclusive },
                                         gr_cluster_launch<Acc>{ statuses, epoch, ranks, first_stripe, of, shared }));
  return GR_OK;
}

} // namespace

#endif
