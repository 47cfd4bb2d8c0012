## SPDX-License-Identifier: GPL-3.0-or-later

## S = char (D, ...): text, whose letters are numbered by the elements, which are gathered.

function s = char (varargin)

  [varargin{:}] = gather (varargin{:});
  s = char (varargin{:});

endfunction
