/* SPDX-License-Identifier: GPL-3.0-or-later

   What kernels use of <limits.h>.  */

#pragma once

#define INT_MAX 0x7fffffff
