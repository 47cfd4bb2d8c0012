## SPDX-License-Identifier: GPL-3.0-or-later

## N = __gpureduce_norm__ (...): what gpunorm (...) gives, of arguments that its gateway hands on.

function n = __gpureduce_norm__ (A, varargin)

  check_array ("gpunorm", A, {"float"}, "A must be single or double");
  if (ndims (A) > 2)
    error ("gpureduce:badArgument", "gpunorm: only valid for 2-D objects");
  endif
  [p, dim, is_fro] = norm_options (varargin);
  if (! isempty (dim))
    n = vector_norms (A, p, dim);
  elseif (isempty (A))
    n = gpusum (A, "all");
    if (! is_fro)
      n = double (n); # as Octave has it
    endif
  elseif (is_fro || any (size (A) == 1))
    n = vector_norms (A(:), p, 1);
  elseif (p == 1 || p == Inf)
    n = gpumax (gpusum (abs (A), 1 + (p == Inf)), [], "all", "includenan");
  elseif (p > 1)
    error ("gpureduce:unsupported", ["gpunorm: the %g-norm of a matrix is not supported; there are 1, Inf and " ...
           "\"fro\"; use norm (gather (A), %g)"], p, p);
  else
    error ("gpureduce:badArgument", "gpunorm: p must be >= 1 of a matrix");
  endif

endfunction

## P, the dimension along which vectors are, or [], and whether P is "fro".
function [p, dim, is_fro] = norm_options (args)

  p = dim = [];
  is_fro = false;
  for k = 1:numel (args)
    arg = gather (args{k});
    names_dim = false;
    if (ischar (arg))
      check_string ("gpunorm", "an option", arg, 63);
      words = {"rows", "columns", "cols", "fro", "inf", "-inf"};
      at = find (strcmpi (arg, words));
      if (isempty (at))
        error ("gpureduce:badArgument", "gpunorm: unrecognized option: %s; there are \"%s\"", arg, ...
               strjoin (words, '", "'));
      endif
      value = [2, 1, 1, 2, Inf, -Inf](at);
      names_dim = at <= 3;
      is_fro = is_fro || at == 4;
    elseif (! (isnumeric (arg) && isreal (arg) && ! issparse (arg) && numel (arg) <= 1 && ! any (isnan (arg))))
      error ("gpureduce:badArgument", "gpunorm: P must be a real number or a word; given was %s", show_value (arg));
    else
      value = [double(arg(:).'), 2](1);
    endif
    if ((names_dim && ! isempty (dim)) || (! names_dim && k > 1))
      error ("gpureduce:badArgument", "gpunorm: invalid combination of options");
    elseif (names_dim)
      dim = value;
    else
      p = value;
    endif
  endfor
  p = [p, 2](1);

endfunction

## Norms of the vectors along DIM.
function n = vector_norms (A, p, dim)

  if (size (A, dim) == 0)
    shape = size (A);
    shape(dim) = 1;
    n = repmat (gpusum (abs (A), "all") + [0, Inf](1 + (p == -Inf)), shape);
  elseif (p == 1)
    n = cast (sum_of (@(a) abs (a), A, dim, "double"), underlyingType (A));
  elseif (p == 0)
    n = cast (sum_of (@(a) a != 0, A, dim), underlyingType (A));
  elseif (p == Inf)
    n = largest_modulus (A, dim, "includenan");
  elseif (p == -Inf)
    n = gpumin (abs (A), [], dim, "includenan");
  else
    n = cast (power_norms (A, p, dim), underlyingType (A));
  endif

endfunction

## The same of a power; if the sums overflow or come near to underflow, of the elements divided by the one that counts
## most.
function n = power_norms (A, p, dim)

  sums = power_sums (A, p, dim);
  cls = underlyingType (A);
  is_sound = p == 2 && strcmp (cls, "single"); # the squares fit into doubles
  if (! is_sound)
    is_sound = (sums > realmin (cls) / eps (cls)) .* (sums < Inf);
  endif
  if (all (is_sound(:)))
    n = root (sums, p);
  else
    if (p > 0)
      scale = largest_modulus (A, dim, "includenan");
    else
      scale = gpumin (abs (A), [], dim, "includenan");
    endif
    scale(! ((scale > 0) .* (scale < Inf))) = 1;
    n = scale .* root (power_sums (A ./ scale, p, dim), p);
  endif

endfunction

## Squares and other powers of singles are summed as doubles.
function sums = power_sums (A, p, dim)

  if (p == 2)
    sums = gpusumsq (A, dim, "double");
  else
    sums = sum_of (@(a) abs (a) .^ p, A, dim, "double");
  endif

endfunction

function n = root (sums, p)

  if (p == 2)
    n = sqrt (sums);
  else
    n = sums .^ (1 / p);
  endif

endfunction
