## SPDX-License-Identifier: GPL-3.0-or-later

## Functions, powers, products and quotients of complex numbers at zeros of both signs, tiny and huge parts, infinities
## and NaN, and functions of real arrays of which some elements have complex answers: against Octave's own on the host.
## Each part of a result is within the units that help gpuArray states.  C leaves open signs of zeros and infinities
## beside a NaN, or of one, and no more is left open here.

function suite_complex ()

  live = __gpureduce__ ("live");
  parts = [0, 5e-324, 2.3e-308, 1e-200, 1e-20, 0.3, 1, 1.5, 3, 22.5, 709.5, 711, 1500, 1e9, 1e154, 1.3e154, 1e200, ...
           realmax, Inf];
  check_functions (all_pairs (parts));
  singles = single ([0, 1e-45, 1.2e-38, 1e-30, 1e-8, 0.3, 1, 1.5, 3, 8, 20.5, 1e9, 1.8e19, 3e38, Inf]);
  check_functions (all_pairs (singles));
  check_functions (around_unit_circle ());
  check_powers (all_pairs (parts([1 4 6:9 14 15 18 19])));
  check_pairs (all_pairs ([0, 1e-200, 0.3, 1, 3, 1e200, Inf]));
  for cls = {"double", "single"}
    check_mixed (cls{1});
  endfor
  tally (__gpureduce__ ("live") == live, "%d buffers were left", __gpureduce__ ("live") - live);

endfunction

## Complex numbers of all pairs of these parts, of their negatives, and of NaN.
function z = all_pairs (parts)

  [x, y] = ndgrid ([parts, -parts, NaN]);
  z = complex (x(:), y(:));

endfunction

## Numbers of which the logarithm has a real part near 0, some of them near 1.
function z = around_unit_circle ()

  angle = 2 * pi * (0:499).' / 500 + 1e-3;
  near = [1e-9; -1e-12; 0] * [1, 1i, 1 + 1i];
  z = [exp(1i * angle); 1 + near(:); complex([-0.6; 0.6; 0.8], [0.8; -0.8; -0.6])];

endfunction

function check_functions (z)

  ## those whose parts are sums that cancel are within units of the modulus
  for f = {@sqrt, @exp, @log, @log2, @log10, @sin, @cos, @tan, @asin, @acos, @atan, @sinh, @cosh, @tanh, @asinh, ...
           @acosh, @atanh, @abs, @arg}
    compare (f{1}, {z}, units (), 0, "%s (complex %s)", func2str (f{1}), class (z));
  endfor
  ## its modulus overflows and is denormal in Octave
  plain = (abs (z) > 4 * realmin (class (z)) & abs (z) < Inf) | ! isfinite (z);
  compare (@sign, {z(plain)}, units (), 0, "sign (complex %s)", class (z));
  for f = {@expm1, @log1p}
    compare (f{1}, {z}, units (), units (), "%s (complex %s)", func2str (f{1}), class (z));
  endfor

endfunction

## The bound that help gpuArray has, and a unit for the builtin's own error.
function ulps = units ()

  ulps = 16 + 1;

endfunction

function check_powers (z)

  for exponent = [-3, -2, -1, 0, 1, 2, 3, 5, 0.5, -0.5, 1e300, Inf, -Inf, NaN]
    ulps = abs_log_units (z, exponent);
    want = z .^ exponent;
    ## a quotient of 1 that overflows is NaN in Octave
    plain = ! (exponent < 0 & isfinite (z) & ! isfinite (want) & exponent == fix (exponent));
    compare (@power, {z(plain), exponent}, ulps(plain), ulps(plain), "complex double .^ %g", exponent);
  endfor

endfunction

## e^(b log z) has units of its own, and those of b log z times that.
function ulps = abs_log_units (z, b)

  ulps = units () + 4 * abs (b .* log (z));
  ulps(! isfinite (ulps)) = 1e18;

endfunction

function check_pairs (z)

  [i, j] = ndgrid (1:numel (z));
  a = z(i(:));
  b = z(j(:));
  compare (@times, {a, b}, 0, 0, "complex products");
  ulps = abs_log_units (a, b);
  compare (@power, {a, b}, ulps, ulps, "complex exponents");
  ## Octave's quotients of finite numbers that overflow depend on its compiler
  plain = ! (isfinite (a) & isfinite (b) & ! isfinite (a ./ b)) | b == 0;
  compare (@rdivide, {a(plain), b(plain)}, units (), units (), "complex quotients");
  sums = complex ([1; 3e300; -3e300; 1], [3e300; 1; 2e300; 1]);
  compare (@rdivide, {sums, flipud(sums)}, units (), units (), "huge quotients");
  big = gather (gpuArray (complex (1e200, 1)) ./ gpuArray (complex (1e-200, 0)));
  tally (isequal (big, complex (Inf, 1e200)), "a quotient that overflows is %s", num2str (big));

endfunction

## Elements within the domain of a function have real answers, whatever the others have.
function check_mixed (cls)

  x = feval (cls, [-0, 0, NaN, 0.5, 1, 3, Inf, -0.5, -1, -2, -Inf, 1e10]);
  for f = {@sqrt, @log, @log1p, @log2, @log10, @asin, @acos, @acosh, @atanh}
    for outside = [-2, 2, -Inf, 0.5]
      y = [x, feval(cls, outside)];
      compare (f{1}, {y}, units (), 0, "%s (mixed %s)", func2str (f{1}), cls);
    endfor
    for k = 1:numel (x)
      compare (f{1}, {x(k)}, units (), 0, "%s (%s %g)", func2str (f{1}), cls, x(k));
    endfor
  endfor
  tally (isequal (gather (log (gpuArray (feval (cls, [-2, -0])))), log (feval (cls, [-2, -0]))), "log of %s [-2 -0]", cls);

endfunction

## ---- comparison ----

## F of ARGS on the device is that of the host: each part within ULPS units in its last place, or within UNITS of the
## modulus.
function compare (f, args, ulps, of_modulus, front, varargin)

  want = f (args{:});
  got = gather (f (cellfun (@gpuArray, args, "UniformOutput", false){:}));
  where = sprintf (front, varargin{:});
  if (! strcmp (class (got), class (want)) || iscomplex (got) != iscomplex (want))
    if (! (iscomplex (got) && all (imag (got) == 0))) # which Octave narrows
      tally (false, "%s: class %s, complex %d", where, class (got), iscomplex (got));
      return;
    endif
  endif
  close = of_modulus > 0 & abs (got - want) <= of_modulus .* eps (abs (want)) & isfinite (want) & isfinite (got);
  open = false;
  for x = args
    open = open | isnan (x{1});
  endfor
  near = close | (is_near (real (got), real (want), open | isnan (imag (want)), ulps) ...
                  & is_near (imag (got), imag (want), open | isnan (real (want)), ulps));
  near(:) |= of_modulus(:) > 1e15; # of which no digit is left
  bad = find (! near);
  for k = bad(1:min (end, 3))(:).' # of a column of none Octave 11 takes a turn
    tally (false, "%s: of %s it is %s instead of %s", where, strjoin (cellfun (@(x) text_of (x, k), args, ...
           "UniformOutput", false), " and "), text_of (got, k), text_of (want, k));
  endfor
  tally (isempty (bad), "%s: %d of %d are wrong", where, numel (bad), numel (want));

endfunction

## OPEN: the signs of zeros and infinities are.
function near = is_near (got, want, open, ulps)

  same_sign = 1 ./ got == 1 ./ want;
  near = (isnan (got) & isnan (want)) | (got == want & (got != 0 | same_sign | open)) | (isinf (got) & isinf (want) & open) ...
         | (abs (got - want) <= ulps .* eps (want) & (got != 0 | want != 0) & isfinite (got) & isfinite (want));

endfunction

function text = text_of (x, k)

  z = x(min (k, end));
  text = sprintf ("%.17g%+.17gi", real (z), imag (z));

endfunction
