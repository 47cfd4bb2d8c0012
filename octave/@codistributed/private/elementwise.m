## SPDX-License-Identifier: GPL-3.0-or-later

## R = elementwise (NAME, DEPENDS, A, ...): Octave's operator or function of that name of each element of A and others.
##
## Processes do not wait for each other, but for what is said below.  DEPENDS: the elements decide whether the result is
## complex, or an error, which may be so in one process and not in others.

function r = elementwise (name, depends, a, varargin)

  operands = [{a}, varargin];
  refuse_others (name, operands);
  if (numel (operands) > 2 && any (strcmp (name, {"plus", "times", "and", "or"}))) # one by one, from the left
    r = a;
    for x = varargin
      r = feval (name, r, x{1});
    endfor
    return;
  endif
  is_ours = cellfun ("isclass", operands, "codistributed");
  d = operands{find(is_ours, 1)};
  if (all (is_ours) && numel (operands) == 2)
    [d, operands] = bring_together (d, operands);
    is_ours = cellfun ("isclass", operands, "codistributed");
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
  is_complex = [is_complex{:}];
  local = failure = [];
  try
    local = feval (name, parts{:});
  catch failure
    if (! depends)
      rethrow (failure);
    endif
  end_try_catch
  if (depends)
    answers = __spmd_agree__ (sprintf ("%s of codistributed arrays", name), failure, uint8 (iscomplex (local)));
  endif
  t = depends && any ([answers{:}]);
  if (! t && any (is_complex))
    t = iscomplex (of_samples (name, parts, is_complex));
  endif
  r = with_local (d, local, d.dim, d.parts, dims, t);

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

## The function of numbers that are like the parts.  Complex ones are of a large modulus and a small one, so that max and
## min with a real number keep one of them.
function r = of_samples (name, parts, is_complex)

  samples = {[1 + 2i, (1 + 2i) / 8], [3 + 5i, (3 + 5i) / 8]};
  for k = find (! is_complex)
    samples{k} = cast (2, underlyingType (parts{k}));
  endfor
  r = feval (name, samples{1:numel (parts)});

endfunction
