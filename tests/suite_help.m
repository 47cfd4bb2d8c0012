## SPDX-License-Identifier: GPL-3.0-or-later

## Every public function has a help text with an example, and what the example
## shows is what comes: its lines are run, and each @result{} that follows one is
## compared with what that line displays, name by name and number by number.  The
## functions that it and INDEX refer to exist, and the words and fields that it
## names are those that the function has.

function suite_help ()

  cleanup = scratch_folder ();
  index = fullfile (fileparts (which ("gpulast")), "..", "INDEX");
  if (exist (index, "file")) # an installed package has none
    check_functions ("INDEX", regexp (fileread (index), '(?<=^ )\S+', "match", "lineanchors"));
  endif
  for name = public_functions ()
    name = name{1};
    [text, format] = get_help_text (name);
    tally (strcmp (format, "texinfo"), "%s: help text is \"%s\"", name, format);
    examples = regexp (text, '@example\n(.*?)@end example', "tokens");
    tally (! isempty (examples), "%s: no example in the help text", name);
    for e = examples
      check_example (name, e{1}{1});
    endfor
    for list = regexp (text, '@seealso\{([^}]*)\}', "tokens")
      check_functions (["help " name], strtrim (strsplit (list{1}{1}, ",")));
    endfor
  endfor
  check_words ();
  check_small ();
  gpusum (1:3);
  fields = @(varargin) vertcat (cellfun (@fieldnames, varargin, "UniformOutput", false){:});
  check_names ("gpulast", '@itemx? (\w+)$', fields (gpulast ()));
  check_names ("gpualgos", '@itemx? (\w+)$', fields (gpualgos ("explain", "kogge", 9), gpualgos ("plan", [9 9])));
  check_names ("gpuDevice", '@code\{([A-Z]\w*)\}', fields (gpuDevice (), gpuDevice ("cache")));
  check_names ("gpusweepplot", '@item "(\w+)"', gpusweepplot ());
  check_names ("gpusweep", '@item "(\w+)"', strsplit (regexp (refusal ("gpusweep", "no option", 1), 'there are (.*)', "tokens", "once"){1}, ", "));

endfunction

## The words in quotes are what the function itself says that it takes, and algorithms.
function check_words ()

  algorithms = gpualgos ();
  for f = tested_functions ().'
    name = ["gpu" f.name];
    taken = named (refusal (name, 1:3, "z"), '"(\w+)"');
    said = named (get_help_text (name), '"([^"\n]+)"');
    tally (! isempty (taken), "%s: an error that lists no words", name);
    check_none (name, "does not name", setdiff (taken, said));
    check_none (name, "names what is not taken:", setdiff (said, [taken, {algorithms.name}, algorithms.aliases]));
  endfor

endfunction

## The size up to which arrays on the host stay there by default is that of the table.
function check_small ()

  for o = __gpureduce__ ("operators")
    text = regexprep (get_help_text (["gpu" o.name]), '\s+', " ");
    tally (any (strfind (text, sprintf ("has at most %d KiB", o.small / 1024))), ...
           "help gpu%s does not say that arrays of at most %d KiB are small", o.name, o.small / 1024);
  endfor

endfunction

## What matches PATTERN in the help of NAME are these names, and all of them.
function check_names (name, pattern, names)

  said = named (get_help_text (name), pattern);
  check_none (name, "does not name", setdiff (names, said));
  check_none (name, "names what is not there:", setdiff (said, names));

endfunction

function check_none (name, what, words)

  tally (isempty (words), "help %s %s %s", name, what, strjoin (cellstr (words), " "));

endfunction

## The matches of PATTERN in TEXT, but not in its examples.
function names = named (text, pattern)

  text = regexprep (text, '@example\n.*?@end example', "");
  names = unique (cellfun (@(t) t{1}, regexp (text, pattern, "tokens", "lineanchors"), "UniformOutput", false));

endfunction

function message = refusal (name, varargin)

  message = "";
  try
    feval (name, varargin{:});
  catch err
    message = err.message;
  end_try_catch

endfunction

## WHERE refers to functions: ours, or Octave's.
function check_functions (where, names)

  tally (! isempty (names), "%s: refers to no function", where);
  for name = names
    tally (any (exist (name{1}) == [2 3 5]), "%s: there is no function %s", where, name{1});
  endfor

endfunction

## TEXT is the inside of an @example of function NAME.  "..." in a result stands for anything.
function check_example (name, text)

  parts = run_example (text);
  tally (! isempty (parts), "%s: an example without code", name);
  for p = parts
    if (! isempty (p.error))
      tally (false, "help %s: %s: %s", name, p.code, p.error);
      return;
    endif
    want = words (p.result);
    got = words (p.shown);
    got(strcmp (got, "ans")) = [];
    if (isempty (want))
      tally (true);
    else
      ## "x = 5" may be shown as just 5
      pattern = ["^" strrep(regexptranslate ("escape", strjoin (want, " ")), '\.\.\.', ".*") "$"];
      tally (any (! cellfun ("isempty", regexp ({strjoin(got, " "), strjoin(got(2:end), " ")}, pattern, "once"))), ...
             "help %s: %s\n    shows  %s\n    not    %s", ...
             name, p.code, strjoin (got, " "), strjoin (want, " "));
    endif
  endfor

endfunction

function w = words (text)

  w = strsplit (strtrim (regexprep (text, '[=\s]+', " ")), " ");
  w(cellfun ("isempty", w)) = [];

endfunction
