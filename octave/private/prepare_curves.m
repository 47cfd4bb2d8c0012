## SPDX-License-Identifier: GPL-3.0-or-later

## PLOT = prepare_curves (SWEEP, KIND)
##
## What plots/curves.gp draws for the plots "block", "length" and "scans": PLOT has
## the page's title, its rows and columns of panels, the width and height of a
## panel, the script, and the files that the script reads, as names and texts.

function plot = prepare_curves (sweep, kind)

  is_wanted = sweep.is_valid;
  switch (kind)
    case "block"
      makers = {@over_block};
      none = "no function has several block sizes";
      plot = struct ("title", "bandwidth over block size", "width", 1200, "height", 560);
    case "length"
      makers = {@over_length};
      none = "no function has several lengths";
      plot = struct ("title", "bandwidth over length", "width", 1200, "height", 560);
    case "scans"
      makers = {@over_block, @over_length};
      is_wanted &= strncmp (sweep.function, "gpucum", 6);
      none = "no scan has several block sizes or lengths";
      plot = struct ("title", "scan algorithms", "width", 1050, "height", 500);
  endswitch

  panels = unique (sweep.panel(is_wanted), "stable");
  graphs = cell (numel (panels), numel (makers));
  for p = 1:rows (graphs)
    for m = 1:columns (graphs)
      graphs{p,m} = makers{m} (sweep, find (is_wanted & strcmp (sweep.panel, panels{p})));
    endfor
  endfor
  is_curve = cellfun (@(g) ! isempty (g) && g.first < g.last, graphs);
  if (! any (is_curve(:)))
    error ("gpureduce:noData", "gpusweepplot: %s in '%s'", none, sweep.file);
  endif
  graphs = graphs(any (is_curve, 2), any (is_curve, 1));

  plot.rows = rows (graphs);
  plot.columns = columns (graphs);
  plot.script = "curves.gp";
  plot.text = "";
  list = "";
  plot.files = cell (0, 2);
  graphs = graphs.'(:);
  for k = 1:numel (graphs)
    g = graphs{k};
    if (isempty (g))
      list = [list, sprintf("none\t\t0\t0\t0\t0\t0\t0\t\n")];
      continue;
    endif
    g.series = mark_best (g.series);
    list = [list, sprintf("%s\t%s\t%d\t%.10g\t%.10g\t%g\t%g\t%d\t%s\n", g.axis, g.title, numel (g.series), ...
                          g.first, g.last, g.low / 1.5, g.high * 1.5, g.is_logarithmic, g.verdict)];
    series = "";
    points = "";
    for s = g.series
      series = [series, sprintf("%s\t%d\t%d\t%d\t%g\t%d\t%.7g\t%.7g\t%.7g\n", s.legend, s.style.colour, ...
                                s.style.point, s.style.dash, s.style.width, strcmp (s.style.role, "limit"), s.fit)];
      points = [points, sprintf("%.10g\t%.10g\n", [s.x(:), s.y(:)].'), "\n\n"];
    endfor
    plot.files(end+1,:) = {sprintf("series-%d.dat", k), series};
    plot.files(end+1,:) = {sprintf("points-%d.dat", k), points};
    plot.files(end+1,:) = {sprintf("ends-%d.dat", k), names_at_ends(g)};
  endfor
  plot.files(end+1,:) = {"panels.dat", list};

endfunction

## A panel over block size, for the array with the most points of those that have
## several block sizes, or else one.  Algorithms that choose their launch
## themselves, and limits, are level lines.
function g = over_block (sweep, rows)

  g = [];
  with_block = rows(sweep.block(rows) > 0);
  if (isempty (with_block))
    return;
  endif
  [places, ~, same] = unique (sweep.place(with_block));
  count = accumarray (same(:), sweep.block(with_block), [numel(places), 1], @(b) min (2, numel (unique (b))));
  rows = rows(ismember (sweep.place(rows), places(count == max (count))));
  rows = most_points (sweep, rows);
  blocks = sweep.block(rows)(sweep.block(rows) > 0);
  g = graph (sweep, rows, "block", panel_title (sweep, rows(1)), min (blocks), max (blocks));

  ## the vertical axis is linear where nothing but the host's loops would lie low on it
  best = cellfun (@(name) max (sweep.gbps(rows(strcmp (sweep.algorithm(rows), name)))), {g.style.name});
  is_host_loop = strcmp ({g.style.role}, "host loop");
  g.is_logarithmic = any (best < g.high / 50 & ! is_host_loop);

  here = strcmp (sweep.panel, sweep.panel{rows(1)}) & strcmp (sweep.place, sweep.place{rows(1)});
  for s = g.style
    k = find (here & strcmp (sweep.algorithm, s.name));
    [x, y] = deal ([]);
    for r = k.'
      ends = sweep.block(r);
      if (ends == 0)
        ends = [g.first, g.last];
      endif
      x = [x, ends];
      y = [y, repmat(gap(sweep, r), size (ends))];
    endfor
    [x, order] = sort (x); # rows of a continued file stand in the order in which they were measured
    y = y(order);
    g.series(end+1) = struct ("style", s, "legend", s.name, "x", x, "y", y, "fit", [0 0 0]);
  endfor

endfunction

## A panel over length, each algorithm at the block size that is
## fastest at its greatest length.  The legend has the two numbers of the fit.
function g = over_length (sweep, rows)

  g = [];
  rows = rows(sweep.is_vector(rows));
  if (isempty (rows))
    return;
  endif
  title = sprintf ("%s, class %s; fit: seconds = overhead + bytes / bandwidth", ...
                   sweep.function{rows(1)}, sweep.class{rows(1)});
  g = graph (sweep, rows, "length", title, min (sweep.elements(rows)), max (sweep.elements(rows)));
  g.is_logarithmic = true;
  for s = g.style
    k = rows(strcmp (sweep.algorithm(rows), s.name));
    longest = k(sweep.elements(k) == max (sweep.elements(k)));
    [~, fastest] = min (sweep.seconds(longest));
    k = k(sweep.block(k) == sweep.block(longest(fastest)));
    [~, order] = sort (sweep.elements(k));
    k = k(order);
    fit = fit_of (sweep.seconds(k), sweep.gbps(k), sweep.elements(k));
    bandwidth = "-";
    if (fit(2) > 0)
      bandwidth = sprintf ("%.4g", 1e-9 / fit(2));
    endif
    legend = sprintf ("%-18s %8.1f us %7s GB/s", s.name, 1e6 * fit(1), bandwidth);
    g.series(end+1) = struct ("style", s, "legend", legend, "x", sweep.elements(k), "y", sweep.gbps(k), "fit", fit);
  endfor

endfunction

## A panel without its series: style has the algorithms in the legend's order.
function g = graph (sweep, rows, axis, title, first, last)

  g = struct ("axis", axis, "title", title, "verdict", verdict_of (sweep, rows), "first", first, "last", last, ...
              "low", min (sweep.gbps(rows)), "high", max (sweep.gbps(rows)), "is_logarithmic", false, ...
              "series", struct ("style", {}, "legend", {}, "x", {}, "y", {}, "fit", {}));
  style = algorithm_style (unique (sweep.algorithm(rows), "stable"));
  [~, order] = sort ([style.place]);
  g.style = style(order);

endfunction

## The five fastest curves get colours that all eyes tell apart, those of Okabe and Ito; the others are grey.
function series = mark_best (series)

  colours = [0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7, 0xe69f00];
  most = numel (colours);
  is_limit = arrayfun (@(s) strcmp (s.style.role, "limit"), series);
  peak = arrayfun (@(s) max ([s.y(:); -Inf]), series);
  peak(is_limit) = -Inf;
  [~, order] = sort (peak, "descend");
  best = sort (order(1:min (most, sum (! is_limit))));
  for k = 1:numel (series)
    at = find (best == k);
    [series(k).is_marked] = ! isempty (at);
    if (strcmp (series(k).style.name, "auto") && ! isempty (at))
      series(k).style.colour = 0;
    elseif (! isempty (at))
      series(k).style.colour = colours(at);
      series(k).style.width = 2.5;
    elseif (! is_limit(k))
      series(k).style.colour = 0xbbbbbb;
      series(k).style.width = 1;
    endif
  endfor

endfunction

## The names of coloured curves where they end on the right: place, height, colour, name.  Names that would lie on each other are
## moved apart; STEP is a line of text as a part of the axis.
function text = names_at_ends (g)

  step = 0.045;
  text = "";
  marked = g.series([g.series.is_marked]);
  marked = marked(arrayfun (@(s) ! isempty (s.y) && ! isnan (s.y(end)), marked));
  if (isempty (marked))
    text = "\n"; # gnuplot takes no empty file
    return;
  endif
  heights = arrayfun (@(s) s.y(end), marked);
  to_axis = @(y) y / g.high;
  from_axis = @(h) h * g.high;
  if (g.is_logarithmic)
    ends = log ([g.low / 1.5, g.high * 1.5]);
    to_axis = @(y) (log (y) - ends(1)) / diff (ends);
    from_axis = @(h) exp (ends(1) + h * diff (ends));
  endif
  [at, order] = sort (to_axis (heights));
  for k = 2:numel (at)
    at(k) = max (at(k), at(k-1) + step);
  endfor
  for k = 1:numel (at)
    s = marked(order(k));
    text = [text, sprintf("%.10g\t%.10g\t%d\t%s\n", s.x(end), from_axis (at(k)), s.style.colour, s.style.name)];
  endfor

endfunction

function y = gap (sweep, r)

  y = sweep.gbps(r);
  y(! sweep.is_valid(r)) = NaN;

endfunction

## Overhead, seconds per byte and bytes per element by least relative squares.
## Neither of the first two is negative: times that do not grow with length have
## no asymptotic bandwidth.
function fit = fit_of (t, gbps, elements)

  x = gbps .* t * 1e9;
  uu = sum (1 ./ t .^ 2);
  uv = sum (x ./ t .^ 2);
  vv = sum ((x ./ t) .^ 2);
  u = sum (1 ./ t);
  v = sum (x ./ t);
  d = uu * vv - uv ^ 2;
  a = 0;
  if (d > 1e-9 * uu * vv)
    a = max ((u * vv - v * uv) / d, 0);
  endif
  b = (v - a * uv) / vv;
  if (b < 0)
    b = 0;
    a = u / uu;
  endif
  fit = [a, b, x(end) / elements(end)];

endfunction
