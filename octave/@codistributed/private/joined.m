## SPDX-License-Identifier: GPL-3.0-or-later

## R = joined (NAME, DIM, OPERANDS): arrays one behind the other along DIM, of which some are codistributed.
##
## Along the distributed dimension of the first of these the result has even parts, else its parts.

function r = joined (name, dim, operands)

  refuse_others (name, operands);
  is_none = cellfun (@(x) ndims (x) == 2 && all (size (x) == 0), operands);
  none = operands(is_none); # whose classes count
  operands(is_none) = [];
  is_ours = cellfun ("isclass", operands, "codistributed");
  if (! any (is_ours))
    refuse (name); # those that are have no elements
  endif
  d = operands{find(is_ours, 1)};
  ours = cellfun ("isclass", none, "codistributed");
  none(ours) = cellfun (@local_of, none(ours), "UniformOutput", false);
  sizes = ones (numel (operands), max ([cellfun(@ndims, operands), dim, d.dim]));
  for k = 1:numel (operands)
    sizes(k, 1:ndims (operands{k})) = size (operands{k});
  endfor
  others = sizes;
  others(:,dim) = 0;
  k = find (any (others != others(1,:), 2), 1);
  if (! isempty (k))
    error ("Octave:nonconformant-args", "%s: dimensions mismatch (%s vs %s)", name, size_text (sizes(1,:)), ...
           size_text (sizes(k,:)));
  endif
  parts = d.parts;
  if (dim == d.dim)
    parts = even_parts (sum (sizes(:,dim)));
  endif
  ends = cumsum (parts);
  behind = cumsum (sizes(:,dim));
  for k = 1:numel (operands)
    theirs = parts;
    if (dim == d.dim) # the parts of the result that are in this operand
      from = max (ends - parts, behind(k) - sizes(k,dim));
      theirs = max (min (ends, behind(k)) - from, 0);
    endif
    operands{k} = my_part (operands{k}, d.dim, theirs);
  endfor
  dims = others(1,:);
  dims(dim) = behind(end);
  is_complex = any (cellfun (@(x) x{2}, operands));
  local = cat (dim, none{:}, cellfun (@(x) x{1}, operands, "UniformOutput", false){:});
  r = with_local (d, local, d.dim, parts, dims, is_complex);

endfunction

## The part that this process has of parts along DIM; and is the array complex?
function part = my_part (x, dim, parts)

  if (isa (x, "codistributed"))
    if (x.dim != dim || ! isequal (x.parts, parts))
      x = redistributed (x, dim, parts);
    endif
    part = {local_of(x), x.is_complex};
  else
    [first, count] = my_range (parts);
    part = {slice(x, dim, first, count), iscomplex(x)};
  endif

endfunction
