## SPDX-License-Identifier: GPL-3.0-or-later

## Where any value is accepted: the results of sums, means, variances and products of the
## columns of D (doubles; singles are accumulated in double) that depend on the order
## of combination, which is not the builtins'.  SCANS asks for each element of a
## scan.  There are these:
## - a sum whose terms' magnitudes add up to more than the range: 1e308 + 1e308 - 1e308
##   is Inf or 1e308; a variance is Inf or NaN where deviations from an element may add up
##   to as much (D has the largest magnitude in place of each element, times its weight);
## - a product in which some factors overflow and others are small, or some underflow
##   and others are large: 1e200 * 1e200 * 1e-200;
## - one in which some factors overflow beside 0, or underflow beside Inf;
## - a complex product with Inf, or that overflows: its parts are Inf or NaN by the order.
## And there are two that depend on how Octave narrows an array without imaginary parts, or a sum of angles:
## - a complex harmonic mean that overflows or is of reciprocals (D is their mean) that do;
## - a complex geometric mean of an element that is Inf in one part and NaN in the other, or
##   that overflows.

function tf = accepted (family, d, scans)

  along = @sum;
  if (scans)
    along = @cumsum;
  endif
  has = @(where) along (where, 1) > 0;
  if (strcmp (family, "harmonic"))
    tf = iscomplex (d) & ! (abs (d) > 1 / realmax () & abs (d) < Inf);
    return;
  elseif (strcmp (family, "geometric"))
    tf = iscomplex (d) & has (isnan (d) & (isinf (real (d)) | isinf (imag (d))));
    return;
  elseif (! strcmp (family, "product"))
    tf = along (abs (finite (d)), 1) > realmax () / 4;
    return;
  endif
  infinite = isinf (real (d)) | isinf (imag (d));
  magnitude = abs (d);
  beside_nan = isnan (magnitude);
  magnitude(beside_nan) = max (abs (real (d(beside_nan))), abs (imag (d(beside_nan)))); # the other part counts
  t = min (log2 (magnitude), 1025);
  t(infinite | isnan (t) | d == 0) = 0;
  up = along (max (t, 0), 1);
  down = along (min (t, 0), 1);
  overflows = up > 1022;
  underflows = down < -1020;
  if (iscomplex (d))
    tf = has (infinite) | overflows | (underflows & up > 0);
  else
    zero = has (d == 0);
    inf = has (infinite);
    tf = (inf & ! zero & underflows) | (! inf & zero & overflows) ...
         | (! inf & ! zero & ((overflows & down < 0) | (underflows & up > 0)));
    tf &= ! has (isnan (d));
  endif

endfunction
