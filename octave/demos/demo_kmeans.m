## SPDX-License-Identifier: GPL-3.0-or-later

## DEMO = demo_kmeans (ELEMENTS): k-means, whose step is a minimum along a dimension.
##
## The table of distances, points by centers, has about ELEMENTS elements.  gpudemo has what DEMO is.

function demo = demo_kmeans (elements)

  k = 8;
  points = max (k, ceil (elements / k));
  cluster = mod ((0:points-1).', k); # each point is near one of k places on a spiral
  x = (1 + cluster) .* cos (2.4 * cluster) + randn (points, 1);
  y = (1 + cluster) .* sin (2.4 * cluster) + randn (points, 1);

  demo.title = sprintf ("k-means: %d points, %d centers, 10 steps", points, k);
  demo.data = {x, y, x(1:k).', y(1:k).'};
  demo.run = @find_centers;
  demo.results = {"x of centers", "y of centers", "points of each"};
  demo.bounds = [2, 2, 0] * points * eps; # Octave's sums are in order
  demo.draw = @(cx, cy, counts) draw (x, y, cx, cy);

endfunction

## The points are (x, y), columns; the centers are (cx, cy), rows, at first a guess.
function [cx, cy, counts] = find_centers (x, y, cx, cy)

  for step = 1:10
    [~, nearest] = min ((x - cx) .^ 2 + (y - cy) .^ 2, [], 2);
    is_member = nearest == 1:numel (cx);
    counts = sum (is_member);
    cx = sum (x .* is_member) ./ max (counts, 1);
    cy = sum (y .* is_member) ./ max (counts, 1);
  endfor

endfunction

## Some of the points, each with its center's colour, and the centers.
function panels = draw (x, y, cx, cy)

  some = 1:2*floor (numel (x) / 8000)+1:numel (x); # an odd step takes points of every cluster
  [x, y] = deal (x(some), y(some));
  [~, nearest] = min ((x - cx) .^ 2 + (y - cy) .^ 2, [], 2);
  panels = struct ("title", "points and their centers", "kind", "points", "x", "x", "y", "y", "series", {{}});
  for k = 1:numel (cx)
    panels.series(end+1,:) = {sprintf("cluster %d", k), [x(nearest == k), y(nearest == k)]};
  endfor
  panels.series(end+1,:) = {"centers", [cx(:), cy(:)]};

endfunction
