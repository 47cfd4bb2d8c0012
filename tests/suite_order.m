## SPDX-License-Identifier: GPL-3.0-or-later

## gpusort, and sort, issorted and sortrows of gpuArrays, against Octave's own: all classes, dimensions, lengths around
## the host's blocks and beyond what one thread sorts, ties, whose positions show that they keep their order, signed
## zeros, NaN, and what is in order already; then what is refused.

function suite_order ()

  live = __gpureduce__ ("live");
  check_classes ();
  check_lengths ();
  check_patterns ();
  check_special ();
  check_sizes ();
  check_refused ();
  check_issorted ();
  check_sortrows ();
  tally (__gpureduce__ ("live") == live, "%d buffers were left", __gpureduce__ ("live") - live);

endfunction

## A row of arrays of a size, one of each class, with many ties.
function list = arrays_of (sz)

  x = randi ([-20, 20], sz);
  list = {x + randi([0, 1], sz) / 3, single(x) / 7, int8(6 * x), int16(900 * x), int32(1e6 * x), int64(x) * int64(2) ^ 55, ...
          uint8(x), uint16(x * 3000), uint32(x * 2e8), uint64(abs (x)) * uint64(9e17), x > 0, char(x + 70), ...
          complex(x, randi ([-3, 3], sz)), single(complex (mod (x, 4), randi ([-3, 3], sz))), randn(sz), int64(randn (sz) * 9e18)};

endfunction

## Does gpusort give what sort gives, of the array on the host and on the device, with and without positions?
function check (what, x, varargin)

  [s, i] = builtin_sort (x, varargin{:});
  for there = [false, true]
    if (there)
      [t, k] = sort (gpuArray (x), varargin{:});
      good = isgpuarray (t) && isgpuarray (k);
      [t, k] = gather (t, k);
      alone = gather (sort (gpuArray (x), varargin{:}));
    else
      [t, k] = gpusort (x, varargin{:});
      alone = gpusort (x, varargin{:});
      good = true;
    endif
    good &= is_same (s, t) && is_same (s, alone) && strcmp (class (k), "double") && is_same (i, k);
    tally (good, "%s, %s %s, there %d, %d arguments", what, class (x), sprintf ("%d ", size (x)), there, numel (varargin));
  endfor

endfunction

## What Octave gives.  Positions along a dimension that the array does not have are an error there, and ones here.
function [s, i] = builtin_sort (x, varargin)

  if (numel (varargin) && ! ischar (varargin{1}) && varargin{1} > ndims (x))
    s = sort (x, gather (varargin{1}), varargin{2:end});
    i = ones (size (x));
  else
    varargin = cellfun (@gather, varargin, "UniformOutput", false);
    [s, i] = sort (x, varargin{:});
  endif

endfunction

## Have both arrays the same class, size and elements, signs of zeros and kinds of NaN among them?
function t = is_same (a, b)

  t = strcmp (class (a), class (b)) && isequaln_bits (real (a), real (b)) && isequaln_bits (imag (a), imag (b));

endfunction

function t = isequaln_bits (a, b)

  t = isequaln (a, b);
  if (t && isfloat (a))
    t = isequaln (1 ./ a, 1 ./ b) && isequal (isna (a), isna (b));
  endif

endfunction

function check_classes ()

  for sz = {[1, 37], [41, 1], [19, 23], [5, 7, 6], [130, 3, 2]}
    for x = arrays_of (sz{1})
      for mode = {"ascend", "descend"}
        for dim = 1:4
          check ("classes", x{1}, dim, mode{1});
        endfor
      endfor
      check ("classes", x{1});
      check ("classes", x{1}, "descend");
    endfor
  endfor

endfunction

function check_lengths ()

  for n = [2:5, 31:34, 63:66, 127:129, 255:257, 1023:1025, 4095:4097, 32767:32769, 70001, 131073]
    check ("lengths", randn (n, 1));
    check ("lengths", single (randi (n, 1, n)), "descend");
    check ("lengths", int8 (randi ([-128, 127], 1, n)));
    check ("lengths", randi ([-5, 5], 2, n), 2);
  endfor
  for sz = {[3, 40000], [9, 5000], [17, 300, 5], [64, 64, 4], [300, 400]}
    for dim = 1:2
      check ("blocks", randn (sz{1}), dim);
      check ("blocks", int16 (100 * randn (sz{1})), dim, "descend");
    endfor
  endfor

endfunction

function check_patterns ()

  for n = [20, 1000, 140000]
    up = (1:n) - n / 2;
    few = randi (3, 1, n) - 2;
    nearly = up;
    nearly(ceil (n / 2)) = Inf;
    for x = {up, fliplr(up), zeros(1, n), few, sort(few), fliplr(sort (few)), nearly, [up(2:end), up(1)], mod(up, 17)}
      for y = {x{1}, single(x{1}), int32(x{1}), x{1} > 0}
        check ("patterns", y{1});
        check ("patterns", y{1}, "descend");
      endfor
    endfor
  endfor

endfunction

function check_special ()

  values = [0, -0, NaN, NA, Inf, -Inf, 1, -1, realmin, -realmin / 4, eps];
  for n = [11, 40, 3000, 140000]
    x = values(randi (numel (values), n, 1));
    y = values(randi (numel (values), n, 1));
    turned = complex (-abs (x), 0 * y); # arguments pi and -pi
    for z = {x, single(x), complex(x, y), turned, single(complex (x, y)), NaN(n, 1), -zeros(n, 1)}
      if (iscomplex (z{1}) && n > 3000)
        continue; # Octave takes seconds
      endif
      for mode = {"ascend", "descend"}
        check ("special", z{1}, mode{1});
      endfor
    endfor
  endfor
  check ("special", [intmin("int64"), intmax("int64"), -1, 0]);
  check ("special", [intmax("uint64"), 0, intmax("uint64") - 1]);

endfunction

function check_sizes ()

  for sz = {[0, 0], [0, 3], [3, 0], [1, 0], [0, 1], [1, 1], [2, 0, 3], [1, 1, 5], [1, 3, 1, 2]}
    for x = {ones(sz{1}), int8(ones (sz{1})), true(sz{1}), char(65 * ones (sz{1}))}
      check ("sizes", x{1});
      for dim = 1:6
        check ("sizes", x{1}, dim);
      endfor
    endfor
  endfor
  check ("range", 5:-1:1);
  check ("diagonal", eye (3));
  check ("dim", magic (4), gpuArray (2));
  check ("dim", magic (4), 1.5);
  check ("text", ["hello"; "world"], 2, "descend");

endfunction

## Is the call an error with this text, of the gpuArray by the name sort, and of the host array by gpusort, which may name
## its other words behind it?
function refuses (text, varargin)

  for row = {"sort", gpuArray([3, 1]), '$'; "gpusort", [3, 1], '($|; other words are )'}.'
    [~, err] = attempt (1, row{1}, [row(2), varargin]);
    pattern = ['^' row{1} ': ' text row{3}];
    tally (! isempty (err) && ! isempty (regexp (err.message, pattern)), "%s, which is to say: %s", row{1}, text);
  endfor

endfunction

function check_refused ()

  refuses ("DIM must be a valid dimension", 0);
  refuses ("DIM must be a valid dimension", -1, "ascend");
  for dim = {NaN, {1}, [], [1 2], 1i, struct()}
    refuses ("DIM must be a valid dimension", dim{1});
    refuses ("DIM must be a valid dimension", dim{1}, "ascend");
  endfor
  refuses ("DIM must be a valid dimension", "ascend", 1);
  refuses ('MODE must be either "ascend" or "descend"', "up");
  refuses ('MODE must be either "ascend" or "descend"', 1, "DESCEND");
  refuses ("MODE must be a string", 1, 1);
  [~, err] = attempt (1, "sort", {gpuArray(1), 1, "ascend", 1});
  tally (! isempty (err) && strcmp (err.message, "Invalid call to sort"), "sort of four arguments");
  [~, err] = attempt (1, "gpusort", {sparse(1)});
  tally (strcmp (err.identifier, "gpureduce:unsupported"), "sparse");
  [~, err] = attempt (1, "gpusort", {{"b", "a"}});
  tally (strcmp (err.identifier, "gpureduce:badArgument"), "cellstr");

endfunction

## Do NAME (X, ...) and the same on the device give the same results, or both an error?
function compare (nout, name, x, varargin)

  [want, fails] = attempt (nout, name, [{x}, varargin]);
  [got, err] = attempt (nout, name, [{gpuArray(x)}, varargin]);
  if (isempty (fails))
    good = isempty (err);
    for k = 1:nout * good
      good &= is_same (want{k}, gather (got{k}));
    endfor
  else
    good = ! isempty (err);
  endif
  tally (good, "%s of %s %s, %d arguments", name, class (x), sprintf ("%d ", size (x)), numel (varargin));

endfunction

function check_issorted ()

  modes = {"ascend", "descend", "either"};
  lists = {[1, 2, 3], [3, 2, 1], [1, 1, 1], [1, 3, 2], [1, NaN], [NaN, 1], [NaN, NaN, 2], [2, NaN, NaN], [0, -0, 0], [1; 2], ...
           [], zeros(1, 0), zeros(0, 3), 5, "abc", "cba", [false, true], int8([5, 4]), [1, 2; 3, 4], ones(2, 2, 2), ...
           [1, 1i, -1], [-1, 1i, 1], complex([1, NaN], 0), single([1, 2])};
  for x = lists
    compare (1, "issorted", x{1});
    for mode = modes
      compare (1, "issorted", x{1}, mode{1});
      compare (1, "issorted", x{1}, "rows", mode{1});
    endfor
  endfor
  for k = 1:60
    x = sortrows (randi (3, 1 + mod (k, 4), 3));
    x(randi (numel (x))) = [2, NaN](1 + mod (k, 2));
    compare (1, "issorted", x, "rows", "ascend");
    compare (1, "issorted", x, "rows", "descend");
    compare (1, "issorted", x, "rows", "either");
  endfor
  compare (1, "issorted", 1, "foo");
  compare (1, "issorted", 1, 2);
  compare (1, "issorted", 1, "rows", 2);

endfunction

function check_sortrows ()

  for x = [arrays_of([60, 3]), {zeros(0, 3), zeros(3, 0), [], 5, [1, NaN; 1, 2; NaN, 1], ones(2, 2, 2)}]
    compare (2, "sortrows", x{1});
    for c = {1, -1, [2, -3], [-3, -1, -2], [3, 1, 2], 0, 4, ones(2, 2), 7}
      compare (2, "sortrows", x{1}, c{1});
    endfor
  endfor
  compare (2, "sortrows", randi (4, 3000, 4), [2, -4, 1]);
  compare (2, "sortrows", randi (4, 3000, 4), gpuArray (-2));

endfunction
