/* SPDX-License-Identifier: GPL-3.0-or-later

   The struct of what the backend does for elements of arrays.  Compiled a second time for the host executor, as
   device.cu is.  */

#include "device/elements.cuh"
#include "device/select.cuh"

using namespace GR_NAMESPACE;

extern "C" const gr_element_functions GR_ELEMENTS = { gr_copy_axes,
                                                      gr_convert,
                                                      gr_apply,
                                                      gr_spread,
                                                      gr_map,
                                                      GR_EVALUATE,
                                                      GR_TAKES_MONOID,
                                                      GR_RUN_BY,
                                                      GR_TAKES_STAGES,
                                                      GR_RUN_STAGES,
                                                      gr_sort_segments,
                                                      gr_device_order_statistics,
                                                      gr_device_look_up,
                                                      gr_device_count_between,
                                                      GR_MULTIPLY,
                                                      GR_DO_MATRIX,
                                                      gr_dot,
                                                      gr_compare_conjugates,
                                                      gr_transform_elements,
                                                      GR_MASK_TILE,
                                                      gr_count_tiles,
                                                      gr_select,
                                                      gr_put,
                                                      gr_fill_numbers,
                                                      gr_gather_places,
                                                      gr_convolve_arrays,
                                                      gr_recur_along };
