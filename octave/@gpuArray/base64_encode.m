## SPDX-License-Identifier: GPL-3.0-or-later

## S = base64_encode (D): the bytes of the elements as text, which are gathered.

function s = base64_encode (varargin)

  [varargin{:}] = gather (varargin{:});
  s = base64_encode (varargin{:});

endfunction
