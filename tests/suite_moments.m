## SPDX-License-Identifier: GPL-3.0-or-later

## Statistics and differences of gpuArrays that are made of reductions, against Octave's own: classes, sizes, empties, NaN,
## options and what is refused.  Values are within rounding of sums of as many terms, which the tests' data keep small.

function suite_moments ()

  live = __gpureduce__ ("live");
  ## print_usage without the text of the help, which takes seconds
  folder = fullfile (fileparts (mfilename ("fullpath")), "sweep");
  addpath (folder);
  restore = onCleanup (@() rmpath (folder));
  check_covariances ();
  check_corrcoef ();
  check_standardized ();
  check_moment ();
  check_scaled ();
  check_differences ();
  check_polynomials ();
  check_windows ();
  tally (__gpureduce__ ("live") == live, "%d buffers were left", __gpureduce__ ("live") - live);

endfunction

## Data of a few numbers around 1, of each class.
function list = arrays_of (sz)

  x = reshape (mod (7 * (1:prod (sz)), 23) / 8 - 1, sz);
  list = {x, single(x), int8(8 * x), uint16(8 * x + 8), x > 0};

endfunction

function list = sizes ()

  list = {[1, 1], [1, 9], [9, 1], [7, 4], [2, 2], [0, 0], [1, 0], [0, 1], [0, 3], [3, 0], [5, 3, 4], [1, 1, 6], [1, 2, 3], [2, 0, 3]};

endfunction

## The same on the device, within 64 roundings of what is asked for, or of 1 where that is less; of single numbers, where
## one of ARGS is single.
function near (nout, name, args, data = 1)

  unit = 64 * eps ();
  if (any (cellfun ("isclass", args, "single")))
    unit = 64 * eps ("single");
  endif
  same_on_device (nout, name, args, data, @(want) bound_of (want, unit));

endfunction

function b = bound_of (want, unit)

  b = [];
  if (isfloat (want))
    b = unit * max (1, double (abs (want)));
    b(! isfinite (b)) = 0;
  endif

endfunction

function check_covariances ()

  x = [1, 2, 4; 2, -1, 3; 0, 1, 1; 5, 2, 2; 3, 3, -4] / 4;
  lists = {x, single(x), int8(4 * x), x > 0.3, complex(x, flip (x)), x(:,1), x(:,1).', 5, single(5), ones(4, 2), [x; NaN, 1, 2], zeros(0, 3), ...
           ones(2, 2, 2), "abc", {1}};
  for name = {"cov", "corr"}
    for a = lists
      near (1, name{1}, a);
      for b = {x(:,2), single(x), x(1:3,:)}
        near (1, name{1}, {a{1}, b{1}}, 1:2);
      endfor
    endfor
  endfor
  for opt = {0, 1, 2}
    near (1, "cov", {x, opt{1}});
    near (1, "cov", {x, x(:,1), opt{1}}, 1:2);
  endfor

endfunction

function check_corrcoef ()

  x = [1, 2, 4; 2, -1, 3; 0, 1, 1; 5, 2, 2; 3, 3, -4; 1, 0, 2] / 4;
  with_nan = x;
  with_nan(2,3) = NaN;
  lists = {x, single(x), with_nan, x(:,1), x(:,1).', 5, [], x(:,1:2), zeros(0, 2), [x, ones(6, 1)]};
  for a = lists
    for nout = [1, 2, 4]
      near (nout, "corrcoef", a);
    endfor
    for rows = {"complete", "pairwise"}
      near (1, "corrcoef", {a{1}, "rows", rows{1}});
    endfor
  endfor
  near (4, "corrcoef", {x(:,1), x(:,2)}, 1:2);
  near (1, "corrcoef", {x, flip(x)}, 1:2);
  near (4, "corrcoef", {x, "alpha", 0.1});
  near (2, "corrcoef", {with_nan, "rows", "pairwise"});
  near (4, "corrcoef", {with_nan, "rows", "pairwise"});
  for bad = {{x, 1}, {x, "alpha"}, {x, "alpha", 2}, {x, "beta", 1}, {x, x(:,1)}, {x, "rows"}, {x, "rows", "some"}, {x, "rows", 1}}
    near (1, "corrcoef", bad{1});
  endfor

endfunction

function check_standardized ()

  for name = {"skewness", "kurtosis"}
    for sz = sizes ()
      for x = arrays_of (sz{1})
        near (1, name{1}, x);
        near (1, name{1}, {x{1}, 0});
      endfor
      for dim = {1, 2, 3, 0}
        near (1, name{1}, {ones(sz{1}) + eye (sz{1}(1:2)), 0, dim{1}});
      endfor
    endfor
    for x = {ones(3, 4), [1, NaN, 2], [1, Inf, 2], [1, 2; 3, 3; 5, 3], [-3, 0, 1], [1 + 2i, 2, 4 - 1i, 0.5], single([1, 1i, 4])}
      near (1, name{1}, x);
    endfor
    for args = {{"ab"}, {{1}}, {1:3, [], 1.5}, {1:3, [], [1, 2]}, {1:3, [], 4}, {1:3, 2}, {1:3, [0, 1]}}
      near (1, name{1}, args{1});
    endfor
  endfor
  ## what is mirrored is so in all bits
  x = [-3, 0, 1];
  tally (skewness (gpuArray (x)) == -skewness (gpuArray (-flip (x))), "skewness of mirrored numbers");
  tally (kurtosis (gpuArray (x)) == kurtosis (gpuArray (-flip (x))), "kurtosis of mirrored numbers");

endfunction

function check_moment ()

  for sz = sizes ()
    for x = arrays_of (sz{1})
      near (1, "moment", {x{1}, 3});
      near (1, "moment", {x{1}, 2, "r"});
    endfor
    for type = {"c", "ar", "a"}
      near (1, "moment", {x{1}, 1, type{1}});
      near (1, "moment", {x{1}, 4, type{1}, 2});
    endfor
    near (1, "moment", {ones(sz{1}), 2, 3});
  endfor
  x = [1, 2, 4; 2, -1, 3];
  for p = {0.5, 0, -1, 1i, [1, 2], "a"}
    for type = {"r", "a", ""}
      near (1, "moment", {x, p{1}, type{1}});
    endfor
  endfor
  for args = {{x, 2, 0}, {x, 2, 1.5}, {x, 2, 1, "r"}, {x, 2, "r", 1}, {x, 2, 1, 1}, {"ab", 2}, {complex(x, 1), 2}, {complex(x, 1), 3, "a"}}
    near (1, "moment", args{1});
  endfor

endfunction

function check_scaled ()

  for sz = sizes ()
    for x = arrays_of (sz{1})
      near (1, "center", x);
      near (1, "center", {x{1}, 2});
      if (prod (sz{1}))
        near (1, "rescale", x);
        near (1, "rescale", {x{1}, -1, 2});
        near (1, "rescale", {x{1}, "inputmin", 0, "inputmax", 1});
      endif
      if (isfloat (x{1}))
        near (1, "mad", x);
        near (1, "mad", {x{1}, 0, 2});
      endif
    endfor
  endfor

endfunction

function check_differences ()

  for sz = {[1, 1], [1, 2], [1, 6], [6, 1], [2, 3], [3, 3], [4, 5], [5, 3, 4], [2, 2, 2], [0, 3], [4, 0]}
    for x = arrays_of (sz{1})
      if (! islogical (x{1}) && ! isinteger (x{1}))
        near (1, "del2", x);
        near (1, "del2", {x{1}, 0.5});
      endif
      near (1, "gradient", x);
      if (numel (sz{1}) == 2 && all (sz{1} > 1))
        near (2, "gradient", x);
        near (2, "gradient", {x{1}, 0.5});
        near (2, "gradient", {x{1}, 0.5, (1:sz{1}(1)) .^ 2});
        near (2, "gradient", {x{1}, (1:sz{1}(2)) .^ 2, 2});
      endif
    endfor
    if (numel (sz{1}) == 3)
      near (3, "gradient", {rand(sz{1})});
      near (3, "gradient", {rand(sz{1}), 1, 2, 0.25});
      near (1, "del2", {rand(sz{1}), 1, 2, 0.25});
    endif
  endfor
  x = magic (5);
  near (1, "gradient", {(1:5) .^ 2, [0, 1, 3, 4, 8]});
  near (1, "gradient", {complex(x, 1)});
  near (1, "del2", {complex(x, 1)});
  near (1, "del2", {int8(x)});
  near (1, "del2", {x, (1:5) .^ 2, 1:5});
  near (1, "del2", {x, 1:4, 1:5});
  near (1, "gradient", {x, [1, 2]});
  near (1, "gradient", {@(x) x .^ 2, 1:4}, 2);
  near (2, "gradient", {@(x, y) x .* y, [1, 2; 3, 4], 0.5}, 2);

endfunction

function check_polynomials ()

  x = [-1, 0, 0.5, 2; 1, NaN, Inf, -3];
  for p = {1, [1, -2, 3], [3, 0, 1, 2], 1:5, (1:6) / 2, (1:9).', single(1:4), [1i, 2, 3], [], "ab", int8([1, 2]), ones(2, 2)}
    for y = {x, single(x), complex(x(1,:), 1), zeros(0, 3), int8([1, 2])}
      near (1, "polyval", {p{1}, y{1}}, 1:2);
    endfor
    near (1, "polyval", {p{1}, x, [], [1, 2]});
    near (1, "polyval", {p{1}, x, [], 1});
  endfor
  near (1, "polyfit", {1:4, [2, 3, 5, 4], 1});
  near (1, "polyfit", {-2:2, [3, 1, 0, 1.5, 4], 2});
  near (1, "polyfit", {single(-2:2), single([3, 1, 0, 1.5, 4]), 2});

endfunction

function check_windows ()

  x = [1, 2, 4, 8; 2, -1, 3, 1; 0, 1, 1, 0; 5, 2, 2, 7; 3, 3, -4, 1; 1, 0, 2, 2; 4, 4, 4, 4] / 4;
  with_nan = x;
  with_nan(3,2) = NaN;
  for name = {"movstd", "movvar"}
    for y = {x, single(x), int8(4 * x), with_nan, x(:,1), x(1,:), cat(3, x, 2 * x), complex(x, flip (x)), 5, zeros(0, 3)}
      for wlen = {2, 3, [0, 2], [2, 1]}
        near (1, name{1}, {y{1}, wlen{1}});
      endfor
      near (1, name{1}, {y{1}, 3, 1});
      near (1, name{1}, {y{1}, 3, 0, "dim", 2});
    endfor
    for wlen = {4, [1, 0], 1, 0, 8, 2.5, [1, 2, 3], -1}
      near (1, name{1}, {x, wlen{1}});
    endfor
    [~, err] = attempt (1, name{1}, {gpuArray(x), [0, 0]}); # where Octave 7 takes another dimension
    tally (! isempty (err) && strcmp (err.message, [name{1} ": WLEN must be > 1"]), "%s in windows of one", name{1});
    for ends = {"shrink", "discard", "fill", "same", "periodic", "Same", 0, 2.5, "none", [1, 2]}
      near (1, name{1}, {x, [2, 1], "Endpoints", ends{1}});
      near (1, name{1}, {single(x), 4, 1, "Endpoints", ends{1}, "dim", 2});
    endfor
    for args = {{x, 3, 0, 2}, {x, 3, "dim"}, {x, 3, "dim", 4}, {x, 3, "foo", 1}, {x, 3, "includenan"}, {cat(3, x, x, x), 2, "dim", 3}, {x, 3, {}}}
      near (1, name{1}, args{1});
    endfor
  endfor

endfunction
