## SPDX-License-Identifier: GPL-3.0-or-later

## [...] = __gpureduce_keys__ (NAME, ...): what Octave's function NAME gives of gpuArrays, for overloads: sums by subscripts
## and counts.  Where the arrays that it works on are on the host it is Octave's own function, of numbers that may be
## gpuArrays.

function varargout = __gpureduce_keys__ (name, varargin)

  varargout = cell (1, max (nargout, 1));
  arrays = varargin(1:min (end, 2));
  if (numel (arrays) && iscell (arrays{1}))
    arrays = [arrays{1}(:).', arrays(2:end)];
  endif
  if (! strcmp (name, "discretize") && ! any (cellfun ("isclass", arrays, "gpuArray")))
    varargin = cellfun (@gather, varargin, "UniformOutput", false);
    [varargout{:}] = feval (name, varargin{:});
    return;
  endif
  switch (name)
    case "accumarray"
      varargout{1} = accumarray_of (name, varargin{:});
    case "accumdim"
      varargout{1} = accumdim_of (name, varargin{:});
    case "histc"
      [varargout{:}] = histc_of (name, varargin{:});
    case "hist"
      [varargout{1:nargout}] = hist_of (varargin{:});
    case "discretize"
      [varargout{:}] = discretize_of (name, varargin{:});
  endswitch

endfunction
