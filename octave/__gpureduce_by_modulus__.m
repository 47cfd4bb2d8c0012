## SPDX-License-Identifier: GPL-3.0-or-later

## [M, I] = __gpureduce_by_modulus__ (NAME, A, [], DIMS, OPTIONS, ...): what gpuNAME
## gives of real A with "ComparisonMethod", "abs", NAME being max, min, cummax or
## cummin.  Of equal moduli the greater number is the greater one.  DIMS is [] if OPTIONS have segments.
##
## The greatest modulus is that of the greatest or of the least number.  The least
## modulus is that of the greatest number below 0 or of the least one from 0 on.

function [m, i] = __gpureduce_by_modulus__ (name, a, ~, dims, varargin)

  middle = {[]};
  if (strncmp (name, "cum", 3))
    middle = {};
  endif
  where = {dims};
  if (isempty (dims)) # segments of any lengths
    where = {};
  endif
  extremum = @(kind, x) both ([name(1:end-3) kind], x, middle{:}, where{:}, varargin{:});

  if (strcmp (name(end-2:end), "max"))
    [m, i] = extremum ("max", a);
    [low, at] = extremum ("min", a);
    ## the sum has the sign of the one of larger modulus; exclusive scans begin with low > m
    take = (m + low < 0) .* (low <= m);
  else
    greatest = extremum ("max", a);
    least = extremum ("min", a);
    [m, i] = extremum ("max", __gpureduce_fill__ (a, a >= 0, lowest (a)));
    [low, at] = extremum ("min", __gpureduce_fill__ (a, a < 0, -lowest (a)));
    take = (greatest >= 0) .* ((least >= 0) + (m + low < 0));
  endif
  m = __gpureduce_fill__ (m, take, low);
  i = __gpureduce_fill__ (i, take, at);

endfunction

function [m, i] = both (name, varargin)

  [m, i] = feval (["gpu" name], varargin{:});

endfunction

## The least value of the class of A.
function x = lowest (a)

  cls = underlyingType (a);
  if (any (strcmp (cls, {"double", "single"})))
    x = -Inf (cls);
  else
    x = intmin (cls);
  endif

endfunction
