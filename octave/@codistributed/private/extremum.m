## SPDX-License-Identifier: GPL-3.0-or-later

## [R, I] = extremum (NAME, WANTED, ARGS): Octave's max or min, of one array or of the elements of two.

function varargout = extremum (name, wanted, args)

  if (numel (args) != 2 || ischar (args{2}) || isempty (args{2}))
    varargout = cell (1, max (wanted, 1));
    [varargout{:}] = reduced (name, wanted, args{1}, args(2:end));
  elseif (wanted > 1)
    error ("gpureduce:badArgument", "%s: there are no positions of the elements of two arrays", name);
  else
    varargout{1} = elementwise (name, false, args{:});
  endif

endfunction
