## SPDX-License-Identifier: GPL-3.0-or-later

## DEMO = demo_events (ELEMENTS): what users did, from a table of events in the order of their time.
##
## The table has ELEMENTS events, each of a user and with a duration.  A few users have most events.  gpudemo has what
## DEMO is.

function demo = demo_events (elements)

  n = max (1000, ceil (elements));
  users = ceil (n / 200);
  user = ceil (users * rand (n, 1) .^ 3);
  seconds = single (-60 * log (1 - rand (n, 1)));

  demo.title = sprintf ("events: %d events of %d users", n, users);
  demo.data = {user, seconds};
  demo.run = @(user, seconds) describe_users (user, seconds, users);
  demo.results = {"events", "seconds", "mean seconds", "longest", "medians", "events by length"};
  demo.bounds = [0, 2 * n * eps("single"), 2 * n * eps("single"), 0, 0, 0]; # Octave's sums are in order
  demo.draw = @draw;

endfunction

## For each user the number of events, the sum, mean and maximum of their seconds, and the one in the middle; NaN for
## none.  And how many events there are of 0 to 10 seconds, of 10 to 20, and so on.
function [counts, sums, means, longest, medians, lengths] = describe_users (user, seconds, users)

  sz = [users, 1];
  counts = accumarray (user, 1, sz);
  sums = accumarray (user, seconds, sz);
  means = sums ./ counts;
  longest = accumarray (user, seconds, sz, @max);
  [sorted, order] = sort (seconds);
  [~, places] = sort (user(order)); # equal users stay in the order of their seconds
  sorted = sorted(places);
  before = cumsum (counts) - counts;
  medians = sorted(max (before + ceil (counts / 2), 1));
  medians(counts == 0) = NaN;
  lengths = histc (seconds, single (0:10:300));

endfunction

function panels = draw (counts, sums, means, longest, medians, lengths)

  some = unique (round (linspace (1, numel (counts), 200))).';
  at = find (counts(some)); # the others have nothing to show
  some = some(at);
  one = @(values) [some, double(values(some))(:)];
  panels = struct ("title", {"events by user", "seconds by user", "events by length"}, "kind", "lines", ...
                   "x", {"user", "user", "10 seconds"}, "y", "", ...
                   "series", {{"events", one(counts)}, {"mean", one(means); "median", one(medians)}, ...
                              {"events", [(1:numel (lengths)).', lengths(:)]}});

endfunction
