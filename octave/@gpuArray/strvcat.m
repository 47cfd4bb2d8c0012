## SPDX-License-Identifier: GPL-3.0-or-later

## S = strvcat (D, ...): a matrix of text, whose letters are numbered by the elements, which are gathered.

function s = strvcat (varargin)

  [varargin{:}] = gather (varargin{:});
  s = strvcat (varargin{:});

endfunction
