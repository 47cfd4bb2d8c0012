## SPDX-License-Identifier: GPL-3.0-or-later

## R = elementwise (NAME, A, B): Octave's operator or function of that name of each element of A and B, or of A alone.
##
## Processes do not wait for each other, but for what is said below.

function r = elementwise (name, a, varargin)

  operands = [{a}, varargin];
  is_ours = cellfun (@(x) isa (x, "codistributed"), operands);
  d = operands{find(is_ours, 1)};
  if (all (is_ours) && numel (operands) == 2)
    [d, operands] = bring_together (d, operands);
    is_ours = cellfun (@(x) isa (x, "codistributed"), operands);
  endif
  [first, count] = my_range (d.parts);
  nd = max ([cellfun(@ndims, operands), d.dim]);
  dims = ones (1, nd);
  parts = is_complex = cell (size (operands));
  for k = 1:numel (operands)
    x = operands{k};
    theirs = [size(x), ones(1, nd - ndims (x))];
    is_apart = is_ours(k) && ! (x.dim == d.dim && isequal (x.parts, d.parts));
    if (any (theirs != dims & theirs != 1 & dims != 1) || is_apart || (theirs(d.dim) != 1 && d.size(d.dim) == 1))
      refuse_sizes (name, operands);
    endif
    dims(theirs != 1) = theirs(theirs != 1);
    if (is_ours(k))
      parts{k} = local_of (x);
      is_complex{k} = x.is_complex;
    else
      parts{k} = x;
      is_complex{k} = iscomplex (x);
      if (theirs(d.dim) != 1)
        parts{k} = slice (x, d.dim, first, count);
      endif
    endif
  endfor
  local = feval (name, parts{:});
  r = with_local (d, local, d.dim, d.parts, dims, gives_complex (name, local, parts, [is_complex{:}]));

endfunction

## Two arrays that are distributed alike.  One that all elements along the dimension of the other share goes to every
## process, and one that has its elements elsewhere moves.
function [d, operands] = bring_together (d, operands)

  stays = 1 + (size (d, d.dim) == 1); # the one that has elements along its dimension
  moves = 3 - stays;
  d = operands{stays};
  other = operands{moves};
  if (d.dim == other.dim && isequal (d.parts, other.parts))
    return;
  endif
  if (size (other, d.dim) == 1)
    operands{moves} = whole_of (other, d.on_device);
  elseif (size (other, d.dim) == size (d, d.dim))
    operands{moves} = redistributed (other, d.dim, d.parts);
  endif

endfunction

## On every process; on the device if that is asked for and elements go there.
function a = whole_of (d, on_device)

  text = sprintf ("all of a %s array of %s, parts along %d", d.class, size_text (d.size), d.dim);
  bytes = prod (d.size) * element_bytes (d);
  if (on_device && ! d.is_complex && goes_direct (text, d, 2 * bytes)) # gather makes complex arrays real if it can
    a = gathered_on_device (text, d, 0);
  else
    a = gather (d);
  endif

endfunction

## As Octave says it of the whole arrays.
function refuse_sizes (name, operands)

  error ("Octave:nonconformant-args", "%s: nonconformant arguments (op1 is %s, op2 is %s)", name, ...
         size_text (size (operands{1})), size_text (size (operands{2})));

endfunction

## Is the result a complex array, on whatever process?  Complex numbers give complex ones if a sample does.  What may be
## complex for some real numbers is asked of all processes.
function t = gives_complex (name, local, parts, is_complex)

  if (any (is_complex))
    samples = {1 + 2i, 3 + 5i};
    for k = find (! is_complex)
      samples{k} = cast (2, underlyingType (parts{k}));
    endfor
    t = iscomplex (feval (name, samples{1:numel (parts)}));
  elseif (any (strcmp (name, {"power", "sqrt", "log"})))
    answers = __spmd_agree__ (sprintf ("%s of codistributed arrays", name), [], uint8 (iscomplex (local)));
    t = any ([answers{:}]);
  else
    t = false;
  endif

endfunction
