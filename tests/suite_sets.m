## SPDX-License-Identifier: GPL-3.0-or-later

## unique, ismember, union, intersect, setdiff, setxor, lookup and interp1 of gpuArrays against Octave's own functions: all
## classes, shapes, options, ties, NaN, signed zeros and arrays without elements, the second array on the device or not;
## and index by places on the device, which they are made of.  Where Octave 7 is wrong, what has to hold is asserted.

function suite_sets ()

  live = __gpureduce__ ("live");
  before = warning ("off", "all");
  cleanup = onCleanup (@() warning (before));
  check_places ();
  check_lookup ();
  check_unique ();
  check_two_sets ();
  check_stable_intersections ();
  check_ismember ();
  check_interp1 ();
  check_cubics ();
  check_refused ();
  tally (__gpureduce__ ("live") == live, "%d buffers were left", __gpureduce__ ("live") - live);

endfunction

## Have both arrays the same class, size and elements, signs of zeros and kinds of NaN among them?
function t = is_same (a, b)

  t = strcmp (class (a), class (b)) && iscomplex (a) == iscomplex (b) && isequaln (a, b);
  if (t && isfloat (a))
    t = isequaln (1 ./ real (a), 1 ./ real (b)) && isequaln (1 ./ imag (a), 1 ./ imag (b)) && isequal (isna (a), isna (b));
  endif

endfunction

## Does NAME (ARGS{:}) give the same NOUT results, on the device, or an error with the same text, when arguments WHICH are
## gpuArrays?  And as many as the first results alone.
function compare (nout, name, args, which = 1)

  [want, wrong] = attempt (nout, name, args);
  title = name;
  if (! ischar (name))
    title = func2str (name);
  endif
  what = sprintf ("%s, %d results, device %s: %s", title, nout, num2str (which), strjoin (cellfun (@text_of, args, "UniformOutput", false), ", "));
  args(which) = cellfun (@gpuArray, args(which), "UniformOutput", false);
  [got, err] = attempt (nout, name, args);
  if (isempty (want) || isempty (got))
    if (any (cellfun (@(a) isequal (a, "next"), args))) # of which Octave's error says "previous"
      wrong.message = strrep (wrong.message, "'previous'", "'next'");
    endif
    tally (isempty (want) && isempty (got) && strcmp (strtok (wrong.message, "\n"), strtok (err.message, "\n")), ...
           "%s: \"%s\" instead of \"%s\"", what, message_of (err), message_of (wrong));
    return;
  endif
  good = all (cellfun (@isgpuarray, got)) && all (cellfun (@(a, b) is_same (a, gather (b)), want, got));
  tally (good, "%s", what);

endfunction

function text = message_of (err)

  text = "no error";
  if (! isempty (err))
    text = err.message;
  endif

endfunction

function text = text_of (x)

  if (ischar (x) && isrow (x))
    text = ["\"" x "\""];
  else
    text = sprintf ("%s [%s]", class (x), num2str (size (x)));
  endif

endfunction

## One array of each class, with many ties.
function list = arrays_of (sz)

  x = randi ([-4, 4], sz);
  list = {x / 2, single(x) / 3, int8(x), int16(x), int32(x), int64(x) * int64(2) ^ 60, uint8(x), uint16(x), uint32(x), ...
          uint64(abs (x)) * uint64(4e18), x > 0, char(x + 70), complex(x, randi (2, sz)), single(complex (mod (x, 2), randi (3, sz)))};

endfunction

function x = special (sz)

  values = [0, -0, NaN, NA, Inf, -Inf, 1, -1];
  x = values(randi (numel (values), sz));

endfunction

function check_places ()

  for x = arrays_of ([7, 5])
    for i = {[3; 1; 35], [4, 4, 2, 1], ones(3, 4), [2, NaN], [1, 36], [1, 1.5], [0, 1], [-1; 2]}
      compare (1, @(a, i) a(i), {x{1}, i{1}}, [1, 2]);
      compare (1, @(a, i) a(:)(i), {x{1}, i{1}}, [1, 2]);
      compare (1, @(a, i) a(:).'(i), {x{1}, i{1}}, [1, 2]);
    endfor
    for i = {[3; 1], [5, 5, 2, 1], ones(3, 4), [1, 8], [1, 1.5], [0, 1]}
      compare (1, @(a, i) a(i,:), {x{1}, i{1}}, [1, 2]);
      compare (1, @(a, i) a(:,i), {x{1}, i{1}}, [1, 2]);
      compare (1, @(a, i) a(:,:,i), {x{1}, i{1}}, [1, 2]);
      compare (1, @(a, i) a(:,i,:), {repmat(x{1}, [1, 1, 3]), i{1}}, [1, 2]);
      compare (1, @(a, i) a(:,i), {repmat(x{1}, [1, 1, 3]), i{1}}, [1, 2]);
    endfor
  endfor
  for i = {[1, 2], [1; 1], ones(2, 2)}
    compare (1, @(a, i) a(i), {7, i{1}}, [1, 2]);
    compare (1, @(a, i) a(i), {[], i{1}}, [1, 2]);
    compare (1, @(a, i) a(:,i), {zeros(0, 3), i{1}}, [1, 2]);
  endfor
  compare (1, @(a, i) a(i), {randn(1, 200000), randperm(200000)}, [1, 2]);
  compare (1, @(a, i) a(i,:), {randn(300, 200), randi(300, 1, 500)}, [1, 2]);

endfunction

function check_lookup ()

  both = {[1], [2], [1, 2]};
  for x = arrays_of ([1, 40])
    if (islogical (x{1}))
      continue;
    endif
    table = sort (abs_of (x{1}));
    y = x{1}(randi (40, 6, 7));
    for opt = {{}, {""}, {"m"}, {"b"}, {"l"}, {"r"}, {"lr"}, {"mb"}, {"ml"}, {"x"}}
      for which = both
        compare (1, "lookup", [{table, y}, opt{1}], which{1});
        compare (1, "lookup", [{fliplr(table), y}, opt{1}], which{1});
        compare (1, "lookup", [{table(1:0), y}, opt{1}], which{1});
        compare (1, "lookup", [{table(3), y}, opt{1}], which{1});
        compare (1, "lookup", [{table, y(1:0)}, opt{1}], which{1});
      endfor
    endfor
  endfor
  numbers = {[1, 2, 3], single([0.1, 2, 3]), int8([1, 2, 120]), uint64([1, 2, 2^53]), int64([2^53, 2^53 + 2])};
  values = {[0.1, 2.6, NaN, -Inf, 2^53 + 1], single([0.1, 2.5, 300]), int8([-5, 2, 100]), uint8([2, 250]), int64([2, 2^53])};
  for t = numbers
    for v = values
      for opt = {"", "m", "b", "l", "r"}
        compare (1, "lookup", {t{1}, v{1}, opt{1}});
        compare (1, "lookup", {fliplr(t{1}), v{1}, opt{1}}, 2);
      endfor
    endfor
  endfor
  for n = [1000, 1023:1025, 5000, 70000]
    table = sort (randn (n, 1));
    compare (1, "lookup", {table, [table; randn(3000, 1)]});
    compare (1, "lookup", {flip(table), [table; randn(3000, 1); NaN]});
    compare (1, "lookup", {sort(randi (50, n, 1)), randi(50, 40, 40)});
  endfor
  compare (1, "lookup", {[1, 2; 3, 4], 3});
  compare (1, "lookup", {1:3, 1, 2});
  compare (1, "lookup", {1:3});
  compare (1, "lookup", {1:3, 1, "", 1});
  compare (1, "lookup", {"abc", 98});
  compare (1, "lookup", {[true, false], 1});
  ## where Octave expects none
  tally (isequal (gather (lookup (gpuArray ([1, 2, NaN]), [0, 5, NaN])), [0, 2, 3]), "a table that ends with NaN");
  tally (isequal (gather (lookup (gpuArray ([NaN, 2, 1]), [0, 5, 1])), [3, 1, 3]), "a table that begins with NaN");

endfunction

function x = abs_of (x)

  if (iscomplex (x))
    x = abs (x);
  endif

endfunction

function check_unique ()

  turn = 0;
  options = {{}, {"first"}, {"last"}, {"sorted"}, {"legacy"}, {"rows"}, {"rows", "last"}, {"legacy", "rows"}};
  for sz = {[1, 30], [30, 1], [6, 7], [40, 2], [3, 2, 4], [1, 1], [2, 1], [1, 2]}
    for x = [arrays_of(sz{1}), {special(sz{1}), single(special (sz{1})), complex(special (sz{1}), 1)}]
      for opt = options(1 + mod (turn++, 2):2:end)
        if (any (strcmp (opt{1}, "rows")) && numel (sz{1}) > 2)
          continue;
        endif
        compare (3, "unique", [x, opt{1}]);
        compare (1, "unique", [x, opt{1}]);
      endfor
      compare (2, "unique", {x{1}, "stable"});
      [y, i, j] = unique (gpuArray (x{1}), "stable");
      tally (isequaln (gather (y(j)(:)), x{1}(:)) && isequaln (gather (y(:)), x{1}(gather (i))(:)), "unique of %s, stable", text_of (x{1}));
      if (numel (sz{1}) < 3)
        compare (2, "unique", {x{1}, "stable", "rows"});
      endif
    endfor
  endfor
  for sz = {[0, 0], [1, 0], [0, 1], [0, 3], [3, 0], [2, 0, 3]}
    for opt = {{}, {"rows"}, {"stable"}, {"legacy"}}
      if (any (strcmp (opt{1}, "rows")) && numel (sz{1}) > 2)
        continue;
      endif
      compare (3, "unique", [{zeros(sz{1})}, opt{1}]);
      compare (3, "unique", [{int8(zeros (sz{1}))}, opt{1}]);
    endfor
  endfor
  compare (2, "unique", {randi(1000, 1, 100000)});
  compare (3, "unique", {randi(5, 5000, 4), "rows"});
  compare (1, "unique", {repmat(3, 1, 70000)});
  for words = {{2}, {"foo"}, {"first", "last"}, {"sorted", "stable"}, {"first", "stable"}, {"legacy", "stable"}, {"rows", "rows"}}
    compare (1, "unique", [{[1, 2]}, words{1}]);
  endfor

endfunction

function check_two_sets ()

  names = {"union", 3; "intersect", 3; "setdiff", 2; "setxor", 3};
  options = {{}, {"sorted"}, {"stable"}, {"legacy"}};
  shapes = {{[1, 20], [1, 15]}, {[20, 1], [1, 15]}, {[20, 1], [15, 1]}, {[4, 5], [1, 3]}, {[1, 20], [3, 3]}, {[2, 3, 2], [4, 1]}, ...
            {[1, 1], [1, 1]}, {[1, 1], [5, 1]}};
  for row = names.'
    for sz = shapes
      b = arrays_of (sz{1}{2});
      a = arrays_of (sz{1}{1});
      for k = 1:numel (a)
        for opt = options(1 + mod (k, 2):2:end)
          if (strcmp (row{1}, "intersect") && strcmp (opt{1}, "stable"))
            continue; # check_stable_intersections
          endif
          compare (row{2}, row{1}, [a(k), b(k), opt{1}], 1 + mod (k, 2));
          compare (1, row{1}, [a(k), b(k), opt{1}], [1, 2]);
        endfor
      endfor
      compare (row{2}, row{1}, {special(sz{1}{1}), special(sz{1}{2})});
      for pair = {{int8(1:5), 3:8}, {single(1:5), 3:8}, {true, 0:3}, {1:5, uint8(3)}, {"hello", "world"}, {65:70, int16(60:66)}}
        compare (row{2}, row{1}, pair{1});
        compare (row{2}, row{1}, fliplr (pair{1}));
      endfor
    endfor
    check_rows (row{:});
    check_empty_sets (row{:});
    x = randi (5000, 1, 20000);
    compare (row{2}, row{1}, {x, randi(6000, 1, 3000)}, [1, 2]);
    for words = {{"foo"}, {"rows", "foo"}, {"stable", "legacy"}, {"sorted", "stable"}, {3}, {"rows", "stable", "legacy"}}
      compare (1, row{1}, [{[1, 2], [2, 3]}, words{1}]);
    endfor
    compare (1, row{1}, {1, [1, 2], "rows"});
    compare (1, row{1}, {ones(2, 2, 2), [1, 2], "rows"});
    compare (1, row{1}, {1, struct()});
    compare (1, row{1}, {1});
  endfor

endfunction

function check_rows (name, nout)

  for k = 1:6
    a = randi (3, 20, 2);
    b = randi (3, 1 + 2 * (k - 1), 2);
    if (k > 3)
      a(randi (40, 1, 4)) = NaN;
    endif
    for opt = {{}, {"legacy"}, {"stable"}}
      if (strcmp (name, "intersect") && strcmp (opt{1}, "stable"))
        continue;
      endif
      compare (nout, name, [{a, b, "rows"}, opt{1}], 1 + mod (k, 2));
      compare (1, name, [{int8(a), int8(b), "rows"}, opt{1}]);
    endfor
  endfor

endfunction

function check_empty_sets (name, nout)

  for a = {[], zeros(1, 0), zeros(0, 1), zeros(0, 3), single([]), true(1, 0)}
    for b = {[], [1, 2], [1; 2], zeros(1, 0), int8([3, 3])}
      for opt = {{}, {"legacy"}, {"stable"}}
        ## Octave's setxor has no indices then
        n = nout - 2 * strcmp (name, "setxor");
        compare (n, name, [a, b, opt{1}]);
        compare (n, name, [b, a, opt{1}]);
      endfor
    endfor
  endfor
  [c, ia, ib] = setxor (gpuArray ([]), [2, 1, 1]);
  tally (isequal (gather (c), [1, 2]) && isempty (ia) && isequal (gather (ib), [2; 1]), "setxor of nothing and a row");

endfunction

## IB of Octave 7 is right where it happens to be a turned row.
function check_stable_intersections ()

  for k = 1:20
    a = randi (15, 1, 12);
    b = randi (15, 1 + mod (k, 2), 6);
    c = intersect (a, b, "stable");
    compare (1, "intersect", {a, b, "stable"}, 1 + mod (k, 2));
    [d, ia, ib] = intersect (gpuArray (a), b, "stable");
    tally (isequal (c(:), gather (d(:)), a(gather (ia))(:), b(gather (ib))(:)) && issorted (gather (ia)), "intersect, stable: indices");
    a = randi (3, 12, 2);
    b = randi (3, 8, 2);
    [d, ia, ib] = intersect (gpuArray (a), b, "rows", "stable");
    tally (isequal (intersect (a, b, "rows", "stable"), gather (d), a(gather (ia),:), b(gather (ib),:)), "intersect of rows, stable");
  endfor

endfunction

function check_ismember ()

  for sz = {{[4, 5], [1, 7]}, {[1, 9], [3, 3]}, {[2, 2, 2], [5, 1]}, {[1, 1], [1, 1]}, {[0, 3], [1, 2]}, {[2, 2], [0, 0]}, {[1, 3], [1, 0]}}
    a = arrays_of (sz{1}{1});
    s = arrays_of (sz{1}{2});
    for k = 1:numel (a)
      if (iscomplex (a{k}))
        [tf, i] = ismember (gpuArray (a{k}), s{k});
        last = reshape (max ([0 * a{k}(:), (a{k}(:) == s{k}(:).') .* (1:numel (s{k}))], [], 2), size (a{k}));
        tally (isequal (gather (tf), last != 0) && isequal (gather (i), last), "ismember of complex numbers");
        continue;
      endif
      for n = 1:2
        compare (n, "ismember", {a{k}, s{k}}, 1 + mod (k, 2));
        compare (n, "ismember", {a{k}, sort(s{k}(:))}, [1, 2]);
      endfor
    endfor
    compare (2, "ismember", {special(sz{1}{1}), special(sz{1}{2})});
  endfor
  for pair = {{2.6, int8(1:4)}, {int8(1:4), [2.6, 3]}, {"abc", 98}, {98, "abc"}, {"abc", "cde"}, {true, [0, 2]}, {single(0.1), 0.1}, {[1, 2], 5}}
    compare (2, "ismember", pair{1});
    compare (2, "ismember", pair{1}, 2);
  endfor
  for k = 1:8
    a = randi (3, 10, 2);
    s = randi (3, k, 2);
    if (mod (k, 2))
      a(3) = NaN;
      s(1) = NaN;
    endif
    compare (2, "ismember", {a, s, "rows"}, 1 + mod (k, 2));
    compare (1, "ismember", {single(a), single(s), "rows"});
  endfor
  compare (2, "ismember", {zeros(0, 2), [1, 2], "rows"});
  compare (2, "ismember", {[1, 2], zeros(0, 2), "rows"});
  compare (2, "ismember", {randi(9000, 100, 100), randi(9000, 3000, 1)});
  for words = {{"foo"}, {"stable"}, {"sorted"}, {1}, {"rows", "rows"}}
    compare (1, "ismember", [{[1, 2], [2, 3]}, words{1}]);
  endfor
  compare (1, "ismember", {[1, 2], [1, 2, 3], "rows"});

endfunction

function check_interp1 ()

  xs = {1:5, (5:-1:1).', [1, 2, 2, 3, 4], [4, 3, 2, 2, 1], [3, 1, 2, 5, 4], [0.1, 0.35, 0.7, 1.9, 2.3], single([1, 2.5, 3, 4, 5]), [1, 2, 2, 2, 3]};
  ys = {[3, 1, 4, 1, 5] / 7, [3; 1; 4; 1; 5] * [1, 0.3, -1], single([3, 1, 4, 1, 5.5]), reshape((1:30) / 7, 5, 3, 2), int8([3, 1, 4, 1, 5]), ...
        [3, 1, 4, 1, 5] + 1i * [1, 2, 3, 4, 5]};
  xis = {0:0.25:6, (0:0.25:6).', reshape(0:0.25:5.75, 4, 6), 2, NaN, zeros(1, 0), single([1.5, 2.7])};
  options = {{}, {"nearest"}, {"previous"}, {"next"}, {"*nearest"}, {"*previous"}, {"*next"}, {"*linear"}, {"extrap"}, {"nearest", "extrap"}, ...
             {"previous", "extrap"}, {"next", "extrap"}, {"linear", 7}, {"left"}, {"right"}, {"nearest", "left"}, {"Nearest", "right"}};
  turn = 0;
  for x = xs
    for y = ys
      for xi = xis
        ## Octave is wrong, or has an error, where an array's values lie beyond, and turns sizes where there are none
        if (! isvector (y{1}) && ! isrow (xi{1}) && ! iscolumn (xi{1}) || (ndims (y{1}) > 2 && all (isnan (xi{1}))))
          continue;
        endif
        for k = 1 + mod (turn++, 4):4:numel (options)
          compare (1, "interp1", [x, y, xi, options{k}], 2);
        endfor
      endfor
    endfor
  endfor
  for opt = options
    compare (1, "interp1", [{[3, 1, 4, 1, 5], 0:0.3:6}, opt{1}], 1 + mod (numel (opt{1}), 2));
    compare (1, "interp1", [{cumsum(rand (1, 3000)), randn(1, 3000), 1000 * rand(50, 60)}, opt{1}], 3);
    compare (1, "interp1", [{1:5, magic(5), [1.5, 2.5; 3.5, 4.5]}, opt{1}], [1, 2]);
  endfor
  yi = interp1 (gpuArray (1:4), [1, 2; 3, 4; 5, 6; 7, 8], [1.5, 9; 3, 4]);
  tally (isequaln (gather (yi), cat (3, [2, NA; 5, 7], [3, NA; 6, 8])), "interp1 of a matrix at a matrix, beyond");
  for args = {{1, 2, 3}, {1:3, 1, 2}, {1:3, 1:3, 2, "foo"}, {1:2}, {1:2, 1:2, 1, "linear", 1, 1, 1}, {[1, 2, 2], 1:3, 1, "previous"}}
    compare (1, "interp1", args{1});
  endfor

endfunction

## Quotients and sums of some tens of roundings of numbers of about 10, or of what they are beyond X.
function check_cubics ()

  x = [0 1 2.5 3 7 7.5 8 11];
  y = [1 3 2 2 9 8.5 -1 -1; rand(2, 8)];
  near = @(want) 256 * double (eps (cast (max ([abs(want(isfinite (want)))(:); 10]), class (want)))) * ones (size (want));
  for v = {y(1,:), y, single(y), y(1,:).', y + 1i * flip(y), reshape(rand (2, 3, 8), 2, 3, 8)}
    for w = {-1:0.21:12, (-1:0.5:12).', [1 3; 2.5 9], 3, []}
      same_on_device (1, "pchip", {x, v{1}, w{1}}, 2, near);
    endfor
    for u = {flip(x), single(x), x.'}
      same_on_device (1, "pchip", {u{1}, v{1}, -1:0.21:12}, 1, near);
    endfor
  endfor
  for k = {1, 2, 4, 8, [3 6]} # a NaN reaches the intervals beside it
    v = y;
    v(:,k{1}) = NaN;
    same_on_device (1, "pchip", {x, v, -1:0.21:12}, 1:2, near);
    same_on_device (1, "interp1", {x, v.', -1:0.21:12, "pchip"}, 1:2, near);
  endfor
  for method = {"pchip", "*cubic"}
    for v = {y(1,:), y.', single(y(2,:)).', y.' + 1i}
      for w = {-1:0.21:12, (0:0.5:11).', 3}
        same_on_device (1, "interp1", {x, v{1}, w{1}, method{1}, "extrap"}, 2, near);
      endfor
    endfor
    same_on_device (1, "interp1", {flip(x), y(1,:), 0:0.5:12, method{1}}, 1:3, near);
  endfor
  for v = {[3 4], [3 -1; 2 2]}
    same_on_device (1, "pchip", {[1 2], v{1}, [0 1.25 2]}, 1:2, near);
    same_on_device (1, "pchip", {[1 2 4], [v{1}, 5 * ones(rows (v{1}), 1)], [0 1.25 3 4]}, 1:2, near);
  endfor
  pp = pchip (gpuArray (x), y);
  tally (isgpuarray (pp.coefs) && isequal (gather (ppval (pp, 2)), gather (pchip (x, gpuArray (y), 2))), "pchip: polynomials");
  for args = {{1:3}, {1:3, 1:2}, {[1 1 2], 1:3}, {1:3, ones(2, 2)}, {1:3, 1:3, 1.5, 2}}
    same_refusal ("pchip", args{1});
  endfor
  same_refusal ("pchip", {1:3, int8(1:3)}, "pchip: X and Y must be floating point numbers", "gpureduce:badArgument");

endfunction

function check_refused ()

  calls = {"interp1", {gpuArray(1:3), 1:3, 2, "spline"}; "interp1", {gpuArray(1:3), 1:3, 2, "*spline"};
           "interp1", {gpuArray(1:3), 1:3, "pp"}; "lookup", {gpuArray(1), {"a"}}; "lookup", {{"a"}, gpuArray("a")};
           "union", {gpuArray(1), {"a"}}; "intersect", {gpuArray(1), {"a"}}; "setdiff", {{"a"}, gpuArray(1)}; "setxor", {{"a"}, gpuArray(1)};
           "ismember", {gpuArray("a"), {"a"}}};
  for call = calls.'
    [~, err] = attempt (1, call{1}, call{2});
    tally (! isempty (err) && strcmp (err.identifier, "gpureduce:unsupported") && strncmp (err.message, [call{1} ":"], numel (call{1}) + 1), ...
           "%s refuses: %s", call{1}, message_of (err));
  endfor
  ## words that are gpuArrays beside arrays that are not
  tally (isequal (unique ([2, 1, 2], gpuArray ("last")), [1, 2]) && isequal (union (1, 2, gpuArray ("rows")), [1; 2]) ...
         && isequal (lookup (1:3, 2, gpuArray ("m")), 2) && isequal (interp1 (1:3, 4:6, 9, "linear", gpuArray (5)), 5) ...
         && isequal (ismember ([1, 2], [1, 2], gpuArray ("rows")), true), "words on the device");

endfunction
