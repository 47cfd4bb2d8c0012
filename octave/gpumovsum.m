## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{y} =} gpumovsum (@var{x}, @var{wlen})
## @deftypefnx {} {@var{y} =} gpumovsum (@var{x}, [@var{nb}, @var{na}])
## @deftypefnx {} {@var{y} =} gpumovsum (@dots{}, @var{dim})
## @deftypefnx {} {@var{y} =} gpumovsum (@dots{}, @var{property}, @var{value})
## Sum of the elements of @var{x} in a window that moves along a dimension.
##
## The window of an element has @var{nb} elements before it, itself, and @var{na} after it.  A whole number @var{wlen}
## of 1 or more is the length of the window: half of it, rounded down, are before the element.  Of another number half
## is on either side, and fractions are cut off: @code{3.5} is @code{[1, 1]}.  Windows may be longer than @var{x}.
## @var{dim} is by default the first dimension of more than one element.
##
## @var{x} is a full numeric or logical array, on the host or a gpuArray, real or complex.  The result has its size and
## is of class double, whatever that of @var{x} is, as that of Octave 7's @code{movsum}; newer ones have others.
##
## A @var{property} is one of these, in any case:
##
## @table @asis
## @item "Endpoints"
## What stands beyond the ends of @var{x}.  @qcode{"shrink"}: nothing, windows there have fewer elements; a number, in
## the class of @var{x}; @qcode{"fill"}: NaN; @qcode{"same"}: the first and the last element; @qcode{"periodic"}: the
## elements of the other end.  The default is 0.  With @qcode{"discard"} only windows within @var{x} are taken, and the
## result is shorter.
## @item "SamplePoints"
## Increasing numbers, as many as elements along the dimension: where the elements are.  Then @var{wlen}, @var{nb} and
## @var{na} are distances between them; half of @var{wlen} is on either side, without a point at the very end.
## @qcode{"Endpoints"} are @qcode{"shrink"} by default, and always for points at unequal distances, where windows come
## from as many steps as their lengths have bits.
## @item "dim"
## The dimension.
## @item "nancond"
## @qcode{"includenan"}, the default: a window with a NaN gives NaN; @qcode{"omitnan"}: NaN of @var{x} are left out.
## Each may be given alone, too.  @qcode{"omitmissing"} and @qcode{"includemissing"} are other words for the same.
## @item "nanval"
## What a window of nothing but NaN gives with @qcode{"omitnan"}, by default 0.
## @end table
##
## These are the options of Octave 11, which are taken on every version; @code{movsum} of versions before it has
## @qcode{"includenan"} alone, which changes nothing there, and neither @qcode{"nanval"} nor @qcode{"SamplePoints"}.
##
## A NaN or an Inf changes the windows that it is in, and no others.
##
## The windows come from two scans of blocks of their length and one operation for each element, however long they are.
## A sum is of the elements of its window alone, in at most @code{n - 1} additions for windows of @code{n}
## elements, and differs from that of @code{movsum} by less than @code{2 * n * eps} times the sum of their moduli.
## Single input is added in double, and then that bound has the eps of single, for the error of @code{movsum}.
##
## Differences from @code{movsum} of Octave 7: the result keeps dimensions that @code{movsum} squeezes, or permutes
## for @var{dim} above 2; @code{[0, 0]} is the window of the element alone; windows of one element, those longer than
## @var{x}, which have the meaning above, and @var{x} without elements are no errors; char is refused.
##
## @example
## @group
## gpumovsum ([1 2 4 8 16], 3)
##   @result{} 3  7  14  28  24
## gpumovsum ([1 2 4 8 16], [1 0], "Endpoints", "same")
##   @result{} 2  3  6  12  24
## @end group
## @end example
## @seealso{gpumovmean, gpumovmax, gpucumsum, movsum}
## @end deftypefn

function y = gpumovsum (x, wlen, varargin)

  if (nargin < 2)
    print_usage ();
  endif
  y = moving_windows ("movsum", x, wlen, varargin);

endfunction

%!shared rule
%! rule = @(varargin) __test_rule__ ("movsum", varargin{:});
%!test __test_moving__ ("movsum", 0)
%!test # rounding
%! n = 300;
%! x = sin (1:n) .* 10 .^ mod (1:n, 13);
%! for wlen = [2 7 64 299 300]
%!   assert (gpumovsum (x, wlen), rule (x, wlen), 2 * wlen * eps * rule (abs (x), wlen));
%! endfor
%! assert (gpumovsum ([1+2i 3 4i 5], 3), rule ([1+2i 3 4i 5], 3), 8 * eps);
%! assert (gpumovsum (int8 (1:4), 3, "Endpoints", 1000), rule (int8 (1:4), 3, "Endpoints", 1000), 8 * eps (100));
%!assert (gpumovsum ([1e300 1 1 1 1e300], 2)(3:4), [2 2]) # larger elements beside a window do not touch it
%!assert (gpumovsum ([1 NaN 3 4], 2, "includemissing"), [1 NaN NaN 7])
%!assert (gpumovsum ([1 NaN NaN 4], 2, "omitnan"), [1 1 0 4])
%!assert (gpumovsum ([1 NaN NaN 4], 2, "omitnan", "nanval", 5), [1 1 5 4])
%!assert (gpumovsum ([1 5 2 4 3], 3, "SamplePoints", [1 2 4 8 9]), [6 6 2 7 7])
%!error <gpumovsum: WLEN must be less than 2\^31 unless "Endpoints" is "shrink"; given was 1e\+20> gpumovsum (1:3, 1e20)
%!assert (gpumovsum (1:3, 1e20, "Endpoints", "shrink"), [6 6 6])
