## SPDX-License-Identifier: GPL-3.0-or-later

## Random array of class CLS and size SZ.
## KIND is "whole": small integers, so that sums and products are exact in any
## order and ties are many; or "wild": all magnitudes and the special values; or,
## of floating point: "spread": magnitudes that cancel, 1e16 beside 1; "offset": a
## small spread about a large mean; "extreme": near the ends of the range; "special":
## mostly NaN, Inf, zeros and denormals.
## PRODUCT keeps magnitudes near 1, so that no order of multiplication
## overflows or underflows.

function x = sample (cls, is_complex, sz, kind, product)

  n = prod (sz);
  whole = strcmp (kind, "whole");
  if (strcmp (cls, "logical"))
    p = 0.5;
    if (! whole)
      p = pick ([0, 1, 2 / (n + 2), n / (n + 2)]);
    endif
    x = rand (sz) < p;
  elseif (product && (whole || ! any (strcmp (cls, {"double", "single"}))))
    x = small_factors (cls, is_complex, sz);
  elseif (strcmp (cls, "char"))
    x = char (randi ([0, 127], sz));
  elseif (any (strcmp (cls, {"double", "single"})))
    x = floating (cls, sz, kind, product, is_complex);
    if (is_complex)
      x = complex (x, floating (cls, sz, kind, product, true));
      if (strcmp (kind, "wild"))
        ## the builtin max passes over Inf beside NaN only at the start of a slice
        x(isnan (x) & (isinf (real (x)) | isinf (imag (x)))) = complex (NaN, 1);
      endif
    endif
    x = cast (x, cls);
  else
    lo = double (intmin (cls));
    hi = double (intmax (cls));
    if (whole)
      x = cast (randi ([max(-20, lo), min(20, hi)], sz), cls);
    elseif (rand () < 0.3)
      ## neighbours that a double cannot tell apart in 64 bits
      x = intmax (cls) - cast (randi ([0, 4], sz), cls);
    else
      x = cast (lo + rand (sz) * (hi - lo), cls);
      x = sprinkle (x, [intmin(cls), intmax(cls)]);
    endif
  endif

endfunction

## Real array of doubles.
function x = floating (cls, sz, kind, product, is_complex)

  most = double (realmax (cls));
  least = double (realmin (cls));
  tiniest = least * eps (cls);
  if (strcmp (kind, "spread"))
    x = randn (sz) .* reshape ([1, 1, 1 / eps(cls), 2 ^ 53, 1e-8](randi (5, sz)), sz);
  elseif (strcmp (kind, "offset"))
    x = 10 ^ randi ([2, 16]) + randn (sz) * 10 ^ randi ([-3, 3]);
  elseif (strcmp (kind, "extreme"))
    ends = [most, sqrt(most), most / 3, least, sqrt(least), tiniest, 1];
    ends = ends(randperm (numel (ends), 2));
    x = (2 * (rand (sz) < 0.7) - 1) .* rand (sz) .* reshape (ends(randi (2, sz)), sz);
  elseif (strcmp (kind, "special"))
    some = [NaN, Inf, -Inf, 0, -0, tiniest, -tiniest, least, most, -most, 1, -1, NA, 2, 0.5];
    some = some(randperm (numel (some), randi (6)));
    x = reshape (some(randi (numel (some), sz)), sz);
  elseif (strcmp (kind, "whole"))
    if (is_complex)
      ## equal magnitudes come only from equal parts or from 3, 4 and 5, where
      ## the magnitude is exact
      x = [0 3 4 5 -3 -4 -5](randi (7, sz));
      x = reshape (x, sz);
    else
      x = randi ([-20, 20], sz);
    endif
  elseif (product)
    x = (2 * (rand (sz) < 0.5) - 1) .* exp (0.1 * randn (sz));
    if (is_complex)
      ## with Inf the value of a complex product depends on its order
      x = sprinkle (x / sqrt (2), pick ([1, NaN]));
    else
      x = sprinkle (x, pick ({[1, -1], [0, -0], [NaN, Inf, -Inf, 0, -0], [Inf, -Inf]}){1});
    endif
  else
    x = randn (sz) .* 10 .^ randi ([-5, 5], sz);
    x = sprinkle (x, pick ({[0, -0], [-0, 1e-310, 1e-40, 5e-324], [NaN, -0, 0], ...
                            [NaN, Inf, -Inf], [Inf, 0, -0]}){1});
    if (rand () < 0.1)
      x = reshape ([NaN, -0, 0, Inf](randi (4, sz)), sz);
    endif
  endif

endfunction

## Factors that a product of any length and order keeps exact.
function x = small_factors (cls, is_complex, sz)

  n = prod (sz);
  signed = ! any (strncmp (cls, {"uint", "char"}, 4));
  x = ones (sz);
  if (signed)
    x = 2 * (rand (sz) < 0.5) - 1;
  endif
  if (is_complex)
    x = complex (x) .* reshape ([1, 1i](randi (2, sz)), sz);
  endif
  twos = randi (max (n, 1), 1, min (n, 5));
  x(twos) *= 2;
  if (n > 0 && rand () < 0.2)
    x(randi (n)) = 0;
  endif
  if (strcmp (cls, "char"))
    x = char (x);
  else
    x = cast (x, cls);
  endif
  if (is_complex)
    x = complex (real (x), imag (x));
  endif

endfunction

## Put up to three of VALUES somewhere into X.
function x = sprinkle (x, values)

  if (! isempty (x))
    for k = 1:randi (3)
      x(randi (numel (x))) = values(randi (numel (values)));
    endfor
  endif

endfunction

function v = pick (list)

  v = list(randi (numel (list)));

endfunction
