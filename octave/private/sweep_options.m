## SPDX-License-Identifier: GPL-3.0-or-later

## OPT = sweep_options (ARGS)
##
## The options of gpusweep, from its cell array of arguments, with all that was left out.  Each of OPT.places is an
## array's size and the dimension to work along.

function opt = sweep_options (args)

  opt = struct ("functions", {{"gpusum", "gpucumsum"}}, "algorithms", {{gpualgos().name}}, ...
                "blocks", 2 .^ (5:10), "lengths", [], "shapes", {{}}, "dims", [], "classes", "double", ...
                "repeat", 11, "file", "", "overwrite", false, "commit", "");
  names = fieldnames (opt).';
  operators = __gpureduce__ ("operators");
  function_names = [strcat("gpu", {operators.name}), {"gpusort"}];
  for k = 1:2:numel (args)
    if (! (ischar (args{k}) && isrow (args{k}) && any (strcmp (args{k}, names))))
      meant = "";
      if (ischar (args{k}) && isrow (args{k}) && any (strcmp (args{k}, function_names)))
        meant = sprintf (", but gpusweep (\"functions\", \"%s\")", args{k});
      endif
      refuse_word ("gpusweep", "there is no option", args{k}, names, meant);
    elseif (k == numel (args))
      bad ("the option '%s' has no value", args{k});
    elseif (any (strcmp (args{k}, args(1:2:k-1))))
      bad ("the option '%s' is given twice", args{k});
    endif
    opt.(args{k}) = args{k+1};
  endfor

  types = __gpureduce__ ("types");
  classes = strcat ({"", "complex-"}([types.complex] + 1), {types.class});
  opt.functions = words (opt.functions, "functions", function_names);
  opt.classes = words (opt.classes, "classes", classes);
  list = gpualgos ();
  has_cub = strcmp (__gpureduce__ ("backend"), "cuda") && __gpureduce__ ("has_cub");
  is_wanted = strcmp ({list.name}, "cub") & has_cub;
  for name = words (opt.algorithms, "algorithms", {})
    is_wanted(find_algorithm ("gpusweep", list, name{1})) = true;
  endfor
  opt.algorithms = list(is_wanted)(:).';

  most = flintmax (); # elements
  opt.repeat = numbers (opt.repeat, "repeat", 1, 1e6, [1 1]);
  opt.blocks = numbers (opt.blocks, "blocks", 0, double (intmax ()), [1 Inf]);
  opt.lengths = numbers (opt.lengths, "lengths", 1, most, [0 Inf]);
  opt.dims = numbers (opt.dims, "dims", 1, double (intmax ()), [0 Inf]);
  is_flag = (islogical (opt.overwrite) || isnumeric (opt.overwrite)) && isscalar (opt.overwrite) ...
            && ! issparse (opt.overwrite) && any (opt.overwrite == [0 1]);
  check (is_flag, "overwrite", opt.overwrite, "true or false");
  check_string ("gpusweep", "\"file\"", opt.file, 4095);
  if (! isempty (opt.file))
    opt.file = make_absolute_filename (tilde_expand (opt.file));
  endif
  check_string ("gpusweep", "\"commit\"", opt.commit, 100);
  check (! any (opt.commit < " "), "commit", opt.commit, "one line of text"); # it is a line of the file
  if (ischar (opt.shapes))
    check_string ("gpusweep", "\"shapes\"", opt.shapes, 10000);
    opt.shapes = cellfun (@shape_of, split_words (opt.shapes), "UniformOutput", false);
  elseif (! iscell (opt.shapes))
    opt.shapes = {opt.shapes};
  endif
  for k = 1:numel (opt.shapes)
    shape = opt.shapes{k};
    opt.shapes{k} = check_whole_numbers ("gpusweep", "\"shapes\"", shape, 1, most, [2 Inf]);
    check (prod (opt.shapes{k}) <= most, "shapes", shape, sprintf ("arrays of at most %d elements", most));
  endfor
  if (! isempty (opt.dims) && isempty (opt.shapes))
    bad ("\"dims\" goes with \"shapes\"; \"lengths\" are vectors along dimension 1");
  elseif (isempty (opt.dims))
    opt.dims = 1;
  endif
  if (isempty (opt.lengths) && isempty (opt.shapes))
    opt.lengths = 2 ^ [16, 24](1 + strcmp (__gpureduce__ ("backend"), "cuda"));
  endif
  ## each array with the dimension to work along
  opt.places = arrayfun (@(n) {[n 1], 1}, opt.lengths, "UniformOutput", false);
  for shape = opt.shapes(:).'
    for dim = opt.dims
      opt.places{end+1} = {shape{1}, dim};
    endfor
  endfor

endfunction

## A list of names as a row of cells.
function list = words (value, option, known)

  list = value;
  if (ischar (value))
    check_string ("gpusweep", ["\"" option "\""], value, 10000);
    list = split_words (value);
  endif
  check (iscellstr (list) && ! isempty (list) && all (cellfun (@isrow, list)), option, value, ...
         "a cellstr or a string of words");
  list = list(:).';
  if (! isempty (known))
    unknown = list(! ismember (list, known));
    if (! isempty (unknown))
      refuse_word ("gpusweep", sprintf ("\"%s\" has no", option), unknown{1}, known);
    endif
  endif

endfunction

## A row of whole numbers, which may be given as words.
function n = numbers (value, option, least, most, counts)

  option = ["\"" option "\""];
  if (ischar (value))
    check_string ("gpusweep", option, value, 10000);
    value = parse_numbers ("gpusweep", option, value);
  endif
  n = check_whole_numbers ("gpusweep", option, value, least, most, counts);

endfunction

## The size that a word such as 512x512x64 names.
function shape = shape_of (word)

  shape = str2double (ostrsplit (word, "x"));
  check (all (ismember (word, "0123456789x")) && ! any (isnan (shape)), "shapes", word, "sizes such as 512x512x64");

endfunction

function check (is_good, option, value, what)

  if (! is_good)
    bad ("\"%s\" takes %s; given was %s", option, what, show_value (value));
  endif

endfunction

function bad (varargin)

  error ("gpureduce:badArgument", "gpusweep: %s", sprintf (varargin{:}));

endfunction
