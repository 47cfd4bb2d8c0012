## SPDX-License-Identifier: GPL-3.0-or-later

## __test_cumulative_extrema__ (PART, GPU, BUILTIN)
## The tests that gpucummax and gpucummin share: PART names one, GPU and BUILTIN are
## handles of the function and of what it is compared with.

function __test_cumulative_extrema__ (part, gpu, builtin)

  feval (["test_" part], gpu, @(varargin) __test_rule__ (func2str (builtin), varargin{:}));

endfunction

## values and positions, along every dimension
function test_values (gpu, builtin)

  A = sample ();
  for B = {A, single(A), A > 0, int8(A), uint16(A), int64(A) + intmax("int64") - 20, A + 2i * flip(A)}
    for dim = 1:4
      [w, i] = builtin (B{1}, dim);
      [gw, gi] = gpu (B{1}, dim);
      assert (gw, w);
      assert (class (gw), class (w));
      assert (gi, i);
      assert (class (gi), "double");
      assert (gpu (B{1}, dim), w);
    endfor
  endfor

endfunction

## leading NaN stay, later ones keep the running value; the first of equals wins
function test_nan (gpu, builtin)

  for B = {[NaN 1 NaN 2], [NaN NaN 1], [3 1 3 1], [NaN NaN], [NaN NaN; 1 NaN]}
    [w, i] = builtin (B{1});
    [gw, gi] = gpu (B{1});
    assert (gw, w);
    assert (gi, i);
  endfor

endfunction

## complex: by abs, then by arg
function test_complex (gpu, builtin)

  z = [complex(Inf, NaN), 3+4i 5 -5 5i, 1i, -1];
  [w, i] = builtin (z);
  [gw, gi] = gpu (z);
  assert (gw, w);
  assert (gi, i);

endfunction

## Inf with a NaN part is NaN wherever it stands
function test_inf_nan (gpu, builtin)

  assert (gpu ([3+4i, complex(Inf, NaN), 1i]), builtin ([3+4i, 3+4i, 1i]));

endfunction

## direction: the positions are those in the array
function test_direction (gpu, builtin)

  A = sample ();
  for dim = 1:3
    [w, i] = builtin (flip (A, dim), dim);
    [gw, gi] = gpu (A, dim, "reverse");
    assert (gw, flip (w, dim));
    assert (gi, size (A, dim) + 1 - flip (i, dim));
    assert (gpu (A, dim, "forward"), builtin (A, dim));
  endfor

endfunction

## exclusion
function test_exclusive (gpu, builtin)

  [w, i] = builtin ([2 5 1 7]);
  [gw, gi] = gpu ([2 5 1 7], "exclusive");
  assert (gw, [NaN, w(1:3)]);
  assert (gi, [0, i(1:3)]);
  none = intmin ("int8");
  if (builtin ([1 2])(2) == 1)
    none = intmax ("int8"); # of a minimum
  endif
  assert (gpu (int8 ([2 5 1]), "exclusive"), [none, builtin(int8 ([2 5]))]);

endfunction

## empties keep their size
function test_empty (gpu, ~)

  for sz = {[0 0], [0 3], [3 0], [2 2 0]}
    z = zeros (sz{1});
    [w, i] = gpu (z);
    assert (w, z);
    assert (i, z);
  endfor

endfunction

## a named algorithm, lengths around its blocks
function test_named (gpu, builtin)

  for len = [1 2 31 33 255 257 1025]
    y = mod (13 * (1:len), 101) - 50;
    [w, i] = builtin (y);
    [gw, gi] = gpu (y, "kogge");
    assert ({gw, gi}, {w, i});
    [gw, gi] = gpu (y, 2, "kogge", "block", 32);
    assert ({gw, gi}, {w, i});
  endfor

endfunction

function A = sample ()

  A = reshape (mod (7 * (1:2*3*4), 19) - 9, 2, 3, 4);

endfunction
