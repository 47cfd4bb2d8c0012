## SPDX-License-Identifier: GPL-3.0-or-later

## DEMO = demo_boxfilter (ELEMENTS): an integral image, and what it is for, the means of boxes of any size.
##
## A page under uneven light becomes black and white: black is what is darker than its neighbourhood.  The picture has
## about ELEMENTS elements.  gpudemo has what DEMO is.

function demo = demo_boxfilter (elements)

  P = load (file_in_loadpath ("penny.mat")).P;
  copies = max (1, round (sqrt (elements) / rows (P)));
  n = copies * rows (P);
  light = 2 - ((1:n).' + (1:n)) / (2 * n); # from 2 at the top left to 1
  page = round (repmat (P, copies, copies) .* light);
  width = 33;

  demo.title = sprintf ("box filter: a picture of %d x %d, boxes of %d x %d", n, n, width, width);
  demo.data = {page};
  demo.run = @(P) find_ink (P, width);
  demo.results = {"means", "ink"};
  demo.bounds = [0, 0]; # sums of whole numbers are exact
  demo.draw = @(means, ink) draw (page, means, ink);

endfunction

## Means of the boxes of `width` x `width` elements of the picture P, and what in their middle is darker than they.
function [means, is_ink] = find_ink (P, width)

  S = cumsum (cumsum (P, 1), 2);
  boxes = S(width+1:end, width+1:end) - S(1:end-width, width+1:end) ...
          - S(width+1:end, 1:end-width) + S(1:end-width, 1:end-width);
  means = boxes / width ^ 2;
  middle = (width + 1) / 2 + (1:rows (means));
  is_ink = P(middle, middle) < 0.9 * means;

endfunction

## A corner of the page, its means, and its ink.
function panels = draw (page, means, is_ink)

  part = 1:min (256, rows (means));
  pictures = {page(part, part), means(part, part), 1 - is_ink(part, part)};
  titles = {"a corner of the picture", "means of boxes", "what is darker than them"};
  panels = struct ("title", titles, "kind", "image", "x", "", "y", "", "series", []);
  for k = 1:numel (panels)
    panels(k).series = {"", pictures{k}};
  endfor

endfunction
