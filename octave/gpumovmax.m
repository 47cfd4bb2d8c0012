## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{y} =} gpumovmax (@var{x}, @var{wlen})
## @deftypefnx {} {@var{y} =} gpumovmax (@var{x}, [@var{nb}, @var{na}])
## @deftypefnx {} {@var{y} =} gpumovmax (@dots{}, @var{dim})
## @deftypefnx {} {@var{y} =} gpumovmax (@dots{}, @var{property}, @var{value})
## Maximum of the elements of @var{x} in a window that moves along a dimension.
##
## The window of an element has @var{nb} elements before it, itself, and @var{na} after it.  A whole number @var{wlen}
## of 1 or more is the length of the window: half of it, rounded down, are before the element.  Of another number half
## is on either side, and fractions are cut off: @code{3.5} is @code{[1, 1]}.  Windows may be longer than @var{x}.
## @var{dim} is by default the first dimension of more than one element.
##
## @var{x} is a full numeric or logical array, on the host or a gpuArray, real or complex.  The result has its size and
## is of class double, whatever that of @var{x} is, as that of Octave 7's @code{movmax}; newer ones have others.
##
## A @var{property} is one of these, in any case:
##
## @table @asis
## @item "Endpoints"
## What stands beyond the ends of @var{x}.  @qcode{"shrink"}: nothing, windows there have fewer elements; a number, in
## the class of @var{x}; @qcode{"fill"}: NaN; @qcode{"same"}: the first and the last element; @qcode{"periodic"}: the
## elements of the other end.  The default is -Inf.  With @qcode{"discard"} only windows within @var{x} are taken, and
## the result is shorter.
## @item "SamplePoints"
## Increasing numbers, as many as elements along the dimension: where the elements are.  Then @var{wlen}, @var{nb} and
## @var{na} are distances between them; half of @var{wlen} is on either side, without a point at the very end.
## @qcode{"Endpoints"} are @qcode{"shrink"} by default, and always for points at unequal distances, where windows come
## from as many steps as their lengths have bits.
## @item "dim"
## The dimension.
## @item "nancond"
## @qcode{"omitnan"}, the default: NaN is passed over; @qcode{"includenan"}: a window with a NaN of @var{x} gives NaN.
## Each may be given alone, too.  @qcode{"omitmissing"} and @qcode{"includemissing"} are other words for the same.
## @item "nanval"
## What a window of nothing but NaN gives, by default NaN.  An element beyond the ends, where there is one, is not NaN.
## @end table
##
## These are the options of Octave 11, which are taken on every version; @code{movmax} of versions before it has
## @qcode{"includenan"} alone, which changes nothing there, and neither @qcode{"nanval"} nor @qcode{"SamplePoints"}.
##
## Complex elements are compared as @code{gpumax} does, also in a window where all are real.
##
## The windows come from two scans of blocks of their length and one operation for each element, however long they are.
## Results are exact.  Where both 0 and -0 are in a window it may be either.
##
## Differences from @code{movmax} of Octave 7: the result keeps dimensions that @code{movmax} squeezes, or permutes
## for @var{dim} above 2; @code{[0, 0]} is the window of the element alone; windows of one element, those longer than
## @var{x}, which have the meaning above, and @var{x} without elements are no errors; char is refused.
##
## @example
## @group
## gpumovmax ([3 9 4 1 7], 3)
##   @result{} 9  9  9  7  7
## gpumovmax ([3 9 4 1 7], [1 0])
##   @result{} 3  9  9  4  7
## @end group
## @end example
## @seealso{gpumovmin, gpumovsum, gpucummax, movmax}
## @end deftypefn

function y = gpumovmax (x, wlen, varargin)

  if (nargin < 2)
    print_usage ();
  endif
  y = moving_windows ("movmax", x, wlen, varargin);

endfunction

%!shared rule
%! rule = @(varargin) __test_rule__ ("movmax", varargin{:});
%!test __test_moving__ ("movmax", 0)
%!assert (gpumovmax (int64 ([9007199254740993 1 2]), 2), rule (int64 ([9007199254740993 1 2]), 2))
%!test # long windows
%! x = mod (7919 * (1:300), 1009);
%! for wlen = [2 7 64 299 300]
%!   assert (gpumovmax (x, wlen), rule (x, wlen));
%! endfor
%! x(mod (x, 3) == 0) = NaN;
%! assert (gpumovmax (x, 5), rule (x, 5));
%!test # complex
%! x = [3+4i, 1, complex(NaN, 1), -6, 2i, 5, 0, 7i];
%! assert (gpumovmax (x, 3, "Endpoints", "shrink"), rule (x, 3, "Endpoints", "shrink"));
%!assert (gpumovmax ([1 NaN 3 4], 2, "includenan"), [1 NaN NaN 4])
%!assert (gpumovmax ([NaN NaN 3 4], 2, "nanval", 7), [-Inf 7 3 4])
%!assert (gpumovmax ([NaN NaN 3 4], 2, "OmitMissing"), [-Inf NaN 3 4])
%!assert (gpumovmax ([1 5 2 4 3], 3, "SamplePoints", [1 2 4 8 9]), [5 5 2 4 4])
