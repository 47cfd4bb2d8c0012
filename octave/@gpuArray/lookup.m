## SPDX-License-Identifier: GPL-3.0-or-later

## I = lookup (TABLE, Y), (TABLE, Y, OPT): for each element of Y the number of elements of a sorted TABLE that do not go
## behind it, so that TABLE(I(k)) is the last one of these.  TABLE ascends or descends, and NaN count as greater than
## numbers.  I has doubles, the size of Y, and is on the device.
##
## OPT has one or two of the letters m, elements of TABLE that differ from those of Y are 0; b, the same as a logical
## array; l, I is 1 at least; r, I is numel (TABLE) - 1 at most.  As Octave has it, elements of two classes are compared as
## doubles, or as singles if one of them has these, and of complex numbers the moduli count.  Tables of strings,
## which are cells, are refused.

function i = lookup (table, y, varargin)

  if (nargin < 2 || nargin > 3)
    print_usage ("lookup");
  endif
  varargin = cellfun (@gather, varargin, "UniformOutput", false);
  if (! isgpuarray (table) && ! isgpuarray (y))
    i = lookup (table, y, varargin{:});
    return;
  elseif (iscell (table) || iscell (y))
    error ("gpureduce:unsupported", "lookup: strings in cells are not looked up beside gpuArrays");
  endif
  [match, least, most] = parse_options (numel (table), varargin{:});
  if (! ((isnumeric (table) && isnumeric (y)) || (ischar (table) && ischar (y))))
    print_usage ("lookup");
  elseif (ndims (table) != 2 || min (size (table)) > 1)
    warning ("lookup: table is not a vector");
  endif
  [table, y] = of_one_class (table, y);
  falls = does_fall (table);
  i = __gpuarray__ ("lookup", "lookup", table, y, falls);
  if (falls && isfloat (y))
    ## where it would stand first, and Octave has it last
    i = max (i, numel (table) * isnan (y));
  endif
  if (match)
    found = i != 0;
    if (! isempty (table))
      found &= reshape (table(max (i, 1)), size (y)) == y;
    endif
    if (match == "b")
      i = found;
    else
      i .*= found;
    endif
  else
    if (most < Inf)
      i = min (i, most);
    endif
    if (least)
      i = max (i, least);
    endif
  endif

endfunction

## "m", "b" or "", and the least and the greatest place.
function [match, least, most] = parse_options (n, opt = "")

  if (! ischar (opt))
    error ("lookup: OPT must be a string");
  endif
  unknown = opt(! ismember (opt, "mblr"));
  if (! isempty (unknown))
    error ("lookup: unrecognized option: %s", unknown(1));
  elseif (any (opt == "m") && any (opt == "b"))
    error ("lookup: only one of m or b can be specified");
  elseif (any (opt == "m" | opt == "b") && any (opt == "l" | opt == "r"))
    error ("lookup: m, b cannot be specified with l or r");
  endif
  match = opt(find (opt == "m" | opt == "b", 1));
  least = double (any (opt == "l"));
  most = Inf;
  if (any (opt == "r"))
    most = n - 1;
  endif

endfunction

function t = does_fall (table)

  t = false;
  if (numel (table) > 1)
    ends = gather (table([1, end]));
    t = ends(1) > ends(2) || (isnan (ends(1)) && ! isnan (ends(2)));
  endif

endfunction

## The class that Octave compares in.
function [table, y] = of_one_class (table, y)

  if (iscomplex (table))
    table = abs (table);
  endif
  if (iscomplex (y))
    y = abs (y);
  endif
  table = gpuArray (table);
  y = gpuArray (y);
  classes = {underlyingType(table), underlyingType(y)};
  if (! strcmp (classes{:}))
    common = {"double", "single"}{1 + any(strcmp (classes, "single"))};
    table = cast (table, common);
    y = cast (y, common);
  endif

endfunction
