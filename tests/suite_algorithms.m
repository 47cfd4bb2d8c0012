## SPDX-License-Identifier: GPL-3.0-or-later

## Every algorithm that gpualgos () lists, with every block that it takes, on
## lengths around warps and blocks, for every function and class, gives the
## builtin's results (as "auto" does, which the properties suite checks).  An
## algorithm for CUDA devices only may refuse what it does not take there, and
## refuses everything elsewhere.

function suite_algorithms ()

  lengths = [1 2 31 32 33 1000 1025 4097];
  all_functions = tested_functions ();
  types = element_types ();
  host = strcmp (__gpureduce__ ("backend"), "cpu");
  for a = gpualgos ()(:).'
    mine = all_functions;
    takes = @(kind) ! isempty (strfind (a.kinds, kind));
    mine = mine([mine.scan] & takes ("scan") | ! [mine.scan] & takes ("reduction"));
    if (isempty (mine)) # sorts are those of suite_named_sorts
      continue;
    endif
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
    ran = {};
    for k = 1:rows (cases)
      [block, len, pair] = cases{k, :};
      [i, j] = ind2sub ([numel(mine), rows(types)], pair);
      f = mine(i);
      sz = {[len 1], [1 len], [len 3], [3 len], [2 3 len]}{randi (5)};
      dim = find (sz == len, 1, "last");
      kind = {"whole", "wild"}{randi (2)};
      options = [{a.name}, block];
      x = sample (types{j, :}, sz, kind, strcmp (f.family, "product"));
      if (a.cuda_only && is_refused (f, x, dim, options, host))
        continue;
      endif
      against_builtin (f, x, dim, kind, options);
      ## not yet: the function may refuse the class, and the host all calls of a device's algorithm
      if (! any (strcmp (ran, a.name)) && ! (a.cuda_only && (host || ! __gpureduce__ ("has_cub"))))
        ran{end + 1} = gpulast ().algorithm;
      endif
    endfor
    if (! isempty (ran))
      judge (merge (any (strcmp (ran, a.name)), "", ["ran as " ran{end}]), "gpulast", {a.name});
    endif
  endfor

  same_bits (host);

endfunction

## Is the call refused by name?  It has to be on the HOST, and where the algorithm was not built, and else must not be
## for real floating-point numbers, but for variances.
function tf = is_refused (f, x, dim, options, host)

  [~, err] = attempt (1, ["gpu" f.name], [{x}, f.middle, {dim}, options]);
  tf = ! isempty (err) && strcmp (err.identifier, "gpureduce:unsupported");
  is_missing = host || ! __gpureduce__ ("has_cub");
  takes = ! is_missing && isfloat (x) && isreal (x) && ! strcmp (f.family, "var");
  if (tf)
    texts = {"it takes real elements", "is not built here"}(1:1+is_missing);
    if (host)
      texts = {"runs on a CUDA device only"};
    endif
    says = any (cellfun (@(text) ! isempty (strfind (err.message, text)), texts));
    judge (merge (takes || ! says, err.message, ""), f.name, [{x}, options]);
  elseif (isempty (err))
    judge (merge (is_missing, "is not refused", ""), f.name, [{x}, options]);
  endif

endfunction

## The same call gives the same bits, 20 times over, for every algorithm.
function same_bits (host)

  for a = gpualgos ()(:).'
    for name = {"gpusum", "gpucumsum"}
      scan = strcmp (name{1}, "gpucumsum");
      kind = {"reduction", "scan"}{1 + scan};
      if (isempty (strfind (a.kinds, kind)) || (a.cuda_only && (host || ! __gpureduce__ ("has_cub"))) ...
          || (scan && ! a.reproducible))
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
