## SPDX-License-Identifier: GPL-3.0-or-later

## Concatenation of gpuArrays against that of the same arrays on the host: class, size and elements are the same, and
## what Octave refuses is refused.  Two parts of all sizes of 0 to 3 in three dimensions; two parts of all pairs of
## classes in 13 sizes; three parts; cells, text and what a gpuArray can't be beside.
##
## All of it takes minutes.  GPUREDUCE_CONCATENATION_SHARE is N, or else 64, to take one of N pairs of classes, four of N
## of sizes, and 16 of N of three parts.

function suite_concatenation ()

  live = __gpureduce__ ("live");
  warning ("off", "Octave:num-to-str", "local");
  share = str2double (getenv ("GPUREDUCE_CONCATENATION_SHARE"));
  if (isnan (share))
    share = 64;
  endif
  check_sizes (max (share / 4, 1));
  check_classes (share);
  check_three (3000 / max (share / 16, 1));
  check_others ();
  check_errors ();
  check_repmat ();
  tally (__gpureduce__ ("live") == live, "%d buffers were left", __gpureduce__ ("live") - live);

endfunction

## ---- numbers, logical values and characters ----

## What joins two parts: brackets and functions.  Beside each are the functions that do the same with text, too: on the
## host only, brackets make rectangles of lines of text, and characters of numbers that did not take their row's class.
function list = forms_of_two ()

  list = {@(x, y) [x, y], @horzcat; @(x, y) [x; y], @vertcat; @horzcat, @horzcat; @vertcat, @vertcat};
  for dim = 1:4
    f = @(x, y) cat (dim, x, y);
    list(end+1,:) = {f, f};
  endfor

endfunction

function list = forms_of_three ()

  list = {@(x, y, z) [x, y, z], @horzcat; @(x, y, z) [x; y; z], @vertcat; @horzcat, @horzcat; @vertcat, @vertcat; ...
          @(x, y, z) [x, y; z], @(x, y, z) vertcat(horzcat (x, y), z); ...
          @(x, y, z) [x; y, z], @(x, y, z) vertcat(x, horzcat (y, z))};
  for dim = 1:4
    f = @(x, y, z) cat (dim, x, y, z);
    list(end+1,:) = {f, f};
  endfor

endfunction

function check_sizes (share)

  [r, c, p] = ndgrid (0:3);
  sizes = num2cell ([r(:), c(:), p(:)], 2);
  arrays = cellfun (@(sz) array_of ("double", sz), sizes, "UniformOutput", false);
  check_pairs (arrays, share);

endfunction

function check_classes (share)

  sizes = {[0 0], [0 1], [1 0], [0 2], [3 0], [1 1], [1 2], [2 1], [2 2], [1 3], [0 0 2], [2 0 2], [2 2 2]};
  classes = {"double", "single", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "logical", ...
             "char", "complex double", "complex single"};
  arrays = {};
  for sz = sizes
    arrays = [arrays, cellfun(@(name) array_of (name, sz{1}), classes, "UniformOutput", false)];
  endfor
  check_pairs (arrays, share);

endfunction

## All pairs of some arrays, or one of `share` of them, in all forms.
function check_pairs (arrays, share)

  devices = cellfun (@gpuArray, arrays, "UniformOutput", false);
  forms = forms_of_two ();
  n = numel (arrays);
  pairs = randperm (n ^ 2, ceil (n ^ 2 / share)) - 1;
  for pair = pairs
    k = [mod(pair, n), floor(pair / n)] + 1;
    for f = forms.'
      check (f, arrays(k), devices(k));
    endfor
  endfor

endfunction

function check_three (count)

  sizes = {[0 0], [0 0], [0 1], [1 0], [1 1], [1 1], [1 2], [2 1], [2 2], [0 2], [2 0], [0 0 2], [2 2 2], [1 1 2]};
  classes = {"double", "double", "single", "int8", "uint64", "logical", "char", "complex double"};
  forms = forms_of_three ();
  for k = 1:count
    parts = arrayfun (@(~) array_of (pick (classes), pick (sizes)), 1:3, "UniformOutput", false);
    check (forms(randi (rows (forms)),:), parts, cellfun (@gpuArray, parts, "UniformOutput", false));
  endfor

endfunction

function x = pick (list)

  x = list{randi (numel (list))};

endfunction

## Numbers that other classes round, saturate or wrap.
function x = array_of (name, sz)

  numbers = [65, 300, -1, 1.5, 97, 70000, NaN, 66.7, -300, 2];
  x = reshape (numbers(mod (randi (10) + (1:prod (sz)), 10) + 1), sz);
  switch (name)
    case "logical"
      x = x > 65;
    case "char"
      x(isnan (x)) = 0;
      x = char (mod (x, 100));
    case "complex double"
      x = complex (x, x + 1);
    case "complex single"
      x = complex (single (x), single (x + 1));
    otherwise
      x = cast (x, name);
  endswitch

endfunction

## A form of host arrays and of gpuArrays in the place of one or more of them.  HOST and DEVICE are cells of the same
## arrays.
function check (form, host, device)

  parts = host;
  on_device = rand (size (host)) < 0.5;
  on_device(randi (numel (host))) = true;
  parts(on_device) = device(on_device);
  ## an empty complex array beside integers is an error in some of Octave's forms only; it adds nothing
  nothing = cellfun (@(x) isempty (x) && iscomplex (x), host);
  host(nothing) = cellfun (@real, host(nothing), "UniformOutput", false);
  is_text = cellfun (@ischar, host);
  reference = form{1 + any(is_text)};
  want = [];
  try
    want = reference (host{:});
    refused = any (is_text) && any (cellfun (@iscomplex, host)); # of which Octave makes something
  catch
    refused = true;
  end_try_catch
  try
    got = form{1}(parts{:});
    text = compared (got, want, refused);
  catch err
    text = "";
    if (! refused)
      text = ["error: " err.message];
    endif
  end_try_catch
  if (! isempty (text))
    front = strjoin (cellfun (@show, host, num2cell (on_device), "UniformOutput", false), ", ");
    tally (false, "%s of %s: %s", func2str (form{1}), front, text);
  else
    tally (true);
  endif

endfunction

function text = compared (got, want, refused)

  text = "";
  if (refused)
    text = sprintf ("no error, but %s", show (got, false));
  elseif (! isgpuarray (got))
    text = sprintf ("%s on the host", show (got, false));
  elseif (! strcmp (underlyingType (got), class (want)) || ! isequal (size (got), size (want)))
    text = sprintf ("%s %s instead of %s", underlyingType (got), mat2str (size (got)), show (want, false));
  elseif (! isempty (want))
    got = gather (got);
    for part = {@real, @imag}
      x = part{1}(got);
      y = part{1}(want);
      if (! all ((x(:) == y(:)) | (x(:) != x(:) & y(:) != y(:))))
        text = sprintf ("%s instead of %s", mat2str (double (x(:).')), mat2str (double (y(:).')));
      endif
    endfor
  endif

endfunction

function text = show (x, on_device)

  text = sprintf ("%s%s %s", merge (on_device, "G ", ""), class (x), mat2str (size (x)));

endfunction

## ---- what is no array of numbers, and errors ----

function check_others ()

  d = gpuArray ([1 2 3]);
  cells = {{[{}, d], {d}}, {[{7}, d], {7, d}}, {[d, {}], {d}}, {[d; {7}; d], {d; 7; d}}, {[{}; d], {d}}, ...
           {[{7}, gpuArray([])], {7}}, {horzcat(d, {7}), {d, 7}}, {cat(3, {7}, d), cat(3, {7}, {d})}, ...
           {[d, {7}; {8}, 9], {d, 7; 8, 9}}, {["a", {d}], {"a", d}}};
  for c = cells
    tally (iscell (c{1}{1}) && isequal (cellfun (@gather, c{1}{1}, "UniformOutput", false), ...
                                        cellfun (@gather, c{1}{2}, "UniformOutput", false)), ...
           "cells beside gpuArrays: %s", disp (c{1}{1}));
  endfor
  ## rows of the host are Octave's own, whatever they have
  stays ([1 2 3; int8([4 5]), 6; d], int8([1 2 3; 4 5 6; 1 2 3]));
  stays (["abc"; d; "d", "ef"], ["abc"; 1 2 3; "def"]);
  stays ([true, false, true; d; 4:6], [1 0 1; 1 2 3; 4 5 6]);
  stays ([eye(3); d], [eye(3); 1 2 3]);
  stays ([d, 4:6](end), 6);
  stays ([gpuArray(single ([])), 1, 0.1], single ([1 0.1]));
  stays ([d(:); d'], [1; 2; 3; 1; 2; 3]);
  stays ([d], [1 2 3]);
  stays (horzcat (d), [1 2 3]);
  stays (cat (7, d), [1 2 3]);
  stays (cat (gpuArray (1), d, d), [1 2 3; 1 2 3]);
  list = {4, d, 5};
  stays ([list{:}], [4 1 2 3 5]);
  stays ([list{[]}, d], [1 2 3]);
  x = gpuArray (int16 ([]));
  for k = 1:3
    x = [x, 40000 * k];
    x = [x; x](1,:);
  endfor
  stays (x, int16 ([40000 40000 40000]));
  tally (! isgpuarray (cat (gpuArray (2), 1, 2)) && isequal (cat (gpuArray (2), 1, 2), [1 2]), "DIM alone on the device");
  tally (isequal (1:gpuArray (3), 1:3) && isequal (gpuArray (3):-1:1, 3:-1:1), "ranges to and from gpuArrays");
  tally (isa (gpuArray (int8 (1)):3, "int8"), "a range from an int8");
  tally (! isobject (d), "a gpuArray is an array to m-files");
  warning ("on", "Octave:num-to-str", "local");
  lastwarn ("", "");
  evalc ("[d, 'a'];");
  [~, id] = lastwarn ();
  tally (strcmp (id, "Octave:num-to-str"), "numbers beside text: warning \"%s\"", id);

endfunction

function stays (got, want)

  text = compared (got, want, false);
  tally (isempty (text), "%s: %s", show (want, true), text);

endfunction

## An error leaves brackets with its text, wherever they stand.
function check_errors ()

  d = gpuArray ([1 2 3]);
  wide = "vertical dimensions mismatch (1x3 vs 1x2)";
  high = "horizontal dimensions mismatch (1x3 vs 2x1)";
  no_operator = "concatenation operator not implemented for 'gpuArray' by ";
  calls = {@() [d; 1 2], wide; @() [d; 1 2; d], wide; @() [d, [1; 2]], high; @() [d, [1; 2]; d], high; ...
           @() {[d; 1 2]}, wide; @() [[d; 1 2], 1], wide; @() sum([d; 1 2]), wide; @() [d; 1 2](1), wide; ...
           @() [d; 1 2].a, wide; @() [d; 1 2] + 1, wide; @() 1 + [d; 1 2], wide; @() -[d; 1 2], wide; @() [d; 1 2]', wide; ...
           @() size ([d; 1 2]), wide; @() cellfun(@(x) [x; 1 2], {d}), wide; @() ([d; 1 2] || 1), wide; ...
           @() horzcat(d, [1; 2]), high; @() vertcat(d, [1 2]), wide; @() feval (@vertcat, d, [1 2]), wide; ...
           @() assigned (d), wide; @() decided (d), wide; @() counted (d), wide; @() chosen (d), wide; @() returned (d)(1), wide; ...
           @() disp(cellfun (@(x) [x; 1 2], {d}, "UniformOutput", false)), wide; ...
           @() cat(1, d, 1), "cat: dimension mismatch in argument 2"; ...
           @() [d, sparse(1)], "gpuArray: sparse arrays are not supported; use full (A)"; ...
           @() [sparse([]), d], "gpuArray: sparse arrays are not supported; use full (A)"; ...
           @() [d, @sin], [no_operator "'function handle' operations"]; ...
           @() [d, struct("a", 1)], [no_operator "'scalar struct' operations"]; ...
           @() cat(0, d, d), "cat: DIM must be a valid dimension, at most 32"; ...
           @() cat(NaN, d, d), "cat: DIM must be a valid dimension, at most 32"; ...
           @() cat(33, d, d), "cat: DIM must be a valid dimension, at most 32"; ...
           @() cat("a", d, d), "cat: DIM must be an integer"; @() cat([], d, d), "cat: DIM must be an integer"; ...
           @() cat({1}, d, d), "cat: DIM must be an integer"; ...
           @() [d, complex(1, 2); int8(1:4)], "gpuArray: complex elements can't be converted to int8"};
  for c = calls.'
    [~, err] = attempt (1, c{1}, {});
    message = "none";
    if (! isempty (err))
      message = err.message;
    endif
    tally (strcmp (message, c{2}), "%s: error \"%s\" instead of \"%s\"", func2str (c{1}), message, c{2});
  endfor

endfunction

function y = assigned (d)

  y = 1;
  y = [d; 1 2];
  y = 2;

endfunction

function y = decided (d)

  y = 0;
  if ([d; 1 2])
    y = 1;
  endif

endfunction

function y = counted (d)

  y = 0;
  for k = [d; 1 2]
    y = 1;
  endfor

endfunction

function y = chosen (d)

  y = 0;
  switch ([d; 1 2])
    case 1
      y = 1;
  endswitch

endfunction

function y = returned (d)

  y = [d; 1 2];

endfunction

## ---- repmat ----

## Sizes of every kind, those that Octave refuses among them.
function check_repmat ()

  sizes = {{}, {2}, {0}, {-1}, {[]}, {[2 3]}, {[2; 3]}, {[2 0]}, {[2 -1]}, {[-1 -2]}, {[1 2 3]}, {[1 3; 3 3]}, {[2 1; 3 1; 2 1]}, ...
           {ones(2, 2, 2)}, {2, 3}, {3, []}, {[], 3}, {[], []}, {[2 3], []}, {[], [2 3]}, {[2 3], 2}, {2, [3 2]}, {[2 3], [2 2]}, ...
           {[2 1; 3 1], 2}, {[1 2; 2 2; 3 2], 2}, {2, [1 2; 3 4]}, {1, 2, 3}, {2, 1, 0}, {1, -2, 2}, {[1 2], 2, 2}, {1, [], 2}, {1.5}, ...
           {2, 1.5}, {NaN}, {Inf}, {"a"}, {true}, {single(2)}, {int8([2 2])}, {uint8(2), 3}, {{2}}, {2, "b"}, {1, 1, 1, 2}};
  arrays = {5, int8([1 2; 3 4]), "ab", single([]), zeros(0, 3), cat(3, [1 2], [3 4]), true(3, 1)};
  for a = arrays
    for s = sizes
      want = [];
      refused = false;
      try
        want = repmat (a{1}, s{1}{:});
      catch
        refused = true;
      end_try_catch
      on_device = cellfun (@(x) isnumeric (x) && rand () < 0.3, s{1});
      given = s{1};
      given(on_device) = cellfun (@gpuArray, given(on_device), "UniformOutput", false);
      try
        text = compared (repmat (gpuArray (a{1}), given{:}), want, refused);
      catch err
        text = "";
        if (! refused)
          text = ["error: " err.message];
        endif
      end_try_catch
      tally (isempty (text), "repmat (%s, %s): %s", show (a{1}, true), disp (s{1}), text);
    endfor
  endfor
  tally (isequal (repmat ([1 2], gpuArray (2)), repmat ([1 2], 2)) && ! isgpuarray (repmat ([1 2], gpuArray (2))), ...
         "repmat of a host array, its size on the device");

endfunction
