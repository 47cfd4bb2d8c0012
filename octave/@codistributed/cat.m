## SPDX-License-Identifier: GPL-3.0-or-later

## R = cat (DIM, A, B, ...): arrays one behind the other along DIM, of which some are codistributed.

function r = cat (dim, varargin)

  if (! (isnumeric (dim) && isscalar (dim) && dim >= 1 && dim == fix (dim)))
    error ("gpureduce:badArgument", "cat: DIM must be a valid dimension");
  endif
  r = joined ("cat", dim, varargin);

endfunction
