## SPDX-License-Identifier: GPL-3.0-or-later

## D = spread (X, ALONG, PARTS, ON_DEVICE): X, which all processes have, spread over them.

function D = spread (x, along, parts, on_device = false)

  place = repmat ({":"}, 1, max (ndims (x), along));
  place{along} = sum (parts(1:spmdIndex()-1)) + (1:parts(spmdIndex ()));
  part = keep_complex (x(place{:}), iscomplex (x));
  if (on_device)
    part = gpuArray (part);
  endif
  D = codistributed (part, along);

endfunction
