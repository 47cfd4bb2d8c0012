/* SPDX-License-Identifier: GPL-3.0-or-later

   The SIMT executor's engine: coroutines, their scheduler, warp operations.  */

#include "simt/simt.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#if defined __SANITIZE_ADDRESS__
#  define WITH_ASAN 1
#elif defined __has_feature
#  if __has_feature(address_sanitizer)
#    define WITH_ASAN 1
#  endif
#endif
#ifdef WITH_ASAN
#  include <sanitizer/asan_interface.h>
#  include <sanitizer/common_interface_defs.h>
#endif

#if ! defined __x86_64__ && ! defined GR_SIMT_UCONTEXT
#  define GR_SIMT_UCONTEXT 1
#endif
#ifdef GR_SIMT_UCONTEXT
#  include <ucontext.h>
#endif

#ifdef WITH_ASAN
/* A second stack for what outlives its function would be mapped and unmapped for every thread
   of every kernel, which is all that there would be time for; compilers differ in whether
   it is the default.  */
extern "C" const char *
__asan_default_options ()
{
  return "detect_stack_use_after_return=0";
}
#endif

namespace simt
{

/* Initialised data, since count.cc takes what lies in .bss for shared memory.  */
__attribute__ ((section (".data"))) uint3 threadIdx, blockIdx;
__attribute__ ((section (".data"))) dim3 blockDim, gridDim;
__attribute__ ((section (".data"))) unsigned char *dynamic_shared;
size_t dynamic_shared_bytes;

int &
current_device ()
{
  static thread_local int device;
  return device;
}

int &
last_error ()
{
  static int error;
  return error;
}

size_t &
allowed_shared (const void *kernel)
{
  static std::map<const void *, size_t> allowed;
  return allowed[kernel];
}

/* Contexts.  make_context prepares one that starts in entry on the given
   stack; switch_context saves the caller in *from and goes on in *to.  */

#ifndef GR_SIMT_UCONTEXT

typedef void *context; /* stack pointer; the registers are on the stack */

/* Saves what the System V ABI has a callee preserve, less the floating-point
   control words, which no kernel changes.  A jump instead of a return, because
   the return predictor would always be wrong.  noipa: the callers must not
   deduce from the body which registers survive.  */
__attribute__ ((naked, noinline, noipa)) static void
switch_context (context * /* from: rdi */, const context * /* to: rsi */)
{
  __asm__("pushq %rbp\n\t"
          "pushq %rbx\n\t"
          "pushq %r12\n\t"
          "pushq %r13\n\t"
          "pushq %r14\n\t"
          "pushq %r15\n\t"
          "movq %rsp, (%rdi)\n\t"
          "movq (%rsi), %rsp\n\t"
          "popq %r15\n\t"
          "popq %r14\n\t"
          "popq %r13\n\t"
          "popq %r12\n\t"
          "popq %rbx\n\t"
          "popq %rbp\n\t"
          "popq %rcx\n\t"
          "jmpq *%rcx");
}

static void
make_context (context *c, unsigned char *stack, size_t bytes, void (*entry) ())
{
  enum { SAVED = 6 };
  /* The ABI wants the stack pointer at 8 modulo 16 on entry, as after a call.  */
  void **top = reinterpret_cast<void **> (stack + bytes);
  *--top = nullptr; /* instead of a return address */
  *--top = reinterpret_cast<void *> (entry);
  for (int i = 0; i < SAVED; i++)
    *--top = nullptr;
  *c = top;
}

#else

typedef ucontext_t context;

static void
switch_context (context *from, const context *to)
{
  swapcontext (from, to);
}

static void
make_context (context *c, unsigned char *stack, size_t bytes, void (*entry) ())
{
  getcontext (c);
  c->uc_stack.ss_sp = stack;
  c->uc_stack.ss_size = bytes;
  c->uc_link = nullptr;
  makecontext (c, entry, 0);
}

#endif

/* Threads of the current block, in warps of 32 in order of their number
   x + blockDim.x * (y + blockDim.y * z).  */

enum class state { fresh, running, at_barrier, at_warp_op, exited };

struct thread
{
  context saved;
  state at;
  uint3 index;
  unsigned number; /* in the block */
  int stack;
  void *fake_stack; /* AddressSanitizer's */
  warp_op op;       /* while at_warp_op: what sync_warp was given */
  unsigned mask, source, shape;
  uint64_t value, result;
};

enum { MAX_WARPS = MAX_BLOCK_THREADS / WARP_SIZE };

static thread threads[MAX_BLOCK_THREADS];
static unsigned warp_arrived[MAX_WARPS]; /* lanes at_warp_op */
static unsigned count, live;             /* threads of a block; those not exited */
static uint16_t runnable[MAX_BLOCK_THREADS];
static unsigned runnable_count;
static unsigned waiting_count; /* at_barrier */
static thread *self;           /* running, or null in the scheduler */
static context scheduler;
static status outcome;

/* A grid to run, and those that the running grid has asked for.  */
struct work
{
  const void *kernel;
  dim3 grid, block;
  size_t shared;
  std::function<void ()> body;
};
static const work *running;
static std::vector<work> tails;

static bool (*interrupt_pending) ();
static const observer *watching;

#ifdef WITH_ASAN
static const void *scheduler_stack; /* as AddressSanitizer tells it */
static size_t scheduler_stack_bytes;
#endif

static const char *const warp_op_names[]
  = { "__syncwarp",    "__shfl_sync", "__shfl_up_sync", "__shfl_down_sync",  "__shfl_xor_sync",
      "__ballot_sync", "__any_sync",  "__all_sync",     "__reduce_max_sync", "__match_any_sync" };

/* Random numbers: xorshift64*.  */

static uint64_t rng;
static bool seeded;

void
set_seed (uint64_t seed)
{
  rng = (seed + 1) * 0x9e3779b97f4a7c15u;
  if (! rng)
    rng = 1;
  seeded = true;
}

static uint64_t
random64 ()
{
  rng ^= rng >> 12;
  rng ^= rng << 25;
  rng ^= rng >> 27;
  return rng * 0x2545f4914f6cdd1du;
}

static unsigned
random_below (unsigned n)
{
  return static_cast<unsigned> ((random64 () >> 32) * n >> 32);
}

void
poison (void *p, size_t bytes)
{
  static const unsigned char patterns[] = { 0xff, 0x7f, 0xfe };
  static unsigned next;
  if (bytes)
    memset (p, patterns[next++ % sizeof patterns], bytes);
}

/* Device memory.  */

struct memory
{
  size_t bytes, room; /* that may be used, and all */
  int device;
  bool in_pool;
};
static std::map<uintptr_t, memory> allocated; /* by address */
static std::mutex allocating;                 /* threads that copy ask, too */

void *
allocate (size_t bytes, int device, bool in_pool)
{
  /* Not rounded up, so that AddressSanitizer sees the first byte beyond.  */
  void *p = nullptr;
  if (posix_memalign (&p, 256, bytes))
    return nullptr;
  poison (p, bytes);
  const std::lock_guard<std::mutex> lock (allocating);
  allocated[reinterpret_cast<uintptr_t> (p)] = { bytes, bytes, device, in_pool };
  return p;
}

size_t
pool_bytes (int device)
{
  size_t all = 0;
  const std::lock_guard<std::mutex> lock (allocating);
  for (const auto &[address, memory] : allocated)
    all += memory.in_pool && memory.device == device ? memory.room : 0;
  return all;
}

/* Let the first `bytes` bytes of a block be those that may be used.  */
static void
resize (void *p, size_t bytes)
{
  const std::lock_guard<std::mutex> lock (allocating);
  memory &found = allocated[reinterpret_cast<uintptr_t> (p)];
  found.bytes = bytes;
#ifdef WITH_ASAN
  __asan_poison_memory_region (p, found.room);
  __asan_unpoison_memory_region (p, bytes);
#endif
}

void
set_aside (void *p)
{
  resize (p, 0);
}

void
use_part (void *p, size_t bytes)
{
  resize (p, bytes);
  poison (p, bytes);
}

void
release (void *p)
{
  if (! p)
    return;
  {
    const std::lock_guard<std::mutex> lock (allocating);
    const auto found = allocated.find (reinterpret_cast<uintptr_t> (p));
#ifdef WITH_ASAN
    if (found != allocated.end ())
      __asan_unpoison_memory_region (p, found->second.room);
#endif
    if (found != allocated.end ())
      allocated.erase (found);
  }
  free (p);
}

static const memory *
find_memory (const void *p)
{
  const uintptr_t address = reinterpret_cast<uintptr_t> (p);
  const auto above = allocated.upper_bound (address);
  return above != allocated.begin () && address - std::prev (above)->first < std::prev (above)->second.bytes
         ? &std::prev (above)->second
         : nullptr;
}

int
device_of (const void *p)
{
  const std::lock_guard<std::mutex> lock (allocating);
  const memory *const found = find_memory (p);
  return found ? found->device : -1;
}

bool
is_allocated (const void *p)
{
  return find_memory (p) != nullptr; /* asked for each access of a kernel, while nobody allocates */
}

/* Errors: one line on stderr.  */

__attribute__ ((format (printf, 2, 3))) static void
report (const thread &t, const char *format, ...)
{
  char text[256];
  va_list args;
  va_start (args, format);
  vsnprintf (text, sizeof text, format, args);
  va_end (args);
  fprintf (stderr, "simt: block (%u,%u,%u), thread (%u,%u,%u) %s\n", blockIdx.x, blockIdx.y, blockIdx.z, t.index.x,
           t.index.y, t.index.z, text);
}

/* Stacks: one reservation for all, a guard page below each, kept for the life
   of the process.  */

#ifdef WITH_ASAN
static const size_t STACK_BYTES = 256 * 1024; /* redzones make frames larger */
#else
static const size_t STACK_BYTES = 64 * 1024;
#endif
static const size_t GUARD_BYTES = 64 * 1024; /* the largest page in use */
static const size_t SLOT_BYTES = GUARD_BYTES + STACK_BYTES;

static unsigned char *slots;
static int slots_used; /* those whose guard stands */
static int free_stacks[MAX_BLOCK_THREADS];
static int free_count;

static unsigned char *
stack_base (int stack)
{
  return slots + stack * SLOT_BYTES + GUARD_BYTES;
}

/* Reserve the stacks.  False without memory.  */
static bool
reserve_stacks ()
{
  if (slots)
    return true;
  void *p = mmap (nullptr, MAX_BLOCK_THREADS * SLOT_BYTES, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED)
    return false;
  slots = static_cast<unsigned char *> (p);
  return true;
}

/* A free stack, the one used last if there is one, or -1.  */
static int
take_stack ()
{
  if (free_count)
    return free_stacks[--free_count];
  if (mprotect (slots + slots_used * SLOT_BYTES, GUARD_BYTES, PROT_NONE))
    return -1;
  return slots_used++;
}

static void
release_all_stacks ()
{
  for (free_count = 0; free_count < slots_used; free_count++)
    {
      free_stacks[free_count] = free_count;
#ifdef WITH_ASAN
      __asan_unpoison_memory_region (stack_base (free_count), STACK_BYTES);
#endif
    }
}

/* Switches, with what AddressSanitizer has to know about them.  */

static void
to_thread (thread &t)
{
  self = &t;
  threadIdx = t.index;
#ifdef WITH_ASAN
  void *fake_stack;
  __sanitizer_start_switch_fiber (&fake_stack, stack_base (t.stack), STACK_BYTES);
#endif
  switch_context (&scheduler, &t.saved);
#ifdef WITH_ASAN
  __sanitizer_finish_switch_fiber (fake_stack, nullptr, nullptr);
#endif
  self = nullptr;
}

/* Returns when the scheduler picks the thread again; never, if it is the last
   switch.  */
static void
to_scheduler (bool last)
{
  thread &t = *self;
#ifdef WITH_ASAN
  __sanitizer_start_switch_fiber (last ? nullptr : &t.fake_stack, scheduler_stack, scheduler_stack_bytes);
#else
  (void) last;
#endif
  switch_context (&t.saved, &scheduler);
#ifdef WITH_ASAN
  __sanitizer_finish_switch_fiber (t.fake_stack, &scheduler_stack, &scheduler_stack_bytes);
#endif
}

static void
entry ()
{
#ifdef WITH_ASAN
  __sanitizer_finish_switch_fiber (nullptr, &scheduler_stack, &scheduler_stack_bytes);
#endif
  running->body ();
  self->at = state::exited;
  to_scheduler (true);
}

/* Called in the running thread, which does not go on.  */
[[noreturn]] static void
abandon ()
{
  outcome = status::failed;
  to_scheduler (true);
  abort (); /* not reached: the scheduler drops the block */
}

void
fail (const char *what)
{
  report (*self, "%s", what);
  abandon ();
}

unsigned
lane ()
{
  return self->number % WARP_SIZE;
}

/* The lanes of mask that the block has in the thread's warp.  */
static unsigned
existing (const thread &t, unsigned mask)
{
  unsigned first = t.number / WARP_SIZE * WARP_SIZE;
  return count - first >= WARP_SIZE ? mask : mask & ((1u << (count - first)) - 1);
}

int
thread_number ()
{
  return self ? static_cast<int> (self->number) : -1;
}

void
set_interrupt (bool (*pending) ())
{
  interrupt_pending = pending;
}

void
set_observer (const observer *o)
{
  watching = o;
}

void
yield ()
{
  /* to the front: a block that is run depth first takes the last one next */
  runnable[runnable_count++] = runnable[0];
  runnable[0] = static_cast<uint16_t> (self->number);
  to_scheduler (false);
}

void
sync_block ()
{
  self->at = state::at_barrier;
  waiting_count++;
  to_scheduler (false);
}

/* The lanes of members that have a value.  */
static uint64_t
lanes_with (unsigned first, unsigned members, uint64_t value)
{
  uint64_t lanes = 0;
  for (unsigned l = 0; l < WARP_SIZE; l++)
    if (members >> l & 1 && threads[first + l].value == value)
      lanes |= uint64_t (1) << l;
  return lanes;
}

/* All lanes of members are at a warp operation with the same mask: give each
   its result and make it runnable.  Fails in the running thread.  */
static void
resolve (unsigned first, unsigned members)
{
  const thread &me = *self;
  bool is_shuffle = me.op >= warp_op::shfl && me.op <= warp_op::shfl_xor;
  uint64_t ballot = 0, largest = 0;
  for (unsigned l = 0; l < WARP_SIZE; l++)
    if (members >> l & 1)
      {
        ballot |= static_cast<uint64_t> (threads[first + l].value != 0) << l;
        largest = std::max (largest, threads[first + l].value);
      }
  for (unsigned l = 0; l < WARP_SIZE; l++)
    if (members >> l & 1)
      {
        thread &t = threads[first + l];
        if (t.op != me.op || t.shape != me.shape)
          {
            report (t,
                    "is at %s (mask 0x%x) while thread %u of its warp is at %s with another operation, "
                    "width or type",
                    warp_op_names[int (t.op)], t.mask, lane (), warp_op_names[int (me.op)]);
            abandon ();
          }
        if (is_shuffle && ! (members >> t.source & 1))
          {
            report (t, "reads lane %u at %s, which is not among the lanes 0x%x that take part", t.source,
                    warp_op_names[int (t.op)], members);
            abandon ();
          }
        t.result = is_shuffle                  ? threads[first + t.source].value
                 : t.op == warp_op::reduce_max ? largest
                 : t.op == warp_op::match_any  ? lanes_with (first, members, t.value)
                                               : ballot;
        t.at = state::running;
        runnable[runnable_count++] = static_cast<uint16_t> (first + l);
      }
  warp_arrived[first / WARP_SIZE] &= ~members;
  if (watching)
    {
      unsigned left = existing (me, 0xffffffff);
      for (unsigned l = 0; l < WARP_SIZE; l++)
        if (left >> l & 1 && threads[first + l].at == state::exited)
          left &= ~(1u << l);
      watching->warp_op (first / WARP_SIZE, members == left);
    }
}

uint64_t
sync_warp (warp_op op, unsigned mask, uint64_t value, unsigned source, unsigned shape)
{
  thread &me = *self;
  unsigned warp = me.number / WARP_SIZE, first = warp * WARP_SIZE;
  unsigned members = existing (me, mask);
  me.at = state::at_warp_op;
  me.op = op;
  me.mask = mask;
  me.value = value;
  me.source = source;
  me.shape = shape;
  if (! (mask >> lane () & 1))
    {
      report (me, "calls %s with mask 0x%x, which does not name it", warp_op_names[int (op)], mask);
      abandon ();
    }
  warp_arrived[warp] |= 1u << lane ();
  bool complete = (warp_arrived[warp] & members) == members;
  for (unsigned l = 0; complete && l < WARP_SIZE; l++)
    complete = ! (members >> l & 1) || threads[first + l].mask == mask;
  if (complete)
    resolve (first, members);
  to_scheduler (false);
  return me.result;
}

/* No thread can go on, so some wait in their warp for one that will not come:
   say which.  */
static void
report_deadlock ()
{
  for (unsigned i = 0; i < count; i++)
    {
      const thread &t = threads[i];
      if (t.at != state::at_warp_op)
        continue;
      unsigned first = i / WARP_SIZE * WARP_SIZE, members = existing (t, t.mask);
      for (unsigned l = 0; l < WARP_SIZE; l++)
        {
          const thread &u = threads[first + l];
          if (! (members >> l & 1) || (u.at == state::at_warp_op && u.mask == t.mask))
            continue;
          char where[64];
          if (u.at == state::at_warp_op)
            snprintf (where, sizeof where, "is at %s (mask 0x%x)", warp_op_names[int (u.op)], u.mask);
          else
            snprintf (where, sizeof where, "%s", u.at == state::exited ? "has exited" : "is at __syncthreads");
          report (t, "waits at %s (mask 0x%x) for thread (%u,%u,%u), which %s", warp_op_names[int (t.op)], t.mask,
                  u.index.x, u.index.y, u.index.z, where);
          return;
        }
    }
}

/* Start a thread on a stack of its own.  False without memory.  */
static bool
start (thread &t)
{
  t.stack = take_stack ();
  if (t.stack < 0)
    return false;
  /* Stacks lie a multiple of 4 KiB apart; starting them at different cache
     lines keeps their tops out of the same cache set.  */
  size_t offset = t.stack * 5 % 64 * 64;
  make_context (&t.saved, stack_base (t.stack), STACK_BYTES - offset, entry);
  t.at = state::running;
  return true;
}

static void
shuffle (uint16_t *values, unsigned n)
{
  for (; n > 1; n--)
    std::swap (values[n - 1], values[random_below (n)]);
}

/* All threads that have not exited are to run: in random order, or by warps.  */
static void
line_up (bool by_warps)
{
  uint16_t order[MAX_WARPS];
  const unsigned warps = (count + WARP_SIZE - 1) / WARP_SIZE;
  for (unsigned w = 0; w < warps; w++)
    order[w] = static_cast<uint16_t> (w);
  shuffle (order, warps);
  runnable_count = waiting_count = 0;
  for (unsigned w = 0; w < warps; w++)
    {
      const unsigned before = runnable_count;
      for (unsigned i = order[w] * WARP_SIZE; i < count && i < (order[w] + 1u) * WARP_SIZE; i++)
        if (threads[i].at != state::exited)
          runnable[runnable_count++] = static_cast<uint16_t> (i);
      shuffle (runnable + before, runnable_count - before);
    }
  if (! by_warps)
    shuffle (runnable, runnable_count);
}

/* Run all threads of the block blockIdx: at random, or depth first, so that one
   warp after the other runs as far ahead of the others as barriers allow.  */
static status
run_block ()
{
  const bool depth_first = random_below (2);
  live = count;
  outcome = status::ok;
  memset (warp_arrived, 0, sizeof warp_arrived);
  for (unsigned i = 0; i < count; i++)
    threads[i].at = state::fresh;
  line_up (depth_first);

  static unsigned polls;
  while (live && outcome == status::ok)
    {
      if (polls++ % 4096 == 0 && interrupt_pending && interrupt_pending ())
        {
          outcome = status::interrupted;
          break;
        }
      if (! runnable_count && waiting_count == live)
        {
          if (watching)
            watching->barrier ();
          line_up (depth_first);
        }
      else if (! runnable_count)
        {
          report_deadlock ();
          outcome = status::failed;
          break;
        }
      unsigned k = depth_first && random_below (64) ? runnable_count - 1 : random_below (runnable_count);
      thread &t = threads[runnable[k]];
      runnable[k] = runnable[--runnable_count];
      if (t.at == state::fresh && ! start (t))
        {
          outcome = status::out_of_memory;
          break;
        }
      to_thread (t);
      if (t.at == state::exited)
        {
          free_stacks[free_count++] = t.stack;
          live--;
        }
    }

  if (outcome != status::ok)
    release_all_stacks ();
  else if (watching)
    watching->block_end ();
  return outcome;
}

static uint64_t
gcd (uint64_t a, uint64_t b)
{
  while (b)
    {
      uint64_t r = a % b;
      a = b;
      b = r;
    }
  return a;
}

static bool
good_configuration (dim3 grid, dim3 block, size_t shared)
{
  uint64_t per_block = static_cast<uint64_t> (block.x) * block.y;
  bool good = (grid.x && grid.y && grid.z && block.x && block.y && block.z && grid.x <= MAX_GRID_X
               && grid.y <= MAX_GRID_YZ && grid.z <= MAX_GRID_YZ && block.z <= MAX_BLOCK_Z
               && per_block <= MAX_BLOCK_THREADS && per_block * block.z <= MAX_BLOCK_THREADS && shared <= MAX_SHARED);
  if (! good)
    fprintf (stderr, "simt: bad launch: grid (%u,%u,%u), block (%u,%u,%u), %zu bytes of shared memory\n", grid.x,
             grid.y, grid.z, block.x, block.y, block.z, shared);
  return good;
}

static status
run_grid (const work &w)
{
  const dim3 grid = w.grid, block = w.block;
  const size_t shared = w.shared;
  if (! good_configuration (grid, block, shared))
    return status::bad_configuration;
  /* Exactly as many bytes as asked for, so that AddressSanitizer sees the
     first one beyond.  */
  dynamic_shared = static_cast<unsigned char *> (malloc (shared));
  if (! reserve_stacks () || (shared && ! dynamic_shared))
    {
      free (dynamic_shared);
      return status::out_of_memory;
    }

  blockDim = block;
  gridDim = grid;
  count = block.x * block.y * block.z;
  dynamic_shared_bytes = shared;
  running = &w;
  if (watching)
    watching->grid (w.kernel, grid, block);
  for (unsigned i = 0; i < count; i++)
    {
      threads[i].number = i;
      threads[i].index = { i % block.x, i / block.x % block.y, i / block.x / block.y };
    }

  /* Steps of a length coprime to their number visit all blocks once.  */
  uint64_t blocks = static_cast<uint64_t> (grid.x) * grid.y * grid.z;
  uint64_t b = random64 () % blocks, step = random64 () % blocks;
  while (gcd (blocks, step) != 1)
    step = (step + 1) % blocks;
  status result = status::ok;
  for (uint64_t left = blocks; left && result == status::ok; left--)
    {
      blockIdx = { static_cast<unsigned> (b % grid.x), static_cast<unsigned> (b / grid.x % grid.y),
                   static_cast<unsigned> (b / grid.x / grid.y) };
      poison (dynamic_shared, shared);
      result = run_block ();
      b = (b + step) % blocks;
    }
  free (dynamic_shared);
  dynamic_shared = nullptr;
  return result;
}

status
launch (const void *kernel, dim3 grid, dim3 block, size_t shared, std::function<void ()> body)
{
  if (self)
    fail ("launches a kernel to run beside its own; the host executor takes gr_launch_tail");
  if (! seeded)
    {
      const char *seed = getenv ("GPUREDUCE_SIMT_SEED");
      set_seed (seed ? strtoull (seed, nullptr, 0) : 1);
    }
  status result = status::ok;
  std::vector<work> ahead; /* the next one last */
  ahead.push_back ({ kernel, grid, block, shared, std::move (body) });
  while (! ahead.empty () && result == status::ok)
    {
      const work w = std::move (ahead.back ());
      ahead.pop_back ();
      result = run_grid (w);
      std::move (tails.rbegin (), tails.rend (), std::back_inserter (ahead));
      tails.clear ();
    }
  return result;
}

void
launch_tail (const void *kernel, dim3 grid, dim3 block, size_t shared, std::function<void ()> body)
{
  tails.push_back ({ kernel, grid, block, shared, std::move (body) });
}

}
