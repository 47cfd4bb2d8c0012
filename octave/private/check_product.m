## SPDX-License-Identifier: GPL-3.0-or-later

## check_product (CALLER, X, Y)
##
## It is an error of the function CALLER if Octave's .* does not take elements of the classes of its arguments X and Y: of
## two integer classes, or of an integer class and complex.

function check_product (caller, x, y)

  if (isfloat (x) && isfloat (y))
    return;
  endif
  types = {underlyingType(x), underlyingType(y)};
  is_complex = [iscomplex(x), iscomplex(y)];
  is_integer = ! cellfun ("isempty", regexp (types, '^u?int\d', "once"));
  if ((all (is_integer) && ! strcmp (types{:})) || any (is_integer & flip (is_complex)))
    types(is_complex) = strcat ({"complex "}, types(is_complex));
    error ("gpureduce:badArgument", "%s: X of class %s and Y of class %s cannot be multiplied", caller, types{:});
  endif

endfunction
