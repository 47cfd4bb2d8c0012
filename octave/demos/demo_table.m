## SPDX-License-Identifier: GPL-3.0-or-later

## DEMO = demo_table (ELEMENTS): statistics of the columns of a table in which values are missing.
##
## The table has about ELEMENTS elements, and NaN where a value is missing.  gpudemo has what DEMO is.

function demo = demo_table (elements)

  n = 32;
  m = max (100, ceil (elements / n));
  T = randn (m, n) * (eye (n) + diag (ones (1, n - 1), 1)) + (1:n); # neighbours are correlated
  T(rand (m, n) < 0.05) = NaN;

  demo.title = sprintf ("table: %d rows, %d columns, one value in 20 missing", m, n);
  demo.data = {T};
  demo.run = @describe_columns;
  demo.results = {"values", "minima", "maxima", "means", "standard deviations", "correlations"};
  demo.bounds = [0, 0, 0, 2 * m * eps, 2 * m * eps, 4 * m * eps]; # Octave's sums are in order
  demo.draw = @draw;

endfunction

## Of the columns of T; correlations from the rows that have both values.
function [counts, low, high, means, deviations, correlations] = describe_columns (T)

  low = min (T);
  high = max (T);
  is_there = ! isnan (T);
  counts = sum (is_there);
  T(! is_there) = 0;
  means = sum (T) ./ counts;
  centered = (T - means) .* is_there;
  deviations = sqrt (sumsq (centered) ./ (counts - 1));
  both = double (is_there)' * double (is_there);
  correlations = (centered' * centered) ./ (both - 1) ./ deviations ./ deviations.';

endfunction

function panels = draw (counts, low, high, means, deviations, correlations)

  column = (1:numel (means)).';
  one = @(values) [column, values(:)];
  panels = struct ("title", {"columns", "correlations"}, "kind", {"lines", "image"}, "x", "column", "y", "", ...
                   "series", {{"minimum", one(low); "mean - deviation", one(means - deviations); ...
                               "mean", one(means); "mean + deviation", one(means + deviations); ...
                               "maximum", one(high)}, {"", correlations}});

endfunction
