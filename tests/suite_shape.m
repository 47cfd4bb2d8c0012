## SPDX-License-Identifier: GPL-3.0-or-later

## Functions that move elements of gpuArrays or ask for their pattern, against Octave's own: classes, sizes, empties and
## what is refused.  Each result is a gpuArray; answers of a logical value are on the host.

function suite_shape ()

  live = __gpureduce__ ("live");
  ## print_usage without the text of the help, which takes seconds
  folder = fullfile (fileparts (mfilename ("fullpath")), "sweep");
  addpath (folder);
  restore = onCleanup (@() rmpath (folder));
  check_complex ();
  check_diag ();
  check_subscripts ();
  check_products ();
  check_choices ();
  check_cells ();
  check_special_matrices ();
  check_moves ();
  check_patterns ();
  check_functions_of_elements ();
  check_usage ();
  tally (__gpureduce__ ("live") == live, "%d buffers were left", __gpureduce__ ("live") - live);

endfunction

## One array of a size in each class.
function list = arrays_of (sz)

  x = reshape (mod (7 * (1:prod (sz)), 23) - 9, sz);
  list = {x / 3, single(x) / 3, int8(x), uint16(x + 9), int64(x) * int64(2) ^ 55, x > 0, complex(x, flip (x)), ...
          single(complex (x, x + 1))};

endfunction

function list = sizes ()

  list = {[1, 1], [1, 5], [5, 1], [3, 4], [4, 4], [0, 0], [1, 0], [0, 1], [0, 3], [3, 0], [2, 3, 4], [1, 1, 3], [2, 0, 3]};

endfunction

function check_complex ()

  odd = [0, -0, NaN, NA, Inf, -Inf, 1];
  for x = {odd, single(odd), odd.', zeros(0, 3), 5, true, [true, false], int8(1:7), {}, 3i, complex(odd, 1)}
    same_on_device (1, "complex", x(1));
    for y = {odd, single(odd), fliplr(odd), 3, single(-0), int8(3), int16(1:7), true, zeros(0, 3), zeros(3, 0), [1, 2], 2i}
      if (isreal (x{1}) && isreal (y{1})) # Octave 7 drops imaginary parts
        same_on_device (1, "complex", {x{1}, y{1}}, 1:2);
      endif
    endfor
  endfor
  tally (iscomplex (complex (gpuArray ([1, 2]), 0)), "complex numbers stay so");

endfunction

function check_diag ()

  for sz = sizes ()
    for x = arrays_of (sz{1})
      same_on_device (1, "diag", x(1));
      same_on_device (1, "diag", {x{1}, -1});
    endfor
    for k = {-6, -1, 0, 2, 1.5}
      same_on_device (1, "diag", {ones(sz{1}), k{1}});
    endfor
    for mn = {[3, 4], [7, 2], [0, 3], [2, -1]}
      same_on_device (1, "diag", {ones(sz{1}), mn{1}(1), mn{1}(2)});
    endfor
  endfor
  for k = {int8(-1), single(2), true, [], {1}}
    same_on_device (1, "diag", {1:3, k{1}});
  endfor
  same_on_device (1, "diag", {int8(1:3), 2, 5});
  for k = {NaN, Inf, 1e300, [1, 2], 1i, "a"} # of some of these Octave takes a part
    [~, err] = attempt (1, "diag", {gpuArray([1, 2]), k{1}});
    tally (! isempty (err) && strcmp (err.message, "diag: invalid argument K"), "diag of such K");
  endfor
  text = diag (gpuArray ("ab"));
  tally (isequal (gather (text), diag ("ab")), "diag of text");
  x = magic (5);
  same_on_device (1, @(x) diag (x) .* diag (diag (x)), {x});
  same_on_device (1, "trace", {x});
  same_on_device (1, "trace", {x(1,:)});

endfunction

function check_subscripts ()

  all_dims = {[3, 4], [3, 4, 2], [3, 1], [1, 5], [3; 4], [2, 3, 4, 5], int8([3, 4]), [], 3, [3.5, 4], [-3, 4], [0, 4]};
  subscripts = {1, 2, [1, 2; 3, 1], [1; 3], 0, 4, 1.5, NaN, -1, [], zeros(0, 3), int8([1, 2]), single([1, 2]), true, 1i, 1e300, uint64(2)};
  for dims = all_dims
    same_on_device (1, "sub2ind", {dims{1}, 3}, 2);
    same_on_device (1, "sub2ind", {dims{1}, 1, [1, 2], 2}, 2:4);
    for j = {[1, 3], int8([2, 1])}
      same_on_device (1, "sub2ind", {dims{1}, [1, 2], j{1}}, 2:3);
      same_on_device (1, "sub2ind", {dims{1}, [1, 2], j{1}, [1, 1]}, 2:4);
    endfor
    for ind = {[1, 5; 12, 3], [3; 121]}
      for nout = [1, 3]
        same_on_device (nout, "ind2sub", {dims{1}, ind{1}}, 2);
      endfor
    endfor
  endfor
  for i = subscripts
    same_on_device (1, "sub2ind", {[3, 4], i{1}}, 2);
    same_on_device (2, "ind2sub", {[3, 4], i{1}}, 2);
    for j = {1, [1, 2; 4, 1], [1, 2]}
      same_on_device (1, "sub2ind", {[3, 4], i{1}, j{1}}, 2:3);
    endfor
  endfor
  for ind = {13, 24, [false, true], [false; true], [true, false; true, true], zeros(0, 2)}
    same_on_device (2, "ind2sub", {[3, 4], ind{1}}, 2);
  endfor
  ## the same texts for what is out of range
  for bad = {{[3, 4], [1, 0], [1, 1]}, {[3, 4], [1, 2, 9], [1, 1, 1]}, {[3, 4], 1, 5}, {[3, 4], 1, 1, 2}, {[3, 4], 1.5, 1}}
    [~, want] = attempt (1, "sub2ind", bad{1});
    [~, err] = attempt (1, "sub2ind", [bad{1}(1), cellfun(@gpuArray, bad{1}(2:end), "UniformOutput", false)]);
    tally (strcmp (err.message, want.message) && strcmp (err.identifier, want.identifier), "sub2ind: %s", want.message);
  endfor
  for bad = {0, 13, 1.5}
    [~, want] = attempt (1, "ind2sub", {[3, 4], bad{1}});
    [~, err] = attempt (1, "ind2sub", {[3, 4], gpuArray(bad{1})});
    tally (strcmp (err.message, want.message), "ind2sub: %s", want.message);
  endfor
  n = 1e5;
  ind = randi (n ^ 2, 1, 1000);
  same_on_device (2, "ind2sub", {[n, n], ind}, 2);
  [i, j] = ind2sub ([n, n], ind);
  same_on_device (1, "sub2ind", {[n, n], i, j}, 2:3);
  for args = {{[3, 4], "a", 1}, {[3, 4], {1}, 1}}
    same_on_device (1, "sub2ind", args{1}, 2:3);
  endfor

endfunction

function check_products ()

  shapes = {[1, 1], [1, 3], [3, 1], [2, 3], [0, 3], [2, 0], [2, 3, 2]};
  for a = shapes
    for b = shapes
      same_on_device (1, "kron", {ones(a{1}), reshape(1:prod (b{1}), b{1})}, 1:2);
    endfor
    for x = arrays_of (a{1})
      same_on_device (1, "kron", {x{1}, [1, 2; 3, 4]}, 1:2);
      same_on_device (1, "kron", {single([1, 2]), x{1}}, 1:2);
    endfor
  endfor
  same_on_device (1, "kron", {[1, 2; 3, 4], [1; -1], [2, 5], 1i}, 1:4);
  same_on_device (1, "kron", {[1, Inf, NaN], [0, -0, 2]}, 1:2);
  same_on_device (1, "kron", {eye(2), int8([1, 2])}, 1:2);
  same_on_device (1, "kron", {1, {1}});
  same_on_device (1, "kron", {1, "ab"});

endfunction

function check_choices ()

  mask = [true, false, true];
  values = {1, [4, 5, 6], [4; 5; 6], single(1), single([1, 2, 3]), int8([7, 8, 9]), int8(3), int16(3), true, mask, [1, NaN, Inf], ...
            [1i, 2, 3], "abc", {1}, zeros(1, 0)};
  for a = values
    for b = values([1, 2, 6, 9])
      same_on_device (1, "merge", {mask, a{1}, b{1}}, 1:3);
    endfor
    for m = {true, 0, [1, 0, 2], mask.', true(0, 3), [], [NaN, 1, 0]}
      if (! iscell (a{1}))
        same_on_device (1, "merge", {m{1}, a{1}, 3}, 1:3);
      endif
    endfor
    same_on_device (1, "ifelse", {mask, a{1}, 3}, 1:3);
  endfor
  same_on_device (1, "isna", {[1, NA, NaN, -NaN, Inf]});
  same_on_device (1, "isna", {single([1, NA, NaN])});
  same_on_device (1, "isna", {complex([1, NA, NaN, 1; 2, 3, 4, 5], [NA, 1, 1, NaN; 1, 2, 3, 4])});
  same_on_device (1, "isna", {single(complex ([1, NA], [NA, 1]))});
  for sz = sizes ()
    for x = arrays_of (sz{1})
      same_on_device (1, "isna", x(1));
    endfor
  endfor
  [~, err] = attempt (1, "isna", {gpuArray("a")});
  tally (strcmp (err.message, "isna: argument must be numeric"), "isna of text");

endfunction

function check_cells ()

  for sz = sizes ()
    for x = arrays_of (sz{1})
      same_on_device (1, "num2cell", x(1));
      same_on_device (1, "cellslices", {x{1}, [1, 1], [1, 0]});
    endfor
    for dims = {1, [1, 3], 3, [2, 1]}
      same_on_device (1, "num2cell", {x{1}, dims{1}});
    endfor
    for dim = {[], 2, 0}
      for lb = {1, [1, 2], []}
        for ub = {1, [2, 2], []}
          same_on_device (1, "cellslices", [{x{1}, lb{1}, ub{1}}, num2cell(dim{1})]);
        endfor
      endfor
    endfor
    x = reshape (1:prod (sz{1}), sz{1});
    n = sz{1};
    for args = {{n(1)}, {n(1), n(2)}, {[1, n(1) - 1], [n(2), 0]}, {[1; n(1) - 1], ones(1, n(2))}, {1, 1}, {n(1), n(2), 1}, {n(1), n(2), 2}, ...
                {n(1), n(2), [1, 0]}, {[], n(2)}, {n(1), {1}}, {1.5, n(2)}, {n(1), n(2), ones(1, size (x, 3))}, {n(1), n(2), size(x, 3), 1}}
      if (numel (n) < 3 || numel (args{1}) != 1) # there Octave 7 gives an empty cell
        same_on_device (1, "mat2cell", [{x}, args{1}]);
      endif
    endfor
  endfor
  for dims = {[], 0, [1, 1], 1.5, 5, [1, 2, 3], "a"}
    same_on_device (1, "num2cell", {magic(3), dims{1}});
  endfor
  for c = {{1, 2; 3, 4}, {[1, 2], 3; [4, 5], 6}, {[1; 2], [3, 4; 5, 6]}, {int8(1), int8([2, 3])}, {true, false}, {single(1), 2}, {1}, {[], 1}, ...
           cat(3, {1, 2}, {3, 4}), {1, "a"}, {1, {2}}, {1, [2; 3]}, {1i, 2}}
    [want, fails] = attempt (1, "cell2mat", c);
    [got, err] = attempt (1, "cell2mat", {cellfun(@on_device, c{1}, "UniformOutput", false)});
    if (isempty (fails))
      good = isempty (err) && isgpuarray (got{1}) && isempty (mismatch (gather (got{1}), want{1}, []));
    else
      good = ! isempty (err);
    endif
    tally (good, "cell2mat of %s", disp (c{1}));
  endfor
  x = gpuArray (reshape (1:24, 4, 6));
  tally (isequal (cell2mat (mat2cell (x, [1, 3], [2, 0, 4])), x), "cell2mat of mat2cell");

endfunction

function x = on_device (x)

  if (! iscell (x))
    x = gpuArray (x);
  endif

endfunction

function check_special_matrices ()

  vectors = {1:4, (1:3).', 5, int8(1:3), single([1, 5, 2]), [1, 2i, 3 + 1i], single([1i, 2]), [true, false], [], zeros(1, 0), ones(2, 2), [NaN, 1]};
  for name = {"toeplitz", "hankel"}
    for c = vectors
      same_on_device (1, name{1}, c);
      for r = vectors
        warning ("off", "all", "local");
        same_on_device (1, name{1}, {c{1}, r{1}}, 1:2);
      endfor
    endfor
  endfor
  for x = {magic(4), int8(magic (3)), 5, [], ones(2, 3), single([1, 2i; 3, 4]), true(2), ones(2, 2, 2)}
    same_on_device (1, "vech", x);
  endfor

endfunction

function check_moves ()

  for sz = sizes ()
    for x = arrays_of (sz{1})
      for name = {"flip", "fliplr", "flipud", "rot90", "tril", "triu", "shiftdim", "squeeze", "vec"}
        same_on_device (1, name{1}, x(1));
      endfor
      if (! isempty (x{1}))
        same_on_device (1, "circshift", {x{1}, 1});
      endif
    endfor
    for k = {-2, 9, [1, -1], 1.5}
      for name = {"circshift", "tril", "triu", "rot90"}
        same_on_device (1, name{1}, {x{1}, k{1}});
      endfor
      same_on_device (1, "circshift", {x{1}, k{1}, 2});
    endfor
    for dim = {2, 3, 0}
      same_on_device (1, "flip", {x{1}, dim{1}});
    endfor
  endfor
  same_on_device (1, "blkdiag", {[1, 2], magic(3), 5}, 1:3, @(want) [], true);

endfunction

function check_patterns ()

  base = magic (4);
  list = {base, base + base', tril(base), triu(base), diag(1:4), eye(3), ones(2, 3), 5, [], zeros(3, 0), [1, 2i; -2i, 3], [1, 2i; 2i, 3], ...
          triu(tril (base, 1), -1), [1, NaN; NaN, 1], zeros(4), single(base + base'), int8(base + base'), true(3), ones(2, 2, 2), ...
          base + base' + 1e-12 * triu(base), [0, 1; -1, 0], 1:4, Inf(2), single([1, 2i; -2i, 3])};
  for x = list
    for name = {"isdiag", "istril", "istriu", "issymmetric", "ishermitian", "issquare", "isvector", "isrow", "iscolumn", "isscalar"}
      same_on_device (1, name{1}, x, 1, @(want) [], true);
    endfor
    for tol = {1e-10, "skew"}
      same_on_device (1, "issymmetric", {x{1}, tol{1}}, 1, @(want) [], true);
      same_on_device (1, "ishermitian", {x{1}, tol{1}}, 1, @(want) [], true);
    endfor
    for k = [0, 2]
      same_on_device (1, "isbanded", {x{1}, k, 3 - k}, 1, @(want) [], true);
    endfor
    same_on_device (2, "bandwidth", x, 1, @(want) [], true);
  endfor

endfunction

## Functions that Octave makes of others: within the rounding of these.
function check_functions_of_elements ()

  x = [-7.5:0.37:7.5, 0, -0, 0.5, 1, -1, 30, 45, 60, 90, 180, -90, 360, Inf, -Inf, NaN];
  for name = {"sec", "csc", "cot", "sech", "csch", "coth", "secd", "cscd", "cotd", "sind", "cosd", "tand", "asind", "acosd", "atand", "acot", ...
              "acoth", "asech", "acsch", "asec", "acsc", "acotd", "asecd", "acscd", "cospi", "sinpi", "deg2rad", "rad2deg", "sign"}
    for y = {x, single(x), zeros(0, 3)}
      same_on_device (1, name{1}, y, 1, @few_roundings);
    endfor
  endfor
  for n = {1, 2, 3, -3, 5, -1, 4, 7, -5, 0.5, 0, Inf, 1i, [1, 2]}
    for y = {x, abs(x), abs(single (x)), -8, zeros(0, 3), 1i}
      same_on_device (1, "nthroot", {y{1}, n{1}}, 1, @few_roundings);
    endfor
  endfor

endfunction

function b = few_roundings (want)

  b = 64 * double (eps (abs (want)));
  b(! isfinite (b)) = 0;

endfunction

## Calls of too few or too many arguments.
function check_usage ()

  d = gpuArray (magic (3));
  calls = {"diag", {d, 2, 3, 4}; "kron", {d}; "merge", {d, 1}; "mat2cell", {d}};
  for call = calls.'
    [~, err] = attempt (1, call{:});
    tally (! isempty (err) && strncmp (err.message, ["Invalid call to " call{1}], 16 + numel (call{1})), "usage of %s", call{1});
  endfor

endfunction
