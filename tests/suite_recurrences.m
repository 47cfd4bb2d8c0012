## SPDX-License-Identifier: GPL-3.0-or-later

## Operations that users write, in gpureduce and gpuscan: a library of recurrences against loops that go from element to
## element, at all lengths up to 40 and some hundreds, along three dimensions, in both directions, exclusive, in several
## classes, on the host and on the device; then what is refused, and the warning of an operation that is not associative.

function suite_recurrences ()

  live = __gpureduce__ ("live");
  for r = recurrences ()
    check_lengths (r);
  endfor
  check_bits ();
  check_sizes ();
  check_captured ();
  check_empty ();
  check_warning ();
  check_refused ();
  check_algorithms ();
  check_filter ();
  check_exponentials ();
  tally (__gpureduce__ ("live") == live, "%d buffers were left", __gpureduce__ ("live") - live);

endfunction

## ---- the recurrences ----

## A row of structs of
##
##   name      what it is
##   f, map, finish, identity   arguments of gpuscan; the last two may be []
##   classes   in which the data come
##   data      a function of a length, a number of columns and a class: a cell of matrices, whose columns are recurrences
##   step      a function of a cell of values and a row of each matrix, which gives the values after it
##   first     values before the first row, which are the identity's, or [] if there are none
##   out       a function of the values: a cell of results
##   near      differences that rounding may make, as a part of the largest result, by class

function list = recurrences ()

  floats = {"double", "single"};
  signed = {"double", "single", "int32"};
  whole = @(n, m, class) {cast(randi ([-9 9], n, m), class)};
  same = @(s) s;
  rounded = struct ("double", 1e-11, "single", 1e-3, "int32", 0, "logical", 0, "uint8", 0);
  exact = struct ("double", 0, "single", 0, "int32", 0, "logical", 0, "uint8", 0);
  fields = {"name", "f", "map", "finish", "identity", "classes", "data", "step", "first", "out", "near"};
  table = {
    "running mean and variance", ...
    @(n, a, q, m, b, r) {n + m, a + (b - a) .* m ./ max(n + m, 1), q + r + (b - a) .^ 2 .* n .* m ./ max(n + m, 1)}, ...
    @(x) {1, x, 0}, @(n, a, q) {a, q ./ max(n - 1, 1)}, {0, 0, 0}, floats, ...
    @(n, m, class) {cast(randn (n, m) + 5, class)}, @step_moments, {0, 0, 0}, @(s) {s{2}, s{3} ./ max(s{1} - 1, 1)}, rounded

    "maximum subarray", ...
    @(s, p, q, b, t, u, v, c) {s + t, max(p, s + u), max(v, q + t), max(max (b, c), q + u)}, ...
    @(x) {x, x, x, x}, @(s, p, q, b) b, [], signed, whole, ...
    @(s, x) {max(s{1} + x, x), max(s{2}, max (s{1} + x, x))}, [], @(s) s(2), exact

    "depth of brackets", ...
    @(a, m, b, n) {a + b, min(m, a + n)}, @(x) {x, x}, [], [], signed, ...
    @(n, m, class) {cast(2 * randi ([0 1], n, m) - 1, class)}, ...
    @(s, x) {s{1} + x, min(s{2}, s{1} + x)}, [], same, exact

    "linear recurrence of order 1", ...
    @(p, q, r, t) {p .* r, r .* q + t}, [], @(p, q) q, {1, 0}, floats, ...
    @(n, m, class) {cast(2 * rand (n, m) - 1, class), cast(randn (n, m), class)}, ...
    @(s, a, b) {a .* s{1} + b}, {0}, same, rounded

    "linear recurrence of order 2", ...
    @(a, b, c, d, u, v, p, q, r, s, w, z) {p .* a + q .* c, p .* b + q .* d, r .* a + s .* c, r .* b + s .* d, ...
                                           p .* u + q .* v + w, r .* u + s .* v + z}, ...
    @(a, b, c) {a, b, 1, 0, c, 0}, @(a, b, c, d, u, v) {u, v}, {1, 0, 0, 1, 0, 0}, floats, ...
    @(n, m, class) {cast(rand (n, m) - 0.5, class), cast((rand (n, m) - 0.5) / 2, class), cast(randn (n, m), class)}, ...
    @(s, a, b, c) {a .* s{1} + b .* s{2} + c, s{1}}, {0, 0}, same, rounded

    "largest, the first of equal ones", ...
    @(v, i, w, j) {merge(w > v, w, v), merge(w > v, j, i)}, [], [], {-Inf, 0}, signed, @with_places, ...
    @(s, x, k) step_largest (s, x, k, x > s{1}), {-Inf, 0}, same, exact

    "largest, the last of equal ones", ...
    @(v, i, w, j) {merge(w >= v, w, v), merge(w >= v, j, i)}, [], [], {-Inf, 0}, signed, @with_places, ...
    @(s, x, k) step_largest (s, x, k, x >= s{1}), {-Inf, 0}, same, exact

    "first and last element", ...
    @(a, b, c, d) {a, d}, @(x) {x, x}, [], [], {"double", "int32", "logical"}, ...
    @(n, m, class) {cast(randi ([0 1], n, m), class)}, @(s, x) {s{1}, x}, [], same, exact

    "sums of segments that flags begin", ...
    @(v, s, w, t) {merge(t, w, v + w), s | t}, [], @(v, s) v, {0, false}, signed, ...
    @(n, m, class) {cast(randi ([-9 9], n, m), class), rand(n, m) < 0.2}, ...
    @(s, x, begins) {s{1} .* cast(! begins, class (x)) + x}, {0}, same, exact

    "parity", ...
    @(a, b) xor (a, b), [], [], false, {"logical"}, @(n, m, class) {rand(n, m) < 0.5}, @(s, x) {s{1} != x}, {false}, same, exact

    "states of an automaton", ...
    @(a, b, c, p, q, r) {merge(a == 1, p, merge (a == 2, q, r)), merge(b == 1, p, merge (b == 2, q, r)), ...
                         merge(c == 1, p, merge (c == 2, q, r))}, ...
    @(x) {merge(x == 1, 2, 1), merge(x == 1, 3, merge (x == 2, 1, 2)), merge(x == 1, 1, merge (x == 2, 1, 3))}, ...
    @(a, b, c) a, {1, 2, 3}, {"double", "int32"}, @(n, m, class) {cast(randi ([0 2], n, m), class)}, ...
    @(s, x) {(x == 0) .* s{1} + (x == 1) .* (mod (s{1}, 3) + 1) + (x == 2)}, {1}, same, exact

    "sum of pairs, whose second one has the rounding errors", ...
    @(h, l, g, m) {h + g, l + m + ((h - (h + g - (h + g - h))) + (g - (h + g - h)))}, @(x) {x, 0}, @(h, l) h + l, {0, 0}, ...
    {"double"}, @(n, m, class) {randi([-9 9], n, m) * 2 ^ 47 + randi([-9 9], n, m)}, ...
    @(s, x) {s{1} + int64(x)}, {int64(0)}, @(s) {double(s{1})}, exact
  };
  list = cell2struct (table, fields, 2).';

endfunction

function data = with_places (n, m, class)

  data = {cast(randi ([-3 3], n, m), class), repmat((1:n).', 1, m)};

endfunction

## The elements x and places k become the largest ones where IT_IS.
function s = step_largest (s, x, k, it_is)

  s{1}(it_is) = x(it_is);
  s{2}(it_is) = k(it_is);

endfunction

## Moments of one element more.
function s = step_moments (s, x)

  x = double (x);
  n = s{1} + 1;
  delta = x - s{2};
  mean = s{2} + delta ./ n;
  s = {n, mean, s{3} + delta .* (x - mean)};

endfunction

## ---- algorithms by name ----

## All that there are run with operations of users on a device, or are refused by name.
function check_algorithms ()

  x = int32 (mod (7 * (1:3000), 19) - 9).';
  affine = @(p, q, r, t) {p .* r, r .* q + t};
  map = @(x) {int32(1) - 2 .* int32(x > 0), x};
  [~] = gpusum (gpuArray (x));
  is_device = ! strcmp (gpulast ().backend, "cpu");
  for a = gpualgos ()
    for is_scan = [false, true]
      [g, kind, want] = {@gpureduce, "reduction", sum(x, 1, "native"); @gpuscan, "scan", cumsum(x, 1)}(is_scan + 1,:){:};
      [sums, err] = attempt (1, g, {@(a, b) a + b, gpuArray(x), 1, a.name});
      if (! isempty (err))
        is_wrong = is_device && ! a.cuda_only && ! a.host_only && any (strcmp (ostrsplit (a.kinds, " "), kind));
        tally (! is_wrong && ! isempty (strfind (err.message, a.name)), "%s by %s: %s", func2str (g), a.name, err.message);
        continue;
      endif
      tally (is_device || strcmp (a.name, "auto"), "%s runs on the host", a.name);
      tally (isequal (gather (sums{1}), want), "%s by %s", func2str (g), a.name);
      if (is_device)
        tally (strcmp (gpulast ().algorithm, a.name), "gpulast after %s by %s", func2str (g), a.name);
      endif
      [p, q] = g (affine, gpuArray (x), "map", map, a.name);
      [r, s] = g (affine, gpuArray (x), "map", map);
      tally (isequal (gather (p), gather (r)) && isequal (gather (q), gather (s)), "%s of two values by %s", func2str (g), ...
             a.name);
    endfor
  endfor
  [~, err] = attempt (1, "gpureduce", {@(a, b) a + b, gpuArray(x), "unroll8", "block", 0.5});
  tally (! isempty (strfind (err.message, "number of threads")), "threads: %s", err.message);

endfunction

## ---- comparison with loops ----

## All lengths, each along one dimension and in one class, and some along all and in all of them.
function check_lengths (r)

  for n = [0:40, 100, 257, 513]
    if (any (n == [1 2 7 40]))
      dims = 1:3;
      classes = r.classes;
    else
      dims = mod (n, 3) + 1;
      classes = r.classes(mod (n, numel (r.classes)) + 1);
    endif
    for class = classes
      data = r.data (n, 6, class{1});
      [want, before] = looped (r, data);
      back = looped (r, cellfun (@flipud, data, "UniformOutput", false));
      for dim = dims
        check_one (r, data, want, before, back, dim, class{1}, mod (n + dim, 2) == 0);
      endfor
    endfor
  endfor

endfunction

## WANT and BEFORE are results after each row of the data, and before the first one; BACK those of the rows from the last on.
function check_one (r, data, want, before, back, dim, class, is_there)

  n = rows (data{1});
  given = cellfun (@(x) placed (x, n, dim), data, "UniformOutput", false);
  if (is_there)
    given = cellfun (@gpuArray, given, "UniformOutput", false);
  endif
  options = {};
  for name = {"map", "finish"}
    if (! isempty (r.(name{1})))
      options = [options, name, {r.(name{1})}];
    endif
  endfor
  if (! isempty (r.identity))
    options = [options, {"identity", r.identity}];
  endif
  text = sprintf ("%s, %d of %s along %d", r.name, n, class, dim);
  near = r.near.(class);

  compare (text, "gpuscan", want, [{r.f}, given, {dim}, options], n, dim, is_there, near);
  back = cellfun (@flipud, back, "UniformOutput", false);
  compare ([text ", reverse"], "gpuscan", back, [{r.f}, given, {dim, "reverse"}, options], n, dim, is_there, near);
  if (! isempty (r.first))
    for k = 1:numel (want)
      want{k} = [double(cast (before{k}, class)); double(want{k})];
    endfor
    shorter = cellfun (@(x) x(1:n,:), want, "UniformOutput", false);
    compare ([text ", exclusive"], "gpuscan", shorter, [{r.f}, given, {dim, "exclusive"}, options], n, dim, is_there, near);
  endif
  if (rows (want{1}) > 0)
    last = cellfun (@(x) x(end,:), want, "UniformOutput", false);
    compare ([text ", reduced"], "gpureduce", last, [{r.f}, given, {dim}, options], 1, dim, is_there, near);
  else
    [~, err] = attempt (1, "gpureduce", [{r.f}, given, {dim}, options]);
    tally (! isempty (err) && any (strfind (err.message, "a segment without elements has no value")), "%s: no error", text);
  endif

endfunction

## Matrices whose columns are recurrences, as arrays of which two dimensions have the columns.
function x = placed (x, n, dim)

  x = permute (reshape (x, n, 2, 3), {[1 2 3], [2 1 3], [2 3 1]}{dim});

endfunction

function c = class_of (x)

  c = class (x);

endfunction

## The results after each row of the data, and those before the first.
function [results, before] = looped (r, data)

  n = rows (data{1});
  values = {};
  for v = r.first
    values{end+1} = repmat (v{1}, 1, 6);
  endfor
  before = {};
  if (! isempty (values))
    before = r.out (values);
  endif
  [row, results] = deal (cell (1, numel (data)), {});
  for k = 1:n
    for d = 1:numel (data)
      row{d} = data{d}(k,:);
    endfor
    if (k == 1 && isempty (values))
      values = repmat (row, 1, max (1, 3 - numel (row)));
    else
      values = r.step (values, row{:});
    endif
    made = r.out (values);
    for v = 1:numel (made)
      results{v}(k,:) = made{v};
    endfor
  endfor
  if (n == 0)
    count = max (numel (before), 1);
    if (isempty (before) && ! isempty (r.map) && isempty (r.finish))
      count = 2;
    endif
    results = repmat ({zeros(0, 6)}, 1, count);
  endif

endfunction

function compare (text, name, want, args, n, dim, is_there, near)

  [got, err] = attempt (numel (want), name, args);
  if (! isempty (err))
    tally (false, "%s: %s", text, err.message);
    return;
  endif
  for k = 1:numel (want)
    tally (isgpuarray (got{k}) == is_there, "%s: result %d is in the wrong place", text, k);
    x = double (placed (want{k}, n, dim));
    y = double (gather (got{k}));
    good = size_equal (x, y);
    if (good)
      good = all (abs (x - y)(:) <= near * max ([1; abs(x(:))]) | x(:) == y(:));
    endif
    tally (good, "%s: result %d has other values", text, k);
  endfor

endfunction

## ---- parts ----

## Operations on bits, by name.
function check_bits ()

  for class = {"uint8", "int32", "int8", "uint64", "int64"}
    x = cast (randi ([0 100], 37, 4), class{1});
    if (class{1}(1) == "i")
      x(3,2) = -5;
    endif
    for name = {"and", "or", "xor"; @bitand, @bitor, @bitxor}
      want = x;
      for k = 2:rows (x)
        want(k,:) = name{2} (want(k-1,:), x(k,:));
      endfor
      got = gpuscan (name{1}, x, 1);
      tally (strcmp (class_of (got), class{1}) && isequal (got, want), "gpuscan \"%s\" of %s", name{1}, class{1});
      got = gpureduce (name{1}, gpuArray (x), 1);
      tally (strcmp (underlyingType (got), class{1}) && isequal (gather (got), want(end,:)), "gpureduce \"%s\" of %s", ...
             name{1}, class{1});
      nothing = gpureduce (name{1}, zeros (0, 2, class{1}), 1);
      tally (isequal (name{2} (nothing, x(1,1:2)), x(1,1:2)), "gpureduce \"%s\" of no %s", name{1}, class{1});
    endfor
  endfor
  x = rand (20, 3) < 0.5;
  tally (isequal (gpureduce ("xor", x, 1), mod (sum (x), 2) == 1), "gpureduce \"xor\" of logical");
  tally (isequal (gpureduce ("and", x, 1), all (x)), "gpureduce \"and\" of logical");
  tally (isequal (gpureduce ("or", x, 1), any (x)), "gpureduce \"or\" of logical");

endfunction

## The default dimension, dimensions of one element, and beyond the last; arrays that are broadcast.
function check_sizes ()

  add = @(a, b) a + b;
  for sz = {[5 1], [1 5], [1 1], [1 1 4], [3 1 4], [1 0], [0 1], [3 0 2], [0 3]}
    x = reshape (1:prod (sz{1}), sz{1});
    tally (isequal (gpureduce (add, x, "identity", 0), gpusum (x)), "default dimension of %s", mat2str (sz{1}));
    tally (isequal (gpuscan (add, x), gpucumsum (x)), "default dimension of a scan of %s", mat2str (sz{1}));
    for dim = 1:5
      tally (isequal (gpureduce (add, x, dim, "identity", 0), gpusum (x, dim)), "dimension %d of %s", dim, mat2str (sz{1}));
      tally (isequal (gpuscan (add, gpuArray (x), dim), gpucumsum (gpuArray (x), dim)), "scan along %d of %s", dim, ...
             mat2str (sz{1}));
    endfor
  endfor
  x = magic (5);
  w = 1:5;
  got = gpureduce (add, gpuArray (x), w, 2, "map", @(x, w) x .* w);
  tally (isequal (gather (got), x * w.'), "a map of two arrays, one of which is broadcast");
  got = gpuscan (add, x, w.', 1, "map", @(x, w) x .* w);
  tally (isequal (got, cumsum (x .* w.')), "a scan of two arrays, one of which is broadcast");
  got = gpureduce (add, x, 3, 1, "map", @(x, w) x .* w);
  tally (isequal (got, 3 * sum (x)), "a map of an array and a number");

endfunction

## Captured numbers and handles; the same handle with other numbers.
function check_captured ()

  x = rand (30, 4);
  times = @(a, b) a .* b;
  for p = [0.5, -0.25, 0]
    f = @(a, q, b, r) {times(a, b), b .* q + r};
    want = filter (1, [1 -p], x);
    got = gpuscan (f, x, 1, "map", @(v) {p, v}, "finish", @(a, q) q);
    tally (max (abs (got - want)(:)) < 1e-12, "a captured number %g in a map", p);
    got = gpureduce (@(a, b) a + b, x, 1, "finish", @(s) s .* p);
    tally (max (abs (got - p * sum (x))(:)) < 1e-12, "a captured number %g in the end", p);
  endfor
  got = gpureduce (@max, gpuArray (x), 2);
  tally (isequal (gather (got), max (x, [], 2)), "a function by its handle");
  got = gpureduce (@plus, x, 2);
  tally (max (abs (got - sum (x, 2))) < 1e-13, "an operator by its handle");

endfunction

## Segments without elements have the identity, finished, as their value.
function check_empty ()

  add = @(a, b) a + b;
  tally (isequal (gpureduce (add, zeros (0, 3), "identity", 4), [4 4 4]), "the identity of no elements");
  tally (isequal (gpureduce (add, zeros (0, 3), "identity", 4, "finish", @(s) 2 * s), [8 8 8]), "an identity is finished");
  got = gpureduce (add, zeros (0, 3, "int8"), "identity", 4);
  tally (isequal (got, int8 ([4 4 4])) && isa (got, "int8"), "the identity of no int8");
  [a, b] = gpureduce (@(a, b, c, d) {a + c, max(b, d)}, zeros (2, 0, "single"), 2, "map", @(x) {x, x}, "identity", {0, -Inf});
  tally (isequal (a, single ([0; 0])) && isequal (b, single ([-Inf; -Inf])), "identities of no elements");
  tally (isequal (size (gpureduce (add, zeros (3, 0), 1)), [1 0]), "no segments");
  tally (isequal (size (gpuscan (add, zeros (3, 0, 2), 1)), [3 0 2]), "a scan of no segments");

endfunction

## An operation that is not associative is used, with a warning by its identifier, once.
function check_warning ()

  lastwarn ("");
  state = warning ("off", "gpureduce:not-associative");
  unwind_protect
    quiet = gpureduce (@(a, b) a - b .* b, 1:50);
    [~, id] = lastwarn ();
    tally (strcmp (id, ""), "a warning that is off was there: %s", id);
  unwind_protect_cleanup
    warning (state);
  end_unwind_protect
  shown = evalc ("r = gpureduce (@(a, b) a - 5 .* b, 1:50);");
  [text, id] = lastwarn ();
  tally (strcmp (id, "gpureduce:not-associative"), "the warning's identifier is \"%s\"", id);
  tally (! isempty (regexp (text, ['^gpureduce: the operation is not associative: of \d+, \d+ and \d+ it makes -?\d+ or ' ...
                                   '-?\d+; results depend on the order of combination$'])), "the warning is: %s", text);
  triple = str2double (regexp (text, '-?\d+', "match"));
  f = @(a, b) a - 5 .* b;
  tally (numel (triple) == 5 && f (f (triple(1), triple(2)), triple(3)) == triple(4) ...
         && f (triple(1), f (triple(2), triple(3))) == triple(5), "the warning's numbers are wrong: %s", text);
  lastwarn ("");
  gpureduce (f, 1:50);
  tally (isempty (lastwarn ()), "a second warning");
  evalc ("r = gpuscan (@(a, b) (a + b) / 2, single (1:50));");
  [text, id] = lastwarn ();
  tally (strcmp (id, "gpureduce:not-associative") && strncmp (text, "gpuscan: ", 9), "of a mean the warning is: %s", text);
  lastwarn ("");
  gpureduce (@(a, b) a + b + 1e-9 .* a, 1:50);
  tally (isempty (lastwarn ()), "a warning of rounding errors");
  gpureduce (@(a, b) a + b, single (1e6 * rand (1, 500)));
  tally (isempty (lastwarn ()), "a warning of single sums");

endfunction

function check_refused ()

  bad = "gpureduce:badArgument";
  no = "gpureduce:unsupported";
  add = @(a, b) a + b;
  w = 1:3;
  table = {
    {@(a, b) {a, b}, 1:3},                                         bad, 'combines two times 1 values to 2'
    {@(a, b, c, d) a + b + c + d, 1:3, "map", @(x) {x, x}},        bad, 'combines two times 2 values to 1'
    {@(a, b, c) a + b + c, 1:3},                                   bad, 'two times as many arguments'
    {@(a) a, 1:3},                                                 bad, 'two times as many arguments'
    {@(a, b) a + b + w, 1:3},                                      no,  'captured an array'
    {add, 1:3, "finish", @(s) s + w},                              no,  'captured an array'
    {add, 1:3, "identity", [0 0]},                                 bad, 'the identity is a number, or a cell'
    {add, 1:3, "identity", {0, 0}},                                bad, 'the identity has 2 numbers, and the operation 1'
    {@(a, b, c, d) {a + c, b + d}, 1:3, 1:3, "identity", 0},       bad, 'the identity has 1 numbers, and the operation 2'
    {add, zeros(0, 3)},                                            bad, 'a segment without elements has no value'
    {add, 1:3, "map", 3},                                          bad, '"map" is a function handle'
    {add, 1:3, "finish", "a"},                                     bad, '"finish" is a function handle'
    {3, 1:3},                                                      bad, 'the operation is a function handle'
    {add, 1:3, "map"},                                             bad, '"map" is followed by its value'
    {add, 1:3, "nothing", 3},                                      bad, 'there is no option "nothing"'
    {add, 1:3, 1.5},                                               bad, 'DIM must be a valid dimension'
    {add, 1:3, 0},                                                 bad, 'DIM must be a valid dimension'
    {add, 1:3, 1, 2},                                              bad, 'behind the arrays there is DIM alone'
    {add},                                                         "Octave:invalid-fun-call", 'Invalid call to gpureduce'
    {"lcm", int8(1:3)},                                            bad, 'there is no operation "lcm"'
    {"xor", 1:3},                                                  bad, '"xor" combines integers and logical values, not double'
    {@(a, b) a + sum (b), 1:3},                                    "",  'sum'
    {@(a, b) a(1) + b, 1:3},                                       "",  '^gpureduce: '
    {add, {1, 2}},                                                 "",  '^gpureduce: '
    {add, sparse(1:3)},                                            "",  'sparse'
    {add, 1:3, "map", @(x) sqrt (x - 2)},                          "",  'sqrt of a negative number'
    {@(a, b) a + b, ones(2, 3), ones(3, 2), 1, "map", @(x, y) x + y}, "", 'nonconformant'
  };
  for k = 1:rows (table)
    [~, err] = attempt (1, "gpureduce", table{k,1});
    tally (! isempty (err), "refusal %d: no error", k);
    if (! isempty (err))
      tally (! isempty (regexp (err.message, table{k,3}, "once")), "refusal %d: %s", k, err.message);
      tally (isempty (table{k,2}) || strcmp (err.identifier, table{k,2}), "refusal %d: identifier %s", k, err.identifier);
    endif
  endfor
  [~, err] = attempt (1, "gpuscan", {add, 1:3, "exclusive"});
  tally (! isempty (err) && any (strfind (err.message, "an exclusive scan begins with the identity")), "exclusive, no identity");
  [~, err] = attempt (2, "gpuscan", {add, 1:3});
  tally (! isempty (err) && any (strfind (err.message, "there are 1 results, and 2 are asked for")), "too many results");

endfunction

## filter, with states and in parts, at all lengths.
function check_filter ()

  coefficients = {1, [1 -0.9]; [1 2], [2 1]; 3, [1 -1.2 0.5]; [1 2 1], [1 0 0.25]; [1 -1 2 3 5], [1 -0.5]; [1 2 3], 1};
  for k = 1:rows (coefficients)
    [b, a] = coefficients{k,:};
    states = max (numel (a), numel (b)) - 1;
    for n = [0, 2:40, 300] # with one element Octave takes another default dimension
      x = randn (2, n, 3);
      si = randn (states, 2, 3);
      [want, last] = filter (b, a, x, si, 2);
      [got, sf] = filter (b, a, gpuArray (x), si, 2);
      tally (size_equal (got, want) && all (abs (gather (got) - want)(:) < 1e-10), "filter %d of %d", k, n);
      tally (size_equal (sf, last) && all (abs (gather (sf) - last)(:) < 1e-10), "state of filter %d of %d", k, n);
    endfor
  endfor

endfunction

## Sums of exponentials, along three dimensions, and what they are made of.
function check_exponentials ()

  for class = {"double", "single"}
    for n = [1:5, 33, 400]
      x = cast (50 * randn (2, n, 3), class{1});
      x(rand (size (x)) < 0.05) = -Inf;
      for dim = 1:3
        most = max (x, [], dim);
        most(most == -Inf) = 0;
        parts = exp (x - most);
        near = 100 * eps (class{1}) * (1 + max (abs (most(:))));
        got = gather (gpulogsumexp (gpuArray (x), dim));
        want = log (sum (parts, dim)) + most;
        tally (all (abs (got - want)(:) <= near | got(:) == want(:)), "gpulogsumexp of %d %s along %d", n, class{1}, dim);
        got = gpucumlogsumexp (x, dim);
        for k = 1:size (x, dim)
          index = {":", ":", ":"};
          index{dim} = 1:k;
          want = gpulogsumexp (x(index{:}), dim);
          index{dim} = k;
          part = got(index{:});
          tally (all (abs (part - want)(:) <= near | part(:) == want(:)), "gpucumlogsumexp, element %d of %d", k, n);
        endfor
        got = gpusoftmax (x, dim);
        is_some = sum (parts, dim) > 0;
        want = parts ./ sum (parts, dim);
        tally (all (abs (got - want)(:) <= 100 * eps (class{1}) | (isnan (got) & isnan (want))(:)), ...
               "gpusoftmax of %d %s along %d", n, class{1}, dim);
        tally (all (abs (sum (got, dim) - 1)(is_some) < 1000 * eps (class{1})), "gpusoftmax does not add up to 1");
      endfor
    endfor
  endfor

endfunction
