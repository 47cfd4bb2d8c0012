## SPDX-License-Identifier: GPL-3.0-or-later

## fuzz_expressions_one (N): arrayfun of random function number N of gpuArrays against Octave's own evaluation of each
## element.

function fuzz_expressions_one (n)

  rand ("twister", n);
  randn ("twister", n);
  is_rounded = rand () < 0.4;
  text = ["@(x, y) " random_expression(randi (4), is_rounded)];
  [x, y, c] = values (is_rounded);
  f = eval ([text ";"]); # it captures c
  what = sprintf ("fuzz_expressions_one (%d): %s of %s, %s and %s", n, text, class (x), class (y), class (c));

  ## Octave's int64 times -0.5 is 0 by mistake
  has_int64 = any (strcmp ("int64", {class(x), class(y), class(c)})) || ! isempty (strfind (text, "int64"));
  if (has_int64 && ! isempty (strfind (text, "0.5")))
    return;
  endif

  [want, host_error] = on_host (f, x, y);
  have = host = [];
  try
    have = arrayfun (f, gpuArray (x), y);
    host = gather (have);
    device_error = "";
  catch err
    device_error = err.message;
  end_try_catch

  if (! isempty (device_error))
    is_complex = ! isempty (strfind (device_error, "is complex"));
    ## Octave has integers | NaN of scalars, and refuses them in arrays
    is_nan = ! isempty (strfind (device_error, "NaN to logical")) && ! isempty (regexp (text, "[&|]"));
    ## and extrema of integers of two classes, and does not look at classes on the right of && and ||
    is_mixed = ! isempty (regexp (device_error, "'(min|max)' not implemented", "once")) ...
               || (! isempty (strfind (device_error, "not implemented")) && ! isempty (regexp (text, "&&|\\|\\|", "once")));
    tally (is_complex || is_nan || is_mixed || ! isempty (host_error), "%s: %s", what, device_error);
    return;
  elseif (! isempty (host_error))
    ## a value that is not chosen is no error on the device
    tally (! isempty (strfind (text, "merge")), "%s: no error; Octave has \"%s\"", what, host_error);
    return;
  endif
  good = isgpuarray (have) && size_equal (have, x + zeros (size (y)));
  for k = 1:numel (want)
    if (! good || ! alike (host(k), want{k}, is_rounded))
      tally (false, "%s: element %d is %s, and in Octave %s", what, k, disp (host(k)), disp (want{k}));
      return;
    endif
  endfor
  tally (true);

endfunction

## The values of all elements, or the error of one.
function [want, message] = on_host (f, x, y)

  message = "";
  [x, y] = deal (repmat (x, size (y) ./ min (size (x), size (y))), repmat (y, size (x) ./ min (size (x), size (y))));
  want = cell (size (x));
  for k = 1:numel (x)
    try
      want{k} = f (x(k), y(k));
    catch err
      message = err.message;
      return;
    end_try_catch
  endfor

endfunction

## The same class and bits, or within rounding errors.
function good = alike (have, want, is_rounded)

  good = strcmp (class (have), class (want)) && isscalar (want);
  if (good && is_rounded)
    tolerance = ifelse (isa (have, "single"), 1e-3, 1e-8);
    good = isequaln (have, want) || abs (have - want) <= tolerance * max (1, abs (want));
  elseif (good)
    good = isequaln (have, want) && (! isfloat (have) || isequaln (1 ./ have, 1 ./ want));
  endif

endfunction

function [x, y, c] = values (is_rounded)

  classes = {"double", "single", "double", "int8", "uint8", "int16", "int32", "uint32", "int64", "uint64", "logical"};
  if (is_rounded)
    classes = {"double", "single"};
  endif
  kinds = {"whole", "wild"};
  sizes = {[1 1], [2 3], [1 3], [2 1]};
  one = @(sz) sample (classes{randi(numel (classes))}, false, sz, kinds{randi(2)}, false);
  if (is_rounded)
    one = @(sz) cast (randn (sz), classes{randi(2)});
  endif
  x = one ([2 3]);
  y = one (sizes{randi(numel (sizes))});
  c = one ([1 1]);

endfunction
