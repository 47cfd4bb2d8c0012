## SPDX-License-Identifier: GPL-3.0-or-later

## __test_moments__ (PART, GPU, BUILTIN)
## The tests that gpuvar and gpustd share: PART names one, GPU and BUILTIN are
## handles of the function and of what it is compared with.

function __test_moments__ (part, gpu, builtin)

  feval (["test_" part], gpu, @(varargin) __test_rule__ (func2str (builtin), varargin{:}));

endfunction

## single accumulates in higher precision: the result's rounding, and eps^2 a step
function test_single (gpu, builtin)

  y = single (3 + sin (1:1001));
  r = builtin (double (y));
  assert (class (gpu (y)), "single");
  e = double (eps ("single"));
  assert (double (gpu (y)), r, e * r + tol (double (y), r) * e ^ 2 / eps);

endfunction

## class of the result
function test_classes (gpu, builtin)

  for c = {"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "logical"}
    y = feval (c{1}, [1 2 7; 4 0 6]);
    assert (gpu (y), builtin (double (y)), 8 * eps (4.5));
    assert (class (gpu (y)), "double");
  endfor

endfunction

## lines of one value have none, however many threads add them up
function test_constant (gpu, ~)

  for len = [2 3 7 20 32 100 129 1000]
    for value = {single(0.1), 0.1, complex(single (0.1), 0.3), complex(-0.1, 1e5), int8(-7), int32(12345)}
      y = repmat (value{1}, [3, len, 40]);
      assert (double (gpu (y, 0, 2)), zeros (3, 1, 40));
      assert (double (gpu (permute (y, [2 1 3]))), zeros (1, 3, 40));
      assert (double (gpu (reshape (permute (y, [1 3 2]), 120, len), 0, 2)), zeros (120, 1));
    endfor
  endfor

endfunction

## squares that overflow are infinite, as in two passes
function test_overflow (gpu, ~)

  for len = [1 2 5 50 2000 50000]
    x = 1e160 * [mod(1:len, 3), 1, 2];
    y = repmat (x, 4, 1);
    assert (gpu (x), Inf);
    assert (gpu (x, 0, "shuffle"), Inf);
    assert (gpu (y, 0, 2), Inf (4, 1));
    assert (gpu (y.'), Inf (1, 4));
    assert (gpu (complex (y, -y), 0, 2), Inf (4, 1));
  endfor

endfunction

## empties
function test_empty (gpu, builtin)

  for sz = {[0 0], [0 1], [1 0], [0 3], [3 0], [1 3 0 2]}
    z = zeros (sz{1});
    assert (gpu (z), builtin (z));
    for dim = 1:3
      assert (gpu (z, 0, dim), builtin (z, 0, dim));
    endfor
  endfor

endfunction

## a named algorithm, lengths around its blocks
function test_named (gpu, builtin)

  for len = [2 31 33 255 257 1025]
    y = mod (13 * (1:len), 101) - 50;
    assert (gpu (y, 0, "shuffle"), builtin (y), tol (y, builtin (y)));
    assert (gpu (y, 1, "shuffle", "block", 32), builtin (y, 1), tol (y, builtin (y)));
  endfor

endfunction

## How far sums of squares of y may be off, that are r: as far as their elements are from zero, not from their mean.
function t = tol (y, r)

  kappa = sqrt (sumsq (y(:)) / sumsq (y(:) - mean (y(:))));
  t = numel (y) * eps * kappa * max (r(:));

endfunction
