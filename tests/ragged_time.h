/* SPDX-License-Identifier: GPL-3.0-or-later

   Times of segments of any lengths, for ragged_test.  */

#ifndef RAGGED_TIME_H
#define RAGGED_TIME_H

#include <stdbool.h>

/* Print seconds, the median of 7, and bytes per second, on the selected backend.  many: of arrays as large as a device
   takes.  */
void time_ragged (bool many);

#endif
