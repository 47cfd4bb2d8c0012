## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{y} =} discretize (@var{x}, @var{edges})
## @deftypefnx {} {[@var{y}, @var{edges}] =} discretize (@var{x}, @var{n})
## @deftypefnx {} {@var{y} =} discretize (@dots{}, @var{values})
## @deftypefnx {} {@var{y} =} discretize (@dots{}, "IncludedEdge", @var{side})
## The number of the bin that each element of @var{x} is in.
##
## Bin @var{k} has what is at least @code{@var{edges}(@var{k})} and below @code{@var{edges}(@var{k}+1)}, and the last bin
## its last edge, too.  If @var{side} is @qcode{"right"}, a bin has its last edge instead of its first one, and the first
## bin has both.  @var{y} has the size of @var{x}; it is NaN for what is in no bin, and for NaN.  With @var{values}, one
## for each bin, @var{y} has these instead of numbers.  @var{n} bins are of the same width, from the least element to the
## greatest one, without rounded edges.
##
## @var{x} is a real array, on the host or a gpuArray, and @var{y} is where @var{x} is.  It is MATLAB's function without
## categories and dates, which Octave 7 to 11 have not.
##
## @example
## @group
## discretize ([1 2 2 3 5 NaN], 1:3)
##   @result{} 1    2    2    2  NaN  NaN
## discretize ([1 2 2 3], 1:3, "IncludedEdge", "right")
##   @result{} 1  1  1  2
## @end group
## @end example
## @seealso{gpuhistc, gpuaccumarray, lookup}
## @end deftypefn

function [y, edges] = discretize (varargin)

  [y, edges] = discretize_of ("discretize", varargin{:});

endfunction

%!function check (want, x, varargin)
%!  assert (discretize (x, varargin{:}), want);
%!  y = discretize (gpuArray (x), varargin{:});
%!  assert (isgpuarray (y));
%!  assert (gather (y), want);
%!endfunction
%!test
%! x = [1 2 2 3 5 NaN 0; Inf -Inf 1.5 2.5 3 1 2];
%! check ([1 2 2 2 NaN NaN NaN; NaN NaN 1 2 2 1 2], x, 1:3);
%! check ([1 1 1 2 NaN NaN NaN; NaN NaN 1 2 2 1 1], x, 1:3, "IncludedEdge", "right");
%! check ([1 1 1 2 2 NaN 1; 2 1 1 1 2 1 1], x, [-Inf 3 Inf]);
%! check ([1 1 1 1 2 NaN 1; 2 1 1 1 1 1 1], x, [-Inf 3 Inf], "IncludedEdge", "right");
%! check (single ([5 7 7 7 NaN NaN NaN; NaN NaN 5 7 7 5 7]), x, 1:3, single ([5 7]));
%! check ([NaN 1 2 2 NaN], int8 ([-1 0 5 10 11]), [0 5 10]);
%! check ([1 1 2 2], [0 1 2 4], 2);
%!test
%! [y, edges] = discretize ([0 1 2 4], 4);
%! assert ({y, edges}, {[1 2 3 4], 0:4});
%!error <Invalid call to discretize> discretize (1)
%!error <discretize: EDGES must not descend> discretize (1, [2 1])
%!error <discretize: EDGES must be a vector of real numbers> discretize (1, "ab")
%!error <discretize: VALUES must be a floating-point number for each of the 2 bins> discretize (1, 1:3, 1)
%!error <discretize: "IncludedEdge" is "left" or "right"> discretize (1, 1:3, "IncludedEdge", "up")
%!error <discretize: X must be a numeric or logical array; given was one of class char> discretize ("a", 1:3)
