## SPDX-License-Identifier: GPL-3.0-or-later

## Special functions, functions of bits and of digits, and integer quotients of gpuArrays against Octave's own: classes,
## shapes, poles, ends of the domain and what is refused; and what Octave's own functions make of them.

function suite_special ()

  live = __gpureduce__ ("live");
  ## print_usage without the text of the help, which takes seconds
  folder = fullfile (fileparts (mfilename ("fullpath")), "sweep");
  addpath (folder);
  restore = onCleanup (@() rmpath (folder));
  check_real_functions ();
  check_log_gamma ();
  check_other_classes ();
  check_complex ();
  check_digits ();
  check_shifts ();
  check_bits ();
  check_quotients ();
  check_made_of_others ();
  check_incomplete ();
  check_windows ();
  check_elliptic ();
  check_integrals ();
  check_inverse_gamma ();
  check_primes ();
  check_psi ();
  check_expressions ();
  tally (__gpureduce__ ("live") == live, "%d buffers were left", __gpureduce__ ("live") - live);

endfunction

## ---- bounds ----

## Special functions are within 10 units in the last place, and Octave's own within 5.
function b = special_bound (want, x = 0)

  b = 15 * double (eps (max (abs (want), abs (x))));
  b(! isfinite (want)) = 0;

endfunction

## Some tens of roundings of numbers as large as SCALE.
function b = rounding_bound (want, scale = 0)

  b = 200 * double (eps (max (abs (want), scale)));
  b(! isfinite (want)) = 0;

endfunction

## ---- integrals ----

function check_elliptic ()

  m = [-Inf, -1e6, -3, -0.1, 0, 0.1, 0.5, 0.9, 0.999, 1];
  for x = {m, single(m), reshape(m, 5, 2), zeros(0, 3)}
    [k, e] = ellipke (x{1});
    [dk, de] = ellipke (gpuArray (x{1}));
    tally (strcmp (underlyingType (dk), class (x{1})) && isequal (size (dk), size (k)), "ellipke");
    tally (all (abs (gather (dk) - k)(isfinite (k)) <= 10 * eps (class (x{1})) * k(isfinite (k))), "ellipke: K");
    tally (all (abs (gather (de) - e)(isfinite (e)) <= 10 * eps (class (x{1})) * e(isfinite (e))), "ellipke: E");
    tally (isequal (isinf (gather (dk)), isinf (k)) && isequal (isinf (gather (de)), isinf (e)), "ellipke: Inf");
  endfor

endfunction

## The sine and cosine integrals are sums and quotients of some tens of roundings, and computed in double.  Octave 7 has no
## answer where some numbers are infinite and others above 2.
function check_integrals ()

  bound = @(want) special_bound (want, 1);
  x = [0.3 1 1.99 2 2.01 3 7 19 40 300 1e4];
  for y = {x, single(x), x.', int8(1:5), x + 1i, 1i * x(x < 300), 3, zeros(0, 3), [0 1 2], complex([-3 4 1], [-0 1 2])}
    same_on_device (1, "cosint", y, 1, bound);
    same_on_device (1, "sinint", y, 1, bound);
    if (isreal (y{1}) && isfloat (y{1}))
      same_on_device (1, "cosint", {-y{1}}, 1, bound);
      same_on_device (1, "sinint", {-y{1}}, 1, bound);
    endif
  endfor
  same_on_device (1, "sinint", {[NaN Inf -Inf 0 -0 3]}, 1, bound);
  y = gather (cosint (gpuArray ([Inf -Inf NaN 3])));
  tally (isequaln (y([1 3]), complex ([0 NaN])) || isequaln (real (y([1 3])), [0 NaN]), "cosint of Inf and NaN");
  tally (y(2) == 1i * pi && abs (y(4) - cosint (3)) <= eps, "cosint of -Inf and 3");
  z = complex ([-1; -3; -Inf], -0);
  y = gather (cosint (gpuArray (z)));
  tally (isequal (imag (y), [-pi; -pi; -pi]), "cosint below the cut");
  ## the part that is no number is the real one alone
  y = gather (expint (gpuArray ([-Inf; Inf; NaN; 0; -1])));
  tally (isequaln (real (y(1:4)), [-Inf; 0; NaN; Inf]) && isequal (imag (y), [-pi; 0; 0; 0; -pi]), "expint of no numbers");

endfunction

## Both take steps until eps changes nothing.
function check_inverse_gamma ()

  near = @(want) 1000 * double (eps (max (abs (want), 1e-300)));
  [Y, A] = meshgrid ([0 0.01 0.3 0.5 0.77 0.999 1], [0.05 0.3 1 2 3.5 9 10 12.5 80 1e3]);
  for tail = {"lower", "upper", "LOWER"}
    same_on_device (1, "gammaincinv", {Y, A, tail{1}}, 1:2, near);
  endfor
  same_on_device (1, "gammaincinv", {Y, 2}, 1:2, near);
  same_on_device (1, "gammaincinv", {0.3, A}, 1:2, near);
  x = gammaincinv (gpuArray (single (Y)), A); # for which Octave 7 has no answer
  want = gammaincinv (double (single (Y)), A);
  tally (isaUnderlying (x, "single") && all ((abs (gather (x) - want) <= eps (single (want)))(isfinite (want))), "gammaincinv");
  ## Octave 7 has some of no digit, and some that are complex
  [Y, A] = meshgrid (10 .^ -[3 8 15 40], [0.3 2 12.5 80 1e3]);
  for tail = {"lower", "upper"}
    d = gather (gammainc (gammaincinv (gpuArray (Y), A, tail{1}), A, tail{1}));
    tally (all ((abs (d - Y) <= 1e-11 * Y)(:)), "gammaincinv, %s: %g", tail{1}, max ((abs (d - Y) ./ Y)(:)));
  endfor
  for tail = {"lower", "upper"} # far from the mean, where gammainc has no numbers for the steps on the way
    [y, a] = ndgrid (10 .^ (-300:10:-10), [30, 100, 300, 1000]);
    d = gather (gammainc (gammaincinv (gpuArray (y), a, tail{1}), a, tail{1}));
    tally (all ((abs (d - y) <= 1e-11 * y)(:)), "gammaincinv of small numbers, %s: %g", tail{1}, max ((abs (d - y) ./ y)(:)));
  endfor
  tally (isnan (gather (gammaincinv (gpuArray (0.5), Inf))), "gammaincinv of an infinite A");
  same_on_device (1, "gammaincinv", {int8([0 1]), 2}, 1, near);
  same_on_device (1, "gammaincinv", {[NaN 0.5], 2}, 1, near);
  same_on_device (1, "gammaincinv", {zeros(0, 3), 2});
  ## by the series in more digits; Octave 7 is 2e-5 away
  q = gather (gammainc (gpuArray ([1e6 + 253, 5]), [1e6, 2], "upper"));
  tally (abs (q(1) - 0.400013564549252) <= 1e-12, "gammainc of a large A: %.17g", q(1));

endfunction

## Octave's own loses digits left of 0, where what it reflects is large, and with the order.
function check_psi ()

  z = [0.01:0.37:12, 1:12, 1.46163214496836, 30, 1e5, -0.3:-0.41:-3.2, 0, -0, -1, -3, -Inf, NaN];
  for y = {z, single(z), z.', reshape(z(1:24), 2, 3, 4), 1i * (1:9), single(2 + 1i * (1:5)), -0.5 + 1i * (-4:4), zeros(0, 3), 1}
    same_on_device (1, "psi", y, 1, @(want) 8 * special_bound (want, 1));
    same_on_device (1, "psi", {0, y{1}}, 2, @(want) 8 * special_bound (want, 1));
  endfor
  for k = {1, 2, int8(3), 8, 20, 1.5}
    bound = @(want) (5 + double (k{1})) * special_bound (want);
    for y = {z(z > 0), single(z(z > 0.3 & z < 40)), [0 NaN Inf 2]}
      same_on_device (1, "psi", {k{1}, y{1}}, 2, bound);
    endfor
  endfor
  same_on_device (1, "psi", {true, [0.5 3]}, 2, @(want) 8 * special_bound (want, 1));
  same_refusal ("psi", {NaN, 2.5});
  tally (isequaln (gather (psi (200, gpuArray ([0.1 3 NaN]))), [-Inf -Inf NaN]), "psi of a large order");
  y = gather (psi (gpuArray ([Inf, 1e300]))); # of which Octave 7 makes whole numbers
  tally (isequal (y, [Inf, log(1e300)]), "psi of large numbers");
  ## psi (1 - z) less psi (z) is pi / tan (pi * z)
  z = [10.01, 19.7, 40.3];
  y = gather (psi (gpuArray (1 - z)) - psi (gpuArray (z)));
  want = pi ./ tan (pi * (z - round (z)));
  tally (all (abs (y - want) <= 1e-14 * max (abs (want), 4)), "psi of numbers below 0");

endfunction

function check_primes ()

  for x = {0:400, -50:50, magic(9), single(1:99), uint8(0:255), int16([-7 -8 32749 32767]), uint64([18000041209 9973]), ...
           [18999999799 18999999989 194e8 + (0:40)], [139606 ^ 2, 19490114281, 19490114283], true(1, 2), "abe", [2 Inf -Inf], ...
           zeros(0, 3), 7, [1+2i, (2+3i)*(-1+2i), 3, 7i, -3, 5i, 0], [4; 2], 3 * (1:5)}
    same_on_device (1, "isprime", x, 1, @(want) [], isempty (x{1}));
  endfor

endfunction

## ---- functions of one number ----

function check_real_functions ()

  tiny = [1e-310, 1e-300, 1e-100, 1e-20, 1e-9];
  x = [NaN, Inf, -Inf, 0, -0, -6:6, tiny, -tiny(2:end), -5.5:0.37:6, 12.3, 25.9, 26.5, 27.2, 40, 1e3, 1e8, 1e100, ...
       1e300, -26.2, -30, -1e8, rand(1, 200), 4 * randn(1, 200)];
  for name = {"erf", "erfc", "cbrt"}
    check_in_shapes (name{1}, x);
  endfor
  check_in_shapes ("erfcx", x(! (x < 0)));
  check_in_shapes ("erfcx", x(! (x > 0 | x < -4 & isfinite (x)))); # below, Octave's have the rounding of x ^ 2
  ends = [NaN, Inf, -Inf, 0, -0, 1, -1, 1.5, -2, 2, 3];
  check_in_shapes ("erfinv", [ends, 0.5, -0.5, 0.9, tiny(2:end), 1.8 * rand(1, 400) - 0.9]);
  check_in_shapes ("erfcinv", [ends, 0.5, 0.1, 1.9, 0.1 + 1.8 * rand(1, 400)]);
  check_far_inverses ();
  poles = [0, -0, -1, -2, -7, -1e15, -1e17, Inf, -Inf, NaN];
  check_in_shapes ("gamma", [poles, 1:12, 0.1:0.7:30, -0.9:-1:-30, -0.5:-7:-190, 171, 171.6, 172, 1e300, tiny, -tiny, ...
                             -2.0001, 170 * rand(1, 100)]);

endfunction

## Where Octave's own lose digits: what erfc makes of them is the argument again, within 10 units of the inverse and 5 of
## erfc.
function check_far_inverses ()

  p = [2 .^ -(1:0.37:1020), rand(1, 200) / 2, 4e-320];
  bound = @(p, y) double (eps (class (p))) * (10 * (2 * y .^ 2 + 2) + 5) .* double (p);
  for q = {p, single(p(p > 1e-37))}
    y = double (gather (erfcinv (gpuArray (q{1}))));
    good = abs (erfc (y) - double (q{1})) <= bound (q{1}, y) | (q{1} < 1e-307 & y > 25.9 & y < 27.3);
    tally (all (good), "erfcinv (%s %g) is %.17g", class (q{1}), q{1}(find (! good, 1)), y(find (! good, 1)));
    x = 1 - q{1};
    x = x(x < 1);
    y = double (gather (erfinv (gpuArray (x))));
    good = abs (erfc (y) - double (1 - x)) <= bound (1 - x, y);
    tally (all (good), "erfinv (1 - %s %g) is %.17g", class (x), 1 - x(find (! good, 1)), y(find (! good, 1)));
    tally (isequal (gather (erfinv (gpuArray (-x))), -gather (erfinv (gpuArray (x)))), "erfinv of the negative %s", class (x));
    x = 1 + x;
    tally (isequal (gather (erfcinv (gpuArray (x))), -gather (erfcinv (gpuArray (2 - x)))), "erfcinv beyond 1 of %s", class (x));
  endfor

endfunction

## Of both classes, as a row, a column and an array of pages, and none.
function check_in_shapes (name, x)

  x = x(1:4*floor (end / 4));
  y = single (x);
  y(x != 0 & (abs (y) < 1e-37 | isinf (y) & isfinite (x))) = 0.25;
  for z = {x, y}
    for shape = {{1, []}, {[], 1}, {2, 2, []}}
      same_on_device (1, name, {reshape(z{1}, shape{1}{:})}, 1, @special_bound);
    endfor
    same_on_device (1, name, {z{1}(1:0)});
    same_on_device (1, name, {z{1}(7)}, 1, @special_bound);
  endfor
  same_on_device (1, name, {});
  same_on_device (1, name, {x, 2});

endfunction

## Below 0 it may be near 0 where the steps to it are not.  Octave's answers are complex where one of them is.
function check_log_gamma ()

  lists = {[0.1:0.37:12, 1, 2, 3, 0, Inf, NaN, 1e3, 1e10, 1e300, 1e-300], [-1.5, -3.2, -5.9, -7.1, -Inf, -1, -2, 3], ...
           [-0.5, -2.5, 4, NaN, -Inf, -1], [-0, 1], -0, [0, 2], -0.5, -1.5, -(2:0.01:10), [-1e15 - 0.5, -1e17, 1], ...
           -(0.05:0.1:30)};
  for x = lists
    for y = {x{1}, single(x{1}), x{1}.'}
      for name = {"lgamma", "gammaln"}
        same_on_device (1, name{1}, y, 1, @(want) special_bound (want, min (y{1}, 0)));
      endfor
    endfor
  endfor

endfunction

function check_other_classes ()

  names = {"erf", "erfc", "erfcx", "erfinv", "erfcinv", "gamma", "lgamma", "gammaln", "cbrt"};
  for name = [names, {"signbit", "eps"}]
    for x = {int8([-3 0 1 2 5]), uint8([0 1 2 5]), int64([-2 0 1 3]), uint64([0 1 7]), [true false], true, "ab", "a", ...
             int8(zeros (0, 2)), {}, {1}}
      if (any (strcmp (name{1}, {"lgamma", "gammaln"})))
        if (isnumeric (x{1}))
          x{1} = abs (x{1}); # -0 is above
        endif
      endif
      if (! (strcmp (name{1}, "eps") && ischar (x{1}))) # there they name a class
        same_on_device (1, name{1}, x, 1, @special_bound);
      endif
    endfor
  endfor

endfunction

function check_complex ()

  for name = {"erfinv", "erfcinv", "gamma", "lgamma", "cbrt", "signbit"}
    for x = {[1 2] + 1i, single([1 2] + 1i)}
      [~, err] = attempt (1, name{1}, {gpuArray(x{1})});
      [~, wanted] = attempt (1, name{1}, x);
      tally (! isempty (err) && strcmp (err.message, wanted.message), "%s of complex numbers: %s", name{1}, text_of (err));
    endfor
  endfor
  for name = {"erf", "erfc", "erfcx"}
    [~, err] = attempt (1, name{1}, {gpuArray([1 2] + 1i)});
    tally (strcmp (text_of (err), ["gpuArray: no method for '" name{1} "' of complex numbers; use gather"]), ...
           "%s of complex numbers: %s", name{1}, text_of (err));
  endfor

endfunction

function text = text_of (err)

  text = "no error";
  if (! isempty (err))
    text = err.message;
  endif

endfunction

## ---- digits and classes ----

function check_digits ()

  x = [0, -0, 1, -1, Inf, -Inf, NaN, realmin, realmin / 2, realmax, 1e-320, -3, 2^52, 2^53, 1e300, 0.1];
  for y = {x, x.', single([x(1:13), 0.1, realmin("single"), realmax("single"), 1e-44]), zeros(0, 3), 3}
    same_on_device (1, "eps", y);
    same_on_device (1, "signbit", y);
  endfor
  tally (isequal (eps (gpuArray (2), gpuArray (3)), eps (2, 3)), "eps of sizes");
  same_on_device (1, "flintmax", {[1 2]}, 1, @(want) [], true);
  same_on_device (1, "flintmax", {single(1)}, 1, @(want) [], true);
  same_on_device (1, "realmax", {2, 3}, 1:2, @(want) [], true);
  for cls = {"int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"}
    same_on_device (1, "intmax", {ones(2, cls{1})}, 1, @(want) [], true);
    same_on_device (1, "intmin", {ones(2, cls{1})}, 1, @(want) [], true);
  endfor

endfunction

## ---- bits ----

function list = numbers_of_all_classes ()

  whole = [0 1 2 3 5 7 40 100 127];
  list = {[whole, 5.7, -5, -5.7, 2^31, 2^52, 2^53, 2^53 + 2], single([whole, 5.7, -5, 2^23, 2^24, 2^24 + 2])};
  for cls = {"int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"}
    list{end+1} = [cast(whole, cls{1}), intmin(cls{1}), intmin(cls{1}) + 1, intmax(cls{1}), intmax(cls{1}) - 1];
    if (intmin (cls{1}) < 0)
      list{end} = [list{end}, -cast(whole, cls{1})];
    endif
  endfor

endfunction

function check_shifts ()

  for x = numbers_of_all_classes ()
    for k = {true, int8(-2), single(2), 1.5, NaN, Inf, "a", {}, [1 2]}
      same_on_device (1, "bitshift", {x{1}, k{1}}, 1:2);
    endfor
    for k = [0, 1, -1, 3, -3, 6, 7, 8, -8, 15, 16, 23, 24, 31, 32, -31, 52, 53, -53, 62, 63, 64, -64, 70, -70]
      same_on_device (1, "bitshift", {x{1}, k});
    endfor
    for n = {0, 1, 3, 7, 8, 15, 24, 31, 53, 64, int8(4), 2.5, -1, [1 2], {}}
      for k = {1, -2}
        same_on_device (1, "bitshift", {x{1}, k{1}, n{1}});
      endfor
    endfor
    k = mod (1:numel (x{1}), 9) - 4;
    same_on_device (1, "bitshift", {x{1}, k}, 1:2);
    same_on_device (1, "bitshift", {x{1}(:), k(:)}, 1:2);
    same_on_device (1, "bitshift", {x{1}(6), k}, 1:2);
    same_on_device (1, "bitshift", {x{1}(:), k}, 1:2);
    same_on_device (1, "bitshift", {x{1}, -40:3:60}, 1:2);
  endfor
  for x = {true, "a", {1}, zeros(0, 3), 1 + 2i}
    same_on_device (1, "bitshift", {x{1}, 1});
  endfor
  same_on_device (1, "bitshift", {1});

endfunction

function check_bits ()

  for x = numbers_of_all_classes ()
    y = x{1}(x{1} >= 0 & x{1} == fix (x{1}) & x{1} < 2 ^ 52);
    for n = {1, 7, 8, 24, 25, 53, 54, 63, 64, 0, 1 + mod(1:numel (y), 7), uint8(3)}
      same_on_device (1, "bitget", {y, n{1}});
      same_on_device (1, "bitset", {y, n{1}});
    endfor
    same_on_device (1, "bitset", {y, 2, 0});
    same_on_device (1, "bitset", {y, 1 + mod(1:numel (y), 7), mod(1:numel (y), 2)});
    same_on_device (1, "bitset", {y.', 2});
    same_on_device (1, "bitset", {y(3), [1 3 5]});
    for k = {1, 3, 7, 8, 53, 64, 0, 1.5, [1 2]}
      same_on_device (1, "bitcmp", {y, k{1}});
    endfor
    same_on_device (1, "bitcmp", {y});
  endfor
  for name = {"bitset", "bitget"}
    for x = {-1, true, "a", zeros(0, 2), single([1 2])}
      same_on_device (1, name{1}, {x{1}, 2});
    endfor
    same_on_device (1, name{1}, {5, [1 2]});
  endfor
  same_on_device (1, "bitset", {[1 2 3], [1 2]});
  same_on_device (1, "bitcmp", {true});
  same_on_device (1, "bitcmp", {"a"});

endfunction

function check_quotients ()

  for cls = {"int8", "uint8", "int16", "int32", "uint32", "int64", "uint64"}
    x = cast ([0 1 2 3 5 7 8 -1 -3 -7 -8 100], cls{1});
    y = cast ([1 2 -2 3 -3 7 2 2 -2 3 5 -7], cls{1});
    y(y == 0) = 2;
    for op = {"fix", "round", "floor", "ceil", "Floor", "none"}
      same_on_device (1, "idivide", {x, y, op{1}}, 1:2);
      for d = {3, -3, 2.5, single(2), cast(2, cls{1}), 0, true}
        same_on_device (1, "idivide", {x, d{1}, op{1}}, 1:2);
      endfor
      same_on_device (1, "idivide", {7, y, op{1}}, 1:2);
      same_on_device (1, "idivide", {double(x), y, op{1}}, 1:2);
    endfor
    same_on_device (1, "idivide", {x, y}, 1:2);
  endfor
  same_on_device (1, "idivide", {[1 2], 2}, 1:2);
  same_on_device (1, "idivide", {int8([1 2]), int16(2)}, 1:2);
  same_on_device (1, "idivide", {int8(1)});

endfunction

## ---- what Octave makes of these ----

function check_made_of_others ()

  x = [0.3, 1, 2.5, 7, 20.25, 100];
  for y = {x, single(x), x.'}
    for z = {2, fliplr(x), x, single(3), [1 2]}
      for name = {"beta", "betaln"}
        if (isrow (y{1}) || isscalar (z{1}))
          ## of sums of logarithms of gamma, up to 800
          bound = @(want) rounding_bound (want, 800);
          if (strcmp (name{1}, "beta"))
            bound = @(want) 400 * rounding_bound (want);
          endif
          same_on_device (1, name{1}, {y{1}, z{1}}, 1:2, bound);
        endif
      endfor
    endfor
    for n = {3, -3}
      same_on_device (1, "nthroot", {[-y{1}; y{1}], n{1}}, 1, @rounding_bound);
    endfor
  endfor
  for n = {0:12, uint8(0:6), single(0:10), 170, [0 -1], 1.5, 1i, true, zeros(0, 3)}
    same_on_device (1, "factorial", n, 1, @rounding_bound);
  endfor
  for v = {[3 1 4 1 5], (1:4).', "abcd", single(1:3), int8([7 8 9])}
    for k = {0, 1, 3, numel(v{1}), 9, -1, 1.5}
      same_on_device (1, "nchoosek", {v{1}, k{1}});
    endfor
    same_on_device (1, "nchoosek", {v{1}(:).', 2}); # of a column Octave 7 has none
  endfor
  for n = {7, 10, int8(6), single(9)}
    same_on_device (1, "nchoosek", {n{1}, 3}, 1, @(want) [], true);
  endfor
  same_on_device (1, "primes", {30}, 1, @(want) [], true);
  [~, err] = attempt (1, "dawson", {gpuArray([1 2])});
  tally (strcmp (text_of (err), "gpuArray: no method for 'dawson'; use gather"), "dawson: %s", text_of (err));
  m = magic (5);
  for y = {[-3:0.5:3, NaN, Inf], single([0.3 0 -1]), int32([3 0 2]), [1 2; 0 5], zeros(0, 2)}
    same_on_device (1, "sinc", y, 1, @rounding_bound);
  endfor
  for name = {"center", "rescale", "mad", "range", "zscore"}
    for y = {m, single(m), m(:), m(1,:)}
      same_on_device (1, name{1}, y, 1, @(want) rounding_bound (want, 32));
    endfor
  endfor
  same_on_device (1, "mad", {m, 1}, 1, @(want) rounding_bound (want, 32));
  same_on_device (1, "mad", {m, 0, 2}, 1, @(want) rounding_bound (want, 32));
  same_on_device (1, "center", {m, 2}, 1, @(want) rounding_bound (want, 32));
  same_on_device (1, "rescale", {m, -1, 1}, 1, @(want) rounding_bound (want, 32));

endfunction

## Both sides iterate to eps, in sums of up to 200 terms.
function check_incomplete ()

  near = @(want) 1000 * double (eps (max (abs (want), 1e-300)));
  x = [0 0.1 0.5 1 2 5 10 30 100 Inf];
  a = [0.2 0.5 1 2 3.5 10 12.5 25 80 Inf];
  [X, A] = meshgrid (x, a);
  for tail = {"lower", "upper", "scaledlower", "scaledupper"}
    same_on_device (1, "gammainc", {X, A, tail{1}}, 1:2, near);
  endfor
  same_on_device (1, "gammainc", {X, 2}, 1:2, near);
  same_on_device (1, "gammainc", {3, a}, 1:2, near);
  same_on_device (1, "gammainc", {single(X), A}, 1:2, @(want) 1e-5 * ones (size (want)));
  for bad = {{1:2, 1:3}, {1, -1}, {1, 2, "middle"}, {1i, 2}, {1}}
    same_on_device (1, "gammainc", bad{1});
  endfor
  x = [0 1e-3 0.1 0.3 0.5 0.77 0.99 1];
  [X, A] = meshgrid (x, [0.3 1 2 7.5 40]);
  for tail = {"lower", "upper"}
    for b = {0.5, 1, 3, 20, A + 1}
      same_on_device (1, "betainc", {X, A, b{1}, tail{1}}, 1:3, @(want) 2e-12 * max (abs (want), 1e-3));
    endfor
  endfor
  same_on_device (1, "betainc", {single(X), A, 2}, 1:3, @(want) 1e-4 * ones (size (want)));
  for bad = {{2, 1, 1}, {0.5, 0, 1}, {0.5, 1, 1, "middle"}, {1}}
    same_on_device (1, "betainc", bad{1});
  endfor
  for z = {[0.01 0.1 0.5 1 1.5 2 5 15 30 34 36 40 60 100 700 Inf 0], [-0.5 -3 -20 -38 2], ...
           [1+2i, -3+0.1i, 5-20i, 50+3i, -60+5i, 0.1i], single([0.2 3 40]), int8([1 5]), [], zeros(0, 3), [0.5; 2]}
    same_on_device (1, "expint", z, 1, @(want) 1e-12 * abs (double (want)) + isa (want, "single") * 1e-5 * abs (double (want)));
  endfor
  same_on_device (1, "expint", {"a"});

endfunction

function check_windows ()

  x = [3 1 4 1 5 9 2 6 5 3 5];
  for y = {x, x.', single(x), [x; fliplr(x)].'}
    for w = {2, 3, 4, [1 2], [0 3]}
      same_on_device (1, "movmedian", {y{1}, w{1}});
      same_on_device (1, "movmedian", {y{1}, w{1}, "Endpoints", "fill"});
      same_on_device (1, "movmedian", {y{1}, w{1}, "Endpoints", "periodic"});
    endfor
  endfor
  same_on_device (1, "movmedian", {[x; x], 3, "dim", 2});
  same_on_device (1, "movmedian", {x, 3, 1});
  same_on_device (1, "movmedian", {x, 1});

endfunction

## ---- in functions of elements ----

function check_expressions ()

  x = [0.25 0.5 1 1.5];
  for name = {"erf", "erfc", "erfcx", "gamma", "lgamma", "gammaln", "cbrt", "signbit", "eps", "sec", "csc", "cot", "sech", ...
              "csch", "coth", "acot", "acsch"}
    check_sum (str2func (["@(v) " name{1} " (v)"]), x);
  endfor
  for name = {"erfinv", "erfcinv", "asech"}
    check_sum (str2func (["@(v) " name{1} " (v)"]), x / 2);
  endfor
  for name = {"asec", "acsc", "acoth"}
    check_sum (str2func (["@(v) " name{1} " (v)"]), x + 1);
  endfor
  check_sum (@(v) eps (v) + eps, x);
  same_values (@(a, k) bitshift (a, k), int16 ([1 200 -7 30000]), [1 -2 3 15]);
  same_values (@(a) bitshift (a, 3), uint64 ([1 2 2^40 2^63]));
  same_values (@(a, k) bitshift (a, k), [5 -5 2^52 7], int8 ([1 -1 1 60]));
  [~, err] = attempt (1, "gpusum", {@(v) lgamma(v), [4 -0.5]});
  tally (! isempty (strfind (text_of (err), "lgamma of a number whose gamma is negative is complex")), "lgamma (-0.5): %s", ...
         text_of (err));
  check_sum (@(v) lgamma (v), [-1.5 -3.5 2 9]);
  [~, err] = attempt (1, "gpusum", {@(v) erf(v), [4 1i]});
  tally (! isempty (strfind (text_of (err), "erf takes real elements")), "erf of complex elements: %s", text_of (err));
  [~, err] = attempt (1, "gpusum", {@(v) eps(v), int8([4 1])});
  tally (! isempty (strfind (text_of (err), "eps: X must be of a floating point type")), "eps of integers: %s", ...
         text_of (err));

endfunction

## The sum of a function's values, of an array on the device and of one on the host, in both classes.
function check_sum (f, x)

  for y = {x, single(x)}
    want = sum (double (f (y{1})));
    for z = {y{1}, gpuArray(y{1})}
      [got, err] = attempt (1, "gpusum", {f, z{1}});
      good = ! isempty (got) && abs (double (gather (got{1})) - want) <= 64 * eps (cast (max (abs (want), 4), class (y{1})));
      tally (good, "gpusum of %s of a %s: %s", func2str (f), class (z{1}), text_of (err));
    endfor
  endfor

endfunction

function same_values (f, varargin)

  want = f (varargin{:});
  device = cellfun (@gpuArray, varargin, "UniformOutput", false);
  [got, err] = attempt (1, "arrayfun", [{f}, device]);
  tally (! isempty (got) && isequal (gather (got{1}), want) && strcmp (underlyingType (got{1}), class (want)), ...
         "arrayfun of %s: %s", func2str (f), text_of (err));

endfunction
