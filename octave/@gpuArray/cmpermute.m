## SPDX-License-Identifier: GPL-3.0-or-later

## [Y, NEWMAP] = cmpermute (X, MAP), (X, MAP, INDEX): the colors of an indexed image in another order, which is a random one
## without INDEX: NEWMAP is MAP(INDEX,:), and Y has the indices of the same colors there, in the class of X.

function [y, newmap] = cmpermute (x, map, index)

  if (nargin < 2)
    print_usage ("cmpermute");
  endif
  of = underlyingType (x);
  if (! any (strcmp (of, {"uint8", "uint16", "single", "double"})))
    error ("cmpermute: invalid data type '%s'", of);
  elseif (! isreal (x) || (isfloat (x) && any (vec (x < 1 | x != fix (x)))))
    error ("cmpermute: X must be an indexed image");
  endif
  check_colors ("cmpermute", map);
  if (nargin < 3)
    index = randperm (rows (map));
  elseif (! isvector (index) || numel (index) != rows (map))
    error ("cmpermute: invalid parameter INDEX");
  endif
  map = gpuArray (map);
  newmap = map(index,:);
  places = zeros (size (index), "gpuArray");
  places(index) = 1:numel (index);
  if (isinteger (x))
    y = cast (places(double (x) + 1) - 1, of);
  else
    y = cast (places(x), of);
  endif

endfunction
