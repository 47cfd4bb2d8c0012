## SPDX-License-Identifier: GPL-3.0-or-later

## [R, I] = extremum (NAME, ...): Octave's max or min, of one array or of the elements of two.

function varargout = extremum (name, varargin)

  varargout = cell (1, max (nargout, 1));
  if (numel (varargin) != 2 || ischar (varargin{2}) || isempty (varargin{2}))
    [varargout{:}] = reduced (name, nargout, varargin{1}, varargin(2:end));
  elseif (nargout > 1)
    error ("gpureduce:badArgument", "%s: there are no positions of the elements of two arrays", name);
  else
    varargout{1} = elementwise (name, false, varargin{:});
  endif

endfunction
