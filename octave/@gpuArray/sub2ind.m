## SPDX-License-Identifier: GPL-3.0-or-later

## I = sub2ind (DIMS, S, ...): places in an array of size DIMS of what stands in rows, columns and so on S.

function ind = sub2ind (dims, varargin)

  if (nargin < 2)
    print_usage ("sub2ind");
  endif
  dims = gather (dims);
  if (! any (cellfun (@isgpuarray, varargin)))
    ind = sub2ind (dims, varargin{:});
    return;
  elseif (! all (cellfun ("isnumeric", varargin)))
    error ("gpureduce:badArgument", "sub2ind: subscripts must be numeric");
  endif
  none = repmat ({zeros(0, 1)}, size (varargin));
  sub2ind (dims, none{:}); # errors in DIMS
  if (! size_equal (varargin{:}))
    error ("gpureduce:badArgument", "sub2ind: all subscripts must be of the same size");
  endif
  count = numel (varargin);
  tops = double (dims(:).');
  tops = [tops(1:min (end, count - 1)), prod(tops(count:end)), ones(1, count - numel (tops) - 1)];
  steps = [1, cumprod(tops(1:end-1))];
  ind = 1;
  for k = 1:count
    s = gpuArray (varargin{k});
    top = tops(k);
    if (iscomplex (s) || ! gpuall (@(s) s >= 1 & s <= top & s == fix (s), s(:)))
      [varargin{:}] = gather (varargin{:});
      sub2ind (dims, varargin{:}); # an error that says which
    endif
    step = steps(k);
    ind = arrayfun (@(ind, s) ind + (double (s) - 1) * step, ind, s);
  endfor

endfunction
