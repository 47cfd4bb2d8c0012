## SPDX-License-Identifier: GPL-3.0-or-later

## DIMS = size (D), N = size (D, DIM), [M, N, ...] = size (...): of the whole array, as of any other.

function varargout = size (d, varargin)

  varargout = cell (1, max (nargout, 1));
  dims = d.size;
  while (numel (dims) > 2 && dims(end) == 1)
    dims(end) = [];
  endwhile
  if (isempty (varargin))
    if (nargout < 2)
      varargout{1} = dims;
    else
      dims(end+1:nargout) = 1;
      dims(nargout) = prod (dims(nargout:end));
      varargout = num2cell (dims(1:nargout));
    endif
    return;
  endif
  wanted = [varargin{:}];
  if (! (isnumeric (wanted) && all (wanted >= 1 & wanted == fix (wanted))))
    error ("size: requested dimension DIM (= %g) out of range", wanted(1));
  endif
  dims(end+1:max (wanted)) = 1;
  if (nargout < 2)
    varargout{1} = dims(wanted);
  else
    varargout = num2cell (dims(wanted));
  endif

endfunction
