## SPDX-License-Identifier: GPL-3.0-or-later

## DEMO = demo_options (ELEMENTS): prices of Asian options by Monte Carlo, and how far to trust them.
##
## The paths of the stock, one a row, have about ELEMENTS elements together.  gpudemo has what DEMO is.

function demo = demo_options (elements)

  steps = 64;
  paths = max (2, ceil (elements / steps));
  strikes = 80:5:120;

  demo.title = sprintf ("option prices: %d paths of %d steps, %d strikes", paths, steps, numel (strikes));
  demo.data = {randn(paths, steps), strikes};
  demo.run = @find_prices;
  demo.results = {"prices", "standard errors"};
  demo.bounds = [4, 4] * (paths + steps) * eps; # Octave's sums are in order
  demo.draw = @(prices, errors) draw (strikes, prices, errors);

endfunction

## Options that pay after a year by how much the mean price of the stock is above the strike; Z has normal numbers.
function [prices, errors] = find_prices (Z, strikes)

  start = 100;
  rate = 0.03; # of interest, a year
  volatility = 0.25;
  dt = 1 / columns (Z);
  growth = (rate - volatility ^ 2 / 2) * dt + volatility * sqrt (dt) * Z;
  stock = start * exp (cumsum (growth, 2));
  gain = exp (-rate) * max (mean (stock, 2) - strikes, 0);
  prices = mean (gain);
  errors = sqrt (var (gain) / rows (Z));

endfunction

function panels = draw (strikes, prices, errors)

  one = @(values) [strikes(:), values(:)];
  panels = struct ("title", {"price", "standard error"}, "kind", "lines", "x", "strike", "y", "", ...
                   "series", {{"price", one(prices)}, {"standard error", one(errors)}});

endfunction
