## SPDX-License-Identifier: GPL-3.0-or-later

## Y = fftfilt (B, X), (B, X, N): X filtered by B, of finite length, by Fourier transforms; with N in blocks, all at once,
## that are added where they overlap.  Of whole numbers the results are whole, as in Octave.

function y = fftfilt (b, x, n)

  if (nargin < 2)
    print_usage ("fftfilt");
  elseif (! isvector (b) || isempty (b))
    error ("fftfilt: B must be a vector");
  elseif (ndims (x) != 2)
    error ("fftfilt: X must be a 1-D or 2-D array");
  elseif (nargin > 2 && ! isscalar (n))
    error ("fftfilt: N has to be a scalar");
  endif
  b = gpuArray (b)(:);
  x = gpuArray (x);
  is_row = rows (x) == 1;
  if (is_row)
    x = x.';
  endif
  if (nargin < 3)
    y = filtered (b, x, 2 ^ nextpow2 (rows (x) + rows (b) - 1));
  else
    y = in_blocks (b, x, 2 ^ nextpow2 (max (gather (n), rows (b))));
  endif
  y = cleaned (y(1:rows (x),:), b, x);
  if (is_row)
    y = y.';
  endif

endfunction

## The whole convolution of each column, in N points, and what is added to it beyond its end.
function y = filtered (b, x, n)

  y = ifft (fft (x, n, 1) .* fft (b, n, 1), [], 1);

endfunction

## The same by blocks of as many elements as leave no room for wrapped ones; double, as in Octave.
function y = in_blocks (b, x, n)

  [len, nc] = size (x);
  width = n - rows (b) + 1;
  nblocks = ceil (len / width);
  x = reshape (resize (x, nblocks * width, nc), width, nblocks * nc);
  part = double (reshape (filtered (b, double (x), n), n, nblocks, nc));
  tails = ceil (n / width) - 1; # blocks behind its own into which one reaches
  y = zeros (width, nblocks + tails, nc, "like", part);
  for k = 0:tails
    rest = part(k*width+1:min ((k + 1) * width, n),:,:);
    y(1:rows (rest),k+1:k+nblocks,:) += rest;
  endfor
  y = reshape (y, width * (nblocks + tails), nc);

endfunction

## What is known of the results without a look at them: where parts are 0, and whole.
function y = cleaned (y, b, x)

  if (iscomplex (y))
    is_real = all (imag (x) == 0, 1);
    is_imaginary = all (real (x) == 0, 1);
    if (gather (all (imag (b) == 0)))
      y = complex (real (y) .* ! (is_imaginary & ! is_real), imag (y) .* ! is_real);
    elseif (gather (all (real (b) == 0)))
      y = complex (real (y) .* ! is_real, imag (y) .* ! is_imaginary);
    endif
  endif
  if (gather (all (b == fix (b))))
    is_whole = all (x == fix (x), 1);
    y = ifelse (is_whole & true (rows (y), 1), round (y), y);
  endif

endfunction
