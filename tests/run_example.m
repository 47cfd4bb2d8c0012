## SPDX-License-Identifier: GPL-3.0-or-later

## PARTS = run_example (TEXT)
##
## Run TEXT, the inside of an @example of a help text, piece by piece.  PARTS is a
## row of structs: the code of a piece, the result that the text promises after it,
## what it displays, and the message of its error, behind which no more pieces run.

function parts = run_example (text)

  parts = split (text);
  for k__ = 1:numel (parts)
    try
      parts(k__).shown = evalc (parts(k__).code);
    catch err__
      parts(k__).error = err__.message;
      break;
    end_try_catch
  endfor

endfunction

## A result begins with @result{} or @print{} and goes on as long as lines are
## indented.
function parts = split (text)

  text = regexprep (text, '^ ?@(end )?group\n', "", "lineanchors");
  text = strrep (text, "@dots{}", "...");
  text = regexprep (text, '@(?:var|qcode|code)\{([^}]*)\}', "$1");
  parts = struct ("code", {}, "result", {}, "shown", {}, "error", {});
  in_result = true;
  for line = strsplit (text, "\n")
    line = line{1};
    marked = ! isempty (regexp (line, '^\s*@(result|print)\{\}', "once"));
    was_result = in_result;
    in_result = marked || (in_result && ! isempty (parts) && ! isempty (regexp (line, '^ {2,}', "once")));
    line = regexprep (line, '@(result|print)\{\}', " ");
    line = [regexprep(line, '@([@{}])', "$1") "\n"];
    if (in_result)
      parts(end).result = [parts(end).result line];
    elseif (! isempty (strtrim (line)))
      if (was_result || isempty (parts))
        parts(end+1) = struct ("code", "", "result", "", "shown", "", "error", "");
      endif
      parts(end).code = [parts(end).code line];
    endif
  endfor

endfunction
