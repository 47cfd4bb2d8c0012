/* SPDX-License-Identifier: GPL-3.0-or-later

   What kernels use of <math.h> and NVRTC does not have by itself.  */

#pragma once

#define INFINITY __int_as_float (0x7f800000)
#define NAN __int_as_float (0x7fffffff)
