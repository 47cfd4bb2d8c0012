## SPDX-License-Identifier: GPL-3.0-or-later

## Y = cast (X, TYPE), (X, "like", MODEL): in another class; like a gpuArray on the device, like a host array there, and
## with a class where X is.

function y = cast (x, type, model)

  if (nargin < 2)
    print_usage ("cast");
  elseif (! ischar (type))
    error ("gpureduce:badArgument", "cast: TYPE must be a string");
  endif
  type = gather (type);
  is_like = strcmp (type, "like");
  if (is_like != (nargin == 3))
    print_usage ("cast");
  endif
  is_there = isgpuarray (x);
  if (is_like)
    is_there = isgpuarray (model);
    type = underlyingType (model);
  endif
  if (! is_there)
    y = cast (gather (x), type);
  else
    types = {"double", "single", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "logical", "char"};
    if (! any (strcmp (underlyingType (x), types)))
      error ("gpureduce:badArgument", "cast: type conversion from '%s' is not supported", class (x));
    elseif (! any (strcmp (type, types)))
      error ("gpureduce:badArgument", "cast: type conversion to '%s' is not supported", type);
    endif
    y = convert (gpuArray (x), type);
  endif
  if (is_like && (iscomplex (model) || iscomplex (x)))
    y = with_imaginary_part (y);
  endif

endfunction

## Text is made on the host, which has a function for it.
function y = convert (x, type)

  if (strcmp (type, "char"))
    y = gpuArray (char (gather (x)));
  else
    y = feval (type, x);
  endif

endfunction

function y = with_imaginary_part (y)

  if (isgpuarray (y))
    y = __gpuarray__ ("complex", y);
  else
    y = complex (y);
  endif

endfunction
