## SPDX-License-Identifier: GPL-3.0-or-later

## How GOT differs from WANT, or "".  Class, size and complexness have to be
## equal; values, too, where BOUND is [], with the sign of zeros unless
## ANY_ZERO; else each part may be up to BOUND away, the pattern of NaN and Inf is
## to be the same, and where BOUND is 0 zeros have to have the same sign.  Where
## BOUND is Inf any value will do; where it is not 0 everywhere, an imaginary part
## may vanish by rounding, and with it complexness.

function text = mismatch (got, want, bound, any_zero = false)

  text = "";
  if (! strcmp (class (got), class (want)))
    text = sprintf ("class %s instead of %s", class (got), class (want));
  elseif (! size_equal (got, want))
    text = sprintf ("size %s instead of %s", shape (got), shape (want));
  elseif (iscomplex (got) != iscomplex (want) && ! any (bound(:) > 0))
    text = sprintf ("iscomplex is %d instead of %d", iscomplex (got), iscomplex (want));
  elseif (isempty (want))
    return;
  else
    bad = unlike_part (real (got), real (want), bound, any_zero);
    if (iscomplex (want) || iscomplex (got))
      bad |= unlike_part (imag (got), imag (want), bound, any_zero);
    endif
    if (any (bad(:)))
      k = find (bad(:), 1);
      text = sprintf ("%d of %d values differ, the first at %d: %s instead of %s", ...
                      nnz (bad), numel (want), k, value (got(k)), value (want(k)));
      if (! isempty (bound))
        text = sprintf ("%s, bound %.3g", text, bound(k));
      endif
    endif
  endif

endfunction

## Where two real arrays of one class differ by more than the bound.
function bad = unlike_part (a, b, bound, any_zero)

  if (isempty (bound))
    bad = unlike (a, b, any_zero);
  else
    bad = ! (abs (double (a) - double (b)) <= bound);
    odd = ! (isfinite (a) & isfinite (b));
    bad(odd) = unlike (a(odd), b(odd), true);
    bad(bound == Inf) = false;
    if (! any_zero)
      zero = bound == 0 & b == 0 & ! bad;
      bad(zero) = unlike (a(zero), b(zero), false);
    endif
  endif

endfunction

## Where two real arrays of one class differ; NaN is equal to NaN.
function bad = unlike (a, b, any_zero)

  bad = a != b;
  if (isfloat (b))
    bad &= ! (isnan (a) & isnan (b));
    if (! any_zero)
      zero = b == 0 & ! bad;
      bad(zero) = 1 ./ a(zero) != 1 ./ b(zero);
    endif
  endif

endfunction

function s = shape (x)

  s = strjoin (arrayfun (@num2str, size (x), "uniformoutput", false), "x");

endfunction

function s = value (x)

  if (isfloat (x) || ischar (x))
    s = sprintf ("%.17g", double (real (x)));
    if (iscomplex (x))
      s = sprintf ("%s%+.17gi", s, imag (x));
    endif
    if (isreal (x) && x == 0 && 1 / x < 0)
      s = "-0";
    endif
  else
    s = sprintf ("%d", x);
  endif

endfunction
