## SPDX-License-Identifier: GPL-3.0-or-later

## The functions that reductions and scans make in a line, of every class, shape and dimension, against what
## __test_rule__ has for Octave's builtins: on host arrays, on gpuArrays by their own names and by those of Octave's
## functions.  Values are whole, wild with NaN, infinities and zeros of both signs, or the ends of integer classes; the
## bounds of rounding are those that the help texts state.

function suite_one_line ()

  live = __gpureduce__ ("live");
  shapes = {[0 0], [0 3], [3 0], [2 0 3], [1 1], [1 7], [7 1], [4 5], [3 4 2], [1 33], [65 3], [1 1 5], [2 3 1 4]};
  for t = element_types ().'
    for sz = shapes
      for kind = {"whole", "wild"}
        x = sample (t{:}, sz{1}, kind{1}, false);
        y = sample (t{:}, sz{1}, kind{1}, false);
        for dim = {{}, {randi(2)}, {randi([3, 5])}}
          check_order (x, dim{1});
          check_squares (x, dim{1});
          check_dot (x, y, dim{1});
          check_vecnorm (x, dim{1});
          check_trapezoids (x, dim{1});
          check_diff (x, dim{1});
        endfor
        check_norm (x);
        check_moving (x);
      endfor
    endfor
  endfor
  check_scaled_norms ();
  tally (__gpureduce__ ("live") == live, "%d buffers were left", __gpureduce__ ("live") - live);

endfunction

## gpuNAME of ARGS, on the host and the device, and NAME there, give what NAME does on the host, with a result that is
## no more than BOUND (WANT) away, or are an error, too.
function against (name, args, bound = @(want) [], any_zero = false, nout = 1)

  want = attempt (nout, "__test_rule__", [{name}, args]);
  b = [];
  if (! isempty (want) && isfloat (want{1}) && ! isempty (want{1}))
    b = bound (want{1});
  endif
  expect (["gpu" name], args, want, b, any_zero, nout);
  args{1} = gpuArray (args{1});
  for called = {["gpu" name], name}
    expect (called{1}, args, want, b, any_zero, nout, "on the device: ", @on_host);
  endfor

endfunction

## Complex results on the device stay complex.
function got = on_host (got, want)

  for k = 1:numel (got)
    tally (isgpuarray (got{k}), "a result is a host %s", class (got{k}));
    got{k} = gather (got{k});
    if (! isempty (want) && isreal (want{k}))
      got{k} = complex_if_needed (got{k});
    endif
  endfor
  got = match_ties (got, want);

endfunction

function n = size_along (x, dim)

  if (isempty (dim))
    dim = {find([size(x), 2] > 1, 1)};
  endif
  n = max (size (x, dim{1}), 1);

endfunction

## Units of the last place of the class that is computed in, as a double.
function u = unit (x)

  u = eps;
  if (isa (x, "single"))
    u = double (eps ("single"));
  endif

endfunction

function m = moduli (x)

  m = finite (abs (double (x)));

endfunction

## bounds, range and nnz are exact.
function check_order (x, dim)

  if (! (islogical (x) && isempty (x))) # in Octave 7 max and min of these keep all sizes
    against ("bounds", [{x}, dim], @(want) [], false, 2);
    against ("range", [{x}, dim], @(want) [], iscomplex (x));
  endif
  if (! isempty (dim) && isreal (x) && ! islogical (x))
    against ("bounds", [{x}, dim, {"includenan"}], @(want) [], false, 2);
  endif
  want = nnz (x);
  tally (gpunnz (x) == want && gather (gpunnz (gpuArray (x))) == want && nnz (gpuArray (x)) == want, ...
         "nnz of %s %s", class (x), mat2str (size (x)));

endfunction

function check_squares (x, dim)

  bound = @(want) (size_along (x, dim) + 4) * unit (want) * abs (finite (double (want))) + realmin (class (want));
  against ("meansq", [{x}, dim], bound);
  if (isnumeric (x) && ! isempty (dim))
    want = sqrt (__test_rule__ ("sumsq", x, dim{1}) / size (x, dim{1})); # Octave 7 has no rms
    b = sqrt (realmin (class (want))) + bound (want);
    expect ("gpurms", [{x}, dim], {want}, b);
    expect ("rms", [{gpuArray(x)}, dim], {want}, b, false, 1, "on the device: ", @on_host);
  endif

endfunction

function check_dot (x, y, dim)

  if (iscomplex (x) || iscomplex (y)) # products with infinities depend on the order of their parts
    x = keep_complex (finite (x), true);
    y = keep_complex (finite (y), true);
  endif
  if (isequal (size (x), [0 0]))
    return; # of other sizes in floating point than in integers
  endif
  bound = @(want) 4 * size_along (x, dim) * unit (want) * dot (moduli (x), moduli (y), dim{:}) + realmin (class (want));
  if (! isfloat (x))
    bound = @(want) size_along (x, dim) * eps * dot (moduli (x), moduli (y), dim{:});
  endif
  against ("dot", [{x, y}, dim], bound, true);

endfunction

function check_vecnorm (x, dim)

  for p = {1, 2, 3, 0.5, Inf}
    if (p{1} == Inf)
      bound = @(want) 2 * iscomplex (x) * unit (want) * finite (double (want));
    else
      bound = @(want) 2 * (size_along (x, dim) + 8) * unit (want) * max (1, 1 / p{1}) * finite (double (want)) ...
                      + sqrt (realmin (class (want)));
    endif
    if (! isempty (dim) || p{1} == 2)
      against ("vecnorm", [{x, p{1}}, dim], bound, true);
    endif
  endfor

endfunction

function check_trapezoids (x, dim)

  if (! isempty (dim) && isscalar (x))
    return; # a distance and points
  endif
  for f = {"trapz", "cumtrapz"}
    area = @(want) 4 * size_along (x, dim) * unit (want) * sum (2 * moduli (x)(:));
    against (f{1}, [{x}, dim], area, true);
    if (! isempty (dim) && dim{1} <= ndims (x) && ! isempty (x) && ! ischar (x))
      at = (1:size (x, dim{1})) .^ 2;
      against (f{1}, [{at, x}, dim], @(want) 2 * numel (at) * area (want), true);
      against (f{1}, [{2, x}, dim], @(want) 2 * area (want), true);
    endif
  endfor

endfunction

function check_diff (x, dim)

  if (islogical (x) && numel (x) < 2)
    return; # of class logical where there is nothing to subtract
  endif
  for k = {0, 1, 2, 4}
    against ("diff", [{x, k{1}}, dim]);
  endfor

endfunction

function check_norm (x)

  for p = {1, 2, 3, 0.5, 0, Inf, -Inf, "fro", "inf"}
    for opt = {{}, {"rows"}, {"columns"}}
      is_matrix = isempty (opt{1}) && ! any (size (x) == 1) && ! isempty (x);
      if (! isfloat (x) || ndims (x) > 2)
        continue; # of one text each
      elseif (is_matrix && ! any (cellfun (@(q) isequal (p{1}, q), {1, Inf, "inf", "fro"})))
        continue; # refused
      elseif (is_matrix && any (isnan (x(:))))
        continue; # which the builtin may lose
      endif
      least = 1;
      if (isnumeric (p{1}) && p{1} > 0)
        least = min (p{1}, 1);
      endif
      ## the exponent 1/p is rounded, too
      bound = @(want) 2 * (numel (x) + 10 + abs (log (max (finite (double (want)), realmin ())))) ...
                      * unit (want) / least .* finite (double (want));
      against ("norm", [{x, p{1}}, opt{1}], bound, true);
    endfor
  endfor

endfunction

## Norms of elements of all magnitudes: what is far from 1 is scaled.
function check_scaled_norms ()

  for scale = [1, 1e-320, 1e-300, 1e-160, 1e-150, 1e150, 1e160, 1e300]
    x = randn (9, 4) .* scale .^ [0, 1, 1, 0.5];
    for p = {2, 3, 7, 100, "fro"}
      bound = @(want) 40 * eps * want + 5e-324;
      against ("norm", {x, p{1}, "columns"}, bound);
      against ("norm", {x(:, 2), p{1}}, bound);
      against ("norm", {complex(x, flip (x)), p{1}, "columns"}, bound);
    endfor
  endfor

endfunction

## Along the first two dimensions only, as Octave 7 permutes the others.
function check_moving (x)

  words = {"shrink", "fill", "same", "periodic", "discard"};
  if (iscomplex (x)) # windows without imaginary parts are real ones in Octave, and infinities are ties
    x = finite (x) + 1i;
  endif
  for dim = 1:2
    n = size (x, dim);
    if (n < 2 || ndims (x) > 2 || ischar (x))
      continue;
    endif
    before = randi ([0, n - 2]);
    for wlen = {randi([2, n]), [before, randi([before == 0, n - 1 - before])]}
      ends = words{randi (numel (words))};
      if (rand () < 0.3)
        ends = randi (9);
      endif
      args = {x, wlen{1}, dim, "Endpoints", ends};
      width = sum (wlen{1}) + (numel (wlen{1}) > 1);
      sums = max (double (max (moduli (x)(:))), 9) * width;
      bound = @(want) 2 * width * unit (x) * sums;
      against ("movsum", args, bound, true);
      against ("movmean", args, bound, true);
      if (! (iscomplex (x) && isnumeric (ends)))
        against ("movmax", args, @(want) [], true);
        against ("movmin", args, @(want) [], true);
      endif
    endfor
  endfor

endfunction
