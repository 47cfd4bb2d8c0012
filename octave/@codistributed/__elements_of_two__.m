## SPDX-License-Identifier: GPL-3.0-or-later

## R = __elements_of_two__ (NAME, WANTED, X, Y, ...): Octave's max or min of the elements of two arrays, with WANTED results.

function r = __elements_of_two__ (name, wanted, varargin)

  if (wanted > 1)
    error ("gpureduce:badArgument", "%s: there are no positions of the elements of two arrays", name);
  endif
  r = elementwise (name, false, varargin{:});

endfunction
