## SPDX-License-Identifier: GPL-3.0-or-later

## Z = complex (D), (RE, IM): complex numbers of these parts, which stay so if all imaginary parts are 0.

function z = complex (re, im)

  if (nargin < 1)
    print_usage ("complex");
  elseif (nargin == 1)
    if (ischar (re) || (isinteger (re) && isscalar (re))) # as in Octave
      error ("gpureduce:badArgument", "complex: invalid conversion");
    elseif (! isfloat (re))
      re = double (re);
    endif
    z = __gpuarray__ ("complex", re);
    return;
  elseif (! is_real_array (re) || ! is_real_array (im))
    error ("gpureduce:badArgument", "complex: invalid conversion");
  elseif (! size_equal (re, im) && ! isscalar (re) && ! isscalar (im))
    error ("gpureduce:badArgument", "complex: dimension mismatch");
  endif
  type = "double";
  if (isaUnderlying (re, "single") || isaUnderlying (im, "single"))
    type = "single";
  endif
  sz = size (re);
  if (isscalar (re))
    sz = size (im);
  endif
  ## both parts of each number one behind the other are its bytes
  parts = zeros (2, prod (sz), type, "gpuArray");
  parts(1,:) = re(:);
  parts(2,:) = im(:);
  z = reshape (typecast (parts(:), [type " complex"]), sz);

endfunction

function t = is_real_array (x)

  t = (isnumeric (x) || islogical (x)) && isreal (x) && ! issparse (x);

endfunction
