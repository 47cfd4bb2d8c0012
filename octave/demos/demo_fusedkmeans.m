## SPDX-License-Identifier: GPL-3.0-or-later

## DEMO = demo_fusedkmeans (ELEMENTS): k-means whose distances are never stored.
##
## Points times centers are about ELEMENTS.  On the host Octave makes the table of distances, and gpuArrays have their
## minimum from a function of points and centers.  gpudemo has what DEMO is.

function demo = demo_fusedkmeans (elements)

  k = 32;
  points = max (k, ceil (elements / k));
  cluster = mod ((0:points-1).', k); # each point is near one of k places on a spiral
  x = (2 + cluster) .* cos (0.9 * cluster) + randn (points, 1) / 2;
  y = (2 + cluster) .* sin (0.9 * cluster) + randn (points, 1) / 2;

  demo.title = sprintf ("k-means without a table of distances: %d points, %d centers, 10 steps", points, k);
  demo.data = {x, y, x(1:k).', y(1:k).'};
  demo.host = @(varargin) find_centers (@nearest_in_table, @sum_of_members, varargin{:});
  demo.run = @(varargin) find_centers (@nearest_of_function, @sum_of_function, varargin{:});
  demo.results = {"x of centers", "y of centers", "points of each"};
  demo.bounds = [2, 2, 0] * points * eps; # Octave's sums are in order
  demo.draw = @(cx, cy, counts) draw (x, y, cx, cy);

endfunction

## The points are (x, y), columns; the centers are (cx, cy), rows, at first a guess.
function [cx, cy, counts] = find_centers (nearest_to, sum_of, x, y, cx, cy)

  for step = 1:10
    nearest = nearest_to (x, y, cx, cy);
    counts = sum_of (1, nearest, numel (cx));
    cx = sum_of (x, nearest, numel (cx)) ./ max (counts, 1);
    cy = sum_of (y, nearest, numel (cx)) ./ max (counts, 1);
  endfor

endfunction

## As Octave has it: tables of points by centers.
function nearest = nearest_in_table (x, y, cx, cy)

  [~, nearest] = min ((x - cx) .^ 2 + (y - cy) .^ 2, [], 2);

endfunction

function s = sum_of_members (x, nearest, k)

  s = sum (x .* (nearest == 1:k));

endfunction

## The same in one pass over the points, with a function inside the minimum, and inside the sum.
function nearest = nearest_of_function (x, y, cx, cy)

  [~, nearest] = gpumin (@(x, y, cx, cy) (x - cx) .^ 2 + (y - cy) .^ 2, x, y, cx, cy, [], 2);

endfunction

function s = sum_of_function (x, nearest, k)

  s = gpusum (@(x, nearest, center) merge (nearest == center, x, 0), x, nearest, 1:k, 1);

endfunction

## Some of the points, and the centers.
function panels = draw (x, y, cx, cy)

  some = 1:2*floor (numel (x) / 8000)+1:numel (x); # an odd step takes points of every cluster
  panels = struct ("title", "points and their centers", "kind", "points", "x", "x", "y", "y", "series", ...
                   {{"points", [x(some), y(some)]; "centers", [cx(:), cy(:)]}});

endfunction
