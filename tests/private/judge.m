## SPDX-License-Identifier: GPL-3.0-or-later

## Count a check of the call NAME (ARGS{:}); it failed if TEXT, which says how,
## is not empty; FRONT goes before what is printed then.

function judge (text, name, args, front = "")

  if (isempty (text))
    tally (true);
  else
    text(! isprint (text)) = "?"; # any bytes may be in it
    call = strjoin (cellfun (@describe, args(:).', "uniformoutput", false), ", ");
    tally (false, "%s%s (%s): %s", front, name, call, text(1:min (end, 500)));
  endif

endfunction

## An argument, as one would type it if it is small.
function s = describe (a)

  if (ischar (a) && isrow (a) && numel (a) < 20 && all (isgraph (a)))
    s = ["\"" a "\""];
  elseif (isa (a, "double") && isreal (a) && ! issparse (a) && ndims (a) == 2 && rows (a) <= 1 && columns (a) <= 4)
    s = mat2str (a);
  else
    s = strjoin (arrayfun (@num2str, size (a), "uniformoutput", false), "x");
    s = ["<" s " " merge(issparse (a), "sparse ", "") class(a) merge(iscomplex (a), " complex", "") ">"];
  endif

endfunction
