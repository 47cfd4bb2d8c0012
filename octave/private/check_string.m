## SPDX-License-Identifier: GPL-3.0-or-later

## check_string (CALLER, ARGUMENT, VALUE, MOST)
## check_string (CALLER, ARGUMENT, VALUE, MOST, LEAST)
##
## It is an error of the function CALLER if VALUE, its ARGUMENT, is not a string:
## one row of characters, or none, at most MOST of them and at least LEAST (0).  NUL is refused, as C ends a
## string there and would take the rest away unseen.

function check_string (caller, argument, value, most, least = 0)

  if (! (ischar (value) && (isrow (value) || isempty (value)) && ! any (value(:) == 0)
         && numel (value) >= least && numel (value) <= most))
    how_many = {"at most", sprintf("%d to", least)}{1 + (least > 0)};
    error ("gpureduce:badArgument", "%s: %s must be a string of %s %d characters, without NUL; given was %s", ...
           caller, argument, how_many, most, show_value (value));
  endif

endfunction
