## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{s} =} gpusum (@var{A})
## @deftypefnx {} {@var{s} =} gpusum (@var{A}, @var{dim})
## @deftypefnx {} {@var{s} =} gpusum (@var{A}, @var{vecdim})
## @deftypefnx {} {@var{s} =} gpusum (@var{A}, "all")
## @deftypefnx {} {@var{s} =} gpusum (@dots{}, @var{outtype})
## @deftypefnx {} {@var{s} =} gpusum (@dots{}, @var{nanflag})
## @deftypefnx {} {@var{s} =} gpusum (@dots{}, @var{algorithm})
## @deftypefnx {} {@var{s} =} gpusum (@dots{}, @var{algorithm}, "block", @var{n})
## @deftypefnx {} {@var{s} =} gpusum (@dots{}, "backend", @var{backend})
## @deftypefnx {} {@var{s} =} gpusum (@dots{}, "offsets", @var{o})
## @deftypefnx {} {@var{s} =} gpusum (@dots{}, "lengths", @var{l})
## Sum of the elements of @var{A}.
##
## It works along dimension @var{dim}, by default the first whose size is not
## 1. A vector @var{vecdim} of different dimensions reduces over all of them at
## once, and @qcode{"all"} over every element. (Octave 7's @code{sum} takes the
## first element of a vector of dimensions and has no @qcode{"all"}; here the
## meaning of newer versions holds.) @var{A} is a full numeric, logical or char
## array, real or complex, of any number of dimensions.
##
## The class of the result is @code{double} for integer, logical and char
## input, @code{single} for single; complex stays complex unless every
## imaginary part of the result is zero.
##
## @var{outtype} changes it:
##
## @table @code
## @item "native"
## The result has the class of @var{A}: integers saturate at every step in
## index order, as Octave's do, and the sum of a logical array is its OR.
##
## @item "double"
## Single input is converted to double and gives double.
##
## @item "extra"
## Double input is summed with compensation (an Inf in it gives NaN); single is
## summed in double and gives double; other classes as @qcode{"double"}.
##
## @item "default"
## The rule above, by name.
## @end table
##
## NaN propagates. With @qcode{"omitnan"} NaN elements are left out;
## @qcode{"includenan"} is the default rule by name. A complex element is NaN if
## either part is. @qcode{"omitmissing"} and @qcode{"includemissing"} are other
## words for the same.
##
## The sum of nothing is 0: @code{gpusum ([])} is 0, @code{gpusum (zeros (0,
## 3))} is @code{[0 0 0]}.
##
## @var{algorithm} names one of the algorithms that @code{gpualgos} lists, by
## name or alias, for example @qcode{"shuffle"}; the default, @qcode{"auto"},
## is tuned for speed. Every one gives the right answer for every length and
## dimension. @qcode{"block"}, @var{n} sets the number of threads per block;
## @qcode{"auto"} chooses its launch itself and takes none. Without a CUDA
## device the named algorithms run on a host executor that is for learning and
## testing, not for speed.
##
## @qcode{"offsets"}, @var{o} or @qcode{"lengths"}, @var{l} cut the elements of
## @var{A}, in the order of @code{A(:)}, into segments of any lengths, each of
## which has a result. Segment @var{k} has the elements from number
## @code{@var{o}(@var{k}) + 1} to @code{@var{o}(@var{k}+1)}, or
## @code{@var{l}(@var{k})} elements. Offsets begin with 0, do not descend and
## end with @code{numel (@var{A})}, which is also the sum of the lengths; they are
## vectors of any numeric class, also gpuArrays. The results are a column, or a
## row if @var{A} is one; those of a cumulative function have the size of @var{A},
## and each segment begins anew. All other options hold in each segment, but
## for dimensions, weights and other algorithms than @qcode{"auto"}, which are
## refused. A second output has positions in the segment. On a device, sums of
## fractions may be rounded otherwise than by a call for each segment; they
## depend on their segment alone, but those of cumulative functions also on where
## it stands. A segment without elements gives what an empty array gives: 0
## here; @code{gpumax} and @code{gpumin} refuse it, so leave it out: of equal
## offsets keep one, as @code{unique (@var{o})} does, and of the lengths those that
## are not 0.
##
## By default @qcode{"auto"} works on the host if @var{A} is there and has at most
## 1024 KiB, and on the device that @code{gpuDevice} describes otherwise.
## @qcode{"backend"}, @qcode{"cuda"} or @qcode{"cpu"} says where this call runs;
## a gpuArray is worked on where it is.
##
## Sparse arrays, cells, structs and objects are refused; use @code{full (A)}
## for a sparse array. An option, algorithm or block size that is not taken
## here is refused with a message that says what is taken; nothing is silently
## replaced. The same call gives the same bits every time, and on every GPU,
## whatever the algorithm but @qcode{"cub"}.
##
## Differences from @code{sum}: elements are combined in a tree, not from left
## to right, so the last bits of a floating-point sum may differ from those of
## @code{sum}: by less than @code{n * eps * sum (abs (A))} for @var{n}
## elements. Single input accumulates in higher precision and is at least as
## accurate as @code{sum}. Sums of integers in double below 2^53 and all
## integer classes are exact where @code{sum} is.
##
## @example
## @group
## gpusum ([1 2; 3 4])
##   @result{} 4  6
## gpusum ([1 2; 3 4], 2, "shuffle", "block", 128)
##   @result{} 3
##      7
## gpusum ([1 NaN 2], "omitnan")
##   @result{} 3
## gpusum (int8 ([100 100 -100]), "native")
##   @result{} 27
## gpusum ([1 2 3 4 5 6], "offsets", [0 2 3 3 6])
##   @result{} 3  3  0  15
## gpusum ([1 2 3 4 5 6], "lengths", [2 1 0 3])
##   @result{} 3  3  0  15
## @end group
## @end example
## @seealso{gpucumsum, gpumean, gpusumsq, gpualgos, gpulast, sum}
## @end deftypefn

function s = gpusum (varargin)

  error ("gpureduce:notBuilt", "gpusum: the compiled gateway gpusum.mex is missing; run 'make'");

endfunction

## The builtin is the oracle: equal for integers, within n * eps * sum (abs (x)),
## twice the bound of any order of summation, for floating point.
%!shared A, x, n
%! A = reshape (mod (7 * (1:2*3*4), 19) - 9, 2, 3, 4);
%! n = 1001;
%! x = sin (1:n) .* 10 .^ mod (1:n, 7);
%!assert (gpusum (A), sum (A))
%!assert (gpusum (A, 1), sum (A, 1))
%!assert (gpusum (A, 2), sum (A, 2))
%!assert (gpusum (A, 3), sum (A, 3))
%!assert (gpusum (A, 4), A)
%!assert (gpusum (A, "all"), sum (A(:)))
%!assert (gpusum (A, [1 3]), sum (sum (A, 1), 3))
%!assert (gpusum (A, [3 1]), sum (sum (A, 1), 3))
%!assert (gpusum (A, [2 3]), sum (sum (A, 2), 3))
%!assert (gpusum (x), sum (x), n * eps * sum (abs (x)))
%!assert (gpusum (x.'), sum (x), n * eps * sum (abs (x)))
%!assert (gpusum (x + 1i * flip (x)), sum (x + 1i * flip (x)), sqrt (2) * n * eps * sum (abs (x)))
%!test # single accumulates in higher precision: one rounding of the result, and eps^2 a step
%! y = single (x);
%! s = gpusum (y);
%! assert (class (s), "single");
%! bound = double (eps ("single")) * abs (sum (double (y))) ...
%!         + n * double (eps ("single")) ^ 2 * sum (abs (double (y)));
%! assert (double (s), sum (double (y)), bound);
%!test # class of the result
%! for c = {"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "logical", "char"}
%!   y = feval (c{1}, [1 2 3; 4 0 6]);
%!   assert (gpusum (y), sum (y));
%!   assert (class (gpusum (y)), "double");
%!   assert (gpusum (y, 2), sum (y, 2));
%! endfor
%!assert (class (gpusum (single ([1 2]))), "single")
%!assert (iscomplex (gpusum ([1+1i, 1-1i])), false)
%!assert (gpusum (1:5), 15)
%!assert (gpusum (eye (3)), [1 1 1])
%!test # "native" saturates at every step, in index order
%! y = int8 ([100 100 -100; -100 -100 100]);
%! assert (gpusum (y, 2, "native"), int8 ([27; -28]));
%! assert (gpusum (y, "native"), sum (y, "native"));
%! assert (gpusum (int8 ([127 127 -128 -128]), "native"), int8 (-128));
%! assert (gpusum ([intmax("int64"), 1, -1], "native"), intmax ("int64") - 1);
%! z = int8 (mod (97 * (1:n), 251) - 125);
%! assert (gpusum (z, "native"), sum (z, "native"));
%!assert (gpusum ([true true; false false], 2, "native"), [true; false])
%!assert (gpusum (single ([16777216 1 1]), "double"), 16777218)
%!assert (class (gpusum (single ([1 2]), "double")), "double")
%!assert (gpusum ([1 1e100 1 -1e100], "extra"), 2)
%!assert (gpusum ([Inf 1], "extra"), NaN)
%!assert (class (gpusum (single ([1 2]), "extra")), "double")
%!assert (gpusum (A, 2, "default"), sum (A, 2))
%!assert (gpusum ([1 NaN 2]), NaN)
%!assert (gpusum ([1 NaN 2], "includenan"), NaN)
%!assert (gpusum ([1 NaN 2], "omitnan"), 3)
%!assert (gpusum ([NaN NaN; 1 NaN], 2, "omitnan"), [0; 1])
%!assert (gpusum (complex ([1 NaN 2], [1 1 NaN]), "omitnan"), 1+1i)
%!assert (gpusum ([Inf -Inf]), NaN)
%!assert (1 / gpusum (-0), Inf)
%!test # empties
%! for sz = {[0 0], [0 1], [1 0], [0 3], [3 0], [0 0 2], [2 2 0], [1 1 0], [2 2 0 3]}
%!   z = zeros (sz{1});
%!   assert (gpusum (z), __test_rule__ ("sum", z));
%!   for dim = 1:3
%!     assert (gpusum (z, dim), __test_rule__ ("sum", z, dim));
%!   endfor
%! endfor
%! assert (class (gpusum (int8 ([]), "native")), "int8");
%!test # segments of any lengths
%! o = [0 3 3 10 24];
%! want = arrayfun (@(k) sum (A(o(k)+1:o(k+1))), 1:4).';
%! assert (gpusum (A, "offsets", o), want);
%! assert (gpusum (A, "lengths", int8 (diff (o)).'), want);
%! assert (gpusum (A(:).', "offsets", o), want.');
%! assert (gather (gpusum (gpuArray (A), "offsets", gpuArray (o))), want);
%! assert (gpusum (@(v) v .^ 2, A, "offsets", o), arrayfun (@(k) sumsq (A(o(k)+1:o(k+1))), 1:4).');
%!test # every algorithm, every length around its blocks
%! for a = gpualgos ()(:).'
%!   if (! any (strfind (a.kinds, "reduction"))
%!       || (a.cuda_only && ! (strcmp (__gpureduce__ ("backend"), "cuda") && __gpureduce__ ("has_cub"))))
%!     continue;
%!   endif
%!   for len = [1 2 31 32 33 63 65 511 513 1025]
%!     y = mod (13 * (1:len), 101) - 50;
%!     assert (gpusum (y, a.name), sum (y));
%!     if (a.max_block)
%!       assert (gpusum (y, a.name, "block", a.min_block), sum (y));
%!       assert (gpusum (y, a.name, "block", a.max_block), sum (y));
%!     endif
%!   endfor
%!   assert (gpusum (A, 2, a.name), sum (A, 2));
%! endfor
%!assert (gpusum (1:5, "SHUFFLE"), 15)
%!assert (gpusum (1:5, "reduce7"), 15)
%!test # the same bits every time
%! y = repmat (x, 1, 9);
%! s = arrayfun (@(k) gpusum (y), 1:5);
%! assert (s, repmat (s(1), 1, 5));
%!test # complex arrays whose imaginary parts are all 0, along dimensions that are no neighbours
%! x = reshape (mod (7 * (1:240), 11), [4 3 5 2 2]) - 5;
%! z = complex (x, 0);
%! for f = {@gpusum, @gpuprod, @gpusumsq, @gpumean, @gpuany, @gpuall}
%!   for dims = {[1 3], [2 4], [1 3 5], [5 2], [1 4]}
%!     for type = {"double", "single"}
%!       got = f{1} (cast (z, type{1}), dims{1});
%!       assert (got, f{1} (cast (x, type{1}), dims{1}));
%!       assert (isreal (got));
%!     endfor
%!   endfor
%! endfor
%! assert (gpuvar (z, 0, [1 3]), gpuvar (x, 0, [1 3]), 1e-13);
%! assert (gpustd (single (z), 0, [2 4]), gpustd (single (x), 0, [2 4]), 1e-6);
%! y = abs (x); # complex numbers are ordered by modulus
%! for f = {@gpumax, @gpumin}
%!   [m, k] = f{1} (complex (y, 0), [], [1 3]);
%!   [n, l] = f{1} (y, [], [1 3]);
%!   assert ({m, k}, {n, l});
%! endfor
%! assert (gpumean (complex (y + 1, 0), [1 3], "g"), gpumean (y + 1, [1 3], "g"), 1e-13);
%! fail ("gpumean (complex ([1 -1], 0), 'g')", "must not contain any negative values");
%! assert (gpumean ([complex(-1, 1), 1], "g"), exp (mean (log ([complex(-1, 1), 1]))), 1e-15);
%!test # another function in the path of the name of one of Octave's is found out
%! folder = tempname ();
%! mkdir (folder);
%! fid = fopen (fullfile (folder, "typeinfo.m"), "w");
%! fputs (fid, "function t = typeinfo (varargin)\n t = 7;\nendfunction\n");
%! fclose (fid);
%! warning ("off", "Octave:shadowed-function", "local");
%! addpath (folder);
%! unwind_protect
%!   fail ("gpusum ({1})", "function typeinfo did not give what was asked for");
%! unwind_protect_cleanup
%!   rmpath (folder);
%!   delete (fullfile (folder, "typeinfo.m"));
%!   rmdir (folder);
%! end_unwind_protect
%!error <Invalid call to gpusum> gpusum ()
%!error <unrecognized type argument 'foo'> gpusum (1, "foo")
%!error <wrong type argument 'cell'> gpusum ({1})
%!error <invalid dimension DIM = 0> gpusum (1, 0)
%!error <invalid dimension DIM = -1> gpusum (1, -1)
%!error <non-repeating positive integers> gpusum (ones (2), [1 1])
%!error <"all" contradicts DIM> gpusum (1, 1, "all")
%!error <sparse> gpusum (sparse (1))
%!error <reduction> gpusum (1:9, "kogge")
%!error <block> gpusum (1:9, "block", 128)
%!error <block> gpusum (1:9, "shuffle", "block", 100)
%!error <block> gpusum (1:9, "shuffle", "block", 2048)
%!error <element number 2 undefined in return list> [a, b] = gpusum (1)

%!demo
%! ## Five ways to name what runs
%! x = rand (1, 1e5);
%! gpusum (x)
%! gpusum (x, "shuffle")
%! gpusum (x, "shuffle", "block", 512)
%! gpusum (x, "all", "omitnan")
%! gpulast ()
%!assert (gpusum ([1 2; 3 4], sparse (2)), [3; 7]) # DIM may be sparse, as Octave's
