## SPDX-License-Identifier: GPL-3.0-or-later

## S = num2hex (D), (D, "cell"): the bytes of the elements as hexadecimal text, which are gathered.

function s = num2hex (varargin)

  [varargin{:}] = gather (varargin{:});
  s = num2hex (varargin{:});

endfunction
