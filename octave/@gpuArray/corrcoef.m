## SPDX-License-Identifier: GPL-3.0-or-later

## R = corrcoef (X), (X, Y), (..., "rows", ROWS), [R, P, LCI, HCI] = corrcoef (..., "alpha", A): correlations of the columns
## of X, or of X(:) and Y(:), of all pairs at once by one matrix product; with "pairwise" a pair after the other.  P, LCI
## and HCI come from R alone, and are computed on the host.

function [r, p, lci, hci] = corrcoef (x, varargin)

  if (numel (varargin) && isnumeric (varargin{1}))
    y = varargin{1};
    if (! isempty (x) && ! isempty (y) && numel (x) != numel (y))
      error ("gpureduce:badArgument", "corrcoef: X and Y must be the same size");
    endif
    x = [x(:), y(:)];
    varargin(1) = [];
  endif
  varargin = cellfun (@gather, varargin, "UniformOutput", false);
  if (! isgpuarray (x))
    [r, p, lci, hci] = corrcoef (x, varargin{:});
    return;
  endif
  [alpha, by] = parse_options (varargin);
  if (strcmp (by, "complete"))
    x = x(! any (isnan (x), 2),:);
  endif
  if (isempty (x) || isscalar (x))
    r = p = lci = hci = gpuArray (NaN);
    return;
  elseif (isrow (x))
    x = x(:);
  endif
  counts = rows (x);
  if (strcmp (by, "pairwise"))
    [r, counts] = by_pairs (x);
  else
    r = corr (x);
    n = columns (x);
    lost = any (isnan (x), 1);
    ones_there = ones (1, n);
    ones_there(gather (lost)) = NaN;
    r(1:n + 1:end) = ones_there;
  endif
  r = double (r);
  if (nargout > 1)
    [p, lci, hci] = significance (gather (r), rows (x), counts, alpha);
    p = gpuArray (p);
    lci = gpuArray (lci);
    hci = gpuArray (hci);
  endif

endfunction

function [alpha, by] = parse_options (options)

  alpha = 0.05;
  by = "all";
  for k = 1:2:numel (options)
    name = options{k};
    if (! ischar (name))
      error ("gpureduce:badArgument", "corrcoef: parameter %d must be a string", k);
    elseif (k == numel (options))
      error ("gpureduce:badArgument", 'corrcoef: parameter "%s" missing value', name);
    endif
    value = options{k+1};
    switch (tolower (name))
      case "alpha"
        if (! (isnumeric (value) && isscalar (value) && value >= 0 && value <= 1))
          error ("gpureduce:badArgument", 'corrcoef: "alpha" must be a scalar between 0 and 1');
        endif
        alpha = value;
      case "rows"
        if (! (ischar (value) && any (strcmpi (value, {"all", "complete", "pairwise"}))))
          error ("gpureduce:badArgument", 'corrcoef: "rows" must be "all", "complete", or "pairwise"');
        endif
        by = tolower (value);
      otherwise
        error ("gpureduce:badArgument", 'corrcoef: Unknown option "%s"', name);
    endswitch
  endfor

endfunction

## For each pair of columns of the rows without NaN in both, and how many these are.
function [r, counts] = by_pairs (x)

  n = columns (x);
  r = eye (n, "like", double (x([])));
  counts = rows (x) * ones (n);
  for i = 1:n
    for j = i + 1:n
      pair = x(:,[i, j]);
      pair = pair(! any (isnan (pair), 2),:);
      counts(i,j) = counts(j,i) = rows (pair);
      r(i,j) = r(j,i) = corr (pair(:,1), pair(:,2));
    endfor
  endfor

endfunction

## By Student's distribution, with two sides, and by Fisher's transform of R.
function [p, lci, hci] = significance (r, m, counts, alpha)

  if (iscomplex (r))
    error ("gpureduce:badArgument", "corrcoef: X must not be complex where P is asked for");
  endif
  n = rows (r);
  p = eye (n);
  p(1:n + 1:end) = 1 + 0 * diag (r);
  df = m - 2;
  above = triu (true (n), 1);
  t = sqrt (df) * r(above) ./ sqrt (1 - r(above) .^ 2);
  q = NaN (size (t));
  is_number = ! isnan (t) & df > 0;
  q(is_number & isinf (t)) = 0;
  is_number &= ! isinf (t);
  if (any (is_number))
    q(is_number) = betainc (df ./ (df + t(is_number) .^ 2), df / 2, 1 / 2);
  endif
  p(above) = q;
  p = triu (p) + triu (p, 1).';
  ci = sqrt (2) * erfinv (1 - alpha) ./ sqrt (counts - 3);
  lci = tanh (atanh (r) - ci);
  hci = tanh (atanh (r) + ci);

endfunction
