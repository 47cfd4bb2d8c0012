## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{y} =} gpumovmax (@var{x}, @var{wlen})
## @deftypefnx {} {@var{y} =} gpumovmax (@var{x}, [@var{nb}, @var{na}])
## @deftypefnx {} {@var{y} =} gpumovmax (@dots{}, @var{dim})
## @deftypefnx {} {@var{y} =} gpumovmax (@dots{}, @var{property}, @var{value})
## Maximum of the elements of @var{x} in a window that moves along a dimension.
##
## The window of an element has @var{nb} elements before it, itself, and @var{na} after it.  A number @var{wlen} of 2 or
## more is the length of the window: half of it, rounded down, are before the element.  None of the numbers may be
## larger than the size of @var{x} along @var{dim}, by default the first dimension of more than one element.
##
## @var{x} is a full numeric or logical array, on the host or a gpuArray, real or complex.  The result has its size and
## is of class double, whatever that of @var{x} is, as that of Octave's @code{movmax}.
##
## A @var{property} is one of these, in any case:
##
## @table @asis
## @item "Endpoints"
## What stands beyond the ends of @var{x}.  @qcode{"shrink"}: nothing, windows there have fewer elements; a number, in
## the class of @var{x}; @qcode{"fill"}: NaN; @qcode{"same"}: the first and the last element; @qcode{"periodic"}: the
## elements of the other end.  The default is -Inf.  With @qcode{"discard"} only windows within @var{x} are taken, and
## the result is shorter.
## @item "dim"
## The dimension.
## @item "nancond"
## @qcode{"includenan"}, which may be given alone, too.
## @end table
##
## Other properties, @qcode{"SamplePoints"} among them, and @qcode{"omitnan"} are refused; @code{movmax} has none of
## these either, and takes @qcode{"omitnan"} for @qcode{"includenan"} with a warning.
##
## NaN is passed over; a window of nothing but NaN gives NaN.  Complex elements are compared as @code{gpumax} does, also
## in a window where all are real.
##
## The windows come from two scans of blocks of their length and one operation for each element, however long they are.
## Results are exact.  Where both 0 and -0 are in a window it may be either.
##
## Differences from @code{movmax} of Octave 7: the result keeps dimensions that @code{movmax} squeezes, or permutes
## for @var{dim} above 2; @code{[0, 0]} is the window of the element alone; windows that reach beyond both ends,
## where @code{movmax} has errors, have the meaning above; char is refused.
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
  either = @(a, b) elementwise_extremum ("max", a, b);
  y = moving_windows ("gpumovmax", @gpucummax, either, NaN, -Inf, x, wlen, varargin);

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
%!         assert (gpumovmax (args{:}), movmax (args{:}), 0);
%!       endfor
%!     endfor
%!   endfor
%! endfor
%!assert (gpumovmax (1:5, 3, "dim", 2, "ENDPOINTS", "FILL"), movmax (1:5, 3, "Endpoints", "fill"))
%!assert (gpumovmax (1:5, 3, "includenan", "nancond", "includenan"), movmax (1:5, 3))
%!test # the dimensions stay
%! x = reshape (1:12, 2, 3, 2);
%! assert (gpumovmax (x, 2, 3), reshape (movmax (reshape (x, 6, 2), 2, 2), 2, 3, 2));
%! assert (gpumovmax (x(1, :, :), 3), reshape (movmax (x(1, :, :), 3), 1, 3, 2));
%!assert (gpumovmax ([4 2 8], [0 0]), [4 2 8])
%!test # windows that reach beyond both ends
%! y = gpumovmax ([4 2 8], [1 1], "Endpoints", "shrink");
%! assert (gpumovmax ([4 2 8], [3 3], "Endpoints", "shrink"), y([2 2 2]));
%!test # NaN and Inf
%! x = [1 NaN 3 4 5 Inf 2 2 2 -Inf NaN NaN NaN Inf -Inf 1];
%! for ends = {"shrink", "fill", "same", "periodic", 2}
%!   assert (gpumovmax (x, 3, "Endpoints", ends{1}), movmax (x, 3, "Endpoints", ends{1}), 0);
%! endfor
%!test # empties
%! assert (gpumovmax (zeros (0, 3), 2), zeros (0, 3));
%! assert (gpumovmax (zeros (3, 0), 2, 1), zeros (3, 0));
%!assert (gpumovmax (int64 ([9007199254740993 1 2]), 2), movmax (int64 ([9007199254740993 1 2]), 2))
%!test # long windows
%! x = mod (7919 * (1:300), 1009);
%! for wlen = [2 7 64 299 300]
%!   assert (gpumovmax (x, wlen), movmax (x, wlen));
%! endfor
%! x(mod (x, 3) == 0) = NaN;
%! assert (gpumovmax (x, 5), movmax (x, 5));
%!test # complex
%! x = [3+4i, 1, complex(NaN, 1), -6, 2i, 5, 0, 7i];
%! assert (gpumovmax (x, 3, "Endpoints", "shrink"), movmax (x, 3, "Endpoints", "shrink"));
%!error <Invalid call to gpumovmax> gpumovmax (1)
%!error <X must be a numeric or logical array> gpumovmax ("abc", 3)
%!error <sparse input is not supported; use movmax> gpumovmax (sparse (1:3), 3)
%!error <WLEN must be a scalar or 2-element array of integers .= 0> gpumovmax (1:5, 1.5)
%!error <WLEN must be a scalar or 2-element array of integers .= 0> gpumovmax (1:5, [1 2 3])
%!error <WLEN must be a scalar or 2-element array of integers .= 0> gpumovmax (1:5, {3})
%!error <WLEN must be . 1> gpumovmax (1:5, 1)
%!error <window length WLEN \(6\) must be shorter than length along DIM \(5\)> gpumovmax (1:5, 6)
%!error <window length WLEN \(3\) must be shorter than length along DIM \(0\)> gpumovmax ([], 3)
%!error <DIM must be a valid dimension; given was 3> gpumovmax (1:5, 3, 3)
%!error <"Endpoints" must be "shrink", "discard"> gpumovmax (1:5, 3, "Endpoints", "foo")
%!error <"Endpoints" must be> gpumovmax (1:5, 3, "Endpoints", [1 2])
%!error <"Endpoints" must be> gpumovmax (int8 (1:5), 3, "Endpoints", 1i)
%!error <property 'Endpoints' missing value argument> gpumovmax (1:5, 3, "Endpoints")
%!error <argument 'SAMPLEPOINTS' is not a valid parameter> gpumovmax (1:5, 3, "SamplePoints", 1:5)
%!error <"omitnan" is not supported> gpumovmax (1:5, 3, "omitnan")
%!error <invalid input at position 1> gpumovmax (1:5, 3, {})
