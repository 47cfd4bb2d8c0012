## SPDX-License-Identifier: GPL-3.0-or-later

## A random right call, from the state of the random generators.  C has the fields
## f           the function, a row of tested_functions ()
## x           the array
## over        the dimensions, or [] for the default
## w           [], or the weights of var and std, or 0 or 1
## arithmetic, mean_type, nan, linear, reverse, exclusive, all    as the options say
## host_only   whether the algorithm runs on the host
## args        what to call it with
## nout        the number of outputs to ask for

function c = random_call ()

  persistent functions = tested_functions ();
  persistent types = element_types ();
  persistent algorithms = gpualgos ();

  f = functions(randi (numel (functions)));
  c = struct ("f", f, "over", [], "w", [], "arithmetic", "default", "mean_type", "a", "nan", "", ...
              "linear", false, "reverse", false, "exclusive", false, "all", false, "nout", 1);
  options = {};

  ## an algorithm by name, which on the host is slow
  algorithm = algorithms(1);
  if (rand () < 0.5)
    algorithm = algorithms(randi (numel (algorithms)));
    mine = ! isempty (strfind (algorithm.kinds, {"reduction", "scan"}{1 + f.scan}));
    if (! mine || algorithm.cuda_only)
      algorithm = algorithms(1);
    elseif (rand () < 0.3)
      options{end + 1} = [{algorithm.name}, algorithm.aliases(:).']{end};
    else
      options{end + 1} = algorithm.name;
    endif
    if (! isempty (options) && algorithm.max_block && rand () < 0.6)
      legal = 2 .^ (log2 (algorithm.min_block):log2 (algorithm.max_block));
      options{end} = {options{end}, "block", legal(randi (numel (legal)))};
    endif
  endif
  is_auto = strcmp (algorithm.name, "auto");
  c.host_only = algorithm.host_only;

  c.x = random_array (types, f, is_auto);
  [c, dims] = random_dims (c);
  if (ischar (dims))
    options{end + 1} = dims;
    dims = [];
  endif

  ## the options of the function
  if (numel (f.arithmetics) > 1 && rand () < 0.5)
    c.arithmetic = f.arithmetics{randi (numel (f.arithmetics))};
    options{end + 1} = c.arithmetic;
  endif
  if (f.nanflag && rand () < 0.4)
    c.nan = {"omitnan", "includenan"}{randi (2)};
    options{end + 1} = {c.nan, strrep(c.nan, "nan", "missing")}{randi (2)};
  endif
  front = {};
  if (strcmp (f.family, "mean") && rand () < 0.4)
    c.mean_type = "agh"(randi (3));
    if (strcmp (c.mean_type, "g") && rand () < 0.8 && ! ischar (c.x) && isreal (c.x))
      c.x = abs (c.x);
    endif
    front = {c.mean_type};
  endif
  if (f.index)
    c.nout = randi (2);
    if (! f.scan && rand () < 0.2)
      c.linear = true;
      options{end + 1} = "linear";
    endif
  endif
  if (f.scan)
    if (rand () < 0.5)
      c.reverse = rand () < 0.7;
      options{end + 1} = {"forward", "reverse"}{1 + c.reverse};
    endif
    if (rand () < 0.35)
      c.exclusive = true;
      options{end + 1} = "exclusive";
    endif
  endif
  middle = f.middle;
  if (strcmp (f.family, "var"))
    [c.w, c.x] = random_weights (c);
    middle = {c.w};
  endif

  ## all of it in order: positional arguments, then the words in any order
  args = {c.x};
  if (! isempty (dims))
    args = [args, middle, {dims}];
  elseif (! isempty (options) || ! isempty (c.w))
    args = [args, middle];
  endif
  if (! isempty (front) && rand () < 0.5)
    args = [args(1), front, args(2:end)];
  else
    args = [args, front];
  endif
  for k = randperm (numel (options))
    args = [args, options{k}];
  endfor
  c.args = args;

endfunction

## An array of any class, shape and kind of values.
function x = random_array (types, f, is_auto)

  t = types(randi (rows (types)), :);
  if (rand () < 0.4) # floating point has most to go wrong
    t = types(find (strcmp (types(:, 1), "double"))(randi (2)), :);
  endif
  sz = random_size (is_auto);
  kinds = {"whole", "wild"};
  if (any (strcmp (t{1}, {"double", "single"})))
    kinds = {"whole", "whole", "wild", "wild", "spread", "offset", "extreme", "special"};
  endif
  kind = kinds{randi (numel (kinds))};
  product = strcmp (f.family, "product") && rand () < 0.7;
  x = sample (t{:}, sz, kind, product);
  if (isempty (x))
    return;
  endif
  if (isfloat (x) && rand () < 0.3)
    some = [NaN, Inf, -Inf, 0, -0, 1e16, -1e16, 1e160, 1e308, 5e-324, 1e-300];
    for k = 1:randi (3)
      x(randi (numel (x))) = some(randi (numel (some)));
    endfor
    if (t{2} && rand () < 0.7)
      x = keep_complex (x, true);
      x(randi (randi (numel (x)))) = cast (complex (some(randi (numel (some))), NaN), class (x));
    endif
  endif
  if (t{2} && rand () < 0.2)
    x = complex (real (x), 0);
  endif
  x = keep_complex (x, t{2});
  if (isa (x, "double") && isreal (x) && rows (x) == 1 && ndims (x) == 2 && rand () < 0.1)
    x = randi ([-9, 9]) + (0:columns (x) - 1) * [1, -1, 0.5](randi (3)); # a range
  endif

endfunction

## Mostly small; vectors, few long lines, many short ones, up to 6 dimensions.
function sz = random_size (is_auto)

  lengths = [0 1 2 3 5 7 8 9 15 16 17 31 32 33 63 64 65 100 127 128 129 255 256 257 500 513 1000 1025];
  long = lengths(randi (numel (lengths)));
  if (rand () < 0.05)
    long = randi ([2000, 5000]);
    if (is_auto && rand () < 0.3)
      long = 1e5 + randi ([-5, 5]);
    endif
  endif
  switch (randi (6))
    case 1
      sz = [1, long];
    case 2
      sz = [long, 1];
    case 3
      sz = [long, randi(3)](randperm (2));
    case 4
      sz = [randi(40), randi(40)];
    otherwise
      n = randi ([2, 6]);
      sz = randi ([1, 7 - n + 2], 1, n);
      if (rand () < 0.3)
        sz(randi (n)) = 1;
      endif
      if (rand () < 0.1)
        sz(randi (n)) = 0;
      endif
      if (rand () < 0.2)
        sz(randi (n)) *= randi (9);
      endif
  endswitch
  if (rand () < 0.02)
    sz = [0, 0];
  endif

endfunction

## The dimensions, and how the call names them.
function [c, dims] = random_dims (c)

  dims = [];
  most = ndims (c.x) + 1;
  if (rand () < 0.25)
    return;
  endif
  if (c.f.scan || rand () < 0.5)
    c.over = dims = randi (most);
    dims = cast (dims, {"double", "double", "double", "single", "int8", "uint64"}{randi (6)});
  elseif (rand () < 0.3)
    c.over = 1:ndims (c.x);
    c.all = true;
    dims = "all";
  else
    c.over = dims = randperm (most, randi (most));
  endif

endfunction

## 0 or 1, or a vector where one dimension is reduced; a tiny weight may hide a huge
## element.
function [w, x] = random_weights (c)

  w = randi ([0, 1]);
  x = c.x;
  dim = c.over;
  if (isempty (dim))
    dim = default_dim (c.f, c.x);
  endif
  n = size (c.x, dim(1));
  if (numel (dim) > 1 || c.all || n < 2 || isempty (c.x) || rand () < 0.5)
    return;
  endif
  switch (randi (5))
    case 1
      w = ones (1, n);
    case 2
      w = rand (n, 1);
    case 3
      w = randi ([0, 3], 1, n);
    case 4
      w = [1, 1e-300, 0](randi (3, 1, n));
    case 5
      k = randi (randi (n));
      w = ones (1, n);
      w(k) = 1e-300;
      if (isfloat (x))
        place = repmat ({':'}, 1, ndims (x));
        place{dim} = k;
        x(place{:}) = [1e16, 1e30, -1e160, Inf](randi (4));
        x = keep_complex (x, iscomplex (c.x));
      endif
  endswitch

endfunction
