## SPDX-License-Identifier: GPL-3.0-or-later

## check_string (CALLER, ARGUMENT, VALUE, MOST)
##
## It is an error of the function CALLER if VALUE, its ARGUMENT, is not a string:
## one row of characters, or none, at most MOST of them.  NUL is refused, as C ends a
## string there and would take the rest away unseen.

function check_string (caller, argument, value, most)

  if (! (ischar (value) && (isrow (value) || isempty (value)) && numel (value) <= most && ! any (value(:) == 0)))
    error ("gpureduce:badArgument", "%s: %s must be a string of at most %d characters, without NUL; given was %s", ...
           caller, argument, most, show_value (value));
  endif

endfunction
