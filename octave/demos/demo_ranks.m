## SPDX-License-Identifier: GPL-3.0-or-later

## DEMO = demo_ranks (ELEMENTS): correlations of ranks, which a few wild values do not spoil.
##
## The table has about ELEMENTS elements, of which one in 100 is a thousand times too large.  gpudemo has what DEMO is.

function demo = demo_ranks (elements)

  n = 32;
  m = max (100, ceil (elements / n));
  T = randn (m, n) * (eye (n) + diag (ones (1, n - 1), 1)); # neighbours are correlated
  T(rand (m, n) < 0.01) *= 1000;

  demo.title = sprintf ("ranks: %d rows, %d columns, one value in 100 is wild", m, n);
  demo.data = {T};
  demo.run = @(T) describe_order (T, 0:0.05:1);
  demo.results = {"quantiles", "correlations", "correlations of ranks"};
  demo.bounds = [0, 4 * m * eps, 4 * m * eps]; # Octave's sums are in order
  demo.draw = @(varargin) draw (0:0.05:1, varargin{:});

endfunction

## Of the columns of T: values in order at some places P, from 0 to 1, and correlations of values and of ranks.
function [values, correlations, rank_correlations] = describe_order (T, p)

  m = rows (T);
  [sorted, places] = sort (T);
  values = sorted(round (1 + p * (m - 1)),:);
  [~, ranks] = sort (places); # where a column's element stands, from where its sorted elements stood
  correlations = correlate (T);
  rank_correlations = correlate (ranks);

endfunction

function r = correlate (T)

  centered = T - mean (T);
  centered ./= sqrt (sumsq (centered));
  r = centered' * centered;

endfunction

function panels = draw (p, values, correlations, rank_correlations)

  inner = 2:numel (p) - 1; # the outermost are wild
  one = @(k) [p(inner).', values(inner,k)];
  panels = struct ("title", {"quantiles of columns", "correlations", "correlations of ranks"}, ...
                   "kind", {"lines", "image", "image"}, "x", {"part", "column", "column"}, "y", "", ...
                   "series", {{"first", one(1); "middle", one(16); "last", one(32)}, ...
                              {"", correlations}, {"", rank_correlations}});

endfunction
