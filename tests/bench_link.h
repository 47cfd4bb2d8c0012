/* SPDX-License-Identifier: GPL-3.0-or-later

   The speed of the link between the host's pinned memory and the device, for bench_stream.c.  */

#ifndef BENCH_LINK_H
#define BENCH_LINK_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes a second: to the device, from it, and of both directions together while both are used.  */
typedef struct
{
  double up, down, both;
} bench_link_speeds;

/* The best of repeats copies of each.  False without a device, or if a copy fails.  */
bool bench_measure_link (unsigned repeats, bench_link_speeds *speeds);

#ifdef __cplusplus
}
#endif

#endif
