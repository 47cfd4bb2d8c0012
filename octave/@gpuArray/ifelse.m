## SPDX-License-Identifier: GPL-3.0-or-later

## Y = ifelse (MASK, A, B): another name of merge.

function y = ifelse (varargin)

  if (nargin != 3)
    print_usage ("ifelse");
  endif
  y = merge (varargin{:});

endfunction
