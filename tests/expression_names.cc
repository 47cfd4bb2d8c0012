/* SPDX-License-Identifier: GPL-3.0-or-later

   Prints X (SEED, function) for random expressions and X (NUMBER, element type, its C type, kernel) for some stages, as
   text for a compiler: expression_names COUNT.  */

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "random_expression.h"
#include "runtime/user_function.h"
#include "some_stages.h"

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
  puts ("\n#define NAMED_STAGES(X) \\");
  for (int which = 0; which < SOME_STAGES; which++)
    for (const gr_type type : { GR_TYPE_F64, GR_TYPE_F32 })
      {
        static gr_stages s;
        memset (&s, 0, sizeof s);
        some_stages (which, type, 2, &s);
        printf ("  X (%d, %s, %s, %s) \\\n", which, type == GR_TYPE_F64 ? "GR_TYPE_F64" : "GR_TYPE_F32",
                type == GR_TYPE_F64 ? "double" : "float", GR_NAMESPACE::gr_name_stages (s, type).c_str ());
      }
  puts ("");
  return 0;
}
