/* SPDX-License-Identifier: GPL-3.0-or-later

   NVRTC has by itself what kernels use of <stddef.h>.  */
