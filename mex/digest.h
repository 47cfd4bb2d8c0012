/* SPDX-License-Identifier: GPL-3.0-or-later

   Digests of texts and arrays, by which processes compare them.  */

#ifndef GW_DIGEST_H
#define GW_DIGEST_H

#include <stddef.h>
#include <stdint.h>

/* FNV-1a.  */
static inline uint64_t
gw_digest (const void *data, size_t bytes)
{
  const unsigned char *const byte = data;
  uint64_t digest = 0xcbf29ce484222325;
  for (size_t k = 0; k < bytes; k++)
    digest = (digest ^ byte[k]) * 0x100000001b3;
  return digest;
}

#endif
