/* SPDX-License-Identifier: GPL-3.0-or-later

   Functions that users write, as kernels have them: by the name of a type (function.cuh).  */

#ifndef GR_USER_FUNCTION_H
#define GR_USER_FUNCTION_H

#include "expression.h"

#include <string>

namespace GR_NAMESPACE
{

struct gr_user_function
{
  unsigned number; /* from 0 on, in this process */
  std::string name;
  bool may_fault;
};

/* The function of an expression, which stays until the process ends.  */
const gr_user_function *gr_find_user_function (const gr_expression &e);

} // namespace

#endif
