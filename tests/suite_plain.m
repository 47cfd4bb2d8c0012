## SPDX-License-Identifier: GPL-3.0-or-later

## Plain calls of functions that are composed of operators, which the gateway answers, against their m-files: the same
## bits, classes, sizes and errors, whichever of the two does the work.

function suite_plain ()

  live = __gpureduce__ ("live");
  shapes = {[0 0], [3 0], [1 1], [1 7], [7 1], [4 5], [3 4 2], [1 1 5], [20000 1], [200 333]};
  for t = element_types ().'
    for sz = shapes
      for kind = {"whole", "wild"}(1:1+any (strcmp (t{1}, {"double", "single"})))
        x = sample (t{:}, sz{1}, kind{1}, false);
        y = sample (t{:}, sz{1}, kind{1}, false);
        for dim = {{}, {2}, {5}, {1.5}, {single(2)}, {"all"}}
          alike ("range", 1, x, dim{1}{:});
          alike ("bounds", 1, x, dim{1}{:});
          alike ("bounds", 2, x, dim{1}{:});
          alike ("dot", 1, x, y, dim{1}{:});
          alike ("diff", 1, x, dim{1}{:});
        endfor
        alike ("dot", 1, x(:), y(:).');
        alike ("dot", 1, x, single (1));
        alike ("norm", 1, x);
        alike ("norm", 1, x(:));
        alike ("norm", 1, x(:).', 1);
        alike ("nnz", 1, x);
      endfor
    endfor
  endfor
  ## squares that are no doubles, sparse arrays, ranges, and what is no array of numbers
  for x = {[1e200 1e200], [1e-200; 1e-200], single([1e30 1e30]), [0 0], sparse([1 0 2]), 1:10, 5:-1, {1}, struct(), @sin, ...
           "text", true(3), gpuArray([1 2 4])}
    for name = {"range", "bounds", "norm", "nnz", "diff"}
      alike (name{1}, 1, x{1});
    endfor
    alike ("dot", 1, x{1}, x{1});
  endfor
  for name = {"range", "bounds", "norm", "nnz", "diff", "dot"}
    for args = {{}, {1, 2, 3, 4}}
      [~, said] = call (["gpu" name{1}], 1, args{1});
      tally (! isempty (strfind (said, ["Octave:invalid-fun-call: Invalid call to gpu" name{1}])), "gpu%s of %d: %s", name{1}, ...
             numel (args{1}), said);
    endfor
    [~, said] = call (["gpu" name{1}], 3, {1, 1});
    tally (! isempty (said), "gpu%s has three results", name{1});
  endfor
  clear x
  tally (__gpureduce__ ("live") == live, "%d buffers were left", __gpureduce__ ("live") - live);

endfunction

## gpuNAME does what its m-file does.
function alike (name, nout, varargin)

  [got, error_of_gateway] = call (["gpu" name], nout, varargin);
  [want, error_of_file] = call (["__gpureduce_" name "__"], nout, varargin);
  what = strjoin (cellfun (@(a) [class(a) " " mat2str(size (a))], varargin, "UniformOutput", false), ", ");
  tally (strcmp (error_of_gateway, error_of_file), "gpu%s (%s): %s, and not %s", name, what, error_of_gateway, error_of_file);
  shown = @(results) cellfun (@describe, results, "UniformOutput", false);
  tally (isequaln (got, want) && isequal (shown (got), shown (want)), "gpu%s (%s) is not what its m-file gives", name, ...
         what);

endfunction

function [results, message] = call (name, nout, args)

  results = cell (1, nout);
  message = "";
  try
    [results{:}] = feval (name, args{:});
  catch err
    message = [err.identifier ": " err.message];
    results = {};
  end_try_catch

endfunction

## Class, size, and the signs of zeros.
function d = describe (x)

  x = gather (x);
  d = {class(x), size(x), iscomplex(x)};
  if (isfloat (x))
    d{end + 1} = 1 ./ [real(x(x == 0)); imag(x(x == 0))];
  endif

endfunction
