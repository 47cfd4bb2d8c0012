## SPDX-License-Identifier: GPL-3.0-or-later

## M = moment (X, P), (X, P, TYPE), (X, P, DIM), (X, P, TYPE, DIM): the mean of P-th powers of X less its mean; with "r" in
## TYPE of X itself, with "a" of moduli.  For whole P they are computed as they are summed.

function m = moment (x, p, varargin)

  if (nargin < 2 || nargin > 4)
    print_usage ("moment");
  endif
  [p, varargin] = deal (gather (p), cellfun (@gather, varargin, "UniformOutput", false));
  if (! isgpuarray (x))
    m = moment (x, p, varargin{:});
    return;
  elseif (! (isnumeric (x) || islogical (x)) || isempty (x))
    error ("gpureduce:badArgument", "moment: X must be a non-empty numeric matrix or vector");
  elseif (! (isnumeric (p) && isscalar (p)))
    error ("gpureduce:badArgument", "moment: P must be a numeric scalar");
  endif
  is_type = cellfun ("isclass", varargin, "char");
  if (numel (varargin) == 2 && ! any (is_type))
    error ("gpureduce:badArgument", "moment: TYPE must be a string");
  endif
  type = [varargin(is_type), {""}]{1};
  dim = [varargin(! is_type), {[find(size (x) > 1, 1), 1](1)}]{1};
  if (! (isnumeric (dim) && isscalar (dim) && dim == fix (dim) && dim > 0))
    error ("gpureduce:badArgument", "moment: DIM must be an integer and a valid dimension");
  elseif (! (isreal (p) && p == fix (p)) || (any (type == "r") && ! isfloat (x)))
    ## powers that may be complex, or sums in the class of X
    m = builtin ("moment", x, p, varargin{:});
    return;
  elseif (! isfloat (x))
    x = double (x);
  endif
  middle = 0;
  if (! any (type == "r"))
    middle = mean (x, dim);
  endif
  if (any (type == "a"))
    m = gpusum (@(x, c) abs (x - c) .^ p, x, middle, dim);
  else
    m = gpusum (@(x, c) (x - c) .^ p, x, middle, dim);
  endif
  m /= size (x, dim);

endfunction
