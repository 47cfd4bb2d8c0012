## SPDX-License-Identifier: GPL-3.0-or-later

## S = mat2str (D, ...): the elements as text, which are gathered.

function s = mat2str (varargin)

  [varargin{:}] = gather (varargin{:});
  s = mat2str (varargin{:});

endfunction
