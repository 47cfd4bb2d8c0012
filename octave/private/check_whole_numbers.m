## SPDX-License-Identifier: GPL-3.0-or-later

## NUMBERS = check_whole_numbers (CALLER, ARGUMENT, VALUE, LEAST, MOST, COUNTS)
##
## VALUE, on the host or the device, as a row of doubles.  It is an error of the function CALLER if VALUE, its
## ARGUMENT, is not a full real vector of whole numbers from LEAST to MOST, of which
## there are at least COUNTS(1) and at most COUNTS(2).

function numbers = check_whole_numbers (caller, argument, value, least, most, counts)

  value = gather (value);
  is_good = isnumeric (value) && isreal (value) && ! issparse (value) ...
            && (isvector (value) || isempty (value)) ...
            && numel (value) >= counts(1) && numel (value) <= counts(2) ...
            && all (value(:) >= least & value(:) <= most & value(:) == fix (value(:)));
  if (! is_good)
    what = "whole numbers";
    if (isequal (counts, [1 1]))
      what = "a whole number";
    elseif (counts(1) > 0)
      what = sprintf ("%d or more whole numbers", counts(1));
    endif
    error ("gpureduce:badArgument", "%s: %s must be %s from %d to %d; given was %s", ...
           caller, argument, what, least, most, show_value (value));
  endif
  numbers = double (value(:).');

endfunction
