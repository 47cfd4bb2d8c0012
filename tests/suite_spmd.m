## SPDX-License-Identifier: GPL-3.0-or-later

## Arrays that are spread over processes, against the builtins on the whole array.  All processes have the same random
## numbers, and so the same calls; tests/spmd starts them.  If GPUREDUCE_SPMD_SHARE is N, they
## make one of N calls of the table; GPUREDUCE_SPMD_CALLS is how many random calls they make.

function suite_spmd ()

  seed = fuzz_seed ();
  table (number_in ("GPUREDUCE_SPMD_SHARE", 100));
  for k = 1:number_in ("GPUREDUCE_SPMD_CALLS", 100)
    spmd_one (seed * 1e6 + k);
    spmd_wrong (seed * 1e6 + k);
  endfor
  values ();
  operators ();
  spmd_calls ();
  joins ();
  exact_means ();
  small_calls ();
  scan_of_the_last ();
  many_segments ();
  large_results (false);
  large_results (true);
  few_slices (false);
  few_slices (true);
  complex_beside_real (false);
  complex_beside_real (true);
  moves ();
  by_keys ();
  by_ranks ();
  refusals ();

endfunction

function n = number_in (variable, default)

  n = str2double (getenv (variable));
  if (isnan (n))
    n = default;
  endif

endfunction

## Every function, class and dimension, with uneven and empty parts.
function table (share)

  shapes = {[4 5], [3 4 6], [1 9], [7 1]};
  dims = {[], 1, 2, 3, "all", [1 3], [2 1]};
  call = 0;
  for f = tested_functions ().'
    for t = element_types ().'
      for s = shapes
        for along = 1:numel (s{1})
          for d = dims
            call++;
            if (mod (call, share))
              continue;
            endif
            x = keep_complex (sample (t{:}, s{1}, {"whole", "wild"}{randi(2)}, strcmp (f.family, "product")), t{2});
            c = struct ("f", f, "x", x, "over", [], "w", [], "arithmetic", "default", "mean_type", "a", "nan", "", ...
                        "linear", false, "reverse", false, "exclusive", false, "all", false, "nout", 1 + f.index);
            c.args = {x};
            if (strcmp (f.family, "var"))
              c.w = 0;
            endif
            if (ischar (d{1}))
              c.over = 1:ndims (x);
              c.all = true;
              c.args{2} = "all";
            elseif (! isempty (d{1}))
              c.over = d{1};
              c.args = [c.args, f.middle, d];
            endif
            spmd_call (c, along, sprintf ("table, call %d: ", call));
          endfor
        endfor
      endfor
    endfor
  endfor

endfunction

## What other functions of these arrays say.
function values ()

  n = spmdSize ();
  x = reshape (1:3*n*2, 3, 2*n);
  D = spread (x, 2, 2 * ones (1, n));
  check (isequal (size (D), size (x)) && size (D, 2) == 2 * n && numel (D) == numel (x) && ndims (D) == 2, "size");
  check (strcmp (class (D), "codistributed") && strcmp (underlyingType (D), "double") && isreal (D), "class");
  check (isequal (getLocalPart (D), x(:, 2 * spmdIndex () + [-1, 0])), "getLocalPart");
  check (isequal (gather (D), x), "gather to all");
  y = gather (D, n);
  check (isequal (y, x) == (spmdIndex () == n) && (spmdIndex () == n || isequal (y, [])), "gather to one");
  [a, b] = gather (D, int8 (5));
  check (isequal (a, x) && isequal (b, int8 (5)), "gather of several");
  check (! isempty (strfind (disp (D), sprintf ("double 3x%d along dimension 2", 2 * n))), "disp");
  E = codistributed (x(:, 2 * spmdIndex () + [-1, 0]));
  check (isequal (gather (E), x), "the last dimension is the default");
  v = codistributed (spmdIndex () * ones (spmdIndex (), 1));
  check (isequal (gather (v), repelem ((1:n).', 1:n)), "a column in uneven parts");
  check (isequal (gather (codistributed (spmdIndex ())), 1:n), "numbers");
  z = codistributed (complex (1, spmdIndex () - 1), 2);
  check (isequal (gather (z), complex (1, 0:n-1)), "some parts are complex");
  check (isequal (gather (gpusum (z)), sum (complex (1, 0:n-1))), "their sum");

endfunction

## Operators against Octave's on the whole array.
function operators ()

  dims = [4, 6];
  for along = 1:2
    x = randi ([-9, 9], dims);
    y = randi ([1, 9], dims);
    row = randi (9, 1, dims(2));
    column = randi (9, dims(1), 1);
    parts = random_parts (dims(along));
    D = spread (x, along, parts);
    E = spread (y, along, parts);
    F = spread (y, 3 - along, random_parts (dims(3 - along)));
    for name = {"plus", "minus", "times", "rdivide", "ldivide", "power", "eq", "ne", "lt", "le", "gt", "ge", "and", "or"}
      f = name{1};
      same (f, {D, E}, {x, y});
      same (f, {D, 3}, {x, 3});
      same (f, {3, D}, {3, x});
      same (f, {D, y}, {x, y});
      same (f, {D, row}, {x, row});
      same (f, {column, D}, {column, x});
      same (f, {D, F}, {x, y});
      same (f, {D, gpuArray(int8 (2))}, {x, int8(2)});
    endfor
    same ("power", {D, 0.5}, {x, 0.5});
    same ("sqrt", {D}, {x});
    for name = {"uminus", "not", "abs", "exp", "floor", "sign", "real", "imag", "conj", "isnan", "single", "int8", ...
                "sin", "cos", "tanh", "atan", "erf", "gamma", "cbrt", "signbit", "angle", "log", "log2", "log10", "asin", "acosh"}
      same (name{1}, {D}, {x});
    endfor
    for name = {"mod", "rem", "atan2", "hypot", "bitand", "bitor", "bitxor", "gcd", "max", "min", "xor"}
      f = name{1};
      same (f, {E, 3}, {y, 3});
      same (f, {3, E}, {3, y});
      same (f, {E, F}, {y, y});
      if (! any (strcmp (f, {"bitand", "bitor", "bitxor", "gcd"}))) # which do not broadcast
        same (f, {E, row}, {y, row});
      endif
    endfor
    same ("bitshift", {E, 2}, {y, 2});
    z = complex (x, y);
    same ("sin", {spread(z, along, parts)}, {z});
    same ("log2", {spread(y, along, parts)}, {y});
    same ("mtimes", {D, 2}, {x, 2});
    same ("mrdivide", {D, 2}, {x, 2});
    same ("minus", {D, gpumean(D, along)}, {x, mean(x, along)});
    same ("minus", {D, gpumean(D, 3 - along)}, {x, mean(x, 3 - along)});
  endfor

endfunction

function same (f, args, plain)

  want = feval (f, plain{:});
  got = feval (f, args{:});
  check (isa (got, "codistributed"), "%s: class %s", f, class (got));
  got = gather (got);
  text = mismatch (got, want, []);
  if (isfloat (want) && ! isempty (text)) # elsewhere functions of gpuArrays are rounded otherwise
    text = mismatch (got, want, 20 * eps * abs (want));
  endif
  check (isempty (text), "%s: %s", f, text);

endfunction

## Arrays one behind the other, along the distributed dimension and others, with arrays that all processes have.
function joins ()

  for on_device = [false, true]
    for along = 1:3
      x = reshape (1:60, 3, 4, 5);
      y = -x;
      D = spread (x, along, random_parts (size (x, along)), on_device);
      E = spread (single (y), 1 + mod (along, 3), random_parts (size (x, 1 + mod (along, 3))), on_device);
      for dim = 1:4
        same ("cat", {dim, D, D}, {dim, x, x});
        same ("cat", {dim, D, E, x}, {dim, x, single(y), x});
        same ("cat", {dim, y, [], D}, {dim, y, [], x});
      endfor
      z = complex (x, 1);
      same ("horzcat", {spread(z, along, random_parts (size (x, along)), on_device), D}, {z, x});
    endfor
  endfor
  x = int8 (1:7);
  D = spread (x, 2, random_parts (7));
  check (isequal (gather ([D 1]), [x 1]) && strcmp (underlyingType ([D 1]), "int8"), "[D 1]");
  check (isequal (gather ([0 D D]), [0 x x]), "[0 D D]");
  check (isequal (gather ([D; D]), [x; x]) && isequal (gather ([x; D; x]), [x; x; x]), "[D; E]");

endfunction

## Means of 64-bit integers are exact, whatever the parts are.
function exact_means ()

  x = int64 ([2^53 1 -2^53 0 0 0]) + int64 ([1 0 -1 0 0 0]);
  u = uint64 ([2^54 1 1 1 1 1]); # a sum of doubles in this order is 2^54
  for k = 1:6
    for on_device = [false, true]
      parts = random_parts (6);
      D = spread (x(randperm (6)), 2, parts, on_device);
      check (isequal (gather (gpumean (D)), 1 / 6), "mean of int64, parts of%s", sprintf (" %d", parts));
      D = spread ([u; u(end:-1:1)], 2, parts, on_device);
      check (isequal (gather (gpumean (D, 2)), [1; 1] * (2^54 + 4) / 6), "mean of uint64, parts of%s", sprintf (" %d", parts));
      check (isequal (gather (gpumean (D, 2, "native")), uint64 ([1; 1] * (2^54 + 4) / 6)), "mean of uint64 as such");
    endfor
  endfor

endfunction

## Calls of small arrays take one message of each process to all, or none.
function small_calls ()

  D = spread (reshape (1:24, 2, 3, 4), 2, random_parts (3));
  S = spread ([1; 3; 3; 1], 1, random_parts (4));
  along = {@() gpusum(D, "all"), @() gpusum(D, 2), @() gpumean(D, [1 2]), @() gpuvar(D, 0, 2), @() gpucumsum(D, 2), ...
           @() two_of("gpumax", D, [], 2), @() log(D), @() histc(D, 1:9, 2), @() accumarray(S, S, [3 1], @max)};
  alone = {@() gpusum(D, 1), @() gpucumsum(D, 3), @() D + 1, @() sin(D), @() getLocalPart(D)};
  for f = [along, alone; num2cell([true(size (along)), false(size (alone))])]
    n = calls_of ("__spmd__", f{1});
    check (n == (f{2} && spmdSize () > 1), "%s: %d messages", func2str (f{1}), n);
  endfor

endfunction

## Of a scan the last process says nothing of its own part: it asks for the scan alone.
function scan_of_the_last ()

  D = spread (reshape (1:24, 2, 3, 4), 2, random_parts (3));
  n = spmdSize ();
  me = spmdIndex ();
  k = calls_of ("__gpureduce_processes__", @() gpucumsum (D, 2));
  check (k == 3 - (me == n), "a cumulative sum asks %d times", k);
  k = calls_of ("__gpureduce_processes__", @() gpucumsum (D, 2, "reverse"));
  check (k == 3 - (me == 1), "a cumulative sum from the end asks %d times", k);

endfunction

## Call a function for two results.
function two_of (name, varargin)

  [a, b] = feval (name, varargin{:});

endfunction

## How often F calls the function NAME.
function n = calls_of (name, f)

  profile ("clear");
  profile ("on");
  f ();
  profile ("off");
  counted = profile ("info").FunctionTable;
  n = sum ([counted(strcmp ({counted.FunctionName}, name)).NumCalls]);

endfunction

## More than 16384 segments, whose states go from device to device if the parts are there.  Then several dimensions, of
## which the array has one.
function many_segments ()

  for on_device = [false, true]
    x = mod (reshape (1:16385*2, 16385, 2) * 7919, 1013);
    D = spread (x, 2, random_parts (2), on_device);
    check (isequal (gather (gpusum (D, 2)), sum (x, 2)), "sums of many segments");
    check (isequal (gather (gpumax (D, [], 2)), max (x, [], 2)), "maxima of many segments");
    check (isequal (gather (gpumax (spread (single (x), 2, random_parts (2), on_device), [], 2)), max (single (x), [], 2)),
           "maxima of many segments of singles");
    x = [3 1 -4 1 5 9 2 -6 5];
    D = spread (x, 2, random_parts (9), on_device);
    [m, i] = gpumin (D, [], [1 3]);
    check (isequal (gather (m), x) && isequal (gather (i), 1:9), "positions along dimensions of one element");
    [m, i] = gpumax (D, [], [1 3], "ComparisonMethod", "abs");
    check (isequal (gather (m), x) && isequal (gather (i), 1:9), "positions of moduli along dimensions of one element");
  endfor

endfunction

## Large results with fewer places along their last dimension than there are processes, in parts of which some are
## empty; and parts that only one process can't take.
function few_slices (on_device)

  n = spmdSize ();
  for t = element_types ().'
    columns = ceil (2 ^ 20 / (8 * 5000));
    x = cast_to (t{1}, mod (reshape (1:5000*columns*2*3, 5000, columns, 2, 1, 3) * 7919, 13));
    if (t{2})
      x = complex (x, x + 1);
    endif
    D = spread (x, 5, {random_parts(3), [zeros(1, n - 1), 3]}{randi (2)}, on_device);
    check (same_elements (gather (gpusum (D, 5)), gpusum (x, 5)), "slices of sums of %s%s", t{1}, {"", " complex"}{1 + t{2}});
    check (isequal (size (gpusum (D, 5)), [5000, columns, 2]), "their size");
    E = gpumax (D, [], 5);
    check (same_elements (gather (E), gpumax (x, [], 5)), "slices of maxima of %s", t{1});
    check (same_elements (gather (gpusum (E, [1 2 3])), gpusum (gpumax (x, [], 5), [1 2 3])), "sums of slices of %s", t{1});
    if (! strcmp (t{1}, "char"))
      check (same_elements (gather (gpucumsum (D, 5, "reverse")), gpucumsum (x, 5, "reverse")), "scans of %s from the end", t{1});
    endif
  endfor
  for rows = [20000, 200000]
    part = ones (rows, 2);
    if (spmdIndex () == n)
      part(5) = -1;
    endif
    if (on_device)
      part = gpuArray (part);
    endif
    D = codistributed (part, 2);
    fails (@() gpumean (D, 2, "g"), "gpumean: X must not contain any negative values");
  endfor

endfunction

## Parts of a complex array of which one alone is complex, and of which one alone is not empty.
function complex_beside_real (on_device)

  n = spmdSize ();
  for rows = [3, 20000, 200000]
    part = spmdIndex () * ones (rows, 2);
    if (spmdIndex () == n)
      part = complex (part, 1);
    endif
    if (on_device)
      part = gpuArray (part);
    endif
    D = codistributed (part, 2);
    check (isequal (gather (gpusum (D, 2)), complex (n * (n + 1), 2) * ones (rows, 1)), "sums of real and complex parts");
    C = gather (gpucumsum (D, 2));
    check (isequal (size (C), [rows, 2 * n]) && isequal (C(:,end), complex (n * (n + 1), 2) * ones (rows, 1)), ...
           "scans of real and complex parts");
    D = codistributed (part(:,1:double (spmdIndex () == n)), 2);
    check (isequal (gather (gpusum (D, 2)), complex (n, 1) * ones (rows, 1)), "sums of empty parts and a complex one");
    part = complex (ones (rows, spmdIndex () == 1, "single"), 1);
    if (on_device)
      part = gpuArray (part);
    endif
    check (isequal (gather (gpusum (codistributed (part, 2), 2)), complex (ones (rows, 1), 1)), "sums of empty complex singles");
  endfor

endfunction

## States of more than a MiB, of which each process finishes a part.
function large_results (on_device)

  x = mod (reshape (1:2*90000*2, 90000, 2, 2) * 7919, 1013);
  x(5, 1, 1) = NaN;
  for along = 2:3
    D = spread (x, along, random_parts (2), on_device);
    got = gpusum (D, along);
    check (isa (got, "codistributed") == (spmdSize () > 1), "a large result is distributed");
    if (on_device)
      check (isgpuarray (got) || isgpuarray (getLocalPart (got)), "a large result stays on the device");
      check_carrier ();
    endif
    check (isequaln (gather (got), sum (x, along)), "large sums");
    [m, i] = gpumax (D, [], along);
    [want, place] = max (x, [], along);
    check (isequaln (gather (m), want) && isequal (gather (i), place), "large extrema");
    [m, i] = gpumin (D, [], [2 3]);
    [want, place] = min (reshape (x, 90000, 4), [], 2);
    check (isequaln (gather (m), want), "large extrema along two dimensions");
    check (isequal (gather (i), (1:90000).' + 90000 * (place - 1)), "their positions");
    v = gpuvar (D, 0, along);
    check (max (abs (gather (v) - var (x, 0, along))(:)) < 1e-6, "large variances");
    s = gpusum (D - gpumean (D, along), along);
    check (max (abs (gather (s)(:))) < 1e-9, "deviations from large means");
  endfor
  z = complex (x, 1);
  D = spread (z, 3, random_parts (2), on_device);
  check (isequaln (gather (gpusum (D, 3)), sum (z, 3)), "large complex sums");
  for along = 2:3
    D = spread (x, along, random_parts (2), on_device);
    check (isequaln (gather (gpucumsum (D, along)), cumsum (x, along)), "large cumulative sums");
    check (isequaln (gather (gpucumsum (D, along, "reverse")), flip (cumsum (flip (x, along), along), along)), ...
           "large cumulative sums from the end");
    [m, i] = gpucummax (D, along);
    [want, place] = cummax (x, along);
    check (isequaln (gather (m), want) && isequal (gather (i), place), "large cumulative maxima");
  endfor

endfunction

## gpuArrays of more than a MiB that are gathered, that move to another dimension, and that all processes come to have: of
## all classes, in uneven parts, some of them empty.
function moves ()

  n = spmdSize ();
  for t = element_types ().'
    columns = ceil (2 ^ 20 / (2 * 700 * sizeof (cast_to (t{1}, 1)) * (1 + t{2})));
    x = cast_to (t{1}, mod (reshape (1:2*700*columns, 700, columns, 2) * 7919, 113));
    if (t{2})
      x = complex (x, x + 1);
    endif
    for along = 1:3
      parts = {random_parts(size (x, along)), [zeros(1, n - 1), size(x, along)]}{randi (2)};
      D = spread (x, along, parts, true);
      text = sprintf ("%s%s, parts of%s along %d", t{1}, {"", " complex"}{1 + t{2}}, sprintf (" %d", parts), along);
      check (same_elements (gather (D), x), "all gather %s", text);
      y = gather (D, n);
      check (isequal (y, []) != (spmdIndex () == n) && (isequal (y, []) || same_elements (y, x)), "one gathers %s", text);
      other = 1 + mod (along, 3);
      is_same = D == spread (x, other, random_parts (size (x, other)), true);
      check (all (gather (gpuall (is_same, "all"))), "another dimension beside %s", text);
      check (isgpuarray (getLocalPart (is_same)), "on the device beside %s", text);
    endfor
  endfor
  x = mod (reshape (1:3*4e5, 3, 4e5), 7);
  D = spread (x, 1, random_parts (3), true);
  E = spread (x(1,:), 2, random_parts (4e5), true);
  check (isequal (gather (D - E), x - x(1,:)) && isgpuarray (getLocalPart (D - E)), "a row that moves to all");
  check_carrier ();
  D = spread (zeros (0, 4), 1, zeros (1, n), true);
  check (isequal (gather (D), zeros (0, 4)), "no elements");

endfunction

function check_carrier ()

  want = getenv ("GPUREDUCE_SPMD_CARRIER");
  [n, carrier] = spmdSize ();
  check (n == 1 || ! isempty (carrier) && (isempty (want) || strcmp (carrier, want)), "carrier: %s", carrier);

endfunction

function a = cast_to (cls, a)

  if (strcmp (cls, "char"))
    a = char (a);
  elseif (strcmp (cls, "logical"))
    a = a > 50;
  else
    a = cast (a, cls);
  endif

endfunction

function same = same_elements (a, b)

  same = strcmp (class (a), class (b)) && isequal (a, b);

endfunction

## What is wrong is an error on all processes, and they go on.
## Counts and sums by keys, of parts one of which is empty.
function by_keys ()

  n = spmdSize ();
  parts = 7 * (0:n - 1) + 3 * (n == 1);
  rows = sum (parts);
  subs = [randi(3, rows, 1), randi(4, rows, 1)];
  subs(end,:) = [3, 4];
  for t = {"double", "single", "int16"}
    for on_device = [false true]
      x = cast (2 .^ randi ([0, 2], rows, 1), t{1}); # whose products are exact, however many there are
      S = spread (subs, 1, parts, on_device);
      X = spread (x, 1, parts, on_device);
      where = sprintf ("by keys, %s, on the device %d: ", t{1}, on_device);
      for fn = {@sum, @prod, @max, @min, @mean}
        if (! (isinteger (x) && any (strcmp (func2str (fn{1}), {"prod", "mean"})))) # of which Octave has other classes
          a = accumarray (S, X, [3 5], fn{1}, 2);
          b = accumarray (subs, x, [3 5], fn{1});
          b(accumarray (subs, 1, [3 5]) == 0) = 2;
          check (isgpuarray (a) == on_device && isequal (gather (a), b) && strcmp (underlyingType (a), class (b)),
                 [where func2str(fn{1})]);
        endif
      endfor
      check (isequal (gather (gpuaccumarray (S, 1, [3 4])), accumarray (subs, 1, [3 4])), [where "counts"]);
      check (isequal (gather (histc (X, 1:2:9)), histc (x, 1:2:9)), [where "histc"]);
      y = reshape (cast (1:12 * rows, t{1}), 12, rows);
      D = spread (y, 2, parts, on_device);
      edges = [3, rows, 6 * rows];
      for dim = 1:2
        [c, i] = histc (D, edges, dim);
        [d, j] = histc (y, edges, dim);
        check (isequal (gather (c), d) && isequal (gather (i), j), [where sprintf("histc along %d", dim)]);
      endfor
      check (isequal (gather (gpuhistc (D, edges)), histc (y, edges)), [where "gpuhistc"]);
    endfor
  endfor
  S = spread (subs, 1, parts);
  fails (@() accumarray (S, spread (1i * ones (rows, 1), 1, parts), [3 4]), "^accumarray: VALS .* must be real");
  fails (@() accumarray (S, 1), "accumarray: SZ must be given");
  fails (@() accumarray (S, 1, [3 4], @var), "accumarray: of codistributed arrays FN is @sum, @prod");
  fails (@() gpuaccumarray (S, 1, [2 4]), "gpuaccumarray: .*index out of range|gpuaccumarray: .*out of bound");
  fails (@() gpuaccumarray (S, ones (rows, 1), [3 4]), "gpuaccumarray: SUBS must be codistributed");
  fails (@() histc (S, []), "histc: no EDGES");
  fails (@() histc (S, 1:3, 4), "histc: DIM must be an integer");

endfunction

## Medians and quantiles along the distributed dimension, others and several.
function by_ranks ()

  n = spmdSize ();
  parts = 5 * (0:n - 1) + 4 * (n == 1);
  rows = sum (parts);
  for t = {"double", "single"}
    for on_device = [false true]
      x = cast (randi (9, rows, 3, 2) - 5, t{1}) ./ 4;
      x(rand (size (x)) < 0.1) = NaN;
      x(rand (size (x)) < 0.1) = Inf;
      x(rand (size (x)) < 0.1) = -Inf;
      x(:,2,1) = NaN;
      x(:,3,2) = cast (randn (rows, 1) .* 10 .^ randi ([-30, 30], rows, 1), t{1});
      where = sprintf ("by ranks, %s, on the device %d: ", t{1}, on_device);
      D = spread (x, 1, parts, on_device);
      for args = {{}, {1}, {2}, {3}, {"all"}, {[1 2]}, {[3 1], "omitnan"}, {1, "omitnan"}, {"all", "omitmissing"}}
        m = gpumedian (x, args{1}{:});
        for f = {@median, @gpumedian}
          r = f{1} (D, args{1}{:});
          check (isequaln (gather (r), m) && strcmp (underlyingType (r), t{1}), [where "median " disp(args{1})]);
        endfor
      endfor
      p = [0.3 0 1 0.5 0.97 -1 2 NaN];
      for method = 1:9
        for dim = {1, 2, [2 1], "all"}
          r = quantile (D, p, dim{1}, method);
          q = gpuquantile (x, p, dim{1}, method);
          check (isequal (size (r), size (q)) && isequaln (gather (r), q), ...
                 [where sprintf("quantile by method %d along %s", method, num2str (dim{1}))]);
        endfor
      endfor
      check (isequaln (gather (prctile (D)), gpuprctile (x)), [where "prctile"]);
      check (isequaln (gather (gpuprctile (D, [20; 70], "all")), gpuprctile (x, [20; 70], "all")), [where "gpuprctile"]);
    endfor
  endfor
  D = spread (int8 (ones (rows, 2)), 1, parts);
  fails (@() median (D), "median: codistributed arrays are of real singles or doubles");
  D = spread (ones (rows, 2), 1, parts);
  fails (@() median (D, 0), "median: DIM must be an integer and a valid dimension");
  fails (@() quantile (D, "a"), "quantile: P must be a numeric vector");
  fails (@() gpuprctile (D, 5, 1, 10), "gpuprctile: Unknown METHOD");
  fails (@() median (spread (ones (0, 2), 1, zeros (1, n))), "median: X cannot be an empty matrix");

endfunction

function refusals ()

  n = spmdSize ();
  me = spmdIndex ();
  D = codistributed (ones (2, 1), 2);
  fails (@() gpusum (D, 2, "shuffle"), "algorithm \"auto\"");
  fails (@() gpusum (D, 0), "invalid dimension DIM = 0");
  fails (@() gpusum (D, "nonsense"), "gpusum: unrecognized type argument 'nonsense'");
  fails (@() gpusum (D, "offsets", 0:2), "gpusum: a codistributed array takes no \"offsets\"; use gather");
  fails (@() gpumean (D, 1.5), "gpumean: DIM must be an integer");
  fails (@() gpumax (D, 3), "gpumax: elementwise max");
  for name = {"gpusum", "gpuprod", "gpuany", "gpuall", "gpusumsq", "gpumean", "gpucumsum", "gpucumprod"}
    for args = {{}, {1}, {2}, {3}, {1, "auto"}, {2, "auto"}}
      fails (@() two_of (name{1}, D, args{1}{:}), ["^" name{1} ": function called with too many outputs$"]);
    endfor
    said = "";
    try
      feval (name{1}, D, 1, 2, 3);
    catch err
      said = err.identifier;
    end_try_catch
    check (strcmp (said, "Octave:invalid-fun-call"), "%s of too many arguments: %s", name{1}, said);
  endfor
  fails (@() __gpureduce_processes__ ("state", struct ("call", uint8 (1:9)), 1, [1 1 0]), "CALL is not what \"open\" gave");
  fails (@() __gpureduce_processes__ ("state", struct ("call", {}), 1, [1 1 0]), "CALL is not what \"open\" gave");
  ## CLASS, IS_COMPLEX, SIZE, DIM and PARTS
  array = {"double", false, [1 2], 2, zeros(1, n)};
  wrong = {1, "cell"; 1, {}; 2, 0; 2, [false false]; 2, "a"; 3, 2; 3, {1, 2}; 3, [1 -2]; 3, [1 2.5]; 3, "ab"; 3, ones(1, 99);
           4, 0; 4, "a"; 4, []; 4, 1e9; 5, {}; 5, single(array{5}); 5, zeros(1, n + 1); 5, sparse(array{5}); 5, "a"};
  for k = 1:rows (wrong)
    given = array;
    given{wrong{k,1}} = wrong{k,2};
    fails (@() __gpureduce_processes__ ("open", [1 2], "sum", 1, given{:}), "^__gpureduce_processes__: ");
  endfor
  fails (@() __gpureduce_processes__ ("open", [1 2], "nothing", 1, array{:}), "'nothing' is no operator");
  array{5}(me) = 2;
  [~, call] = __gpureduce_processes__ ("open", [1 2], "var", 2, array{:}, [1 3], 2);
  for weights = {[1 4], sparse([1 3]), [1i 3], single([1 3]), 1, []}
    changed = call;
    changed.weights = weights{1};
    fails (@() __gpureduce_processes__ ("state", changed, [1 2], [1 2 0]), "CALL is not what \"open\" gave");
  endfor
  for x = {@sin, 1, true, struct(), sparse(1), "a", gpuArray(1)}
    fails (@() __gpureduce_processes__ ("finish", call, 1, [1 2], x), "a state is an array of class uint8");
    fails (@() __gpureduce_processes__ ("cut", call, 1, [1 2 0 1], x), "a state is an array of class uint8");
  endfor
  fails (@() __gpureduce_processes__ ("state", call, sparse ([1 2]), [1 2 0]), "sparse input is not supported; use full");
  fails (@() __gpureduce_processes__ ("state", 1, 1, [1 1 0]), "CALL is not what \"open\" gave");
  fails (@() __gpureduce_processes__ ("state", 1), "'state' with 1 arguments is no question");
  fails (@() __gpureduce_processes__ ("open"), "there is no part of the array");
  fails (@() __gpureduce_processes__ ("open", 1, "sum"), "a call has 7 arguments or more");
  for f = {"sort", "fliplr", "circshift", "num2str", "mat2str", "printf", "gpunorm", "gputrapz", "gpudiff", "movsum", ...
           "gpumovsum", "subsasgn", "reshape", "unique"}
    fails (@() feval (f{1}, D, 3), ["^" f{1} ": codistributed arrays are not supported; use getLocalPart .*, or gather"]);
  endfor
  fails (@() cat (1, D, 1:n+1), "^cat: dimensions mismatch");
  fails (@() cat (D, D), "^cat: DIM must be a valid dimension");
  fails (@() gcd (D / 3, 1), "^gcd: ");
  if (n > 1) # that one of them has an error, all say
    E = codistributed (me / 2, 2);
    fails (@() gcd (E, 1), "process 1 of .*gcd: ");
  endif
  fails (@() D + ones (3, 1), "plus: nonconformant arguments");
  fails (@() D', "^ctranspose: codistributed arrays");
  fails (@() D * ones (2), "^mtimes: codistributed arrays");
  fails (@() gather (D, n + 1), "ROOT is the number of a process");
  fails (@() codistributed ({1}), "wrong type argument 'cell'");
  if (n > 1)
    fails (@() codistributed (ones (1 + (me == 1), 1), 2), "process 1 has a part of 2x1, and process 2 one of 1x1");
    fails (@() codistributed (cast (1, {"int8", "double"}{1 + (me == 2)})), "process 1 has a part of class int8");
    fails (@() codistributed (1, 1 + (me == 2)), "with DIM 1");
    fails (@() gpumean (codistributed (1 - 3 * (me == 2)), "g"), "process 2 of .*X must not contain any negative values");
    fails (@() different (D, me), "do not make the same call: process 1: gpusum .*, process 2: gpumax");
    fails (@() gpusum (D, 2, {"omitnan", "includenan"}{1 + (me == 2)}), "do not make the same call: process 1: gpusum .*omitnan");
    fails (@() error_on_one (me), "process 2 of .*out of all|out of all");
  endif
  check (isequal (gpusum (D, 2), [n; n]), "all go on after errors");

endfunction

function different (D, me)

  if (me == 2)
    gpumax (D, [], 2);
  else
    gpusum (D, 2);
  endif

endfunction

function error_on_one (me)

  failure = [];
  if (me == 2)
    failure = struct ("message", "out of all", "identifier", "gpureduce:outOfMemory");
  endif
  __spmd_agree__ ("a test", failure, []);

endfunction

function fails (f, text)

  said = "";
  try
    f ();
  catch err
    said = err.message;
  end_try_catch
  check (! isempty (regexp (said, text, "once")), "\"%s\" instead of \"%s\"", said, text);

endfunction

function check (ok, varargin)

  tally (ok, varargin{:});

endfunction
