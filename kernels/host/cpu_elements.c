/* SPDX-License-Identifier: GPL-3.0-or-later

   The struct of what the host backend does for elements of arrays.  */

#include "host/cpu_elements.h"

const gr_element_functions gr_elements_cpu = { .copy = gr_cpu_copy,
                                               .convert = gr_cpu_convert,
                                               .apply = gr_cpu_apply,
                                               .spread = gr_cpu_spread,
                                               .map = gr_cpu_map,
                                               .evaluate = gr_cpu_evaluate,
                                               .takes_monoid = NULL,
                                               .run_by = NULL,
                                               .takes_stages = NULL,
                                               .run_stages = NULL,
                                               .sort = gr_cpu_sort,
                                               .order_statistics = gr_cpu_order_statistics,
                                               .look_up = gr_cpu_look_up,
                                               .count_between = gr_cpu_count_between,
                                               .multiply = NULL,
                                               .compare_conjugates = NULL,
                                               .transform = NULL,
                                               .do_matrix = NULL,
                                               .dot = gr_cpu_dot,
                                               .tile = GR_CPU_MASK_TILE,
                                               .count_tiles = gr_cpu_count_tiles,
                                               .select = gr_cpu_select,
                                               .put = gr_cpu_put,
                                               .fill_random = gr_cpu_fill_random,
                                               .gather = gr_cpu_gather_places,
                                               .convolve = gr_cpu_convolve,
                                               .recur = gr_cpu_recur };
