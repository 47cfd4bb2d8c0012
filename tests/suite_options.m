## SPDX-License-Identifier: GPL-3.0-or-later

## The options: Octave's own against the builtin with the same option, the others
## against what they mean, written with the builtins.

function suite_options ()

  by_name = cell2struct (num2cell (tested_functions ()), {tested_functions().name}, 1);
  saturation ();
  mean_types (by_name.mean);
  weights (by_name.var);
  weights (by_name.std);
  for f = tested_functions ().'
    if (numel (f.arithmetics) > 1)
      arithmetic (f);
    endif
    if (f.scan)
      direction (f);
    else
      several_dimensions (f);
    endif
    if (f.index && ! f.scan)
      linear_index (f);
    endif
    if (f.nanflag)
      omit_nan (f);
      include_nan (f);
    endif
  endfor
  first_nan_stays ();
  infinite_nan ();
  backends ();

endfunction

## "backend": the call runs there, and gives what it gives where that backend is selected.
function backends ()

  selected = __gpureduce__ ("backend");
  names = {"cuda", "cpu"};
  x = magic (6)(2:5, :) - 9;
  calls = [cellfun(@(f) {f, {x}}, {tested_functions().name}, "uniformoutput", false), ...
           {{"mean", {x, "Weights", x .^ 2}}, {"std", {x, x .^ 2, 1}}, {"var", {x, [1 2 3 4]}}, ...
            {"max", {x, "ComparisonMethod", "abs"}}, {"cummin", {x, "ComparisonMethod", "abs"}}, ...
            {"sum", {repmat(x, [1 1 3]), [1 3]}}, {"mean", {x + 9, "g"}}, {"cumsum", {x, "reverse"}}}];
  for name = names(1 + (gpuDeviceCount () == 0):end)
    for c = calls
      [f, args] = c{1}{:};
      gpuDevice (name{1});
      want = attempt (1, ["gpu" f], args);
      gpuDevice (selected);
      got = attempt (1, ["gpu" f], [args, {"backend", upper(name{1})}]);
      tally (! isempty (want) && isequal (got, want), "gpu%s, \"backend\", \"%s\" gives something else", f, name{1});
      tally (strcmp (gpulast ().backend, name{1}), "gpu%s, \"backend\", \"%s\" ran on %s", f, name{1}, gpulast ().backend);
    endfor
  endfor
  tally (strcmp (__gpureduce__ ("backend"), selected), "\"backend\" of a call selected another one for later ones");

  ## a gpuArray is worked on where it is
  d = gpuArray (x);
  tally (isequal (gather (gpusum (d, "backend", selected)), sum (x)), "\"backend\" of a gpuArray's own backend");
  other = names{1 + strcmp(selected, "cuda")};
  err = [];
  try
    gpusum (d, "backend", other);
  catch err
  end_try_catch
  tally (! isempty (err) && strcmp (err.identifier, "gpureduce:unsupported")
         && ! isempty (strfind (err.message, ["\"" selected "\" are worked on there, not on \"" other])), ...
         "a gpuArray and another \"backend\" are not refused with the reason");

endfunction

## "native", "double", "extra", "default".
function arithmetic (f)

  for t = element_types ().'
    for sz = {[0 0], [0 3], [1 1], [1 1000], [127 1], [7 13], [3 5 7]}
      for kind = {"whole", "wild"}
        for option = f.arithmetics
          integer = ! any (strcmp (t{1}, {"double", "single", "char"}));
          native = strcmp (option{1}, "native") && integer;
          x = sample (t{:}, sz{1}, kind{1}, strcmp (f.family, "product") && ! native);
          dim = randi (4);
          given = {option{1}};
          y = x;
          if (strcmp (option{1}, "default"))
            given = {};
          elseif (strcmp (option{1}, "double") && isa (x, "single") && ! f.scan)
            ## the builtin prod is wrong here, and mean accumulates in single
            y = double (x);
          endif
          want = attempt (1, "with_outtype", {f.name, y, dim, [given, {"default"}]{1}});
          if (isempty (want) || isempty (x) || is_exact (f, class (x), kind{1})
              || (native && ! strcmp (f.family, "mean")))
            b = [];
          elseif (native)
            continue; # the mean of 64-bit integers, rounded: no order is prescribed
          else
            b = bound (f, x, dim, want{1});
            if (strcmp (option{1}, "extra") && isa (x, "double"))
              ## compensated: Ogita, Rump and Oishi, SIAM J. Sci. Comput. 26 (2005), prop. 4.5
              b = b * size (x, dim) * eps + eps * abs (finite (want{1}));
            endif
          endif
          expect (["gpu" f.name], {x, dim, option{1}}, want, b, order_shows_in_zeros (f, x));
        endfor
      endfor
    endfor
  endfor

endfunction

## "native" integers saturate at every step, in index order, along every
## dimension.
function saturation ()

  classes = {"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"};
  for name = {"sum", "prod", "cumsum", "sumsq", "cumprod"}
    for cls = classes
      for sz = {[60 500], [500 60], [6 5 400], [1 4099], [4099 1]}
        x = sample (cls{1}, false, sz{1}, "wild", false);
        if (any (strcmp (name{1}, {"prod", "cumprod"})))
          x(rand (sz{1}) < 0.9) = 1;
          if (intmin (cls{1}) < 0)
            x(rand (sz{1}) < 0.3) = -1;
          endif
        endif
        dim = find (sz{1} >= 400, 1);
        expect (["gpu" name{1}], {x, dim, "native"}, {with_outtype(name{1}, x, dim, "native")});
      endfor
    endfor
  endfor

endfunction

## mean's "a", "g" and "h".
function mean_types (f)

  for cls = {"double", "single"}
    u = eps (cls{1});
    for sz = {[1 1], [1 127], [1000 1], [7 13], [3 5 7]}
      for dim = 1:3
        x = exp (randn (sz{1}, cls{1}));
        n = size (x, dim);
        want = __test_rule__ ("mean", x, "a", dim);
        expect ("gpumean", {x, dim, "a"}, {want}, bound (f, x, dim, want));
        ## an error of the exponent is a relative one of the result
        want = __test_rule__ ("mean", x, "g", dim);
        b = 2 * want .* ((n + 3) * u * mean (abs (log (x)), dim) + 2 * u);
        expect ("gpumean", {x, dim, "g"}, {want}, double (b));
        want = __test_rule__ ("mean", x, "h", dim);
        expect ("gpumean", {x, "h", dim}, {want}, double ((n + 4) * u * want));
      endfor
    endfor
  endfor

endfunction

## var and std with a vector of weights, and divided by n.
function weights (f)

  for cls = {"double", "single"}
    for sz = {[1 127], [1000 1], [7 13], [3 5 7]}
      for dim = 1:numel (sz{1})
        x = 3 + randn (sz{1}, cls{1});
        n = size (x, dim);
        want = __test_rule__ (f.name, x, 1, dim);
        expect (["gpu" f.name], {x, 1, dim}, {want}, bound (f, x, dim, want));
        if (n > 1)
          w = rand (1, n);
          want = __test_rule__ (f.name, x, w, dim);
          ## as for equal weights, with the weights' own rounding and sum
          expect (["gpu" f.name], {x, w, dim}, {want}, 2 * bound (f, x, dim, want) * n * max (w) / sum (w));
        endif
      endfor
    endfor
  endfor

endfunction

## "reverse" is a flipped scan of the flipped array, "exclusive" a shifted one.
function direction (f)

  product = strcmp (f.family, "product");
  for t = element_types ().'
    for sz = {[0 3], [1 1], [1 33], [1000 1], [7 13], [3 5 7]}
      for kind = {"whole", "wild"}
        x = sample (t{:}, sz{1}, kind{1}, product);
        for dim = 1:numel (sz{1})
          for options = {{"forward"}, {"reverse"}, {"exclusive"}, {"reverse", "exclusive"}}
            reverse = any (strcmp (options{1}, "reverse"));
            exclusive = any (strcmp (options{1}, "exclusive"));
            y = x;
            if (reverse)
              y = flip (x, dim);
            endif
            want = attempt (1 + f.index, "__test_rule__", {f.name, y, dim});
            b = [];
            if (! isempty (want))
              if (! is_exact (f, class (x), kind{1}) && ! isempty (x))
                b = bound (f, y, dim, want{1});
              endif
              if (exclusive)
                want{1} = shift_in (want{1}, dim, nothing (f, want{1}));
                if (! isempty (b))
                  b = shift_in (b, dim, 0);
                endif
              endif
              if (f.index && reverse)
                want{2} = size (x, dim) + 1 - want{2};
              endif
              if (f.index && exclusive)
                want{2} = shift_in (want{2}, dim, 0);
              endif
              if (reverse)
                want = cellfun (@(w) flip (w, dim), want, "uniformoutput", false);
                b = flip (b, dim);
              endif
              want{1} = complex_if_needed (want{1});
            endif
            expect (["gpu" f.name], [{x, dim}, options{1}], want, b, order_shows_in_zeros (f, x), ...
                    1 + f.index);
          endfor
        endfor
      endfor
    endfor
  endfor

endfunction

## "all" and a vector of dimensions are one reduction over these dimensions
## brought together, with linear indices.
function several_dimensions (f)

  product = strcmp (f.family, "product");
  for t = element_types ().'
    for sz = {[7 13], [3 5 7], [2 3 1 4], [4 3 2 5], [1 1 9]}
      for kind = {"whole", "wild"}
        x = sample (t{:}, sz{1}, kind{1}, product);
        for v = {"all", [1 2], [2 3], [1 3], [3 1], [1 2 3], [2 4], [1 3 4]}
          over = v{1};
          if (ischar (over))
            over = 1:ndims (x);
          endif
          rest = setdiff (1:max ([ndims(x), over]), over);
          order = [rest, sort(over)];
          together = @(a) reshape (permute (a, order), prod (size (a, rest)), []);
          shape = size (x, 1:max ([ndims(x), over]));
          shape(over) = 1;
          y = together (x);
          want = attempt (1 + f.index, "__test_rule__", [{f.name, plain_nan(f, y)}, f.middle, {2}]);
          b = [];
          if (! isempty (want))
            if (! is_exact (f, class (x), kind{1}))
              b = reshape (bound (f, y, 2, want{1}), shape);
            endif
            if (f.index)
              numbers = together (reshape (1:numel (x), size (x)));
              want{2} = numbers(sub2ind (size (y), (1:rows (y)).', want{2}));
            endif
            want = cellfun (@(w) reshape (w, shape), want, "uniformoutput", false);
          endif
          expect (["gpu" f.name], [{x}, f.middle, v], want, b, order_shows_in_zeros (f, x), 1 + f.index);
        endfor
      endfor
    endfor
  endfor
  ## nothing at all is one slice of no elements
  if (! f.index)
    for sz = {[0 0], [3 0], [2 0 3]}
      want = __test_rule__ (f.name, zeros (0, 1), f.middle{:}, 1);
      expect (["gpu" f.name], [{zeros(sz{1})}, f.middle, {"all"}], {want});
    endfor
  endif

endfunction

## "linear" gives the place in the whole array.
function linear_index (f)

  for t = element_types ().'
    for sz = {[1 33], [7 13], [3 5 7], [2 3 1 4]}
      x = sample (t{:}, sz{1}, "wild", false);
      for dim = 1:ndims (x) + 1
        [m, i] = __test_rule__ (f.name, x, [], dim);
        inner = prod (size (x)(1:dim - 1));
        len = size (x, dim);
        [before, after] = ind2sub ([inner, numel(i) / inner], reshape (1:numel (i), size (i)));
        want = before + inner * (i - 1 + len * (after - 1));
        expect (["gpu" f.name], {x, [], dim, "linear"}, {m, want});
      endfor
    endfor
  endfor

endfunction

## "omitnan": the slice without its NaNs; a scan passes over them.
function omit_nan (f)

  product = strcmp (f.family, "product");
  for t = {"double", "single", "double", "single", "int8", "logical"; false, false, true, true, false, false}
    for sz = {[1 33], [127 1], [7 13], [3 5 7]}
      for kind = {"whole", "wild"}
        x = sample (t{:}, sz{1}, kind{1}, product);
        if (isfloat (x))
          x(rand (sz{1}) < 0.3) = NaN;
        endif
        x = keep_complex (x, t{2});
        for dim = 1:3
          args = [{x}, f.middle, {dim}];
          any_zero = order_shows_in_zeros (f, x);
          b = [];
          if (f.index)
            want = attempt (2, "__test_rule__", [{f.name}, args]);
          elseif (f.scan)
            y = x;
            y(isnan (x)) = product;
            y = keep_complex (y, t{2});
            want = attempt (1, "__test_rule__", {f.name, y, dim});
            if (! is_exact (f, class (x), kind{1}))
              b = bound (f, y, dim, want{1});
            endif
            any_zero = true; # -0 and a NaN left out
          else
            [want, b] = without_nan (f, x, dim);
            if (is_exact (f, class (x), kind{1}))
              b = [];
            endif
          endif
          expect (["gpu" f.name], [args, {"omitnan"}], want, b, any_zero);
        endfor
      endfor
    endfor
  endfor

endfunction

## The builtin and its bound on each slice of X along DIM without its NaNs.
function [want, b] = without_nan (f, x, dim)

  order = [dim, setdiff(1:max (ndims (x), dim), dim)];
  y = permute (x, order);
  shape = [1, size(y)(2:end)];
  y = y(:, :);
  cls = class (__test_rule__ (f.name, x, f.middle{:}, dim)); # that of nothing may be another
  for k = columns (y):-1:1
    v = y(:, k);
    v(isnan (v)) = [];
    v = keep_complex (reshape (v, [], 1), iscomplex (x));
    result = cast (__test_rule__ (f.name, v, f.middle{:}, 1), cls);
    b(k) = 0;
    if (! isempty (v))
      b(k) = bound (f, v, 1, result);
    elseif (iscomplex (x) && strcmp (f.family, "mean"))
      result = complex (NaN, NaN); # 0/0 in both parts, beside complex results
    endif
    w(k) = result;
  endfor
  w = cast (w, cls);
  want = {ipermute(reshape (w, shape), order)};
  b = ipermute (reshape (b, shape), order);

endfunction

## "includenan": the default of the sums and products by name; for the others
## the first NaN is the answer and its place the index.
function include_nan (f)

  for cls = {"double", "single"}
    for sz = {[1 33], [127 1], [7 13], [3 5 7]}
      for dim = 1:3
        x = sample (cls{1}, false, sz{1}, "whole", strcmp (f.family, "product"));
        x(rand (sz{1}) < 0.05) = NaN;
        args = [{x}, f.middle, {dim}];
        want = attempt (1 + f.index, "__test_rule__", [{f.name}, args]);
        if (f.index && f.scan)
          seen = cumsum (isnan (x), dim) > 0;
          places = cumsum (! seen, dim) + 1;
          want{1}(seen) = NaN;
          want{2}(seen) = places(seen);
        elseif (f.index)
          has = any (isnan (x), dim);
          [~, places] = max (isnan (x), [], dim);
          want{1}(has) = NaN;
          want{2}(has) = places(has);
        endif
        b = [];
        if (! is_exact (f, cls{1}, "whole"))
          b = bound (f, x, dim, want{1});
        endif
        expect (["gpu" f.name], [args, {"includenan"}], want, b);
      endfor
    endfor
  endfor

endfunction

## A slice of NaN alone keeps the first one's payload: NA is a NaN.
function first_nan_stays ()

  for name = {"max", "min", "cummax", "cummin"}
    for pair = {[NA NaN], [NaN NA]}
      same = isequal (isna (feval (["gpu" name{1}], pair{1})), isna (feval (name{1}, pair{1})));
      judge (merge (same, "", "another NaN than the first"), ["gpu" name{1}], pair);
    endfor
  endfor

endfunction

## A complex element with a NaN part is passed over, even if the other is Inf,
## wherever it stands.
function infinite_nan ()

  for name = {"max", "min", "cummax", "cummin"}
    for cls = {"double", "single"}
      for k = [1 2 20 33]
        x = complex (randn (1, 33, cls{1}), randn (1, 33, cls{1}));
        x(k) = NaN;
        want = cell (1, 2);
        [want{:}] = __test_rule__ (name{1}, x);
        y = x;
        y(k) = complex (Inf, NaN);
        if (k == 1 && strncmp (name{1}, "cum", 3))
          want{1}(1) = y(1);
        endif
        expect (["gpu" name{1}], {y}, want);
      endfor
    endfor
  endfor

endfunction
