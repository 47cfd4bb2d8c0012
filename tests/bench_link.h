/* SPDX-License-Identifier: GPL-3.0-or-later

   The speed of the links between the host's pinned memory and devices, for bench_stream.c.  */

#ifndef BENCH_LINK_H
#define BENCH_LINK_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes a second of all links together: to the devices, from them, and of both directions while both are used.  */
typedef struct
{
  double up, down, both;
} bench_link_speeds;

/* The best of repeats copies of each, of the first devices at once.  False if there are fewer, or a copy fails.  */
bool bench_measure_links (int devices, unsigned repeats, bench_link_speeds *speeds);

#ifdef __cplusplus
}
#endif

#endif
