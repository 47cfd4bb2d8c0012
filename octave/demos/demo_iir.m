## SPDX-License-Identifier: GPL-3.0-or-later

## DEMO = demo_iir (ELEMENTS): recursive filters of many channels, each a scan of affine maps.
##
## The channels, one a column, have about ELEMENTS elements together.  gpudemo has what DEMO is.

function demo = demo_iir (elements)

  channels = 64;
  n = max (400, ceil (elements / channels));
  t = (1:n).';
  tone = sin ((0.01 + 0.0002 * (1:channels)) .* t) .* (1 + sin (0.0005 * t));
  x = tone + 0.5 * randn (n, channels);

  demo.title = sprintf ("recursive filters: %d channels of %d", channels, n);
  demo.data = {x};
  demo.run = @(x) find_envelope (x, 0.1, 0.995);
  demo.results = {"without noise", "envelope"};
  demo.bounds = [1e-11, 1e-11]; # the maps are multiplied in another order
  demo.draw = @(varargin) draw (x, varargin{:});

endfunction

## A Butterworth filter of the fourth order, as two of the second order one after the other, takes away what is faster than
## CUTOFF radians a sample; then the moduli are smoothed by a filter of the first order with the pole P.
function [y, envelope] = find_envelope (x, cutoff, p)

  y = x;
  for q = 0.5 ./ cos (pi * [1 3] / 8)
    [b, a] = low_pass (cutoff, q);
    y = filter (b, a, y);
  endfor
  envelope = filter (1 - p, [1, -p], abs (y));

endfunction

## A pair of poles of quality Q, by the bilinear transform.
function [b, a] = low_pass (cutoff, q)

  k = tan (cutoff / 2);
  norm = 1 + k / q + k ^ 2;
  b = k ^ 2 / norm * [1, 2, 1];
  a = [1, 2 * (k ^ 2 - 1) / norm, (1 - k / q + k ^ 2) / norm];

endfunction

function panels = draw (x, y, envelope)

  at = (1:min (2000, rows (x))).';
  one = @(values) [at, values(at, 3)];
  panels = struct ("title", "the beginning of the third channel", "kind", "lines", "x", "element", "y", "", ...
                   "series", {{"signal", one(x); "filtered", one(y); "envelope", one(envelope)}});

endfunction
