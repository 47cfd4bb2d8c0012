## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {} gpualgos ()
## @deftypefnx {} {} gpualgos (@var{name})
## @deftypefnx {} {} gpualgos ("explain")
## @deftypefnx {} {} gpualgos ("explain", @var{name})
## @deftypefnx {} {} gpualgos (@dots{}, @var{n})
## @deftypefnx {} {} gpualgos (@dots{}, "block", @var{b})
## @deftypefnx {} {} gpualgos ("plan", @var{dims})
## @deftypefnx {} {} gpualgos ("plan", @var{dims}, @var{dim}, @var{class}, @var{function})
## @deftypefnx {} {@var{t} =} gpualgos (@dots{})
## List the algorithms that the gpu reductions, scans and @code{gpusort} take by name, count what
## their kernels do, or show what @code{auto} launches.
##
## Without output, print them; with @var{name}, which may be an alias, only that
## one.  @var{t} is a struct array with the fields @code{name}, @code{aliases} (a
## cellstr), @code{summary}, @code{kinds} (@qcode{"reduction"},
## @qcode{"scan"}, @qcode{"sort"}, @qcode{"reduction scan"} or @qcode{"reduction scan sort"}), @code{min_block},
## @code{max_block}, @code{default_block}, @code{cuda_only}, @code{host_only} and
## @code{reproducible}.  A legal block size is a power of
## two between @code{min_block} and @code{max_block}; where they are 0 the
## algorithm chooses its launch itself and takes no @qcode{"block"}.  An
## algorithm that is @code{cuda_only} is refused on the cpu backend.  One that is
## @code{host_only} runs on the host whatever the backend, and is refused for
## gpuArrays on a device.  One that is
## not @code{reproducible} may round scans of floating-point numbers differently
## from run to run; all others give the same bits every time.
##
## @code{cub} stands for the CUDA Toolkit's own primitives, which @code{make cub} builds, with which the others
## can be compared.  It takes real arrays, and no @qcode{"native"} sums or
## products of integers, no @qcode{"extra"}, no options of @code{gpumean}, no
## @code{gpuvar} and no @code{gpustd}.
##
## It is an error if there is no algorithm called @var{name}; the message lists
## those that there are.
##
## With @qcode{"explain"}, run the sum (for scans the cumulative sum, for sorts a sort) of @var{n}
## doubles, @math{2^{16}} by default, with @var{b} threads per block on the host
## executor, and print for each kernel of the algorithm, or for each algorithm,
## what a GPU would have to do.  No GPU is needed, and times are not taken.
## Kernels that copy elements for algorithms in place, or store the results of
## reductions, do not count.  An algorithm without a kernel that the host executor runs is refused,
## or left out among all.  @var{t} is then a struct array, an element for each kernel, with the
## fields
##
## @table @code
## @item algorithm
## @itemx function
## @itemx kernel
## what ran; a kernel has the name that it has in the source
##
## @item launches
## @itemx grid
## @itemx block
## number of launches, over which all else is summed, and the shape of the first
##
## @item load_bytes
## @itemx load_sectors
## @itemx load_efficiency
## bytes that each warp asked of global memory, the same ones once; the 32-byte
## sectors that it takes to bring them; and the percentage of what was brought
## that was asked for.  Neighbouring threads that read neighbours reach 100
##
## @item store_bytes
## @itemx store_sectors
## @itemx store_efficiency
## the same of stores
##
## @item shared_accesses
## @itemx bank_conflicts
## accesses of a warp to shared memory, and the passes that these took beyond the
## first because lanes wanted different words from one of the 32 banks of 4
## bytes.  8-byte accesses go by half warps, 16-byte ones by quarters
##
## @item branches
## @itemx divergent_branches
## @itemx divergence
## branches of a warp, those at which its lanes parted, and the percentage of
## these.  A branch that all threads took the same way every time is not seen;
## device compilers may unroll some loops and replace short branches
##
## @item barriers
## @itemx warp_operations
## @code{__syncthreads} by blocks; shuffles, votes and @code{__syncwarp} by warps
## @end table
##
## Percentages of nothing are NaN.  An atomic operation counts as a load and a
## store.  Lanes of a warp are taken to be together at an instruction if each is
## there for the same time since they last met at a barrier or a warp operation.
##
## With @qcode{"plan"}, print which kernel @code{auto} launches on a CUDA device for
## an array of size @var{dims} and class @var{class} (@qcode{"double"} by default;
## complex classes are called @qcode{"complex-double"} and
## @qcode{"complex-single"}), along dimension @var{dim} (by default, or if it is
## empty, the first that is not singleton), in @var{function}, one of the gpu
## reductions and scans, or, by default, in both @code{gpusum} and
## @code{gpucumsum}.  In place of a name @var{function} may be a function handle, an
## operation as @code{gpureduce} takes it: then both @code{gpureduce} and
## @code{gpuscan} by this operation are meant.  Nothing is launched, and no GPU is
## needed.  The call is taken to have no options and one output.  @var{t} is then a
## struct array, an element for each function, with the fields
##
## @table @code
## @item function
## @itemx kernel
## as above; @code{kernel} is empty and @code{grid} 0 where there is nothing to
## launch
##
## @item grid
## @itemx block
## number of blocks, and of threads in each; for @code{scan_cluster}, of a device
## that runs 15 clusters of 8 blocks at a time, as an H200 does
##
## @item segments
## @itemx chunk
## a block, or a cluster of @code{scan_cluster}, works on @code{chunk} elements of
## each of @code{segments} segments at a time
##
## @item chunks
## the number of chunks that a segment is cut into.  Scans along contiguous segments
## cut the array instead, wherever segments begin: @code{segments} is then 1, and
## @code{chunk} and @code{chunks} are those of the array
##
## @item whole
## the number of segments that are not cut, where only the last ones are, which would
## not keep the device busy; else 0
##
## @item workspace
## bytes of device memory that are needed beside the arrays
##
## @item bytes
## of the input, read once, and of the results, written once
##
## @item seconds
## predicted for the selected device from the bandwidth that was measured on
## its model, for arrays that are not in its cache; NaN if it is one that was
## not measured, or the host
## @end table
##
## @example
## @group
## t = gpualgos ("kogge-stone");
## t.name
##   @result{} kogge
## gpucumsum (1:4, t.name, "block", t.min_block)
##   @result{} 1  3  6  10
## t = gpualgos ("explain", "shuffle", 2048);
## t.load_efficiency
##   @result{} 100
## t.barriers
##   @result{} 10
## t = gpualgos ("plan", [100 10000], 1, "single", "gpusum");
## t.kernel
##   @result{} gr_reduce_kernel
## t.bytes
##   @result{} 4040000
## @end group
## @end example
## @seealso{gpulast, gpusum, gpucumsum, gpusweep}
## @end deftypefn

function t = gpualgos (varargin)

  list = __gpureduce__ ("algorithms");
  if (nargin > 0)
    check_string ("gpualgos", "NAME", varargin{1}, 100);
  endif
  if (nargin > 0 && strcmpi (varargin{1}, "explain"))
    kernels = explain (list, varargin(2:end), nargout == 0);
    if (nargout > 0)
      t = kernels;
    endif
    return;
  endif
  if (nargin > 0 && strcmpi (varargin{1}, "plan"))
    plans = plan (varargin(2:end));
    if (nargout > 0)
      t = plans;
    else
      print_plans (plans);
    endif
    return;
  endif
  if (nargin > 1)
    print_usage ();
  elseif (nargin == 1)
    list = list(find_algorithm ("gpualgos", list, varargin{1}));
  endif
  if (nargout > 0)
    t = list;
  else
    print_table (list);
  endif

endfunction

## The kernels of one algorithm, or of all, and a table of them: a line for each
## kernel of one, for each function of all.
function t = explain (list, args, prints)

  chosen = 1:numel (list);
  if (! isempty (args) && ischar (args{1}) && ! strcmpi (args{1}, "block"))
    chosen = find_algorithm ("gpualgos", list, args{1});
    args(1) = [];
  endif
  n = 2 ^ 16;
  if (! isempty (args) && ! ischar (args{1}))
    n = args{1};
    args(1) = [];
  endif
  block = 0;
  if (numel (args) == 2 && ischar (args{1}) && strcmpi (args{1}, "block"))
    block = check_whole_numbers ("gpualgos", "\"block\"", args{2}, 1, double (intmax ()), [1 1]);
    args = {};
  endif
  if (! isempty (args))
    print_usage ("gpualgos");
  endif
  n = check_whole_numbers ("gpualgos", "N", n, 1, flintmax (), [1 1]);

  t = {};
  of_all = numel (chosen) > 1;
  for k = chosen
    try
      t{end+1} = ask_gateway ("gpualgos", "explain", [k, n, block])(:);
    catch err
      if (! of_all || ! strcmp (err.identifier, "gpureduce:unsupported"))
        rethrow (err);
      elseif (prints)
        printf ("%s\n", strrep (err.message, "gpualgos: ", ""));
      endif
    end_try_catch
  endfor
  t = add_percentages (vertcat (t{:}));
  if (prints)
    print_kernels (t, n, of_all);
  endif

endfunction

function print_kernels (t, n, of_all)

  printf ("%-27s%8s%7s%8s%10s%10s%9s\n", sprintf ("of %d doubles", n), "launches", "load %", ...
          "store %", "conflicts", "diverge %", "barriers");
  for a = unique ({t.algorithm}, "stable")
    for f = unique ({t(strcmp ({t.algorithm}, a{1})).function}, "stable")
      mine = t(strcmp ({t.algorithm}, a{1}) & strcmp ({t.function}, f{1})).';
      if (of_all)
        print_counts (sprintf ("%s, %s", a{1}, f{1}), mine);
      else
        printf ("%s\n", f{1});
        arrayfun (@(row) print_counts (["  " row.kernel], row), mine);
      endif
    endfor
  endfor

endfunction

## What auto launches: an element for each function.
function t = plan (args)

  if (isempty (args) || numel (args) > 4)
    print_usage ("gpualgos");
  endif
  given = {[], [], "double", {"gpusum", "gpucumsum"}};
  given(1:numel (args)) = args;
  [dims, dim, class_name, functions] = given{:};
  dims = check_whole_numbers ("gpualgos", "DIMS", dims, 0, flintmax (), [2 Inf]);
  if (! (isnumeric (dim) && isempty (dim)))
    dim = check_whole_numbers ("gpualgos", "DIM", dim, 1, flintmax (), [1 1]);
  endif
  types = __gpureduce__ ("types");
  type = find_name (strcat ({"", "complex-"}([types.complex] + 1), {types.class}), class_name, "CLASS", "class");
  names = strcat ("gpu", {__gpureduce__("operators").name});
  if (! iscell (functions) || isempty (functions))
    functions = {functions};
  endif
  operators = zeros (size (functions)); # 0: operations of the user's
  is_name = ! cellfun (@is_function_handle, functions);
  operators(is_name) = cellfun (@(f) find_name (names, f, "FUNCTION", "function"), functions(is_name));

  if (isempty (dim))
    dim = [find(dims != 1, 1), 1](1);
  endif
  dims = [dims, 1];
  dim = min (dim, numel (dims)); # all others beyond are 1 as well
  shape = [prod(dims(1:dim - 1)), dims(dim), prod(dims(dim + 1:end))];
  if (any (shape > flintmax ()))
    error ("gpureduce:badArgument", "gpualgos: an array of %s elements does not fit into memory", ...
           strjoin (arrayfun (@num2str, dims(1:end - 1), "uniformoutput", false), " x "));
  endif
  t = [];
  for k = 1:numel (operators)
    if (operators(k))
      t = [t, ask_gateway("gpualgos", "plan", [operators(k), type, shape])];
    else
      t = [t, plan_operation(functions{k}, types(type), shape)];
    endif
  endfor

endfunction

## The same of gpureduce and gpuscan by the operation F of elements of a TYPE.
function t = plan_operation (f, type, shape)

  sample = cast ([1, 1], type.class);
  if (type.complex)
    sample = complex (sample, sample);
  endif
  names = {"gpureduce", "gpuscan"};
  plan_of = @(is_scan) [names(1 + is_scan), __gpuarray__("monoid-plan", is_scan, shape, f, sample)];
  rows = cellfun (plan_of, {false, true}, "uniformoutput", false);
  ## as for other functions
  fields = fieldnames (ask_gateway ("gpualgos", "plan", [1, 1, 1, 1, 1]));
  t = cell2struct (vertcat (rows{:}), fields, 2).';

endfunction

## Index of NAME, the ARGUMENT, which is a WHAT, among NAMES.
function k = find_name (names, name, argument, what)

  check_string ("gpualgos", argument, name, 100);
  k = find (strcmpi (names, name));
  if (isempty (k))
    refuse_word ("gpualgos", ["there is no " what], name, names);
  endif

endfunction

## A column for each function, two blanks and more apart.
function print_plans (t)

  each = @(shown) arrayfun (shown, t(:).', "uniformoutput", false);
  whole = @(name) each (@(p) sprintf ("%d", p.(name)));
  table = {"", {t.function}; "kernel", {t.kernel}; "blocks x threads", each(@(p) sprintf ("%d x %d", p.grid, p.block)); ...
           "segments x chunk", each(@(p) sprintf ("%d x %d", p.segments, p.chunk)); "chunks", whole("chunks"); ...
           "segments not cut", whole("whole"); "bytes beside arrays", whole("workspace"); "bytes moved", whole("bytes"); ...
           "predicted us", each(@(p) strrep (sprintf ("%.1f", 1e6 * p.seconds), "NaN", "-"))};
  if (! any ([t.whole]))
    table(strcmp (table(:,1), "segments not cut"),:) = [];
  endif
  columns = vertcat (table{:,2});
  widths = 2 + max (cellfun (@numel, columns), [], 1);
  for k = 1:rows (table)
    values = [num2cell(widths); columns(k,:)];
    printf ("%-20s%s\n", table{k,1}, sprintf ("%*s", values{:}));
  endfor

endfunction

## Bytes per byte of the 32-byte sectors, and divergent branches, in percent.
function t = add_percentages (t)

  percent = @(part, whole) num2cell (100 * part ./ whole);
  [t.load_efficiency] = percent ([t.load_bytes], 32 * [t.load_sectors]){:};
  [t.store_efficiency] = percent ([t.store_bytes], 32 * [t.store_sectors]){:};
  [t.divergence] = percent ([t.divergent_branches], [t.branches]){:};

endfunction

## One line that sums the kernels of ROWS.
function print_counts (label, rows)

  total = struct ();
  for name = {"launches", "load_bytes", "load_sectors", "store_bytes", "store_sectors", "bank_conflicts", ...
              "branches", "divergent_branches", "barriers"}
    total.(name{1}) = sum ([rows.(name{1})]);
  endfor
  total = add_percentages (total);
  shown = @(p) strrep (sprintf ("%.1f", p), "NaN", "-");
  printf ("%-27s%8d%7s%8s%10d%10s%9d\n", label, total.launches, shown (total.load_efficiency), ...
          shown (total.store_efficiency), total.bank_conflicts, shown (total.divergence), total.barriers);

endfunction

## Two lines an algorithm: what to type, then what it does.
function print_table (list)

  kinds = unique ({list.kinds}, "stable");
  for k = 1:numel (kinds)
    names = strcat (strsplit (kinds{k}), "s");
    printf ("for %s\n", regexprep (strjoin (names, ", "), ', (\w+)$', ' and $1'));
    printf ("  %-20s%-24s%s\n", "name", "block (default)", "also called");
    for a = list(strcmp ({list.kinds}, kinds{k}))(:).'
      block = "chosen by itself";
      if (a.max_block > 0)
        block = sprintf ("%d to %d (%d)", a.min_block, a.max_block, a.default_block);
      endif
      printf ("%s\n", deblank (sprintf ("  %-20s%-24s%s", a.name, block, strjoin (a.aliases(:).', ", "))));
      printf ("      %s\n", a.summary);
      if (a.cuda_only)
        printf ("      on a CUDA device only\n");
      endif
      if (a.host_only)
        printf ("      on the host only\n");
      endif
      if (! a.reproducible)
        printf ("      scans of floating-point numbers may round differently every time\n");
      endif
    endfor
    printf ("\n");
  endfor

endfunction

%!test
%! t = gpualgos ();
%! assert (fieldnames (t), {"name"; "aliases"; "summary"; "kinds"; ...
%!                          "min_block"; "max_block"; "default_block"; ...
%!                          "cuda_only"; "host_only"; "reproducible"});
%! assert (t(1).name, "auto");
%! assert (numel (unique ([{t.name}, [t.aliases](:).'])), numel ({t.name}) + numel ([t.aliases]));
%! assert (all (ismember ({t.kinds}, {"reduction", "scan", "sort", "reduction scan", "reduction scan sort"})));
%! lo = [t.min_block];
%! hi = [t.max_block];
%! default = [t.default_block];
%! assert (all (lo <= default & default <= hi));
%! assert (all (hi == 0 | log2 (default) == fix (log2 (max (default, 1)))));
%!test # what is special about an algorithm is printed with it
%! assert ({gpualgos("cub").cuda_only, gpualgos("kogge").cuda_only}, {true, false});
%! assert (! isempty (strfind (evalc ("gpualgos ('serial')"), "on the host only")));
%! assert ({gpualgos("serial").host_only, gpualgos("kogge").host_only}, {true, false});
%! assert ({gpualgos("cub").reproducible, gpualgos("kogge").reproducible}, {false, true});
%! assert (! isempty (strfind (evalc ("gpualgos ('cub')"), "on a CUDA device only")));
%! assert (isempty (strfind (evalc ("gpualgos ('kogge')"), "only")));
%!test # by name, by alias, without case
%! assert (gpualgos ("kogge").name, "kogge");
%! assert (gpualgos ("kogge-stone"), gpualgos ("kogge"));
%! assert (gpualgos ("Reduce7").name, "shuffle");
%!test # every name is printed, in 80 columns
%! s = evalc ("gpualgos ();");
%! for a = gpualgos ()(:).'
%!   assert (! isempty (strfind (s, ["  " a.name " "])));
%! endfor
%! assert (max (cellfun (@numel, strsplit (s, "\n"))) <= 80);
%!test # blocks of 32 threads that take 64 elements, by shuffles: what can be counted by hand
%! t = gpualgos ("explain", "shuffle", 512, "block", 32);
%! assert (numel (t), 1);
%! assert (t.function, "gpusum");
%! assert (t.kernel, "gr_shared_kernel");
%! assert (t.launches, 2);
%! assert (t.grid, [8 1 1]);
%! assert (t.block, [32 1 1]);
%! assert ([t.load_bytes, t.load_sectors], [8 * (512 + 8), (512 + 8) / 4]);
%! assert ([t.store_bytes, t.store_sectors], [9 * 8, 9]);
%! assert (t.load_efficiency, 100);
%! assert (t.store_efficiency, 25);
%! assert ([t.shared_accesses, t.bank_conflicts], [9 * 2, 0]);
%! assert (t.barriers, 9 * 2);
%! assert (t.warp_operations, 9 * 2 * 5 * 2); # a double travels as two words
%!test # a block of 64 threads: in steps 1 to 16 only the first warp parts
%! t = gpualgos ("explain", "kogge-stone", 64, "block", 64);
%! assert ({t.kernel}, {"gr_scan_tiles_kernel"});
%! assert ([t.load_efficiency, t.bank_conflicts, t.barriers], [100, 0, 1 + 6 + 1]);
%! assert (t.divergent_branches, 5 + 1);
%! assert (t.divergence, 100 * t.divergent_branches / t.branches);
%!test # a network in one tile of 64: in 21 steps every pair is compared; two elements a thread are loaded and stored
%! t = gpualgos ("explain", "bitonic", 64, "block", 32);
%! assert ({t.function, t.kernel, t.launches}, {"gpusort", "gr_bitonic_tile_kernel", 1});
%! assert (t.barriers, 1 + 21);
%! assert ([t.load_bytes, t.store_bytes], 8 * [64, 2 * 64]); # the places are stored, too
%!test # passes of 4 bits, each of which counts, scans and scatters
%! t = gpualgos ("explain", "radix", 500);
%! assert ({t.kernel}, {"gr_radix_count_kernel", "gr_radix_scan_kernel", "gr_radix_scatter_kernel"});
%! assert ([t.launches], [16 16 16]);
%! assert ([t([1 3]).load_bytes](1), 16 * 8 * 500);
%!test # every algorithm of the table, with each function of its kind
%! t = gpualgos ("explain", 3000);
%! for a = gpualgos ()(:).'
%!   mine = t(strcmp ({t.algorithm}, a.name));
%!   if (isempty (mine)) # one that has no kernels for the host
%!     fail (sprintf ("gpualgos ('explain', '%s')", a.name), a.name);
%!     continue;
%!   endif
%!   assert (numel (unique ({mine.function})), numel (strsplit (a.kinds)));
%!   assert (all ([mine.load_bytes] > 0 & [mine.load_efficiency] <= 100));
%!   assert (sum ([mine.load_bytes]) >= 8 * 3000);
%!   assert (all (cellfun (@(b) b(1) <= 1024, {mine.block})));
%! endfor
%!test # printed in 80 columns, one line an algorithm and function
%! s = strsplit (evalc ("gpualgos (\"explain\", 500);"), "\n");
%! assert (max (cellfun (@numel, s)) <= 80);
%! assert (any (strncmp (s, "shuffle, gpusum ", 16)) && any (strncmp (s, "auto, gpucumsum ", 16)));
%! s = evalc ("gpualgos (\"explain\", \"shuffle\", 500);");
%! assert (! isempty (regexp (s, 'gr_shared_kernel +1 +\d')));
%!test # nothing is left behind, and the record is not touched
%! gpusum (1:3);
%! before = __gpureduce__ ("live");
%! t = gpualgos ("explain", "auto", 1000);
%! assert (__gpureduce__ ("live"), before);
%! assert (gpulast ().dims, [1 3]);
%!test # a tile of short segments; tiles wherever segments begin
%! t = gpualgos ("plan", [100 3e4], 1, "single");
%! assert ({t.function}, {"gpusum", "gpucumsum"});
%! assert ({t.kernel}, {"gr_reduce_short_kernel", "gr_scan_contiguous_kernel"});
%! assert ([t.grid], ceil ([3e4 / 80, 3e6 / 4096]));
%! assert ([t.block], [256 128]);
%! assert ([t.segments; t.chunk; t.chunks], [80 1; 100 4096; 1 ceil(3e6 / 4096)]);
%! assert ([t.bytes], [4 * (3e6 + 3e4), 8 * 3e6]);
%! tiles = ceil (3e6 / 4096);
%! assert ([t.workspace], [0, 16 * (tiles + fix (tiles / 64))]);
%!test # the dimension and the function: neighbouring segments a thread
%! t = gpualgos ("plan", [512 512 1024], 2, "double");
%! assert ({t.kernel}, {"gr_reduce_across_kernel", "gr_scan_strided_bundled_kernel"});
%! assert ([t.segments] .* [t.grid] ./ [t.chunks], [512 512] * 1024);
%! assert ([t.chunk] .* [t.chunks], [512 512]);
%! t = gpualgos ("plan", [512 512 1024], 2, "complex-double", "gpumax");
%! assert ({t.function, t.kernel}, {"gpumax", "gr_reduce_kernel"});
%! assert (t.bytes, 16 * 512 * 1024 * (512 + 1));
%! assert (gpualgos ("plan", [1 5 3], [], "double", {"gpuany"}), gpualgos ("plan", [1 5 3], 2, "double", "gpuany"));
%! t = gpualgos ("plan", [40 5], 7, "int8", "gpucummin");
%! assert ([t.segments, t.chunk, t.chunks], [256, 1, 1]);
%!test # few segments side by side: whole rows of them
%! t = gpualgos ("plan", [3 1e6], 2, "single");
%! assert ({t.kernel}, {"gr_reduce_across_kernel", "gr_scan_rows_kernel"});
%! assert ([t.segments], [3 3]);
%! rows = 8 * 10 * 32; # of 8 warps, 10 in each, runs of 32
%! assert ([t(2).chunk, t(2).chunks], [rows, ceil(1e6 / rows)]);
%!test # segments cut into chunks leave totals, of which there are few
%! t = gpualgos ("plan", [2^28 1], 1, "double", "gpusum");
%! assert (t.kernel, "gr_reduce_kernel");
%! assert ([t.segments, t.grid], [1, t.chunks]);
%! assert (t.chunk * t.chunks >= 2^28 && t.chunk * (t.chunks - 1) < 2^28);
%! assert (t.workspace, 8 * t.chunks);
%!test # of segments that fill no wave of blocks, the last ones are cut
%! t = gpualgos ("plan", [400000 600], 1, "single", "gpusum");
%! assert ([t.whole, t.grid], [528, 528 + 72 * t.chunks]);
%! assert (t.chunk * t.chunks >= 400000 && t.chunk * (t.chunks - 1) < 400000);
%! assert (t.workspace, 8 * 72 * t.chunks);
%! text = evalc ('gpualgos ("plan", [400000 600], 1, "single", "gpusum")');
%! assert (! isempty (regexp (text, 'segments not cut +528\n')));
%!test # an operation of one's own has the plan of an operator with values of as many bytes
%! t = gpualgos ("plan", [512 512 1024], 2, "single", {@(a, b) max(a, b), "gpumax"});
%! assert ({t.function}, {"gpureduce", "gpuscan", "gpumax"});
%! assert ([t.bytes], 4 * [2^28 + 2^19, 2^29, 2^28 + 2^19]);
%! s = gpualgos ("plan", [512 512 1024], 2, "single", "gpucummax");
%! assert ({t(1:2).kernel}, {"gr_reduce_across_kernel", s.kernel});
%! t = gpualgos ("plan", [2^20 1], 1, "complex-single", @(a, b, c, d) {a + c, b .* d});
%! assert ([t.bytes], 16 * [2^20 + 1, 2^21]);
%! assert (all ([t.grid] > 1));
%! t = gpualgos ("plan", [0 3], 1, "double", @(a, b) a + b);
%! assert ([t.grid], [1 0]);
%!error <the operation has two times as many arguments> gpualgos ("plan", [5 1], 1, "double", @(a) a)
%!error <32 bytes of values are combined level by level>
%! gpualgos ("plan", [5 1], 1, "complex-double", @(a, b, c, d) {a, d});
%!error <'foo_is_none' undefined> gpualgos ("plan", [5 1], 1, "double", @(a, b) foo_is_none (a, b))
%!test # what explain sees launched, plan estimates
%! for n = [1 31 1000 8192 70000]
%!   seen = gpualgos ("explain", "auto", n);
%!   t = gpualgos ("plan", [n 1], 1);
%!   for k = 1:2
%!     mine = seen(strcmp ({seen.function}, t(k).function));
%!     assert ({mine.kernel}, {t(k).kernel});
%!     assert ([mine.grid(1), mine.block(1)], [t(k).grid, t(k).block]);
%!   endfor
%! endfor
%!test # nothing to launch, and nothing of nothing
%! t = gpualgos ("plan", [0 3], 1, "double");
%! assert ({t.kernel}, {"gr_reduce_kernel", ""});
%! assert ([t(2).grid, t(2).seconds], [0 0]);
%!test # a time is known where the device was measured
%! t = gpualgos ("plan", [2^14 2^14], 2, "single");
%! if (isempty (regexp (gpuDevice ().Name, "H[12]00")))
%!   assert ([t.seconds], [NaN NaN]);
%! else
%!   assert (all ([t.seconds] > [t.bytes] / 5e12 & [t.seconds] < [t.bytes] / 2e12));
%! endif
%!test # printed in 80 columns
%! s = strsplit (evalc ("gpualgos (\"plan\", [2^20 1000], 1, \"single\");"), "\n");
%! assert (max (cellfun (@numel, s)) <= 80);
%! assert (! isempty (regexp (s{1}, '^ +gpusum +gpucumsum$')));
%! assert (! isempty (regexp (s{2}, '^kernel +gr_reduce_kernel +gr_scan_contiguous_kernel$')));
%!test # columns are apart, however long the names of kernels are
%! s = strsplit (evalc ("gpualgos (\"plan\", [4096 4096], 2, \"single\");"), "\n");
%! assert (! isempty (regexp (s{2}, '^kernel +gr_reduce_across_kernel  +gr_scan_strided_lookback_kernel$')));
%! assert (max (cellfun (@numel, s)) <= 80);
%! assert (numel (unique (cellfun (@numel, s(1:end-1)))), 1);
%!error <DIMS must be 2 or more whole numbers from 0 to 9007199254740992; given was 5> gpualgos ("plan", 5)
%!error <DIMS .* given was \[5 -1\]> gpualgos ("plan", [5 -1])
%!error <DIMS .* given was a 1x2 sparse double> gpualgos ("plan", sparse ([5 1]))
%!error <DIMS .* given was \[5 Inf\]> gpualgos ("plan", [5 Inf])
%!error <DIM must be a whole number from 1 to 9007199254740992; given was 0> gpualgos ("plan", [5 1], 0)
%!error <DIM .* given was ''> gpualgos ("plan", [5 1], "")
%!error <there is no class 'float'; there are double, single, int8> gpualgos ("plan", [5 1], 1, "float")
%!error <CLASS must be a string .* given was a 2x6 char> gpualgos ("plan", [5 1], 1, ["double"; "single"])
%!error <there is no function 'sum'; there are gpusum, gpuprod> gpualgos ("plan", [5 1], 1, "double", "sum")
%!error <FUNCTION must be a string .* given was 3> gpualgos ("plan", [5 1], 1, "double", 3)
%!error <FUNCTION must be a string .* given was a 0x0 cell> gpualgos ("plan", [5 1], 1, "double", {})
%!error <max of no elements has no value> gpualgos ("plan", [0 3], 1, "double", "gpumax")
%!error <cumsum of 2 x 281474976710656 x 1 elements takes 137438953472 blocks; a grid has at most 2147483647>
%! gpualgos ("plan", [2 2^48], 2, "int8", "gpucumsum")
%!error <9007199254740992 x 2 elements does not fit> gpualgos ("plan", [flintmax 2], 3)
%!error <Invalid call> gpualgos ("plan")
%!error <Invalid call> gpualgos ("plan", [5 1], 1, "double", "gpusum", 1)
%!error <block size 48 is not one that algorithm "kogge" takes: 32 64>
%! gpualgos ("explain", "kogge", 100, "block", 48)
%!error <algorithm "auto" chooses its own block size> gpualgos ("explain", "auto", "block", 64)
%!error <N must be a whole number from 1 to 9007199254740992; given was 0> gpualgos ("explain", "kogge", 0)
%!error <N .* given was \[1 2\]> gpualgos ("explain", "kogge", [1 2])
%!error <N .* given was 2.5> gpualgos ("explain", "kogge", 2.5)
%!error <N .* given was NaN> gpualgos ("explain", "kogge", NaN)
%!error <N .* given was Inf> gpualgos ("explain", "kogge", Inf)
%!error <N .* given was 5\+1i> gpualgos ("explain", "kogge", 5 + 1i)
%!error <N .* given was true> gpualgos ("explain", "kogge", true)
%!error <N .* given was \[\]> gpualgos ("explain", "kogge", [])
%!error <N .* given was a 1x1 sparse double> gpualgos ("explain", "kogge", sparse (500))
%!error <"block" must be a whole number from 1 .* given was 1.5> gpualgos ("explain", "kogge", "block", 1.5)
%!error <no algorithm is called 'foo'> gpualgos ("explain", "foo")
%!error <NAME must be a string .* given was a 2x5 char> gpualgos ("explain", ["kogge"; "brent"])
%!error <Invalid call> gpualgos ("explain", "kogge", 100, {"block"}, 64)
%!error <Invalid call> gpualgos ("explain", "kogge", 100, "block")
%!error <Invalid call> gpualgos ("kogge", 100)
%!error <no algorithm is called 'Koge'; did you mean "kogge"\? There are auto> gpualgos ("Koge")
%!error <no algorithm is called 'foo'; there are auto> gpualgos ("foo")
%!error <NAME must be a string of at most 100 characters, without NUL; given was 1$> gpualgos (1)
%!error <NAME must be a string .* given was a 1x1 cell> gpualgos ({"explain"})
%!error <NAME must be .* given was 'kogge\\x00x'> gpualgos (["kogge" 0 "x"])
%!error <NAME must be a string .* given was a 2x5 char> gpualgos (["kogge"; "brent"])
%!test # of a long name, a part is shown
%! try
%!   gpualgos (repmat ("x", 1, 1e5));
%! catch err
%! end_try_catch
%! assert (err.identifier, "gpureduce:badArgument");
%! assert (err.message, ["gpualgos: NAME must be a string of at most 100 characters, without NUL; given was '" ...
%!                       repmat("x", 1, 40) "'... (100000 characters)"]);
%!test # integers as doubles: in their own class, block and length would saturate each other
%! assert (gpualgos ("explain", "kogge", int8 (100), "block", 256), gpualgos ("explain", "kogge", 100, "block", 256));
%! assert (gpualgos ("plan", uint8 ([200 200]), int8 (1)), gpualgos ("plan", [200 200], 1));
