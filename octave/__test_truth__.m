## SPDX-License-Identifier: GPL-3.0-or-later

## __test_truth__ (PART, GPU, BUILTIN)
## The tests that gpuany and gpuall share: PART names one, GPU and BUILTIN are
## handles of the function and of what it is compared with.

function __test_truth__ (part, gpu, builtin)

  feval (["test_" part], gpu, @(varargin) __test_rule__ (func2str (builtin), varargin{:}));

endfunction

## every class, along every dimension
function test_classes (gpu, builtin)

  A = sample ();
  for c = {"double", "single", "int8", "int16", "int32", "int64", ...
          "uint8", "uint16", "uint32", "uint64", "logical", "char"}
    B = feval (c{1}, A);
    assert (gpu (B), builtin (B));
    for dim = 1:4
      assert (gpu (B, dim), builtin (B, dim));
      assert (class (gpu (B, dim)), "logical");
    endfor
  endfor

endfunction

## one element decides, wherever it stands
function test_one_decides (gpu, builtin)

  for k = [1 32 33 500 1001]
    z = zeros (1, 1001);
    z(k) = 1;
    assert (gpu (z), builtin (z));
    assert (gpu (1 - z), builtin (1 - z));
    assert (gpu (z, "shuffle", "block", 64), builtin (z));
    assert (gpu (1 - z, "shuffle", "block", 64), builtin (1 - z));
  endfor

endfunction

## empties
function test_empty (gpu, builtin)

  for sz = {[0 0], [0 1], [1 0], [0 3], [3 0], [0 0 2], [2 2 0], [1 1 0], [2 2 0 3]}
    z = zeros (sz{1});
    assert (gpu (z), builtin (z));
    for dim = 1:3
      assert (gpu (z, dim), builtin (z, dim));
    endfor
  endfor

endfunction

function A = sample ()

  A = reshape (mod (7 * (1:2*3*4), 3), 2, 3, 4);

endfunction
