## SPDX-License-Identifier: GPL-3.0-or-later

## __test_extrema__ (PART, GPU, BUILTIN)
## The tests that gpumax and gpumin share: PART names one, GPU and BUILTIN are
## handles of the function and of what it is compared with.

function __test_extrema__ (part, gpu, builtin)

  feval (["test_" part], gpu, @(varargin) __test_rule__ (func2str (builtin), varargin{:}));

endfunction

## values and positions, along every dimension
function test_values (gpu, builtin)

  A = sample ();
  for B = {A, single(A), A > 0, int8(A), uint16(A), int64(A) + intmax("int64") - 20, ...
           char(A + 80), A + 2i * flip(A)}
    for dim = 1:4
      [m, i] = builtin (B{1}, [], dim);
      [gm, gi] = gpu (B{1}, [], dim);
      assert (gm, m);
      assert (class (gm), class (m));
      assert (gi, i);
      assert (class (gi), "double");
      assert (gpu (B{1}, [], dim), m);
    endfor
  endfor

endfunction

## several dimensions at once give the linear index
function test_several (gpu, builtin)

  A = sample ();
  [m, i] = gpu (A, [], "all");
  assert (m, builtin (A(:)));
  assert (i, find (A(:) == m, 1));
  [m, i] = gpu (A, [], [1 2]);
  assert (m, builtin (builtin (A, [], 1), [], 2));
  assert (A(i), m);
  assert (size (i), [1 1 4]);

endfunction

## "linear"
function test_linear (gpu, builtin)

  A = sample ();
  for dim = 1:3
    [m, i] = gpu (A, [], dim, "linear");
    assert (A(i), m);
  endfor
  [~, i] = gpu ([3 9 4; 8 1 7], [], 1, "linear");
  [~, k] = builtin ([3 9 4; 8 1 7]);
  assert (i, k + [0 2 4]);

endfunction

## NaN is passed over, the first of equals wins
function test_nan (gpu, builtin)

  for B = {[NaN 1 NaN 2], [3 1 3 1], [NaN -Inf], [NaN Inf], [NaN NaN; 1 NaN], [NaN NaN NaN]}
    [m, i] = builtin (B{1});
    [gm, gi] = gpu (B{1});
    assert (gm, m);
    assert (gi, i);
  endfor

endfunction

## "includenan": the first NaN is the answer
function test_includenan (gpu, builtin)

  [m, i] = gpu ([3 NaN 1 NaN], [], "includenan");
  assert (m, NaN);
  assert (i, 2);
  assert (gpu ([3 NaN 1], [], "omitnan"), builtin ([3 1]));
  assert (gpu ([3 NaN; 1 2], [], 2, "includenan"), [NaN; builtin(1, 2)]);

endfunction

## 0 and -0 are equal, the first stays
function test_zeros (gpu, ~)

  assert (1 ./ gpu ([-0 0]), -Inf);
  assert (1 ./ gpu ([0 -0]), Inf);

endfunction

## complex: by abs, then by arg with -pi counted as pi
function test_complex (gpu, builtin)

  for B = {[1i -1i 1 -1], [3+4i 5 -5 5i], [complex(-1, -0) 1i], complex([3 -3], 0), ...
           [complex(Inf, NaN) 1i], [complex(Inf, Inf) complex(Inf, 0)], [1e200+1e200i 1e200]}
    [m, i] = builtin (B{1});
    [gm, gi] = gpu (B{1});
    assert (gm, m);
    assert (gi, i);
  endfor

endfunction

## Inf with a NaN part is NaN wherever it stands
function test_inf_nan (gpu, builtin)

  z = [3+4i, complex(Inf, NaN), 1i];
  [m, i] = gpu (z);
  assert (m, builtin ([3+4i, 1i]));
  assert (i, find (z == m));

endfunction

## 64-bit integers beyond 2^53
function test_wide (gpu, builtin)

  y = int64 (9007199254740992) + int64 ([1 0]);
  assert (gpu (y), builtin (y));

endfunction

## empties: a dimension of size 0 stays 0
function test_empty (gpu, builtin)

  for sz = {[0 0], [0 3], [3 0], [1 0], [2 2 0]}
    z = zeros (sz{1});
    [gm, gi] = gpu (z);
    [m, i] = builtin (z);
    assert (gm, m);
    assert (gi, i);
    for dim = 1:3
      assert (gpu (z, [], dim), builtin (z, [], dim));
    endfor
  endfor
  assert (class (gpu (single ([]))), "single");

endfunction

## a named algorithm, lengths around its blocks
function test_named (gpu, builtin)

  for len = [1 2 31 33 255 257 1025]
    y = mod (13 * (1:len), 101) - 50;
    [m, i] = builtin (y);
    [gm, gi] = gpu (y, [], "shuffle");
    assert ([gm, gi], [m, i]);
    [gm, gi] = gpu (y, [], 2, "shuffle", "block", 32);
    assert ([gm, gi], [m, i]);
  endfor

endfunction

## moduli of denormal singles are rounded to few values; then the arguments decide
function test_denormal (gpu, builtin)

  d = single (2 ^ -149);
  z = [complex(single (0), d), complex(d, -d), complex(d, d)];
  [want, at] = builtin (z);
  for a = {"auto", "shuffle", "unroll-all8"}
    [m, k] = gpu (z, [], 2, a{1});
    assert ({m, k}, {want, at});
  endfor

endfunction

function A = sample ()

  A = reshape (mod (7 * (1:2*3*4), 19) - 9, 2, 3, 4);

endfunction
