## SPDX-License-Identifier: GPL-3.0-or-later

## [NN, XX] = hist_of (Y, X, NORM): what hist gives of gpuArrays with results.

function [nn, xx] = hist_of (y, x = 10, norm = [], varargin)

  if (nargin > 3 || ischar (x) || ischar (norm) || (! isgpuarray (y) && all (ishghandle (y))))
    error ("gpureduce:unsupported", "hist: with results there is no text among the arguments; use gather");
  endif
  [x, norm] = gather (x, norm);
  if (! isreal (y) || ! (isnumeric (y) || islogical (y)))
    error ("gpureduce:badArgument", "hist: Y must be real-valued");
  elseif (! isreal (x))
    error ("gpureduce:badArgument", "hist: bin specification must be a numeric scalar or vector");
  elseif (! isvector (x))
    error ("gpureduce:badArgument", "hist: bin specification must be a scalar or vector");
  elseif (nargin > 2 && (! isnumeric (norm) || ! all (norm > 0)))
    error ("gpureduce:badArgument", "hist: NORM must be a numeric constant > 0");
  elseif (nargin > 2 && (! isvector (norm) || ! any (numel (norm) == [1, columns(y)])))
    error ("gpureduce:badArgument", "hist: NORM must be scalar or vector of length 'columns (Y)'");
  endif

  y = gpuArray (y);
  is_vector = isvector (y);
  if (is_vector)
    y = y(:);
  endif
  [x, has_equal_steps] = centers_of (y, x);
  n = rows (x);
  cutoff = (x(1:end-1) + x(2:end)) / 2;
  if (n >= 11 && has_equal_steps)
    nn = counts_of ("hist", bins_of_steps (y, x, cutoff), n, 1);
  else
    nn = counts_between (y, cutoff);
  endif
  if (! isempty (norm))
    nn .*= norm(:).' ./ sum (! isnan (y), 1);
  endif
  xx = gpuArray (x);
  if (is_vector)
    nn = nn.';
    xx = xx.';
  endif

endfunction

## The centers in a column, and whether they have equal steps.
function [x, has_equal_steps] = centers_of (y, x)

  has_equal_steps = true;
  if (isscalar (x))
    x = equal_centers (y, fix (double (x)));
    return;
  endif
  if (! isfloat (x))
    x = double (x);
  endif
  steps = diff (x);
  has_equal_steps = strcmp (typeinfo (x), "range") || all (steps == steps(1));
  x = x(:);
  if (! issorted (x))
    warning ("hist: bin values X not sorted on input");
    x = sort (x);
  endif

endfunction

function x = equal_centers (y, n)

  if (n <= 0)
    error ("gpureduce:badArgument", "hist: number of bins NBINS must be positive");
  endif
  if (isfloat (y))
    least = gather (gpumin (@(y) ifelse (isfinite (y), y, Inf), y(:)));
    most = gather (gpumax (@(y) ifelse (isfinite (y), y, -Inf), y(:)));
    if (! (least <= most))
      error ("gpureduce:badArgument", "hist: Y has no finite elements");
    endif
  else
    least = double (gather (gpumin (y(:))));
    most = double (gather (gpumax (y(:))));
  endif
  if (least != most)
    x = ((most - least) * (1:2:2*n) + 2*n*least) / (2*n);
  else
    x = (-floor ((n-1)/2):ceil ((n-1)/2)) + least;
  endif
  x = x(:);

endfunction

## Where the steps are equal Octave divides by them, which rounds.
function bins = bins_of_steps (y, x, cutoff)

  step = (x(end) - x(1)) / (numel (x) - 1);
  first = cutoff(1);
  most = numel (cutoff);
  bins = arrayfun (@(y) ifelse (isnan (y), 0, 1 + max (0, min (most, ceil ((double (y) - first) / step)))), y);

endfunction

## A bin has what is above the cutoff before it and not above the one behind it.
function nn = counts_between (y, cutoff)

  [y, cutoff] = common_numbers (y, cutoff);
  nn = __gpuarray__ ("histogram", "hist", [-Inf; next_number(cutoff); Inf], y, 1);
  ## Inf belongs to the last one
  n = rows (nn) - 1;
  others = repmat ({":"}, 1, ndims (nn) - 1);
  nn(n, others{:}) += nn(n + 1, others{:});
  nn = nn(1:n, others{:});

endfunction
