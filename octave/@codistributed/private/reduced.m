## SPDX-License-Identifier: GPL-3.0-or-later

## [R, I] = reduced (NAME, WANTED, D, ARGS): gpuNAME (D, ARGS{:}) with WANTED results.
##
## Along other dimensions than the distributed one each process works by itself.  Else each has the state that its part
## comes to, sends it to all, and merges all states in the order of the processes.

function varargout = reduced (name, wanted, d, args)

  if (! isobject (d) || any (cellfun ("isclass", args, "codistributed")))
    error ("gpureduce:badArgument", "gpu%s: only the first argument can be codistributed", name);
  endif
  [number, count] = __spmd_where__ ();
  ## most calls are one step
  try
    [r, whole] = __gpureduce_processes__ ("reduce", local_of (d), name, wanted, d.size, type_of (d), ...
                                       {[d.dim, sum(d.parts(1:number-1)), count]}, args{:});
  catch err
    error (as_of_caller (name, err));
  end_try_catch
  if (! isempty (r))
    varargout{1} = r;
    return;
  endif
  wanted = max (wanted, 1);
  results = cell (1, wanted);
  if (whole.ignores_second)
    warning ("gpureduce:warning", "gpu%s: second argument is ignored", name);
  endif
  if (any (d.size == 0))
    [results{:}] = of_nothing (name, d, args);
  elseif (! isempty (whole.m_file))
    [results{1:min(wanted, 1 + whole.index)}] = feval (whole.m_file, name, d, whole.weights, dims_for (d, whole), ...
                                                       words_for_m_file (whole){:});
    if (wanted > 1 && ! whole.index)
      results{2} = mean_beside (d, whole);
    endif
  elseif (! any (whole.dims == d.dim))
    [results{:}] = along_others (name, d, whole);
  elseif (strncmp (name, "cum", 3))
    [results{:}] = scanned (name, d, whole);
  else
    [results{1:min(wanted, 1 + whole.index)}] = across (name, d, whole);
    if (wanted > 1 && ! whole.index)
      results{2} = mean_beside (d, whole);
    endif
  endif
  varargout = results;

endfunction

## The dimensions that the call runs along; one beyond the last if it is none of the array's.
function dims = dims_for (d, whole)

  dims = whole.dims;
  if (isempty (dims))
    dims = numel (d.size) + 1;
  endif

endfunction

function words = words_for_m_file (whole)

  words = whole.words;
  at = find (strcmp (words, "ComparisonMethod"));
  words([at, at + 1]) = [];
  if (whole.linear && whole.index)
    words{end+1} = "linear";
  endif

endfunction

## The mean that var and std give beside.
function m = mean_beside (d, whole)

  words = whole.words;
  if (! isempty (whole.weights))
    words = [{"Weights", whole.weights}, words];
  endif
  m = reduced ("mean", 1, d, [{dims_for(d, whole)}, words]);

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
  if (d.on_device)
    none = gpuArray (none);
  endif
  [varargout{:}] = feval (["gpu" name], none, args{:});
  [first, count] = my_range (d.parts);
  for k = 1:nargout
    r = varargout{k};
    if (size (r, d.dim) == d.size(d.dim) && d.size(d.dim) != 1)
      varargout{k} = with_local (d, slice (r, d.dim, first, count), d.dim, d.parts, [size(r), ones(1, d.dim)], false);
    endif
  endfor

endfunction

## Along other dimensions than the distributed one.
function varargout = along_others (name, d, whole)

  varargout = cell (1, nargout);
  args = [between(name, whole), {dims_for(d, whole)}, whole.words];
  if (whole.linear && whole.index)
    args{end+1} = "linear";
  endif
  [varargout{:}] = feval (["gpu" name], local_of (d), args{:});
  dims = d.size;
  if (! isempty (whole.dims))
    if (strncmp (name, "cum", 3))
      dims(whole.dims(1)) = prod (d.size(whole.dims));
      dims(whole.dims(2:end)) = 1;
    else
      dims(whole.dims) = 1;
    endif
  endif
  if (nargout > 1 && whole.linear && whole.index)
    varargout{2} = whole_index (varargout{2}, d);
  endif
  is_complex = [whole.complex, false];
  if (! whole.index)
    is_complex(2) = d.is_complex; # the mean beside
  endif
  for k = 1:nargout
    r = varargout{k};
    if (k == 1 && isempty (r) && ! strcmp (underlyingType (r), whole.class)) # of no elements it may be double
      r = cast (r, whole.class);
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
