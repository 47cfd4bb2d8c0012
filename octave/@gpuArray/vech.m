## SPDX-License-Identifier: GPL-3.0-or-later

## V = vech (X): the columns of a square matrix from its diagonal down, one below the other.

function v = vech (x)

  if (nargin < 1)
    print_usage ("vech");
  elseif (! issquare (x))
    error ("gpureduce:badArgument", "vech: X must be square");
  endif
  v = x;
  if (! isempty (x))
    v = x(tril (true (size (x), "gpuArray")))(:);
  endif

endfunction
