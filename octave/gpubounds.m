## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {[@var{s}, @var{l}] =} gpubounds (@var{x})
## @deftypefnx {} {[@var{s}, @var{l}] =} gpubounds (@var{x}, @var{dim})
## @deftypefnx {} {[@var{s}, @var{l}] =} gpubounds (@var{x}, @var{vecdim})
## @deftypefnx {} {[@var{s}, @var{l}] =} gpubounds (@var{x}, "all")
## @deftypefnx {} {[@var{s}, @var{l}] =} gpubounds (@dots{}, @var{nanflag})
## Smallest and largest elements of @var{x}.
##
## It works along dimension @var{dim}, by default the first of more than one element, along all dimensions of a vector
## @var{vecdim} at once, and with @qcode{"all"} over every element.  @var{x} is a full numeric or logical array, on the
## host or a gpuArray, real or complex.  @var{s} and @var{l} have its class.  They are what @code{gpumin} and
## @code{gpumax} give: exact.  If only @var{s} is asked for, only that is computed.
##
## NaN is left out, as with @qcode{"omitnan"}; with @qcode{"includenan"} a slice that has a NaN gives NaN.
## @qcode{"omitmissing"} and @qcode{"includemissing"} are other words for the same.
##
## The meaning is that of Octave 7's @code{bounds}, with the options of Octave 11's.  The older one has no @var{vecdim}
## and @qcode{"all"}, takes any other word for @qcode{"omitnan"}, which is refused here, and sets complex NaN to a real
## NaN, where here the first one stays.
##
## @example
## @group
## [s, l] = gpubounds ([3 9 4; 8 1 7])
##   @result{} s = 3  1  4
##   @result{} l = 8  9  7
## gpubounds ([3 NaN 4], "includenan")
##   @result{} NaN
## @end group
## @end example
## @seealso{gpurange, gpumin, gpumax, bounds}
## @end deftypefn

function [s, l] = gpubounds (varargin)

  error ("gpureduce:notBuilt", "gpubounds: the compiled gateway gpubounds.mex is missing; run 'make'");

endfunction

%!shared rule
%! rule = @(varargin) __test_rule__ ("bounds", varargin{:});
%!test
%! x = reshape (mod (7 * (1:24), 19) - 9, 2, 3, 4);
%! for y = {x, single(x), int8(x), x > 0, x + 2i * flip(x)}
%!   for args = {{}, {1}, {2}, {3}, {4}, {[], "includenan"}, {2, "omitnan"}}
%!     if (islogical (y{1}) && any (strcmp (args{1}, "includenan")))
%!       continue; # Octave has no NaN for them
%!     endif
%!     [s, l] = gpubounds (y{1}, args{1}{:});
%!     [t, m] = rule (y{1}, args{1}{:});
%!     assert ({s, l}, {t, m});
%!   endfor
%! endfor
%!test
%! x = [4 NaN 2; 1 5 NaN];
%! for nanflag = {"omitnan", "includenan"}
%!   [s, l] = gpubounds (x, 2, nanflag{1});
%!   [t, m] = rule (x, 2, nanflag{1});
%!   assert ({s, l}, {t, m});
%! endfor
%! assert (gpubounds (x, "all"), 1);
%! assert (gpubounds (x, [1 2], "includemissing"), NaN);
%!test # empties
%! for sz = {[0 0], [0 3], [3 0], [1 0], [2 0 3]}
%!   [s, l] = gpubounds (zeros (sz{1}));
%!   [t, m] = rule (zeros (sz{1}));
%!   assert ({s, l}, {t, m});
%! endfor
%!error <Invalid call to gpubounds> gpubounds ()
%!error <X must be a numeric vector or matrix; given was one of class char> gpubounds ("ab")
%!error <DIM must be an integer and a valid dimension, or a vector of them; given was 1.5> gpubounds (1, 1.5)
%!error <DIM must be an integer> gpubounds (1, 0)
%!error <DIM must be an integer> gpubounds (1, ones (2, 2))
%!error <DIM must name each dimension once> gpubounds (1, [1 1])
%!error <unrecognized option 'foo'; there are "all"> gpubounds (1, "foo")
%!error <sparse input is not supported; use bounds> gpubounds (sparse (1))
