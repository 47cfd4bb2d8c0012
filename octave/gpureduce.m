## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{r} =} gpureduce (@var{f}, @var{A})
## @deftypefnx {} {@var{r} =} gpureduce (@var{f}, @var{A}, @var{dim})
## @deftypefnx {} {@var{r} =} gpureduce (@var{f}, @var{A}, @var{vecdim})
## @deftypefnx {} {@var{r} =} gpureduce (@var{f}, @var{A}, "all")
## @deftypefnx {} {@var{r} =} gpureduce (@var{f}, @var{A}, @var{B}, @dots{}, @var{dim})
## @deftypefnx {} {@var{r} =} gpureduce (@dots{}, "map", @var{g})
## @deftypefnx {} {@var{r} =} gpureduce (@dots{}, "identity", @var{e})
## @deftypefnx {} {@var{r} =} gpureduce (@dots{}, "finish", @var{h})
## @deftypefnx {} {@var{r} =} gpureduce (@dots{}, "offsets", @var{o})
## @deftypefnx {} {@var{r} =} gpureduce (@dots{}, "lengths", @var{l})
## @deftypefnx {} {@var{r} =} gpureduce (@dots{}, @var{algorithm})
## @deftypefnx {} {@var{r} =} gpureduce (@dots{}, @var{algorithm}, "block", @var{threads})
## @deftypefnx {} {[@var{r}, @dots{}] =} gpureduce (@dots{})
## Reduce an array by an operation of one's own.
##
## This is the function of that name.  Of the package gpureduce, which has reductions, scans and gpuArrays, @code{gpudemo} shows
## what it does, and @code{help gpuArray}, @code{help gpusum} and @code{gpualgos} are where to begin.
##
## @var{f} is the handle of an associative operation, @code{@@(a, b) @dots{}}: @code{f (f (a, b), c)} is @code{f (a, f
## (b, c))}, at least within rounding errors. Elements along @var{dim}, by default the first dimension whose size is not
## 1, are combined in their order, but in a tree, so that neither the first nor the last one is a special one. The operation
## need not commute. A vector @var{vecdim} of different dimensions reduces over all of them at once, and @qcode{"all"} over
## every element, both in the order of @code{A(:)}.
##
## @var{f}, @var{g} and @var{h} are functions of elements, in the language that @code{help @@gpuArray/arrayfun} describes:
## operators, elementary functions, comparisons, @code{merge}, and captured numbers. Octave's text of them is never run.
##
## An operation may combine several values at a time. Of @var{k} values it takes 2 @var{k} arguments, those of what comes
## first before the others, and returns a 1-by-@var{k} cell. @qcode{"map"} makes these values of the elements of one array
## or more; without it there are @var{k} arrays. @qcode{"finish"} makes the results of the @var{k} values; without it they
## are the results themselves, each an output. Between the braces of a cell Octave takes a blank for a comma, so a call is
## written there without one: @code{@{max(m, n), s + t@}}.
##
## @qcode{"identity"} is a number, or a cell of @var{k}, that leaves others as they are. Segments without elements have
## it as their value, and are an error where it is not given.
##
## @qcode{"offsets"} or @qcode{"lengths"} say where segments of any lengths are in the elements of the arrays, as for
## @code{gpusum}: each gives a value, in a column, or in a row if the array is one.  Rounding errors depend on where a
## segment stands, since all of them are one scan, which begins anew at each.
##
## For integers and logical arrays @var{f} may also be @qcode{"and"}, @qcode{"or"} or @qcode{"xor"}, of their bits; for
## integers it may be @qcode{"gcd"}, the greatest common divisor, by default of @code{abs} of them.
##
## On a CUDA device an @var{algorithm} by name, of those that @code{gpualgos} lists, takes the place of the fastest one, with
## blocks of @var{threads} threads.  Those whose kernels are compiled with the library, and loops of the host, take no
## operation of one's own.
##
## The first call of an operation tests 100 triples of the data. Where both orders differ by more than 1e-6 of the largest
## magnitude (1e-3 for single), there is a warning with the triple, whose identifier is
## @code{gpureduce:not-associative}.
##
## Results are on the device if one of the arrays is. The same call gives the same bits every time.
##
## @example
## @group
## gpureduce (@@(a, b) max (a, b), [3 1 4 1 5])
##   @result{} 5
## gpureduce ("xor", uint8 ([1 2 4]))
##   @result{} 7
## gpureduce (@@(a, b) a .* b, 1:6, "lengths", [2 1 3])
##   @result{} 2    3  120
## # the logarithm of a sum of exponentials, which does not overflow
## f = @@(m, s, n, t) @{max(m, n), s .* exp(m - max(m, n)) + t .* exp(n - max(m, n))@};
## gpureduce (f, [1000 1000], "map", @@(x) @{x, 1@}, "finish", @@(m, s) m + log (s))
##   @result{} 1000.7
## @end group
## @end example
## @seealso{gpuscan, gpulogsumexp, gpusum}
## @end deftypefn

function varargout = gpureduce (f, varargin)

  error ("gpureduce:notBuilt", "gpureduce: the compiled gateway gpureduce.mex is missing; run 'make'");

endfunction

%!assert (gpureduce (@(a, b) a + b, [1 2 3; 4 5 6]), [5 7 9])
%!assert (gpureduce (@(a, b) a + b, [1 2 3; 4 5 6], 2), [6; 15])
%!assert (gpureduce (@(a, b) a + b, [1 2 3; 4 5 6], 3), [1 2 3; 4 5 6])
%!assert (gpureduce (@max, single ([3 1 4])), single (4))
%!assert (gpureduce (@(a, b) a .* b, int8 ([10 2 -1])), int8 (-20))
%!assert (gpureduce ("xor", uint8 ([1 2 4])), uint8 (7))
%!assert (gpureduce ("and", int16 ([7 13 -1])), int16 (5))
%!assert (gpureduce ("and", zeros (0, 3, "uint8")), intmax ("uint8") * ones (1, 3, "uint8"))
%!test # several values
%! x = [1000 1000; -3 5];
%! f = @(m, s, n, t) {max(m, n), s .* exp(m - max(m, n)) + t .* exp(n - max(m, n))};
%! r = gpureduce (f, x, 2, "map", @(x) {x, 1}, "finish", @(m, s) m + log (s));
%! assert (r, [1000 + log(2); 5 + log1p(exp (-8))], 1e-12);
%! [m, s] = gpureduce (f, x, 2, "map", @(x) {x, 1});
%! assert (m, [1000; 5]);
%! assert (s, [2; 1 + exp(-8)], 1e-12);
%!test # an operation that does not commute: the first and the last
%! x = reshape (1:60, 5, 12);
%! [a, b] = gpureduce (@(a, b, c, d) {a, d}, x, 2, "map", @(v) {v, v});
%! assert (a, x(:,1));
%! assert (b, x(:,end));
%!test # argmax, the first of equal ones
%! x = [3 7 7 1];
%! f = @(v, i, w, j) {merge(w > v, w, v), merge(w > v, j, i)};
%! [m, i] = gpureduce (f, x, 1:4, 2);
%! assert ([m, i], [7, 2]);
%!test # maximum subarray: sum, best prefix, best suffix, best
%! x = [-2 1 -3 4 -1 2 1 -5 4];
%! f = @(s, p, q, b, t, u, v, c) {s + t, max(p, s + u), max(v, q + t), max(max(b, c), q + u)};
%! r = gpureduce (f, x, "map", @(x) {x, x, x, x}, "finish", @(s, p, q, b) b);
%! assert (r, 6);
%!test # several dimensions, in the order of elements
%! x = reshape (mod (7 * (1:120), 19) - 9, 2, 3, 4, 5);
%! assert (gpureduce (@(a, b) a + b, x, "all"), sum (x(:)));
%! for dims = {[1 3], [2 4], [4 2], [1 2], [2 3], [1 3 4], 1:4}
%!   sums = x;
%!   first = last = {":", ":", ":", ":"};
%!   for d = dims{1}
%!     sums = sum (sums, d);
%!     first{d} = 1;
%!     last{d} = size (x, d);
%!   endfor
%!   [s, a, b] = gpureduce (@(s, a, b, t, c, d) {s + t, a, d}, x, dims{1}, "map", @(x) {x, x, x});
%!   assert (s, sums);
%!   assert (a, x(first{:}));
%!   assert (b, x(last{:}));
%! endfor
%! assert (gpureduce (@(a, b) a + b, x, [3 7]), sum (x, 3));
%! assert (gpureduce (@(a, b) a + b, x, 1:3, [1 3], "map", @(x, y) x .* y), sum (sum (x .* (1:3), 1), 3));
%! assert (isgpuarray (gpureduce (@(a, b) a + b, gpuArray (x), "ALL")));
%!assert (gpureduce (@(a, b) a + b, zeros (0, 0), "all", "identity", 0), 0)
%!test # segments of any lengths
%! for there = {@(x) x, @gpuArray}
%!   at = there{1};
%!   assert (gather (gpureduce (@(a, b) a .* b, at (1:6), "lengths", [2 1 3])), [2 3 120]);
%!   assert (gather (gpureduce (@(a, b) b, at ((1:6)'), "offsets", at ([0 2 3 6]))), [2; 3; 6]);
%!   assert (gather (gpureduce (@(a, b) a, at (reshape (1:6, 2, 3)), "offsets", uint8 ([0 2 3 6]))), [1; 3; 4]);
%!   assert (gather (gpureduce ("xor", at (uint8 (1:6)), "lengths", [0 6 0])), uint8 ([0 7 0]));
%!   [a, b] = gpureduce (@(a, b, c, d) {a, d}, at (1:6), "map", @(x) {x, x}, "lengths", [2 1 3]);
%!   assert (gather ({a, b}), {[1 3 4], [2 3 6]});
%!   assert (gather (gpureduce (@(a, b) a + b, at (zeros (0, 1)), "offsets", [0 0 0], "identity", 7, ...
%!                              "finish", @(s) 2 .* s)), [14; 14]);
%!   assert (size (gpureduce (@(a, b) a + b, at (zeros (1, 0)), "lengths", [])), [1 0]);
%! endfor
%!error <a segment without elements has no value> gpureduce (@(a, b) a + b, 1:3, "lengths", [0 3])
%!error <offsets must be whole numbers that begin with 0> gpureduce (@(a, b) a + b, 1:3, "offsets", [0 2])
%!error <end with the number of elements, 3; "lengths" L> gpureduce (@(a, b) a + b, 1:3, "lengths", [1 1])
%!error <"offsets" contradicts DIM> gpureduce (@(a, b) a + b, 1:3, 2, "offsets", [0 3])
%!error <"lengths" contradicts "all"> gpureduce (@(a, b) a + b, 1:3, "all", "lengths", 3)
%!error <"offsets" contradicts "lengths"> gpureduce (@(a, b) a + b, 1:3, "offsets", [0 3], "lengths", 3)
%!error <followed by a vector of one number or more> gpureduce (@(a, b) a + b, 1:3, "offsets", [])
%!error <followed by a vector of numbers; given was one of class cell> gpureduce (@(a, b) a + b, 1:3, "lengths", {3})
%!error <"offsets" is for algorithm "auto"> gpureduce (@(a, b) a + b, 1:3, "shuffle", "offsets", [0 3])
%!error <there are 3 elements, and no segments> gpureduce (@(a, b) a + b, 1:3, "offsets", 0)
%!error <vector DIM must contain non-repeating positive integers> gpureduce (@(a, b) a + b, 1:3, [2 2])
%!error <"all" contradicts DIM> gpureduce (@(a, b) a + b, 1:3, 2, "all")
%!error <DIM must be a valid dimension> gpureduce (@(a, b) a + b, 1:3, 1.5)
%!error <behind the arrays there is DIM alone> gpureduce (@(a, b) a + b, 1:3, 1, 2)
%!error <the function has 1 arguments, and there are 0 arrays> gpureduce (@(a, b) a + b, "map", @(x) x)
%!error <"map" is followed by its value> gpureduce (@(a, b) a + b, 1:3, "map")
%!error <"finish" is a function handle> gpureduce (@(a, b) a + b, 1:3, "finish", 1)
%!error <the operation is a function handle> gpureduce (1, 1:3)
%!error <two times as many arguments as there are values> gpureduce (@(a, b, c) a, 1:3)
%!error <"xor" combines integers and logical values, not double> gpureduce ("xor", 1:3)
%!error <given was one of class cell> gpureduce (@(a, b) a + b, {1})
%!error <sparse input is not supported; use full \(A\)> gpureduce (@(a, b) a + b, sparse (1:3))
%!error <codistributed arrays are not supported> gpureduce (@(a, b) a + b, codistributed (1:3))
%!error <Invalid call to gpureduce> gpureduce (@(a, b) a + b)
%!error <invalid conversion from NaN to logical> gpureduce (@(a, b) a & b, [NaN 1 1])
%!test # a function that has another meaning in a later call
%! f = @(a, b) max (a, b);
%! assert (gpureduce (f, 1:3), 3);
%! unwind_protect
%!   eval ("function m = max (varargin) m = 7; endfunction");
%!   failed = false;
%!   try
%!     gpureduce (f, 1:3);
%!   catch err
%!     failed = ! isempty (strfind (err.message, "your own function 'max'"));
%!   end_try_catch
%! unwind_protect_cleanup
%!   clear -f max
%! end_unwind_protect
%! assert (failed);
%! assert (gpureduce (f, 1:3), 3);
%!error <gpureduce: a segment without elements has no value> gpureduce (@(a, b) a + b, zeros (0, 3))
%!assert (gpureduce (@(a, b) a + b, zeros (0, 3), "identity", 0), [0 0 0])
%!warning <gpureduce: the operation is not associative> gpureduce (@(a, b) a - b, 1:200);
%!error <gpureduce: algorithm "auto" chooses its own block size> gpureduce (@(a, b) a + b, 1:3, "block", 32)
%!error <gpureduce: algorithm "kogge" is for scans> gpureduce (@(a, b) a + b, 1:3, "kogge")
%!error <no option "maap"> gpureduce (@(a, b) a + b, 1:3, "maap", @(x) x)
%!error <combines two times 1 values to 2> gpureduce (@(a, b) {a, b}, 1:3)
%!assert (gpureduce ("gcd", int8 ([12 -18 30])), int8 (6))
%!assert (gpureduce ("gcd", int32 ([0 -5; 0 0; 4 6]), 2), int32 ([5; 0; 2]))
%!assert (gpureduce ("gcd", uint16 ([])(:)), uint16 (0))
%!test
%! x = int64 (randi ([-1000 1000], 40, 7)) * 6;
%! want = abs (x(1,:));
%! for k = 2:40
%!   want = gcd (want, x(k,:));
%! endfor
%! assert (gpureduce ("gcd", x), want);
%!error <"gcd" combines integers, not logical> gpureduce ("gcd", [true false])
%!error <there is no operation "lcm"> gpureduce ("lcm", int8 (1:3))
%!error <sqrt of a negative number> gpureduce (@(a, b) a + b, -1:3, "map", @(x) sqrt (x))
%!error <gpureduce: there are 1 results, and 2 are asked for> [a, b] = gpureduce (@(a, b) a + b, 1:3)
