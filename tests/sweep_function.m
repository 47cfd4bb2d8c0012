## SPDX-License-Identifier: GPL-3.0-or-later

## sweep_function (NAME, FOLDER): call Octave's function NAME on lists of arguments, each with every choice of them
## as gpuArrays, and compare what comes with what host arrays give.  tests/sweep_functions runs it in a process of
## its own, and reads what it writes into FOLDER/calls: before each call "CALL" and its text, after a wrong one
## "FAULT", what kind of fault it is and the details, and at the end "DONE".
##
## The kinds of faults:
## - value: not the values of host arrays, or nothing at all
## - class: not the class, or not the size
## - host: a result on the host
## - silent: no error where host arrays give one
## - unnamed: an error that names no function and no operation
## - identifier: an error of the gpuArray type without an identifier

function sweep_function (name, folder)

  warning ("off", "all");
  more ("off");
  rand ("twister", 1);
  randn ("twister", 1);
  home = pwd ();
  calls = fullfile (folder, "calls");
  for list = lists_of_arguments ()
    args = list{1};
    write (calls, "CALL %s\n", call_text (name, args, false (size (args))));
    [want, nout] = call_on_host (name, args);
    if (isempty (want.err) && ! is_same (want, call (name, args, nout)))
      want.differs = true; # a random number, a time, a new name
    endif
    ## one number may be a size or a dimension, and text an option
    is_data = ! cellfun (@(arg) ischar (arg) || isscalar (arg), args);
    for choice = 1:2 ^ numel (args) - 1
      on_device = bitget (choice, 1:numel (args)) > 0;
      text = call_text (name, args, on_device);
      write (calls, "CALL %s\n", text);
      given = args;
      given(on_device) = cellfun (@gpuArray, args(on_device), "UniformOutput", false);
      [kind, details] = fault (name, want, call (name, given, nout), any (is_data & on_device));
      if (! strcmp (pwd (), home)) # as cd reads the path anew
        cd (home);
      endif
      if (! isempty (kind))
        details(! isprint (details)) = " ";
        write (calls, "FAULT %s %s: %s\n", kind, text, details(1:min (end, 300)));
      endif
    endfor
  endfor
  write (calls, "DONE\n");

endfunction

## What is written is in the file also if the process is ended by the next call.
function write (name, varargin)

  fid = fopen (name, "a");
  fprintf (fid, varargin{:});
  fclose (fid);

endfunction

function lists = lists_of_arguments ()

  row = [1 2 3 4];
  square = [4 1 2; 1 5 3; 2 3 6];
  lists = {{row}, {square}, {int32([3 1 2])}, {"abc"}, {row, 2}, {square, [1 2 3; 4 5 6; 7 8 10]}, {int32([1 2]), "uint8"}, ...
           {"%d", [1 2 3]}, {"abc", "abc"}, {row, [2 4 6 8], [1.5 2.5]}};

endfunction

function text = call_text (name, args, on_device)

  text = sprintf ("%s (%s)", name, strjoin (arrayfun (@argument_text, args, on_device, "UniformOutput", false), ", "));

endfunction

function text = argument_text (arg, on_device)

  arg = arg{1};
  if (ischar (arg))
    text = ["\"" arg "\""];
  elseif (isa (arg, "double"))
    text = mat2str (arg);
  else
    text = mat2str (arg, 15, "class");
  endif
  if (on_device)
    text = ["gpuArray (" text ")"];
  endif

endfunction

## R = call (NAME, ARGS, NOUT): its first output, what it prints, its error, each if there is one.
function r = call (name, args, nout)

  r = struct ("out", {{}}, "printed", "", "err", [], "differs", false);
  try
    if (nout)
      r.printed = evalc ("[value] = feval (name, args{:});");
      r.out = {value};
    else
      r.printed = evalc ("feval (name, args{:});");
    endif
  catch err
    r.err = err;
  end_try_catch

endfunction

## Some functions have no output.
function [r, nout] = call_on_host (name, args)

  nout = 1;
  r = call (name, args, nout);
  if (! isempty (r.err) && ! isempty (regexp (r.err.message, "called with too many outputs|undefined in return list|not defined|is undefined|some elements undefined")))
    nout = 0;
    r = call (name, args, nout);
  endif

endfunction

function t = is_same (r, s)

  t = isempty (s.err) == isempty (r.err) && numel (r.out) == numel (s.out) && all (cellfun (@(a, b) isempty (difference (a, b)), r.out, s.out));

endfunction

function [kind, details] = fault (name, want, got, with_data)

  persistent on_host = first_words ("host_results.txt");
  kind = details = "";
  if (! isempty (got.err))
    [kind, details] = fault_of_error (name, want, got.err);
  elseif (! isempty (want.err))
    kind = "silent";
    details = sprintf ("instead of the error \"%s\"", want.err.message);
  elseif (isempty (got.printed) && ! isempty (want.printed))
    kind = "value";
    details = "prints nothing";
  elseif (! isempty (want.out))
    [details, kind] = difference (got.out{1}, want.out{1}, want.differs);
    is_array = isnumeric (want.out{1}) || islogical (want.out{1}) || ischar (want.out{1});
    if (isempty (kind) && with_data && is_array && ! isgpuarray (got.out{1}) && ! any (strcmp (name, on_host)))
      kind = "host";
      details = sprintf ("a %s", class (got.out{1}));
    endif
  endif

endfunction

## What is wrong with an error.  It may name the function that was called, or one that it calls, or an operator.
function [kind, details] = fault_of_error (name, want, err)

  kind = "";
  details = sprintf ("\"%s\" (%s)", err.message, err.identifier);
  from = regexp (err.message, "^(\\w+):", "tokens", "once");
  named = ! isempty (strfind (err.message, name)) || ! isempty (regexp (err.message, "operator|undefined for arguments of type")) ...
          || (! isempty (from) && any (exist (from{1}) == [2 3 5 103]));
  if (isempty (want.err) && ! named)
    kind = "unnamed";
  elseif (isempty (err.identifier) && ! isempty (regexp (err.message, "^gpuArray:|use gather|gpuArray objects")))
    kind = "identifier";
  endif

endfunction

## How GOT differs from WANT, and of what kind that is; of numbers that DIFFER from call to call in size and class.
function [text, kind] = difference (got, want, differs = false)

  text = kind = "";
  class_of = class (got);
  if (isgpuarray (got))
    class_of = underlyingType (got);
    got = gather (got);
  endif
  if (! strcmp (class_of, class (want)) || ! size_equal (got, want))
    kind = "class";
    text = sprintf ("%s %s instead of %s %s", class_of, mat2str (size (got)), class (want), mat2str (size (want)));
  elseif (differs)
    return;
  elseif (iscell (want))
    for k = 1:numel (want)
      [text, kind] = difference (got{k}, want{k});
      if (! isempty (text))
        return;
      endif
    endfor
  elseif (isstruct (want))
    [text, kind] = difference (fieldnames (got), fieldnames (want));
    if (isempty (text))
      [text, kind] = difference (struct2cell (got), struct2cell (want));
    endif
  elseif (isnumeric (want) || islogical (want) || ischar (want))
    g = full (got);
    w = full (want);
    limit = 1e-9;
    if (isa (w, "single"))
      limit = 1e-4;
    endif
    g = double (g);
    w = double (w);
    largest = max ([1; abs(w(isfinite (w)))(:)]);
    wrong = ! (abs (g - w) <= limit * largest | g == w | (isnan (g) & isnan (w)));
    if (any (wrong(:)))
      kind = "value";
      text = sprintf ("%s instead of %s", mat2str (g(:).', 6), mat2str (w(:).', 6));
    endif
  endif

endfunction
