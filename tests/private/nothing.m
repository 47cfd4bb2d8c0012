## SPDX-License-Identifier: GPL-3.0-or-later

## What an exclusive scan begins with.

function v = nothing (f, like)

  cls = class (like);
  switch (f.family)
    case "sum"
      v = 0;
    case "product"
      v = 1;
    otherwise
      greatest = f.least;
      if (isfloat (like))
        v = NaN;
      elseif (islogical (like))
        v = greatest;
      elseif (greatest)
        v = intmax (cls);
      else
        v = intmin (cls);
      endif
  endswitch
  v = cast (v, cls);

endfunction
