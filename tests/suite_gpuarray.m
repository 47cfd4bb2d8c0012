## SPDX-License-Identifier: GPL-3.0-or-later

## gpuArrays against the same arrays on the host: index, assignment, deletion, shapes, arithmetic, products, conversions
## and files give the same class, size and elements, or the same error; copies are values; nothing stays behind.

function suite_gpuarray ()

  live = __gpureduce__ ("live");
  check_indices ();
  check_assignments ();
  check_shapes ();
  check_concatenation ();
  check_arithmetic ();
  check_products ();
  check_conversions ();
  check_overloads ();
  check_values ();
  check_refusals ();
  check_files ();
  check_random ();
  tally (__gpureduce__ ("live") == live, "%d buffers were left", __gpureduce__ ("live") - live);

endfunction

## F (HOST{:}) and F with a gpuArray in the place of each argument that DEVICE marks.  FRONT says what is checked.
## Results on the device are gathered; STAYS says that they must be there.
function same (f, host, device, stays, front, varargin)

  args = host;
  for k = find (device)
    args{k} = gpuArray (args{k});
  endfor
  [want, wrong] = attempt (1, f, host);
  [got, err] = attempt (1, f, args);
  where = sprintf (front, varargin{:});
  if (isempty (want))
    tally (! isempty (err) && strcmp (strip (err.message), strip (wrong.message)), ...
           "%s: wanted the error \"%s\", got \"%s\"", where, wrong.message, message_of (err));
    return;
  endif
  if (isempty (got))
    tally (false, "%s: error: %s", where, err.message);
    return;
  endif
  tally (! stays || isgpuarray (got{1}), "%s: the result is a host %s", where, class (got{1}));
  got{1} = gather (got{1});
  tally (identical (got{1}, want{1}), "%s: %s instead of %s", where, show (got{1}), show (want{1}));

endfunction

function text = message_of (err)

  text = "none";
  if (! isempty (err))
    text = err.message;
  endif

endfunction

## Errors say the same in all but the names of types.
function text = strip (text)

  text = regexprep (text, {"'[^']*'", "not implemented for .*"}, {"''", "not implemented"});

endfunction

## Same class, size, and elements in all bits but those of NaN; real and complex zeros are one.
function t = identical (a, b)

  t = strcmp (class (a), class (b)) && isequal (size (a), size (b));
  if (t && isfloat (a))
    for part = {@real, @imag}
      x = part{1}(a)(:);
      y = part{1}(b)(:);
      t = t && all ((isnan (x) & isnan (y)) | (x == y & 1 ./ x == 1 ./ y) | (x == 0 & y == 0 & iscomplex (a) != iscomplex (b)));
    endfor
  elseif (t)
    t = isequal (a, b);
  endif

endfunction

function text = show (x)

  text = sprintf ("%s %s", class (x), mat2str (size (x)));
  if (numel (x) <= 6 && numel (x) > 0 && ndims (x) == 2)
    text = sprintf ("%s %s", class (x), disp (x)(1:end - 1));
  endif

endfunction

function x = pick (list)

  x = list{randi (numel (list))};

endfunction

## ---- index ----

function sz = random_size ()

  sz = pick ({[1 1], [1 7], [7 1], [3 4], [0 0], [0 3], [2 3 4], [1 1 5], [4 1 2], [2 1 3 2]});

endfunction

function a = random_array (sz)

  a = randi (100, sz);
  a = cast (a, pick ({"double", "single", "int8", "uint16", "int64"}));
  switch (randi (5))
    case 1
      a = a > 50;
    case 2
      if (isfloat (a))
        a = complex (a, 101 - a);
      endif
  endswitch

endfunction

## An index of a dimension of n elements, most of them right.
function i = random_index (n)

  switch (randi (11))
    case 1
      i = ":";
    case 2
      i = randi (max (n, 1));
    case 3
      i = 1:n;
    case 4
      i = n:-1:1;
    case 5
      i = 2:2:n;
    case 6
      i = rand (1, n) < 0.5;
    case 7
      i = randi (max (n, 1), 1, randi (5));
    case 8
      i = randi (max (n, 1), pick ({[3 1], [2 2], [0 0]}));
    case 9
      i = [];
    case 10
      i = uint8 (randi (max (n, 1), 1, 2));
    case 11
      i = pick ({n + 1, 0, 1.5, [1, n + 2], -1, true(1, n + 2)});
  endswitch

endfunction

function [list, a] = random_subscripts (a)

  n = pick ({1, 1, 2, ndims(a), ndims(a) + 1});
  sz = [size(a), 1];
  list = cell (1, n);
  for k = 1:n
    extent = sz(k);
    if (k == n)
      extent = prod (sz(k:end));
    endif
    list{k} = random_index (extent);
  endfor

endfunction

function r = at (A, varargin)

  r = A(varargin{:});

endfunction

function A = put (A, rhs, varargin)

  A(varargin{:}) = rhs;

endfunction

function A = remove (A, varargin)

  A(varargin{:}) = [];

endfunction

## A mask or a list may be on the device, too; ":" may not, and a range would be none there, which deletion tells apart.
function d = on_device (list)

  d = ! cellfun (@(i) ischar (i) || ! isempty (strfind (typeinfo (i), "range")), list) & rand (1, numel (list)) < 0.3;

endfunction

function check_indices ()

  for k = 1:400
    a = random_array (random_size ());
    list = random_subscripts (a);
    same (@at, [{a}, list], [true, on_device(list)], true, "index %d of %s", k, show (a));
  endfor
  ## masks of the array's size, which stay on the device
  for k = 1:60
    a = random_array (random_size ());
    m = rand (size (a)) < rand ();
    same (@at, {a, m}, [true true], true, "mask %d of %s", k, show (a));
  endfor
  same (@at, {1:5, 2}, [false true], false, "a gpuArray indexes a host array");
  same (@(A) A(end) + A(end, 1), {magic(3)}, true, true, "end");

endfunction

function t = is_nothing (i)

  t = ! ischar (i) && (isempty (i) || (islogical (i) && ! any (i(:))));

endfunction

function check_assignments ()

  for k = 1:500
    a = random_array (random_size ());
    list = random_subscripts (a);
    rhs = random_array (pick ({[1 1], [1 1], [1 7], [3 4], [7 1], [2 3], [3 2]}));
    if (rand () < 0.5) # often of the right size
      try
        rhs = random_array (size (a(list{:})));
      end_try_catch
    endif
    if (numel (list) > 2 && ! isscalar (rhs) && (isempty (a) || any (cellfun (@is_nothing, list))))
      continue; # Octave looks beyond the sizes of RHS here, and takes or refuses it by chance
    endif
    same (@put, [{a, rhs}, list], [true, rand() < 0.5, on_device(list)], true, "assignment %d to %s of %s", k, show (a), ...
          show (rhs));
  endfor
  for k = 1:60
    a = random_array (random_size ());
    m = rand (size (a)) < rand ();
    rhs = random_array (pick ({[1 1], [nnz(m) 1], [1 nnz(m)], [3 1]}));
    same (@put, {a, rhs, m}, [true, rand() < 0.5, true], true, "mask %d of %s is assigned", k, show (a));
  endfor
  for k = 1:200
    a = random_array (random_size ());
    list = random_subscripts (a);
    if (numel (list) > ndims (a))
      continue; # an error in Octave 7, and none in Octave 9
    endif
    same (@remove, [{a}, list], [true, on_device(list)], true, "deletion %d from %s of %s", k, show (a), ...
          strjoin (cellfun (@show, list, "UniformOutput", false), ", "));
  endfor

endfunction

## ---- shapes ----

function check_shapes ()

  for k = 1:150
    a = random_array (random_size ());
    order = randperm (ndims (a) + randi (2) - 1);
    same (@permute, {a, order}, [true false], true, "permute %s %s", show (a), mat2str (order));
    same (@ipermute, {a, order}, [true false], true, "ipermute %s %s", show (a), mat2str (order));
    same (@(x) reshape (x, [], 1), {a}, true, true, "reshape %s", show (a));
    same (@squeeze, {a}, true, true, "squeeze %s", show (a));
    same (@vec, {a}, true, true, "vec %s", show (a));
    same (@(x) x.', {a}, true, true, "transpose %s", show (a));
    same (@(x) x', {a}, true, true, "hermitian %s", show (a));
    times = pick ({2, [2 3], [1 2 2], [0 1], [1 1]});
    same (@repmat, {a, times}, [true false], true, "repmat %s %s", show (a), mat2str (times));
    for f = {@size, @numel, @ndims, @rows, @columns, @isempty, @isvector, @isscalar, @isrow, @iscolumn, @ismatrix, ...
             @issquare, @isreal, @iscomplex, @isnumeric, @isfloat, @isinteger, @islogical, @nnz}
      same (f{1}, {a}, true, false, "%s of %s", func2str (f{1}), show (a));
    endfor
    same (@(x) find (x), {a}, true, true, "find %s", show (a));
  endfor
  same (@permute, {1:3, [1 1]}, [true false], true, "permute with equal numbers");
  same (@permute, {1:3, [1 3]}, [true false], true, "permute with a number that is too large");
  same (@(x) reshape (x, 2, 2), {1:3}, true, true, "reshape to another number");

endfunction

function check_concatenation ()

  for k = 1:150
    sz = pick ({[1 3], [2 3], [3 3], [0 0], [2 3 2]});
    a = random_array (sz);
    other = sz;
    dim = randi (3);
    other = [other, ones(1, 3 - numel (other))];
    other(dim) = randi (3);
    b = random_array (other);
    if (isempty (a) || isempty (b)) # an empty complex array adds nothing, also beside integers, where Octave has an error
      [a, b] = deal (real (a), real (b));
    endif
    device = pick ({[true false], [false true], [true true]});
    same (@(x, y) cat (dim, x, y), {a, b}, device, true, "cat (%d, %s, %s)", dim, show (a), show (b));
  endfor
  same (@(x) [x; 1 2 3; x], {[4 5 6]}, true, true, "rows");
  same (@(x) [x, x, x], {single([4 5 6])}, true, true, "columns");
  same (@(x) [x; 1 2], {[4 5 6]}, true, true, "rows of other lengths");

endfunction

## ---- arithmetic ----

function list = special_values ()

  list = {[0, -0, 1, -1, 0.5, 2.5, NaN, Inf, -Inf, 1e300, 127.5], single([0, -0, 1, -1, 0.5, 2.5, NaN, Inf, -Inf, 1e30, 127.5]), ...
          int8([0, 1, -1, 127, -128, 5, 3, 2, 7, 100, 50]), uint8([0, 1, 255, 128, 5, 3, 2, 7, 100, 50, 9]), ...
          int16([0, 1, -1, 32767, -32768, 5, 3, 2, 7, 100, 50]), uint16([0, 1, 65535, 128, 5, 3, 2, 7, 100, 50, 9]), ...
          int32([0, 1, -1, intmax, intmin, 5, 3, 2, 7, 100, 50]), uint32([0, 1, intmax("uint32"), 128, 5, 3, 2, 7, 100, 50, 9]), ...
          int64([0, 1, -1, 9007199254740993, -5, 5, 3, 2, 7, 100, 50]) * int64(1), uint64([0, 1, 2, 128, 5, 3, 2, 7, 100, 50, 9]), ...
          [true, false, true, true, false, true, false, false, true, true, false], "abcABC 019~", ...
          complex([1, 2, 0, -1, 3, -3, 0, 4, 1, 1, 5], [2, -1, 0, 1, 4, 4, -1, 0, 0, 1, 12]), ...
          single(complex([1, 2, 0, -1, 3, -3, 0, 4, 1, 1, 5], [2, -1, 0, 1, 4, 4, -1, 0, 0, 1, 12]))};

endfunction

function check_arithmetic ()

  ops = {@plus, @minus, @times, @rdivide, @lt, @le, @eq, @ge, @gt, @ne};
  values = special_values ();
  for i = 1:numel (values)
    for j = 1:numel (values)
      x = values{i};
      y = values{j}(randperm (numel (values{j})));
      for op = ops
        if ((iscomplex (x) || iscomplex (y)) && isequal (op{1}, @rdivide))
          continue; # within rounding only
        endif
        device = pick ({[true false], [false true], [true true]});
        name = sprintf ("%s (%s%s, %s%s)", func2str (op{1}), class (x), merge (iscomplex (x), " complex", ""), ...
                        class (y), merge (iscomplex (y), " complex", ""));
        same (op{1}, {x, y}, device, true, "%s", name);
        k = randi (numel (x));
        same (op{1}, {x(k), y}, device, true, "%s, scalar x(%d)", name, k);
        same (op{1}, {x, y(k)}, device, true, "%s, scalar y(%d)", name, k);
      endfor
    endfor
    same (@uminus, {values{i}}, true, true, "uminus %s", class (values{i}));
    if (! iscomplex (values{i}))
      same (@(x) x * 2 - x / 2, {values{i}}, true, true, "scalar * and / of %s", class (values{i}));
    endif
  endfor
  same (@not, {[0 1 2]}, true, true, "not");
  same (@plus, {1:3, 1:4}, [true true], true, "sizes that differ");
  z = [3+4i, 1-2i, -5i];
  w = [1-1i, 2, 3+1i];
  d = gather (gpuArray (z) ./ gpuArray (w));
  tally (all (abs (d - z ./ w) <= 4 * eps * abs (z ./ w)), "complex division");

endfunction

## The product F (X, Y), by the builtin's within the rounding of any order of summation.
function check_product (f, x, y, front, varargin)

  [want, wrong] = attempt (1, f, {x, y});
  device = pick ({[true false], [false true], [true true]});
  if (isempty (want))
    same (f, {x, y}, device, true, front, varargin{:});
    return;
  endif
  args = {x, y};
  args(device) = cellfun (@gpuArray, args(device), "UniformOutput", false);
  [got, err] = attempt (1, f, args);
  where = sprintf (front, varargin{:});
  tally (isempty (err), "%s: error: %s", where, message_of (err));
  if (isempty (got))
    return;
  endif
  ## Octave makes a complex array without elements real where it can
  is_complex = iscomplex (x) || iscomplex (y);
  tally (isgpuarray (got{1}) && (iscomplex (got{1}) == is_complex || isempty (x) || isempty (y)), ...
         "%s: the result is a %s", where, class (got{1}));
  result = gather (got{1});
  k = max ([size(x), size(y)]);
  unit = merge (isa (want{1}, "single"), eps ("single"), eps);
  bound = 4 * k * unit * f (abs (double (x)), abs (double (y)));
  tally (strcmp (class (result), class (want{1})) && isequal (size (result), size (want{1}))
         && all ((abs (double (result) - double (want{1})) <= bound)(:)), ...
         "%s: %s instead of %s", where, show (result), show (want{1}));

endfunction

function check_products ()

  products = {@(x, y) x * y, @(x, y) x.' * y, @(x, y) x' * y, @(x, y) x * y.', @(x, y) x * y', @(x, y) x' * y', @mtimes};
  [~, err] = attempt (1, @mtimes, {gpuArray(ones (2)), gpuArray(ones (2))});
  if (! isempty (err) && strcmp (__gpureduce__ ("backend"), "cuda"))
    tally (! isempty (strfind (err.message, "cuBLAS")) && ! isempty (strfind (err.message, "gather")), "mtimes: %s", ...
           err.message);
    return;
  endif
  ## whole numbers, so that products are exact, and special ones
  values = special_values ();
  for i = 1:numel (values)
    for j = 1:numel (values)
      x = reshape (values{i}([1 2 3 4 5 6]), 2, 3);
      y = reshape (values{j}([2 4 6 3 5 1]), 3, 2);
      if (isfloat (x) && isfloat (y))
        x = cast (round (100 * rand (2, 3)), class (x)) + merge (iscomplex (x), 1i * randi (9, 2, 3), 0);
        y = cast (round (100 * rand (3, 2)), class (y)) + merge (iscomplex (y), 1i * randi (9, 3, 2), 0);
      elseif (isfloat (x) || isfloat (y))
        x(! isfinite (x)) = 1;
        y(! isfinite (y)) = 1;
      endif
      check_product (@mtimes, x, y, "%s * %s", show (x), show (y));
      check_product (@(x, y) x.' * y, x.', y, "%s * %s, the first transposed", show (x), show (y));
      check_product (@(x, y) x' * y, x', y, "%s * %s, the first transposed and conjugated", show (x), show (y));
      check_product (@(x, y) x * y', x, y', "%s * %s, the second transposed and conjugated", show (x), show (y));
    endfor
  endfor
  ## shapes, of which some do not fit, are empty, or have more dimensions
  for k = 1:300
    sz = pick ({[1 1], [1 7], [7 1], [3 4], [4 3], [3 3], [0 0], [0 3], [3 0], [4 0], [2 3 4], [3 1 4], [1 1 5]});
    other = pick ({[1 1], [1 7], [7 1], [3 4], [4 3], [3 3], [0 0], [0 3], [3 0], [0 4], [2 3 4], [3 1 4], [1 1 5]});
    x = cast (rand (sz), pick ({"double", "single"}));
    y = cast (rand (other), pick ({"double", "single"}));
    if (rand () < 0.3)
      x = complex (x, rand (sz));
    endif
    if (rand () < 0.3)
      y = complex (y, rand (other));
    endif
    f = pick (products);
    check_product (f, x, y, "%s of %s and %s", func2str (f), show (x), show (y));
  endfor
  for k = [50 129 300]
    for class_name = {"double", "single"}
      x = cast (randn (k, 70), class_name{1});
      check_product (@(x, y) x' * y, x, x, "%s of %d", class_name{1}, k);
      check_product (@(x, y) x * y', x, complex (x, 1), "%s of %d, complex", class_name{1}, k);
    endfor
  endfor
  check_product (@mtimes, 1:3, eye (3), "a range and a diagonal matrix");
  d = gather (gpuArray ([1 NaN; Inf 2]) * [1; 2]);
  tally (isnan (d(1)) && d(2) == Inf, "NaN or Inf is lost in a product");
  for t = {{ones(2, 3), ones(2, 3)}, {int32(ones (2, 3)), ones(3, 2)}, {ones(2, 3), uint8(ones (3, 2))}}
    [~, wrong] = attempt (1, @mtimes, t{1});
    [~, err] = attempt (1, @mtimes, cellfun (@gpuArray, t{1}, "UniformOutput", false));
    tally (strcmp (message_of (err), wrong.message), "wanted the error \"%s\", got \"%s\"", wrong.message, message_of (err));
  endfor
  d = gpuArray (magic (3));
  d *= d;
  tally (isequal (gather (d), magic (3) * magic (3)), "an array multiplied in place");

endfunction

## By Octave's names reductions and scans give what the running Octave gives.  The means of the data are whole numbers,
## so that no order of summation shows.
function check_overloads ()

  ## By Octave's names reductions follow the rule where the running Octave is wrong: Octave 9 computes variances of
  ## integers in integers (and 11 refuses them)
  [v, err] = attempt (1, "var", {int8([1 2])});
  has_wrong_variances = isempty (err) && v{1} != 0.5;
  ## and its means along a dimension behind the last leave the class
  has_wrong_means = islogical (mean (true, 3));
  for f = {"sum", "prod", "sumsq", "mean", "var", "std", "max", "min", "any", "all", "cumsum", "cumprod", "cummax", "cummin"}
    for class_name = {"double", "single", "int8", "uint16", "int64", "logical", "char"}
      for sz = {[3 4], [1 1], [0 0], [0 3], [3 0], [1 0], [0 1], [3 0 2]}
        x = bsxfun (@plus, 2 * (1:sz{1}(1)).', 4 * (1:sz{1}(2)));
        x = feval (class_name{1}, repmat (x, [1 1 sz{1}(3:end)]));
        for dim = {{}, {1}, {2}, {3}}
          args = [{x}, repmat({[]}, 1, numel (dim{1}) && any (strcmp (f{1}, {"max", "min", "var", "std"}))), dim{1}];
          if (strcmp (class_name{1}, "char") && is_refused (f{1}, args))
            continue; # the texts of errors name the type
          endif
          if ((has_wrong_variances && any (strcmp (f{1}, {"var", "std"})) && isinteger (x) && ! isempty (x))
              || (has_wrong_means && strcmp (f{1}, "mean") && islogical (x) && isequal (dim{1}, {3}) && ! isempty (x)))
            got = attempt (1, f{1}, [{gpuArray(x)}, args(2:end)]);
            want = attempt (1, "__test_rule__", [f(1), args]);
            tally (! isempty (got) && identical (gather (got{1}), want{1}), "%s of %s %s is not the rule's", f{1}, ...
                   class_name{1}, mat2str (sz{1}));
            continue;
          endif
          same (str2func (f{1}), args, [true false(1, numel (args) - 1)], true, "%s of %s %s along %s", f{1}, ...
                class_name{1}, mat2str (sz{1}), disp (dim{1})(1:end-1));
        endfor
      endfor
    endfor
  endfor

endfunction

function t = is_refused (name, args)

  [~, err] = attempt (1, name, args);
  t = ! isempty (err);

endfunction

function check_conversions ()

  values = special_values ();
  for i = 1:numel (values)
    for name = {"double", "single", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "logical"}
      x = values{i};
      if (iscomplex (x) && ! any (strcmp (name{1}, {"double", "single", "logical"})))
        continue; # refused, with another text
      endif
      same (str2func (name{1}), {x}, true, true, "%s of %s", name{1}, class (x));
    endfor
  endfor
  same (@logical, {[1 0 -2]}, true, true, "logical of numbers that are not NaN");
  same (@isequal, {1:3, 1:3}, [true false], false, "isequal");
  same (@isequal, {1:3, [1 2 4]}, [true true], false, "isequal of others");
  same (@isequal, {1:3, "abc", 1:3}, [true true false], false, "isequal of characters");
  same (@isequal, {1:3, {1}}, [true false], false, "isequal of a cell");
  same (@conj, {[1+2i, 3-4i]}, true, true, "conj");

endfunction

## ---- values ----

function d = changed (d)

  d(1) = -1;

endfunction

function n = deep (d, n)

  if (n > 0)
    d(1) += 1;
    n = deep (d, n - 1);
  else
    n = gather (d(1));
  endif

endfunction

function check_values ()

  global suite_gpuarray_global
  d = gpuArray (1:4);
  e = changed (d);
  tally (isequal (d, 1:4) && isequal (e, [-1 2 3 4]), "a function changed its caller's array");
  c = {d, d};
  c{1}(2) = 7;
  tally (isequal (c{2}, 1:4) && isequal (d, 1:4), "a cell's array changed another");
  s.a = d;
  t = s;
  t.a(3) = 9;
  tally (isequal (s.a, 1:4) && isequal (d, 1:4), "a struct's array changed another");
  suite_gpuarray_global = d;
  suite_gpuarray_global(4) = 0;
  tally (isequal (d, 1:4), "a global array changed another");
  clear -global suite_gpuarray_global
  f = @() gather (d(1));
  d(1) = 5;
  tally (f () == 1 && gather (d(1)) == 5, "a closure saw a later change");
  tally (deep (gpuArray (0), 20) == 20 && isequal (d, [5 2 3 4]), "recursion");
  g = reshape (d, 2, 2);
  g(1, 1) = 0;
  tally (isequal (d, [5 2 3 4]), "a reshaped array changed the other");
  d(:) = d;
  d(2:3) = d(1:2);
  tally (isequal (d, [5 5 2 4]), "an array assigned to itself");
  if (gpuArray ([1 0]))
    tally (false, "if took a 0 for true");
  endif
  n = 0;
  for k = gpuArray ([1 2 3])
    n += gather (k);
  endfor
  tally (n == 6, "a loop over columns gave %d", n);

endfunction

function check_refusals ()

  d = gpuArray (magic (4));
  for f = {"schur", "hess", "typecast", "sqrtm", "erfi", "dawson"}
    [~, err] = attempt (1, f{1}, {d});
    tally (! isempty (err), "%s of a gpuArray gave something", f{1});
  endfor
  [~, err] = attempt (1, "schur", {d});
  tally (strcmp (err.message, "gpuArray: no method for 'schur'; use gather"), "schur: %s", err.message);
  if (strcmp (__gpureduce__ ("backend"), "cuda"))
    for name = {"serial", "recursive"}
      [~, err] = attempt (1, "gpusum", {d, name{1}});
      tally (strcmp (err.message, sprintf ("gpusum: algorithm \"%s\" runs on the host and takes arrays there", name{1})), ...
             "%s: %s", name{1}, err.message);
    endfor
  endif
  [~, err] = attempt (1, @(x) x.a, {d});
  tally (! isempty (err) && ! isempty (strfind (err.message, "no method for 'a'")), "a field");
  [~, err] = attempt (1, @(x) x{1}, {d});
  tally (! isempty (err), "braces");
  [~, err] = attempt (1, @mpower, {d, d});
  tally (! isempty (err), "mpower of two matrices gave something");
  [~, err] = attempt (1, @mtimes, {d, sparse(ones (4))});
  tally (strcmp (message_of (err), "gpuArray: sparse arrays are not supported; use full (A)"), "mtimes: %s", ...
         message_of (err));
  for file = glob (fullfile (fileparts (which ("gpuArray")), "@gpuArray", "*.oct")).'
    [~, name] = fileparts (file{1});
    [~, err] = attempt (1, ["@gpuArray/" name], {});
    tally (! isempty (err) && strcmp (err.message, ["Invalid call to " name]), "%s of nothing", name);
  endfor

endfunction

function check_files ()

  values = special_values ();
  file = tempname ();
  for format = {"-text", "-binary", "-v6", "-v7", "-hdf5"}
    for k = 1:numel (values)
      if (strcmp (format{1}, "-hdf5") && isa (values{k}, "single") && iscomplex (values{k}))
        continue; # Octave 7 cannot write these either
      endif
      d = gpuArray (values{k});
      save (format{1}, file, "d");
      loaded = load (file);
      tally (identical (loaded.d, values{k}), "save %s of %s: %s", format{1}, show (values{k}), show (loaded.d));
    endfor
  endfor
  unlink (file);

endfunction

## ---- random numbers ----

## Of a fixed seed, so that no bound fails by chance.
function check_random ()

  state = gpurng (2024);
  unwind_protect
    check_random_sizes ();
    check_uniform ();
    check_normal ();
    check_integers ();
    check_permutations ();
    check_streams ();
  unwind_protect_cleanup
    gpurng (state);
  end_unwind_protect

endfunction

## Octave's function of that name, and the device's.
function r = on_host (name, varargin)

  r = feval (name, varargin{:});

endfunction

function d = made (name, varargin)

  switch (name)
    case "rand"
      d = gpuArray.rand (varargin{:});
    case "randn"
      d = gpuArray.randn (varargin{:});
    case "randi"
      d = gpuArray.randi (varargin{:});
    case "randperm"
      d = gpuArray.randperm (varargin{:});
  endswitch

endfunction

function check_random_sizes ()

  sizes = {{}, {3}, {2, 3}, {[2 3 4]}, {0}, {0, 3}, {[]}, {2, 1, 1}, {2, -1}, {int8(2), 3}, {true}, {[1; 2]}};
  for name = {"rand", "randn", "randi"}
    front = {}(1:0);
    if (strcmp (name{1}, "randi"))
      front = {9};
    endif
    for sz = sizes
      if (strcmp (name{1}, "randi") && any (cellfun (@(n) isempty (n) || any (n(:) < 0) || rows (n) > 1, sz{1})))
        continue; # Octave 7's has other rules there, and an error
      endif
      for type = {{}, {"double"}, {"single"}}
        args = [front, sz{1}, type{1}];
        want = on_host (name{1}, args{:});
        d = made (name{1}, args{:});
        tally (isgpuarray (d) && isequal (size (d), size (want)) && strcmp (underlyingType (d), class (want)), ...
               "%s: %s %s instead of %s", name{1}, underlyingType (d), mat2str (size (d)), show (want));
      endfor
    endfor
    tally (isequal (size (made (name{1}, front{:}, [1 2; 3 4])), [1 3 2 4]), "%s: sizes in a matrix", name{1});
    for wrong = {{1.5}, {2, 1.5}, {NaN}, {{1}}, {2, {1}}, {2, "foo"}, {"a", 2}, {2, "logical"}}
      args = [front, wrong{1}];
      [~, err] = attempt (1, @made, [name, args]);
      tally (! isempty (err), "%s takes %s", name{1}, disp (wrong{1}));
    endfor
    for word = {"seed", "state", "twister"}
      if (! isempty (front))
        break;
      endif
      [~, err] = attempt (1, @made, [name, word, {1}]);
      tally (! isempty (err) && ! isempty (strfind (err.message, ["\"" word{1} "\" is not taken; gpurng sets"])), ...
             "%s (\"%s\"): %s", name{1}, word{1}, message_of (err));
    endfor
  endfor

endfunction

## The greatest distance of a sample's distribution function from the one that P gives for its sorted elements,
## times sqrt (n): beyond 1.95 for one sample in a thousand.
function d = distance (x, p)

  n = numel (x);
  f = p (sort (x(:)));
  d = sqrt (n) * max (max ((1:n).' / n - f, f - (0:n-1).' / n));

endfunction

function check_uniform ()

  for type = {"double", "single"}
    x = double (gather (gpuArray.rand (300, 400, type{1})))(:);
    n = numel (x);
    tally (all (x > 0 & x < 1), "rand: %s from %g to %.17g", type{1}, min (x), max (x));
    tally (abs (mean (x) - 1/2) < 4 * sqrt (1/12/n), "rand: a mean of %s is %g", type{1}, mean (x));
    tally (abs (var (x) - 1/12) < 4 * sqrt (1/180/n), "rand: a variance of %s is %g", type{1}, var (x));
    tally (distance (x, @(t) t) < 1.95, "rand: %s are %g from uniform", type{1}, distance (x, @(t) t));
    c = (x(2:end) - 1/2).' * (x(1:end-1) - 1/2) / n;
    tally (abs (c) < 4 / 12 / sqrt (n), "rand: neighbours of %s have a covariance of %g", type{1}, c);
    scaled = x * 2^(24 + 29 * strcmp (type{1}, "double"));
    tally (all (scaled(x > 1/2) == fix (scaled(x > 1/2))) && any (mod (scaled(x > 1/2), 2) == 1), "rand: bits of %s", type{1});
  endfor

endfunction

function check_normal ()

  for type = {"double", "single"}
    x = double (gather (gpuArray.randn (300, 400, type{1})))(:);
    n = numel (x);
    p = @(t) erfc (-t / sqrt (2)) / 2;
    tally (abs (mean (x)) < 4 / sqrt (n), "randn: a mean of %s is %g", type{1}, mean (x));
    tally (abs (var (x) - 1) < 4 * sqrt (2 / n), "randn: a variance of %s is %g", type{1}, var (x));
    tally (abs (mean (x.^4) - 3) < 4 * sqrt (96 / n), "randn: a fourth moment of %s is %g", type{1}, mean (x.^4));
    tally (distance (x, p) < 1.95, "randn: %s are %g from normal", type{1}, distance (x, p));
    c = x(1:2:end).' * x(2:2:end) / (n / 2);
    tally (abs (c) < 4 / sqrt (n / 2), "randn: pairs of %s have a covariance of %g", type{1}, c);
    tally (max (abs (x)) > 4, "randn: the largest of %s is %g", type{1}, max (abs (x)));
  endfor

endfunction

## NAME with each list of arguments is the error that stands behind the list, or one that has that text.
function refused (name, varargin)

  for k = 1:2:numel (varargin)
    [~, err] = attempt (1, @made, [{name}, varargin{k}]);
    tally (! isempty (strfind (message_of (err), varargin{k+1})), "%s: \"%s\" instead of \"%s\"", name, message_of (err), ...
           varargin{k+1});
  endfor

endfunction

function check_integers ()

  for type = {"double", "single", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"}
    x = gather (gpuArray.randi ([3 12], 100, 200, type{1}));
    tally (strcmp (class (x), type{1}), "randi: %s instead of %s", class (x), type{1});
    counts = accumarray (double (x(:)) - 2, 1);
    expected = numel (x) / 10;
    tally (numel (counts) == 10 && sum ((counts - expected).^2 / expected) < 27.9, "randi: %s have the counts %s", type{1}, ...
           mat2str (counts));
  endfor
  for bound = {[-2^52, 2^52-2], [1, flintmax() - 1], [0, 2^32], [-7, -7], [0 1], [1 65537]}
    x = gather (gpuArray.randi (bound{1}, 1, 1e4));
    range = bound{1}(2) - bound{1}(1);
    tally (all (x >= bound{1}(1) & x <= bound{1}(2) & x == fix (x)), "randi: beyond %s", mat2str (bound{1}, 17));
    tally (abs (mean (x) - mean (bound{1})) <= 4 * sqrt (((range + 1)^2 - 1) / 12 / 1e4), "randi: a mean of %s is %g", ...
           mat2str (bound{1}, 17), mean (x));
  endfor
  integers = "randi: IMIN and IMAX must be integer bounds";
  refused ("randi", {0}, "randi: require IMAX >= 1", {[3 1]}, "randi: require IMIN <= IMAX", ...
           {flintmax()}, "randi: IMIN and IMAX must be smaller than flintmax()", ...
           {[-flintmax()/2, flintmax()/2]}, "randi: integer range must be smaller than flintmax()-1", {1.5}, integers, ...
           {NaN}, integers, {"a"}, integers, {{1}}, integers, {true}, integers, {[]}, integers, ...
           {9, 2, "char"}, "gpuArray.randi: 'char' is no class that it takes", {}, "Invalid call to gpuArray.randi");
  ## beyond the class: Octave's warning, and numbers are cast
  for beyond = {{[-300 300], "int8", "IMAX"}, {[-5 10], "uint8", "IMIN"}, {[0 2^25], "single", "IMAX"}, {2^40, "int32", "IMAX"}}
    args = {beyond{1}{1}, 1, 2000, beyond{1}{2}};
    lastwarn ("");
    evalc ("x = gather (gpuArray.randi (args{:}));"); # which keeps the text of the warning
    tally (strcmp (lastwarn (), sprintf ("randi: integer %s exceeds requested type.  Values might be truncated to requested type.", ...
                                         beyond{1}{3})), "randi: the warning \"%s\"", lastwarn ());
    tally (strcmp (class (x), beyond{1}{2}) && max (x) > 5 && all (x == fix (x)), "randi: %s beyond its class", class (x));
  endfor

endfunction

function check_permutations ()

  for n = [0 1 2 10 1000]
    for m = unique ([0, min(n, 3), fix(n / 10), n])
      p = gather (gpuArray.randperm (n, m));
      tally (isequal (size (p), [min(1, n + 1), m]) && isa (p, "double"), "randperm (%d, %d) is %s", n, m, show (p));
      tally (numel (unique (p)) == m && all (p >= 1 & p <= n & p == fix (p)), "randperm (%d, %d) is none", n, m);
    endfor
  endfor
  ## each number is as often in each place
  counts = zeros (4);
  for k = 1:2000
    p = gather (gpuArray.randperm (4));
    counts += accumarray ([1:4; p].', 1, [4 4]);
  endfor
  tally (sum ((counts(:) - 500).^2 / 500) < 27.9, "randperm: the counts are %s", mat2str (counts));
  refused ("randperm", {-1}, "randperm: M and N must be non-negative", {5, -1}, "randperm: M and N must be non-negative", ...
           {5, 6}, "randperm: M must be less than or equal to N", {2.5}, "conversion of 2.5 to ", {"a"}, "wrong type argument", ...
           {1, 1, 1}, "Invalid call to gpuArray.randperm", {}, "Invalid call to gpuArray.randperm");

endfunction

function check_streams ()

  for call = {@(n) gpuArray.rand(1, n), @(n) gpuArray.randn(1, n, "single"), @(n) gpuArray.randi(100, 1, n, "int16"), ...
              @(n) gpuArray.randi(2^40, 1, n)}
    gpurng (3);
    whole = gather (call{1} (5000));
    gpurng (3);
    front = gather (call{1} (1200));
    s = gpurng ();
    back = gather (call{1} (3800));
    tally (identical ([front, back], whole), "%s: two calls differ from one", func2str (call{1}));
    gpurng (s);
    tally (identical (gather (call{1} (3800)), back), "%s: a state does not come back", func2str (call{1}));
    tally (! isequal (gather (call{1} (3800)), back), "%s: a call repeats the last one", func2str (call{1}));
    gpurng (4);
    tally (! isequal (gather (call{1} (5000)), whole), "%s: seeds give the same", func2str (call{1}));
  endfor
  ## Octave's own state is left alone
  rand ("twister", 1);
  want = rand ();
  rand ("twister", 1);
  gpuArray.rand (10);
  tally (rand () == want, "gpuArray.rand changed the state of rand");

endfunction
