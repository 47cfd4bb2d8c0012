## SPDX-License-Identifier: GPL-3.0-or-later

## play_step ("reset"): five variables that do not exist.
## V = play_step ("variables"): those of host arrays, a cell; {} stands for one that does not exist, else {value}.
## TEXT = play_step (STEP): a step of a random program, as random_step () has it, on the variables of host arrays and on
## those with gpuArrays; how they differ then, or "".
##
## Where Octave makes a complex array real that has no imaginary parts, a gpuArray stays complex, as help gpuArray says:
## it is made real here, too.

function r = play_step (step)

  if (ischar (step))
    r = variable (step);
    return;
  endif
  r = "";
  on_device = [];
  values = cell (1, 2);
  if (isfield (step, "operands"))
    [r, values, on_device] = expression (step);
    if (! isempty (r) || isempty (values))
      return;
    endif
  endif
  if (is_left_out (step, values{1}))
    return;
  endif
  [before, step.is_nothing] = residence (step.place);
  errors = {"", ""};
  for w = 1:2
    try
      change (w, step, values{w});
    catch err
      errors{w} = err.message;
    end_try_catch
  endfor
  r = unlike_errors (errors);
  if (isempty (r))
    r = compare_variables ();
  endif
  now = residence (step.place);
  if (isempty (r) && isempty (errors{1}) && ! isempty (now) && ! isempty (on_device))
    wanted = place_after (step, before, on_device);
    if (! isempty (wanted) && now != wanted)
      r = sprintf ("the array is on the %s", {"host", "device"}{1 + now});
    endif
  endif

endfunction

## Whether an array is on the device after a step; BEFORE says where it was, [] that it was not there or had nothing.
## Elements go to where the array is.  Octave takes [] for an array of the class of what is assigned, on either side.
function t = place_after (step, before, on_device)

  is_whole = strcmp (step.mode, "assign") && isempty (step.index);
  if (is_whole || isempty (before))
    t = on_device;
  elseif (strcmp (step.mode, "combine") && isempty (step.index))
    t = before || on_device;
  elseif (step.is_nothing)
    t = [];
  else
    t = before;
  endif

endfunction

## What Octave does by chance, or in each version in a way of its own:
## - a field or a braced element of an array of no elements makes another value of it;
## - deletion by more subscripts than dimensions;
## - += of no elements may change the class;
## - -hdf5 of complex singles ends the process;
## - an assignment looks beyond the sizes of a right-hand side that is no scalar, if one of three subscripts is empty.
function t = is_left_out (step, value)

  t = strcmp (step.mode, "store") && strcmp (step.format, "-hdf5") && has_complex_singles (variable ("variables"));
  x = [];
  box = variable ("see", 1, step.place.variable);
  if (! isempty (box))
    x = box{1};
    for part = step.place.path
      if (! iscell (x) && ! isstruct (x))
        t = t || isempty (x);
        return;
      endif
      try
        x = at (x, part, {});
      catch
        x = []; # it does not exist yet
        break;
      end_try_catch
    endfor
  endif
  is_nothing = @(i) ! ischar (i.value) && (isempty (i.value) || (islogical (i.value) && ! any (i.value(:))));
  of_nothing = isempty (x) || any (cellfun (is_nothing, step.index));
  switch (step.mode)
    case "delete"
      t = numel (step.index) > ndims (x);
    case "combine"
      t = of_nothing;
    case "assign"
      t = numel (step.index) > 2 && ! isscalar (value) && of_nothing;
  endswitch

endfunction

function t = has_complex_singles (x)

  if (isstruct (x))
    x = struct2cell (x);
  endif
  if (iscell (x))
    t = any (cellfun (@has_complex_singles, x(:)));
  else
    t = isa (x, "single") && iscomplex (x);
  endif

endfunction

function text = unlike_errors (errors)

  text = "";
  failed = ! cellfun (@isempty, errors);
  if (failed(1) && ! failed(2))
    text = sprintf ("no error instead of \"%s\"", errors{1});
  elseif (failed(2) && ! failed(1))
    text = sprintf ("error \"%s\"", errors{2});
  endif

endfunction

## ---- variables ----

## variable ("take", w, k) is the value of a variable that does not exist until it is put back, so that nothing else
## shares its elements but what did before.
function r = variable (action, w, k, x)

  persistent V = cell (2, 5);
  r = [];
  switch (action)
    case "reset"
      V = cell (2, 5); # each empty, or a box with the value
    case "variables"
      r = V(1,:);
    case "see"
      r = V{w,k};
    case "take"
      r = V{w,k};
      V{w,k} = [];
    case "put"
      V{w,k} = {x};
  endswitch

endfunction

## Whether the array at a place is on the device, [] if there is none, and whether it is [].
function [t, is_nothing] = residence (place)

  t = [];
  is_nothing = false;
  x = variable ("see", 2, place.variable);
  try
    if (! isempty (x))
      x = at (x{1}, place.path, {});
      if (isgpuarray (x) || isnumeric (x) || islogical (x) || ischar (x))
        t = isgpuarray (x);
        is_nothing = isequal (size (x), [0 0]);
      endif
    endif
  end_try_catch

endfunction

function text = compare_variables ()

  text = "";
  for k = 1:5
    host = variable ("see", 1, k);
    device = variable ("see", 2, k);
    if (isempty (host) != isempty (device))
      text = sprintf ("v%d is there on one side only", k);
    elseif (! isempty (host))
      [text, matched, changed] = difference (host{1}, device{1}, sprintf ("v%d", k));
      if (changed)
        variable ("put", 2, k, matched);
      endif
    endif
    if (! isempty (text))
      return;
    endif
  endfor

endfunction

## How DEVICE differs from HOST; NAME is what it is called.  MATCHED is DEVICE with real arrays where HOST has them.
function [text, matched, changed] = difference (host, device, name)

  text = "";
  matched = device;
  changed = false;
  if (iscell (host) || isstruct (host))
    if (! strcmp (class (device), class (host)) || ! size_equal (host, device))
      text = sprintf ("%s is a %s %s instead of a %s %s", name, class (device), mat2str (size (device)), class (host), ...
                      mat2str (size (host)));
    elseif (isstruct (host))
      fields = fieldnames (host);
      if (! isequal (fields, fieldnames (device)))
        text = sprintf ("%s has other fields", name);
        return;
      endif
      for k = 1:numel (host)
        for field = fields.'
          [text, part, is_new] = difference (host(k).(field{1}), device(k).(field{1}), [name "." field{1}]);
          if (is_new)
            matched(k).(field{1}) = part;
            changed = true;
          endif
          if (! isempty (text))
            return;
          endif
        endfor
      endfor
    else
      for k = 1:numel (host)
        [text, part, is_new] = difference (host{k}, device{k}, sprintf ("%s{%d}", name, k));
        if (is_new)
          matched{k} = part;
          changed = true;
        endif
        if (! isempty (text))
          return;
        endif
      endfor
    endif
    return;
  endif
  if (isreal (host) && iscomplex (device))
    got = gather (device);
    changed = ! any (imag (got)(:));
    if (changed)
      matched = real (device);
    endif
  endif
  got = gather (matched);
  if (isempty (host) && iscomplex (host) && ! iscomplex (got)) # of no elements nothing is complex
    host = real (host);
  endif
  text = mismatch (got, host, []);
  if (! isempty (text))
    text = sprintf ("%s: %s", name, text);
  endif

endfunction

## ---- expressions ----

## The right-hand side of a step, of host arrays and of gpuArrays: VALUES is {} where it is an error of both, or cannot be
## compared in all bits.  ON_DEVICE says where it has to be.
function [text, values, on_device] = expression (step)

  text = "";
  values = {};
  on_device = false;
  args = cell (2, 0);
  for operand = step.operands
    [text, v] = operand_values (operand{1});
    if (! isempty (text) || isempty (v))
      return;
    endif
    if (! strcmp (step.how, "value") && (iscell (v{1}) || isstruct (v{1})))
      return; # of arrays only
    endif
    args(:,end + 1) = v;
    on_device = on_device || isgpuarray (v{2});
  endfor
  if (strcmp (step.how, "value"))
    values = args;
    if (iscell (values{1}) || isstruct (values{1}))
      on_device = [];
    endif
    return;
  endif
  [f, place] = function_of (step);
  is_text = cellfun (@ischar, args(1,:));
  if (! strcmp (step.how, "call") && any (is_text) && ! (all (is_text) && any (strcmp (step.how, {"row", "horzcat"}))))
    return; # Octave fills up rows of text, and makes characters of numbers that are none by chance
  endif
  if (strcmp (step.how, "call") && ! step_functions ()(step.f).takes (args{1,:}))
    return;
  endif
  errors = {"", ""};
  results = cell (1, 2);
  for w = 1:2
    try
      results{w} = f (args{w,:});
    catch err
      errors{w} = err.message;
    end_try_catch
  endfor
  text = unlike_errors (errors);
  if (! isempty (text) || ! isempty (errors{1}))
    return;
  endif
  if (strcmp (place, "device"))
    results{2} = gpuArray (results{2});
  endif
  on_device = ! strcmp (place, "host") && (on_device || strcmp (place, "device"));
  [text, results{2}] = difference (results{1}, results{2}, "the right-hand side");
  if (isempty (text) && isgpuarray (results{2}) != on_device)
    text = sprintf ("the right-hand side is on the %s", {"device", "host"}{1 + on_device});
  endif
  values = results;

endfunction

function [f, place] = function_of (step)

  place = "";
  switch (step.how)
    case "call"
      f = step_functions ()(step.f).call;
      place = step_functions ()(step.f).place;
    case "horzcat"
      f = @horzcat;
    case "vertcat"
      f = @vertcat;
    case "cat"
      f = @(varargin) cat (step.dim, varargin{:});
    case "row"
      f = @in_a_row;
    case "column"
      f = @in_a_column;
  endswitch

endfunction

## Brackets are not the functions of their names.
function r = in_a_row (varargin)

  switch (nargin)
    case 1
      r = [varargin{1}];
    case 2
      r = [varargin{1}, varargin{2}];
    otherwise
      r = [varargin{:}];
  endswitch

endfunction

function r = in_a_column (varargin)

  switch (nargin)
    case 1
      r = [varargin{1}];
    case 2
      r = [varargin{1}; varargin{2}];
    otherwise
      r = [varargin{1}; varargin{2}; varargin{3}];
  endswitch

endfunction

function [text, v] = operand_values (operand)

  text = "";
  v = cell (2, 1);
  if (isempty (operand.place))
    v = {operand.value; moved(operand.value, operand.on_device)};
    return;
  endif
  errors = {"", ""};
  for w = 1:2
    try
      x = variable ("see", w, operand.place.variable);
      v{w} = at (x{1}, operand.place.path, index_of (operand.index, w));
    catch err
      errors{w} = err.message;
    end_try_catch
  endfor
  text = unlike_errors (errors);
  if (! isempty (text) || ! isempty (errors{1}))
    v = {};
    return;
  endif
  [text, v{2}] = difference (v{1}, v{2}, "what is read");
  from = residence (operand.place);
  if (isempty (text) && ! isempty (from) && isgpuarray (v{2}) != from)
    text = sprintf ("what is read is on the %s", {"device", "host"}{1 + from});
  endif

endfunction

function x = moved (x, on_device)

  if (! on_device)
    return;
  elseif (iscell (x))
    x = cellfun (@(e) moved (e, true), x, "UniformOutput", false);
  elseif (isstruct (x))
    x.a = moved (x.a, true);
  else
    x = gpuArray (x);
  endif

endfunction

function list = index_of (index, w)

  list = cellfun (@(i) moved (i.value, w == 2 && i.on_device), index, "UniformOutput", false);

endfunction

## What stands at a place, by one expression.
function r = at (x, path, index)

  key = forms_of (path);
  p = values_of (path);
  if (isempty (index))
    switch (key)
      case "", r = x;
      case ".", r = x.(p{1});
      case "{", r = x{p{1}};
      case "..", r = x.(p{1}).(p{2});
      case ".{", r = x.(p{1}){p{2}};
      case "{.", r = x{p{1}}.(p{2});
      case "{{", r = x{p{1}}{p{2}};
      case "(.", r = x(p{1}).(p{2});
      case "(", r = x(p{1});
    endswitch
  else
    switch (key)
      case "", r = x(index{:});
      case ".", r = x.(p{1})(index{:});
      case "{", r = x{p{1}}(index{:});
      case "..", r = x.(p{1}).(p{2})(index{:});
      case ".{", r = x.(p{1}){p{2}}(index{:});
      case "{.", r = x{p{1}}.(p{2})(index{:});
      case "{{", r = x{p{1}}{p{2}}(index{:});
      case "(.", r = x(p{1}).(p{2})(index{:});
    endswitch
  endif

endfunction

## A path has names of fields, {k} for an element of a cell and k for one of a struct array.
function key = forms_of (path)

  key = "";
  for part = path
    if (ischar (part{1}))
      key = [key "."];
    elseif (iscell (part{1}))
      key = [key "{"];
    else
      key = [key "("];
    endif
  endfor

endfunction

function values = values_of (path)

  values = path;
  is_brace = cellfun (@iscell, path);
  values(is_brace) = cellfun (@(part) part{1}, path(is_brace), "UniformOutput", false);

endfunction

## ---- statements ----

## Do the step to the variables of host arrays, W is 1, or to those with gpuArrays, 2.
function change (w, step, value)

  switch (step.mode)
    case "clear"
      variable ("take", w, step.place.variable);
    case "store"
      store (w, step.format);
    otherwise
      set_at (w, step, index_of (step.index, w), value);
  endswitch

endfunction

## All variables into a file and back.
function store (w, format)

  all = struct ();
  for k = 1:5
    x = variable ("see", w, k);
    if (! isempty (x))
      all.(sprintf ("v%d", k)) = x{1};
    endif
  endfor
  if (isempty (fieldnames (all)))
    return;
  endif
  file = tempname ();
  unwind_protect
    save (format, file, "-struct", "all");
    loaded = load (file);
  unwind_protect_cleanup
    unlink (file);
  end_unwind_protect
  for k = 1:5
    name = sprintf ("v%d", k);
    if (isfield (loaded, name))
      variable ("put", w, k, loaded.(name));
    elseif (isfield (all, name))
      variable ("take", w, k);
    endif
  endfor

endfunction

## Each kind of place with each kind of statement, written out: that is what is tested.
function set_at (w, step, i, v)

  k = step.place.variable;
  p = values_of (step.place.path);
  mode = step.mode;
  if (isempty (i) && any (strcmp (mode, {"assign", "combine"})))
    mode = [mode " whole"];
  endif
  x = variable ("take", w, k);
  unwind_protect
    if (isempty (x))
      clear x;
    else
      x = x{1};
    endif
    switch ([mode " " forms_of(step.place.path)])
      case "assign whole ", x = v;
      case "assign whole .", x.(p{1}) = v;
      case "assign whole {", x{p{1}} = v;
      case "assign whole ..", x.(p{1}).(p{2}) = v;
      case "assign whole .{", x.(p{1}){p{2}} = v;
      case "assign whole {.", x{p{1}}.(p{2}) = v;
      case "assign whole {{", x{p{1}}{p{2}} = v;
      case "assign whole (.", x(p{1}).(p{2}) = v;
      case "assign ", x(i{:}) = v;
      case "assign .", x.(p{1})(i{:}) = v;
      case "assign {", x{p{1}}(i{:}) = v;
      case "assign ..", x.(p{1}).(p{2})(i{:}) = v;
      case "assign .{", x.(p{1}){p{2}}(i{:}) = v;
      case "assign {.", x{p{1}}.(p{2})(i{:}) = v;
      case "assign {{", x{p{1}}{p{2}}(i{:}) = v;
      case "assign (.", x(p{1}).(p{2})(i{:}) = v;
      case "append ", x(end+1) = v;
      case "append .", x.(p{1})(end+1) = v;
      case "append {", x{p{1}}(end+1) = v;
      case "append ..", x.(p{1}).(p{2})(end+1) = v;
      case "append .{", x.(p{1}){p{2}}(end+1) = v;
      case "append {.", x{p{1}}.(p{2})(end+1) = v;
      case "append {{", x{p{1}}{p{2}}(end+1) = v;
      case "append (.", x(p{1}).(p{2})(end+1) = v;
      case "append column ", x(:,end+1) = v;
      case "append column .", x.(p{1})(:,end+1) = v;
      case "append column {", x{p{1}}(:,end+1) = v;
      case "append column ..", x.(p{1}).(p{2})(:,end+1) = v;
      case "append column .{", x.(p{1}){p{2}}(:,end+1) = v;
      case "append column {.", x{p{1}}.(p{2})(:,end+1) = v;
      case "append column {{", x{p{1}}{p{2}}(:,end+1) = v;
      case "append column (.", x(p{1}).(p{2})(:,end+1) = v;
      case "combine whole ", x += v;
      case "combine whole .", x.(p{1}) += v;
      case "combine whole {", x{p{1}} += v;
      case "combine whole ..", x.(p{1}).(p{2}) += v;
      case "combine whole .{", x.(p{1}){p{2}} += v;
      case "combine whole {.", x{p{1}}.(p{2}) += v;
      case "combine whole {{", x{p{1}}{p{2}} += v;
      case "combine whole (.", x(p{1}).(p{2}) += v;
      case "combine ", x(i{:}) += v;
      case "combine .", x.(p{1})(i{:}) += v;
      case "combine {", x{p{1}}(i{:}) += v;
      case "combine ..", x.(p{1}).(p{2})(i{:}) += v;
      case "combine .{", x.(p{1}){p{2}}(i{:}) += v;
      case "combine {.", x{p{1}}.(p{2})(i{:}) += v;
      case "combine {{", x{p{1}}{p{2}}(i{:}) += v;
      case "combine (.", x(p{1}).(p{2})(i{:}) += v;
      case "delete ", x(i{:}) = [];
      case "delete .", x.(p{1})(i{:}) = [];
      case "delete {", x{p{1}}(i{:}) = [];
      case "delete ..", x.(p{1}).(p{2})(i{:}) = [];
      case "delete .{", x.(p{1}){p{2}}(i{:}) = [];
      case "delete {.", x{p{1}}.(p{2})(i{:}) = [];
      case "delete {{", x{p{1}}{p{2}}(i{:}) = [];
      case "delete (.", x(p{1}).(p{2})(i{:}) = [];
    endswitch
  unwind_protect_cleanup
    if (exist ("x", "var"))
      variable ("put", w, k, x);
    endif
  end_unwind_protect

endfunction
