## SPDX-License-Identifier: GPL-3.0-or-later

## gpumedian, gpumode, gpuquantile, gpuprctile, gpumaxk and gpumink, of arrays on the host, and median, mode, quantile,
## prctile, iqr, nth_element, maxk and mink of gpuArrays, against Octave's own, or against loops where it has no such
## option: all classes, dimensions, lengths, ties, NaN, infinities and empty arrays; then what is refused.

function suite_statistics ()

  live = __gpureduce__ ("live");
  check_classes ();
  check_lengths ();
  check_special ();
  check_joined ();
  check_omitted ();
  check_outtypes ();
  check_methods ();
  check_sizes_of_quantiles ();
  check_modes ();
  check_elements ();
  check_extremes ();
  check_empty ();
  check_places ();
  check_refused ();
  tally (__gpureduce__ ("live") == live, "%d buffers were left", __gpureduce__ ("live") - live);

endfunction

## A row of arrays of a size, one of each class, with many ties.
function list = arrays_of (sz)

  x = randi ([-20, 20], sz);
  list = {x + randi([0, 1], sz) / 3, single(x) / 7, int8(6 * x), int16(900 * x), int32(1e8 * x), ...
          int64(x) * int64(2) ^ 58, uint8(x), uint16(x * 3000), uint32(x * 2e8), uint64(abs (x)) * uint64(9e17), ...
          x > 0, complex(x, randi ([-3, 3], sz)), randn(sz), int64(randn (sz) * 9e18)};

endfunction

## Are the results those of gpuNAME for X on the host, and of NAME for X on the device, where they stay?
function expect_all (want, name, x, varargin)

  words = strjoin (cellfun (@text_of, varargin, "UniformOutput", false), ", ");
  what = sprintf ("%s of %s %s, %s", name, class (x), mat2str (size (x)), words);
  got = cell (size (want));
  if (exist (["gpu" name]))
    [got{:}] = feval (["gpu" name], x, varargin{:});
    tally (is_same (got, want), "gpu%s", what);
  endif
  [got{:}] = feval (name, gpuArray (x), varargin{:});
  tally (all (cellfun (@is_there, got)), "%s is on the host", what);
  tally (is_same (cellfun (@on_host, got, "UniformOutput", false), want), "%s", what);

endfunction

## The same for what Octave gives.
function check (nout, name, x, varargin)

  want = cell (1, nout);
  [want{:}] = __test_rule__ (name, x, varargin{:});
  expect_all (want, name, x, varargin{:});

endfunction

function text = text_of (a)

  text = merge (ischar (a), a, mat2str (double (a)));

endfunction

function t = is_there (a)

  t = isgpuarray (a) || (iscell (a) && all (cellfun (@isgpuarray, a(:))));

endfunction

function a = on_host (a)

  if (iscell (a))
    a = cellfun (@gather, a, "UniformOutput", false);
  else
    a = gather (a);
  endif

endfunction

function t = is_same (a, b)

  t = isequaln (a, b) && all (cellfun (@(c, d) strcmp (class (c), class (d)), a, b));

endfunction

## ---- by Octave's functions ----

function check_classes ()

  for sz = {[1, 36], [41, 1], [19, 24], [5, 6, 7], [130, 3, 2]}
    for x = arrays_of (sz{1})
      for dim = {{}, {1}, {2}, {3}, {4}}
        check (1, "median", x{1}, dim{1}{:});
        check (2 + (rand () < 0.2), "mode", x{1}, dim{1}{:});
        check (1, "quantile", x{1}, [0.2, 0.5, 0.9], dim{1}{:});
        check (1, "prctile", x{1}, [], dim{1}{:});
        check (1, "nth_element", x{1}, 1, dim{1}{:});
      endfor
      check_iqr (x{1});
    endfor
  endfor

endfunction

function check_iqr (x)

  for dim = {{}, {1}, {2}, {3}, {"all"}, {[1, 2]}, {[3, 1]}}(1:5 + ndims (x) - 1)
    want = iqr (merge (islogical (x), double (x), x), dim{1}{:}); # Octave 11 refuses logical values
    if (isa (x, "single"))
      want = single (want);
    endif
    expect_all ({want}, "iqr", x, dim{1}{:});
  endfor
  args = {{}, {"all"}, {[2, 1]}, {3}}{randi (4)};
  [z, q] = iqr (gpuArray (x), args{:});
  good = isgpuarray (z) && isgpuarray (q);
  [z, q] = gather (z, q);
  good &= isequaln (q(:), gpuquantile (x, [0.25, 0.75], args{:})(:));
  good &= isequaln (z, abs (diff (q, 1, find (size (q, 1:4) != size (z, 1:4)))));
  tally (good, "quartiles of %s %s", class (x), mat2str (size (x)));

endfunction

function check_lengths ()

  for n = [1:5, 31:34, 63:66, 127:129, 255:257, 1023:1025, 4095:4097, 32767:32769, 70001]
    for x = {randn(n, 1), single(randi (n, 1, n)), int8(randi ([-128, 127], 1, n)), randi([-5, 5], 2, n)}
      dim = 1 + (rows (x{1}) < n);
      check (1, "median", x{1}, dim);
      check (1, "quantile", x{1}, [0.01, 0.3, 0.31, 0.99], dim, 7);
      check (1, "nth_element", x{1}, min (2:5, n)(1):min (5, n), dim);
    endfor
    check (3, "mode", randi ([-5, 5], 2, n), 2);
  endfor
  for sz = {[3, 40000], [9, 5000], [17, 300, 5], [300, 400]}
    for dim = 1:2
      check (1, "median", randn (sz{1}), dim);
      check (1, "median", int16 (100 * randn (sz{1})), dim);
      check (1, "quantile", single (randi ([0, 9], sz{1})), [0.5, 0.1], dim);
    endfor
  endfor

endfunction

function check_special ()

  values = [NaN, Inf, -Inf, 1, -1, realmin, -realmin / 4, eps, 0, 0, 1, 1, 2, 3, 4];
  for sz = {[11, 5], [40, 9], [300, 2], [7, 6, 5]}
    for least = [1, 2, 4] # with NaN, without NaN, finite
      x = values(randi ([least, numel(values)], sz{1}));
      for y = {x, single(x)}
        for dim = 1:3
          check (1, "median", y{1}, dim);
          check (1, "nth_element", y{1}, 1, dim);
          check (2 + (numel (x) < 100), "mode", y{1}, dim);
          for method = [1, 3:9]
            check (1, "quantile", y{1}, [0, 0.3, 0.5, 1], dim, method);
          endfor
        endfor
        check_iqr (y{1});
      endfor
    endfor
  endfor
  for x = {NaN(4, 3), [NaN, 1], -zeros(1, 4), 3, NaN, Inf, single(2), int8(-3), true}
    check (1, "median", x{1});
    check (3, "mode", x{1});
    check (1, "quantile", x{1});
    check_iqr (x{1});
  endfor

endfunction

function check_methods ()

  for sz = {[1, 2], [10, 3], [4, 5, 6]}
    for x = arrays_of (sz{1})
      for method = 1:9
        check (1, "quantile", x{1}, rand (1, 5), 2, method);
        check (1, "quantile", x{1}, [0; 1; 0.5; 1/3; 0.25], 1, method);
      endfor
    endfor
  endfor

endfunction

function check_sizes_of_quantiles ()

  for x = {randn(5, 4), randn(1, 6), randn(6, 1), 3, randn(2, 3, 4)}
    for p = {0.4, [0.4, 0.6], [0.4; 0.6], [0.5, -1, 2, NaN], [], -3}
      check (1, "quantile", x{1}, p{1});
      check (1, "prctile", x{1}, 100 * p{1});
      for dim = 1:4
        check (1, "quantile", x{1}, p{1}, dim);
        check (1, "prctile", x{1}, 100 * p{1}, dim);
      endfor
    endfor
  endfor

endfunction

function check_modes ()

  for k = 1:40
    sz = randi (6, 1, 3);
    x = randi ([1, 1 + mod(k, 5)], sz);
    check (3, "mode", x, randi (4));
    check (2, "mode", single (x));
  endfor
  check (3, "mode", (1:5000).');
  check (3, "mode", repmat ([2, 1, 3], 1, 3000));
  ## of zeros of both signs the one that stood first
  x = {[0, -0, 1], [-0, 0, 1], [3, -0, 0]};
  for k = 1:3
    want = 1 / mode (x{k});
    tally (1 / gpumode (x{k}) == want && 1 / gather (mode (gpuArray (x{k}))) == want, "sign of zero %d", k);
  endfor

endfunction

function check_elements ()

  for x = {randi(9, 8, 5), single(randn (8, 3, 2)), int8(randi (9, 1, 8)), NaN(8, 1), [randn(7, 2); NaN, NaN], ...
           rand(8) > 0.5}
    for n = {1, 8, 3:5, 8:-1:1, (2:4).', [], int8(2)}
      check (1, "nth_element", x{1}, n{1});
      if (rows (x{1}) == 8)
        check (1, "nth_element", x{1}, n{1}, 1);
      endif
    endfor
    check (1, "nth_element", x{1}, 1, 3);
    check (1, "nth_element", x{1}, 1, 4);
  endfor

endfunction

## ---- by loops ----

## X with its dimensions DIMS as the last one, in their order.
function y = joined (x, dims)

  rest = setdiff (1:max ([ndims(x), dims]), dims);
  y = reshape (permute (x, [rest, sort(dims)]), [size(x, rest), prod(size (x, dims)), 1]);

endfunction

function check_joined ()

  for x = arrays_of ([4, 3, 5, 2])
    for dims = {[1, 2], [3, 2], [3, 1], [4, 2], [1, 2, 3, 4], [1, 4], [2, 7], [1, 3, 4], 2}
      y = joined (x{1}, dims{1});
      rest = setdiff (1:4, dims{1});
      last = numel (setdiff (1:max ([4, dims{1}]), dims{1})) + 1;
      sz = size (x{1}, 1:4);
      sz(dims{1}(dims{1} <= 4)) = 1;
      args = dims;
      if (numel (dims{1}) == 4)
        args = {"all"};
      endif
      expect_all ({reshape(__test_rule__ ("median", y, last), sz)}, "median", x{1}, args{1});
      [m, f, c] = __test_rule__ ("mode", y, last);
      expect_all ({reshape(m, sz), reshape(f, sz), reshape(c, sz)}, "mode", x{1}, args{1});
      expect_all ({reshape(__test_rule__ ("quantile", y, 0.3, last), sz)}, "quantile", x{1}, 0.3, args{1});
      ## several quantiles stand along the dimension that is named first
      at = sz;
      at(dims{1}(1)) = 3;
      order = [rest, dims{1}(1), setdiff(dims{1}(dims{1} <= 4), dims{1}(1))];
      q = __test_rule__ ("prctile", y, [70; 20; 20], last);
      q = ipermute (reshape (q, at(order)), order);
      if (isvector (q))
        q = q(:);
      endif
      expect_all ({q}, "prctile", x{1}, [70; 20; 20], args{1});
    endfor
  endfor

endfunction

function check_omitted ()

  for k = 1:30
    x = randn (randi (6), randi (9), randi (3));
    x(rand (size (x)) < rand ()) = NaN;
    for y = {x, single(x), complex(x, 1)}
      dim = randi (4);
      want = segment_by_segment (@(v) median_of_rest (v), y{1}, dim);
      for word = {"omitnan", "omitmissing", "OmitNaN"}
        expect_all ({want}, "median", y{1}, dim, word{1});
      endfor
      expect_all ({median_of_rest(y{1}(:))}, "median", y{1}, "omitnan", "all");
      check (1, "median", y{1}, dim);
      want = __test_rule__ ("median", y{1}, dim);
      expect_all ({want}, "median", y{1}, dim, "includenan");
      expect_all ({want}, "median", y{1}, "includemissing", dim);
      ## Octave stops at segments of NaN alone
      want = segment_by_segment (@(v) quantile_of_rest (v), y{1}, dim);
      expect_all ({want}, "quantile", y{1}, 0.3, dim, 2);
    endfor
  endfor
  expect_all ({int8(2)}, "median", int8 ([3, 2, 1]), "omitnan");
  expect_all ({realmax}, "median", [NaN, realmax, realmax, realmax], "omitnan");

endfunction

function m = median_of_rest (v)

  v = v(! isnan (v));
  if (isempty (v))
    m = NaN (class (v));
  else
    m = __test_rule__ ("median", v(:), 1);
  endif

endfunction

function q = quantile_of_rest (v)

  q = NaN (class (v));
  if (! all (isnan (v)))
    q = __test_rule__ ("quantile", v(:), 0.3, 1, 2);
  endif

endfunction

function y = segment_by_segment (f, x, dim)

  order = [dim, setdiff(1:max (ndims (x), dim), dim)];
  x = permute (x, order);
  sz = size (x, 1:numel (order));
  x = reshape (x, sz(1), []);
  y = zeros (1, columns (x), class (x));
  for k = 1:columns (x)
    y(k) = f (x(:,k));
  endfor
  y = ipermute (reshape (y, [1, sz(2:end)]), order);

endfunction

function check_outtypes ()

  for sz = {[5, 4], [4, 5]}
    for x = arrays_of (sz{1})
      want = __test_rule__ ("median", double (x{1}));
      is_wide = any (strcmp (class (x{1}), {"int64", "uint64"}));
      if (! is_wide || mod (sz{1}(1), 2))
        expect_all ({want}, "median", x{1}, "double");
      endif
      if (islogical (x{1}))
        expect_all ({want}, "median", x{1}, "native");
      else
        check_native (x{1});
      endif
      if (! is_wide)
        expect_all ({merge(isa (x{1}, "single"), single (want), want)}, "median", x{1}, 1, "default");
      endif
    endfor
  endfor
  ## two that add up to more than the class has
  for cls = {"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"}
    top = intmax (cls{1});
    low = intmin (cls{1});
    for x = {[top, top - 2], [top, top], [top, top - 1], [low, low + 2], [low, low], [low + 1, low], [low, top]}
      check (1, "median", x{1});
    endfor
  endfor

endfunction

function check_native (x)

  want = __test_rule__ ("median", x);
  expect_all ({want}, "median", x, "native");
  expect_all ({want}, "median", x, "Native", 1);

endfunction

## What Octave's sort says.
function check_extremes ()

  for sz = {[1, 20], [7, 6], [3, 4, 5]}
    for x = arrays_of (sz{1})
      y = x{1};
      if (isfloat (y))
        y(rand (size (y)) < 0.2) = NaN;
      endif
      for dim = 1:3
        for k = [0, 1, 3, 50]
          expect_all (first_sorted (y, k, dim, false), "mink", y, k, dim);
          expect_all (first_sorted (y, k, dim, true), "maxk", y, k, dim);
        endfor
      endfor
      if (! iscomplex (y))
        expect_all (first_sorted (y, 2, 2, true), "maxk", y, 2, 2, "ComparisonMethod", "real");
      endif
    endfor
  endfor
  for k = 1:20
    x = complex (randi ([-2, 2], 1, 9), randi ([-2, 2], 1, 9));
    x(randi (9)) = NaN;
    [~, i] = sortrows ([isnan(x(:)), real(x(:)), imag(x(:)), (1:9)'], 1:4);
    expect_all ({x(i(1:6)), i(1:6).'}, "mink", x, 6, "ComparisonMethod", "real");
    [~, i] = sortrows ([isnan(x(:)), -real(x(:)), -imag(x(:)), (1:9)'], 1:4);
    expect_all ({x(i(1:6)), i(1:6).'}, "maxk", x, 6, "ComparisonMethod", "real");
    for y = {real(x), int8(real (x)), single(real (x))}
      a = double (y{1}(:));
      [~, i] = sortrows ([isnan(a), abs(a), a < 0, (1:9)'], 1:4);
      expect_all ({y{1}(i(1:6)), i(1:6).'}, "mink", y{1}, 6, "ComparisonMethod", "abs");
      [~, i] = sortrows ([isnan(a), -abs(a), a >= 0, (1:9)'], 1:4);
      expect_all ({y{1}(i(1:6)), i(1:6).'}, "maxk", y{1}, 6, "ComparisonMethod", "abs");
    endfor
  endfor
  tally (strcmp (gpumaxk ("hello", 2), "ol") && strcmp (gather (mink (gpuArray ("hello"), 2)), "eh"), "characters");
  b = maxk ([3, 1, 2], gpuArray (2));
  tally (! isgpuarray (b) && isequal (b, [3, 2]), "maxk of a host array");

endfunction

function want = first_sorted (x, k, dim, descends)

  if (dim > ndims (x))
    i = ones (size (x)); # for which Octave 7 has an error
  elseif (descends)
    ## NaN go last
    [~, i] = sort (x, dim, "descend");
    n = size (x, dim);
    shape = ones (1, 3);
    shape(dim) = n;
    at = mod (reshape (0:n - 1, shape) + sum (isnan (x), dim), n) + 1;
    i = along (i, at, dim);
  else
    [~, i] = sort (x, dim);
  endif
  b = along (x, i, dim);
  part = repmat ({":"}, 1, 3);
  part{dim} = 1:min (k, size (x, dim));
  want = {b(part{:}), i(part{:})};

endfunction

function y = along (x, at, dim)

  [i, j, k] = ndgrid (1:size (x, 1), 1:size (x, 2), 1:size (x, 3));
  places = {i, j, k};
  places{dim} = at;
  y = x(sub2ind (size (x, 1:3), places{:}));

endfunction

## ---- nothing, and others ----

function check_empty ()

  for sz = {[0, 0], [0, 3], [3, 0], [1, 0], [2, 0, 3]}
    x = zeros (sz{1});
    for name = {"median", "quantile", "prctile", "iqr"}
      [~, err] = attempt (1, name{1}, {gpuArray(x)});
      tally (! isempty (err) && any (strfind (err.message, {"empty"}{1})), "%s of %s", name{1}, mat2str (sz{1}));
    endfor
    for dim = 1:4
      check (1, "nth_element", x, 1, dim);
      rest = size (x, setdiff (1:4, dim));
      if (dim <= numel (sz{1}) && prod (rest) == 0)
        check (3, "mode", x, dim);
      endif
    endfor
    check (1, "nth_element", single (x), 1:3);
  endfor

endfunction

## Numbers on the device are taken as such.
function check_places ()

  x = magic (5);
  for c = {@(x, k) median(x, k), @(x, k) mode(x, k), @(x, k) quantile(x, [0.2, 0.7], k), @(x, k) prctile(x, 10 * k), ...
           @(x, k) iqr(x, k), @(x, k) nth_element(x, k), @(x, k) nth_element(x, 3, k), @(x, k) quantile(x, 0.5, k, k)}
    want = c{1}(x, 2);
    text = func2str (c{1});
    got = c{1}(x, gpuArray (2));
    tally (! isgpuarray (got) && isequal (got, want), "%s of a host array", text);
    got = c{1}(gpuArray (x), gpuArray (2));
    tally (isgpuarray (got) && isequal (gather (got), want), "%s of a gpuArray", text);
  endfor
  for x = {10:-1:3, eye(4)}
    check (1, "median", x{1});
    expect_all (x, "median", x{1}, 1e10);
    expect_all ({x{1}}, "mode", x{1}, 1e10);
  endfor

endfunction

## Is the call of NAME an error with this text, by its own name and of a gpuArray?
function refuses (text, name, x, varargin)

  for row = {["gpu" name], x; name, gpuArray(x)}.'
    if (! exist (row{1}))
      continue;
    endif
    [~, err] = attempt (1, row{1}, [row(2), varargin]);
    tally (! isempty (err) && strncmp (err.message, [row{1} ": " text], numel (row{1}) + 2 + numel (text)), ...
           "%s, which is to say: %s", row{1}, text);
  endfor

endfunction

function check_refused ()

  for name = {"median", "mode", "quantile", "prctile"}
    args = {{}, {0.5}}{1 + any(strcmp (name{1}, {"quantile", "prctile"}))};
    refuses ("X must be a ", name{1}, "ab", args{:});
    for dim = {0, -1, 1.5, {1}, 1i, NaN, ones(2, 2), struct()}
      refuses ("DIM must be a", name{1}, 1, args{:}, dim{1});
    endfor
    refuses ("DIM must name each dimension once", name{1}, 1, args{:}, [2, 1, 2]);
    [~, err] = attempt (1, ["gpu" name{1}], {sparse(1)});
    tally (strcmp (err.identifier, "gpureduce:unsupported"), "%s of a sparse array", name{1});
    [~, err] = attempt (1, name{1}, {gpuArray(1), 1, 1, 1, 1, 1});
    start = ["Invalid call to " name{1}];
    tally (! isempty (err) && strncmp (err.message, start, numel (start)), "%s of many", name{1});
  endfor
  refuses ("X cannot be an empty matrix", "median", []);
  refuses ("unrecognized option 'foo'", "median", 1, "foo");
  refuses ("only one OUTTYPE can be specified", "median", 1, "native", "double");
  refuses ("X has no elements along dimension 1", "mode", zeros (0, 3), 1);
  refuses ("P must be a numeric vector", "quantile", 1, "a");
  refuses ("P must be a numeric vector", "prctile", 1, 1i);
  for method = {0, 10, 1.5, "a", [1, 2], {}}
    refuses ("Unknown METHOD", "quantile", 1, 1, 1, method{1});
  endfor
  refuses ("X must be a numeric vector or matrix", "iqr", "a");
  refuses ("DIM must be a positive integer scalar, vector, or 'all'", "iqr", 1, 0);
  refuses ("DIM must be a positive integer scalar, vector, or 'all'", "iqr", 1, "b");
  refuses ("n must be a scalar or a contiguous range", "nth_element", 1:3, [1, 3]);
  refuses ("n must be a scalar or a contiguous range", "nth_element", 1:3, [2, 2]);
  refuses ("invalid index", "nth_element", 1:3, 0);
  refuses ("invalid element index", "nth_element", 1:3, 4);
  refuses ("DIM must be a valid dimension", "nth_element", 1:3, 1, 0);
  for name = {"maxk", "mink"}
    [~, err] = attempt (1, ["gpu" name{1}], {{1}, 1});
    tally (! isempty (err) && any (strfind (err.message, "A must be a numeric")), "%s of a cell", name{1});
    refuses ("K must be a whole number", name{1}, 1, -1);
    refuses ("DIM must be a positive integer scalar", name{1}, 1, 1, 0.5);
    refuses ("unrecognized option", name{1}, 1, 1, "up");
    refuses ('"ComparisonMethod" must be', name{1}, 1, 1, "ComparisonMethod", 1);
  endfor

endfunction
