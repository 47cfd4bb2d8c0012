## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{n} =} gpunorm (@var{A})
## @deftypefnx {} {@var{n} =} gpunorm (@var{A}, @var{p})
## @deftypefnx {} {@var{n} =} gpunorm (@var{A}, @var{p}, @var{opt})
## Norm of a vector or matrix.
##
## @var{A} is a full single or double matrix, on the host or a gpuArray, real or complex.  The result has its class.
##
## Of a vector, @var{p} is by default 2, and may be
##
## @table @asis
## @item a number
## @code{sum (abs (@var{A}) .^ @var{p}) ^ (1/@var{p})}, also for numbers less than 1
## @item 0
## the number of elements that are not 0
## @item Inf or "inf"
## the largest modulus
## @item -Inf or "-inf"
## the smallest modulus
## @item "fro"
## the same as 2
## @end table
##
## Of a matrix it is 1, the largest sum of moduli of a column, Inf or @qcode{"inf"}, the largest sum of a row, or
## @qcode{"fro"}, the root of the sum of all squares.  2, the default, and other numbers are refused; @code{norm} has
## them.
##
## With @var{opt} @qcode{"columns"} or @qcode{"cols"} the result is a row of the norms of the columns as vectors, with
## @qcode{"rows"} a column of those of the rows.
##
## NaN propagates, also in matrix norms, where @code{norm} may lose it; of an empty matrix the norm is 0.
##
## Neither large nor small elements do harm: a sum of powers that overflows or is close to underflow is computed again,
## of the elements divided by the largest one (by the smallest one for negative @var{p}).  Whether it is so is a
## question to the device, so the call waits for it, but for single input and @var{p} of 2, whose squares are summed as
## doubles, and for 0, 1, Inf and -Inf.
##
## The meaning is that of Octave's @code{norm}.  Of @code{k} elements, results differ from its by less than
## @code{2 * (k + 10 + abs (log (@var{n}))) * eps} of themselves, or @code{1/@var{p}} times that for @var{p} between 0
## and 1.  For negative @var{p} Octave 7's gives Inf; here the formula above holds.
##
## @example
## @group
## gpunorm ([3 4])
##   @result{} 5
## gpunorm ([3 4; 5 12], 1)
##   @result{} 16
## gpunorm ([3 4; 5 12], "rows")
##   @result{} 5
##      13
## gpunorm ([3e200 4e200])
##   @result{} 5.0000e+200
## @end group
## @end example
## @seealso{gpuvecnorm, gpusumsq, gpudot, norm}
## @end deftypefn

function n = gpunorm (varargin)

  error ("gpureduce:notBuilt", "gpunorm: the compiled gateway gpunorm.mex is missing; run 'make'");

endfunction

%!shared A
%! A = reshape (mod (7 * (1:12), 19) - 9, 3, 4);
%!test # vectors
%! for x = {A(:), A(:).', single(A(:)), A(:) + 2i * flip(A(:)), 5, -5}
%!   for p = {1, 2, 3, 0.5, 2.5, 0, Inf, -Inf, "fro", "inf", "-inf", "INF", []}
%!     want = norm (x{1}, p{1});
%!     got = gpunorm (x{1}, p{1});
%!     assert (class (got), class (want));
%!     assert (got, want, -2 * 2 * 22 * eps (class (want)));
%!   endfor
%!   assert (gpunorm (x{1}), norm (x{1}), -44 * eps (class (x{1})));
%! endfor
%!test # matrices
%! for x = {A, single(A), A + 2i * flip(A)}
%!   for p = {1, Inf, "inf", "fro"}
%!     assert (gpunorm (x{1}, p{1}), norm (x{1}, p{1}), -44 * eps (class (x{1})));
%!   endfor
%! endfor
%!test # columns and rows
%! for x = {A, single(A), A + 2i * flip(A), A(:), A(:).'}
%!   for p = {1, 2, 3, 0.5, 0, Inf, -Inf, "fro", "inf"}
%!     for opt = {"rows", "columns", "cols"}
%!       assert (gpunorm (x{1}, p{1}, opt{1}), norm (x{1}, p{1}, opt{1}), -88 * eps (class (x{1})));
%!     endfor
%!   endfor
%!   assert (gpunorm (x{1}, "rows"), norm (x{1}, "rows"), -44 * eps (class (x{1})));
%! endfor
%!test # large and small elements, beside others
%! x = [3e200, 3e-200, 0, Inf, 3, 3e-320, realmax(); 4e200, 4e-200, 0, 1, 4, 4e-320, 0];
%! for p = [2 3 0.5 10 1000]
%!   want = norm (x, p, "columns");
%!   assert (gpunorm (x, p, "columns"), want, abs (want) * 50 * eps / min (p, 1) .* (want < Inf) + 5e-324);
%!   assert (gpunorm (x(:, 2), p), norm (x(:, 2), p), -50 * eps / min (p, 1));
%! endfor
%! y = single ([3e30 3e-30 3; 4e30 4e-30 4]);
%! assert (gpunorm (y, "columns"), single ([5e30 5e-30 5]), -2 * eps ("single"));
%! assert (gpunorm (y, 3, "columns"), norm (y, 3, "columns"), -24 * eps ("single"));
%!test # sums of singles are those of doubles, as Octave 11's are
%! x = single (1e20) * ones (1000, 1, "single");
%! y = single (sin (1:1000).');
%! for p = [1 1.5 2 3 0.5]
%!   assert (double (gpunorm (x, p)), gpunorm (double (x), p), -double (eps ("single")));
%!   assert (double (gpunorm (y, p)), gpunorm (double (y), p), -double (eps ("single")));
%! endfor
%!test # NaN and Inf
%! for p = {1, 2, 3, Inf, -Inf}
%!   assert (gpunorm ([1 NaN 3], p{1}), NaN);
%!   assert (gpunorm ([NaN NaN], p{1}), NaN);
%!   assert (gpunorm ([NaN Inf], p{1}), NaN);
%! endfor
%! for p = {1, 2, 3, 0.5, Inf}
%!   assert (gpunorm ([1 -Inf 3], p{1}), Inf);
%! endfor
%! assert (gpunorm ([1 2; NaN 1], Inf), NaN);
%! assert (gpunorm ([NaN 0], 0), 1);
%!test # negative powers
%! assert (gpunorm ([3 4], -1), 12 / 7, -eps);
%! assert (gpunorm ([3e-200 4e-200], -3), (1/27 + 1/64) ^ (-1/3) * 1e-200, -24 * eps);
%! assert (gpunorm ([0 4], -1), 0);
%! assert (gpunorm ([3 4], -1000), 3, -24 * eps);
%!test # empties
%! for sz = {[0 0], [0 3], [3 0], [1 0], [0 1]}
%!   for p = {1, Inf, "fro", 2}
%!     assert (gpunorm (zeros (sz{1}), p{1}), norm (zeros (sz{1}), p{1}));
%!   endfor
%!   for p = {0, 1, 2, 3, Inf, -Inf}
%!     for opt = {"rows", "columns"}
%!       assert (gpunorm (zeros (sz{1}), p{1}, opt{1}), norm (zeros (sz{1}), p{1}, opt{1}));
%!     endfor
%!   endfor
%! endfor
%!error <Invalid call to gpunorm> gpunorm ()
%!error <Invalid call to gpunorm> gpunorm (1, 2, "rows", 4)
%!error <A must be single or double> gpunorm (int8 ([3 4]))
%!error <A must be single or double> gpunorm ([true true])
%!error <only valid for 2-D objects> gpunorm (ones (2, 2, 2))
%!error <the 2-norm of a matrix is not supported; there are 1, Inf and "fro"> gpunorm (ones (2))
%!error <the 3-norm of a matrix is not supported> gpunorm (ones (2), 3)
%!error <p must be .= 1> gpunorm (ones (2), 0.5)
%!error <p must be .= 1> gpunorm (ones (2), -Inf)
%!error <unrecognized option: foo> gpunorm (1, "foo")
%!error <invalid combination of options> gpunorm (1, "rows", "cols")
%!error <invalid combination of options> gpunorm (1, "rows", 1)
%!error <invalid combination of options> gpunorm (1, "fro", "fro")
%!error <P must be a real number> gpunorm (1, [1 2])
%!error <P must be a real number> gpunorm (1, NaN)
%!error <P must be a real number> gpunorm (1, {1})
%!error <sparse input is not supported; use norm> gpunorm (sparse (1))
%!assert (gpunorm ([3 4], zeros (0, 3)), 5)
