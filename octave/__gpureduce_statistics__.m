## SPDX-License-Identifier: GPL-3.0-or-later

## [...] = __gpureduce_statistics__ (NAME, ...): what Octave's function NAME of statistics gives of gpuArrays, for
## overloads.  If the first of the arguments is on the host it is Octave's own function, of numbers that may be
## gpuArrays.  Calls of medians and quantiles come here that the code of the type leaves to m-code, also of host arrays
## by NAME behind gpu.

function varargout = __gpureduce_statistics__ (name, varargin)

  varargout = cell (1, max (nargout, 1));
  is_there = ! isempty (varargin) && isgpuarray (varargin{1});
  if (! is_there && any (strcmp (name, {"mode", "iqr", "nth_element"})))
    varargin = cellfun (@gather, varargin, "UniformOutput", false);
    [varargout{:}] = feval (name, varargin{:});
    return;
  endif
  switch (name)
    case {"median", "gpumedian"}
      varargout{1} = median_of (name, varargin{:});
    case "mode"
      [varargout{:}] = mode_of (name, varargin{:});
    case {"quantile", "prctile", "gpuquantile", "gpuprctile"}
      varargout{1} = quantile_of (name, strrep (name, "gpu", ""), varargin{:});
    case "iqr"
      [varargout{:}] = iqr_of (name, varargin{:});
    case "nth_element"
      varargout{1} = nth_element_of (name, varargin{:});
    case {"maxk", "mink"}
      [varargout{:}] = extremes_of (name, name, varargin{:});
  endswitch

endfunction
