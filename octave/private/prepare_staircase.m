## SPDX-License-Identifier: GPL-3.0-or-later

## PLOT = prepare_staircase (SWEEP)
##
## What plots/staircase.gp draws, as prepare_curves gives it, and the tables as text.
## Rungs stand in the order of the file, each at its fastest block size, then what
## they are compared with; one panel for each reduction and class, of the array
## with the most points.

function plot = prepare_staircase (sweep)

  style = algorithm_style (sweep.algorithm);
  is_rung = strcmp ({style.role}, "rung").';
  is_reduction = ! strncmp (sweep.function, "gpucum", 6) & ! strcmp (sweep.function, "gpusort");
  panels = unique (sweep.panel(sweep.is_valid & is_rung & is_reduction), "stable");
  if (isempty (panels))
    error ("gpureduce:noData", "gpusweepplot: no reduction has algorithms to compare in '%s'", sweep.file);
  endif

  head = sprintf ("%10s%9s%9s%12s", "time (ms)", "GB/s", "step", "cumulative");
  plot = struct ("title", "the staircase of reductions", "rows", numel (panels), "columns", 1, "width", 1200, ...
                 "height", 0, "script", "staircase.gp", "text", "", "files", {cell(0, 2)});
  list = "";
  most = 0;
  for p = 1:numel (panels)
    rows = most_points (sweep, find (sweep.is_valid & strcmp (sweep.panel, panels{p})));
    steps = steps_of (sweep, rows);
    title = panel_title (sweep, rows(1));
    top = max (sweep.gbps(rows));
    limit = max ([0; sweep.gbps(rows(strcmp (sweep.algorithm(rows), "read-limit")))]);
    most = max (most, numel (steps));
    verdict = verdict_of (sweep, rows);
    list = [list, sprintf("%s\t%d\t%.10g\t%.10g\t%d\t|%s\t%s\n", title, numel (steps), top, limit, ...
                          algorithm_style ({"read-limit"}).colour, head, verdict)];
    bars = "";
    plot.text = [plot.text, sprintf("%s: %s\n%s\n%61s\n%-25s%s\n", sweep.device, title, sweep.remark, ...
                                    "speedup", "algorithm, block", head)];
    for k = 1:numel (steps)
      s = steps(k);
      figures = sprintf ("%10.4g%9.4g%9s%12s", s.seconds * 1e3, s.gbps, s.step, s.cumulative);
      bars = [bars, sprintf("%d\t%.10g\t%d\t%s\t|%s\n", k, s.gbps, s.style.colour, s.label, figures)];
      bar = repmat ("#", 1, floor (12 * s.gbps / top + 0.5));
      plot.text = [plot.text, sprintf("%-25s%s  %s\n", s.label, figures, bar)];
    endfor
    plot.text = [plot.text, verdict, "\n\n"];
    plot.files(end+1,:) = {sprintf("bars-%d.dat", p), bars};
  endfor
  plot.height = 140 + 22 * most;
  plot.files(end+1,:) = {"panels.dat", list};

endfunction

## The algorithms of one array: rungs with their speedups over the one before (step) and
## over the first (cumulative), then references and limits.
function steps = steps_of (sweep, rows)

  style = algorithm_style (unique (sweep.algorithm(rows), "stable"));
  is_rung = strcmp ({style.role}, "rung");
  is_limit = strcmp ({style.role}, "limit");
  order = [style.place];
  order(is_rung) = 0;
  order(is_limit) += 1e3;
  [~, order] = sort (order);
  style = style(order);
  steps = struct ("style", num2cell (style), "label", "", "seconds", 0, "gbps", 0, "step", "", "cumulative", "");
  for k = 1:numel (steps)
    name = style(k).name;
    mine = rows(strcmp (sweep.algorithm(rows), name));
    [steps(k).seconds, fastest] = min (sweep.seconds(mine));
    best = mine(fastest);
    steps(k).gbps = sweep.gbps(best);
    steps(k).label = name;
    if (sweep.block(best) > 0)
      steps(k).label = sprintf ("%s, %d", name, sweep.block(best));
    endif
    if (any (is_rung))
      steps(k).cumulative = sprintf ("%.3g", steps(1).seconds / steps(k).seconds);
      if (k > 1 && k <= sum (is_rung))
        steps(k).step = sprintf ("%.3g", steps(k-1).seconds / steps(k).seconds);
      endif
    endif
  endfor

endfunction
