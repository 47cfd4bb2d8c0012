## SPDX-License-Identifier: GPL-3.0-or-later

## X = base64_decode (TEXT, SIZES): the numbers on the host, where the text is; SIZES are gathered.

function x = base64_decode (varargin)

  [varargin{:}] = gather (varargin{:});
  x = base64_decode (varargin{:});

endfunction
