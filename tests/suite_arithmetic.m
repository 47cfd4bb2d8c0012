## SPDX-License-Identifier: GPL-3.0-or-later

## Elementwise operators and functions of gpuArrays against the same of arrays on the host: for every operator, pair of
## classes and way to broadcast, and for every function and class, with NaN, infinities, zeros of both signs and extreme
## integers among the elements.  Elementary functions and powers are within the bound that help states.

function suite_arithmetic ()

  live = __gpureduce__ ("live");
  types = element_types ();
  classes = types(:, 1).';
  classes([types{:, 2}]) = strcat ("complex-", classes([types{:, 2}]));
  for a = classes
    for b = classes
      check_pair (a{1}, b{1});
    endfor
    check_functions (a{1});
  endfor
  check_shapes ();
  check_integers_as_arrays ();
  check_divisors ();
  check_nan ();
  check_complex_extrema ();
  tally (__gpureduce__ ("live") == live, "%d buffers were left", __gpureduce__ ("live") - live);

endfunction

## ---- operators ----

## All operators of all pairs of values of two classes, of which one or both are on the device.
function check_pair (a, b)

  exact = {@plus, @minus, @times, @rdivide, @ldivide, @lt, @le, @eq, @ge, @gt, @ne, @and, @or, @xor, @mod, @rem, @max, ...
           @min, @bitand, @bitor, @bitxor};
  bounded = {@power, @atan2, @hypot};
  for f = [exact, bounded]
    if (isinteger (cast_of (a)) && isinteger (cast_of (b)) && ! strcmp (a, b) && any (strcmp (func2str (f{1}), {"max", "min"})))
      continue; # Octave refuses it for numbers, and takes it for arrays
    elseif (strcmp (b, "char") && any (strcmp (func2str (f{1}), {"max", "min"})))
      continue; # text may be an option there
    endif
    ulps = any (cellfun (@(g) isequal (g, f{1}), bounded)) * elementary_ulps ();
    name = func2str (f{1});
    [x, y] = operands (name, a, b);
    if (strcmp (name, "power")) # Octave multiplies rounded logarithms, of up to 4, by exponents of up to 7 in modulus
      ulps(2) = 64;
    elseif (any (strcmp (name, {"rdivide", "ldivide"})))
      ulps = elementary_ulps () .* [0 1];
    endif
    if (any (strcmp (name, {"bitand", "bitor", "bitxor"}))) # which the host's do not broadcast
      if (iscomplex (x) || iscomplex (y)) # their imaginary parts are passed over there
        continue;
      endif
      n = min (numel (x), numel (y));
      compare (f{1}, {x(1:n), y(1:n)}, [true false], 0, "%s (%s, %s)", name, a, b);
      compare (f{1}, {x(1:n), y(n:-1:1)}, [true true], 0, "%s (%s, turned %s)", name, a, b);
      continue;
    endif
    for device = {[true true], [true false], [false true]}
      compare (f{1}, {x, y.'}, device{1}, ulps, "%s (%s, %s)", name, a, b);
    endfor
    if (any (strcmp (name, {"mod", "rem"})) && isinteger (x))
      x(x == -1) = 2;
    elseif (strcmp (name, "power") && is_float (x))
      x = moderate (a);
    endif
    compare (f{1}, {x, x}, [true true], ulps, "%s of two %s of one size", name, a);
    compare (f{1}, {x, y(3)}, [true false], ulps, "%s (%s, scalar %s)", name, a, b);
    compare (f{1}, {x(3), y}, [false true], ulps, "%s (scalar %s, %s)", name, a, b);
  endfor

endfunction

## Greatest common divisors, of integers alone; the host's do not broadcast.
function check_divisors ()

  for cls = {"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"}
    x = values (cls{1});
    n = numel (x);
    for shift = 0:n - 1
      y = x([shift+1:n, 1:shift]);
      compare (@gcd, {x, y}, [true true], 0, "gcd of two %s", cls{1});
    endfor
    compare (@gcd, {x, double(6)}, [true false], 0, "gcd (%s, 6)", cls{1});
    compare (@gcd, {double(12), x}, [false true], 0, "gcd (12, %s)", cls{1});
    compare (@(x, y) gcd (x, y, x), {x, y}, [true true], 0, "gcd of three %s", cls{1});
  endfor
  try
    gcd (gpuArray ([4 6]), 2);
    tally (false, "gcd of doubles is not refused");
  catch err
    tally (any (strfind (err.message, "'gcd' not implemented for double")), "gcd of doubles: %s", err.message);
  end_try_catch

endfunction

## The bounds that help gpuArray has for real and for complex results, and a unit for the builtin's own error.
function ulps = elementary_ulps ()

  ulps = [5, 16] + 1;

endfunction

## Values for an operator.
function [x, y] = operands (name, a, b)

  x = values (a);
  y = values (b);
  if (any (strcmp (name, {"and", "or", "xor"}))) # NaN is an error of its own
    x(isnan (x)) = x(2);
    y(isnan (y)) = y(2);
  elseif (any (strcmp (name, {"mod", "rem"})) && (isinteger (x) || isinteger (y))) # Octave ends at that of intmin by -1
    y(y == -1) = 2 - islogical (y);
  elseif (strcmp (name, "power") && isinteger (y)) # Octave rounds exponents to single beside a single base
    y(abs (double (y)) > 1e6) = 3;
  elseif (strcmp (name, "power") && (iscomplex (x) || iscomplex (y) || is_float (x) && is_float (y)))
    x = moderate (a); # of the others, of complex numbers, suite_complex has a table
    y = moderate (b);
  endif

endfunction

function x = cast_of (cls)

  x = values (cls)(1);

endfunction

function is = is_float (x)

  is = isfloat (x) || islogical (x) || ischar (x);

endfunction

function x = values (cls)

  part = strrep (cls, "complex-", "");
  reals = [NaN, Inf, -Inf, 0, -0, 1, -1, 2, -2.5, 3, 0.5, -0.3, 1e10, -1e-5, 127.5].';
  switch (part)
    case {"double", "single"}
      x = feval (part, reals);
    case "logical"
      x = [true; false; true; true; false];
    case "char"
      x = ["a"; "\0"; "\001"; "z"; "5"];
    otherwise
      x = [intmin(part); intmin(part) + 1; cast([0; 1; 2; 3; 5; 7; 100], part); intmax(part) - 1; intmax(part)];
      if (intmin (part) < 0)
        x = [x; cast([-1; -2; -3; -7], part)];
      endif
  endswitch
  if (! strcmp (part, cls))
    x = complex (x([1 4 5 6 7 8 9 10 11]), feval (part, [1 0 1 -0 2 1 -3 0 0.5].'));
  endif

endfunction

## Numbers of which no power overflows.
function x = moderate (cls)

  part = strrep (cls, "complex-", "");
  switch (part)
    case {"double", "single"}
      x = feval (part, [0.5; 1; 2; 3; -1; -2; -2.5; 7; -0.3; 1.5]);
    case "char"
      x = char ([0; 1; 2; 3; 5]);
    otherwise
      x = values (part)(1:5);
  endswitch
  if (! strcmp (part, cls))
    x = complex (x, flipud (x));
  endif

endfunction

## ---- functions of one number ----

function check_functions (cls)

  plain = {@abs, @real, @imag, @conj, @sign, @floor, @ceil, @round, @fix, @isnan, @isinf, @isfinite, @uminus, @uplus};
  elementary = {@sqrt, @exp, @expm1, @log, @log1p, @log2, @log10, @sin, @cos, @tan, @asin, @acos, @atan, @sinh, @cosh, ...
                @tanh, @asinh, @acosh, @atanh, @arg, @angle};
  x = values (cls);
  if (strncmp (cls, "complex", 7))
    plain = plain(! cellfun (@(f) any (strcmp (func2str (f), {"abs", "sign"})), plain)); # their moduli are rounded
    elementary = [elementary, {@abs, @sign}];
  endif
  for f = plain
    compare (f{1}, {x}, true, 0, "%s (%s)", func2str (f{1}), cls);
  endfor
  ## those of infinite and huge complex numbers are in suite_complex
  x = x(isfinite (x) & abs (double (x)) < 100);
  for f = elementary
    compare (f{1}, {x}, true, elementary_ulps (), "%s (%s)", func2str (f{1}), cls);
    compare (f{1}, {abs(x)}, true, elementary_ulps (), "%s (abs %s)", func2str (f{1}), cls);
  endfor
  if (any (strcmp (cls, {"double", "single"}))) # real answers at the ends
    special = feval (cls, [NaN, Inf, 0, 1]);
    for f = elementary
      compare (f{1}, {special(ends_of (f{1}))}, true, elementary_ulps (), "%s (special %s)", func2str (f{1}), cls);
    endfor
  endif

endfunction

## Of [NaN, Inf, 0, 1], those with real answers.
function chosen = ends_of (f)

  chosen = 1:4;
  switch (func2str (f))
    case {"asin", "acos", "atanh"}
      chosen = [1 3 4];
    case "acosh"
      chosen = [1 2 4];
  endswitch

endfunction

## ---- broadcasting ----

## Sizes of two operands, which go together or do not.
function check_shapes ()

  shapes = {{[3 4 5], [3 4 5]}, {[3 4 5], [1 4]}, {[3 4 5], [3 1 5]}, {[3 1 5], [1 4]}, {[4 1], [1 7]}, {[8 6], [8 1]}, ...
            {[8 6], [1 6]}, {[1 1 1 3], [5 1 2]}, {[0 3], [1 3]}, {[0 3], [1 1]}, {[0 1], [1 4]}, {[1 0], [5 1]}, ...
            {[2 1 3 1 2], [1 4 1 5 1]}, {[129 65], [129 1]}, {[1 65], [129 65]}, {[4096 3], [4096 1]}, {[5 3000], [5 1]}, ...
            {[2 3], [3 2]}, {[2 3], [2 2]}, {[3 4 5], [3 4 4]}, {[1000 7], [1 7]}, {[2052 2], [1 2]}, {[6 4 3], [1 4]}, ...
            {[1 5 1 4], [3 1 2 4]}, {[7 1], [7 513]}};
  for s = shapes
    x = fill (s{1}{1}, 1);
    y = fill (s{1}{2}, 7);
    for f = {@plus, @minus, @lt, @max, @rdivide}
      ulps = elementary_ulps () .* [0, strcmp(func2str (f{1}), "rdivide")];
      for convert = {@double, @single, @int16, @int64, @(x) complex(x, 1), @(x) x > 0}
        compare (f{1}, {convert{1}(x), y}, [true true], ulps, "%s of %s and %s", func2str (f{1}), mat2str (size (x)), ...
                 mat2str (size (y)));
      endfor
      compare (f{1}, {y, x}, [false true], ulps, "%s of a host %s and %s", func2str (f{1}), mat2str (size (y)), ...
               mat2str (size (x)));
    endfor
  endfor

endfunction

function x = fill (dims, first)

  x = reshape (mod (first + 37 * (0:prod (dims)-1), 101) - 50, dims);

endfunction

## Beside an integer array, a host number of any class is converted first.
function check_integers_as_arrays ()

  for f = {@max, @min, @mod, @rem, @bitand, @plus, @times, @power}
    for y = {2.6, 1000, -1000, single(2.5), true, NaN, 1e19, -3}
      for cls = {"int8", "uint8", "int32", "int64", "uint64"}
        x = cast ([0 1 3 7 100 0], cls{1});
        compare (f{1}, {x, y{1}}, [true false], 0, "%s (%s, %s %s)", func2str (f{1}), cls{1}, class (y{1}), num2str (y{1}));
        compare (f{1}, {y{1}, x}, [false true], 0, "%s (%s %s, %s)", func2str (f{1}), class (y{1}), num2str (y{1}), cls{1});
      endfor
    endfor
  endfor

endfunction

## Octave has no logical value of NaN.
function check_nan ()

  for x = {[NaN 1], single([1 NaN]), complex([1 2], [0 NaN])}
    compare (@not, {x{1}}, true, 0, "not (%s with NaN)", class (x{1}));
    for f = {@and, @or, @xor}
      compare (f{1}, {x{1}, [1 0]}, [true false], 0, "%s (%s with NaN, double)", func2str (f{1}), class (x{1}));
      compare (f{1}, {[1 0], x{1}}, [true true], 0, "%s (double, %s with NaN)", func2str (f{1}), class (x{1}));
    endfor
  endfor

endfunction

## NaN beside numbers, and equal moduli: zeros of both signs in a part, and numbers on one circle.
function check_complex_extrema ()

  x = complex ([NaN 1 NaN Inf 3 -3 0 5 -1 -1 1 1 0 -0 0 -0 2 -2], [1 NaN NaN NaN 4 -4 5 0 0 -0 0 -0 0 0 -0 -0 -0 1]);
  for f = {@max, @min}
    for cls = {@double, @single}
      y = cls{1}(x);
      compare (f{1}, {y, x.'}, [true false], 0, "%s of complex %s", func2str (f{1}), class (y));
      compare (f{1}, {real(x), y.'}, [true true], 0, "%s of real and complex %s", func2str (f{1}), class (y));
      compare (f{1}, {y, real(x).'}, [false true], 0, "%s of complex and real %s", func2str (f{1}), class (y));
      compare (f{1}, {complex(y(1:0, :), 0), x}, [true true], 0, "%s of no complex %s", func2str (f{1}), class (y));
      for k = 1:numel (x)
        compare (f{1}, {y, x(k)}, [true false], 0, "%s of complex %s and number %d", func2str (f{1}), class (y), k);
        compare (f{1}, {x(k), y}, [false true], 0, "%s of number %d and complex %s", func2str (f{1}), k, class (y));
      endfor
    endfor
  endfor

endfunction

## ---- comparison ----

## F of arguments, those that DEVICE marks as gpuArrays, is that of the host, but for ULPS units in the last place, those
## of real results and those of complex ones, or one number for both; or both are an error.
function compare (f, host, device, ulps, front, varargin)

  args = host;
  for k = find (device)
    args{k} = gpuArray (args{k});
  endfor
  [want, wrong] = attempt (1, f, host);
  [got, err] = attempt (1, f, args);
  where = sprintf (front, varargin{:});
  if (isempty (want))
    tally (isempty (got), "%s: no error, but the host has \"%s\"", where, wrong.message);
    return;
  elseif (isempty (got))
    tally (false, "%s: error: %s", where, err.message);
    return;
  endif
  tally (isgpuarray (got{1}), "%s: the result is a host %s", where, class (got{1}));
  got = gather (got{1});
  want = want{1};
  if (! strcmp (class (got), class (want)) || ! isequal (size (got), size (want)) || (iscomplex (want) && ! iscomplex (got)))
    tally (false, "%s: %s%s %s instead of %s%s %s", where, complexity (got), class (got), mat2str (size (got)), ...
           complexity (want), class (want), mat2str (size (want)));
    return;
  endif
  bad = find (! is_near (got, want, ulps(min (end, 1 + iscomplex (want)))), 1);
  tally (isempty (bad), "%s: element %d is %s instead of %s", where, bad, num2str (got(bad), 17), num2str (want(bad), 17));

endfunction

function text = complexity (x)

  text = "";
  if (iscomplex (x))
    text = "complex ";
  endif

endfunction

## Complex numbers are as near as ULPS of their modulus allow.
function near = is_near (got, want, ulps)

  if (! isfloat (want))
    near = got == want;
    return;
  endif
  got = got(:);
  want = want(:);
  same = (got == want & 1 ./ real (got) == 1 ./ real (want)) | (isnan (got) & isnan (want)) ...
         | (isinf (got) & isinf (want) & iscomplex (want));
  close = abs (got - want) <= ulps * eps (abs (want));
  near = same | (close & ulps > 0);

endfunction
