## SPDX-License-Identifier: GPL-3.0-or-later

## methods (D), LIST = methods (D): the names of all methods of gpuArrays.  Of these "methods gpuArray" lists those that are
## files; kernels have others, and Octave asks some of the value itself.

function list = methods (varargin)

  if (nargin > 2 || nargout > 1)
    print_usage ("methods");
  elseif (nargin == 2 && ! strcmp (varargin{2}, "-full"))
    error ("gpureduce:badArgument", "methods: invalid option");
  endif
  kernels = strrep ({__gpureduce__("functions").name}, "signum", "sign");
  names = unique ([__methods__("gpuArray")(:).', kernels, of_value()]).';
  names = names(cellfun ("isempty", strfind (names, "__")));
  if (nargout)
    list = names;
  else
    printf ("Methods for class gpuArray:\n%s\n", list_in_columns (names));
  endif

endfunction

## What Octave asks of the value itself, and kernels have no functions of that name for.
function names = of_value ()

  names = {"uminus", "uplus", "not", "ldivide", "mtimes", "mldivide", "mrdivide", "mpower", "transpose", "ctranspose", ...
           "double", "single", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "angle", "gammaln", ...
           "cat", "squeeze", "nnz", "numel", "ndims", "rows", "columns", "isempty", "isreal", "iscomplex", "isnumeric", ...
           "islogical", "ischar", "isfloat", "isinteger", "disp", "display"};

endfunction

%!test
%! list = methods (gpuArray (2));
%! assert (all (ismember ({"sin", "plus", "mtimes", "sum", "prctile", "int8", "sign", "lt", "zeros"}, list)));
%! assert (all (ismember (setdiff (methods ("gpuArray"), {"__betainc__", "__gammainc__"}), list)));
%! assert (all (cellfun ("isempty", strfind (list, "__"))));
%!test # what Octave asks of the value itself
%! d = gpuArray ([2 4; 1 3]);
%! for name = {"uminus", "not", "transpose", "double", "int8", "uint64", "angle", "gammaln", "cat", "squeeze", "nnz", "columns"}
%!   args = {d};
%!   if (strcmp (name{1}, "cat"))
%!     args = {1, d};
%!   endif
%!   want = feval (name{1}, args{1:end-1}, gather (d));
%!   assert (gather (feval (name{1}, args{:})), want, 4 * eps (double (max (want(:)))));
%! endfor
%!test
%! text = evalc ("methods (gpuArray (1))");
%! assert (strncmp (text, "Methods for class gpuArray:\n", 28));
%! assert (methods (gpuArray (1), "-full"), methods (gpuArray (1)));
%!error <methods: invalid option> methods (gpuArray (1), "full")
%!error <Invalid call to methods> methods (gpuArray (1), "-full", 1)
