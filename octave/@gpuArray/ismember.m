## SPDX-License-Identifier: GPL-3.0-or-later

## [TF, I] = ismember (A, S), (A, S, "rows"): which elements of A, or rows, are in S?  TF has the size of A, or is a column,
## and S(I) are those that are; I is 0 elsewhere.  Of equal elements of S it is the last one, as Octave has it.  Results are on
## the device if one of the arrays is.  NaN are in no set.  Complex numbers are equal if both parts are, in one element of
## S; Octave 7 looks for the parts each by themselves.

function [tf, i] = ismember (a, s, varargin)

  if (nargin < 2 || nargin > 3)
    print_usage ("ismember");
  endif
  varargin = cellfun (@gather, varargin, "UniformOutput", false);
  if (! isgpuarray (a) && ! isgpuarray (s))
    [tf, i] = ismember (a, s, varargin{:});
    return;
  elseif (any (strcmp ("stable", varargin)) || any (strcmp ("sorted", varargin)))
    error ("gpureduce:badArgument", 'ismember: "stable" or "sorted" are not valid options');
  endif
  [a, s, how] = set_arguments ("ismember", a, s, varargin);
  if (how.by_rows)
    i = find_rows (a, s);
    tf = i != 0;
  elseif (iscomplex (a) || iscomplex (s))
    i = reshape (find_rows ([real(a(:)), imag(a(:))], [real(s(:)), imag(s(:))]), size (a));
    tf = i != 0;
  else
    [s, is] = sort (comparable (s, a)(:));
    a = comparable (a, s);
    if (nargout < 2)
      tf = lookup (s, a, "b");
    else
      i = lookup (s, a, "m");
      tf = i != 0;
      if (! isempty (s))
        i = reshape (is(max (i, 1)), size (i)) .* tf;
      endif
    endif
  endif

endfunction

## X as lookup takes it beside OTHER.
function x = comparable (x, other)

  if (islogical (x))
    x = uint8 (x);
  elseif (ischar (x) && ! ischar (other))
    x = double (x);
  endif

endfunction

## The last one of the rows of S that each row of A is, or 0.
function i = find_rows (a, s)

  na = rows (a);
  if (isempty (a) || isempty (s))
    i = gpuArray (zeros (na, 1));
    return;
  endif
  g = groups_of ([a; s], true);
  i = max (g.last - na, 0);
  i = __gpuarray__ ("scatter", g.order, i(g.number))(1:na);

endfunction
