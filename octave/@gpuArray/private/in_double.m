## SPDX-License-Identifier: GPL-3.0-or-later

## Y = in_double (NAME, ARGS): Octave's own function NAME of numbers that are doubles on the device, and of words.  Y is
## real if it has no imaginary part, and single if one of ARGS is.

function y = in_double (name, args)

  is_single = any (cellfun (@(x) isaUnderlying (x, "single"), args));
  for k = find (cellfun (@(x) isnumeric (x) || islogical (x), args))
    args{k} = double (gpuArray (args{k}));
  endfor
  y = gpuArray (builtin (name, args{:}));
  if (iscomplex (y) && ! any (imag (y(:))))
    y = real (y);
  endif
  if (is_single)
    y = single (y);
  endif

endfunction
