## SPDX-License-Identifier: GPL-3.0-or-later

## What random programs call: a struct array with the fields
## text      of the call, with %s in the place of each argument
## call      the function
## count     how many arguments it has
## place     "host" if its result is there, "device" if it brings it there, else "" for that of its arguments
## takes     ARGS can be compared in all bits: rounding and order of summation do not show
##
## All of them are functions of gpuArrays; others are refused, which the sweep of functions checks.

function f = step_functions ()

  persistent table = make_table ();
  f = table;

endfunction

function f = make_table ()

  any_array = @(varargin) true;
  one = {"abs", "sign", "real", "imag", "conj", "floor", "ceil", "round", "fix", "isnan", "isinf", "isfinite", "squeeze", ...
         "vec", "find", "double", "single", "int8", "int64", "uint16", "logical", "fliplr", "flipud", "any", ...
         "all", "cummin", "min"};
  f = struct ("text", {}, "call", {}, "count", {}, "place", {}, "takes", {});
  for name = one
    f(end + 1) = row ([name{1} " (%s)"], str2func (name{1}), 1, "", any_array);
  endfor
  for name = {"size", "numel", "nnz", "ndims", "isempty", "isreal", "iscomplex", "islogical", "ischar", "isnumeric", "isfloat", ...
              "rows", "columns", "gather", "mat2str"}
    f(end + 1) = row ([name{1} " (%s)"], str2func (name{1}), 1, "host", any_array);
  endfor
  f(end + 1) = row ("gpuArray (%s)", @(x) x, 1, "device", any_array);
  rows_of_shapes = {
    "-%s", @uminus; "! %s", @not; "%s.'", @transpose; "%s'", @ctranspose;
    "reshape (%s, [], 1)", @(x) reshape (x, [], 1); "reshape (%s, 1, [])", @(x) reshape (x, 1, []);
    "permute (%s, [2 1 3])", @(x) permute (x, [2 1 3]); "permute (%s, [3 1 2])", @(x) permute (x, [3 1 2]);
    "repmat (%s, 2)", @(x) repmat (x, 2); "repmat (%s, 1, 2)", @(x) repmat (x, 1, 2);
    "repmat (%s, [1 2 2])", @(x) repmat (x, [1 2 2]); "repmat (%s, 0, 2)", @(x) repmat (x, 0, 2);
    "max (%s, [], 2)", @(x) max (x, [], 2); "any (%s, 2)", @(x) any (x, 2); "all (%s, 1)", @(x) all (x, 1);
    "cummax (%s, 2)", @(x) cummax (x, 2); "min (%s, [], 3)", @(x) min (x, [], 3)};
  for k = 1:rows (rows_of_shapes)
    f(end + 1) = row (rows_of_shapes{k,1}, rows_of_shapes{k,2}, 1, "", any_array);
  endfor
  orders = {
    "sort (%s)", @sort; "sort (%s, 2, 'descend')", @(x) sort (x, 2, "descend"); "sort (%s, 3)", @(x) sort (x, 3);
    "nthargout (2, @sort, %s)", @(x) nthargout (2, @sort, x); "sortrows (%s)", @sortrows; "sortrows (%s, -1)", @(x) sortrows (x, -1)};
  for k = 1:rows (orders)
    f(end + 1) = row (orders{k,1}, orders{k,2}, 1, "", any_array);
  endfor
  sums = {
    "sum (%s)", @sum; "sum (%s, 2)", @(x) sum (x, 2); "cumsum (%s)", @cumsum; "cumsum (%s, 2)", @(x) cumsum (x, 2);
    "sumsq (%s)", @sumsq; "mean (%s, 1)", @(x) mean (x, 1)};
  for k = 1:rows (sums)
    f(end + 1) = row (sums{k,1}, sums{k,2}, 1, "", @are_small);
  endfor
  f(end + 1) = row ("diff (%s)", @diff, 1, "", @(x) ! islogical (x)); # of one logical value Octave's is logical
  f(end + 1) = row ("sqrt (%s)", @sqrt, 1, "", @(x) isreal (x) && all (x(:) >= 0));
  for name = {"+", "-", "==", "!=", "<", "<=", ">", ">=", "&", "|"}
    f(end + 1) = row (["%s " name{1} " %s"], operator (name{1}), 2, "", any_array);
  endfor
  f(end + 1) = row ("%s .* %s", @times, 2, "", @(x, y) (isreal (x) && isreal (y)) || are_small (x, y));
  f(end + 1) = row ("%s ./ %s", @rdivide, 2, "", @(x, y) isreal (x) && isreal (y));
  f(end + 1) = row ("%s * %s", @mtimes, 2, "", @are_small);
  f(end + 1) = row ("max (%s, %s)", @max, 2, "", @are_of_one_class);
  f(end + 1) = row ("min (%s, %s)", @min, 2, "", @are_of_one_class);
  f(end + 1) = row ("isequal (%s, %s)", @isequal, 2, "host", any_array);
  f(end + 1) = row ("size_equal (%s, %s)", @size_equal, 2, "host", any_array);

endfunction

function r = row (text, call, count, place, takes)

  r = struct ("text", text, "call", call, "count", count, "place", place, "takes", takes);

endfunction

function f = operator (name)

  names = {"+", "-", "==", "!=", "<", "<=", ">", ">=", "&", "|"};
  functions = {@plus, @minus, @eq, @ne, @lt, @le, @gt, @ge, @and, @or};
  f = functions{strcmp (name, names)};

endfunction

## Whole numbers whose sums and products are whole, too, in any order.
function t = are_small (varargin)

  t = all (cellfun (@(x) all (real (x(:)) == fix (real (x(:))) & imag (x(:)) == fix (imag (x(:))) & abs (x(:)) < 1e4), ...
                    varargin));

endfunction

## Two arrays that max and min take elementwise, as help gpuArray says.
function t = are_of_one_class (x, y)

  t = ! ischar (x) && ! ischar (y) && ! isempty (x) && ! isempty (y) ...
      && ! (isinteger (x) && isinteger (y) && ! strcmp (class (x), class (y)));

endfunction
