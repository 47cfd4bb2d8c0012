## SPDX-License-Identifier: GPL-3.0-or-later

## fuzz_operations_one (N): gpureduce or gpuscan by random operation number N, whose values are combined exactly, against
## the same handle from element to element.

function fuzz_operations_one (n)

  rand ("twister", n);
  randn ("twister", n);
  [f, map, identity, text] = operation ();
  dims = randi (3);
  sizes = [1, 1, 1];
  sizes(1:dims) = randi ([0, 12], 1, dims);
  dim = randi (3);
  sizes(dim) = [randi([0, 70]), randi([200, 700])](1 + (rand () < 0.2));
  if (any (sizes == 0) && rand () < 0.8)
    sizes(sizes == 0) = 1;
  endif
  class = {"double", "single", "int32"}{randi (3)};
  x = cast (randi ([-3 3], sizes), class);
  y_sizes = sizes;
  y_sizes(rand (1, 3) < 0.3) = 1;
  y = cast (randi ([0 2], y_sizes), class);
  options = {"map", map};
  has_identity = rand () < 0.6;
  if (has_identity)
    options = [options, {"identity", identity(class)}];
  endif
  what = sprintf ("fuzz_operations_one (%d): %s of %s [%s] and [%s] along %d", n, text, class, num2str (sizes), ...
                  num2str (y_sizes), dim);
  is_scan = rand () < 0.5;
  if (! is_scan)
    if (! has_identity && (sizes(dim) == 0 || any (sizes == 0)))
      return;
    endif
    got = call (@gpureduce, nargin (f) / 2, f, x, y, dim, options);
    want = reduced (f, map, identity(class), x, y, dim);
  else
    directions = {"forward", "reverse"};
    reverse = rand () < 0.5;
    exclusive = has_identity && rand () < 0.3;
    got = call (@gpuscan, nargin (f) / 2, f, x, y, dim, [options, directions(1 + reverse), {"exclusive"}(1:double (exclusive))]);
    want = scanned (f, map, identity(class), x, y, dim, reverse, exclusive);
  endif
  for v = 1:numel (want)
    tally (strcmp (class_of (got{v}), class_of (want{v})) && isequal (got{v}, want{v}), "%s: value %d", what, v);
  endfor

endfunction

function c = class_of (x)
  c = class (x);
endfunction

## Arrays are on the device or not.
function got = call (g, k, f, x, y, dim, options)

  [x, y] = deal (to_device (x), to_device (y));
  got = cell (1, k);
  [got{:}] = g (f, x, y, dim, options{:});
  got = cellfun (@gather, got, "UniformOutput", false);

endfunction

function x = to_device (x)
  if (rand () < 0.7)
    x = gpuArray (x);
  endif
endfunction

## Several operations side by side.  A part is {values, its combination of first ones %1$s... and second ones, map, identity}.
function [f, map, identity, text] = operation ()

  parts = {1, {"a1 + b1"}, {"x"}, {0}
           1, {"max(a1, b1)"}, {"x - y"}, {-100}
           1, {"min(a1, b1)"}, {"y"}, {100}
           1, {"a1 .* b1"}, {"1 - 2 .* (x > y)"}, {1}
           1, {"xor(a1, b1)"}, {"x > y"}, {false}
           1, {"a1 & b1"}, {"x <= 2"}, {true}
           1, {"a1 | b1"}, {"y > 1"}, {false}
           2, {"a1 .* b1", "b1 .* a2 + b2"}, {"1 - 2 .* (x > 0)", "x"}, {1, 0}
           2, {"merge(b1 > a1, b1, a1)", "merge(b1 > a1, b2, a2)"}, {"x + y", "y"}, {-100, 0}
           2, {"a1 + b1", "min(a2, a1 + b2)"}, {"x", "x"}, {0, 100}
           2, {"merge(b2, b1, a1)", "a2 | b2"}, {"x", "y < 2"}, {0, false}};
  count = randi (3);
  [combined, mapped, first] = deal ({});
  for part = parts(randi (rows (parts), 1, count),:).'
    k = numel (combined);
    for v = 1:part{1}
      text = part{2}{v};
      for w = 1:part{1}
        text = strrep (strrep (text, sprintf ("a%d", w), sprintf ("p%d", k + w)), sprintf ("b%d", w), sprintf ("q%d", k + w));
      endfor
      combined{end+1} = text;
      mapped{end+1} = part{3}{v};
      first{end+1} = part{4}{v};
    endfor
  endfor
  k = numel (combined);
  names = [sprintf("p%d, ", 1:k), sprintf("q%d, ", 1:k)](1:end-2);
  text = sprintf ("@(%s) {%s}", names, strjoin (combined, ", "));
  f = str2func (text);
  map = str2func (sprintf ("@(x, y) {%s}", strjoin (mapped, ", ")));
  identity = @(class) cellfun (@(e) of_class (e, class), first, "UniformOutput", false);

endfunction

## Logical values stay what they are.
function e = of_class (e, class)
  if (! islogical (e))
    e = cast (e, class);
  endif
endfunction

## ---- from element to element ----

## The values of the map, each of the whole size, and place k of them.
function values = mapped (map, x, y)

  values = map (x, y);
  whole = size (x);
  for v = 1:numel (values)
    values{v} = repmat (values{v}, [whole, 1](1:3) ./ max ([size(values{v}), 1](1:3), 1));
  endfor

endfunction

function one = at (values, dim, k)

  index = {":", ":", ":"};
  index{dim} = k;
  one = cellfun (@(v) v(index{:}), values, "UniformOutput", false);

endfunction

function results = reduced (f, map, identity, x, y, dim)

  values = mapped (map, x, y);
  results = alike (identity, at (values, dim, []), dim);
  for k = 1:size (values{1}, dim)
    if (k == 1)
      results = at (values, dim, 1);
    else
      results = f (results{:}, at (values, dim, k){:});
    endif
  endfor

endfunction

## The identity in the size of a place, and of the class of values.
function results = alike (identity, none, dim)

  for v = 1:numel (none)
    sizes = [size(none{v}), 1](1:3);
    sizes(dim) = 1;
    results{v} = repmat (cast (identity{v}, class (none{v})), sizes);
  endfor

endfunction

function results = scanned (f, map, identity, x, y, dim, reverse, exclusive)

  values = mapped (map, x, y);
  n = size (values{1}, dim);
  places = 1:n;
  if (reverse)
    places = n:-1:1;
  endif
  results = values;
  before = [];
  for k = places
    here = at (values, dim, k);
    if (isempty (before))
      after = here;
    else
      after = f (before{:}, here{:});
    endif
    shown = after;
    if (exclusive)
      shown = before;
      if (isempty (before))
        shown = alike (identity, at (values, dim, []), dim);
      endif
    endif
    index = {":", ":", ":"};
    index{dim} = k;
    for v = 1:numel (results)
      results{v}(index{:}) = shown{v};
    endfor
    before = after;
  endfor

endfunction
