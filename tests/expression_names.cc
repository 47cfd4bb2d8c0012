/* SPDX-License-Identifier: GPL-3.0-or-later

   Prints X (SEED, function) for random expressions, as text for a compiler: expression_names COUNT.  */

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "random_expression.h"
#include "runtime/user_function.h"

int
main (int count, char **args)
{
  static gr_expression e;
  const unsigned long seeds = count > 1 ? strtoul (args[1], nullptr, 10) : 0;
  puts ("#define RANDOM_FUNCTIONS(X) \\");
  for (unsigned long seed = 0; seed < seeds; seed++)
    {
      random_expression (seed, &e);
      printf ("  X (%lu, %s) \\\n", seed, GR_NAMESPACE::gr_find_user_function (e)->name.c_str ());
    }
  puts ("");
  return 0;
}
