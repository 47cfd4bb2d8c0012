/* SPDX-License-Identifier: GPL-3.0-or-later

   The counters: see count.h.

   The compiler's instrumentation is that of ThreadSanitizer and of coverage;
   the functions that it calls are defined here instead of in their run-time
   libraries, hidden, so that a program may load those as well.  A call's return
   address names the instruction.  */

#include "simt/count.h"

#include <algorithm>
#include <unordered_map>

/* Set by the linker: the zero-initialised data of this program or library.  */
extern "C" __attribute__ ((visibility ("hidden"))) char __bss_start[], _end[];

namespace simt
{

enum class what : uint8_t { block, load, store, shared };

/* What a thread did; address is not used for the head of a basic block.  */
struct event
{
  uintptr_t pc, address;
  what kind;
  uint8_t bytes;
};

/* An instruction, or the head of a basic block, of a kernel.  */
struct site
{
  std::vector<size_t> groups; /* by occurrence, since the warp last met */
  size_t lane;                /* whose occurrences are counted, among all lanes ever */
  size_t occurrences;
  uint64_t executions, divergent;
  uintptr_t successor; /* the first one seen */
  bool has_others;
};

/* The lanes of a warp that are at a site for the same time.  */
struct group
{
  site *at;
  what kind;
  uint8_t bytes;
  unsigned lanes;
  uintptr_t value[WARP_SIZE]; /* the address, or the basic block that follows */
};

struct kernel
{
  counts totals;
  std::unordered_map<uintptr_t, site> sites;
};

static std::vector<kernel> kernels;
static kernel *current;                            /* whose grid runs; null: nothing is counted */
static std::vector<event> logs[MAX_BLOCK_THREADS]; /* by thread, since its warp last met */
static unsigned warps;                             /* of a block */
static std::vector<group> groups;
static size_t lanes_seen;

/* ---- from groups to counts ---- */

/* Sort the first n values, without repetitions, to the front.  */
static size_t
distinct (uintptr_t *values, size_t n)
{
  std::sort (values, values + n);
  return static_cast<size_t> (std::unique (values, values + n) - values);
}

/* The different pieces of unit bytes that the lanes [first, last) touch.  */
static size_t
touched (const group &g, unsigned first, unsigned last, size_t unit, uintptr_t *pieces)
{
  size_t n = 0;
  for (unsigned l = first; l < last; l++)
    if (g.lanes >> l & 1)
      for (uintptr_t p = g.value[l] / unit; p <= (g.value[l] + g.bytes - 1) / unit; p++)
        pieces[n++] = p;
  return distinct (pieces, n);
}

/* Passes beyond the first that the banks of shared memory need.  */
static uint64_t
bank_conflicts (const group &g)
{
  enum { BANKS = 32, WORD = 4 };
  const unsigned together = g.bytes <= WORD ? WARP_SIZE : BANKS * WORD / g.bytes;
  uint64_t extra = 0;
  for (unsigned first = 0; first < WARP_SIZE; first += together)
    {
      uintptr_t words[5 * WARP_SIZE]; /* 16 bytes that straddle words */
      unsigned busy[BANKS] = {}, most = 1;
      const size_t n = touched (g, first, first + together, WORD, words);
      for (size_t i = 0; i < n; i++)
        most = std::max (most, ++busy[words[i] % BANKS]);
      extra += most - 1;
    }
  return extra;
}

static void
count_group (const group &g)
{
  counts &c = current->totals;
  site &s = *g.at;
  uintptr_t sectors[2 * WARP_SIZE], values[WARP_SIZE];
  size_t n = 0;
  for (unsigned l = 0; l < WARP_SIZE; l++)
    if (g.lanes >> l & 1)
      values[n++] = g.value[l];
  n = distinct (values, n);
  switch (g.kind)
    {
    case what::load:
      c.load_sectors += touched (g, 0, WARP_SIZE, 32, sectors);
      c.load_bytes += n * g.bytes;
      break;
    case what::store:
      c.store_sectors += touched (g, 0, WARP_SIZE, 32, sectors);
      c.store_bytes += n * g.bytes;
      break;
    case what::shared:
      c.shared_accesses++;
      c.bank_conflicts += bank_conflicts (g);
      break;
    case what::block:
      s.executions++;
      s.divergent += n > 1;
      if (! s.successor)
        s.successor = values[0];
      s.has_others = s.has_others || n > 1 || values[0] != s.successor;
      break;
    }
}

/* ---- from logs to groups ---- */

/* Put the running lane's event into the group of its occurrence.  */
static void
add (unsigned l, const event &e, uintptr_t value)
{
  site &s = current->sites[e.pc];
  if (s.lane != lanes_seen)
    {
      s.lane = lanes_seen;
      s.occurrences = 0;
    }
  if (s.occurrences == s.groups.size ())
    {
      s.groups.push_back (groups.size ());
      groups.push_back ({ &s, e.kind, e.bytes, 0, {} });
    }
  group &g = groups[s.groups[s.occurrences++]];
  g.lanes |= 1u << l;
  g.value[l] = value;
}

/* The warp's threads have met: count what they did.  The basic block that each
   is in is left later, and stays in its log.  */
static void
count_warp (unsigned warp)
{
  for (unsigned l = 0; l < WARP_SIZE; l++)
    {
      std::vector<event> &log = logs[warp * WARP_SIZE + l];
      event in = {};
      lanes_seen++;
      for (const event &e : log)
        if (e.kind != what::block)
          add (l, e, e.address);
        else
          {
            if (in.pc)
              add (l, in, e.pc);
            in = e;
          }
      log.clear ();
      if (in.pc)
        log.push_back (in);
    }
  for (const group &g : groups)
    {
      count_group (g);
      g.at->groups.clear ();
    }
  groups.clear ();
}

static void
count_block ()
{
  for (unsigned w = 0; w < warps; w++)
    count_warp (w);
}

/* ---- what the executor tells ---- */

static void
grid_begins (const void *function, dim3 grid, dim3 block)
{
  auto known
    = std::find_if (kernels.begin (), kernels.end (), [=] (const kernel &k) { return k.totals.kernel == function; });
  if (known == kernels.end ())
    {
      kernel k = {};
      k.totals.kernel = function;
      k.totals.grid = grid;
      k.totals.block = block;
      known = kernels.insert (kernels.end (), std::move (k));
    }
  current = &*known;
  current->totals.launches++;
  warps = (block.x * block.y * block.z + WARP_SIZE - 1) / WARP_SIZE;
  for (std::vector<event> &log : logs) /* a launch that failed leaves some */
    log.clear ();
}

static void
barrier ()
{
  count_block ();
  current->totals.barriers++;
}

static void
block_ends ()
{
  count_block ();
  for (unsigned t = 0; t < warps * WARP_SIZE; t++)
    logs[t].clear ();
}

static void
warp_operation (unsigned warp, bool all)
{
  if (all)
    count_warp (warp);
  current->totals.warp_operations++;
}

void
start_counting ()
{
  static const observer counting = { grid_begins, barrier, block_ends, warp_operation };
  kernels.clear ();
  current = nullptr;
  set_observer (&counting);
}

void
stop_counting ()
{
  set_observer (nullptr);
  current = nullptr;
}

std::vector<counts>
counted ()
{
  std::vector<counts> all;
  for (const kernel &k : kernels)
    {
      all.push_back (k.totals);
      for (const auto &s : k.sites)
        if (s.second.has_others)
          {
            all.back ().branches += s.second.executions;
            all.back ().divergent_branches += s.second.divergent;
          }
    }
  return all;
}

/* ---- what the compiler's instrumentation calls ---- */

static void
log_access (const void *p, size_t bytes, bool store, uintptr_t pc)
{
  const int thread = current ? thread_number () : -1;
  if (thread < 0)
    return;
  const char *const c = static_cast<const char *> (p);
  const uintptr_t address = reinterpret_cast<uintptr_t> (p);
  const bool is_shared
    = address - reinterpret_cast<uintptr_t> (dynamic_shared) < dynamic_shared_bytes || (c >= __bss_start && c < _end);
  if (! is_shared && ! is_allocated (p)) /* a stack, a constant */
    return;
  const what kind = is_shared ? what::shared : store ? what::store : what::load;
  logs[thread].push_back ({ pc, address, kind, static_cast<uint8_t> (bytes) });
}

/* A structure, by the pieces of up to 16 bytes in which a GPU would copy it,
   each an instruction of its own (code addresses leave the high bits free).  */
static void
log_range (const void *p, size_t bytes, bool store, uintptr_t pc)
{
  for (size_t at = 0; at < bytes; at += 16)
    log_access (static_cast<const char *> (p) + at, std::min<size_t> (16, bytes - at), store, pc + (at << 48));
}

}

#define CALLED extern "C" __attribute__ ((visibility ("hidden"))) void
#define CALLER reinterpret_cast<uintptr_t> (__builtin_return_address (0))
#define ACCESS(SIZE)                                                                                                   \
  CALLED __tsan_read##SIZE (void *p) { simt::log_access (p, SIZE, false, CALLER); }                                    \
  CALLED __tsan_write##SIZE (void *p) { simt::log_access (p, SIZE, true, CALLER); }                                    \
  CALLED __tsan_unaligned_read##SIZE (void *p) { simt::log_access (p, SIZE, false, CALLER); }                          \
  CALLED __tsan_unaligned_write##SIZE (void *p) { simt::log_access (p, SIZE, true, CALLER); }
ACCESS (1)
ACCESS (2)
ACCESS (4)
ACCESS (8)
ACCESS (16)
CALLED
__tsan_read_range (void *p, size_t bytes) { simt::log_range (p, bytes, false, CALLER); }
CALLED
__tsan_write_range (void *p, size_t bytes) { simt::log_range (p, bytes, true, CALLER); }
CALLED
__tsan_init () {}
CALLED
__tsan_func_entry (void *) {}
CALLED
__tsan_func_exit () {}

CALLED
__sanitizer_cov_trace_pc ()
{
  const int thread = simt::current ? simt::thread_number () : -1;
  if (thread >= 0)
    simt::logs[thread].push_back ({ CALLER, 0, simt::what::block, 0 });
}
