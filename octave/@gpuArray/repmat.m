## SPDX-License-Identifier: GPL-3.0-or-later

## B = repmat (D, M), (D, M, N, ...), (D, [M N ...]): copies of an array side by side, where it is.

function b = repmat (d, varargin)

  if (nargin < 2)
    print_usage ("repmat");
  endif
  [varargin{:}] = gather (varargin{:});
  if (! isgpuarray (d))
    b = repmat (d, varargin{:});
    return;
  endif
  if (! all (cellfun (@isnumeric, varargin)) || ! all (cellfun (@(n) all (n(:) == fix (n(:))), varargin)))
    error ("repmat: all input arguments must be whole numbers");
  endif
  times = cellfun (@(n) double (n(:).'), varargin, "UniformOutput", false);
  times = [times{:}];
  if (isscalar (times))
    times = [times, times];
  endif
  b = __gpuarray__ ("repmat", d, times);

endfunction
