## SPDX-License-Identifier: GPL-3.0-or-later

## S = num2str (D, ...): the elements as text, which are gathered.

function s = num2str (varargin)

  [varargin{:}] = gather (varargin{:});
  s = num2str (varargin{:});

endfunction
