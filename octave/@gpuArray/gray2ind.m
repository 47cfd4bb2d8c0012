## SPDX-License-Identifier: GPL-3.0-or-later

## [IND, MAP] = gray2ind (IMAGE), (IMAGE, N): a grayscale image as indices of the N grays of MAP, 64 by default and 2 of
## logical values; indices begin at 0, in uint8 for up to 256 grays, and else in uint16.  MAP is on the host.

function [ind, map] = gray2ind (image, n)

  if (nargin < 1)
    print_usage ("gray2ind");
  elseif (! isreal (image) || ndims (image) != 2)
    error ("gray2ind: I must be a grayscale or binary image");
  endif
  of = underlyingType (image);
  if (nargin < 2)
    n = 64;
    if (strcmp (of, "logical"))
      n = 2;
    endif
  elseif (! isscalar (n) || n < 1 || n > 65536)
    error ("gray2ind: N must be a positive integer in the range [1, 65536]");
  endif
  n = gather (n);
  if (! any (strcmp (of, {"logical", "uint8", "uint16", "int16", "single", "double"})))
    error ("gray2ind: invalid data type '%s'", of);
  elseif (isfloat (image) && ! isempty (image) && (all (vec (image < 0)) || any (vec (image > 1)))) # as Octave has it
    error ("gray2ind: floating point images may only contain values between 0 and 1");
  endif
  map = gray (n);
  ind = gpuArray (image);
  scale = 1;
  if (isinteger (ind))
    least = double (intmin (of));
    scale = double (intmax (of)) - least;
    ind = double (ind) - least;
  endif
  ind = ind * ((n - 1) / scale);
  if (n <= 256)
    ind = uint8 (ind);
  else
    ind = uint16 (ind);
  endif

endfunction
