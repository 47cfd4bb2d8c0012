## SPDX-License-Identifier: GPL-3.0-or-later

## TEXT = verdict_of (SWEEP, ROWS)
##
## What a plot of these rows of a sweep, which are of one function, comes to, such as "best: auto, 2383 GB/s, 88 % of the limit;
## best by name: shared-multi, block 128".  Rows of several arrays count by the largest.

function text = verdict_of (sweep, rows)

  rows = rows(sweep.is_valid(rows));
  rows = rows(sweep.elements(rows) == max (sweep.elements(rows)));
  style = algorithm_style (sweep.algorithm(rows));
  role = {style.role}(:);
  limit = max ([0; sweep.gbps(rows(strcmp (role, "limit")))]);
  others = rows(! strcmp (role, "limit"));
  if (isempty (others))
    text = "";
    return;
  endif
  [gbps, k] = max (sweep.gbps(others));
  text = sprintf ("best: %s, %.4g GB/s", name_of (sweep, others(k)), gbps);
  if (limit > 0)
    text = sprintf ("%s, %.0f %% of the limit", text, 100 * gbps / limit);
  endif
  named = rows(strcmp (role, "rung"));
  [~, best] = max (sweep.gbps(named));
  if (! isempty (named) && named(best) != others(k))
    text = [text "; best by name: " name_of(sweep, named(best))];
  endif

endfunction

## The algorithm of a row, and its block.
function text = name_of (sweep, row)

  text = sweep.algorithm{row};
  if (sweep.block(row) > 0)
    text = sprintf ("%s, block %d", text, sweep.block(row));
  endif

endfunction
