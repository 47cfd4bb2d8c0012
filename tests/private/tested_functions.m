## SPDX-License-Identifier: GPL-3.0-or-later

## The functions under test, a struct array with a row for each operator of the
## library's table that Octave has a function of; others have the tests in their own
## files alone:
## name         the builtin's; the function under test is "gpu" followed by it
## scan         keeps the size of its input
## middle       what stands between the array and DIM in a call
## family       how its rounding errors are bounded (private/bound.m); "order" has none
## root         the square root is taken at the end
## least        the least wins, not the greatest
## skips_empty  its default DIM passes over dimensions of no elements
## index        gives a second output
## nanflag      takes "omitnan" and "includenan"
## arithmetics  the words of that kind that it takes

function f = tested_functions ()

  k = 0;
  for o = __gpureduce__ ("operators")
    if (! exist (o.name))
      continue;
    endif
    takes = @(option) any (strcmp (o.options, option));
    k++;
    f(k, 1).name = o.name;
    f(k).scan = strcmp (o.kind, "scan");
    f(k).family = o.family;
    f(k).root = any (strcmp (o.variant, "root"));
    f(k).least = any (strcmp (o.variant, "least"));
    f(k).index = takes ("index");
    f(k).nanflag = takes ("nanflag");
    f(k).skips_empty = takes ("skips empty");
    f(k).arithmetics = o.arithmetics;
    f(k).middle = o.between;
  endfor

endfunction
