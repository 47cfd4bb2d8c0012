## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{n} =} gpuvecnorm (@var{A})
## @deftypefnx {} {@var{n} =} gpuvecnorm (@var{A}, @var{p})
## @deftypefnx {} {@var{n} =} gpuvecnorm (@var{A}, @var{p}, @var{dim})
## Norms of the vectors along a dimension of @var{A}: @code{sum (abs (@var{A}) .^ @var{p}, @var{dim}) .^ (1/@var{p})}.
##
## @var{A} is a full numeric array, on the host or a gpuArray, real or complex.  @var{p} is a positive number or Inf, by
## default 2.  @var{dim} is by default the first dimension of more than one element.
##
## 2 squares elements as it reads them, and Inf of real elements takes the greatest and the least one, so neither makes
## a copy of @var{A}.  The others make one.
##
## The class of the result is single if @var{A} or @var{p} is, and that of @var{A} for integers and Inf, else double.
## Powers of integers saturate in their class, as they do in Octave's @code{vecnorm}.  NaN propagates, but for Inf,
## which passes over NaN as @code{max} does.  As in @code{vecnorm} of Octave 7 nothing is scaled: squares larger than
## @code{realmax} give Inf.  @code{vecnorm} of Octave 11 scales, gives NaN for NaN and refuses integers, and so does
## @code{gpunorm} with @qcode{"columns"} or @qcode{"rows"}.
##
## Results differ from those of Octave 7's @code{vecnorm} by less than @code{2 * (n + 8) * eps} of themselves, or
## @code{1/@var{p}} times that for @var{p} less than 1, for @var{n} elements; Inf is exact.
##
## @example
## @group
## gpuvecnorm ([3 5; 4 12])
##   @result{} 5  13
## gpuvecnorm ([3 -4; 5 12], 1, 2)
##   @result{} 7
##      17
## gpuvecnorm ([3 -4; 5 12], Inf)
##   @result{} 5  12
## @end group
## @end example
## @seealso{gpunorm, gpusumsq, gpudot, vecnorm}
## @end deftypefn

function n = gpuvecnorm (A, p = 2, dim)

  if (nargin < 1)
    print_usage ();
  endif
  check_array ("gpuvecnorm", A, {"numeric", "codistributed"}, "A must be numeric");
  p = gather (p);
  if (! (isscalar (p) && (isnumeric (p) || islogical (p)) && isreal (p) && p > 0))
    error ("gpureduce:badArgument", "gpuvecnorm: P must be positive real scalar or Inf");
  endif
  if (! isfloat (p))
    p = double (p);
  endif
  if (nargin < 3)
    dim = first_longer_dim (A);
  else
    dim = check_dim ("gpuvecnorm", dim, flintmax (), "DIM must be a positive integer");
  endif

  if (p == 1)
    n = sum_of (@(a) abs (a), A, dim);
  elseif (p == 2)
    n = root_of (gpusumsq (A, dim));
  elseif (p == Inf)
    n = largest_modulus (A, dim, "omitnan");
  else
    n = sum_of (@(a) abs (a) .^ p, A, dim) .^ (1 / p);
  endif

endfunction

%!shared rule
%! rule = @(varargin) __test_rule__ ("vecnorm", varargin{:});
%!test
%! A = reshape (mod (7 * (1:24), 19) - 9, 2, 3, 4);
%! for y = {A, single(A), int8(A), uint16(A), A + 2i * flip(A)}
%!   for p = {1, 2, 3, 4, 0.5, 2.5, Inf}
%!     for dim = 1:4
%!       want = rule (y{1}, p{1}, dim);
%!       got = gpuvecnorm (y{1}, p{1}, dim);
%!       bound = 0;
%!       if (isfloat (want))
%!         bound = 24 * double (eps (class (want))) * max (1, 1 / p{1});
%!       endif
%!       assert (double (got), double (want), -bound);
%!       assert (class (got), class (want));
%!     endfor
%!   endfor
%! endfor
%! assert (gpuvecnorm (A), rule (A), -24 * eps);
%!assert (gpuvecnorm (int8 ([-128 100]), Inf), int8 (127))
%!assert (gpuvecnorm ([1 NaN -3], Inf), 3)
%!assert (gpuvecnorm ([NaN NaN], Inf), NaN)
%!assert (gpuvecnorm ([1 NaN -3]), NaN)
%!assert (1 / gpuvecnorm (-0, Inf), Inf)
%!assert (gpuvecnorm ([1e200 1e200]), rule ([1e200 1e200]))
%!test # empties
%! for sz = {[0 0], [0 3], [3 0], [1 0], [2 0 3]}
%!   for p = [1 2 3 Inf]
%!     assert (gpuvecnorm (zeros (sz{1}), p), rule (zeros (sz{1}), p));
%!   endfor
%! endfor
%!error <Invalid call to gpuvecnorm> gpuvecnorm ()
%!error <A must be numeric> gpuvecnorm ([true true])
%!error <P must be positive real scalar> gpuvecnorm (1, [1 2])
%!error <P must be positive real scalar> gpuvecnorm (1, 0)
%!error <P must be positive real scalar> gpuvecnorm (1, NaN)
%!error <P must be positive real scalar> gpuvecnorm (1, "a")
%!error <DIM must be a positive integer> gpuvecnorm (1, 2, 0)
%!error <DIM must be a positive integer> gpuvecnorm (1, 2, 1.5)
%!error <sparse input is not supported; use vecnorm> gpuvecnorm (sparse (1))
