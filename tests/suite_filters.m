## SPDX-License-Identifier: GPL-3.0-or-later

## conv, conv2, convn, filter2, filter and deconv of gpuArrays against Octave's own: shapes, sizes from 0 to beyond what a
## block has, dimensions, classes, infinite numbers and NaN, and Octave's errors.  Results of small whole numbers are equal.
## Others differ by rounding errors of both sums, each of at most N units of rounding of the sum of the moduli of its N
## terms; of complex numbers there are twice as many real terms.

function suite_filters ()

  live = __gpureduce__ ("live");
  check_classes ();
  check_sizes ();
  check_special ();
  check_separable ();
  check_dims ();
  check_vectors ();
  check_empty ();
  check_errors ();
  check_filter2 ();
  check_fir ();
  check_recursions ();
  check_deconv ();
  tally (__gpureduce__ ("live") == live, "%d buffers were left", __gpureduce__ ("live") - live);

endfunction

## F of A and B on the device, on either side, against F of both on the host.  TERMS: how many an element has at most.
function check (f, a, b, terms, varargin)

  want = feval (f, a, b, varargin{:});
  factor = 1 + (iscomplex (a) || iscomplex (b));
  near = factor * terms * eps (class (want)) * feval (f, abs (double (a)), abs (double (b)), varargin{:});
  for there = [1 0; 0 1; 1 1].'
    [x, y] = deal (a, b);
    if (there(1))
      x = gpuArray (a);
    endif
    if (there(2))
      y = gpuArray (b);
    endif
    got = feval (f, x, y, varargin{:});
    good = isgpuarray (got);
    got = gather (got);
    good &= strcmp (class (got), class (want)) && size_equal (got, want) && all ((abs (double (got) - double (want)) <= near)(:));
    tally (good, "%s of %s %s and %s %s, %s, there %d %d", f, class (a), sprintf ("%d ", size (a)), class (b), ...
           sprintf ("%d ", size (b)), sprintf ("%s ", varargin{:}), there);
  endfor

endfunction

function check_classes ()

  x = mod (7 * reshape (1:30, 5, 6), 11);
  b = mod (5 * reshape (1:6, 2, 3), 7);
  as = {x, single(x), int8(x), uint16(x), int32(-x), int64(x), x > 4, complex(x, flip (x)), single(complex (x, -x))};
  bs = {b, single(b), int16(b), b > 2, complex(b, 1), single(complex (b, b))};
  for f = {"conv2", "convn"}
    for a = as
      for k = bs
        check (f{1}, a{1}, k{1}, 0); # whole numbers are exact
      endfor
    endfor
  endfor

endfunction

function check_sizes ()

  for shape = {"full", "same", "valid"}
    for n = {[1 1], [1 2], [2 1], [3 3], [4 5], [7 7], [9 2], [1 40], [40 1], [17 20]}
      for m = {[1 1], [1 30], [30 1], [5 7], [40 25], [270 33]}
        check ("conv2", randn (m{1}), randn (n{1}), prod (n{1}), shape{1});
        check ("conv2", single (randn (m{1})), single (randn (n{1})), prod (n{1}), shape{1});
      endfor
    endfor
    check ("conv2", complex (randn (60, 40), randn (60, 40)), randn (5, 4), 20, shape{1});
    check ("conv2", randn (300, 3), randn (270, 2), 540, shape{1});
    check ("conv2", randn (2100, 1), randn (600, 1), 600, shape{1});
  endfor

endfunction

## What stands beside the array adds nothing, not even to an infinite tap.
function check_special ()

  x = randn (20, 9);
  x([7, 50, 51, 100]) = [Inf, -Inf, NaN, Inf];
  taps = magic (4)(:,1:3);
  for k = {taps, [taps(1:5), Inf; 1:6], [NaN 1; 2 3], [1 -Inf 2]}
    for shape = {"full", "same", "valid"}
      for a = {x, single(x), ones(20, 9), ones(1, 30)}
        want = conv2 (a{1}, k{1}, shape{1});
        got = gather (conv2 (gpuArray (a{1}), k{1}, shape{1}));
        finite = isfinite (want);
        ## products are added in another order, so that Inf - Inf is NaN in both
        tally (isequal (finite, isfinite (got)) && isequaln (want(! finite), got(! finite)), "special numbers, %s", shape{1});
      endfor
    endfor
  endfor

endfunction

function check_separable ()

  for v = {{[1 2 3], [4 5], magic(6)}, {[1; 2], 1:7, single(magic (9))}, {2, [1 1], ones(3, 2, 2)}, {1:3, 1:3, int8(magic (4))}, ...
           {1:5, 1:5, ones(3)}, {1:2, [1 1i], magic(4)}}
    for shape = {{}, {"full"}, {"same"}, {"valid"}}
      args = [v{1}, shape{1}];
      want = conv2 (args{:});
      args{3} = gpuArray (args{3});
      got = conv2 (args{:});
      tally (isgpuarray (got) && strcmp (underlyingType (got), class (want)) && isequal (gather (got), want), ...
             "two vectors and %s", sprintf ("%d ", size (args{3})));
    endfor
  endfor

endfunction

function check_dims ()

  for shape = {"full", "same", "valid"}
    for n = {[2 3 2], [1 1 3], [3 1 1], [3 3], [2 2 2 2], [1 3 1 2]}
      for m = {[6 5 4], [3 2 4 3], [20 30], [5 1 6]}
        check ("convn", randn (m{1}), randn (n{1}), prod (n{1}), shape{1});
      endfor
    endfor
  endfor
  check ("convn", complex (randn (4, 3, 5), 1), single (randn (2, 2, 2)), 8);

endfunction

function check_vectors ()

  for a = {1:5, (1:5).', 3, 1:2, (1:40).'}
    for b = {1:3, (1:3).', 2, 1:9}
      for shape = {"full", "same", "valid"}
        check ("conv", a{1}, b{1}, 0, shape{1});
      endfor
    endfor
  endfor
  check ("conv", single (randn (5000, 1)), randn (1, 64), 64);
  check ("conv", int8 (1:5), [true, false, true], 0);
  check ("conv", randn (1, 60), complex (randn (7, 1), 1), 7);

endfunction

function check_empty ()

  for f = {"conv2", "convn"}
    for sizes = {{[0 0], [0 0]}, {[0 3], [1 2]}, {[3 3], [0 2]}, {[3 0], [2 2]}, {[3 3], [4 4]}, {[3 3], [2 4]}, {[1 2], [2 1]}}
      for shape = {"full", "same", "valid"}
        for to = {"double", "single"}
          check (f{1}, ones (sizes{1}{1}, to{1}), ones (sizes{1}{2}), 1, shape{1});
        endfor
      endfor
    endfor
  endfor
  want = conv2 (1:2, 1:2, []);
  tally (isequal (size (conv2 (1:2, 1:2, gpuArray ([]))), size (want)), "two vectors and an empty matrix");

endfunction

## The errors are Octave's, with their identifiers.
function check_errors ()

  d = @gpuArray;
  calls = {"conv2", {1}; "conv2", {1, 2, 3, 4, 5}; "conv2", {1, 2, "foo"}; "conv2", {1, 2, "SAME"}; "conv2", {ones(2, 2, 2), 1}; ...
           "conv2", {1, ones(2, 2, 2)}; "conv2", {ones(2), 1, 1}; "conv2", {1, ones(2), 1}; "conv2", {1, 1, 1, "foo"}; ...
           "conv2", {[], 1, 1}; "conv2", {1, {1}}; "conv2", {1, struct()}; "conv2", {"a", 1}; "convn", {1}; "convn", {1, 2, 3}; ...
           "convn", {1, 2, "foo"}; "convn", {1, {1}}; "conv", {ones(2), 1}; "conv", {1, ones(2)}; "conv", {1, 2, "foo"}; ...
           "conv", {[], 1}; "deconv", {ones(2), 1}; "deconv", {1:3, ones(2)}};
  for k = 1:rows (calls)
    [f, args] = calls{k,:};
    want = error_of (f, args);
    args{1} = d(args{1});
    got = error_of (f, args);
    tally (strcmp (got.message, want.message) && strcmp (got.identifier, want.identifier), "%s %d: %s", f, k, got.message);
  endfor

endfunction

function err = error_of (f, args)

  err = struct ("message", "there is none", "identifier", "");
  try
    feval (f, args{:});
  catch err
  end_try_catch

endfunction

function check_filter2 ()

  for shape = {{}, {"full"}, {"same"}, {"valid"}}
    check ("filter2", magic (3), magic (8), 0, shape{1}{:});
    check ("filter2", [1 2], single (magic (5)), 0, shape{1}{:});
  endfor

endfunction

## Without a recursion filter has Octave's bits, also of long filters and states, along each dimension.
function check_fir ()

  for x = {randn(200, 3), single(randn (7, 50)), randn(4, 5, 6), complex(randn (30, 2), 1), Inf(3, 4), int8(magic (5)), randn(1, 3000)}
    for b = {2, 1:3, randn(1, 20), single(randn (1, 70)), [1 2i 3]}
      for dim = 1:ndims (x{1})
        for with_state = [false, true]
          si = [];
          others = size (x{1});
          others(dim) = [];
          if (with_state && numel (b{1}) > 1)
            si = randn ([numel(b{1}) - 1, others]);
          endif
          [want, last] = filter (b{1}, 1, x{1}, si, dim);
          [got, sf] = filter (b{1}, 1, gpuArray (x{1}), si, dim);
          good = isgpuarray (got) && strcmp (underlyingType (got), class (want)) && isequaln (gather (got), want) ...
                 && isequaln (gather (sf), last);
          tally (good, "filter of %d taps, %s %s, dimension %d, state %d", numel (b{1}), class (x{1}), ...
                 sprintf ("%d ", size (x{1})), dim, with_state);
        endfor
      endfor
    endfor
  endfor

endfunction

## Recursions.  Each rounding error goes through the recursion as the signal does: an element is within as many units as
## its sums have terms, of the largest of these, times the sum of the moduli of the impulse response.
function check_recursions ()

  poles = {0.5 * exp(1i * [1 -1 2 -2]), [0.9 0.8 -0.7 0.5], 0.98 * exp(1i * [0.3 -0.3 1 -1 2 -2]), 0.9 * ones(1, 3), ...
           ring(8), 0.6 * exp(1i * (1:7)), ring(12), ring(16), ring(25)};
  for p = poles
    a = poly (p{1});
    if (max (abs (imag (a))) < 1e-12)
      a = real (a);
    endif
    b = [2 -1 0.5];
    for x = {randn(3000, 2), single(randn (1, 2500)), randn(3, 700, 2), complex(randn (40, 3), 1)}
      dim = find (size (x{1}) > 20, 1);
      [want, last] = filter (b, a, x{1}, [], dim);
      [got, sf] = filter (b, a, gpuArray (x{1}), [], dim);
      response = sum (abs (filter (1, a, [1, zeros(1, size (x{1}, dim) - 1)])));
      largest = sum (abs (a)) * max (abs (double (want)(:))) + sum (abs (b)) * max (abs (double (x{1})(:)));
      near = 8 * (numel (a) + numel (b)) * eps (class (want)) * response * largest;
      good = size_equal (got, want) && strcmp (underlyingType (got), class (want)) && isgpuarray (sf) && size_equal (sf, last) ...
             && max (abs (gather (got) - want)(:)) <= near && max (abs (gather (sf) - last)(:)) <= near * sum (abs (a));
      tally (good, "filter of order %d, %s %s: %g of %g", numel (p{1}), class (x{1}), sprintf ("%d ", size (x{1})), ...
             max (abs (gather (got) - want)(:)), near);
      if (isrow (x{1}))
        [one, sf] = filter (b, a, gpuArray (x{1}(1:1001)));
        two = filter (b, a, gpuArray (x{1}(1002:end)), sf);
        tally (max (abs (gather ([one two]) - want)) <= near, "filter of order %d in parts", numel (p{1}));
      endif
    endfor
  endfor
  x = round (100 * randn (5000, 1));
  got = gather (filter (1, [1 -1 0 1 -1], gpuArray ([x; -filter([1 -1 0 1 -1], 1, x)](1:100))));
  tally (isequal (got, filter (1, [1 -1 0 1 -1], x(1:100))), "a recursion of whole numbers");

endfunction

## N poles in pairs, some of them near to the unit circle.
function p = ring (n)

  angle = pi * (1:2:2 * n) / n;
  p = (0.3 + 0.65 * cos (angle) .^ 2) .* exp (1i * angle);

endfunction

function check_deconv ()

  for ya = {{[3 6 9 9], [1 2 3]}, {conv(1:4, 1:9), 1:4}, {1:2, 1:4}, {1:3, [2 2 2]}, {[3; 6; 9; 9], [1 2 3]}, ...
            {conv(1:6, [1 -1 2 0 1 3]), [1 -1 2 0 1 3]}}
    [y, a] = ya{1}{:};
    [b, r] = deconv (y, a);
    [got, rest] = deconv (gpuArray (y), a);
    tally (isgpuarray (got) && isequal (gather (got), b) && isequal (gather (rest), r), "deconv of %d and %d", numel (y), numel (a));
    tally (isequal (gather (deconv (y, gpuArray (a))), b), "deconv of %d and %d there", numel (y), numel (a));
  endfor

endfunction
