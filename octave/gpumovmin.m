## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{y} =} gpumovmin (@var{x}, @var{wlen})
## @deftypefnx {} {@var{y} =} gpumovmin (@var{x}, [@var{nb}, @var{na}])
## @deftypefnx {} {@var{y} =} gpumovmin (@dots{}, @var{dim})
## @deftypefnx {} {@var{y} =} gpumovmin (@dots{}, @var{property}, @var{value})
## Minimum of the elements of @var{x} in a window that moves along a dimension.
##
## The window of an element has @var{nb} elements before it, itself, and @var{na} after it.  A number @var{wlen} of 2 or
## more is the length of the window: half of it, rounded down, are before the element.  None of the numbers may be
## larger than the size of @var{x} along @var{dim}, by default the first dimension of more than one element.
##
## @var{x} is a full numeric or logical array, on the host or a gpuArray, real or complex.  The result has its size and
## is of class double, whatever that of @var{x} is, as that of Octave's @code{movmin}.
##
## A @var{property} is one of these, in any case:
##
## @table @asis
## @item "Endpoints"
## What stands beyond the ends of @var{x}.  @qcode{"shrink"}: nothing, windows there have fewer elements; a number, in
## the class of @var{x}; @qcode{"fill"}: NaN; @qcode{"same"}: the first and the last element; @qcode{"periodic"}: the
## elements of the other end.  The default is Inf.  With @qcode{"discard"} only windows within @var{x} are taken, and
## the result is shorter.
## @item "dim"
## The dimension.
## @item "nancond"
## @qcode{"includenan"}, which may be given alone, too.
## @end table
##
## Other properties, @qcode{"SamplePoints"} among them, and @qcode{"omitnan"} are refused; @code{movmin} has none of
## these either, and takes @qcode{"omitnan"} for @qcode{"includenan"} with a warning.
##
## NaN is passed over; a window of nothing but NaN gives NaN.  Complex elements are compared as @code{gpumin} does, also
## in a window where all are real.
##
## The windows come from two scans of blocks of their length and one operation for each element, however long they are.
## Results are exact.  Where both 0 and -0 are in a window it may be either.
##
## Differences from @code{movmin} of Octave 7: the result keeps dimensions that @code{movmin} squeezes, or permutes
## for @var{dim} above 2; @code{[0, 0]} is the window of the element alone; windows that reach beyond both ends,
## where @code{movmin} has errors, have the meaning above; char is refused.
##
## @example
## @group
## gpumovmin ([3 9 4 1 7], 3)
##   @result{} 3  3  1  1  1
## gpumovmin ([3 9 4 1 7], [1 0])
##   @result{} 3  3  4  1  1
## @end group
## @end example
## @seealso{gpumovmax, gpumovsum, gpucummin, movmin}
## @end deftypefn

function y = gpumovmin (x, wlen, varargin)

  if (nargin < 2)
    print_usage ();
  endif
  either = @(a, b) elementwise_extremum ("min", a, b);
  y = moving_windows ("gpumovmin", @gpucummin, either, NaN, Inf, x, wlen, varargin);

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
%!         assert (gpumovmin (args{:}), movmin (args{:}), 0);
%!       endfor
%!     endfor
%!   endfor
%! endfor
%!assert (gpumovmin (1:5, 3, "dim", 2, "ENDPOINTS", "FILL"), movmin (1:5, 3, "Endpoints", "fill"))
%!assert (gpumovmin (1:5, 3, "includenan", "nancond", "includenan"), movmin (1:5, 3))
%!test # the dimensions stay
%! x = reshape (1:12, 2, 3, 2);
%! assert (gpumovmin (x, 2, 3), reshape (movmin (reshape (x, 6, 2), 2, 2), 2, 3, 2));
%! assert (gpumovmin (x(1, :, :), 3), reshape (movmin (x(1, :, :), 3), 1, 3, 2));
%!assert (gpumovmin ([4 2 8], [0 0]), [4 2 8])
%!test # windows that reach beyond both ends
%! y = gpumovmin ([4 2 8], [1 1], "Endpoints", "shrink");
%! assert (gpumovmin ([4 2 8], [3 3], "Endpoints", "shrink"), y([2 2 2]));
%!test # NaN and Inf
%! x = [1 NaN 3 4 5 Inf 2 2 2 -Inf NaN NaN NaN Inf -Inf 1];
%! for ends = {"shrink", "fill", "same", "periodic", 2}
%!   assert (gpumovmin (x, 3, "Endpoints", ends{1}), movmin (x, 3, "Endpoints", ends{1}), 0);
%! endfor
%!test # empties
%! assert (gpumovmin (zeros (0, 3), 2), zeros (0, 3));
%! assert (gpumovmin (zeros (3, 0), 2, 1), zeros (3, 0));
%!assert (gpumovmin (int64 ([9007199254740993 1 2]), 2), movmin (int64 ([9007199254740993 1 2]), 2))
%!test # long windows
%! x = mod (7919 * (1:300), 1009);
%! for wlen = [2 7 64 299 300]
%!   assert (gpumovmin (x, wlen), movmin (x, wlen));
%! endfor
%! x(mod (x, 3) == 0) = NaN;
%! assert (gpumovmin (x, 5), movmin (x, 5));
%!test # complex
%! x = [3+4i, 1, complex(NaN, 1), -6, 2i, 5, 0, 7i];
%! assert (gpumovmin (x, 3, "Endpoints", "shrink"), movmin (x, 3, "Endpoints", "shrink"));
%!error <Invalid call to gpumovmin> gpumovmin (1)
%!error <X must be a numeric or logical array> gpumovmin ("abc", 3)
%!error <sparse input is not supported; use movmin> gpumovmin (sparse (1:3), 3)
%!error <WLEN must be a scalar or 2-element array of integers .= 0> gpumovmin (1:5, 1.5)
%!error <WLEN must be a scalar or 2-element array of integers .= 0> gpumovmin (1:5, [1 2 3])
%!error <WLEN must be a scalar or 2-element array of integers .= 0> gpumovmin (1:5, {3})
%!error <WLEN must be . 1> gpumovmin (1:5, 1)
%!error <window length WLEN \(6\) must be shorter than length along DIM \(5\)> gpumovmin (1:5, 6)
%!error <window length WLEN \(3\) must be shorter than length along DIM \(0\)> gpumovmin ([], 3)
%!error <DIM must be a valid dimension; given was 3> gpumovmin (1:5, 3, 3)
%!error <"Endpoints" must be "shrink", "discard"> gpumovmin (1:5, 3, "Endpoints", "foo")
%!error <"Endpoints" must be> gpumovmin (1:5, 3, "Endpoints", [1 2])
%!error <"Endpoints" must be> gpumovmin (int8 (1:5), 3, "Endpoints", 1i)
%!error <property 'Endpoints' missing value argument> gpumovmin (1:5, 3, "Endpoints")
%!error <argument 'SAMPLEPOINTS' is not a valid parameter> gpumovmin (1:5, 3, "SamplePoints", 1:5)
%!error <"omitnan" is not supported> gpumovmin (1:5, 3, "omitnan")
%!error <invalid input at position 1> gpumovmin (1:5, 3, {})
