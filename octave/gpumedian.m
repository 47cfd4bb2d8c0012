## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{m} =} gpumedian (@var{x})
## @deftypefnx {} {@var{m} =} gpumedian (@var{x}, @var{dim})
## @deftypefnx {} {@var{m} =} gpumedian (@var{x}, @var{vecdim})
## @deftypefnx {} {@var{m} =} gpumedian (@var{x}, "all")
## @deftypefnx {} {@var{m} =} gpumedian (@dots{}, @var{nanflag})
## @deftypefnx {} {@var{m} =} gpumedian (@dots{}, @var{outtype})
## Median of the elements of @var{x}: the one in the middle of them in order, or the mean of the two that are.
##
## It works along dimension @var{dim}, by default the first of more than one element, along all dimensions of a vector
## @var{vecdim} at once, and with @qcode{"all"} over every element.  @var{x} is a full numeric or logical array, on the
## host or a gpuArray, with at least one element.  Complex numbers are in the order of @code{gpusort}.
##
## The result has the class of @var{x}.  Means of integers are rounded, halves away from 0, and the mean of @code{false}
## and @code{true} is @code{true}.  @var{outtype} says otherwise: @qcode{"double"}, @qcode{"native"}, which is the class
## of @var{x} but double for logical values, and @qcode{"default"}, which is single for single and double for all else.
##
## NaN propagates; @qcode{"omitnan"} leaves NaN elements out, and gives NaN where nothing else is.
## @qcode{"includenan"} is the default by name.  @qcode{"omitmissing"} and @qcode{"includemissing"} are other words for
## the same.
##
## The meaning is that of the function @code{median} of Octave 7, but that the sum of two integers does not leave their
## class.  A device finds elements by their digits, a pass over memory for each digit in which they differ, and sorts
## only complex ones; segments of some thousand elements are read once.
##
## @example
## @group
## gpumedian ([3 1 2; 9 8 4])
##   @result{} 6.0000  4.5000  3.0000
## gpumedian ([3 1 NaN], "omitnan")
##   @result{} 2
## gpumedian (int8 ([1 2; 5 9]), "all", "default")
##   @result{} 3.5000
## @end group
## @end example
## @seealso{gpuquantile, gpumode, gpumean, gpusort}
## @end deftypefn

function m = gpumedian (varargin)

  m = __gpuarray__ ("median", "gpumedian", varargin{:});

endfunction

%!shared rule
%! rule = @(varargin) __test_rule__ ("median", varargin{:});
%!test
%! x = reshape (mod (7 * (1:24), 19) - 9, 2, 3, 4);
%! for y = {x, single(x), int8(x), uint16(x), int64(x), x > 0, x + 2i * flip(x)}
%!   for dim = 1:4
%!     assert (gpumedian (y{1}, dim), rule (y{1}, dim));
%!   endfor
%!   assert (gpumedian (y{1}), rule (y{1}));
%!   assert (gpumedian (y{1}, "all"), rule (y{1}(:)));
%!   assert (gpumedian (y{1}, [1 3]), rule (reshape (permute (y{1}, [1 3 2]), 8, 3)));
%!   assert (gpumedian (y{1}, [3 2]), rule (reshape (y{1}, 2, 12), 2));
%!   m = gpumedian (gpuArray (y{1}), 3);
%!   assert (isgpuarray (m));
%!   assert (gather (m), rule (y{1}, 3));
%! endfor
%!test # NaN
%! x = [1 NaN 3 4; NaN NaN NaN NaN; 5 7 1 Inf];
%! assert (gpumedian (x, 2), [NaN; NaN; 6]);
%! assert (gpumedian (x, 2, "omitnan"), [3; NaN; 6]);
%! assert (gpumedian (x, "omitmissing"), [3 7 2 Inf]);
%! assert (gpumedian (single (x), "all", "omitnan"), single (4));
%! assert (gpumedian (x, "includenan"), NaN (1, 4));
%! assert (gpumedian ([NaN realmax], "omitnan"), realmax);
%! assert (gpumedian ([-Inf Inf]), NaN);
%!test # classes of results
%! x = int8 ([100 120; -3 -2]);
%! assert (gpumedian (x, 2), int8 ([110; -3]));
%! assert (gpumedian (x, 2, "native"), int8 ([110; -3]));
%! assert (gpumedian (x, 2, "double"), [110; -2.5]);
%! assert (gpumedian (x, "default", 2), [110; -2.5]);
%! assert (gpumedian ([true false]), true);
%! assert (gpumedian ([true false], "native"), 0.5);
%! assert (gpumedian (single ([1 2]), "default"), single (1.5));
%! assert (gpumedian (single ([1 2]), "double"), 1.5);
%! assert (gpumedian (intmax ("int64") - int64 ([1 2])), intmax ("int64") - 1);
%! assert (gpumedian (intmin ("int64") + int64 ([3 2])), intmin ("int64") + 2);
%! assert (gpumedian ([intmin("int64"), intmax("int64")]), int64 (-1));
%! assert (gpumedian (intmax ("uint64") - uint64 ([0 2])), intmax ("uint64") - 1);
%!error <Invalid call to gpumedian> gpumedian ()
%!error <Invalid call to gpumedian> gpumedian (1, 1, "omitnan", "double", 1)
%!error <gpumedian: X must be a numeric vector or matrix; given was one of class char> gpumedian ("ab")
%!error <gpumedian: X cannot be an empty matrix> gpumedian ([])
%!error <gpumedian: DIM must be an integer and a valid dimension> gpumedian (1, 1.5)
%!error <gpumedian: DIM must name each dimension once> gpumedian (1, [1 1])
%!error <gpumedian: only one OUTTYPE can be specified> gpumedian (1, "double", "native")
%!error <gpumedian: unrecognized option 'foo'> gpumedian (1, "foo")
%!error <sparse input is not supported; use median> gpumedian (sparse (1))
%!error <^median: X cannot be an empty matrix> median (gpuArray ([]))
