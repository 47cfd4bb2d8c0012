## SPDX-License-Identifier: GPL-3.0-or-later

## [S, L] = __gpureduce_bounds__ (...): what gpubounds (...) gives, of arguments that its gateway hands on.

function [s, l] = __gpureduce_bounds__ (x, varargin)

  check_array ("gpubounds", x, {"numeric", "logical", "codistributed"}, "X must be a numeric vector or matrix");
  [dims, omits] = reduction_dims ("gpubounds", x, varargin, true);
  if (isempty (dims))
    dims = first_longer_dim (x);
  endif
  if (islogical (x) && isempty (x) && isscalar (dims))
    ## sizes as Octave's min and max have them, which no option changes
    s = min (x, [], dims);
    l = max (x, [], dims);
    return;
  endif
  nanflag = {"includenan", "omitnan"}{1 + omits};
  s = gpumin (x, [], dims, nanflag);
  if (nargout > 1)
    l = gpumax (x, [], dims, nanflag);
  endif

endfunction
