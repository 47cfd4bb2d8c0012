## SPDX-License-Identifier: GPL-3.0-or-later

## C = convolved (F, A, B, SHAPE, TO): the convolution of arrays of numbers, of class TO, as Octave's function F has it.
## Of arrays without elements it is F's own affair, since versions differ in their sizes.

function c = convolved (f, a, b, shape, to)

  if (isempty (a) || isempty (b))
    c = gpuArray (builtin (func2str (f), zeros (size (a), to), zeros (size (b), to), shape));
    return;
  endif
  is_complex = iscomplex (a) || iscomplex (b);
  a = numbers (a, to, is_complex);
  b = numbers (b, to, is_complex);
  nd = max (ndims (a), ndims (b));
  of_a = [size(a), ones(1, nd - ndims (a))];
  of_b = [size(b), ones(1, nd - ndims (b))];
  switch (shape)
    case "same"
      origin = floor (of_b / 2);
      sz = of_a;
    case "valid"
      origin = of_b - 1;
      sz = max (of_a - of_b + 1, 0);
    otherwise
      origin = zeros (1, nd);
      sz = of_a + of_b - 1;
  endswitch
  c = __gpuarray__ ("convolve", func2str (f), a, b, origin, sz, []);

endfunction

function x = numbers (x, to, is_complex)

  x = gpuArray (full (x));
  if (! strcmp (underlyingType (x), to))
    x = cast (x, to);
  endif
  if (is_complex && ! iscomplex (x))
    x = complex (x);
  endif

endfunction
