## SPDX-License-Identifier: GPL-3.0-or-later

## Every public function has a help text with an example, and what the example
## shows is what comes: its lines are run, and each @result{} that follows one is
## compared with what that line displays, name by name and number by number.  The
## functions that it and INDEX refer to exist.

function suite_help ()

  files = glob (fullfile (fileparts (which ("gpulast")), "*.m"));
  files(! cellfun ("isempty", regexp (files, '__\.m$', "once"))) = [];
  here = pwd ();
  scratch = tempname (); # examples write files
  mkdir (scratch);
  cleanup = onCleanup (@() leave (here, scratch));
  cd (scratch);
  index = fullfile (fileparts (files{1}), "..", "INDEX");
  if (exist (index, "file")) # an installed package has none
    check_functions ("INDEX", regexp (fileread (index), '(?<=^ )\S+', "match", "lineanchors"));
  endif
  for k = 1:numel (files)
    [~, name] = fileparts (files{k});
    [text, format] = get_help_text (name);
    tally (strcmp (format, "texinfo"), "%s: help text is \"%s\"", name, format);
    examples = regexp (text, '@example\n(.*?)@end example', "tokens");
    tally (! isempty (examples), "%s: no example in the help text", name);
    for e = examples
      run_example (name, e{1}{1});
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

function leave (here, scratch)

  cd (here);
  confirm_recursive_rmdir (false, "local");
  rmdir (scratch, "s");

endfunction

## Run the code in TEXT, the inside of an @example of function NAME.
function run_example (name, text)

  parts = split (text);
  tally (! isempty (parts), "%s: an example without code", name);
  for p = parts
    [code, result] = p{1}{:};
    try
      shown = evalc (code);
    catch err
      tally (false, "help %s: %s: %s", name, code, err.message);
      return;
    end_try_catch
    want = words (result);
    got = words (shown);
    got(strcmp (got, "ans")) = [];
    if (isempty (want))
      tally (true);
    else
      ## "x = 5" may be shown as just 5
      tally (isequal (got, want) || isequal (got(2:end), want), ...
             "help %s: %s\n    shows  %s\n    not    %s", ...
             name, code, strjoin (got, " "), strjoin (want, " "));
    endif
  endfor

endfunction

## A cell for each piece of code: the code and the result that follows it.  A
## result begins with @result{} or @print{} and goes on as long as lines are
## indented.
function parts = split (text)

  text = regexprep (text, '^ ?@(end )?group\n', "", "lineanchors");
  text = strrep (text, "@dots{}", "...");
  text = regexprep (text, '@(?:var|qcode|code)\{([^}]*)\}', "$1");
  parts = {};
  in_result = true;
  for line = strsplit (text, "\n")
    line = line{1};
    marked = ! isempty (regexp (line, '^\s*@(result|print)\{\}', "once"));
    was_result = in_result;
    in_result = marked || (in_result && ! isempty (parts) && ! isempty (regexp (line, '^ {2,}', "once")));
    line = regexprep (line, '@(result|print)\{\}', " ");
    line = [regexprep(line, '@([@{}])', "$1") "\n"];
    if (in_result)
      parts{end}{2} = [parts{end}{2} line];
    elseif (! isempty (strtrim (line)))
      if (was_result)
        parts{end + 1} = {"", ""};
      endif
      parts{end}{1} = [parts{end}{1} line];
    endif
  endfor

endfunction

function w = words (text)

  w = strsplit (strtrim (regexprep (text, '[=\s]+', " ")), " ");
  w(cellfun ("isempty", w)) = [];

endfunction
