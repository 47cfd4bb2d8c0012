## SPDX-License-Identifier: GPL-3.0-or-later

## STEP = random_step (VARIABLES): a step of a random program, from the state of the random generators.  VARIABLES are
## those of host arrays, as play_step () gives them, so that most steps are right.  STEP has the fields
## mode      "assign", "append", "append column", "combine" (+=), "delete", "clear", "store"
## place     of what is changed: struct ("variable", K, "path", PATH), a PATH as {"a", {2}} for .a{2}
## index     a cell of subscripts, each struct ("value", V, "on_device", TF); {} for the whole
## and of those with a right-hand side
## how       "value", "call", "horzcat", "vertcat", "cat", "row", "column"
## f, dim    the row of step_functions () that is called; the dimension of cat
## operands  a cell of structs with a value, and whether it is brought to the device, or with a place and an index

function step = random_step (variables)

  places = all_places (variables);
  kind = rand ();
  if (kind < 0.02)
    step = struct ("mode", "store", "place", place_of (1), "index", {{}}, "format", pick ({"-text", "-binary", "-hdf5", "-v6"}));
    return;
  elseif (kind < 0.05)
    step = struct ("mode", "clear", "place", place_of (randi (5)), "index", {{}});
    return;
  elseif (kind < 0.13 && ! isempty (places))
    place = pick (places);
    step = struct ("mode", "delete", "place", place, "index", {random_subscripts(array_at (variables, place))});
    return;
  endif
  if (kind < 0.45 || isempty (places))
    step = struct ("mode", "assign", "place", new_place (variables), "index", {{}});
    step = with_expression (step, variables, places);
    if (rand () < 0.15 && isempty (step.place.path))
      step = with_value (step, pick ({{}, {}, struct("a", 1)}));
      step.operands{1}.value = container ();
    endif
    return;
  endif
  place = random_target (variables, places);
  a = array_at (variables, place);
  switch (randi (10))
    case {1, 2}
      step = struct ("mode", "append", "place", place, "index", {{}});
      step = with_value (step, random_array ([1 1]));
    case 3
      step = struct ("mode", "append column", "place", place, "index", {{}});
      step = with_value (step, random_array ([max(rows (a), 1), 1]));
    case 4
      step = struct ("mode", "combine", "place", place, "index", {random_subscripts(a)});
      if (rand () < 0.5)
        step.index = {};
      endif
      step = with_value (step, random_array ([1 1]));
    otherwise
      step = struct ("mode", "assign", "place", place, "index", {random_subscripts(a)});
      if (rand () < 0.6)
        sz = pick ({[1 1], [1 1], [1 1], [1 2], [2 1], [0 0], [1 0]});
        try
          sz = size (a(values_of (step.index){:}));
        end_try_catch
        step = with_value (step, random_array (pick ({sz, [1 1]})));
      else
        step = with_expression (step, variables, places);
      endif
  endswitch

endfunction

function x = pick (list)

  x = list{randi (numel (list))};

endfunction

function place = place_of (k, varargin)

  place = struct ("variable", k, "path", {varargin});

endfunction

## ---- places ----

## Those of all arrays.
function places = all_places (variables)

  places = {};
  for k = 1:numel (variables)
    if (! isempty (variables{k}))
      places = [places, places_in(variables{k}{1}, place_of (k))];
    endif
  endfor

endfunction

## Those in X, which stands at PLACE.
function places = places_in (x, place)

  places = {};
  if (! iscell (x) && ! isstruct (x))
    places = {place};
  elseif (numel (place.path) < 2)
    deeper = {};
    if (iscell (x))
      deeper = arrayfun (@(k) {k}, 1:numel (x), "UniformOutput", false);
      parts = x;
    elseif (isscalar (x))
      deeper = fieldnames (x).';
      parts = struct2cell (x);
    elseif (isempty (place.path) && isvector (x))
      for k = 1:numel (x)
        for field = fieldnames (x).'
          if (! iscell (x(k).(field{1})) && ! isstruct (x(k).(field{1})))
            places{end + 1} = struct ("variable", place.variable, "path", {{k, field{1}}});
          endif
        endfor
      endfor
    endif
    for k = 1:numel (deeper)
      places = [places, places_in(parts{k}, struct ("variable", place.variable, "path", {[place.path, deeper(k)]}))];
    endfor
  endif

endfunction

function a = array_at (variables, place)

  a = [];
  box = variables{place.variable};
  if (isempty (box))
    return;
  endif
  try
    a = box{1};
    for part = place.path
      if (ischar (part{1}))
        a = a.(part{1});
      elseif (iscell (part{1}))
        a = a{part{1}{1}};
      else
        a = a(part{1});
      endif
    endfor
  catch
    a = []; # there is nothing yet
  end_try_catch

endfunction

## A place for a value as a whole: a variable, or a part of one that is a container or does not exist.
function place = new_place (variables)

  k = randi (numel (variables));
  place = place_of (k);
  box = variables{k};
  if (rand () < 0.4)
    return;
  endif
  if (isempty (box) || rand () < 0.03)
    place.path = pick ({{}, {"a"}, {{2}}, {"a", "b"}, {"a", {2}}, {{1}, "a"}, {{1}, {2}}, {2, "a"}});
  elseif (iscell (box{1}))
    place.path = pick ({{{1}}, {{2}}, {{numel(box{1}) + 1}}, {{1}, "a"}, {{2}, {1}}});
  elseif (isstruct (box{1}))
    place.path = pick ({{"a"}, {"b"}, {"a", "b"}, {"b", {2}}, {2, "a"}});
  endif

endfunction

## A place of an array to change: one that is there, or, now and then, not yet.
function place = random_target (variables, places)

  place = pick (places);
  if (rand () < 0.2)
    missing = find (cellfun (@isempty, variables));
    if (! isempty (missing) && rand () < 0.7)
      place = place_of (missing(randi (numel (missing))));
      place.path = pick ({{}, {}, {"a"}, {{2}}, {"a", "b"}, {"a", {2}}, {{1}, "a"}, {{1}, {2}}, {2, "a"}});
    else
      place = new_place (variables);
    endif
  endif

endfunction

## ---- values ----

function sz = random_size ()

  sz = pick ({[1 1], [1 1], [1 3], [3 1], [2 3], [2 2], [0 0], [0 3], [1 0], [0 1], [2 1 2], [2 2 2], [1 1 2]});

endfunction

function a = random_array (sz)

  class_of = pick ({"double", "double", "single", "int8", "uint16", "int64", "uint64", "logical", "char", "complex"});
  if (! prod (sz) && strcmp (class_of, "complex")) # Octave makes those real now and then
    class_of = "single";
  endif
  switch (class_of)
    case "logical"
      a = rand (sz) < 0.5;
    case "char"
      a = char (randi ([97, 122], sz));
    case "complex"
      a = complex (randi ([-5, 5], sz), randi ([-5, 5], sz));
      a(1) += 10i; # Octave makes an array real that has no imaginary parts
      if (rand () < 0.3)
        a = single (a);
      endif
    otherwise
      a = cast (randi ([-9, 20], sz), class_of);
      if (isfloat (a) && ! isempty (a) && rand () < 0.5)
        special = [NaN, -0, Inf, -Inf, 2.5, 300, 1e10, 0];
        a(randi (numel (a))) = special(randi (numel (special)));
      elseif (any (strcmp (class_of, {"int64", "uint64"})) && ! isempty (a) && rand () < 0.5)
        a(randi (numel (a))) = intmax (class_of) - randi (3);
      endif
  endswitch

endfunction

function x = container ()

  x = pick ({{random_array(random_size ()), random_array(random_size ())}, struct("a", random_array (random_size ())), ...
             {{random_array(random_size ())}, random_array([1 1])}, cell(1, 2)});

endfunction

## ---- subscripts ----

function list = values_of (index)

  list = cellfun (@(i) i.value, index, "UniformOutput", false);

endfunction

function index = random_subscripts (a)

  n = pick ({1, 1, 1, 2, 2, ndims(a), ndims(a) + 1});
  sz = [size(a), 1, 1];
  index = cell (1, n);
  for k = 1:n
    extent = sz(k);
    if (k == n)
      extent = prod (sz(k:end));
    endif
    value = random_subscript (extent);
    index{k} = struct ("value", value, "on_device", ! ischar (value) && rand () < 0.15);
  endfor
  if (n == 1 && rand () < 0.15) # a mask of its size
    index{1} = struct ("value", rand (size (a)) < 0.4, "on_device", rand () < 0.5);
  endif

endfunction

## Of a dimension of N elements, most of them right.
function i = random_subscript (n)

  some = @(sz) randi (max (n, 1), sz);
  switch (randi (12))
    case {1, 2}
      i = ":";
    case {3, 4, 5}
      i = some ([1 1]);
    case 6
      i = [1:n](:).';
    case 7
      i = some (pick ({[1 2], [1 3], [2 1], [2 2]}));
    case 8
      i = rand (1, n) < 0.5;
    case 9
      i = zeros (pick ({[0 0], [1 0]}));
    case 10
      i = uint8 (some ([1 2]));
    case 11
      i = n + randi (2);
    case 12
      i = pick ({0, 1.5, -1, NaN, true, [1, n + 2], true(1, n + 1)});
  endswitch

endfunction

## ---- right-hand sides ----

function step = with_value (step, value)

  step.how = "value";
  step.operands = {constant(value)};

endfunction

function operand = constant (value)

  operand = struct ("value", {value}, "on_device", rand () < 0.7, "place", [], "index", {{}});

endfunction

function operand = random_operand (variables, places)

  if (isempty (places) || rand () < 0.4)
    operand = constant (random_array (random_size ()));
    return;
  endif
  operand = struct ("value", [], "on_device", false, "place", pick (places), "index", {{}});
  if (rand () < 0.35)
    operand.index = random_subscripts (array_at (variables, operand.place));
  elseif (rand () < 0.1) # with the container around it
    operand.place.path = operand.place.path(1:end-1);
    if (! isempty (operand.place.path) && isnumeric (operand.place.path{end}))
      operand.place.path = {};
    endif
  endif

endfunction

function step = with_expression (step, variables, places)

  do
    step.how = pick ({"value", "value", "call", "call", "call", "horzcat", "vertcat", "cat", "row", "row", "column"});
    count = 1;
    step.f = step.dim = 0;
    if (strcmp (step.how, "call"))
      functions = step_functions ();
      step.f = randi (numel (functions));
      count = functions(step.f).count;
    elseif (! strcmp (step.how, "value"))
      step.dim = randi (3);
      count = randi (3);
    endif
    step.operands = cell (1, count);
    for k = 1:count
      step.operands{k} = random_operand (variables, places);
    endfor
    elements = cellfun (@(operand) elements_of (operand, variables), step.operands);
  until (sum (elements) <= 100 && prod (elements) < 1000)

endfunction

function n = elements_of (operand, variables)

  if (isempty (operand.place))
    n = numel (operand.value);
  else
    n = numel (array_at (variables, operand.place));
  endif

endfunction
