/* SPDX-License-Identifier: GPL-3.0-or-later

   Written by `make fit` (tests/fit.h): change nothing here.  */

/* clang-format off */
const gr_tuning gr_tunings[GR_AUTO_COUNT] = {
  /* speed of elements of up to 4 bytes and of larger ones, begin, busy of cheap operators and of costly ones, other,
     launch */
  [GR_AUTO_REDUCE_SHORT] = { { 4.482e+06, 4.101e+06 }, 4228, { 0.731, 0.313 }, 0, 3.07 },
  [GR_AUTO_REDUCE_ACROSS] = { { 1.0318e+07, 9.9601e+06 }, 79722, { 0.13, 0.285 }, 0, 2.2455 },
  [GR_AUTO_REDUCE] = { { 4.687e+06, 4.785e+06 }, 22395, { 0.008, 0.991 }, 0, 1.81 },
  [GR_AUTO_SCAN_CONTIGUOUS] = { { 8.4871e+06, 4.3603e+06 }, 1493.4, { 1.162, 0.319 }, 0, 2.17 },
  [GR_AUTO_SCAN_SHORT] = { { 3.1e+06, 2.814e+06 }, 1114, { 0.21604, 0.217 }, 0, 1.16 },
  [GR_AUTO_SCAN_CLUSTER] = { { 3.0812e+06, 2.978e+06 }, 30164, { 0.91224, 1.903 }, 0, 12.632 },
  [GR_AUTO_SCAN_STRIPES] = { { 4.422e+06, 3.232e+06 }, 34987, { 0.016, 0.108 }, 923, 7.7282 },
  [GR_AUTO_SCAN_ROWS] = { { 3.25e+06, 3.1216e+06 }, 5609.5, { 0.019, 1.344 }, 68, 11.43 },
  [GR_AUTO_SCAN_STRIDED_LOOKBACK] = { { 3.2255e+06, 3.546e+06 }, 17790, { 0.851, 0.85849 }, 0, 2.0897 },
  [GR_AUTO_SCAN_STRIDED_BUNDLED] = { { 4.187e+06, 3.4027e+06 }, 1005, { 0.337, 0.108 }, 0, 1.696 },
  [GR_AUTO_SCAN_STRIDED_CHAINED] = { { 2.9006e+06, 3.08e+06 }, 6429, { 0.15875, 0.345 }, 0, 0.38213 },
};

const gr_measured_device gr_measured_devices[GR_MEASURED_DEVICES] = {
  { "H100", 0.80, 3.35e6 },
  { "H200", 1.07, 4.80e6 },
};
/* clang-format on */
