## SPDX-License-Identifier: GPL-3.0-or-later

## What scripts do with gpuArrays beside computing: sizes, dimensions, ranges and limits of loops that are gpuArrays,
## arrays like others, questions for the class, x++, find, and drawing.  Results are those of the same on the host.

function suite_scripts ()

  live = __gpureduce__ ("live");
  check_ranges ();
  check_numbers ();
  check_dimensions ();
  check_like ();
  check_device_class ();
  check_refusals ();
  check_cast ();
  check_questions ();
  check_increments ();
  check_find ();
  check_extrema ();
  check_empties ();
  check_drawing ();
  check_reset ();
  tally (__gpureduce__ ("live") == live, "%d buffers were left", __gpureduce__ ("live") - live);

endfunction

function same (got, want, on_device, front, varargin)

  where = sprintf (front, varargin{:});
  tally (isgpuarray (got) == on_device, "%s: the result is a %s", where, class (got));
  is_complex = iscomplex (got); # which gathered arrays without imaginary parts are not
  got = gather (got);
  tally (strcmp (class (got), class (want)) && isequal (size (got), size (want)) && isequaln (got, want) ...
         && is_complex == iscomplex (want), ...
         "%s: %s %s instead of %s %s", where, class (got), mat2str (size (got)), class (want), mat2str (size (want)));

endfunction

function r = isequaln (a, b)

  r = isequal (a, b) || (isnumeric (a) && isequal (isna (a), isna (b)) && isequal (isnan (a), isnan (b)) ...
                         && isequal (a(! isnan (a)), b(! isnan (b))));

endfunction

function refused (f, pattern, where)

  [~, err] = attempt (1, f, {});
  tally (! isempty (err) && ! isempty (regexp (err.message, pattern, "once")), "%s: error \"%s\"", where, message_of (err));

endfunction

function text = message_of (err)

  text = "none";
  if (! isempty (err))
    text = err.message;
  endif

endfunction

## ---- numbers ----

function check_ranges ()

  for c = {@double, @single, @int8, @uint16}
    n = c{1}(3);
    d = gpuArray (n);
    pairs = {1:d, 1:n; d:5, n:5; d:-1:1, n:-1:1; 1:d:9, 1:n:9; 0:1:d, 0:1:n; d:d, n:n; 5:d, 5:n};
    for k = 1:rows (pairs)
      same (pairs{k,1}, pairs{k,2}, false, "range %d of %s", k, class (n));
    endfor
    total = 0;
    for k = 1:d
      total += k;
    endfor
    same (total, c{1}(6), false, "a loop to %s", class (n));
  endfor
  d = gpuArray (3);
  x = 11:20;
  same (x(1:d), x(1:3), false, "x(1:d)");
  same (x(d:end), x(3:end), false, "x(d:end)");
  same (gather (gpuArray (x)(d:end)), x(3:end), false, "a range as index of a gpuArray");
  x(2:d) = 0;
  same (x, [11 0 0 14:20], false, "x(2:d) = 0");
  same (1:gpuArray ([]), 1:[], false, "a range without a limit");
  f = @(n) 1:n;
  same (f (d), 1:3, false, "a range of a function handle");
  same (eval ("1:d"), 1:3, false, "a range of text");
  ## brackets do not see an object
  same ([d, 1; 2, d], [3 1; 2 3], true, "brackets of numbers");
  tally (! isobject (d), "a gpuArray says that it is an object");

endfunction

## Functions of sizes, and of what else is a number.
function check_numbers ()

  for name = {"zeros", "ones", "eye", "Inf", "NaN", "NA", "inf", "nan", "pi", "e", "true", "false", "cell", "magic", ...
              "hilb", "invhilb", "blanks"}
    f = str2func (name{1});
    same (f (gpuArray (3)), f (3), false, "%s (d)", name{1});
  endfor
  for name = {"zeros", "ones", "eye", "Inf", "NaN", "true", "cell"}
    f = str2func (name{1});
    same (f (gpuArray (3), 2), f (3, 2), false, "%s (d, 2)", name{1});
    same (f (2, gpuArray (int8 (3))), f (2, 3), false, "%s (2, d)", name{1});
    same (f (gpuArray ([2 3])), f ([2 3]), false, "%s ([2 3])", name{1});
  endfor
  same (zeros (gpuArray (2), "int8"), zeros (2, "int8"), false, "zeros (d, class)");
  for name = {"rand", "randn", "rande"}
    f = str2func (name{1});
    r = f (gpuArray (3), 2);
    tally (isa (r, "double") && isequal (size (r), [3 2]), "%s (d, 2)", name{1});
  endfor
  r = randi (gpuArray (9), gpuArray (2), 3);
  tally (! isgpuarray (r) && isequal (size (r), [2 3]) && all (r(:) >= 1 & r(:) <= 9), "randi (d, d, 3)");
  tally (isequal (sort (randperm (gpuArray (4))), 1:4), "randperm (d)");
  same (linspace (0, 1, gpuArray (5)), linspace (0, 1, 5), false, "linspace (0, 1, d)");
  same (linspace (gpuArray (0), 1, 5), linspace (0, 1, 5), true, "linspace (d, 1, 5)");
  same (colon (1, gpuArray (3)), 1:3, false, "colon (1, d)");

endfunction

function check_dimensions ()

  x = magic (4);
  A = gpuArray (x);
  two = gpuArray (2);
  for c = {@(a, k) reshape(a, k, []), @(a, k) reshape(a, 8, k), @(a, k) size(a, k), @(a, k) repmat(a, k, 3), ...
           @(a, k) repmat(a, k), @(a, k) circshift(a, k), @(a, k) flip(a, k), @(a, k) sum(a, k), @(a, k) prod(a, k), ...
           @(a, k) max(a, [], k), @(a, k) cumsum(a, k), @(a, k) mean(a, k), @(a, k) std(a, 0, k), @(a, k) any(a, k), ...
           @(a, k) diff(a, 1, k), @(a, k) movsum(a, k), @(a, k) permute(a, [k 1]), ...
           @(a, k) trapz(a, k)}
    text = func2str (c{1});
    want = c{1}(x, 2);
    on_device = ! strncmp (text, "@(a, k) size", 12);
    same (c{1}(A, two), want, on_device, "%s of a gpuArray", text);
    same (c{1}(x, two), want, false, "%s of a host array", text);
  endfor
  for c = {@(a, k) sort(a, k), @(a, k) fft(a, [], k), @(a, k) median(a, k), @(a, k) mode(a, k), @(a, k) triu(a, k), ...
           @(a, k) rot90(a, k), @(a, k) shiftdim(a, k), @(a, k) resize(a, k, 3), @(a, k) postpad(a, k), @(a, k) prepad(a, k)}
    same (c{1}(x, two), c{1}(x, 2), false, "%s of a host array", func2str (c{1}));
  endfor
  same (vec (x, two), vec (x, 2), false, "vec of a host array");
  same (vec (A, two), vec (x, 2), true, "vec of a gpuArray");
  same (sort (A, two), sort (x, 2), true, "sort of a gpuArray");

endfunction

## ---- arrays like others ----

function check_like ()

  for c = {"double", "single", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "logical"}
    model = cast (1, c{1});
    d = gpuArray (model);
    for name = {"zeros", "ones", "eye"}
      want = cast (feval (name{1}, 2, 3), c{1});
      same (feval (name{1}, 2, 3, "like", d), want, true, "%s (2, 3, \"like\", %s)", name{1}, c{1});
      same (feval (name{1}, [2 3], "like", d), want, true, "%s ([2 3], \"like\", %s)", name{1}, c{1});
      same (feval (name{1}, gpuArray (2), 3, "like", d), want, true, "%s (d, 3, \"like\", %s)", name{1}, c{1});
      same (feval (name{1}, "like", d), want(1), true, "%s (\"like\", %s)", name{1}, c{1});
    endfor
    same (gpuArray.zeros (2, "like", d), cast (zeros (2), c{1}), true, "gpuArray.zeros like %s", c{1});
    same (gpuArray.ones (2, "like", model), cast (ones (2), c{1}), true, "gpuArray.ones like %s of the host", c{1});
    if (! strcmp (c{1}, "logical"))
      r = randi (100, 2, 3, "like", d);
      tally (isgpuarray (r) && isUnderlyingType (r, c{1}) && isequal (size (r), [2 3]), "randi like %s", c{1});
    endif
  endfor
  for c = {"double", "single"}
    d = gpuArray (ones (c{1}));
    for name = {"Inf", "NaN", "NA", "inf", "nan"}
      same (feval (name{1}, 2, "like", d), feval (name{1}, 2, c{1}), true, "%s like %s", name{1}, c{1});
      same (feval (name{1}, 2, "like", complex (d + 1i)), complex (feval (name{1}, 2, c{1})), true, ...
            "%s like complex %s", name{1}, c{1});
    endfor
    same (zeros (2, "like", d + 1i), complex (zeros (2, c{1})), true, "zeros like complex %s", c{1});
    same (eye (2, "like", d + 1i), complex (eye (2, c{1})), true, "eye like complex %s", c{1});
    for name = {"rand", "randn"}
      r = feval (name{1}, 2, 3, "like", d);
      tally (isgpuarray (r) && isUnderlyingType (r, c{1}) && isequal (size (r), [2 3]), "%s like %s", name{1}, c{1});
    endfor
  endfor
  same (true (2, "like", gpuArray (true)), true (2), true, "true like logical");
  same (false (2, "like", gpuArray (true)), false (2), true, "false like logical");
  ## sizes that are gpuArrays do not make it an array of the device
  same (zeros (gpuArray (2), "like", single (1)), zeros (2, "single"), false, "zeros like a host array");

endfunction

function check_device_class ()

  d = gpuArray (1);
  for name = {"zeros", "ones", "eye", "Inf", "NaN", "NA", "inf", "nan"}
    same (feval (name{1}, 2, "gpuArray"), feval (name{1}, 2), true, "%s (2, \"gpuArray\")", name{1});
    same (feval (name{1}, 2, 3, class (d)), feval (name{1}, 2, 3), true, "%s (2, 3, class (d))", name{1});
    same (feval (name{1}, d, 3, "gpuArray"), feval (name{1}, 1, 3), true, "%s (d, 3, \"gpuArray\")", name{1});
    same (feval (name{1}, 2, "single", "gpuArray"), feval (name{1}, 2, "single"), true, ...
          "%s (2, \"single\", \"gpuArray\")", name{1});
    same (feval (name{1}, 2, "single"), single (feval (name{1}, 2)), false, "%s (2, \"single\")", name{1});
    tally (exist (name{1}) == 5, "%s is no built-in function any more", name{1});
  endfor
  same (true (2, "gpuArray"), true (2), true, "true (2, \"gpuArray\")");
  for name = {"rand", "randn"}
    r = feval (name{1}, 2, 3, "single", "gpuArray");
    tally (isgpuarray (r) && isUnderlyingType (r, "single") && isequal (size (r), [2 3]), "%s on the device", name{1});
  endfor
  ## the place in the stream of numbers is the same as gpuArray.rand's
  gpurng (1);
  want = gather (gpuArray.rand (3));
  gpurng (1);
  same (rand (3, "gpuArray"), want, true, "rand (3, \"gpuArray\")");
  gpurng (1);
  same (rand (3, "like", d), want, true, "rand (3, \"like\", d)");
  check_randi ();

endfunction

## randi is an m-file, or from Octave 11 on a built-in function, and stays one.
function check_randi ()

  gpurng (1);
  want = gather (gpuArray.randi ([3 9], 2, 3, "int8"));
  for f = {@() randi([3 9], 2, 3, "int8", "gpuArray"), @() feval (@randi, [3 9], 2, 3, "int8", class (gpuArray (1)))}
    gpurng (1);
    same (f{1}(), want, true, "%s", func2str (f{1}));
  endfor
  same (randi ([7 7], 2, "gpuArray"), [7 7; 7 7], true, "randi ([7 7], 2, \"gpuArray\")");
  same (randi ([7 7], 2, "int8"), int8 ([7 7; 7 7]), false, "randi of the host");
  clear ("-functions", "randi"); # not tally, which counts
  same (randi ([7 7], "gpuArray"), 7, true, "randi after clear");
  is_file = exist ("randi") == 2 && nargin ("randi") == -2 && ! isempty (strfind (which ("randi"), "general"));
  tally (is_file || exist ("randi") == 5, "randi is no function of Octave's any more");
  refused (@() randi (0, "gpuArray"), "^randi: require IMAX >= 1", "randi of the device");
  refused (@() randi (0), "^randi: .*IMAX.* >= 1", "randi of the host");

endfunction

function check_refusals ()

  d = gpuArray (1);
  refused (@() zeros (2, "like", gpuArray ("a")), "^zeros: arrays like those of class char", "zeros like text");
  refused (@() Inf (2, "like", gpuArray (int8 (1))), "^Inf: arrays like those of class int8", "Inf like an integer");
  refused (@() rand (2, "like", d + 1i), "^rand: arrays like complex", "rand like complex numbers");
  refused (@() true (2, "like", d), "^true: arrays like those of class double", "true like a number");
  refused (@() gpuArray.zeros (2, "like", {}), "^zeros: an array like a cell", "zeros like a cell");
  refused (@() zeros (2, "struct", "gpuArray"), "'struct' is no class", "zeros of another class");
  refused (@() zeros (2, "int8", "int8", "gpuArray"), "one class behind the sizes", "two classes");
  refused (@() rand ("seed", 1, "gpuArray"), "gpurng sets the seed", "rand with a seed");
  refused (@() zeros ({}, "gpuArray"), "zeros", "a size that is a cell");

endfunction

function check_cast ()

  x = [1 0; 65 2];
  for from = {"double", "single", "int8", "uint16", "logical", "char"}
    host = feval (from{1}, x);
    ## text becomes no logical values
    for to = {"double", "single", "int8", "uint64", "char", "logical"}(1:end - strcmp (from{1}, "char"))
      want = cast (host, to{1});
      same (cast (gpuArray (host), to{1}), want, true, "cast of %s to %s", from{1}, to{1});
      same (cast (host, "like", gpuArray (cast (1, to{1}))), want, true, "cast of %s like %s", from{1}, to{1});
      same (cast (gpuArray (host), "like", cast (1, to{1})), want, false, "cast of %s like %s of the host", from{1}, to{1});
    endfor
  endfor
  same (cast ([1 2], "like", gpuArray (1i)), complex ([1 2]), true, "cast like complex numbers");
  same (cast (gpuArray ([1 2i]), "single"), single ([1 2i]), true, "cast of complex numbers");
  same (cast (gpuArray ([1 2i]), "like", gpuArray (single (1))), single ([1 2i]), true, "cast of complex numbers like real ones");
  refused (@() cast ({1}, "like", gpuArray (1)), "type conversion from 'cell' is not supported", "cast of a cell");
  refused (@() cast (gpuArray (1), "foo"), "type conversion to 'foo' is not supported", "cast to no class");
  refused (@() cast (gpuArray (1)), "Invalid call to cast", "cast without a class");

endfunction

## ---- questions, and numbers that count ----

function check_questions ()

  classes = {"double", "single", "int8", "uint64", "logical", "char", "float", "integer", "numeric", "cell"};
  for c = {"double", "single", "int8", "uint64", "logical", "char"}
    x = cast (1, c{1});
    d = gpuArray (x);
    tally (isequal (isa (d, classes), isa (x, classes)), "isa of %s", c{1});
    tally (isa (d, "gpuArray"), "isa (d, \"gpuArray\") of %s", c{1});
    tally (isequal (cellfun (@(name) isaUnderlying (d, name), classes), isa (x, classes)), "isaUnderlying of %s", c{1});
    tally (strcmp (classUnderlying (d), c{1}) && isUnderlyingType (d, c{1}), "classUnderlying of %s", c{1});
  endfor

endfunction

function check_increments ()

  for c = {3, single(3), int8(126), uint8(1), 3+1i, true, [1 2 3]}
    x = c{1};
    d = first = gpuArray (x);
    s.a = d;
    list = {d, s};
    x++; d++; s.a++; list{1}++; list{2}.a++;
    name = [class(x) " " mat2str(size (x))];
    same (d, x, true, "d++ of %s", name);
    same (s.a, x, true, "s.a++ of %s", name);
    same (list{1}, x, true, "c{1}++ of %s", name);
    same (list{2}.a, x, true, "c{2}.a++ of %s", name);
    same (first, c{1}, true, "another value of %s after d++", name);
    ++x; ++d;
    same (d, x, true, "++d of %s", name);
    x--; d--; --x; --d; --x; --d;
    same (d, x, true, "--d of %s", name);
    x += 2; d += 2; s.a += 1; list{1} -= 3;
    same (d, x, true, "d += 2 of %s", name);
    same (s.a, c{1} + 1 + 1, true, "s.a += 1 of %s", name);
  endfor

endfunction

## ---- find ----

function check_find ()

  same (find (gpuArray ("a b")), 1:3, true, "find of text");
  same (find (gpuArray (single ([0 2 3]))), 2:3, true, "find of single");
  for sz = {[0 0], [0 3], [3 0], [1 0], [0 1], [1 1], [1 5], [5 1], [3 4], [2 3 2], [2 0 3], [1 1 3]}
    for pattern = {@(k) 0 * k, @(k) mod (7 * k, 3)}
      for c = {@double, @int8, @logical, @(x) complex(x, x)}
        x = c{1}(reshape (pattern{1}(1:prod (sz{1})), sz{1}));
        for args = {{}, {gpuArray(1)}, {3, "last"}, {100}, {2, "first"}}
          check_one_find (x, args{1});
        endfor
      endfor
    endfor
  endfor
  same (find ([0 1 1], gpuArray (1)), 2, false, "find of a host array");
  for args = {{0}, {1.5}, {[1 2]}, {-1}, {1, "middle"}}
    [~, err] = attempt (1, "find", [{gpuArray([1 0])}, args{1}]);
    tally (! isempty (err), "find: %s is taken", disp (args{1}));
  endfor

endfunction

function check_one_find (x, args)

  for n = 1:3
    [want, wrong] = attempt (n, "find", [{x}, cellfun(@gather, args, "UniformOutput", false)]);
    [got, err] = attempt (n, "find", [{gpuArray(x)}, args]);
    is_there = isempty (err) && all (cellfun (@isgpuarray, got));
    if (is_there)
      got = cellfun (@gather, got, "UniformOutput", false);
    endif
    tally (is_there && isequal (got, want) && isequal (cellfun (@class, got, "UniformOutput", false), ...
                                                       cellfun (@class, want, "UniformOutput", false)) ...
           && isequal (cellfun (@size, got, "UniformOutput", false), cellfun (@size, want, "UniformOutput", false)), ...
           "find of %s %s with %d arguments and %d results: %s", mat2str (size (x)), class (x), numel (args), n, ...
           message_of (err));
  endfor

endfunction

## ---- small things ----

function check_extrema ()

  for name = {"max", "min"}
    f = str2func (name{1});
    for pair = {{0, -0}, {-0, 0}, {[0 -0 -0 0], [-0 0 -0 0]}, {0, [0 -0]}, {-0, [0 -0]}, {[0 -0], 0}, {single(0), single(-0)}, ...
                {NaN, 1}, {1, NaN}, {"ab", "cd"}, {7, []}, {[], 7}, {int8(3), int8(4)}}
      [a, b] = pair{1}{:};
      want = f (a, b);
      got = {f(gpuArray (a), b), f(a, gpuArray (b)), f(gpuArray (a), gpuArray (b))};
      for k = 1:3
        same (got{k}, want, true, "%s of two, pair %s", name{1}, disp (pair{1}));
        tally (isequal (sign (1 ./ double (gather (got{k}))), sign (1 ./ double (want))), "%s: signs of zeros", name{1});
      endfor
    endfor
    refused (@() f (gpuArray (ones (2)), []), "nonconformant", [name{1} " of 2x2 and 0x0"]);
  endfor

endfunction

function check_empties ()

  ## the sizes of Octave 7, on every version
  for sizes = {[0 3], [0 1]; [3 0], [1 0]; [0 3 2], [0 1 2]; [0 0], [0 0]}.'
    for c = {@double, @logical}
      x = c{1}(zeros (sizes{1}));
      want = c{1}(zeros (sizes{2 - islogical (x)}));
      [s, l] = gpubounds (x);
      same (s, want, false, "gpubounds of %s %s", mat2str (sizes{1}), class (x));
      same (l, want, false, "gpubounds of %s %s", mat2str (sizes{1}), class (x));
      same (bounds (gpuArray (x)), want, true, "bounds of %s %s", mat2str (sizes{1}), class (x));
    endfor
  endfor
  refused (@() gpudot ([1; 2], [3 4], 1), "sizes of X and Y must match", "gpudot along a dimension");
  refused (@() dot (gpuArray ([1; 2]), [3 4], 1), "sizes of X and Y must match", "dot along a dimension");
  refused (@() mean (gpuArray (complex (-1, 0)), "g"), "must not contain any negative values", "geometric mean of -1");
  ## Octave's movsum permutes the result of "fill" along the last dimension; sizes stay here
  x = reshape (1:24, 2, 3, 4);
  y = gpumovsum (x, 3, 3, "Endpoints", "fill");
  tally (isequal (size (y), size (x)) && all (isnan (y(:,:,[1 4]))(:)) && isequal (y(:,:,2), sum (x(:,:,1:3), 3)), ...
         "gpumovsum along the last dimension with \"fill\"");

endfunction

## ---- drawing ----

## The same objects as with host arrays, which have the same data.  Where Octave cannot draw, as without fonts, the same
## errors.
function check_drawing ()

  toolkit = graphics_toolkit ();
  state = warning ("off", "all");
  if (any (strcmp (available_graphics_toolkits (), "gnuplot")))
    graphics_toolkit ("gnuplot");
  endif
  unwind_protect
    x = 1:5;
    y = [3 1 2 5 4];
    M = magic (4);
    for c = {{"plot", y}, {"plot", x, y, "r"}, {"plot3", x, y, y}, {"line", x, y}, {"semilogy", x, y}, {"loglog", x, y}, ...
             {"bar", y}, {"hist", y}, {"area", y}, {"stairs", y}, {"stem", y}, {"scatter", x, y}, {"errorbar", x, y, y}, ...
             {"imagesc", M}, {"imshow", M / 16}, {"pcolor", M}, {"surf", M}, {"mesh", M}, {"contour", M}, ...
             {"quiver", x, y, x, y}, {"fill", x, y, "r"}, {"patch", x, y, "r"}, {"pie", y}, {"polar", x, y}, ...
             {"text", 1, 2, "a"}, {"axis", [0 1 0 2]}, {"caxis", [0 2]}, {"subplot", 2, 2, 1}}
      want = drawn (c{1}, @(a) a);
      got = drawn (c{1}, @on_device);
      tally (isequal (got, want), "%s draws something else", c{1}{1});
    endfor
    refused (@() rose (gpuArray (y)) + 1, "no method for 'rose' with results", "the numbers of rose");
  unwind_protect_cleanup
    warning (state);
    graphics_toolkit (toolkit);
  end_unwind_protect

endfunction

function a = on_device (a)

  if (isnumeric (a))
    a = gpuArray (a);
  endif

endfunction

## What a call draws: the types of objects and their data, or the error.
function things = drawn (call, convert)

  args = cellfun (convert, call(2:end), "UniformOutput", false);
  fig = figure ("visible", "off");
  unwind_protect
    [~, err] = attempt (0, call{1}, args);
    things = {message_of(err)};
    objects = findall (fig).';
    for h = objects(2:end)
      things{end+1} = get (h, "type");
      for name = {"xdata", "ydata", "zdata", "cdata", "xlim", "ylim", "position"}
        if (isprop (h, name{1}))
          things{end+1} = without_nan (get (h, name{1}));
        endif
      endfor
    endfor
  unwind_protect_cleanup
    close (fig);
  end_unwind_protect

endfunction

function x = without_nan (x)

  if (isfloat (x))
    x(isnan (x)) = pi;
  endif

endfunction

## ---- the device ----

function check_reset ()

  d = gpuArray (1);
  device = gpuDevice ();
  reset (device);
  tally (! existsOnGPU (d), "reset (gpuDevice ()) leaves arrays");
  device.Devices = 77;
  refused (@() reset (device), "not the selected one", "reset of another device");
  clear d;

endfunction
