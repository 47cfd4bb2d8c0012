## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{s} =} gpucumlogsumexp (@var{A})
## @deftypefnx {} {@var{s} =} gpucumlogsumexp (@var{A}, @var{dim})
## @deftypefnx {} {@var{s} =} gpucumlogsumexp (@dots{}, @var{direction})
## @deftypefnx {} {@var{s} =} gpucumlogsumexp (@dots{}, "exclusive")
## Running logarithm of the sum of exponentials, @code{log (cumsum (exp (@var{A}), @var{dim}))}, that does not overflow.
##
## It works along dimension @var{dim}, by default the first whose size is not 1.  @var{A} is a full array of real numbers or
## logical values, on the host or a gpuArray.  The result has its size, and is single for single and double for other input.
##
## @var{direction} is @qcode{"forward"}, the default, or @qcode{"reverse"}, from the last element to the first.  With
## @qcode{"exclusive"} each element is that of the elements before it, and the first one -Inf.
##
## Elements that are all -Inf have -Inf as their value, an Inf makes all from it on Inf, and a NaN NaN.
##
## It is a @code{gpuscan} of the operation that @code{help gpulogsumexp} shows:
##
## @example
## @group
## of = @@(m, n) merge (m == max (m, n), 1, exp (m - max (m, n)));
## f = @@(m, s, n, t) @{max(m, n), s .* of(m, n) + t .* of(n, m)@};
## gpuscan (f, [1000 1000 1000], "map", @@(x) @{x, 1@}, "finish", @@(m, s) m + log (s))
##   @result{} 1000.0  1000.7  1001.1
## gpucumlogsumexp ([1000 1000 1000])
##   @result{} 1000.0  1000.7  1001.1
## gpucumlogsumexp ([0 0; 0 0], 2, "reverse")
##   @result{} 0.6931  0
##      0.6931  0
## @end group
## @end example
##
## Sums of singles are single.  For @var{n} elements the sum of exponentials has a relative error of less than
## @code{(@var{n} + 8) * eps}, and in practice much less, since it is made in a tree.
## @seealso{gpulogsumexp, gpusoftmax, gpuscan, gpucumsum}
## @end deftypefn

function s = gpucumlogsumexp (A, varargin)

  if (nargin < 1 || nargin > 4)
    print_usage ();
  endif
  check_real ("gpucumlogsumexp", A);
  dim = [];
  words = varargin;
  if (numel (words) > 0 && ! ischar (words{1}))
    if (! isempty (words{1}))
      dim = check_dim ("gpucumlogsumexp", words{1}, flintmax (), "DIM must be a valid dimension");
    endif
    words(1) = [];
  endif
  for word = words
    check_string ("gpucumlogsumexp", "an option", word{1}, 63);
    if (! any (strcmpi (word{1}, {"forward", "reverse", "exclusive"})))
      error ("gpureduce:badArgument", ["gpucumlogsumexp: unrecognized option '%s'; there are \"forward\", \"reverse\" " ...
             "and \"exclusive\""], word{1});
    endif
  endfor

  ## of each value beside the greater one; where they are equal, of which Inf - Inf is NaN, there is none
  of = @(m, n) merge (m == max (m, n), 1, exp (m - max (m, n)));
  f = @(m, s, n, t) {max(m, n), s .* of(m, n) + t .* of(n, m)};
  identity = {-Inf, 0};
  map = @(x) {double(x), 1};
  if (strcmp (underlyingType (A), "single"))
    one = single (1);
    map = @(x) {x, one};
  endif
  s = __gpuarray__ ("monoid", "gpucumlogsumexp", true, f, A, dim, "map", map, "identity", identity, ...
                    "finish", @(m, s) m + log (s), words{:});

endfunction

%!shared A
%! A = reshape (mod (7 * (1:24), 19) - 9, 2, 3, 4);
%!test
%! for x = {A, single(A), int8(A), uint16(A), A > 0}
%!   y = x{1};
%!   if (! isfloat (y))
%!     y = double (y);
%!   endif
%!   for dim = 1:4
%!     assert (gpucumlogsumexp (x{1}, dim), log (cumsum (exp (y), dim)), 16 * eps (class (y)));
%!     want = flip (log (cumsum (exp (flip (y, dim)), dim)), dim);
%!     assert (gpucumlogsumexp (x{1}, dim, "reverse"), want, 16 * eps (class (y)));
%!   endfor
%!   assert (gpucumlogsumexp (x{1}), log (cumsum (exp (y))), 16 * eps (class (y)));
%!   assert (class (gpucumlogsumexp (x{1})), class (y));
%! endfor
%!assert (gpucumlogsumexp ([-Inf -Inf 3 Inf 1]), [-Inf -Inf 3 Inf Inf])
%!assert (gpucumlogsumexp ([1 NaN 3 Inf]), [1 NaN NaN NaN])
%!assert (gpucumlogsumexp ([1 NaN 3 Inf], "reverse"), [NaN NaN Inf Inf])
%!assert (gpucumlogsumexp ([0 0 0 0], "exclusive"), log (0:3), eps)
%!assert (gpucumlogsumexp (single ([0 0]), 2, "reverse", "exclusive"), single ([0 -Inf]))
%!test # empties
%! for sz = {[0 0], [0 3], [3 0], [1 0], [2 0 3]}
%!   assert (gpucumlogsumexp (zeros (sz{1})), zeros (sz{1}));
%! endfor
%!test # gpuArrays, and lengths
%! for n = [1:40, 1000, 4099]
%!   x = 700 * sin (1:n);
%!   d = gpucumlogsumexp (gpuArray (x.'));
%!   assert (isgpuarray (d));
%!   want = max (x) + log (cumsum (exp (x - max (x))));
%!   is_there = isfinite (want) & want > max (x) - 600;
%!   assert (gather (d)(is_there), want(is_there).', 4 * eps (700));
%! endfor
%!error <Invalid call to gpucumlogsumexp> gpucumlogsumexp ()
%!error <A must be a numeric or logical array; given was one of class char> gpucumlogsumexp ("ab")
%!error <A must be real; given was one of class complex single> gpucumlogsumexp (single (1i))
%!error <DIM must be a valid dimension; given was 1.5> gpucumlogsumexp (1, 1.5)
%!error <unrecognized option 'map'> gpucumlogsumexp (1, 1, "map", @(x) x)
%!error <gpucumlogsumexp: sparse input is not supported; use full \(A\)> gpucumlogsumexp (sparse (1))
