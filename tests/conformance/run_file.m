## SPDX-License-Identifier: GPL-3.0-or-later

## How much of Octave works unchanged on gpuArrays: Octave's own tests of its functions, each run as it is and
## with the arrays that are given to the function under test on the device.
##
##     octave-cli --norc -q tests/conformance/run_file.m RESULTS FILE
##
## FILE is an m-file, whose tests are of the function of its name, or a
## .cc-tst file, whose tests are each of the function that it calls first, see function_under_test ().  RESULTS gets a
## line a test, with tabs between
##
##     FILE FUNCTION NUMBER HOST ALL FIRST OUTPUTS WHERE MESSAGE CODE
##
## HOST: the test as it is.  ALL: every full numeric or logical argument of more than one element is a gpuArray.  FIRST:
## only the first of them, as where the data are on the device, and sizes, dimensions and parameters are not.  Each is
## pass, wrong (an assertion failed), error (in the function under test), other (elsewhere in the test) or crash (Octave
## ended; the same call of this script goes on after it), and HOST may be why the test is left out.  OUTPUTS of
## ALL: D is a gpuArray, A an array and s a scalar on the host, . another value.  WHERE and MESSAGE: what ALL, or else
## FIRST, failed with.  Texts, which are mostly options, cells, structs and sparse matrices are given as they are.
## What the function does is not touched; its results are gathered before the test compares them.

1;

function main (results, file)

  addpath octave;
  warning ("off", "all");
  fid = fopen (results, "a");
  before = fileread (results);
  if (! isempty (before) && before(end) != "\n")
    fputs (fid, "pass\tcrash\tcrash\t\t\t\t\n");
  endif
  numbers = regexp (before, '^[^\t\n]*\t[^\t\n]*\t(\d+)\t', "tokens", "lineanchors");
  try_file (fid, file, str2double ([{{"0"}}, numbers]{end}{1}));
  fclose (fid);

endfunction

## All tests of FILE after number LAST.
function try_file (fid, file, last)

  [~, base, suffix] = fileparts (file);
  blocks = regexp (fileread (file), '^%!\w.*\n?(?:%!(?!\w).*\n?)*', "match", "lineanchors", "dotexceptnewline");
  shared = "";
  for k = 1:numel (blocks)
    keyword = regexp (blocks{k}, '^%!(\w+)', "tokens", "once"){1};
    text = regexprep (blocks{k}(3 + numel (keyword):end), '^%!', "", "lineanchors");
    text = regexprep (text, '^\s*<[^>]*>', "");                 # the number of a bug, or a message
    switch (keyword)
      case "shared"
        [names, code] = strtok (text, "\n");
        names = regexp (regexprep (names, '[%#].*', ""), '\w+', "match");
        shared = [sprintf("%s = [];\n", names{:}) code];
      case "function"
        eval (["function " text "\nendfunction"], "");
      case {"assert", "test", "testif", "error", "warning", "fail", "xtest"}
        if (k > last)
          try_test (fid, [base suffix], k, keyword, shared, text);
        endif
    endswitch
  endfor

endfunction

function try_test (fid, file, number, keyword, shared, text)

  [~, name, suffix] = fileparts (file);
  if (strcmp (keyword, "assert"))
    text = ["assert " text];
  elseif (strcmp (keyword, "testif"))
    text = regexprep (text, '^.*\n', "", "once", "dotexceptnewline");
  endif
  if (! strcmp (suffix, ".m"))
    name = function_under_test (text, name);
  endif
  fprintf (fid, "%s\t%s\t%d\t", file, name, number);
  fflush (fid);                                                # what there is if Octave ends
  said = {"", "", "", "", "", "", text(1:min (end, 400))};
  calls = ['(?<![\w.@"''])' name '(\s*\(\s*)(?!\))'];
  if (! any (strcmp (keyword, {"assert", "test", "testif"})))
    said{1} = "an error or a warning is tested";
  elseif (isempty (name) || isempty (regexp (text, calls, "once")))
    said{1} = "not called by its name";
  elseif (! isempty (regexp ([shared text], '\<(sparse|speye|sprandn?)\>', "once")))
    said{1} = "sparse matrices";
  elseif (! isempty (regexp (text, '\<(figure|axes|hf|fail|input)\>', "once")))
    said{1} = "graphics or an error";
  else
    code = [shared "\n" regexprep(text, calls, ['on_device$1"' name '", '])];
    host = run_once (code, "host");
    said{1} = host.outcome;
    if (strcmp (host.outcome, "pass") && host.arrays == 0)
      said{1} = "no array to give";
    elseif (strcmp (host.outcome, "pass"))
      every = first = run_once (code, "all");
      if (host.arrays > 1)
        first = run_once (code, "first");
      endif
      failed = {every, first}{1 + strcmp(every.outcome, "pass")};
      said(2:6) = {every.outcome, first.outcome, unique(every.outputs), failed.where, failed.message};
    endif
  endif
  fprintf (fid, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", strtrim (regexprep (said, '\s+', " ")){:});

endfunction

## Run the test CODE, with calls of on_device () in it.
function result = run_once (code, mode)

  global state
  state = struct ("mode", mode, "arrays", 0, "outputs", "", "in_call", false, "outcome", "pass", "where", "", "message", "");
  rand ("state", 42);
  randn ("state", 42);
  run_code (code);
  result = state;

endfunction

## Apart, so that a test has variables of its own.
function run_code (code__)

  eval (code__, "note_failure (lasterror ())");

endfunction

function note_failure (err)

  global state
  state.message = err.message;
  if (numel (err.stack))
    state.where = sprintf ("%s:%d", err.stack(1).name, err.stack(1).line);
  endif
  if (state.in_call)
    state.outcome = "error";
  elseif (strncmpi (err.message, "assert", 6) || strncmp (state.where, "assert:", 7))
    state.outcome = "wrong";
  else
    state.outcome = "other";
  endif

endfunction

## Function NAME of the arguments, arrays among them on the device.
function varargout = on_device (name, varargin)

  global state
  arrays = find (cellfun (@is_array, varargin));
  state.arrays = max (state.arrays, numel (arrays));
  arrays = arrays(1:min (end, struct ("host", 0, "first", 1, "all", Inf).(state.mode)));
  varargin(arrays) = cellfun (@gpuArray, varargin(arrays), "uniformoutput", false);
  state.in_call = true;                                         # and stays so after an error
  [varargout{1:nargout}] = feval (name, varargin{:});
  state.in_call = false;
  if (numel (arrays))
    state.outputs = [state.outputs, cellfun(@kind_of, varargout)];
  endif
  varargout = gathered (varargout);

endfunction

function tf = is_array (x)

  tf = ! issparse (x) && (isnumeric (x) || islogical (x)) && numel (x) > 1;

endfunction

function letter = kind_of (x)

  letter = "D.sA"(1 + ! isgpuarray (x) * (1 + (isnumeric (x) || islogical (x)) * (1 + is_array (x))));

endfunction

function x = gathered (x)

  if (isgpuarray (x))
    x = gather (x);
  elseif (iscell (x))
    x = cellfun (@gathered, x, "uniformoutput", false);
  elseif (isstruct (x))
    x = cell2struct (cellfun (@gathered, struct2cell (x), "uniformoutput", false), fieldnames (x), 1);
  endif

endfunction

## The builtin function that a test of a .cc-tst file is of: that of the file's name if it is called, else the first
## one that is called, and only if there is no other one of those that tests use to make and check arrays.
function name = function_under_test (text, base)

  helpers = strsplit (["true false zeros ones eye rand randn cell class single double int8 int16 int32 int64 uint8 uint16 uint32 uint64 " ...
                       "logical isa eps pi NaN Inf NA realmax realmin intmax intmin size numel columns rows isempty reshape " ...
                       "abs all any norm error eval func2str str2func struct char triu tril complex max min"]);
  names = regexp (text, '(?<![\w.@"''])([A-Za-z]\w*)(?=\s*\()', "match");
  names = [names(cellfun (@(n) exist (n) == 5, names)), {""}];
  name = [names(strcmp (names, base)), names(! ismember (names, [helpers, {""}])), names]{1};

endfunction

main (argv (){1:2});
