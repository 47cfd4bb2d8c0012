## SPDX-License-Identifier: GPL-3.0-or-later

## B = repmat (D, M), (D, M, N, ...), (D, [M N ...]): copies of a gpuArray side by side.
## Sizes may be gpuArrays; a host array whose sizes are stays on the host.

function b = repmat (d, m, varargin)

  if (nargin < 2)
    print_usage ("repmat");
  elseif (nargin == 3 && isscalar (m) && isscalar (varargin{1}) && isgpuarray (d) ...
          && all (strcmp ({class(m), class(varargin{1})}, "double"))) # most calls need no more
    times = [m, varargin{1}];
    if (all (times >= 0 & times == fix (times) & times < Inf))
      b = __gpuarray__ ("repmat", d, times);
      return;
    endif
  endif
  [m, varargin{:}] = gather (m, varargin{:});
  if (! isgpuarray (d))
    b = repmat (d, m, varargin{:});
    return;
  endif
  sizes = [{m}, varargin];
  if (! all (cellfun ("isnumeric", sizes) | cellfun ("islogical", sizes)))
    error ("gpureduce:badArgument", "repmat: sizes must be numbers");
  endif
  times = double (sizes_of (sizes{:}));
  if (all (times < 0))
    error ("gpureduce:badArgument", "repmat: invalid dimensions");
  endif
  times = max (times, 0);
  if (any (times != fix (times) | isinf (times)))
    error ("gpureduce:badArgument", "repmat: sizes must be whole numbers");
  endif
  b = __gpuarray__ ("repmat", d, times);

endfunction

## The row of sizes, read as Octave's repmat does: a matrix counts with its first column, and what is empty says nothing.
function times = sizes_of (m, varargin)

  switch (numel (varargin))
    case 0
      if (ndims (m) > 2)
        error ("gpureduce:badArgument", "repmat: M has more than 2 dimensions");
      endif
      times = row_of (m);
      if (isscalar (times))
        times = [times, times];
      endif
    case 1
      n = varargin{1};
      times = row_of (m);
      if (isempty (m) || isempty (n))
        times = [m(:).', n(:).', 1];
      elseif (! all (size (m) > 1))
        times = [times, row_of(n)];
      elseif (numel (times) == 2)
        times = [times, n(end)];
      endif
    otherwise
      times = [m, varargin{:}];
      if (! isscalar (m) || any (cellfun ("numel", varargin) != 1))
        error ("gpureduce:badArgument", "repmat: all input arguments must be scalar");
      endif
  endswitch
  if (isempty (times) || isequal (times, 1))
    times = [1, 1];
  endif

endfunction

function row = row_of (m)

  if (all (size (m) > 1))
    m = m(:,1);
  endif
  row = m(:).';

endfunction
