## SPDX-License-Identifier: GPL-3.0-or-later

## TEXT = show_value (VALUE)
## TEXT = show_value (VALUE, MOST)
##
## VALUE as an error message shows it: a string in quotes, a few numbers as they
## are typed, and of all else the size and class.  Of a string no more than MOST
## characters (40) are shown, then how many there are.  Control characters are shown
## by their codes, as a terminal would obey them.

function text = show_value (value, most = 40)

  if (ischar (value) && (isrow (value) || isempty (value)))
    text = ["'" escape_controls(value(1:min (end, most))) "'"];
    if (numel (value) > most)
      text = sprintf ("%s... (%d characters)", text, numel (value));
    endif
  elseif ((isnumeric (value) || islogical (value)) && ! issparse (value)
          && ndims (value) == 2 && numel (value) <= 8)
    text = mat2str (value);
  else
    kind = {"", "sparse "}{1 + issparse (value)};
    text = sprintf ("a %s %s%s", sprintf ("%dx", size (value))(1:end-1), kind, class (value));
  endif

endfunction

function text = escape_controls (text)

  parts = num2cell (text);
  is_control = text < 32 | text == 127;
  parts(is_control) = arrayfun (@(c) sprintf ("\\x%02x", c), text(is_control), "UniformOutput", false);
  text = ["", parts{:}]; # a string, also of none

endfunction
