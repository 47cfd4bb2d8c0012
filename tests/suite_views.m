## SPDX-License-Identifier: GPL-3.0-or-later

## Neighbouring elements of a gpuArray, which share its memory: values, and the same bits of what functions make of them
## as of copies, wherever they begin; who sees an assignment; who keeps the memory.

function suite_views ()

  live = __gpureduce__ ("live");
  for t = element_types ().'
    check_values (t{:});
    check_functions (t{:});
  endfor
  check_linear_algebra ();
  check_other_classes ();
  check_assignments ();
  check_deletions ();
  check_owners ();
  tally (__gpureduce__ ("live") == live, "%d buffers were left", __gpureduce__ ("live") - live);
  check_reset ();

endfunction

## Is a gpuArray the host's array, bit by bit?
function is_same = has_bits (d, x)

  y = on_host (d);
  is_same = strcmp (class (d), "gpuArray") && strcmp (class (y), class (x)) && size_equal (x, y) ...
            && (isempty (x) || (iscomplex (x) == iscomplex (y) && isequal (bytes_of (x), bytes_of (y))));

endfunction

function x = on_host (d)

  x = keep_complex (gather (d), iscomplex (d));

endfunction

function bytes = bytes_of (x)

  if (islogical (x) || ischar (x))
    bytes = uint8 (x(:).');
  elseif (iscomplex (x))
    bytes = [bytes_of(real (x)), bytes_of(imag (x))];
  else
    bytes = typecast (x(:).', "uint8");
  endif

endfunction

## Elements of arrays of all shapes, and of views of views.
function check_values (cls, is_complex)

  cases = {
    [1 40], {{2:40}, {5}, {3:10}, {40}, {1:40}, {[]}, {7:6}, {1, 2:40}, {1, 5}, {":", 9:20}, {1, []}}
    [40 1], {{2:40}, {5}, {(3:10).'}, {":"}, {4:9, 1}, {40, 1}, {":", 1}}
    [7 5], {{":", 3}, {":", 2:4}, {2:6, 3}, {3, 2}, {3, ":"}, {9:30}, {":", 5:-1:4}, {":", ":"}, {2:3, 2:3}, {":", []}}
    [3 4 5], {{":", ":", 2}, {":", ":", 2:4}, {":", 2:3, 4}, {2, 3, 4}, {":", 7}, {":", 5:19}, {2:3, 4, 5, 1}, {1, ":", 1}, {1:3, 1:4, 3}}
    [1 1 6], {{3}, {2:5}, {1, 1, 2:4}, {":", ":", 6}}
    [0 3], {{":", 2}, {":", 1:2}}
    };
  for c = cases.'
    x = sample (cls, is_complex, c{1}, "whole", false);
    d = gpuArray (x);
    for index = c{2}
      expected = x(index{1}{:});
      expected = keep_complex (expected, is_complex);
      v = d(index{1}{:});
      where = sprintf ("%s, %dx%d, case of %s", cls, rows (x), columns (x), mat2str (size (expected)));
      tally (has_bits (v, expected), "%s", where);
      for n = [1, 3]
        k = n:numel (expected);
        part = keep_complex (expected(k), is_complex);
        tally (has_bits (v(k), part), "%s, a view of the view from %d on", where, n);
        again = v(k)(ceil ((end + 1) / 2):end);
        tally (has_bits (again, keep_complex (part(ceil ((end + 1) / 2):end), is_complex)), "%s, and of that", where);
      endfor
    endfor
  endfor

endfunction

## Views at all distances from where memory begins, long and short ones, as operands of functions.
function check_functions (cls, is_complex)

  functions = {@(x) x + x, @(x) x == x, @(x) double (x) .* 1.5, @(x) [x, x], @(x) x.', @sum, @cumsum, @prod, @any, @sort, @(x) x(end:-1:1), ...
               @(x) [x(:); x(1)], @abs, @(x) repmat (x, 2, 2), @(x) x(x == x(1)), @(x) x([1 end 2]), @find};
  if (any (strcmp (cls, {"double", "single"})))
    functions = [functions, {@exp, @(x) 1 ./ x, @var, @(x) mean (x, 2), @(x) dot (x, x), @norm, @fft, @(x) sum (exp (x)), @(x) x * x', @(x) x' * x(1), ...
                             @(x) arrayfun (@(a) a * 2 + 1, x), @(x) cumprod (x, 2), @(x) gpusum (@(a) a .* a, x), @(x) diff (x)}];
    if (! is_complex)
      functions = [functions, {@max, @median, @(x) cummax(x), @(x) filter ([1 2], 1, x), @(x) conv (x, [1 2 1]), @(x) atan2 (x, x), @(x) interp1 (x, 1.5)}];
    endif
  elseif (strcmp (cls, "char"))
    functions = {@(x) x + 1, @(x) x == x, @(x) [x, x], @(x) x.', @(x) double (x)};
  endif
  for n = [1, 3, 37, 5000]
    for first = [2, 3, 4, 5, 8, 9, 17]
      x = sample (cls, is_complex, [1, n + 20], "spread", false);
      d = gpuArray (x);
      for f = functions
        part = keep_complex (x(first:first + n - 1), is_complex);
        copied = outcome (f{1}, gpuArray (part));
        viewed = outcome (f{1}, d(first:first + n - 1));
        if (ischar (copied) || ischar (viewed))
          tally (isequal (copied, viewed), "%s of %s: '%s' of a copy and '%s' of a view", func2str (f{1}), cls, disp (copied), disp (viewed));
        else
          tally (has_bits (viewed, on_host (copied)), "%s of %d elements of %s %d from number %d on", func2str (f{1}), n, cls, is_complex, first);
        endif
      endfor
      tally (has_bits (d, x), "the array changed: %s from number %d on", cls, first);
    endfor
  endfor

endfunction

## What a function makes of an array, or its error's text.
function result = outcome (f, x)

  try
    result = f (x);
  catch err
    result = err.message;
  end_try_catch

endfunction

## Columns of matrices, of which some begin at multiples of 32 bytes.
function check_linear_algebra ()

  for cls = {"double", "single"}
    ## ten neighbouring columns are a regular matrix, whichever is the first
    x = cast (reshape (mod ((1:200) * 37, 101), 10, 20) / 101 + 40 * repmat (eye (10), 1, 2), cls{1});
    d = gpuArray (x);
    for first = 1:10
      k = first:first + 9;
      columns_of = @() d(:,k);
      copy = gpuArray (x(:,k));
      for f = {@(a) a * a, @(a) a \ a(:,1), @(a) a / a, @(a) chol (a' * a), @qr, @inv, @det, @svd, @(a) a(:,2) + a(:,3).', @(a) sum (a, 2), ...
               @(a) cumsum (a), @(a) sort (a, 2), @(a) fft (a), @(a) trace (a), @(a) kron (a(1:2,1), a), @(a) conv2 (a, a(1:2,1:2)), @(a) a(:,4)' * a(:,5)}
        tally (has_bits (gpuArray (f{1} (columns_of ())), on_host (f{1} (copy))), "%s of columns %d to %d of %s", func2str (f{1}), k([1 end]), cls{1});
      endfor
    endfor
    tally (has_bits (d, x), "the matrix of %s changed", cls{1});
  endfor

endfunction

## The same bytes as elements of another size, which may begin where those of the class cannot.
function check_other_classes ()

  x = uint8 (mod ((1:400) * 7, 251));
  d = gpuArray (x);
  for first = [1, 2, 3, 5, 8, 9, 33]
    for cls = {"double", "single complex", "double complex", "uint16", "int64", "char"}
      part = x(first:first + 63);
      tally (has_bits (typecast (d(first:first + 63), cls{1}) , typecast (part, cls{1})), "typecast of uint8 from %d to %s", first, cls{1});
    endfor
    for cls = {"double", "single", "int16", "uint32", "logical"}
      tally (has_bits (feval (cls{1}, d(first:first + 63)), feval (cls{1}, x(first:first + 63))), "%s of uint8 from %d", cls{1}, first);
    endfor
  endfor

endfunction

## An assignment is seen by the array alone that is assigned to.
function check_assignments ()

  for n = [10, 1001]
    x = 1:n;
    d = gpuArray (x);
    a = d(2:end);
    b = a(2:5);
    c = d(3:6);
    d(4) = -1;
    tally (has_bits (a, 2:n) && has_bits (b, 3:6) && has_bits (c, 3:6), "the array was assigned to, of %d", n);
    x(4) = -1;
    tally (has_bits (d, x), "the array of %d has what was assigned", n);
    a = d(2:end);
    b = a(2:5);
    a(1:3) = [7 8 9];
    y = x(2:end);
    y(1:3) = [7 8 9];
    tally (has_bits (d, x) && has_bits (b, x(3:6)) && has_bits (a, y), "a view was assigned to, of %d", n);
    copy = b;
    b(2) = 0;
    tally (has_bits (copy, x(3:6)) && has_bits (d, x), "a view that has a copy was assigned to, of %d", n);
    a = d(2:5);
    d(a > 2) = 5;
    tally (has_bits (a, x(2:5)), "a mask was assigned by, of %d", n);
    d = gpuArray (x);
    d(1:4) = d(2:5);
    x(1:4) = x(2:5);
    tally (has_bits (d, x), "a view was assigned to its own array of %d", n);
    d(2:5) = d(1:4);
    x(2:5) = x(1:4);
    tally (has_bits (d, x), "and back, of %d", n);
    s.d = d;
    v = s.d(3:4);
    s.d(3) = 99;
    s.d(end + 1) = 3;
    tally (has_bits (v, x(3:4)) && has_bits (s.d, [x(1:2), 99, x(4:end), 3]), "a field was assigned to, of %d", n);
    v = d(1:2);
    d += 1;
    d++;
    tally (has_bits (v, x(1:2)) && has_bits (d, x + 2), "an array was added to, of %d", n);
    v++;
    v(1) += 1;
    tally (has_bits (v, x(1:2) + [2 1]) && has_bits (d, x + 2), "a view was added to, of %d", n);
  endfor
  ## a recurrence, whose views live while the array is assigned to
  d = gpuArray (zeros (1, 50));
  d(1) = 1;
  for k = 2:50
    last = d(k - 1);
    d(k) = last + k;
  endfor
  tally (has_bits (d, cumsum (1:50)), "a recurrence");

endfunction

function check_deletions ()

  x = 1:20;
  d = gpuArray (x);
  a = d(3:9);
  a(1) = [];
  a(end) = [];
  d(1) = [];
  d(end) = [];
  tally (has_bits (a, 4:8) && has_bits (d, 2:19), "elements at the ends were deleted");
  m = gpuArray (reshape (1:20, 4, 5));
  c = m(:,2:4);
  c(:,1) = [];
  m(:,3) = [];
  tally (has_bits (c, reshape (9:16, 4, 2)) && has_bits (m, reshape ([1:8, 13:20], 4, 4)), "columns were deleted");

endfunction

## Arrays and views are cleared in every order; small parts of a large array do not keep it.
function check_owners ()

  before = __gpureduce__ ("live");
  for order = perms (1:4).'
    for n = [64, 4096, 100000]
      x = (1:n) / 8;
      v = {gpuArray(x), [], [], []};
      v{2} = v{1}(2:end - 1);
      v{3} = v{2}(3:10);
      v{4} = v{1}(5:n / 2);
      expected = {x, x(2:end - 1), x(4:11), x(5:n / 2)};
      for k = order.'
        v{k} = [];
        expected{k} = [];
        for j = find (! cellfun ("isempty", expected))
          tally (has_bits (v{j}, expected{j}), "array %d of %d after the end of %d", j, n, k);
        endfor
      endfor
      tally (__gpureduce__ ("live") == before, "buffers of %d are left", n);
    endfor
  endfor
  d = gpuArray (1:10000);
  for k = 1:5000
    d = d(2:end);
  endfor
  tally (has_bits (d, 5001:10000), "a view of a view, 5000 times");
  c = cell (1, 300);
  for k = 1:300
    c{k} = d(k);
  endfor
  clear d;
  tally (isequal (cellfun (@gather, c), 5001:5300), "300 elements of an array that is gone");

endfunction

## Views lose their memory with the array's.
function check_reset ()

  d = gpuArray (1:1000);
  a = d(2:10);
  b = a(2:3);
  alone = gpuArray (1:1000)(2:900);
  reset (gpuDevice ());
  for v = {d, a, b, alone}
    tally (! existsOnGPU (v{1}), "%d elements are there after a reset", numel (v{1}));
    for f = {@gather, @(x) x + 1, @sum, @(x) x(1), @(x) x(2:end)}
      said = outcome (f{1}, v{1});
      tally (ischar (said), "%s after a reset", func2str (f{1}));
    endfor
  endfor
  e = gpuArray (1:5)(2:4);
  clear d a b alone v;
  tally (has_bits (e, 2:4), "a view of an array after the reset");

endfunction
