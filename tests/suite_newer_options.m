## SPDX-License-Identifier: GPL-3.0-or-later

## Options that the builtins of Octave 7 do not have, against what they mean,
## written with the builtins of any version; and, where the running Octave has them,
## against its own.

function suite_newer_options ()

  by_name = cell2struct (num2cell (tested_functions ()), {tested_functions().name}, 1);
  for name = {"cumsum", "cumprod", "cummax", "cummin"}
    scans_of_several_dimensions (by_name.(name{1}));
  endfor
  for name = {"max", "min", "cummax", "cummin"}
    orders (by_name.(name{1}));
  endfor
  for name = {"mean", "var", "std"}
    weights (name{1});
  endfor
  for name = {"var", "std"}
    means_beside (name{1});
  endfor
  for name = {"movsum", "movmean", "movmax", "movmin"}
    windows (name{1});
  endfor
  made_of_reductions ();

endfunction

## A vector of dimensions or "all" joins them, in their order, in place of the first.
function scans_of_several_dimensions (f)

  product = strcmp (f.family, "product");
  for t = element_types ().'
    for sz = {[7 13], [1 5], [3 5 7], [2 3 1 4], [0 3], [2 0 3]}
      x = sample (t{:}, sz{1}, "whole", product);
      for v = {"all", [1 2], [2 3], [1 3], [3 1], [2 4], [1 3 4], [5 6]}
        over = v{1};
        if (ischar (over))
          over = 1:ndims (x);
        endif
        over = sort (over(over <= ndims (x)));
        if (isempty (over))
          [y, dim, shape] = deal (x, ndims (x) + 1, size (x));
        else
          rest = setdiff (1:ndims (x), over);
          order = [rest(rest < over(1)), over, rest(rest > over(1))];
          shape = size (x);
          shape(over) = 1;
          shape(over(1)) = prod (size (x)(over));
          dim = over(1);
          y = reshape (permute (x, order), shape);
          y = keep_complex (y, iscomplex (x));
        endif
        reverse = {"forward", "reverse"}{randi (2)};
        args = {{reverse}, {}}{randi (2)};
        want = attempt (1 + f.index, ["gpu" f.name], [{y, dim}, args]);
        expect (["gpu" f.name], [{x}, v, args], want, [], false, 1 + f.index);
        if (f.index && ! isempty (x) && ! isempty (want))
          places = reshape (1:numel (x), size (x));
          if (! isempty (over))
            places = reshape (permute (places, order), shape);
          endif
          inner = prod (size (y)(1:min (dim - 1, ndims (y))));
          len = size (y, dim);
          n = reshape (1:numel (y), size (y)) - 1;
          linear = places(1 + mod (n, inner) + inner * (want{2} - 1 + len * floor (n / (inner * len))));
          want{2} = reshape (linear, size (want{2}));
          expect (["gpu" f.name], [{x}, v, args, {"linear"}], want, [], false, 2);
        endif
      endfor
    endfor
  endfor

endfunction

## "ComparisonMethod": each element takes the place of those before it if it is
## beyond them in the order asked for.
function orders (f)

  for t = element_types ().'
    if (strcmp (t{1}, "char"))
      continue;
    endif
    for sz = {[1 1], [1 33], [40 1], [7 6], [3 5 4]}
      for method = {"auto", "real", "abs"}
        x = sample (t{:}, sz{1}, "wild", false);
        if (rand () < 0.7) # ties of moduli
          x = sample (t{:}, sz{1}, "whole", false);
        endif
        nanflag = {{}, {"omitnan"}, {"includenan"}}{randi (3)};
        direction = {};
        if (f.scan)
          direction = {{}, {"reverse"}}{randi (2)};
        endif
        for dim = 1:2
          want = cell (1, 2);
          [want{:}] = in_order (f, x, dim, method{1}, any (strcmp (nanflag, "includenan")), ! isempty (direction));
          args = [{x}, f.middle, {dim}, nanflag, direction, {"ComparisonMethod", method{1}}];
          expect (["gpu" f.name], args, want, [], false, 2);
          if (is_newer () && ! any (isnan (x(:))) && ! (isinteger (x) && any (x(:) == intmin (class (x))))) # whose abs is wrong
            expect (["gpu" f.name], args, attempt (2, f.name, args), [], true, 2);
          endif
        endfor
      endfor
    endfor
  endfor

endfunction

## Has the running Octave these options itself?
function tf = is_newer ()

  tf = compare_versions (OCTAVE_VERSION (), "11", ">=");

endfunction

## The extrema of X along DIM, element after element.
function [m, at] = in_order (f, x, dim, method, includes, reverse)

  order = [dim, setdiff(1:max (ndims (x), dim), dim)];
  y = permute (x, order);
  sz = size (y);
  y = reshape (y, sz(1), []);
  lines = keep_complex (y, iscomplex (x));
  at = zeros (size (lines));
  for c = 1:columns (lines)
    steps = 1:rows (lines);
    if (reverse)
      steps = flip (steps);
    endif
    best = steps(1);
    for r = steps
      best = merge (is_beyond (f, lines([r, best], c), iscomplex (x), method, includes), r, best);
      at(r, c) = best;
    endfor
  endfor
  if (! f.scan)
    at = at(end, :);
    sz(1) = 1;
  endif
  m = lines(at + rows (lines) * (0:columns (lines) - 1));
  m = complex_if_needed (keep_complex (ipermute (reshape (m, sz), order), iscomplex (x)));
  at = ipermute (reshape (at, sz), order);

endfunction

## Does the first of two elements take the place of the second?
function tf = is_beyond (f, pair, is_complex, method, includes)

  a = pair(1);
  b = pair(2);
  if (isnan (a) || isnan (b))
    tf = merge (includes, isnan (a) && ! isnan (b), isnan (b) && ! isnan (a));
    return;
  endif
  if (is_complex)
    keys = @(z) {abs(z), pi_of(arg (z))};
    if (strcmp (method, "real"))
      keys = @(z) {real(z), imag(z)};
    endif
  elseif (strcmp (method, "abs") && ! islogical (a))
    keys = @(x) {modulus(x), x};
  else
    keys = @(x) {x, x};
  endif
  [p, q] = deal (keys (a), keys (b));
  k = 1 + (p{1} == q{1});
  tf = merge (f.least, p{k} < q{k}, p{k} > q{k});

endfunction

## -pi counts as pi.
function t = pi_of (t)

  t(t == -cast (pi, class (t))) = pi;

endfunction

## The modulus, also of the least integer, in a class that holds it.
function u = modulus (x)

  if (isinteger (x) && x < 0)
    u = uint64 (-(x + 1)) + 1;
  elseif (isinteger (x))
    u = uint64 (x);
  else
    u = abs (x);
  endif

endfunction

## Weights: a vector, an array of the dimensions, or one of the size of the input.
function weights (name)

  if (! strcmp (name, "mean")) # of one element a variance is 0
    expect (["gpu" name], {rand(3, 4), rand(3, 4), 3}, {zeros(3, 4)});
    expect (["gpu" name], {rand(3, 1, 4), rand(3, 1, 4), 2}, {zeros(3, 1, 4)});
  endif
  for t = {"double", "single", "double", "single", "int8", "int64", "logical"; false, false, true, true, false, false, false}
    for sz = {[1 9], [9 1], [7 6], [3 5 4]}
      for v = {1, 2, "all", [1 2], [1 3]}
        x = sample (t{:}, sz{1}, "whole", false);
        over = v{1};
        if (ischar (over))
          over = 1:ndims (x);
        endif
        page = size (x, over);
        for w = {rand(prod (page), 1), rand([page, 1]), rand(size (x))}
          if (rand () < 0.3)
            w{1} = round (3 * w{1});
          endif
          omits = isfloat (x) && rand () < 0.4;
          y = x;
          if (omits)
            y(rand (size (x)) < 0.3) = NaN;
            y = keep_complex (y, t{2});
          endif
          [want, b] = weighted (name, y, w{1}, over, omits);
          options = merge (omits, {{"omitnan"}}, {{}}){1};
          if (strcmp (name, "mean"))
            args = [{y}, v, options, {"Weights"}, w];
          else
            args = [{y}, w, v, options];
          endif
          if (isscalar (w{1})) # of var it is no weight
            continue;
          endif
          want = {want};
          if (! strcmp (name, "mean") && isvector (w{1}) && numel (w{1}) != prod (page)) # which mean takes
            want = {};
          endif
          expect (["gpu" name], args, want, b);
          if (is_newer () && strcmp (name, "mean") && isa (x, "double") && isscalar (over))
            expect (["gpu" name], args, attempt (1, name, args), 2 * b);
          endif
        endfor
      endfor
    endfor
  endfor

endfunction

## The weighted mean, variance or standard deviation of X, and the bound on its error.
function [r, b] = weighted (name, x, w, over, omits)

  d = keep_complex (double (x), iscomplex (x));
  if (! isequal (size (w), size (x)))
    shape = ones (1, max (ndims (x), max (over)));
    shape(over) = size (x, over);
    w = reshape (w, shape);
  endif
  w = w .* ones (size (x));
  if (omits)
    w(isnan (x)) = 0;
    d(isnan (x)) = 0;
    d = keep_complex (d, iscomplex (x));
  endif
  n = prod (size (x, over));
  add = @(a) fold (a, over);
  total = add (w);
  m = add (w .* d) ./ total;
  size_of = add (w .* abs (d)) ./ total;
  k = (n + 4) * eps ();
  [r, b] = deal (m, 2 * k * size_of);
  if (! strcmp (name, "mean"))
    v = add (w .* abs (d - m) .^ 2) ./ total;
    square = add (w .* abs (d) .^ 2) ./ total;
    [r, b] = deal (v, 4 * k * (v + sqrt (v .* square)) + (4 * k) ^ 2 * square);
    if (strcmp (name, "std"))
      [r, b] = deal (sqrt (v), min (sqrt (b), b ./ sqrt (v) + 4 * eps () * sqrt (v)));
      b(v == 0) = 4 * k * sqrt (square(v == 0));
    endif
  endif
  b(isnan (r)) = 0;
  if (isa (x, "single"))
    b += eps ("single") * abs (r);
    r = single (r);
  endif
  b = double (b);
  r = keep_complex (r, iscomplex (x) && strcmp (name, "mean"));

endfunction

function a = fold (a, over)

  for dim = over
    a = sum (a, dim);
  endfor

endfunction

## The second output of var and std is the mean of the same elements.
function means_beside (name)

  for t = {"double", "single", "double", "single", "int8", "logical"; false, false, true, true, false, false}
    for sz = {[1 1], [1 33], [7 13], [3 5 7], [0 0], [0 3]}
      x = sample (t{:}, sz{1}, "whole", false);
      for dims = {{}, {1}, {2}, {3}, {"all"}, {[1 2]}}
        args = [{x, 1}, dims{1}];
        want = attempt (1, ["gpu" name], args);
        want(2) = attempt (1, "gpumean", [{x}, dims{1}]);
        if (isempty (x)) # means skip empty dimensions, variances do not
          want{2} = NaN (size (want{1}), class (want{2}));
        endif
        [got, err] = attempt (2, ["gpu" name], args);
        if (isempty (got))
          text = ["error: " err.message];
        else
          text = [mismatch(got{1}, want{1}, []), mismatch(got{2}, want{2}, [])];
        endif
        judge (text, ["gpu" name], args);
      endfor
    endfor
  endfor

endfunction

## Windows of any length, also at points of any distances, in which NaN are left out or not.
function windows (name)

  is_sum = any (strcmp (name, {"movsum", "movmean"}));
  for t = {"double", "double", "single", "int8", "logical"; false, is_sum, false, false, false}
    for sz = {[1 9], [9 1], [7 6], [1 1], [1 2]}
      for n = 1:8
        x = sample (t{:}, sz{1}, "whole", false);
        if (isfloat (x))
          x(rand (size (x)) < 0.4) = NaN;
          x = keep_complex (x, t{2});
        endif
        wlen = {1, 2, 3, 4, 2.5, 0.5, 5.9, 20, [0 2], [3 0], [2 5], [1.5 1], [0 0]}{randi (13)};
        ends = {{}, {"shrink"}, {"fill"}, {"same"}, {"periodic"}, {"discard"}, {3}}{randi (7)};
        nancond = {{}, {"includenan"}, {"omitnan"}, {"includemissing"}, {"omitmissing"}}{randi (5)};
        nanval = {{}, {7}}{randi (2)};
        dim = 1 + (rand () < 0.5);
        len = size (x, dim);
        points = {[], [], (1:len) / 2, cumsum(randi (3, 1, len))}{randi (4)};
        if (any (diff (points, 2)))
          ends = {{}, {"shrink"}}{randi (2)};
        endif
        if (! isempty (points))
          nancond = [nancond, {"SamplePoints", points}];
        endif
        args = [{x, wlen, dim}, repmat({"Endpoints"}, size (ends)), ends, nancond, ...
                repmat({"nanval"}, size (nanval)), nanval];
        words = {[ends, {""}]{1}, [nancond(1:end - 2 * ! isempty (points)), {""}]{1}};
        want = in_windows (name, x, {wlen, points}, dim, words{:}, [nanval, {[]}]{1});
        b = 8 * eps * 40 * max ([1; abs(finite (double (x(:))))]) * ones (size (want));
        expect (["gpu" name], args, {want}, b, true);
        expect (name, [{gpuArray(x)}, args(2:end)], {want}, b, true, 1, "on the device: ", @on_host);
        omits = omits_nan (name, words{2});
        if (is_newer () && isa (x, "double") && ! is_wrong_there (x, {wlen, points}, dim, words{1}, omits))
          expect (["gpu" name], args, attempt (1, name, args), b, true);
        endif
      endfor
    endfor
  endfor

endfunction

function got = on_host (got, want)

  got = cellfun (@(a) complex_if_needed (gather (a)), got, "uniformoutput", false);

endfunction

## Octave 11.3 has errors where windows reach beyond both ends, or takes other elements, and an error for one point.
## Where NaN are left out, it takes others for copies beyond one end only, and nothing for what stands beside nothing but
## NaN; where they are not, it passes over NaN that come from the other end.  It has a real NaN for complex ones, and
## means of 0 for complex NaN.
function tf = is_wrong_there (x, wlen, dim, ends, omits)

  [before, after] = sides (wlen{:});
  only_nan = any (all (isnan (x), dim)(:));
  is_copy = any (strcmp (ends, {"same", "periodic"}));
  is_one = size (x, dim) == 1 && ! isempty (wlen{2});
  tf = is_one || before + after >= size (x, dim) || (omits && (only_nan || (is_copy && ! (before && after)))) ...
       || (! omits && strcmp (ends, "periodic") && any (isnan (x(:)))) ...
       || (iscomplex (x) && (strcmp (ends, "fill") || (! omits && any (isnan (x(:))))));

endfunction

## How many elements the window WLEN has before and after one, if POINTS have one distance.
function [before, after] = sides (wlen, points)

  step = diff (points);
  if (any (step != 1))
    is_open = isscalar (wlen);
    [before, after] = deal (floor (wlen(1) / step(1) / (1 + is_open)), floor (wlen(end) / step(1) / (1 + is_open)));
    after -= is_open && after * step(1) == wlen / 2;
    return;
  endif
  [before, after] = deal (fix (wlen(1) / 2), ceil (wlen(1) / 2) - 1);
  if (numel (wlen) == 2)
    [before, after] = deal (fix (wlen(1)), fix (wlen(2)));
  elseif (wlen != fix (wlen))
    after = before;
  endif

endfunction

function tf = omits_nan (name, nancond)

  tf = strncmp (nancond, "omit", 4) || (isempty (nancond) && any (strcmp (name, {"movmax", "movmin"})));

endfunction

## The elements of the window WLEN around POINTS(K).
function at = near (wlen, points, k)

  if (isscalar (wlen))
    at = find (points >= points(k) - wlen / 2 & points < points(k) + wlen / 2);
  else
    at = find (points >= points(k) - wlen(1) & points <= points(k) + wlen(2));
  endif

endfunction

## The reductions of the windows, one after another.  Of an empty word the default holds.
function y = in_windows (name, x, wlen, dim, ends, nancond, nanval)

  defaults = {0, "shrink", -Inf, Inf}(strcmp (name, {"movsum", "movmean", "movmax", "movmin"}));
  [wlen, points] = wlen{:};
  if (isempty (ends) && ! isempty (points))
    ends = "shrink";
  elseif (isempty (ends))
    ends = defaults{1};
  elseif (strcmp (ends, "fill"))
    ends = NaN;
  endif
  if (isnumeric (ends) && isinteger (x))
    ends = double (cast (ends, class (x)));
  endif
  omits = omits_nan (name, nancond);
  if (isempty (nanval))
    nanval = merge (strcmp (name, "movsum"), 0, NaN);
  endif
  [before, after] = sides (wlen, points);
  x = double (x);
  if (dim == 2)
    x = x.';
  endif
  n = rows (x);
  centers = 1:n;
  if (strcmp (ends, "discard"))
    centers = before + 1 : n - after;
  endif
  y = zeros (numel (centers), columns (x));
  for c = 1:columns (x)
    for k = 1:numel (centers)
      at = centers(k) - before : centers(k) + after;
      if (any (diff (points) != 1) && strcmp (ends, "shrink"))
        at = near (wlen, points, centers(k));
      endif
      y(k, c) = of_window (str2func (name(4:end)), x(:, c), at, ends, omits, nanval);
    endfor
  endfor
  if (dim == 2)
    y = y.';
  endif

endfunction

function r = of_window (f, x, at, ends, omits, nanval)

  n = numel (x);
  outside = at < 1 | at > n;
  if (strcmp (ends, "shrink"))
    at = at(! outside);
  elseif (strcmp (ends, "same"))
    at = min (max (at, 1), n);
  elseif (strcmp (ends, "periodic"))
    at = mod (at - 1, n) + 1;
  elseif (isnumeric (ends))
    x(end + 1) = ends;
    at(outside) = n + 1;
  endif
  v = x(at)(:);
  gone = isnan (v) & at(:) <= n;
  if (omits)
    v = v(! gone);
  endif
  if (isempty (v))
    r = nanval;
  elseif (! omits && any (gone) && isreal (x))
    r = NaN;
  elseif (iscomplex (x))
    r = complex_if_needed (complex (f (real (v)), f (imag (v))));
  else
    r = f (v);
  endif

endfunction

## Several dimensions and words about NaN, as Octave 11 has them.
function made_of_reductions ()

  for t = {"double", "single", "double", "single", "int8", "uint16"; false, false, true, true, false, false}
    for sz = {[1 9], [7 6], [3 5 4], [2 3 1 4]}
      for over = {"all", [3 1], 2, [2 7]}
        x = sample (t{:}, sz{1}, "whole", false);
        if (isfloat (x))
          x(rand (size (x)) < 0.2) = NaN;
          x = keep_complex (x, t{2});
        endif
        for nanflag = {{}, {"omitnan"}, {"includenan"}, {"omitmissing"}, {"includemissing"}}
          check_joined (x, over{1}, nanflag{1});
        endfor
      endfor
    endfor
  endfor

endfunction

## bounds, range, meansq and rms of X over dimensions are those of one that joins them.
function check_joined (x, over, nanflag)

  dims = over;
  if (ischar (dims))
    dims = 1:ndims (x);
  endif
  dims = dims(dims <= ndims (x));
  rest = setdiff (1:ndims (x), dims);
  shape = size (x);
  shape(dims) = 1;
  y = reshape (permute (x, [dims, rest]), [prod(size (x)(dims)), prod(shape), 1]);
  y = keep_complex (y, iscomplex (x));
  omits = ! isempty (nanflag) && strncmp (nanflag{1}, "omit", 4);
  has_nan = any (isnan (y), 1);
  for name = {"bounds", "range", "meansq", "rms"}
    default = any (strcmp (name, {"bounds", "range"}));
    passes = omits || (default && isempty (nanflag));
    if (default)
      [s, l] = deal (__test_rule__ ("min", y, [], 1), __test_rule__ ("max", y, [], 1));
      if (! passes)
        [s(has_nan), l(has_nan)] = deal (NaN);
      endif
      want = {s, l};
      if (strcmp (name, "range"))
        want = {l - s};
      endif
      b = [];
    else
      z = y;
      z(isnan (y) & passes) = 0;
      w = __test_rule__ ("sumsq", z, 1) ./ sum (! (isnan (y) & passes), 1);
      w = merge (strcmp (name, "rms"), sqrt (w), w);
      b = double ((rows (y) + 4) * eps (class (w)) * abs (w));
      b(isnan (w)) = 0;
      want = {w};
    endif
    want = cellfun (@(a) reshape (a, shape), want, "uniformoutput", false);
    if (! isempty (b))
      b = reshape (b, shape);
    endif
    args = [{x, over}, nanflag];
    expect (["gpu" name{1}], args, want, b, iscomplex (x), numel (want));
    if (is_newer ())
      if (! default && omits) # by the other word it counts what it leaves out
        args(end) = {"omitnan"};
      endif
      expect (["gpu" name{1}], args, attempt (numel (want), name{1}, args), b, true, numel (want));
    endif
  endfor

endfunction
