/* SPDX-License-Identifier: GPL-3.0-or-later

   What the files of ragged_test share.  */

#ifndef RAGGED_TEST_H
#define RAGGED_TEST_H

#include <stdbool.h>

/* Bad offsets, keys and requests, on the selected backend.  */
void check_refused (void);

/* Print seconds, the median of 7, and bytes per second, on the selected backend.  many: of arrays as large as a device
   takes.  */
void time_ragged (bool many);

#endif
