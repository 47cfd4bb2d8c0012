## SPDX-License-Identifier: GPL-3.0-or-later

## Images and text of gpuArrays against Octave's own: all classes of images, one, several and colormaps; and what these, and
## methods of a few arguments beside them, refuse, in Octave's words.

function suite_images ()

  live = __gpureduce__ ("live");
  before = warning ("off", "all");
  ## print_usage without the text of the help, which takes seconds
  folder = fullfile (fileparts (mfilename ("fullpath")), "sweep");
  addpath (folder);
  restore = onCleanup (@() rmpath (folder));
  restore_warnings = onCleanup (@() warning (before));
  check_colors ();
  check_double ();
  check_indices ();
  check_text ();
  check_refused_images ();
  check_refused_text ();
  check_refused_matrices ();
  check_refused_numbers ();
  tally (__gpureduce__ ("live") == live, "%d buffers were left", __gpureduce__ ("live") - live);

endfunction

## An image of class TYPE, of all values that it can have.
function x = image_of (type, sizes)

  if (any (strcmp (type, {"single", "double"})))
    x = cast (1.4 * rand (sizes) - 0.2, type);
  else
    x = randi (double ([intmin(type), intmax(type)]), sizes, type);
  endif

endfunction

function check_colors ()

  for type = {"uint8", "uint16", "int8", "int16", "single", "double"}
    for sizes = {[4 5 3], [3 2 3 2], [1 1 3], [0 2 3]}
      x = image_of (type{1}, sizes{1});
      same_on_device (1, "rgb2gray", {x}, 1, @few_units);
      ## Octave's own steps of the same numbers, also where colors are nearly gray
      same_on_device (1, "rgb2hsv", {x}, 1, @few_units);
      same_on_device (1, "hsv2rgb", {x}, 1, @few_units);
    endfor
  endfor
  for map = {hot(9), single(jet (7)), zeros(0, 3), [0.5 0.5 0.5; 0 0 1]}
    for name = {"rgb2gray", "rgb2hsv", "hsv2rgb"}
      same_on_device (1, name{1}, map, 1, @few_units);
    endfor
  endfor

endfunction

## Numbers of about 1 that are rounded some times; integers are equal.
function b = few_units (want)

  b = zeros (size (want));
  if (isfloat (want))
    b(:) = 16 * eps (cast (4, class (want)));
  endif

endfunction

function check_double ()

  for type = {"uint8", "uint16", "int16", "single", "double"}
    x = image_of (type{1}, [4 5 3]);
    same_on_device (1, "im2double", {x}, 1, @few_units);
  endfor
  same_on_device (1, "im2double", {[true false]});
  for x = {uint8([0 5 255]), uint16([0 5 65535]), [1 2 3], single([1 2 3])}
    same_on_device (1, "im2double", {x{1}, "indexed"});
  endfor

endfunction

function check_indices ()

  for x = {[0 0.25 0.5 1], single([0 0.1; 1 0.7]), uint8([0 64 255]), uint16([0 400 65535]), int16([-32768 0 32767]), ...
           [true false], zeros(0, 3), [-0.2 0.5], [-2 -1], [NaN 0]}
    same_on_device (2, @(varargin) on_device_map (@gray2ind, varargin{:}), x);
    for n = {1, 2, 256, 257, 1000, 2.5}
      same_on_device (2, @(varargin) on_device_map (@gray2ind, varargin{:}), [x, n]);
    endfor
  endfor
  colors = floor (5 * rand (8, 9, 3)) / 4;
  for x = {colors, single(colors), uint8(255 * colors), uint16(1000 * colors), colors > 0.5, floor(3 * rand (4, 2, 3, 3))}
    same_on_device (2, "rgb2ind", x, 1, @few_units);
    parts = {x{1}(:,:,1,:), x{1}(:,:,2,:), x{1}(:,:,3,:)};
    same_on_device (2, "rgb2ind", parts, 1:3, @few_units);
    if (! islogical (x{1}) && ndims (x{1}) == 3)
      same_on_device (2, "cmunique", x);
      same_on_device (2, "cmunique", {x{1}(:,:,1)});
    endif
  endfor
  ## -32768 is black, and 32767 white; Octave 7 has no answer
  [ind, map] = rgb2ind (gpuArray (int16 (cat (3, [-32768 32767], [-32768 32767], [-32768 -32768]))));
  tally (isequal (gather (ind), uint8 ([0 1])) && isequal (gather (map), [0 0 0; 1 1 0]), "rgb2ind of int16");
  many = reshape (nchoosek (0:80, 3) / 80, 1, [], 3);
  same_on_device (2, "rgb2ind", {many}, 1, @few_units);
  map = [0 0 1; 0 1 0; 0 0 1; 1 0 0];
  for x = {[1 2; 3 4], [4 3 2 1 1], [4; 1], single([2 2; 1 3]), uint8([0 1; 2 3]), uint16([3 3])}
    same_on_device (2, "cmunique", {x{1}, map}, 1:2);
    for index = {[4 2 3 1], [4; 2; 3; 1], uint8([1 2 4 3])}
      same_on_device (2, "cmpermute", {x{1}, map, index{1}}, 1:2);
    endfor
    [y, new] = cmpermute (gpuArray (x{1}), map);
    tally (isequal (sortrows (gather (new)), sortrows (map)) && isUnderlyingType (y, class (x{1})), "cmpermute");
    first = isinteger (x{1});
    tally (isequal (gather (new)(double (gather (y)) + first,:), map(double (x{1}) + first,:)), "cmpermute: colors");
  endfor
  same_on_device (2, "cmunique", {ceil(rand (20) * 300), rand(300, 3)}, 1:2);

endfunction

## The grays, which do not depend on the image, are a host array: bring them to where the indices are.
function [ind, map] = on_device_map (f, varargin)

  [ind, map] = f (varargin{:});
  tally (! isgpuarray (map), "gray2ind: a map on the device");
  if (isgpuarray (ind))
    map = gpuArray (map);
  endif

endfunction

function check_text ()

  d = gpuArray ([72, 105; 111, 107]);
  tally (isequal (char (d), ["Hi"; "ok"]) && isequal (strvcat (d, "a"), ["Hi"; "ok"; "a "]), "text");
  for x = {[1 -2; Inf NaN], single([1 2 3]), int8([-1 2]), uint16([1 2; 3 4])}
    same_on_device (1, "num2hex", x, 1, @(want) [], true);
    same_on_device (1, "num2hex", {x{1}, "cell"}, 1, @(want) [], true);
    same_on_device (1, "base64_encode", x, 1, @(want) [], true);
  endfor
  tally (isequal (base64_decode (base64_encode (d)), gather (d)(:).'), "base64_decode");
  tally (isequal (base64_decode (base64_encode (d), gpuArray ([2 2])), gather (d)), "base64_decode: sizes");

endfunction

## ---- refused ----

function check_refused_images ()

  pixels = ones (2, 2, 3);
  for name = {"rgb2hsv", "hsv2rgb", "rgb2gray"}
    for x = {ones(2), ones(2, 2, 4), 1i * pixels, ones(2, 2, 3, 2, 2), pixels > 0, "abc", uint32(pixels), 1i * ones(2, 3)}
      same_refusal (name{1}, x);
    endfor
    same_refusal (name{1}, {pixels, 1});
  endfor
  for args = {{int8([1 2])}, {[1 2], "foo"}, {int16([1 2]), "indexed"}, {"ab"}, {[1 2], 3}, {[1 2], "indexed", 1}}
    same_refusal ("im2double", args{1});
  endfor
  for args = {{[1i 0]}, {ones(2, 2, 2)}, {[0 1], 0}, {[0 1], [1 2]}, {[0 1], 65537}, {uint32([0 1])}, {[0 2]}, {"ab"}, {[0 1], 3, 4}}
    same_refusal ("gray2ind", args{1});
  endfor
  for args = {{pixels, 1}, {ones(2, 2)}, {ones(2, 2), ones(2, 2), 1}, {ones(2, 2, 3, 1, 2)}}
    same_refusal ("rgb2ind", args{1});
  endfor
  same_refusal ("rgb2ind", {int8(pixels)}, "rgb2ind: unsupported image class int8");
  for args = {{uint32([1 2])}, {[1 2], "a"}, {[1 2], [-1 1 1]}, {[1 2], [2 1 1]}, {[1 2], ones(3, 2)}, {[1 2], pixels}, ...
              {[1 2], [1i 0 0]}, {ones(2, 2, 2)}, {true(2)}, {[1 3 2], rand(3), 1}}
    same_refusal ("cmunique", args{1});
  endfor
  same_refusal ("cmunique", {rand(2, 2, 3, 2)}, "cmunique: X is not a valid image");
  for args = {{[1 2]}, {uint32([1 2]), rand(3)}, {[1i 2], rand(3)}, {[1 1.5], rand(3)}, {[1 2], "a"}, {[1 2], [2 1 1]}, ...
              {[1 2], rand(3), 1:2}, {[1 2], rand(3), rand(3)}, {[1 2], rand(3), [3 1 2], 1}}
    same_refusal ("cmpermute", args{1});
  endfor
  same_refusal ("cmpermute", {[0 1], rand(3)}, "cmpermute: X must be an indexed image");

endfunction

function check_refused_text ()

  for args = {{[1 2], struct()}, {struct(), "ab"}}
    same_refusal ("char", args{1});
    same_refusal ("strvcat", args{1});
  endfor
  for args = {{[1 2], "foo"}, {[1 2], 1}, {[1i 2]}, {[1 2], "cell", 1}}
    same_refusal ("num2hex", args{1});
  endfor
  for args = {{"ab"}, {[1i 2]}, {[1 2], 1}, {[true false]}}
    same_refusal ("base64_encode", args{1});
  endfor
  for args = {{[1 2]}, {"AAAAAAAA8D8=", [1 2]}, {"@@@", [1 2]}, {"AAAAAAAA8D8=", [1 2], 1}}
    same_refusal ("base64_decode", args{1});
  endfor

endfunction

function check_refused_matrices ()

  a = [2 1; 1 2];
  for args = {{a}, {{1}, a}, {a, [1; 2], 5}, {a, [1; 2; 3]}, {a, "ab"}, {true(2), [1; 2]}, {a, [1; 2], struct(), 1}}
    same_refusal ("linsolve", args{1});
  endfor
  for args = {{a, -1}, {a, [1 2]}, {a, {1}}, {a, 1, 2}}
    same_refusal ("isdefinite", args{1});
  endfor
  for args = {{ones(2, 2, 2)}, {"ab"}, {a, [1 2]}, {a, 1i}, {true(2)}, {a, 1, 2}}
    same_refusal ("normest", args{1});
  endfor
  for args = {{[1 2 3]}, {a}, {zeros(2, 0, 2)}, {[1 2], 1}}
    same_refusal ("planerot", args{1});
  endfor

endfunction

function check_refused_numbers ()

  for args = {{[0 2]}, {[0 0.5], -1}, {[0 0.5], [1 1]}, {[0 0.5], 1i}, {[0 0.5], 1, 2}}
    same_refusal ("ellipke", args{1});
  endfor
  for x = {[0 1i], "ab", int8([0 1])}
    same_refusal ("ellipke", x, "ellipke: M must be real and of class single or double");
  endfor
  for name = {"cosint", "sinint"}
    for args = {{"ab"}, {[true false]}, {[1 2], 1}}
      same_refusal (name{1}, args{1});
    endfor
  endfor
  for args = {{[1.5 2]}, {[1 2], 1}, {[NaN 2]}, {[1 0.5i]}}
    same_refusal ("isprime", args{1});
  endfor
  for x = {[2 2e10], uint64([2 18446744073709551557]), [2, 2e5 + 1i]}
    same_refusal ("isprime", x, "isprime: numbers above 19500000000 are not supported for gpuArrays; use gather", ...
                  "gpureduce:unsupported");
  endfor
  for args = {{{1}, [1 2]}, {-5, [1 2]}, {5, [-1 2]}, {5, int8([1 2])}, {5, [5i 1]}, {int8([1 2])}, {"ab"}, {true(1, 2)}, {[], [1 2]}, ...
              {0, int8([1 2])}, {1, "ab"}}
    same_refusal ("psi", args{1});
  endfor
  y = [0.1 0.2];
  for args = {{y}, {y, [1 2 3]}, {[0.1 2], 1}, {y - 0.2, 1}, {y, 0}, {y, 1i}, {[0.1 1i], 1}, {y, 1, "foo"}, {y, 1, 5}, ...
              {y, 1, "lower", 1}}
    same_refusal ("gammaincinv", args{1});
  endfor

endfunction
