/* SPDX-License-Identifier: GPL-3.0-or-later

   What scans by operations of users are made of.  */

#ifndef GR_USER_SCAN_CUH
#define GR_USER_SCAN_CUH

#include "auto/scan.cuh"
#include "auto/user_monoid.cuh"

#endif
