## SPDX-License-Identifier: GPL-3.0-or-later

## T = sweep_points (OPT)
##
## The points of a sweep with these options (sweep_options), in the order in which they are measured and plotted,
## without times.

function T = sweep_points (opt)

  T = struct ("function", {}, "algorithm", {}, "block", {}, "size", {}, "dim", {}, "class", {}, ...
              "seconds", {}, "gbps", {}, "spread", {});
  for f = opt.functions
    kind = {"reduction", "scan", "sort"}{1 + strncmp(f{1}, "gpucum", 6) + 2 * strcmp(f{1}, "gpusort")};
    limit = {"read-limit", "copy-limit"}{1 + ! strcmp(kind, "reduction")};
    for c = opt.classes
      for place = opt.places
        p = struct ("function", f, "algorithm", limit, "block", 0, "size", place{1}{1}, "dim", place{1}{2}, ...
                    "class", c, "seconds", NaN, "gbps", NaN, "spread", NaN);
        T(end+1, 1) = p;
        for a = opt.algorithms
          if (any (strcmp (strsplit (a.kinds), kind)))
            p.algorithm = a.name;
            for block = blocks_of (a, opt.blocks)
              p.block = block;
              T(end+1, 1) = p;
            endfor
          endif
        endfor
      endfor
    endfor
  endfor
  [~, first] = unique (arrayfun (@sweep_key, T, "UniformOutput", false), "first");
  T = T(sort (first));

endfunction

function blocks = blocks_of (a, blocks)

  if (a.max_block == 0)
    blocks = 0;
  else
    blocks(blocks == 0) = a.default_block;
    blocks = unique (blocks);
  endif

endfunction
