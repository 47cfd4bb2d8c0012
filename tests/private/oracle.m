## SPDX-License-Identifier: GPL-3.0-or-later

## [WANT, B] = oracle (C): what the call C of random_call () has to give, made of
## the builtins: a cell of its outputs, or {} if it has to fail, and the bound B on
## the first one's error, 0 where it has to be exact and Inf where any value will do.
##
## The dimensions that are reduced are brought together to lines, the columns of a
## matrix.  Floating point is computed in double, sums with compensation, variances
## about the mean, so that the bound is on the library's own errors.

function [want, b] = oracle (c)

  f = c.f;
  want = {};
  b = [];
  if (! isnumeric (c.x) && isempty (attempt (1, "__test_rule__", {f.name, feval(class (c.x), 97)}))) # not of this class
    return;
  endif
  over = c.over;
  if (isempty (over))
    over = default_dim (f, c.x);
  endif
  over = sort (over);
  n = max ([ndims(c.x), over]);
  sz = size (c.x, 1:n);
  extremum = f.index && ! f.scan;
  varies = strcmp (f.family, "var");
  if (! f.scan && ! extremum && ! varies && isequal (size (c.x), [0, 0]))
    sz(2) = 1; # as the builtins take it
  endif
  order = [over, setdiff(1:n, over)];
  len = prod (sz(over));
  count = prod (sz) / max (len, 1);
  if (! len)
    count = prod (sz(order(numel (over) + 1:end)));
  endif
  y = reshape (permute (reshape (c.x, sz), order), len, count);
  y = keep_complex (y, iscomplex (c.x));
  if (varies && isempty (c.x) && (c.all || numel (over) == 1))
    dims = {c.over};
    if (c.all)
      dims = {"all"};
    elseif (isempty (c.over))
      dims = {};
    endif
    want = attempt (1, "__test_rule__", [{f.name, c.x, c.w}, dims]); # of no elements, which are NaN or none
    b = zeros (size (want{1}));
    return;
  endif
  if (strcmp (c.mean_type, "g") && any (y(:) < 0))
    return;
  endif

  if (f.scan)
    [want, b] = scans (c, y);
    back = @(a) ipermute (reshape (a, sz(order)), order);
  else
    [want, b] = reductions (c, y);
    shape = sz;
    shape(over) = 1;
    if (extremum)
      shape(over) = min (sz(over), 1);
    endif
    back = @(a) reshape (a, shape);
    if (f.index && (c.linear || c.all || numel (c.over) > 1) && ! isempty (y))
      places = reshape (permute (reshape (1:numel (y), sz), order), len, count);
      want{2} = places(sub2ind (size (y), want{2}, 1:count));
    endif
  endif
  want = cellfun (back, want, "uniformoutput", false);
  want{1} = complex_if_needed (want{1});
  want = want(1:c.nout);
  b = back (b);

endfunction

## A row of results of the columns of Y.
function [want, b] = reductions (c, y)

  f = c.f;
  count = columns (y);
  if (! count) # the class is that of lines that are there
    y = keep_complex (repmat (cast (0, class (y)), rows (y), 1), iscomplex (y));
  endif
  if (f.index && isempty (y)) # nothing has no maximum
    want = {__test_rule__(f.name, y, [], 1), zeros(0, columns (y))};
    b = zeros (size (want{1}));
  elseif (f.index)
    [want, b] = extrema (c, y);
  elseif (strcmp (f.family, "order"))
    want = {__test_rule__(f.name, plain_nan (f, y), 1)};
    b = zeros (size (want{1}));
  else
    [want, b] = rounded (c, y);
  endif
  if (! count)
    want = cellfun (@(a) a(:, []), want, "uniformoutput", false);
    b = b(:, []);
  endif

endfunction

## The columns of Y, each element the result of those up to it.
function [want, b] = scans (c, y)

  f = c.f;
  if (c.reverse)
    y = keep_complex (flip (y, 1), iscomplex (y));
  endif
  if (f.index)
    [want, b] = extrema (c, y);
  else
    [want, b] = rounded (c, y);
  endif
  if (c.reverse && f.index)
    want{2} = rows (y) + 1 - want{2};
  endif
  if (c.exclusive)
    want{1} = shift_in (want{1}, 1, nothing (f, want{1}));
    b = shift_in (b, 1, 0);
    if (f.index)
      want{2} = shift_in (want{2}, 1, 0);
    endif
  endif
  if (c.reverse)
    want = cellfun (@(w) flip (w, 1), want, "uniformoutput", false);
    b = flip (b, 1);
  endif

endfunction

## max, min, cummax, cummin.
function [want, b] = extrema (c, y)

  f = c.f;
  odd = isnan (y);
  z = y;
  if (iscomplex (y))
    z(odd) = cast (complex (NaN, 1), class (y)); # the builtins pass over Inf beside NaN only at the start
    z = keep_complex (z, true);
  endif
  want = cell (1, 2);
  [want{:}] = __test_rule__ (f.name, z, f.middle{:}, 1);
  lines = repmat (1:columns (y), rows (want{1}), 1);
  if (iscomplex (y) && ! isempty (y))
    ## the elements themselves: the builtin's result loses signs of zero where it becomes real
    want{1} = put (want{1}, true (size (lines)), y, sub2ind (size (y), want{2}, lines));
  endif
  if (strcmp (c.nan, "includenan") && any (odd(:)))
    seen = cumsum (odd, 1) > 0;
    [~, place] = max (odd, [], 1);
    if (! f.scan)
      seen = seen(end, :);
    endif
    place = repmat (place, rows (seen), 1);
    want{1} = put (want{1}, seen, y, sub2ind (size (y), place, lines));
    want{2}(seen) = place(seen);
  endif
  b = zeros (size (want{1}));

endfunction

## A with the elements of Y at PLACES where WHERE is true; by parts, as a complex value
## without imaginary part loses its sign.
function a = put (a, where, y, places)

  if (iscomplex (y))
    a = complex (put (real (a), where, real (y), places), put (imag (a), where, imag (y), places));
  else
    a(where) = y(places(where));
  endif

endfunction

## What is added or multiplied.
function [want, b] = rounded (c, y)

  f = c.f;
  cls = "double";
  if (isa (y, "single") && ! any (strcmp (c.arithmetic, {"double", "extra"})) ...
      && ! (isempty (c.x) && strcmp (f.family, "var"))) # of nothing the builtin's is double
    cls = "single";
  endif
  if (strcmp (c.arithmetic, "native") && ! isfloat (y) && ! ischar (y) && ! strcmp (f.family, "mean"))
    want = {with_outtype(f.name, y, 1, "native")};
    b = zeros (size (want{1}));
    return;
  endif

  valid = true (size (y));
  if (strcmp (c.nan, "omitnan"))
    valid = ! isnan (y);
  endif
  is_complex = iscomplex (y);
  d = double (y);
  d(! valid) = strcmp (f.family, "product");
  d = keep_complex (d, is_complex);
  switch (f.family)
    case "sum"
      [w, b] = sums (c, d, isa (y, "double"));
    case "product"
      [w, b] = products (c, d);
    case "sumsq"
      [w, b] = squares (d);
    case "mean"
      [w, b] = means (c, d, valid);
      if (strcmp (c.arithmetic, "native") && isinteger (y))
        cls = class (y);
        w = round (w);
        b(b > 0) += 1;
      endif
    otherwise
      [w, b] = variances (c, d, valid);
  endswitch
  if (f.root)
    [w, b] = roots_of (w, b);
  endif
  want = {cast(w, cls)};
  if (strcmp (cls, "single")) # rounded once more
    u = eps ("single");
    b(b > 0) += u * abs (finite (w))(b > 0) + double (realmin (cls)) * u;
    b(abs (finite (w)) > (1 - u) * double (realmax (cls))) = Inf; # rounds to Inf, or not
  endif
  if (is_complex && ! any (strcmp (f.family, {"var", "sumsq"})))
    want{1} = keep_complex (want{1}, true);
  endif

endfunction

## Sums of n terms: n * eps * sum (abs (d)), as help gpusum says.
function [w, b] = sums (c, d, is_double)

  compensates = strcmp (c.arithmetic, "extra") && is_double;
  n = rows (d) * eps ();
  if (c.f.scan)
    w = cumsum (d, 1);
    total = cumsum (abs (finite (d)), 1);
    whole = cumsum (! is_whole (d), 1) == 0;
  else
    w = __test_rule__ ("sum", d, 1, "extra");
    if (! compensates)
      plain = sum (d, 1);
      odd = ! isfinite (w);
      w(odd) = plain(odd);
    endif
    total = sum (abs (finite (d)), 1);
    whole = all (is_whole (d), 1);
  endif
  b = n * total;
  if (compensates) # Ogita, Rump and Oishi, SIAM J. Sci. Comput. 26 (2005), prop. 4.5
    b = eps () * abs (finite (w)) + n ^ 2 * total;
  endif
  b((whole & total < flintmax ()) | rows (d) < 2) = 0;
  b(accepted ("sum", d, c.f.scan)) = Inf;

endfunction

## As bound () says; factors without rounding have exact products.
function [w, b] = products (c, d)

  if (c.f.scan)
    w = cumprod (d, 1);
    along = @cumsum;
  else
    w = prod (d, 1);
    along = @sum;
  endif
  n = rows (d);
  b = merge (iscomplex (d), sqrt (5), 1) * n * eps () * abs (finite (w)) + n * realmin () * eps ();
  magnitude = abs (real (d)) + abs (imag (d));
  magnitude(! (magnitude > 1)) = 1;
  whole = along (! is_whole (d), 1) == 0 & along (log2 (magnitude), 1) < 52;
  if (! iscomplex (d))
    b(whole | n < 2) = 0;
  endif
  b(accepted ("product", d, c.f.scan)) = Inf;

endfunction

function [w, b] = squares (d)

  n = rows (d);
  w = sumsq (d, 1);
  b = (n + 2) * eps () * finite (w) + n * realmin () * eps ();
  b(all (is_whole (d), 1) & w < flintmax ()) = 0;
  b(w > (1 - (n + 2) * eps ()) * realmax () & w < Inf) = Inf; # may round to Inf

endfunction

function [w, b] = means (c, d, valid)

  n = sum (valid, 1);
  switch (c.mean_type)
    case "a"
      w = __test_rule__ ("sum", d, 1, "extra");
      plain = sum (d, 1);
      w(! isfinite (w)) = plain(! isfinite (w));
      total = sum (abs (finite (d)), 1);
      b = (n + 1) * eps () .* total ./ max (n, 1) + realmin () * eps ();
      b(all (is_whole (d), 1) & total < flintmax ()) = 0;
      b(accepted ("mean", d, false)) = Inf;
      w = divide (keep_complex (w, iscomplex (d)), n);
    case "g" # an error of the exponent is a relative one of the result
      t = log (d);
      t(! valid) = 0;
      w = exp (divide (keep_complex (sum (t, 1), iscomplex (d)), n));
      b = 2 * abs (finite (w)) .* ((n + 3) .* sum (abs (finite (t)), 1) ./ max (n, 1) + 2) * eps () ...
          + realmin () * eps ();
      b(accepted ("geometric", d, false) | (iscomplex (d) & isinf (w))) = Inf;
    case "h" # tiny singles, too, are kept in double
      t = 1 ./ d;
      t(! valid) = 0;
      s = sum (t, 1);
      w = n ./ s;
      relative = ((n + 4) * eps () .* sum (abs (finite (t)), 1) + n * realmin () * eps ()) ./ abs (finite (s));
      b = 2 * relative .* abs (finite (w)) + realmin () * eps ();
      b(isnan (relative)) = realmin () * eps ();
      b(relative > 0.01 | accepted ("mean", t, false)) = Inf;
      b(accepted ("harmonic", keep_complex (s ./ n, iscomplex (d)), false)) = Inf;
      if (iscomplex (d)) # Octave's quotient of nothing is real
        w = keep_complex (w, true);
        w(n == 0) = complex (NaN, NaN);
      endif
  endswitch
  if (! any (n)) # a mean of nothing is NaN
    b(:) = 0;
  endif

endfunction

## As bound () says for the deviations from the mean, with the weights' own rounding;
## elements are scaled, so that squares neither overflow nor underflow.
function [v, b] = variances (c, d, valid)

  weighted = numel (c.w) > 1;
  w = double (valid);
  scale = 1;
  if (weighted)
    [~, largest] = log2 (max (c.w(:)));
    w .*= c.w(:) * 2 ^ -largest; # so that products with it do not underflow here
    scale = 2 ^ largest;
  endif
  d(! valid) = 0;
  infinite = any (! isfinite (d), 1);
  counts = 1;
  if (weighted)
    counts = max (c.w(:), 1);
  endif
  largest_of = repmat (max (abs (d), [], 1), rows (d), 1);
  overflows = accepted ("variance", min (counts .* largest_of, realmax ()), false);
  d(repmat (infinite, rows (d), 1) | w == 0) = 0;
  [~, e] = log2 (max (sqrt (w / max ([w(:); realmin()])) .* max (abs (real (d)), abs (imag (d))), [], 1));
  d = d .* (2 .^ -floor (e / 2)) .* (2 .^ -ceil (e / 2));

  n = sum (valid, 1);
  total = sum (w, 1);
  near = __test_rule__ ("sum", w .* d, 1, "extra") ./ total;
  r = d - near;
  rest = __test_rule__ ("sum", w .* r, 1, "extra") ./ total;
  divisor = total;
  if (! weighted)
    divisor = max (n - (1 - any (c.w == 1)), 1);
  endif
  v = max ((__test_rule__ ("sum", w .* (real (r) .^ 2 + imag (r) .^ 2), 1, "extra") - total .* abs (rest) .^ 2) ./ divisor, 0);
  square = v + sum (w .* (real (d) .^ 2 + imag (d) .^ 2), 1) ./ divisor;
  k = (n + 2) * (1 + weighted) * eps ();
  b = k .* sqrt (v .* square) + k .^ 2 .* square;
  v(n == 1) = b(n == 1) = 0;
  up = @(a) a .* 2 .^ floor (e / 2) .* 2 .^ floor (e / 2) .* 2 .^ ceil (e / 2) .* 2 .^ ceil (e / 2);
  v = up (v);
  unit = realmin () * eps ();
  if (weighted) # the library's products with weights may underflow
    unit = max (unit, unit / 2 ^ largest);
  endif
  b = up (b) + rows (d) * unit;
  unknown = infinite | total == 0;
  v(unknown) = NaN;
  b(n < 2 | unknown) = 0;
  ## a sum of squares that overflows may give Inf, as the builtins do
  widest = max (abs (r) .* (w > 0), [], 1) .* 2 .^ e;
  b(v < Inf & (finite (v) .* max (divisor * scale, 1) > realmax () / 4 | widest > sqrt (realmax ()) / 4)) = Inf;
  b(! isfinite (v)) = 0;
  b(overflows & ! unknown) = Inf;

endfunction

## Square roots of V and the bound B on their error.  Where V itself is not in the range, its root need
## not be found.
function [s, b] = roots_of (v, b)

  s = sqrt (v);
  some = b < Inf & v > 0;
  b(some) = min (sqrt (b), b ./ s + 4 * eps () * s)(some);
  none = b < Inf & v == 0;
  b(none) = sqrt (b(none));

endfunction

function tf = is_whole (d)

  tf = real (d) == fix (real (d)) & imag (d) == fix (imag (d)) & isfinite (d);

endfunction

## Each part by N: complex division would make NaN of Inf.
function w = divide (w, n)

  if (iscomplex (w))
    w = complex (real (w) ./ n, imag (w) ./ n);
  else
    w = w ./ n;
  endif

endfunction
