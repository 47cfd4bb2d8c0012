## SPDX-License-Identifier: GPL-3.0-or-later

## [A, B, HOW] = set_arguments (CALLER, A, B, WORDS): the arrays of a function of two sets on the device, and what its
## words say: HOW.by_rows, HOW.stable, HOW.legacy.  Errors are those of Octave's functions.

function [a, b, how] = set_arguments (caller, a, b, words)

  is_array = @(x) isnumeric (x) || islogical (x) || ischar (x);
  if (iscell (a) || iscell (b))
    error ("gpureduce:unsupported", "%s: cell array of strings cannot be combined with a nonstring value", caller);
  elseif (! is_array (a) || ! is_array (b))
    error ("gpureduce:badArgument", "%s: A and B must be arrays or cell arrays of strings", caller);
  endif
  for word = words
    if (! (ischar (word{1}) && any (strcmp (word{1}, {"rows", "sorted", "stable", "legacy"}))))
      error ("gpureduce:badArgument", "%s: invalid option: %s", caller, word{1});
    endif
  endfor
  how.by_rows = any (strcmp ("rows", words));
  how.stable = any (strcmp ("stable", words));
  how.legacy = any (strcmp ("legacy", words));
  if (how.stable + how.legacy + any (strcmp ("sorted", words)) > 1)
    error ("gpureduce:badArgument", '%s: only one of "sorted", "stable", or "legacy" may be specified', caller);
  elseif (how.by_rows && (ndims (a) > 2 || ndims (b) > 2))
    error ("gpureduce:badArgument", '%s: A and B must be 2-dimensional matrices with "rows" flag', caller);
  elseif (how.by_rows && columns (a) != columns (b) && ! isempty (a) && ! isempty (b))
    error ("gpureduce:badArgument", "%s: number of columns in A and B must match", caller);
  endif
  a = gpuArray (a);
  b = gpuArray (b);

endfunction
