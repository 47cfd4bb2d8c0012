## SPDX-License-Identifier: GPL-3.0-or-later

## DEMO = demo_moving (ELEMENTS): moving statistics of many series.
##
## The series, one a column, have about ELEMENTS elements together.  gpudemo has what DEMO is.

function demo = demo_moving (elements)

  series = 16;
  n = max (200, ceil (elements / series));
  t = (1:n).' / n;
  x = sin (2 * pi * (1:series) .* t) + (0.1 + 0.3 * t) .* randn (n, series);
  width = 51;

  demo.title = sprintf ("moving statistics: %d series of %d, windows of %d", series, n, width);
  demo.data = {x};
  demo.run = @(x) describe_windows (x, width);
  demo.results = {"means", "standard deviations", "minima", "maxima"};
  demo.bounds = [4 * width * eps, 4 * width * eps, 0, 0];
  demo.draw = @(varargin) draw (x, varargin{:});

endfunction

## Of each window of `width` elements along the columns of x.
function [means, deviations, low, high] = describe_windows (x, width)

  means = movmean (x, width);
  deviations = sqrt (movmean ((x - means) .^ 2, width));
  low = movmin (x, width);
  high = movmax (x, width);

endfunction

function panels = draw (x, means, deviations, low, high)

  at = (1:min (1000, rows (x))).';
  one = @(values) [at, values(at, 3)];
  panels = struct ("title", "the beginning of the third series", "kind", "lines", "x", "element", "y", "", ...
                   "series", {{"series", one(x); "mean", one(means); "mean + deviation", one(means + deviations); ...
                               "mean - deviation", one(means - deviations); "minimum", one(low); ...
                               "maximum", one(high)}});

endfunction
