/* SPDX-License-Identifier: GPL-3.0-or-later

   Blocks of a device's memory that were given back and are kept for the next call, in lists by size.  A block is used
   again in the order of the device's one stream, in which it was given back, so that nobody waits for it.  */

#ifndef GR_FREE_BLOCKS_CUH
#define GR_FREE_BLOCKS_CUH

#include "runtime/launch.cuh"

#include <cstddef>
#include <unordered_map>

namespace GR_NAMESPACE
{

class gr_free_blocks
{
public:
  static constexpr size_t LARGEST = 1 << 20; /* bytes of a block that is kept */

  /* The bytes of a block of the pool for this many, of which there is at least one: 1 to 4 steps of 512 bytes, and four
     sizes from each power of two of steps to the next.  */
  static size_t room_for (size_t bytes) { return room (list_for (bytes)); }

  /* A block for this many bytes, or NULL.  */
  void *take (size_t bytes)
  {
    list &from = lists[list_for (bytes)];
    if (! from.count)
      return nullptr;
    kept -= room_for (bytes);
    return from.block[--from.count];
  }

  /* A block was taken from the pool for this many bytes.  */
  void know (void *p, size_t bytes) { known[p] = static_cast<unsigned char> (list_for (bytes)); }

  /* Keep a block, if it is of such a size, there is room, and it may be kept.  Otherwise it is forgotten, and the pool
     should have it back.  */
  bool give_back (void *p, bool may_keep)
  {
    const auto found = known.find (p);
    if (found == known.end ())
      return false;
    list &to = lists[found->second];
    const size_t bytes = room (found->second);
    if (! may_keep || to.count == MOST || kept + bytes > MOST_BYTES)
      {
        known.erase (found);
        return false;
      }
    to.block[to.count++] = p;
    kept += bytes;
    return true;
  }

  /* The next block that the pool should have back, which is forgotten; NULL: none is kept.  */
  void *drop ()
  {
    for (unsigned k = 0; kept && k < LISTS; k++)
      if (lists[k].count)
        {
          void *const p = lists[k].block[--lists[k].count];
          kept -= room (k);
          known.erase (p);
          return p;
        }
    return nullptr;
  }

  size_t bytes () const { return kept; }

private:
  static constexpr size_t STEP = 512, MOST_BYTES = 32 << 20; /* bytes that are kept in all */
  static constexpr unsigned LISTS = 40, MOST = 64;           /* blocks in a list */
  struct list
  {
    void *block[MOST];
    unsigned count;
  };
  list lists[LISTS] = {};
  size_t kept = 0;
  std::unordered_map<void *, unsigned char> known; /* the lists of all blocks of these sizes, used ones too */

  static unsigned list_for (size_t bytes)
  {
    const size_t steps = (bytes - 1) / STEP; /* but for the last one */
    unsigned doublings = 0;
    while (steps >> doublings >= 8)
      doublings++;
    return static_cast<unsigned> (4 * doublings + (steps >> doublings));
  }
  static size_t room (unsigned list)
  {
    const unsigned doublings = list < 8 ? 0 : list / 4 - 1;
    return static_cast<size_t> (list - 4 * doublings + 1) * STEP << doublings;
  }
};

} // namespace

#endif
