## SPDX-License-Identifier: GPL-3.0-or-later

## RESULTS = run_monoid (NAME, IS_SCAN, ARGS)
##
## What gpureduce and gpuscan do: ARGS are their arguments, the operation first. RESULTS is a cell of the results.

function results = run_monoid (name, is_scan, args)

  operations = {args{1}, [], [], []}; # combine, map, finish, identity
  words = {"map", "finish", "identity"};
  run = [0, is_scan, false, false];   # DIM, scan, reverse, exclusive
  rest = args(2:end);
  k = first_word (rest);
  options = rest(k:end);
  rest(k:end) = [];
  while (! isempty (options))
    word = options{1};
    if (is_scan && any (strcmpi (word, {"forward", "reverse", "exclusive"})))
      if (strcmpi (word, "exclusive"))
        run(4) = true;
      else
        run(3) = strcmpi (word, "reverse");
      endif
      options(1) = [];
      continue
    endif
    at = find (strcmpi (word, words));
    if (isempty (at))
      error ("gpureduce:badArgument", "%s: there is no option \"%s\"", name, word);
    elseif (numel (options) < 2)
      error ("gpureduce:badArgument", "%s: \"%s\" is followed by its value", name, word);
    endif
    operations{at+1} = options{2};
    options(1:2) = [];
  endwhile

  if (ischar (operations{1}))
    if (isempty (rest))
      print_usage (name);
    endif
    [operations{1}, identity] = named_operation (name, operations{1}, underlyingType (rest{1}));
    if (isempty (operations{4}))
      operations{4} = identity;
    endif
  endif
  for k = find (! cellfun ("isclass", operations(1:3), "function_handle"))
    if (k == 1 || ! isempty (operations{k}))
      error ("gpureduce:badArgument", "%s: %s is a function handle", name,
             {"the operation", "\"map\"", "\"finish\""}{k});
    endif
  endfor

  ## the arrays are those of the map, or else the values themselves
  if (! isempty (operations{2}))
    count = parameters_of (operations{2}, 1);
  else
    count = parameters_of (operations{1}, 2) / 2;
    switch (count)
      case 1
        operations{2} = @(a) a;
      case 2
        operations{2} = @(a, b) {a, b};
      case 3
        operations{2} = @(a, b, c) {a, b, c};
      case 4
        operations{2} = @(a, b, c, d) {a, b, c, d};
      otherwise
        error ("gpureduce:badArgument", ["%s: the operation has two times as many arguments as there are values, 1 to 4, " ...
               "or name a \"map\""], name);
    endswitch
  endif
  if (numel (rest) < count)
    error ("gpureduce:badArgument", "%s: the function has %d arguments, and there are %d arrays", name, count, numel (rest));
  elseif (numel (rest) > count + 1)
    error ("gpureduce:badArgument", "%s: behind the arrays there is DIM alone, and then options", name);
  elseif (numel (rest) > count && ! isempty (rest{end}))
    dim = rest{end};
    if (isa (dim, "gpuArray"))
      dim = gather (dim);
    endif
    if (! (isnumeric (dim) && isscalar (dim) && dim == fix (dim) && dim >= 1))
      error ("gpureduce:badArgument", "%s: DIM must be a valid dimension", name);
    endif
    run(1) = double (dim);
  endif
  arrays = rest(1:count);
  for k = 1:count
    if (! (isnumeric (arrays{k}) || islogical (arrays{k})) || issparse (arrays{k}) || isa (arrays{k}, "codistributed"))
      check_array (name, arrays{k}, {"numeric", "logical", "char"}, "arrays have numbers, logical values or characters", "");
    endif
  endfor
  is_there = any (cellfun ("isclass", arrays, "gpuArray"));
  results = __gpuarray__ ("monoid", name, operations, run, arrays{:});
  if (! is_there)
    results = cellfun (@gather, results, "UniformOutput", false);
  endif

endfunction

## The place of the first word among arguments.
function k = first_word (args)
  k = 1;
  while (k <= numel (args) && ! (ischar (args{k}) && isrow (args{k}) && ! isgpuarray (args{k})))
    k++;
  endwhile
endfunction

## How many parameters an operation has; those of a function by its name are as many as here it has to take.
function n = parameters_of (f, default_count)
  n = default_count;
  if (strncmp (func2str (f), "@", 1) && nargin (f) >= 0)
    n = nargin (f);
  endif
endfunction

## Operations on the bits of integers, by name, and their identities.
function [f, identity] = named_operation (name, word, class)
  table = {"and", @(a, b) bitand (a, b)
           "or",  @(a, b) bitor (a, b)
           "xor", @(a, b) bitxor (a, b)};
  at = find (strcmpi (word, table(:,1)));
  if (isempty (at))
    error ("gpureduce:badArgument", "%s: there is no operation \"%s\"; there are \"and\", \"or\" and \"xor\"", name, word);
  elseif (! strcmp (class, "logical") && ! any (strncmp (class, {"int", "uin"}, 3)))
    error ("gpureduce:badArgument", "%s: \"%s\" combines integers and logical values, not %s", name, word, class);
  endif
  f = table{at,2};
  identity = 0;
  if (at == 1)
    identity = 1;
    if (strncmp (class, "int", 3))
      identity = -1;
    elseif (strncmp (class, "uint", 4))
      identity = intmax (class);
    endif
  endif
endfunction
