## SPDX-License-Identifier: GPL-3.0-or-later

## Every algorithm that gpualgos () lists, with every block that it takes, on
## lengths around warps and blocks, for every function and class, gives the
## builtin's results (as "auto" does, which the properties suite checks).

function suite_algorithms ()

  lengths = [1 2 31 32 33 1000 1025 4097];
  all_functions = tested_functions ();
  types = element_types ();
  for a = gpualgos ()(:).'
    mine = all_functions;
    takes = @(kind) ! isempty (strfind (a.kinds, kind));
    mine = mine([mine.scan] & takes ("scan") | ! [mine.scan] & takes ("reduction"));
    blocks = {{}};
    if (a.max_block)
      legal = 2 .^ (log2 (a.min_block):log2 (a.max_block));
      blocks = [blocks, arrayfun(@(n) {"block", n}, legal, "uniformoutput", false)];
    endif
    ## each block on each length, then each function and class with the default,
    ## the smallest and the largest block; the rest of the axes at random
    pairs = numel (mine) * rows (types);
    cases = {};
    for b = 1:numel (blocks)
      for len = lengths
        cases(end + 1, :) = {blocks{b}, len, randi(pairs)};
      endfor
    endfor
    for b = unique (min ([1, 2, Inf], numel (blocks)))
      for pair = 1:pairs
        cases(end + 1, :) = {blocks{b}, lengths(randi (numel (lengths))), pair};
      endfor
    endfor
    for k = 1:rows (cases)
      [block, len, pair] = cases{k, :};
      [i, j] = ind2sub ([numel(mine), rows(types)], pair);
      f = mine(i);
      sz = {[len 1], [1 len], [len 3], [3 len], [2 3 len]}{randi (5)};
      dim = find (sz == len, 1, "last");
      kind = {"whole", "wild"}{randi (2)};
      x = sample (types{j, :}, sz, kind, strcmp (f.family, "product"));
      against_builtin (f, x, dim, kind, [{a.name}, block]);
      if (k == 1)
        ran = gpulast ().algorithm;
        judge (merge (strcmp (ran, a.name), "", ["ran as " ran]), "gpulast", {a.name});
      endif
    endfor
  endfor

  same_bits ();

endfunction

## The same call gives the same bits, 20 times over, for every algorithm.
function same_bits ()

  for a = gpualgos ()(:).'
    for name = {"gpusum", "gpucumsum"}
      kind = {"reduction", "scan"}{1 + strcmp (name{1}, "gpucumsum")};
      if (isempty (strfind (a.kinds, kind)))
        continue;
      endif
      for cls = {"double", "single"}
        for sz = {[1 10007], [77 131]}
          args = {randn(sz{1}, cls{1}), 2, a.name};
          bits = @() typecast (feval (name{1}, args{:})(:), "uint8");
          first = bits ();
          same = true;
          for k = 2:20
            same &= isequal (bits (), first);
          endfor
          judge (merge (same, "", "not the same bits every time"), name{1}, args);
        endfor
      endfor
    endfor
  endfor

endfunction
