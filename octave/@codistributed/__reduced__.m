## SPDX-License-Identifier: GPL-3.0-or-later

## [R, I] = __reduced__ (D, NAME, WANTED, CALL, ARGUMENTS): gpuNAME (D, ARGUMENTS{:}) with WANTED results, in several steps.
##
## CALL is what the gateway read (mex/opened.h); the functions here take it.  Along other dimensions than the distributed one
## each process works by itself.  Else each has the state that its part comes to, sends it to all, and merges all states
## in the order of the processes.  What takes one step never comes here (mex/codistributed.cc).

function varargout = __reduced__ (d, name, wanted, call, args)

  wanted = max (wanted, 1);
  results = cell (1, wanted);
  if (call.ignores_second)
    warning ("gpureduce:warning", "gpu%s: second argument is ignored", name);
  endif
  if (any (d.size == 0))
    [results{:}] = of_nothing (name, d, args);
  elseif (! isempty (call.m_file))
    [results{1:min(wanted, 1 + call.index)}] = feval (call.m_file, name, d, call.m_file_arguments{:});
    if (wanted > 1 && ! call.index)
      results{2} = mean_beside (d, call);
    endif
  elseif (! any (call.dims == d.dim))
    [results{:}] = along_others (name, d, call);
  elseif (call.is_scan)
    [results{:}] = scanned (name, d, call);
  else
    [results{1:min(wanted, 1 + call.index)}] = across (name, d, call);
    if (wanted > 1 && ! call.index)
      results{2} = mean_beside (d, call);
    endif
  endif
  varargout = results;

endfunction

## The mean that var and std give beside, of arguments that have the weights before the dimensions.
function m = mean_beside (d, call)

  words = {};
  if (! isempty (call.weights))
    words = {"Weights", call.weights};
  endif
  m = gpumean (d, call.arguments{2}, words{:}, call.words{:});

endfunction

## An array without elements is one that every process can have.
function varargout = of_nothing (name, d, args)

  varargout = cell (1, nargout);
  none = zeros (d.size);
  if (strcmp (d.class, "logical"))
    none = true (d.size);
  elseif (strcmp (d.class, "char"))
    none = char (none);
  else
    none = cast (none, d.class);
  endif
  if (d.is_complex)
    none = complex (none, none);
  endif
  if (d.on_device)
    none = gpuArray (none);
  endif
  [varargout{:}] = feval (["gpu" name], none, args{:});
  [first, count] = my_range (d.parts);
  for k = 1:nargout
    r = varargout{k};
    if (size (r, d.dim) == d.size(d.dim) && d.size(d.dim) != 1)
      varargout{k} = with_local (d, slice (r, d.dim, first, count), d.dim, d.parts, [size(r), ones(1, d.dim)], iscomplex (r));
    endif
  endfor

endfunction

## Along other dimensions than the distributed one.
function varargout = along_others (name, d, call)

  varargout = cell (1, nargout);
  [varargout{:}] = feval (["gpu" name], local_of (d), call.arguments{:});
  dims = d.size;
  if (! isempty (call.dims))
    if (call.is_scan)
      dims(call.dims(1)) = prod (d.size(call.dims));
      dims(call.dims(2:end)) = 1;
    else
      dims(call.dims) = 1;
    endif
  endif
  if (nargout > 1 && call.linear && call.index)
    varargout{2} = whole_index (varargout{2}, d);
  endif
  is_complex = [call.complex, false];
  if (! call.index)
    is_complex(2) = d.is_complex; # the mean beside
  endif
  for k = 1:nargout
    r = varargout{k};
    if (k == 1 && isempty (r) && ! strcmp (underlyingType (r), call.class)) # of no elements it may be double
      r = cast (r, call.class);
    endif
    varargout{k} = with_local (d, r, d.dim, d.parts, dims, is_complex(k));
  endfor

endfunction

## Linear indices into the part as such into the whole array.
function i = whole_index (i, d)

  [first, count] = my_range (d.parts);
  inner = prod (d.size(1:d.dim-1));
  at = i - 1;
  outer = floor (at / (inner * max (count, 1)));
  i = (i > 0) .* (i + inner * (first + outer * (d.size(d.dim) - count)));

endfunction
