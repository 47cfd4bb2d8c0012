## SPDX-License-Identifier: GPL-3.0-or-later

## [A, B] = common_numbers (A, B): both in the class that Octave compares them in: that of both, or doubles, or singles if
## one of them has these.

function [a, b] = common_numbers (a, b)

  classes = {underlyingType(a), underlyingType(b)};
  common = "double";
  if (any (strcmp (classes, "single")))
    common = "single";
  elseif (strcmp (classes{:}) && ! islogical (a))
    common = classes{1};
  endif
  if (! strcmp (classes{1}, common))
    a = cast (a, common);
  endif
  if (! strcmp (classes{2}, common))
    b = cast (b, common);
  endif

endfunction
