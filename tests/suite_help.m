## SPDX-License-Identifier: GPL-3.0-or-later

## Every public function has a help text with an example, and what the example
## shows is what comes: its lines are run, and each @result{} that follows one is
## compared with what that line displays, name by name and number by number.  The
## functions that it and INDEX refer to exist.

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
