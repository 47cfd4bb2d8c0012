## SPDX-License-Identifier: GPL-3.0-or-later

## gpusort by the name of an algorithm: the bits and positions of "auto" for all classes, dimensions and blocks; what is
## refused; its rows in gpualgos, what explain counts of it, and a sweep with its plots.

function suite_named_sorts ()

  live = __gpureduce__ ("live");
  list = gpualgos ();
  list = list(strcmp ({list.kinds}, "sort"));
  tally (isequal ({list.name}, {"bitonic", "radix"}), "gpualgos lists %s as sorts", strjoin ({list.name}, " "));
  for a = list
    check_row (a);
    check_classes (a);
    check_lengths (a);
  endfor
  check_words ();
  check_refused ();
  check_explained ();
  check_sweep ();
  tally (__gpureduce__ ("live") == live, "%d buffers were left", __gpureduce__ ("live") - live);

endfunction

function check_row (a)

  tally (isequal ([a.min_block, a.max_block, a.default_block], [32 1024 256]), "blocks of %s", a.name);
  tally (! a.cuda_only && ! a.host_only && a.reproducible && numel (a.aliases) == 1, "what is special about %s", a.name);
  tally (isequal (gpualgos (a.name), a) && isequal (gpualgos (upper (a.aliases{1})), a), "gpualgos by names of %s", a.name);
  text = evalc ("gpualgos (a.name)");
  tally (! isempty (strfind (text, "for sorts")) && ! isempty (strfind (text, "32 to 1024 (256)")), "printed: %s", text);

endfunction

## Does a call by name give the bits of "auto", with positions and without, one of them of a gpuArray?
function check (x, before, words)

  [s, i] = gpusort (x, before{:});
  given = {x, gpuArray(x)};
  if (rand () < 0.5)
    given = given([2 1]);
  endif
  [t, k] = gpusort (given{1}, before{:}, words{:});
  alone = gpusort (given{2}, before{:}, words{:});
  good = isequal ([isgpuarray(t), isgpuarray(k), isgpuarray(alone)], cellfun (@isgpuarray, given([1 1 2])));
  [t, k, alone] = gather (t, k, alone);
  good &= has_bits (t, s) && has_bits (alone, s) && has_bits (k, i);
  tally (good, "%s, %s %s", strjoin (cellfun (@disp_word, words, "UniformOutput", false)), class (x), mat2str (size (x)));

endfunction

function text = disp_word (w)

  text = num2str (w);

endfunction

function t = has_bits (a, b)

  t = strcmp (class (a), class (b)) && size_equal (a, b) && isequal (bits (real (a)), bits (real (b))) ...
      && isequal (bits (imag (a)), bits (imag (b)));

endfunction

function b = bits (x)

  b = x(:);
  if (isfloat (x))
    b = typecast (b, "uint8");
  endif

endfunction

## All classes, with ties, special numbers, and along each dimension, in small blocks: the executor takes long.
function check_classes (a)

  types = element_types ();
  for k = 1:rows (types)
    x = sample (types{k,:}, [2, 12, 2], "wild", false);
    x(:,7:12,:) = x(:,1:6,:); # ties
    for dim = 1:4
      check (x, {dim, {"ascend", "descend"}{randi(2)}}, {a.name, "block", 32});
    endfor
    check (x(:), {"descend"}, {a.name});
    check (x([]), {}, {a.name});
  endfor
  x = [0 NaN -0 1 -Inf -NaN 0 Inf -0 NA];
  check (repmat (x, 1, 9), {2}, {a.name, "block", 32});
  check (repmat (single (x), 1, 9), {2, "descend"}, {a.name});

endfunction

## All blocks, around their tiles, and one segment of many tiles.
function check_lengths (a)

  for block = 2 .^ (5:10)
    for len = [block-1, 2 * block + 1]
      check (randi ([-9 9], len, 1, "int8"), {}, {a.name, "block", block});
    endfor
  endfor
  check (randi ([-100 100], 1, 6000, "int8"), {2}, {a.name, "block", 64});

endfunction

## Words in any order and case, and aliases.
function check_words ()

  x = [3 1; 2 9];
  [s, i] = sort (x, 2, "descend");
  for args = {{2, "descend", "radix", "block", 64}, {2, "RADIX", "descend"}, {2, "block", int8(64), "radixSort", "descend"}, ...
              {2, "descend", "bitonicsort"}, {2, "descend", "auto"}, {2, "descend", "bitonic", "Block", 1024}}
    [t, k] = gpusort (x, args{1}{:});
    tally (isequal (t, s) && isequal (k, i), "gpusort (x, %s)", strjoin (cellfun (@disp_word, args{1}, "UniformOutput", false), ", "));
  endfor
  tally (isequal (gpusort ([3 1 2], "radix"), [1 2 3]), "a name alone");

endfunction

function check_refused ()

  bad = "gpureduce:badArgument";
  refusals = {
    {1:3, "foo"},                         bad, 'MODE must be either "ascend" or "descend"; .* algorithms auto, bitonic, radix$'
    {1:3, "radix", "foo"},                bad, 'MODE must be either "ascend" or "descend"; '
    {1:3, "radix", "bitonic"},            bad, '"bitonic" contradicts "radix"; only one of them is taken'
    {1:3, "radix", "radixSort"},          bad, '"radix" is given twice'
    {1:3, "descend", "ascend"},           bad, '"ascend" contradicts "descend"'
    {1:3, "radix", "block"},              bad, '"block" is followed by a number of threads'
    {1:3, "radix", "block", "64"},        bad, '"block" is followed by a number of threads, from 1 to 1024'
    {1:3, "radix", "block", [32 64]},     bad, '"block" is followed by a number of threads, from 1 to 1024'
    {1:3, "radix", "block", 2048},        bad, '"block" is followed by a number of threads, from 1 to 1024'
    {1:3, "radix", "block", 48},          bad, 'block size 48 is not one that algorithm "radix" takes: 32 64 128 256 512 1024'
    {[], "radix", "block", 16},           bad, 'block size 16 is not one that algorithm "radix" takes: 32 64'
    {1:3, "block", 64},                   bad, 'algorithm "auto" chooses its own block size'
    {1:3, "radix", "block", 64, "block", 64}, bad, '"block" is given twice'
    {1:3, "kogge"},                       "gpureduce:unsupported", 'algorithm "kogge" is for scans; gpusort is a sort'
    {1:3, "shuffle"},                     "gpureduce:unsupported", 'algorithm "shuffle" is for reductions; gpusort is a sort'
    {1:3, "cub"},                         "gpureduce:unsupported", 'algorithm "cub" is for reductions and scans; gpusort is a sort'
    {1:3, "radix", 1},                    "Octave:invalid-fun-call", 'Invalid call to gpusort'
    {{3, 1}, "radix"},                    bad, 'A must be a numeric, logical or char array'
  };
  for k = 1:rows (refusals)
    args = refusals{k,1};
    refused (refusals{k,2}, refusals{k,3}, @() gpusort (args{:}), k);
    if (! iscell (args{1}))
      refused (refusals{k,2}, refusals{k,3}, @() gpusort (gpuArray (args{1}), args{2:end}), k);
    endif
  endfor
  refused (bad, 'MODE must be either "ascend" or "descend"$', @() sort (gpuArray (1:3), "radix"), 0); # Octave's own
  refused ("gpureduce:unsupported", "'radix' is an algorithm for sorts; gpusum is a reduction and takes auto", ...
           @() gpusum (1:3, "radix"), 0);
  refused ("gpureduce:unsupported", "'bitonic' is an algorithm for sorts; gpucummax is a scan and takes auto", ...
           @() gpucummax (1:3, "bitonic"), 0);

endfunction

function refused (identifier, pattern, f, row)

  message = "";
  id = "";
  try
    f ();
  catch err
    id = err.identifier;
    message = regexprep (err.message, '^gpusort: ', "");
  end_try_catch
  tally (strcmp (id, identifier) && ! isempty (regexp (message, pattern, "once")), "row %d: %s: %s", row, id, message);

endfunction

## Counts that the lengths give.
function check_explained ()

  t = gpualgos ("explain", "bitonic", 1000, "block", 64);
  names = {"gr_bitonic_tile_kernel", "gr_bitonic_step_kernel"}; # each of two kinds
  tally (isequal ({t.kernel}, [names, names]), "kernels of bitonic: %s", strjoin ({t.kernel}, " "));
  ## runs of 256, 512 and 1024: a mirrored step each, then distances of 128; 256 and 128; and the tiles again
  tally (sum ([t.launches]) == 1 + 3 + (0 + 1 + 2) + 3, "launches of bitonic: %d", sum ([t.launches]));
  t = gpualgos ("explain", "radix", 4096, "block", 128);
  tally (isequal ([t.launches], [16 16 16]) && isequal (t(1).grid, [32 1 1]) && isequal (t(2).grid, [1 1 1]), ...
         "launches of radix");
  t = gpualgos ("explain", "auto", 3000);
  tally (any (strcmp ({t.function}, "gpusort")), "the sort of auto is explained");

endfunction

function check_sweep ()

  [file, png] = deal (tempname (), [tempname() ".png"]);
  unwind_protect
    text = evalc (['T = gpusweep ("functions", "gpusort gpusum", "algorithms", "auto radix bitonic", "blocks", [64 256 48], ', ...
                   '"lengths", [300 1000], "classes", "double int8", "repeat", 2, "file", file, "commit", "test");']);
    mine = T(strcmp ({T.function}, "gpusort"));
    is_gap = [mine.block] == 48;
    tally (numel (mine) == 2 * 2 * (1 + 1 + 3 + 3), "%d points of sorts", numel (mine));
    tally (! any (strcmp ({T(strcmp ({T.function}, "gpusum")).algorithm}, "radix")), "a sum by radix");
    tally (all ([mine(! is_gap).seconds] > 0) && all (isnan ([mine(is_gap).seconds])), "times: %s", mat2str ([mine.seconds]));
    tally (any (strcmp ({mine.algorithm}, "copy-limit")), "sorts are held against a copy");
    one = mine(strcmp ({mine.algorithm}, "radix") & [mine.block] == 64)(1);
    tally (abs (one.gbps - 2 * 8 * 300 / one.seconds / 1e9) < 1e-12 * one.gbps, "bandwidth");
    for kind = {"block", "length"}
      text = evalc ("gpusweepplot (file, kind{1})");
      tally (! isempty (strfind (text, "gpusort")) && ! isempty (strfind (text, "bitonic")), "the plot %s", kind{1});
    endfor
    gpusweepplot (file, "block", png);
    tally (exist (png, "file") == 2, "a picture");
  unwind_protect_cleanup
    cellfun (@delete, {file, png});
  end_unwind_protect
  ## classes whose data are made in ways of their own, and segments of one element, which are refused
  evalc (['T = gpusweep ("functions", "gpusort", "algorithms", "auto radix", "blocks", 32, "shapes", [2 6], "dims", 1:3, ', ...
          '"classes", "char complex-single logical uint16", "repeat", 1, "commit", "test");']);
  timed = ! isnan ([T.seconds]);
  tally (isequal (timed, [T.dim] < 3 | strcmp ({T.algorithm}, "copy-limit")), "classes measured: %s", ...
         strjoin (unique ({T(! timed & [T.dim] < 3).class})));

endfunction
