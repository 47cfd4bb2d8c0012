## SPDX-License-Identifier: GPL-3.0-or-later

## PLOT = prepare_heat (SWEEP)
##
## What plots/heat.gp draws, as prepare_curves gives it, and the tables as text: a
## row of panels for each function, class, and auto or cub; a column for each of
## dim 1 and dim 2.  A cell is as wide as the smallest step between sizes, in powers
## of 2; colours go from 0 to the limit, or the greatest bandwidth.

function plot = prepare_heat (sweep)

  in_grid = is_in_grid (sweep);
  is_drawn = in_grid & sweep.is_valid & (strcmp (sweep.algorithm, "auto") | strcmp (sweep.algorithm, "cub"));
  maps = unique (strcat (sweep.panel(is_drawn), {"\n"}, sweep.algorithm(is_drawn)), "stable");
  sizes = ones (numel (sweep.dims), 2);
  sizes(in_grid,:) = vertcat (sweep.dims{in_grid}, zeros (0, 2));
  exponents = log2 (sizes);
  is_limit = strcmp ({algorithm_style(sweep.algorithm).role}, "limit").';

  plot = struct ("title", "bandwidth over shape", "rows", 0, "columns", 2, "width", 840, "height", 480, ...
                 "script", "heat.gp", "text", "", "files", {cell(0, 2)});
  list = "";
  for map = maps.'
    parts = ostrsplit (map{1}, "\n");
    in_panel = in_grid & strcmp (sweep.panel, parts{1});
    in_map = in_panel & strcmp (sweep.algorithm, parts{2});
    valid = sizes(in_map & sweep.is_valid,:);
    if (numel (unique (valid(:,1))) < 2 || numel (unique (valid(:,2))) < 2)
      continue;
    endif
    plot.rows++;
    in_panel &= sweep.is_valid;
    top = max (sweep.gbps(in_panel));
    limit = max ([0; sweep.gbps(in_panel & is_limit)]);
    k = find (in_map, 1);
    for dim = 1:2
      cells = find (in_map & sweep.dim == dim);
      title = sprintf ("%s, %s, along dim %d, class %s", sweep.function{k}, parts{2}, dim, sweep.class{k});
      plot.text = [plot.text, sprintf("%s: %s\n%s\nGB/s; rows down, columns across\n%s\n", ...
                                      sweep.device, title, sweep.remark, table_of (sweep, sizes, cells))];
      if (limit > 0)
        title = sprintf ("%s; limit %.4g GB/s", title, limit);
      endif
      cells = cells(sweep.is_valid(cells));
      list = [list, sprintf("%s\t%d\t%.10g\n", title, numel (cells), top)];
      name = sprintf ("cells-%d.dat", 2 * plot.rows - 2 + dim);
      plot.files(end+1,:) = {name, sprintf("%.10g\t%.10g\t%.10g\n", ...
                                           [exponents(cells,[2 1]), sweep.gbps(cells)].')};
    endfor
  endfor
  if (plot.rows == 0)
    error ("gpureduce:noData", "gpusweepplot: auto has no several rows and columns in '%s'", sweep.file);
  endif
  plot.files(end+1,:) = {"panels.dat", list};

  used = unique (exponents(in_grid & sweep.is_valid,:));
  steps = diff (used);
  half = min ([steps(steps > 0.01); used(end) - used(1)]) / 2;
  plot.files(end+1,:) = {"grid.dat", sprintf("%.10g\t%.10g\t%.10g\n", half, used(1) - half, used(end) + half)};

endfunction

## Of matrices those that belong to a grid, not the vectors of a sweep over
## lengths: their rows occur with several columns, or they go along dim 2 too.
function in_grid = is_in_grid (sweep)

  in_grid = cellfun (@numel, sweep.dims) == 2 & sweep.dim <= 2;
  matrices = vertcat (sweep.dims{in_grid}, zeros (0, 2));
  [~, first, same] = unique (matrices, "rows");
  down = matrices(first,1);
  is_along = accumarray (same(:), sweep.dim(in_grid) == 2, [numel(first), 1]) > 0;
  is_grid = is_along | arrayfun (@(n) sum (down == n) > 1, down);
  in_grid(in_grid) = is_grid(same);

endfunction

## GB/s of the rows CELLS, "-" for one that was refused or failed.
function text = table_of (sweep, sizes, cells)

  down = unique (sizes(cells,1));
  across = unique (sizes(cells,2));
  entries = repmat ({""}, numel (down), numel (across));
  for k = cells.'
    entry = "-";
    if (sweep.is_valid(k))
      entry = sprintf ("%.4g", sweep.gbps(k));
    endif
    entries{down == sizes(k,1), across == sizes(k,2)} = entry;
  endfor
  text = [sprintf("%9s", ""), sprintf("%10d", across), "\n"];
  for r = 1:numel (down)
    text = [text, sprintf("%9d", down(r)), sprintf("%10s", entries{r,:}), "\n"];
  endfor

endfunction
