## SPDX-License-Identifier: GPL-3.0-or-later

## fuzz_orders_one (SEED): make the random call of that seed, of a function that sorts, selects or collects by keys, with
## the first or all of its arrays on the device, and count whether it gives what the builtin gives of arrays on the host.

function fuzz_orders_one (seed)

  rand ("twister", seed);
  randn ("twister", seed);
  warning ("off", "all", "local");
  makers = {@of_sort, @of_rows, @of_sets, @of_lookup, @of_selection, @of_quantiles, @of_bins, @of_keys, @of_operation};
  c = makers{randi (numel (makers))} ();
  [want, fails] = attempt (c.nout, c.name, c.args);
  if (isfield (c, "want"))
    want = c.want;
  endif
  given = c.args;
  is_array = ! cellfun (@(a) ischar (a) || is_function_handle (a) || isempty (a), given);
  if (rand () < 0.5)
    is_array(2:end) = false;
  endif
  if (isfield (c, "ours"))
    given = c.ours;
    is_array = cellfun (@(a) isnumeric (a) && ! isempty (a), given) & (rand () < 0.5);
    c.name = c.by;
  endif
  given(is_array) = cellfun (@gpuArray, given(is_array), "UniformOutput", false);
  [got, err] = attempt (c.nout, c.name, given);
  text = "";
  if (isempty (want) != isempty (got))
    text = sprintf ("an error of one alone: \"%s\"", [fails, err].message);
  elseif (! isempty (got))
    is_there = any (is_array) && ! any (strcmp (c.name, {"issorted"}));
    for k = 1:numel (got)
      g = gather (got{k});
      if (is_there && ! isgpuarray (got{k}) && ! isempty (g))
        text = sprintf ("result %d is not on the device", k);
      elseif (! strcmp (class (g), class (want{k})) || ! isequal (size (g), size (want{k})))
        text = sprintf ("result %d is %s of %s, not %s of %s", k, class (g), mat2str (size (g)), class (want{k}), ...
                        mat2str (size (want{k})));
      elseif (! isequaln (g, want{k}))
        text = sprintf ("result %d differs", k);
      endif
    endfor
  endif
  judge (text, c.name, c.args, sprintf ("fuzz_orders_one (%d): %d = ", seed, c.nout));

endfunction

function c = call (nout, name, varargin)

  c = struct ("nout", nout, "name", name);
  c.args = varargin;

endfunction

function v = pick (list)

  v = list{randi (numel (list))};

endfunction

## An array of any real class, with many equal elements or NaN among others.
function x = some (sz, classes = {"double", "single", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"})

  x = sample (pick (classes), false, sz, pick ({"whole", "wild"}), false);

endfunction

function sz = some_size ()

  sz = pick ({[1, randi(300)], [randi(300), 1], [randi(40), randi(40)], [randi(9), randi(9), randi(9)], [0, 3], [1, 5000]});

endfunction

function c = of_sort ()

  x = some (some_size ());
  c = call (randi (2), "sort", x, randi (ndims (x)), pick ({"ascend", "descend"}));

endfunction

function c = of_rows ()

  x = some ([randi(50), randi(5)]);
  x = x(randi (rows (x), 1, 60),:);
  if (rand () < 0.5)
    c = call (2, "sortrows", x, pick ({1, -1, columns(x), -columns(x), 1:columns(x)}));
  else
    x(isnan (x)) = 0;
    c = call (3, "unique", x, "rows");
  endif

endfunction

function c = of_sets ()

  cls = {pick({"double", "single", "int32", "uint8"})};
  x = some ([1, randi(300)], cls);
  y = some ([1, randi(300)], cls);
  name = pick ({"unique", "ismember", "union", "intersect", "setdiff", "setxor"});
  switch (name)
    case "unique"
      c = call (3, name, x);
      if (rand () < 0.5)
        c = call (3, name, x, pick ({"first", "last"}));
      endif
    case {"ismember", "setdiff"}
      c = call (2, name, x, y);
    otherwise
      c = call (3, name, x, y);
  endswitch

endfunction

function c = of_lookup ()

  table = sort (some ([1, randi(200)], {"double", "single"}));
  table(isnan (table)) = [];
  c = call (1, "lookup", table, some (some_size (), {class(table)}));

endfunction

function c = of_selection ()

  x = some (some_size (), {"double", "single", "int16"});
  name = pick ({"nth_element", "median", "mode"});
  dim = randi (ndims (x));
  if (strcmp (name, "nth_element"))
    c = call (1, name, x, randi (size (x, dim) + 1), dim);
  elseif (strcmp (name, "mode"))
    x(! isfinite (x)) = 1; # Octave counts each Inf by itself
    c = call (2, name, x, dim);
  else
    c = call (1, name, double (x), dim); # of integers Octave 7 takes means that overflow
  endif

endfunction

function c = of_quantiles ()

  x = sample (pick ({"double", "single"}), false, some_size (), "whole", false);
  c = call (1, "quantile", x, rand (1, randi (4)), randi (ndims (x)), pick ({1, 2, 3}));

endfunction

function c = of_bins ()

  x = some (some_size (), {"double", "single", "int16"});
  edges = pick ({linspace(-20, 20, randi ([4, 100])), sort(randn (1, randi ([4, 60])) * 10), [-5 -5 0 0 3]});
  dims = [find(size (x) != 1), 1]; # Octave counts a vector along a dimension of size 1 as if along the other
  c = call (2, "histc", x, edges, dims(randi (numel (dims) - (numel (dims) > 1))));

endfunction

function c = of_keys ()

  n = randi (4000);
  most = pick ({1, 5, 100, 3000, 10000});
  subs = cast (randi (most, n, 1), pick ({"double", "single", "int32", "uint16"}));
  vals = sample (pick ({"double", "single", "int8", "int32"}), false, [n, 1], "whole", false);
  fn = pick ({@sum, @max, @min, @mean, @any, @numel, @(v) max(v) - min(v)});
  if (! isfloat (vals) && strcmp (func2str (fn), "mean")) # whose sums are of other classes in Octave
    fn = @sum;
  endif
  c = call (1, "accumarray", subs, vals, [most + randi(3) - 1, 1], fn, randi (3) - 1);

endfunction

## An operation of segments of any lengths against a loop.
function c = of_operation ()

  lengths = pick ({randi(5, 1, randi (200)), [randi(3000), 1, 2, randi(40)], ones(1, randi (300))});
  x = sample (pick ({"double", "single", "int32"}), false, [sum(lengths), 1], "whole", false);
  ends = cumsum (lengths);
  f = pick ({@(a, b) max (a, b), @(a, b) b, @(a, b) a, @(a, b) merge (a < b, a, b)});
  is_scan = rand () < 0.5;
  want = x;
  for s = 1:numel (ends)
    for k = ends(s) - lengths(s) + 2:ends(s)
      want(k) = f(want(k - 1), x(k));
    endfor
  endfor
  c = call (1, "plus", x, 0);
  c.by = {"gpureduce", "gpuscan"}{1 + is_scan};
  if (! is_scan)
    want = want(ends);
  endif
  c.want = {want};
  c.ours = {f, x, "lengths", lengths};

endfunction
