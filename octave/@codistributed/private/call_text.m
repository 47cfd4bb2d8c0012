## SPDX-License-Identifier: GPL-3.0-or-later

## TEXT = call_text (NAME, WANTED, D, WHOLE): the call, which must be the same on all processes.

function text = call_text (name, wanted, d, whole)

  options = "";
  for k = 1:numel (whole.words)
    word = whole.words{k};
    if (ischar (word))
      options = [options ", \"" word "\""];
    else
      options = [options sprintf(", %g", word)];
    endif
  endfor
  if (any (strcmp (name, {"var", "std"})))
    options = [options sprintf(", divisor less %d", whole.ddof)];
    if (! isempty (whole.weights))
      options = [options ", weights " hash("md5", char (typecast (whole.weights(:).', "uint8")))];
    endif
  endif
  text = sprintf ("gpu%s of a %s array of %s, parts along %d, dimensions%s%s, results %d", name, type_of (d), ...
                  size_text (d.size), d.dim, sprintf (" %d", whole.dims), options, wanted);

endfunction
