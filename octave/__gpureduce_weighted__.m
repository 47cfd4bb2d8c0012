## SPDX-License-Identifier: GPL-3.0-or-later

## R = __gpureduce_weighted__ (NAME, A, W, DIMS, OPTIONS, ...): what gpuNAME gives
## of A with the weights W, NAME being mean, var or std.  W has the size of A, or as
## many elements as A along DIMS.

function r = __gpureduce_weighted__ (name, a, w, dims, varargin)

  [omits, words] = take_out (varargin, "omit");
  [native, words] = take_out (words, "native");
  [in_double, words] = take_out (words, "double");
  cls = underlyingType (a);
  if (strcmp (cls, "logical") || in_double || ! (native || strcmp (cls, "single")))
    cls = "double";
  endif

  x = double (a);
  if (! isequal (size (w), size (a)))
    shape = ones (1, max ([2, dims]));
    shape(dims) = size (a, dims);
    w = reshape (w, shape);
  endif
  if (omits)
    good = (x == x) .* (w == w);
    x = __gpureduce_fill__ (x, ! good, 0);
    w(w != w) = 0;
    w = w .* good;
  endif
  if (all (dims > ndims (a)) && strcmp (name, "mean")) # each element is a mean of its own
    r = cast (a, cls);
    return;
  endif
  k = find (strcmp (words, "backend"));
  total = gpusum (w, dims, words{[k, k + 1]});
  if (all (size (a, dims) == 1))
    r = x .* (total ./ total); # to the bit, or its variance would not be 0
  else
    r = gpusum (w .* x, dims, words{:}) ./ total;
  endif
  if (! strcmp (name, "mean"))
    r = gpusumsq (sqrt (w) .* (x - r), dims, words{:}) ./ total;
    if (strcmp (name, "std"))
      r = sqrt (r);
    endif
  endif
  r = cast (r, cls);

endfunction

## Is a word that begins so among WORDS?  The others are left.
function [found, words] = take_out (words, begin)

  mine = cellfun (@(w) ischar (w) && strncmp (w, begin, numel (begin)), words);
  found = any (mine);
  words(mine) = [];

endfunction
