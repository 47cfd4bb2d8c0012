## SPDX-License-Identifier: GPL-3.0-or-later

## [DIMS, OMITS] = reduction_dims (CALLER, X, ARGS, OMITS)
##
## The dimensions of X that the arguments ARGS of the function CALLER name, or [], and whether NaN are left out,
## by default OMITS.

function [dims, omits] = reduction_dims (caller, x, args, omits)

  dims = [];
  for k = 1:numel (args)
    arg = gather (args{k});
    if (! ischar (arg))
      named = check_dims (caller, arg, "DIM must be an integer and a valid dimension, or a vector of them");
    else
      check_string (caller, "an option", arg, 63);
      named = [];
      switch (tolower (arg))
        case "all"
          named = 1:ndims (x);
        case {"omitnan", "omitmissing"}
          omits = true;
        case {"includenan", "includemissing"}
          omits = false;
        otherwise
          error ("gpureduce:badArgument", ["%s: unrecognized option '%s'; there are \"all\", \"omitnan\", " ...
                 "\"includenan\", \"omitmissing\" and \"includemissing\""], caller, arg);
      endswitch
    endif
    dims = [dims, named];
  endfor
  if (numel (args) > 1)
    dims = check_dims (caller, dims, "");
  endif

endfunction
