## SPDX-License-Identifier: GPL-3.0-or-later

## [B, I] = extremes_of (CALLER, KIND, A, K, ...): what the function CALLER, which is KIND, maxk or mink, by its own
## name or behind gpu, gives of A.

function [b, i] = extremes_of (caller, kind, a, varargin)

  if (nargin < 4 || nargin > 7)
    print_usage (caller);
  endif
  check_array (caller, a, {"numeric", "logical", "char"}, "A must be a numeric, logical or char array", "");
  k = check_whole_numbers (caller, "K", varargin{1}, 0, flintmax (), [1 1]);
  [dim, method] = read_options (caller, a, varargin(2:end));
  dim = min (dim, ndims (a) + 1);
  n = size (a, dim);
  [keys, second, turns] = sort_keys (a, method);
  mode = {"ascend", "descend"}{1 + xor(strcmp (kind, "maxk"), turns)};
  if (isempty (second))
    [s, i] = __gpuarray__ ("sort", caller, 2, keys, dim, mode);
  else
    [~, j] = __gpuarray__ ("sort", caller, 2, second, dim, mode);
    [s, i] = __gpuarray__ ("sort", caller, 2, take_along (keys, dim, j), dim, mode);
    i = take_along (j, dim, i);
  endif
  first = along_dim (1:min (k, n), dim);
  if (isfloat (s) && strcmp (mode, "descend") && ! isempty (s))
    ## NaN have gone first
    first = mod (sum (isnan (s), dim) + first - 1, n) + 1;
    i = take_along (i, dim, first);
  else
    i = part_along (i, dim, first(:));
  endif
  b = take_along (a, dim, i);

endfunction

## The dimension, and how elements are compared.
function [dim, method] = read_options (caller, a, args)

  method = "auto";
  dim = [find(size (a) != 1, 1), 1](1);
  args = cellfun (@gather, args, "UniformOutput", false);
  if (! isempty (args) && ! ischar (args{1}))
    dim = check_dim (caller, args{1}, flintmax (), "DIM must be a positive integer scalar");
    args(1) = [];
  endif
  if (isempty (args))
    return;
  endif
  check_string (caller, "an option", args{1}, 63);
  if (! strcmpi (args{1}, "ComparisonMethod"))
    error ("gpureduce:badArgument", "%s: unrecognized option '%s'; there is \"ComparisonMethod\"", caller, args{1});
  elseif (numel (args) != 2 || ! ischar (args{2}) || ! any (strcmpi (args{2}, {"auto", "real", "abs"})))
    error ("gpureduce:badArgument", "%s: \"ComparisonMethod\" must be \"auto\", \"real\" or \"abs\"", caller);
  endif
  method = tolower (args{2});

endfunction

## What is sorted in place of A, what decides between equals, or [], and whether the order of both is the other way
## round.
function [keys, second, turns] = sort_keys (a, method)

  keys = a;
  second = [];
  turns = false;
  if (iscomplex (a) && strcmp (method, "real"))
    keys = __gpureduce_fill__ (real (a), isnan (a), NaN);
    second = imag (a);
  elseif (strcmp (method, "abs") && isnumeric (a) && ! iscomplex (a) && ! strncmp (underlyingType (a), "uint", 4))
    ## the least integer has no modulus
    keys = min (a, -a);
    second = a;
    turns = true;
  endif

endfunction
