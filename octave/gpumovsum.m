## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{y} =} gpumovsum (@var{x}, @var{wlen})
## @deftypefnx {} {@var{y} =} gpumovsum (@var{x}, [@var{nb}, @var{na}])
## @deftypefnx {} {@var{y} =} gpumovsum (@dots{}, @var{dim})
## @deftypefnx {} {@var{y} =} gpumovsum (@dots{}, @var{property}, @var{value})
## Sum of the elements of @var{x} in a window that moves along a dimension.
##
## The window of an element has @var{nb} elements before it, itself, and @var{na} after it.  A number @var{wlen} of 2 or
## more is the length of the window: half of it, rounded down, are before the element.  None of the numbers may be
## larger than the size of @var{x} along @var{dim}, by default the first dimension of more than one element.
##
## @var{x} is a full numeric or logical array, on the host or a gpuArray, real or complex.  The result has its size and
## is of class double, whatever that of @var{x} is, as that of Octave's @code{movsum}.
##
## A @var{property} is one of these, in any case:
##
## @table @asis
## @item "Endpoints"
## What stands beyond the ends of @var{x}.  @qcode{"shrink"}: nothing, windows there have fewer elements; a number, in
## the class of @var{x}; @qcode{"fill"}: NaN; @qcode{"same"}: the first and the last element; @qcode{"periodic"}: the
## elements of the other end.  The default is 0.  With @qcode{"discard"} only windows within @var{x} are taken, and the
## result is shorter.
## @item "dim"
## The dimension.
## @item "nancond"
## @qcode{"includenan"}, which may be given alone, too.
## @end table
##
## Other properties, @qcode{"SamplePoints"} among them, and @qcode{"omitnan"} are refused; @code{movsum} has none of
## these either, and takes @qcode{"omitnan"} for @qcode{"includenan"} with a warning.
##
## A window with a NaN gives NaN, and others are not touched by it, and so it is with Inf.
##
## The windows come from two scans of blocks of their length and one operation for each element, however long they are.
## A sum is of the elements of its window alone, in at most @code{n - 1} additions for windows of @code{n}
## elements, and differs from that of @code{movsum} by less than @code{2 * n * eps} times the sum of their moduli.
## Single input is added in double, and then that bound has the eps of single, for the error of @code{movsum}.
##
## Differences from @code{movsum} of Octave 7: the result keeps dimensions that @code{movsum} squeezes, or permutes
## for @var{dim} above 2; @code{[0, 0]} is the window of the element alone; windows that reach beyond both ends,
## where @code{movsum} has errors, have the meaning above; char is refused.
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
  scan = @(varargin) gpucumsum (varargin{:}, "double");
  y = moving_windows ("gpumovsum", scan, @plus, 0, 0, x, wlen, varargin);

endfunction

%!test # windows, ends and dimensions
%! x = reshape (mod (7 * (1:60), 19) - 9, 5, 6, 2);
%! for y = {x(:, :, 1), x(:, 1), x(:, 1).', single(x(:, :, 1)), int8(x(:, :, 1)), uint16(x(:, :, 1)), x(:, :, 1) > 0}
%!   for wlen = {2, 3, 4, 5, [0 1], [2 0], [1 2], [1 1]}
%!     for ends = {{}, {"shrink"}, {"fill"}, {"same"}, {"periodic"}, {"discard"}, {7}, {-1.5}}
%!       for dim = 1:2
%!         n = size (y{1}, dim);
%!         if (max (wlen{1}) > n || (numel (wlen{1}) == 2 && sum (wlen{1}) >= n))
%!           continue;
%!         endif
%!         args = [{y{1}, wlen{1}, dim}, repmat({"Endpoints"}, size (ends{1})), ends{1}];
%!         assert (gpumovsum (args{:}), movsum (args{:}), 0);
%!       endfor
%!     endfor
%!   endfor
%! endfor
%!assert (gpumovsum (1:5, 3, "dim", 2, "ENDPOINTS", "FILL"), movsum (1:5, 3, "Endpoints", "fill"))
%!assert (gpumovsum (1:5, 3, "includenan", "nancond", "includenan"), movsum (1:5, 3))
%!test # the dimensions stay
%! x = reshape (1:12, 2, 3, 2);
%! assert (gpumovsum (x, 2, 3), reshape (movsum (reshape (x, 6, 2), 2, 2), 2, 3, 2));
%! assert (gpumovsum (x(1, :, :), 3), reshape (movsum (x(1, :, :), 3), 1, 3, 2));
%!assert (gpumovsum ([4 2 8], [0 0]), [4 2 8])
%!test # windows that reach beyond both ends
%! y = gpumovsum ([4 2 8], [1 1], "Endpoints", "shrink");
%! assert (gpumovsum ([4 2 8], [3 3], "Endpoints", "shrink"), y([2 2 2]));
%!test # NaN and Inf
%! x = [1 NaN 3 4 5 Inf 2 2 2 -Inf NaN NaN NaN Inf -Inf 1];
%! for ends = {"shrink", "fill", "same", "periodic", 2}
%!   assert (gpumovsum (x, 3, "Endpoints", ends{1}), movsum (x, 3, "Endpoints", ends{1}), 0);
%! endfor
%!test # empties
%! assert (gpumovsum (zeros (0, 3), 2), zeros (0, 3));
%! assert (gpumovsum (zeros (3, 0), 2, 1), zeros (3, 0));
%!test # rounding
%! n = 300;
%! x = sin (1:n) .* 10 .^ mod (1:n, 13);
%! for wlen = [2 7 64 299 300]
%!   assert (gpumovsum (x, wlen), movsum (x, wlen), 2 * wlen * eps * movsum (abs (x), wlen));
%! endfor
%! assert (gpumovsum ([1+2i 3 4i 5], 3), movsum ([1+2i 3 4i 5], 3), 8 * eps);
%! assert (gpumovsum (int8 (1:4), 3, "Endpoints", 1000), movsum (int8 (1:4), 3, "Endpoints", 1000), 8 * eps (100));
%!assert (gpumovsum ([1e300 1 1 1 1e300], 2)(3:4), [2 2]) # larger elements beside a window do not touch it
%!error <Invalid call to gpumovsum> gpumovsum (1)
%!error <X must be a numeric or logical array> gpumovsum ("abc", 3)
%!error <sparse input is not supported; use movsum> gpumovsum (sparse (1:3), 3)
%!error <WLEN must be a scalar or 2-element array of integers .= 0> gpumovsum (1:5, 1.5)
%!error <WLEN must be a scalar or 2-element array of integers .= 0> gpumovsum (1:5, [1 2 3])
%!error <WLEN must be a scalar or 2-element array of integers .= 0> gpumovsum (1:5, {3})
%!error <WLEN must be . 1> gpumovsum (1:5, 1)
%!error <window length WLEN \(6\) must be shorter than length along DIM \(5\)> gpumovsum (1:5, 6)
%!error <window length WLEN \(3\) must be shorter than length along DIM \(0\)> gpumovsum ([], 3)
%!error <DIM must be a valid dimension; given was 3> gpumovsum (1:5, 3, 3)
%!error <"Endpoints" must be "shrink", "discard"> gpumovsum (1:5, 3, "Endpoints", "foo")
%!error <"Endpoints" must be> gpumovsum (1:5, 3, "Endpoints", [1 2])
%!error <"Endpoints" must be> gpumovsum (int8 (1:5), 3, "Endpoints", 1i)
%!error <property 'Endpoints' missing value argument> gpumovsum (1:5, 3, "Endpoints")
%!error <argument 'SAMPLEPOINTS' is not a valid parameter> gpumovsum (1:5, 3, "SamplePoints", 1:5)
%!error <"omitnan" is not supported> gpumovsum (1:5, 3, "omitnan")
%!error <invalid input at position 1> gpumovsum (1:5, 3, {})
