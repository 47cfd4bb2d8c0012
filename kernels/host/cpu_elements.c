/* The struct of what the host backend does for elements of arrays.  */

#include "host/cpu_elements.h"

const gr_element_functions gr_elements_cpu = { .copy = gr_cpu_copy, .convert = gr_cpu_convert };
