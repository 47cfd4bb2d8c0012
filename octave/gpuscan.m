## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{s} =} gpuscan (@var{f}, @var{A})
## @deftypefnx {} {@var{s} =} gpuscan (@var{f}, @var{A}, @var{dim})
## @deftypefnx {} {@var{s} =} gpuscan (@var{f}, @var{A}, @var{B}, @dots{}, @var{dim})
## @deftypefnx {} {@var{s} =} gpuscan (@dots{}, "map", @var{g})
## @deftypefnx {} {@var{s} =} gpuscan (@dots{}, "identity", @var{e})
## @deftypefnx {} {@var{s} =} gpuscan (@dots{}, "finish", @var{h})
## @deftypefnx {} {@var{s} =} gpuscan (@dots{}, @var{direction})
## @deftypefnx {} {@var{s} =} gpuscan (@dots{}, "exclusive")
## @deftypefnx {} {@var{s} =} gpuscan (@dots{}, "offsets", @var{o})
## @deftypefnx {} {@var{s} =} gpuscan (@dots{}, "lengths", @var{l})
## @deftypefnx {} {@var{s} =} gpuscan (@dots{}, @var{algorithm})
## @deftypefnx {} {@var{s} =} gpuscan (@dots{}, @var{algorithm}, "block", @var{threads})
## @deftypefnx {} {[@var{s}, @dots{}] =} gpuscan (@dots{})
## Scan an array by an operation of one's own.
##
## Element @var{k} of the result combines all elements up to @var{k} along @var{dim}. The operation @var{f}, its
## @qcode{"map"}, @qcode{"identity"} and @qcode{"finish"}, several values, and the test of associativity are those of
## @code{gpureduce}.
##
## @var{direction} is @qcode{"forward"}, the default, or @qcode{"reverse"}, from the last element to the first: what comes
## first in that direction is the first argument of the operation. With @qcode{"exclusive"} each element combines those
## before it only; the first is the identity, which has to be given.
##
## Linear recurrences are such scans: @code{y(k) = a(k) * y(k-1) + b(k)} is a composition of affine maps.
##
## With @qcode{"offsets"} or @qcode{"lengths"} the scan begins anew at each segment, as that of @code{gpucumsum} does.
##
## On a CUDA device an @var{algorithm} by name, of those that @code{gpualgos} lists, takes the place of the fastest one, with
## blocks of @var{threads} threads.  Those whose kernels are compiled with the library, and loops of the host, take no
## operation of one's own.
##
## @example
## @group
## gpuscan (@@(a, b) max (a, b), [3 1 4 1 5])
##   @result{} 3  3  4  4  5
## # y(k) = y(k-1) / 2 + x(k)
## f = @@(a, b, c, d) @{a .* c, c .* b + d@};
## gpuscan (f, [1 1 1], "map", @@(x) @{0.5, x@}, "finish", @@(a, b) b)
##   @result{} 1.0000  1.5000  1.7500
## @end group
## @end example
## @seealso{gpureduce, gpufilter, gpucumlogsumexp, gpucumsum}
## @end deftypefn

function varargout = gpuscan (f, varargin)

  error ("gpureduce:notBuilt", "gpuscan: the compiled gateway gpuscan.mex is missing; run 'make'");

endfunction

%!assert (gpuscan (@(a, b) a + b, [1 2 3; 4 5 6]), [1 2 3; 5 7 9])
%!assert (gpuscan (@(a, b) a + b, [1 2 3; 4 5 6], 2), cumsum ([1 2 3; 4 5 6], 2))
%!assert (gpuscan (@(a, b) a + b, 1:9, "reverse"), fliplr (cumsum (9:-1:1)))
%!assert (gpuscan (@(a, b) a + b, 1:5, "exclusive", "identity", 0), [0 1 3 6 10])
%!assert (gpuscan (@(a, b) a + b, 1:5, "reverse", "exclusive", "identity", 0), [14 12 9 5 0])
%!assert (gpuscan (@max, int8 ([3 1 4])), int8 ([3 3 4]))
%!assert (gpuscan (@(a, b) a + b, zeros (0, 3)), zeros (0, 3))
%!test # lengths
%! for n = 1:40
%!   x = mod (7 * (1:n), 11) - 5;
%!   assert (gpuscan (@(a, b) a + b, x), cumsum (x));
%!   assert (gpuscan (@(a, b) b, x), x); # does not commute
%!   assert (gpuscan (@(a, b) a, x), repmat (x(1), 1, n));
%! endfor
%!test # a linear recurrence
%! x = reshape (mod (5 * (1:60), 17), 20, 3);
%! f = @(a, b, c, d) {a .* c, c .* b + d};
%! y = gpuscan (f, x, 1, "map", @(x) {0.5, x}, "finish", @(a, b) b);
%! assert (y, filter (1, [1 -0.5], x), 1e-12);
%!test # depth of brackets: sum and least sum
%! s = "(()(()))";
%! x = (s == "(") - (s == ")");
%! [depth, least] = gpuscan (@(a, m, b, n) {a + b, min(m, a + n)}, x, x);
%! assert (depth, cumsum (x));
%! assert (least, cummin (cumsum (x)));
%!test # segments of any lengths
%! f = @(a, b) a + b;
%! for there = {@(x) x, @gpuArray}
%!   x = there{1} (1:6);
%!   assert (gather (gpuscan (f, x, "lengths", [2 0 1 3])), [1 3 3 4 9 15]);
%!   assert (gather (gpuscan (f, x, "offsets", [0 2 3 6], "reverse")), [3 2 3 15 11 6]);
%!   assert (gather (gpuscan (f, x, "offsets", [0 2 3 6], "exclusive", "identity", 0)), [0 1 0 0 4 9]);
%!   assert (gather (gpuscan (f, x, "offsets", [0 2 3 6], "exclusive", "reverse", "identity", 0)), [2 0 0 11 6 0]);
%!   assert (gather (gpuscan (f, x, "offsets", [0 2 3 6], "finish", @(s) -s)), -[1 3 3 4 9 15]);
%!   assert (gather (gpuscan (f, x, "lengths", [2 4], "exclusive", "identity", 0, "finish", @(s) s + 1)), ...
%!           [1 2 1 4 8 13]);
%!   assert (size (gpuscan (f, there{1} (zeros (0, 2)), "lengths", [])), [0 2]);
%! endfor
%!error <an exclusive scan begins with the identity> gpuscan (@(a, b) a + b, 1:3, "exclusive")
%!error <no option "all"> gpuscan (@(a, b) a + b, 1:3, "all")
%!error <DIM must be a valid dimension> gpuscan (@(a, b) a + b, 1:3, [1 2])
%!error <Invalid call to gpuscan> gpuscan ()
%!error <no option "backward"> gpuscan (@(a, b) a + b, 1:3, "backward")
