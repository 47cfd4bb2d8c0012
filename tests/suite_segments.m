## SPDX-License-Identifier: GPL-3.0-or-later

## "offsets" and "lengths": every function, class and option, each segment against a call of its own, of arrays on the
## host and on the device, with numbers of any class on either.

function suite_segments ()

  for f = tested_functions ().'
    for t = element_types ().'
      for round = 1:3
        compare (random_segments (f, t));
      endfor
    endfor
    long_segments (f);
    of_functions (f);
  endfor
  moduli ();
  means_beside ();
  of_nothing ();
  overloads ();
  refusals ();

endfunction

## ---- calls against loops ----

## A call as random_call () has them, with the fields lengths, kind and words.
function c = random_segments (f, t)

  c = struct ("f", f, "over", 1, "w", [], "arithmetic", "default", "mean_type", "a", "nan", "", "linear", false, ...
              "reverse", false, "exclusive", false, "all", false, "nout", 1 + f.index);
  c.lengths = [0 1 1 2 3 5 8 31 32 33 64 100](randi (12, 1, randi (12)));
  if (rand () < 0.5)
    c.lengths(randi (end)) = randi ([1000, 5000]);
  endif
  if (f.index && ! f.scan) # which nothing has none of
    c.lengths(c.lengths == 0) = 1;
  endif
  c.lengths(end) += 1 + mod (sum (c.lengths), 2); # so that there are matrices of two rows, and one with elements
  c.lengths(end) += mod (sum (c.lengths), 2);
  c.kind = {"whole", "wild"}{randi (2)};
  n = sum (c.lengths);
  c.x = sample (t{:}, {[n, 1], [1, n], [2, n / 2], [1, 2, n / 2]}{randi (4)}, c.kind, strcmp (f.family, "product"));
  c.words = {};
  if (numel (f.arithmetics) > 1 && rand () < 0.5)
    c.arithmetic = f.arithmetics{randi (numel (f.arithmetics))};
    c.words{end + 1} = c.arithmetic;
  endif
  if (f.nanflag && rand () < 0.5)
    c.nan = {"omitnan", "includenan"}{randi (2)};
    c.words{end + 1} = c.nan;
    if (isfloat (c.x))
      c.x(rand (size (c.x)) < 0.2) = NaN;
      c.x = keep_complex (c.x, t{2});
    endif
  endif
  if (strcmp (f.family, "mean") && rand () < 0.4)
    c.mean_type = "agh"(randi (3));
    if (strcmp (c.mean_type, "g") && iscomplex (c.x)) # of which a segment alone may be real, and below 0
      c.mean_type = "h";
    elseif (strcmp (c.mean_type, "g") && rand () < 0.8 && ! ischar (c.x))
      c.x = abs (c.x);
    endif
    c.words = [{c.mean_type}, c.words];
  endif
  if (strcmp (f.family, "var"))
    c.w = randi ([0, 1]);
  endif
  if (f.index && rand () < 0.3)
    c.linear = true;
    c.words{end + 1} = "linear";
  endif
  if (f.scan && rand () < 0.5)
    c.reverse = rand () < 0.7;
    c.words{end + 1} = {"forward", "reverse"}{1 + c.reverse};
  endif
  if (f.scan && rand () < 0.4)
    c.exclusive = true;
    c.words{end + 1} = "exclusive";
  endif

endfunction

## Check the call on the host and on the device.
function compare (c)

  [want, b] = of_each (c);
  middle = {};
  if (! isempty (c.w))
    middle = {c.w};
  endif
  for x = {c.x, gpuArray(c.x)}
    args = [x, middle, in_any_order([{c.words}, {numbers_of(c.lengths)}])];
    [got, err] = attempt (c.nout, ["gpu" c.f.name], args);
    text = "";
    if (isempty (want))
      text = merge (isempty (err), "no error, though a segment alone has one", "");
    elseif (! isempty (err))
      text = ["error: " err.message];
    elseif (! all (cellfun (@isgpuarray, got) == isgpuarray (x{1})))
      text = "a result that is not where the array is";
    else
      got = match_ties (cellfun (@gather, got, "uniformoutput", false), want);
      ## an imaginary part of -0 is lost where a segment alone is real
      text = mismatch (got{1}, want{1}, b, iscomplex (c.x));
      if (isempty (text) && c.nout > 1)
        text = mismatch (got{2}, want{2}, []);
      endif
    endif
    judge (text, ["gpu" c.f.name], args);
  endfor

endfunction

## The type of a mean first, and then one part behind the other.
function args = in_any_order (parts)

  words = parts{1};
  front = {};
  if (! isempty (words) && numel (words{1}) == 1)
    front = words(1);
    words(1) = [];
  endif
  parts = {words, parts{2}};
  args = [front, parts{randperm (2)}];

endfunction

## "offsets" or "lengths" of any class and shape, here or there.
function args = numbers_of (lengths)

  by_offsets = rand () < 0.5;
  numbers = lengths;
  if (by_offsets)
    numbers = [0, cumsum(lengths)];
  endif
  cls = {"double", "double", "single", "int32", "uint64", "int16"}{randi (6)};
  if (sum (lengths) > intmax ("int16"))
    cls = "double";
  endif
  numbers = cast (numbers, cls);
  if (rand () < 0.5)
    numbers = numbers.';
  endif
  if (rand () < 0.4)
    numbers = gpuArray (numbers);
  endif
  args = {{"lengths", "offsets"}{1 + by_offsets}, numbers};

endfunction

## What the call has to give, and the bound on the error of the first result; {} if it has to fail.
function [want, b] = of_each (c)

  parts = cell (0, c.nout);
  b = [];
  at = 0;
  x = c.x(:);
  one = c;
  one.linear = false;
  for n = c.lengths
    one.x = keep_complex (x(at + (1:n)), iscomplex (x));
    if (n || ! c.f.scan)
      [w, d] = oracle (one);
      if (isempty (w))
        want = {};
        return;
      endif
      if (! n)
        w{1} = cast (w{1}, class_of (one, x));
      endif
      if (c.linear && c.nout > 1)
        w{2}(w{2} > 0) += at;
      endif
      parts(end+1, :) = w;
      b = [b; d];
    endif
    at += n;
  endfor
  shape = size (c.x);
  if (! c.f.scan)
    shape = merge (isrow (c.x), [1, numel(b)], [numel(b), 1]);
  endif
  want = arrayfun (@(k) reshape (vertcat (parts{:, k}), shape), 1:c.nout, "uniformoutput", false);
  want{1} = complex_if_needed (want{1});
  b = reshape (b, shape);

endfunction

## The class of results of segments with elements.
function cls = class_of (c, x)

  c.x = x(1);
  cls = class (oracle (c){1});

endfunction

## Some that are cut into many parts, beside many of no or few elements.
function long_segments (f)

  lengths = [3, 0, 70000, 1, 1, 300000, repmat([0 1 2 7], 1, 500), 4096];
  if (f.index && ! f.scan)
    lengths(lengths == 0) = [];
  endif
  x = sample ("double", false, [sum(lengths), 1], "whole", strcmp (f.family, "product"));
  o = [0, cumsum(lengths)];
  want = cell (numel (lengths), 1 + f.index);
  for s = 1:numel (lengths)
    [want{s, :}] = feval (["gpu" f.name], x(o(s)+1:o(s+1)), f.middle{:}, 1); # tested by itself
  endfor
  want = arrayfun (@(k) vertcat (want{:, k}), 1:columns (want), "uniformoutput", false);
  b = [];
  if (! is_exact (f, "double", "whole"))
    b = repmat (bound (f, x, 1, max (want{1})), size (want{1}));
  endif
  for y = {x, gpuArray(x)}
    name = ["gpu" f.name];
    [got, err] = attempt (1 + f.index, name, [y, {"offsets", o}]);
    if (isempty (err))
      text = [mismatch(gather (got{1}), want{1}, b), ""];
      for k = 2:numel (got)
        text = [text, mismatch(gather (got{k}), want{k}, [])];
      endfor
    else
      text = ["error: " err.message];
    endif
    judge (text, name, [y, {"offsets", o}]);
  endfor

endfunction

## Values of functions are what an array of them gives.
function of_functions (f)

  name = ["gpu" f.name];
  x = reshape (mod (7 * (1:120), 11) - 4, 8, []);
  o = [0 3 4 50 119 120];
  functions = {{@(v) v .^ 2 - 3, x}, {@(v, w) v .* w + 1, x, 1:15}, {@(v) v > 2, single(x)}};
  for g = functions
    values = gather (arrayfun (g{1}{1}, cellfun (@(a) gpuArray (a .* ones (size (x))), g{1}(2:end), ...
                                                 "uniformoutput", false){:}));
    want = attempt (1 + f.index, name, {values, "offsets", o});
    for place = {@(a) a, @gpuArray}
      args = [g{1}(1), cellfun(place{1}, g{1}(2:end), "uniformoutput", false), {"offsets", o}];
      [got, err] = attempt (1 + f.index, name, args);
      text = "";
      if (isempty (got) || isempty (want))
        text = "error";
      elseif (any (cellfun (@isgpuarray, got)) && ! isgpuarray (args{2}))
        text = "on the device, and no array is there";
      elseif (! isequaln_all (got, want))
        text = "other results";
      endif
      judge (text, name, args(2:end), func2str (g{1}{1}));
    endfor
  endfor

endfunction

function tf = isequaln_all (got, want)

  tf = all (cellfun (@(g, w) isempty (mismatch (gather (g), w, [])), got, want));

endfunction

## The order of moduli of real numbers is made of several calls.
function moduli ()

  o = [0 3 4 50 119 120];
  for name = {"gpumax", "gpumin", "gpucummax", "gpucummin"}
    middle = {{[]}, {}}{1 + strncmp(name{1}, "gpucum", 6)};
    for cls = {"double", "single", "int8"}
      x = cast (mod (7 * (1:120), 23) - 11, cls{1});
      for method = {"abs", "real", "auto"}
        words = {"ComparisonMethod", method{1}};
        [m, i] = deal ([]);
        for s = 1:numel (o) - 1
          [n, k] = feval (name{1}, x(o(s)+1:o(s+1)), middle{:}, 2, words{:});
          m = [m, n];
          i = [i, k];
        endfor
        for y = {x, gpuArray(x)}
          expect_all (name{1}, [y, words, {"offsets", o}], {m, i});
        endfor
      endfor
    endfor
  endfor

endfunction

## Compare exactly, gathered.
function expect_all (name, args, want)

  [got, err] = attempt (numel (want), name, args);
  if (isempty (err))
    text = strjoin (cellfun (@(g, w) mismatch (gather (g), w, []), got, want, "uniformoutput", false), "");
  else
    text = ["error: " err.message];
  endif
  judge (text, name, args);

endfunction

## var and std give the means of the same segments beside.
function means_beside ()

  for name = {"gpuvar", "gpustd"}
    for cls = {"double", "single", "int8"}
      x = cast (mod (7 * (1:120).', 23) - 11, cls{1});
      l = [0 50 1 69];
      want = {feval(name{1}, x, 1, "lengths", l), gpumean(x, "lengths", l)};
      expect_all (name{1}, {x, 1, "lengths", l}, want);
      expect_all (name{1}, {gpuArray(x), 1, "offsets", [0, cumsum(l)]}, want);
    endfor
  endfor

endfunction

## ---- corners ----

function of_nothing ()

  is_nan = {"mean", "var", "std"};
  for f = tested_functions ().'
    name = ["gpu" f.name];
    identity = 0;
    if (strcmp (f.name, "prod"))
      identity = 1;
    elseif (any (strcmp (f.name, is_nan)))
      identity = NaN;
    elseif (any (strcmp (f.name, {"any", "all"})))
      identity = strcmp (f.name, "all");
    endif
    for cls = {"double", "single"}
      result = cast (identity, cls{1});
      if (islogical (identity))
        result = identity;
      endif
      for place = {@(a) a, @gpuArray}
        there = @(sz) place{1} (zeros (sz, cls{1}));
        if (f.scan)
          expect_all (name, {there([0, 3]), "offsets", [0 0 0]}, {zeros(0, 3, cls{1})});
          expect_all (name, {there([1, 0]), "lengths", []}, {zeros(1, 0, cls{1})});
          continue;
        endif
        expect_all (name, {there([0, 0]), "offsets", 0}, {repmat(result, 0, 1)});
        expect_all (name, {there([1, 0]), "offsets", place{1}(0)}, {repmat(result, 1, 0)});
        expect_all (name, {there([0, 1]), "lengths", []}, {repmat(result, 0, 1)});
        if (! f.index)
          expect_all (name, {there([0, 0]), "offsets", [0 0 0]}, {repmat(result, 2, 1)});
          expect_all (name, {there([1, 0]), "lengths", [0 0 0]}, {repmat(result, 1, 3)});
          expect_all (name, {there([3, 2]), "lengths", [0 6 0]}, ...
                      {[result; feval(name, zeros (6, 1, cls{1})); result]});
        endif
      endfor
    endfor
  endfor

endfunction

## Octave's names of gpuArrays.
function overloads ()

  x = mod (7 * (1:120), 23) - 11;
  l = [20 1 99];
  for f = tested_functions ().'
    name = ["gpu" f.name];
    for numbers = {l, gpuArray(l)}
      want = cell (1, 1 + f.index);
      [want{:}] = feval (name, x, "lengths", l);
      expect_all (f.name, {gpuArray(x), "lengths", numbers{1}}, want);
    endfor
  endfor
  expect_all ("sum", {gpuArray([1 NaN 3 4]), "omitnan", "offsets", [0 2 4]}, {[1 7]});

endfunction

## Identifiers, and texts that name the function and what is wrong.
function refusals ()

  bad = "gpureduce:badArgument";
  no = "gpureduce:unsupported";
  usage = "Octave:invalid-fun-call";
  x = 1:6;
  calls = {
    {"gpusum", x, "offsets"},                              bad,   'gpusum: "offsets" is followed by a vector'
    {"gpucumsum", x, "lengths"},                           bad,   'gpucumsum: "lengths" is followed by a vector'
    {"gpusum", x, "offsets", "all"},                       bad,   'gpusum: "offsets" is followed by a vector of numbers; given was a string'
    {"gpusum", x, "offsets", {0, 6}},                      bad,   'gpusum: "offsets" is followed by a vector of numbers; given was a cell'
    {"gpusum", x, "offsets", [0 6i]},                      bad,   'gpusum: "offsets" is followed by a vector of numbers; given was a complex array'
    {"gpusum", x, "offsets", []},                          bad,   'gpusum: "offsets" is followed by a vector of one number or more; given was one of 0 rows'
    {"gpusum", x, "offsets", [0 1; 3 6]},                  bad,   'gpusum: "offsets" is followed by a vector of one number or more; given was one of 2 rows'
    {"gpusum", x, "lengths", ones(2, 3)},                  bad,   'gpusum: "lengths" is followed by a vector, or an array without elements'
    {"gpusum", x, 2, "offsets", [0 6]},                    bad,   'gpusum: "offsets" contradicts DIM'
    {"gpusum", x, [1 2], "lengths", 6},                    bad,   'gpusum: "lengths" contradicts DIM'
    {"gpusum", x, "all", "lengths", 6},                    bad,   'gpusum: "lengths" contradicts "all"'
    {"gpumax", x, [], 1, "offsets", [0 6]},                bad,   'gpumax: "offsets" contradicts DIM'
    {"gpumax", x, x, "offsets", [0 6]},                    no,    'gpumax: elementwise max \(A, B\)'
    {"gpusum", x, "offsets", [0 6], 2},                    usage, 'Invalid call to gpusum'
    {"gpusum", x, "lengths", 6, "offsets", [0 6]},         bad,   'gpusum: "offsets" contradicts "lengths"'
    {"gpusum", x, "lengths", 6, "lengths", 6},             bad,   'gpusum: "lengths" is given twice'
    {"gpumean", x, "Weights", x, "lengths", 6},            no,    'gpumean: "lengths" goes without weights'
    {"gpuvar", x, x, "offsets", [0 6]},                    no,    'gpuvar: "offsets" goes without weights'
    {"gpusum", x, "shuffle", "offsets", [0 6]},            no,    'gpusum: segments of any lengths are for algorithm "auto"'
    {"gpusum", x, "shuffle", "block", 128, "lengths", 6},  no,    'gpusum: segments of any lengths are for algorithm "auto"'
    {"gpusum", x, "block", 128, "lengths", 6},             bad,   'gpusum: auto chooses its own block size'
    {"gpucumsum", x, "kogge", "lengths", 6},               no,    'gpucumsum: segments of any lengths are for algorithm "auto"'
    {"gpusum", x, "offsets", [0 5]},                       bad,   'gpusum: offsets must be whole numbers that begin with 0, .* end with the number of elements, 6'
    {"gpusum", x, "offsets", [1 6]},                       bad,   'gpusum: offsets must be whole numbers'
    {"gpusum", x, "offsets", [0 4 3 6]},                   bad,   'gpusum: offsets must be whole numbers'
    {"gpusum", x, "offsets", [0 2.5 6]},                   bad,   'gpusum: offsets must be whole numbers'
    {"gpusum", x, "offsets", [0 NaN 6]},                   bad,   'gpusum: offsets must be whole numbers'
    {"gpusum", [], "offsets", 6},                          bad,   'gpusum: offsets of an array without elements are 0'
    {"gpusum", [], "offsets", [0 6]},                      bad,   'gpusum: offsets must be whole numbers'
    {"gpucumsum", [], "offsets", [0 6]},                   bad,   'gpucumsum: offsets of an array without elements are 0'
    {"gpusum", x, "offsets", 0},                           bad,   'gpusum: there are 6 elements, and no segments'
    {"gpucumsum", x, "offsets", 0},                        bad,   'gpucumsum: offsets must be whole numbers'
    {"gpucumprod", x, "offsets", [0 7]},                   bad,   'gpucumprod: offsets must be whole numbers'
    {"gpumax", x, "offsets", [0 3 3 6]},                   bad,   'gpumax: max of no elements has no value.*leave them out'
    {"gpumin", [], "offsets", [0 0]},                      bad,   'gpumin: min of no elements has no value.*leave them out'
    {"gpumin", x, "lengths", [0 6]},                       bad,   'gpumin: min of no elements has no value.*leave them out'
    {"gpusum", {1}, "offsets", [0 1]},                     bad,   'gpusum: wrong type argument ''cell'''
    {"gpumean", abs(x) - 2, "g", "lengths", 6},            bad,   'gpumean: X must not contain any negative values'
  };
  for k = 1:rows (calls)
    refuse (calls{k, :}, false);
    if (isnumeric (calls{k, 1}{2}))
      refuse (calls{k, :}, true);
    endif
  endfor
  only_lengths = {{3, 4}, bad, 'the sum of "lengths" must be the number of elements, 6; it is 7'
                  {7, -1}, bad, '"lengths" must be whole numbers from 0 on; number 2 is -1'
                  {0.5, 5.5}, bad, '"lengths" must be whole numbers from 0 on; number 1 is 0.5'
                  {NaN, 6}, bad, '"lengths" must be whole numbers from 0 on; number 1 is nan'};
  for k = 1:rows (only_lengths)
    l = [only_lengths{k, 1}{:}];
    refuse ({"gpucumsum", x, "lengths", l}, only_lengths{k, 2}, ["gpucumsum: " only_lengths{k, 3}], false);
    refuse ({"gpucumsum", x, "lengths", l}, only_lengths{k, 2}, ["gpucumsum: " only_lengths{k, 3}], true);
    ## which the device finds
    refuse ({"gpusum", gpuArray(x), "lengths", gpuArray(l)}, bad, ...
            'gpusum: offsets must be .*"lengths" L are "offsets" \[0, cumsum\(L\)\]', false);
  endfor
  refuse ({"gpureduce", @plus, gpuArray(x), "offsets", [0 5]}, bad, 'gpureduce: offsets must be whole numbers', false);
  refuse ({"gpuscan", @plus, gpuArray(x), "lengths", 5}, bad, 'gpuscan: .*"lengths" L are "offsets" \[0, cumsum\(L\)\]', false);

endfunction

function refuse (call, id, text, on_device)

  if (on_device)
    call{2} = gpuArray (call{2});
  endif
  [~, err] = attempt (1, call{1}, call(2:end));
  said = "";
  if (isempty (err))
    said = "no error";
  elseif (! strcmp (err.identifier, id) || isempty (regexp (err.message, text)))
    said = sprintf ("[%s] %s", err.identifier, err.message);
  endif
  judge (said, call{1}, call(2:end));

endfunction
