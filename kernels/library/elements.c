/* What the selected backend does for elements of arrays.  */

#include "library/library.h"

/* The executor, which no caller selects, has none of this in the library itself.  */
extern const gr_element_functions gr_elements_simt __attribute__ ((weak));

const gr_element_functions *
gr_elements (void)
{
  static const struct
  {
    const gr_backend *backend;
    const gr_element_functions *functions;
  } table[] = {
#ifdef GR_WITH_CUDA
    { &gr_backend_cuda, &gr_elements_cuda },
#endif
    { &gr_backend_simt, &gr_elements_simt },
    { &gr_backend_cpu, &gr_elements_cpu }
  };
  size_t row = 0;
  while (table[row].backend != gr_selected ())
    row++;
  return table[row].functions;
}
