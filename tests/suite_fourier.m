## SPDX-License-Identifier: GPL-3.0-or-later

## Fourier transforms of gpuArrays against Octave's of the same arrays on the host: every class, length, dimension, cut and
## padded size, and what is empty, refused, or real.  Where cuFFT is missing, its error is all that there is to see.

function suite_fourier ()

  live = __gpureduce__ ("live");
  [~, err] = attempt (1, "fft", {gpuArray([1, 2, 3])});
  check_shifts ();
  if (isempty (err))
    check_classes ();
    check_lengths ();
    check_sizes ();
    check_several_dimensions ();
    check_real_inverses ();
    check_special ();
    check_filters ();
  else
    tally (! isempty (strfind (err.message, "cuFFT")), "fft: %s", err.message);
  endif
  check_empties ();
  check_errors ();
  check_host ();
  tally (__gpureduce__ ("live") == live, "%d buffers were left", __gpureduce__ ("live") - live);

endfunction

## A row of arrays of a size, one of each class that has transforms.
function list = arrays_of (sz)

  x = randi ([-20, 20], sz);
  y = randn (sz);
  list = {y, single(y), complex(y, randn (sz)), single(complex (y, randn (sz))), int8(6 * x), int16(900 * x), int32(1e6 * x), ...
          int64(x) * int64(2) ^ 55, uint8(x), uint16(x * 3000), uint32(x * 2e8), uint64(abs (x)) * uint64(9e17), x > 0};

endfunction

## Does NAME (X, ...) of a gpuArray have the class and size of Octave's, and its values within rounding, which grows with
## the logarithm of the length and is that of all elements of a transform?
function check (name, x, varargin)

  want = feval (name, x, varargin{:});
  given = gpuArray (x);
  got = feval (name, given, varargin{:});
  tally (isgpuarray (got), "%s of a gpuArray is on the host", name);
  got = gather (got);
  scale = norm (double (x(:)));
  if (name(1) == "i") # each result is divided by the number of elements of a transform
    scale /= points_of (name, want, varargin{:});
  endif
  bound = 4 * eps (ifelse (isa (want, "single"), single (1), 1)) * isfloat (want) * (1 + log2 (max (numel (want), 2))) * scale;
  good = strcmp (class (got), class (want)) && isequal (size (got), size (want)) ...
         && all (abs (double (got(:)) - double (want(:))) <= bound) && isequal (gather (given), x);
  tally (good, "%s of %s %s, %d arguments: error %g, bound %g", name, class (x), sprintf ("%d ", size (x)), ...
         numel (varargin), max (abs (double (got(:)) - double (want(:)))), bound);

endfunction

function n = points_of (name, result, varargin)

  sz = size (result);
  switch (name)
    case "ifft"
      if (numel (varargin) > 1)
        n = sz(round (varargin{2}));
      else
        n = sz(find ([sz, 2] > 1, 1)(1) * ! isscalar (result) + isscalar (result));
      endif
    case "ifft2"
      n = prod (sz(1:2));
    otherwise
      n = prod (sz);
  endswitch

endfunction

function check_classes ()

  for sz = {[1, 16], [15, 1], [6, 7], [4, 5, 6], [1, 3, 2]}
    for x = arrays_of (sz{1})
      for name = {"fft", "ifft"}
        check (name{1}, x{1});
        for dim = 1:numel (sz{1})
          check (name{1}, x{1}, [], dim);
        endfor
        check (name{1}, x{1}, 4);
        check (name{1}, x{1}, 9, 2);
      endfor
      for name = {"fft2", "ifft2", "fftn", "ifftn"}
        check (name{1}, x{1});
      endfor
    endfor
  endfor

endfunction

function check_lengths ()

  for n = [1:20, 31:33, 64, 97, 127:129, 243, 256, 1000, 1021, 1024, 4096, 10007]
    for x = {randn(n, 1), single(randn (1, n)), complex(randn (1, n), randn (1, n)), single(complex (randn (n, 1), randn (n, 1)))}
      check ("fft", x{1});
      check ("ifft", x{1});
    endfor
  endfor
  for n = [2, 7, 32]
    for sz = {[n, 300], [300, n], [40, n, 30], [3, n, 500], [500, n, 3], [2, 3, n, 4]}
      for z = {randn(sz{1}), complex(randn (sz{1}), randn (sz{1}))}
        for dim = 1:numel (sz{1})
          check ("fft", z{1}, [], dim);
          check ("ifft", single (z{1}), [], dim);
        endfor
      endfor
    endfor
  endfor

endfunction

function check_sizes ()

  x = {randn(6, 7), single(complex (randn (5, 8, 3), randn (5, 8, 3))), int8(magic (5)), 3, single(4), complex(1, 2), int16(5), ...
       true};
  for k = 1:numel (x)
    for name = {"fft", "ifft"}
      for n = {1, 2, 3, 6, 7, 8, 20, 2.6, [3, 1], [], gpuArray(4), int8(5), single(3), true}
        host = n{1};
        if (isgpuarray (host))
          host = gather (host);
          tally (isequal (feval (name{1}, gpuArray (x{k}), n{1}), feval (name{1}, gpuArray (x{k}), host)), ...
                 "a size on the device");
        endif
        check (name{1}, x{k}, host);
        check (name{1}, x{k}, host, 1);
        check (name{1}, x{k}, host, 2);
      endfor
      check (name{1}, x{k}, [], 1.4);
    endfor
  endfor

endfunction

function check_several_dimensions ()

  for x = {randn(6, 7), single(randn (4, 4)), complex(randn (5, 6, 4), randn (5, 6, 4)), int8(magic (4)), randn(1, 9), ...
           randn(9, 1), randn(3, 4, 2, 5), complex(randn (2, 3, 2, 3, 4), randn (2, 3, 2, 3, 4)), randn(1, 1, 6), ...
           randn(2, 1, 5, 1, 3), 5, complex(5, 1), true(2)}
    for name = {"fft2", "ifft2"}
      check (name{1}, x{1});
      check (name{1}, x{1}, 3);
      for n = {{3, 5}, {8, 2}, {1, 1}, {1, 4}, {2.5, 2}}
        check (name{1}, x{1}, n{1}{:});
      endfor
    endfor
    for name = {"fftn", "ifftn"}
      check (name{1}, x{1});
      sz = size (x{1});
      for n = {sz + 1, max(sz - 1, 1), ones(size (sz)), sz.', fliplr(sz), single(sz)}
        check (name{1}, x{1}, n{1});
      endfor
    endfor
  endfor

endfunction

## Inverses of exactly conjugate elements are real, and of all others complex.
function check_real_inverses ()

  for f = {@(x) ifft(fft (x)), @(x) ifft(fft (x, [], 2), [], 2), @(x) ifft2(fft2 (x)), @(x) ifftn(fftn (x)), ...
           @(x) ifft(fft (x, 20), 20)}
    for sz = {[1, 9], [8, 1], [6, 7], [9, 4, 5], [3, 4, 2, 5], [2, 2, 3, 2, 3], [127, 3], [1, 1000], [51, 60], [24, 15, 10]}
      for cls = {"double", "single"}
        x = randn (sz{1}, cls{1});
        d = f{1}(gpuArray (x));
        text = func2str (f{1});
        tally (isreal (d), "%s of %s %s is not real", text, cls{1}, sprintf ("%d ", sz{1}));
        y = gather (d);
        if (isequal (size (y), size (x)))
          tally (norm (y(:) - x(:)) <= 20 * eps (cls{1}) * log2 (numel (x)) * norm (x(:)), "%s is off by %g", text, ...
                 norm (y(:) - x(:)));
        endif
        z = complex (x, randn (sz{1}, cls{1}));
        tally (iscomplex (f{1}(gpuArray (z))), "%s of complex %s is real", text, sprintf ("%d ", sz{1}));
      endfor
    endfor
  endfor
  tally (isreal (ifft (gpuArray ([1, 2, 3, 3, 2]))), "ifft of even real numbers");
  tally (iscomplex (ifft (gpuArray ([1, 2, 3, 3, 4]))), "ifft of real numbers");
  tally (iscomplex (ifft (gpuArray ([1, 2, 2] + [0, 0, 1e-300i]))), "ifft of numbers that are nearly conjugates");
  tally (iscomplex (ifft (gpuArray ([NaN, 1, 1]))), "ifft of NaN");
  tally (iscomplex (fft (gpuArray ([1, 0, 0]))), "fft of what Octave makes real");
  a = gpuArray ([1, 2, 3]);
  tally (isreal (ifft (fft (a) .* fft (a))), "a convolution of real numbers");

endfunction

function check_special ()

  for x = {[1, NaN, 2], [Inf, 1, 2, 3], [1, NaN, 2, 5] * 1i}
    want = fft (x{1});
    got = gather (fft (gpuArray (x{1})));
    tally (isequal (size (want), size (got)) && all (! isfinite (got)), "fft of %s", mat2str (x{1}));
  endfor
  check ("fft", zeros (3, 4));
  check ("fft", 1:8);
  check ("fft", eye (4));

endfunction

function check_shifts ()

  for name = {"fftshift", "ifftshift"}
    for sz = {[1, 6], [7, 1], [5, 6], [4, 3, 5], [1, 1, 4], [1, 1], [0, 0], [0, 3], [2, 3, 1, 4], [2, 2, 2, 3, 2]}
      for x = [arrays_of(sz{1}), {char(randi ([65, 90], sz{1}))}]
        for rest = [{{}}, num2cell(num2cell (1:numel (sz{1})))]
          want = feval (name{1}, x{1}, rest{1}{:});
          got = feval (name{1}, gpuArray (x{1}), rest{1}{:});
          tally (isgpuarray (got) && strcmp (underlyingType (got), class (want)) && isequal (gather (got), want) ...
                 && isequal (size (got), size (want)), "%s of %s %s, %d arguments", name{1}, class (x{1}), ...
                 sprintf ("%d ", sz{1}), numel (rest{1}));
        endfor
      endfor
    endfor
    tally (isequal (gather (feval (name{1}, gpuArray (1:5), gpuArray (2))), feval (name{1}, 1:5, 2)), ...
           "a dimension on the device");
  endfor

endfunction

function check_filters ()

  for b = {[1, 2, 3], randn(1, 8), complex(randn (5, 1), randn (5, 1)), 1i * [1, 2], single([1, 0.5]), 2}
    for x = {randn(40, 1), randn(1, 33), randn(20, 3), complex(randn (20, 2), randn (20, 2)), (1:30).', ...
             1i * (1:9).', single(randn (9, 1))}
      for n = {{}, {16}, {3}, {64}}
        want = fftfilt (b{1}, x{1}, n{1}{:});
        precision = eps (b{1}(1) * x{1}(1) * 0 + 1); # one of them may be single, and the result double
        for there = [1, 2, 3]
          args = {b{1}, x{1}};
          args{1 + (there == 2)} = gpuArray (args{1 + (there == 2)});
          if (there == 3)
            args{2} = gpuArray (args{2});
          endif
          got = fftfilt (args{:}, n{1}{:});
          tally (isgpuarray (got) && strcmp (underlyingType (got), class (want)) && isequal (size (got), size (want)) ...
                 && norm (gather (got)(:) - want(:)) <= 30 * precision * norm (x{1}(:)) * norm (b{1}(:)) * 6, ...
                 "fftfilt of %s and %s %s, %d more arguments", class (b{1}), class (x{1}), ...
                 sprintf ("%d ", size (x{1})), numel (n{1}));
          tally (iscomplex (got) || isreal (want), "fftfilt is real");
        endfor
      endfor
    endfor
  endfor
  tally (isequal (gather (fftfilt (gpuArray ([1, 2]), gpuArray (1:5))), fftfilt ([1, 2], 1:5)), "fftfilt of whole numbers");
  tally (isreal (fftfilt (gpuArray (randn (1, 4)), gpuArray (randn (1, 9)))), "fftfilt of real numbers is complex");
  for a = {randn(1, 5), (1:4).', 3, complex(1:3, 2)}
    for b = {randn(1, 7), 2, (1:3).'}
      want = fftconv (a{1}, b{1});
      got = fftconv (gpuArray (a{1}), gpuArray (b{1}));
      tally (isgpuarray (got) && isequal (size (got), size (want)) ...
             && norm (gather (got)(:) - want(:)) <= 200 * eps * (1 + norm (a{1}(:)) * norm (b{1}(:))), ...
             "fftconv of %s and %s", mat2str (a{1}), mat2str (b{1}));
    endfor
  endfor
  x = gpuArray (1:6);
  tally (norm (gather (fftconv (x, [1, 2], 8)) - fftconv (1:6, [1, 2], 8)) < 1e-13, "fftconv in blocks");

endfunction

function check_empties ()

  for sz = {[0, 0], [0, 3], [3, 0], [1, 0], [0, 1], [2, 0, 3], [2, 2, 0]}
    for x = {ones(sz{1}), single(ones (sz{1})), int8(ones (sz{1})), true(sz{1}), complex(ones (sz{1}))}
      for name = {"fft", "ifft"}
        same (name{1}, x{1});
        same (name{1}, x{1}, 3);
        same (name{1}, x{1}, [], 1);
      endfor
      same ("fft2", x{1});
      same ("ifft2", x{1});
    endfor
  endfor
  for x = {1:3, single(1:3), magic(3), int8(magic (3))}
    same ("fft", x{1}, 0);
    same ("ifft", x{1}, 0, 2);
    same ("fft2", x{1}, 0, 2);
    same ("fft2", x{1}, 2, 0);
  endfor
  tally (isequal (size (fftn (gpuArray (zeros (0, 3)))), [0, 3]), "fftn of an empty array, of which Octave 7 divides by 0");
  tally (isequal (size (fftn (gpuArray (magic (3)), [0, 2])), [0, 2]), "fftn into an empty array");

endfunction

## Have both the same class and size, where there are no elements?
function same (name, x, varargin)

  want = feval (name, x, varargin{:});
  if (numel (want))
    return; # padded with zeros
  endif
  got = feval (name, gpuArray (x), varargin{:});
  tally (isgpuarray (got) && strcmp (underlyingType (got), class (want)) && isequal (size (got), size (want)), ...
         "%s of %s %s, %d arguments", name, class (x), sprintf ("%d ", size (x)), numel (varargin));

endfunction

function check_errors ()

  x = magic (4);
  for c = {{"fft", x, [], 3}, {"fft", x, [], 0}, {"fft", x, [], NaN}, {"fft", x, NaN}, {"fft", x, -1}, {"fft", x, "a"}, ...
           {"fft", x, {1}}, {"fft", x, [], []}, {"fft", x, [], {1}}, {"fft", x, 1, 2, 3}, {"fft", "abc"}, {"ifft", "abc"}, ...
           {"ifft", x, "symmetric"}, {"ifft", x, [], 1, "nonsymmetric"}, {"fft2", x, NaN, 3}, {"fft2", x, 3, NaN}, ...
           {"fft2", x, -1, 3}, {"fft2", x, 3, -1}, {"fft2", x, [], 3}, {"fft2", x, "a", 2}, {"fft2", x, 1, 2, 3}, ...
           {"fft2", "abc"}, {"ifft2", x, NaN, 3}, {"fftn", x, 3}, {"fftn", x, [2, 2, 2]}, {"fftn", x, [NaN, 2]}, ...
           {"fftn", x, [-1, 2]}, {"fftn", x, []}, {"fftn", x, "ab"}, {"fftn", x, {1}}, {"fftn", x, 1, 2}, {"fftn", "abc"}, ...
           {"ifftn", x, [2, -2]}, {"fftshift", x, 0}, {"fftshift", x, 1.5}, {"fftshift", x, -1}, {"fftshift", x, 3}, ...
           {"fftshift", x, [1, 2]}, {"ifftshift", x, 0}, {"fftshift", x, 1, 2}, {"fftfilt", [], x}, {"fftfilt", x, x}, ...
           {"fftfilt", 1:2, ones(2, 2, 2)}, {"fftfilt", 1:2, x, [1, 2]}}
    args = c{1}(2:end);
    [~, want] = attempt (1, c{1}{1}, args);
    given = args;
    k = find (cellfun (@isnumeric, args) | cellfun (@ischar, args), 1);
    given{k} = gpuArray (args{k});
    [~, err] = attempt (1, c{1}{1}, given);
    text = sprintf ("%s with %d arguments", c{1}{1}, numel (args));
    tally (! isempty (want) && ! isempty (err) && same_error (want, err), "%s: %s, and of a gpuArray: %s", text, ...
           message_of (want), message_of (err));
  endfor

endfunction

## Octave shows the usage of its own functions behind the first line.
function t = same_error (want, got)

  first = @(text) regexprep (strtok (text, "\n"), '(^Invalid call to \w+).*', '$1');
  t = strcmp (want.identifier, got.identifier) && strcmp (first (want.message), first (got.message));

endfunction

function text = message_of (err)

  text = "none";
  if (! isempty (err))
    text = err.message;
  endif

endfunction

## Arrays on the host stay Octave's, also where the size is on the device.
function check_host ()

  x = magic (4);
  tally (isequal (fft (x, gpuArray (3)), fft (x, 3)) && ! isgpuarray (fft (x, gpuArray (3))), "fft (x, d)");
  tally (isequal (ifft (x, [], gpuArray (2)), ifft (x, [], 2)), "ifft (x, [], d)");
  tally (isequal (fft2 (x, gpuArray (2), 2), fft2 (x, 2, 2)), "fft2 (x, d, 2)");
  tally (isequal (fftshift (x, gpuArray (2)), fftshift (x, 2)), "fftshift (x, d)");

endfunction
