/* SPDX-License-Identifier: GPL-3.0-or-later

   Written by `make fit` (tests/fit.h): change nothing here.  */

/* clang-format off */
const gr_tuning gr_tunings[GR_AUTO_COUNT] = {
  /* speed of elements of up to 4 bytes and of larger ones, begin, busy of cheap operators and of costly ones, other,
     launch */
  [GR_AUTO_REDUCE_SHORT] = { { 4.491e+06, 4.101e+06 }, 4228, { 0.731, 0.313 }, 0, 3.07 },
  [GR_AUTO_REDUCE_ACROSS] = { { 1.0339e+07, 9.98e+06 }, 79722, { 0.13, 0.285 }, 0, 2.29 },
  [GR_AUTO_REDUCE] = { { 4.687e+06, 4.785e+06 }, 22395, { 0.008, 0.991 }, 0, 1.81 },
  [GR_AUTO_SCAN_CONTIGUOUS] = { { 8.735e+06, 4.369e+06 }, 1450, { 1.162, 0.319 }, 0, 2.17 },
  [GR_AUTO_SCAN_SHORT] = { { 3.1e+06, 2.814e+06 }, 1114, { 0.229, 0.217 }, 0, 1.16 },
  [GR_AUTO_SCAN_CLUSTER] = { { 3.075e+06, 2.978e+06 }, 26410, { 0.543, 1.903 }, 0, 13.39 },
  [GR_AUTO_SCAN_STRIPES] = { { 4.422e+06, 3.232e+06 }, 34987, { 0.016, 0.108 }, 923, 7.96 },
  [GR_AUTO_SCAN_ROWS] = { { 3.25e+06, 3.103e+06 }, 5554, { 0.019, 1.2 }, 68, 11.43 },
  [GR_AUTO_SCAN_STRIDED_LOOKBACK] = { { 3.232e+06, 3.546e+06 }, 17790, { 0.851, 0.65 }, 0, 1.98 },
  [GR_AUTO_SCAN_STRIDED_BUNDLED] = { { 4.162e+06, 3.423e+06 }, 1005, { 0.337, 0.108 }, 0, 1.6 },
  [GR_AUTO_SCAN_STRIDED_CHAINED] = { { 2.768e+06, 3.08e+06 }, 6429, { 0.127, 0.345 }, 0, 0.35 },
};

const gr_measured_device gr_measured_devices[GR_MEASURED_DEVICES] = {
  { "H100", 0.82, 3.35e6 },
  { "H200", 1.11, 4.80e6 },
};
/* clang-format on */
