## SPDX-License-Identifier: GPL-3.0-or-later

## Y = __gpureduce_range__ (...): what gpurange (...) gives, of arguments that its gateway hands on.

function y = __gpureduce_range__ (x, varargin)

  check_array ("gpurange", x, {"numeric", "logical", "char", "codistributed"}, "X must be a numeric, logical or char array");
  [dims, omits] = reduction_dims ("gpurange", x, varargin, true);
  args = {[], {"includenan", "omitnan"}{1 + omits}};
  if (! isempty (dims))
    args = {[], dims, args{2}};
  endif
  y = gpumax (x, args{:}) - gpumin (x, args{:});

endfunction
