## SPDX-License-Identifier: GPL-3.0-or-later

## print_usage (NAME): the error of Octave's own print_usage, without the text of the function's help, which takes long
## to find and is not looked at in a sweep of thousands of wrong calls.

function print_usage (name = "")

  if (isempty (name))
    stack = dbstack ();
    name = "";
    if (numel (stack) > 1)
      name = stack(2).name;
    endif
  endif
  error ("Octave:invalid-fun-call", "Invalid call to %s", name);

endfunction
