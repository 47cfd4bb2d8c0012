## SPDX-License-Identifier: GPL-3.0-or-later

## [A, B, ...] = each_part (CALL, FAILURE, D, MINE...): for each of the arrays MINE, what all processes have there, one behind
## the other along the dimension behind the last of this one's.  They are of one class and size in all processes.
##
## All processes make the same CALL, a text.  FAILURE is empty, or the error that there is instead of the arrays, which
## becomes one on all processes.  The results are on the device if D is.

function varargout = each_part (call, failure, d, varargin)

  sent = cellfun (@bytes_of, varargin, "UniformOutput", false);
  parts = __spmd_agree__ (call, failure, vertcat (sent{:}));
  parts = horzcat (parts{:}); # a column of each process
  varargout = cell (1, nargout);
  first = 0;
  for k = 1:nargout
    like = varargin{k};
    a = from_bytes (parts(first+(1:numel (sent{k})),:)(:), underlyingType (like), false);
    if (d.on_device)
      a = gpuArray (a);
    endif
    varargout{k} = reshape (a, [size(like), columns(parts)]);
    first += numel (sent{k});
  endfor

endfunction

function bytes = bytes_of (a)

  bytes = gather (a)(:);
  if (! islogical (bytes))
    bytes = typecast (bytes, "uint8");
  endif
  bytes = uint8 (bytes);

endfunction
