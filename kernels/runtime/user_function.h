/* SPDX-License-Identifier: GPL-3.0-or-later

   Functions that users write, as kernels have them: by the name of a type (function.cuh).  */

#ifndef GR_USER_FUNCTION_H
#define GR_USER_FUNCTION_H

#include "stages.h"

#include <string>

namespace GR_NAMESPACE
{

struct gr_user_function
{
  unsigned number; /* from 0 on, in this process */
  std::string name;
  bool may_fault;
};

/* Numbers of the kernels that a function has in its program: of its values, and of values that stand together or are
   put together, BYTES of them.  */
enum { GR_NUMBERS_OF_FUNCTION = 128 };
inline unsigned
gr_number_of_kernel (const gr_user_function &function, bool spreads, bool is_narrow)
{
  return GR_NUMBERS_OF_FUNCTION * function.number + spreads + 2u * is_narrow;
}
enum gr_packing { GR_PACKS, GR_PACKS_NARROW, GR_UNPACKS }; /* bytes are a multiple of 4 */
inline unsigned
gr_number_of_packed (const gr_user_function &function, unsigned bytes, gr_packing which)
{
  return GR_NUMBERS_OF_FUNCTION * function.number + bytes + which;
}

/* The function of an expression, which stays until the process ends.  */
const gr_user_function *gr_find_user_function (const gr_expression &e);

/* The name of the kernel of stages of elements of a type, double or single, up to its last template argument.  */
std::string gr_name_stages (const gr_stages &stages, gr_type type);

} // namespace

#endif
