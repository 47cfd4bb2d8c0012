## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{tf} =} gpuany (@var{A})
## @deftypefnx {} {@var{tf} =} gpuany (@var{A}, @var{dim})
## @deftypefnx {} {@var{tf} =} gpuany (@var{A}, @var{vecdim})
## @deftypefnx {} {@var{tf} =} gpuany (@var{A}, "all")
## @deftypefnx {} {@var{tf} =} gpuany (@dots{}, @var{algorithm})
## @deftypefnx {} {@var{tf} =} gpuany (@dots{}, @var{algorithm}, "block", @var{n})
## @deftypefnx {} {@var{tf} =} gpuany (@dots{}, "backend", @var{backend})
## @deftypefnx {} {@var{tf} =} gpuany (@dots{}, "offsets", @var{o})
## @deftypefnx {} {@var{tf} =} gpuany (@dots{}, "lengths", @var{l})
## True where some element of @var{A} is nonzero.
##
## It works along dimension @var{dim}, by default the first whose size is not
## 1. A vector @var{vecdim} of different dimensions reduces over all of them at
## once, and @qcode{"all"} over every element. (Octave 7's @code{any} takes the
## first element of a vector of dimensions and has no @qcode{"all"}; here the
## meaning of newer versions holds.) @var{A} is a full numeric, logical or char
## array, real or complex, of any number of dimensions.
##
## The class of the result is @code{logical}, for every class of @var{A}, char
## included.
##
## NaN does not count as nonzero: @code{gpuany (NaN)} is false. A complex
## element is NaN if either part is. The NaN options are not taken.
##
## Of nothing it is false: @code{gpuany ([])} is false, @code{gpuany (zeros (0,
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
## @qcode{"offsets"}, @var{o} and @qcode{"lengths"}, @var{l} cut @var{A} into
## segments of any lengths, as @code{help gpusum} describes.
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
## Differences from @code{any}: none in the values. Cells and structs, for
## which @code{any} answers with something empty, are refused.
##
## @example
## @group
## gpuany ([0 0; 0 5])
##   @result{} 0  1
## gpuany ([0 0; 0 5], 2)
##   @result{} 0
##      1
## gpuany ([0 0; 0 5], "all", "shuffle")
##   @result{} 1
## @end group
## @end example
## @seealso{gpuall, gpumax, gpualgos, gpulast, any}
## @end deftypefn

function tf = gpuany (varargin)

  error ("gpureduce:notBuilt", "gpuany: the compiled gateway gpuany.mex is missing; run 'make'");

endfunction

## The builtin is the oracle.
%!shared A
%! A = reshape (mod (7 * (1:2*3*4), 3), 2, 3, 4);
%!test __test_truth__ ("classes", @gpuany, @any) # every class, along every dimension
%!assert (gpuany (A, "all"), any (A(:)))
%!assert (gpuany (A, [1 3]), any (any (A, 1), 3))
%!assert (gpuany (A > 5, "all"), false)
%!assert (gpuany (A >= 0, "all"), true)
%!test __test_truth__ ("one_decides", @gpuany, @any) # one element decides, wherever it stands
%!assert (gpuany (NaN), any (NaN))
%!assert (gpuany ([NaN 0]), any ([NaN 0]))
%!assert (gpuany ([NaN 1]), any ([NaN 1]))
%!assert (gpuany (-0), any (-0))
%!assert (gpuany (5e-324), true)
%!assert (gpuany (single (1e-45)), true)
%!assert (gpuany (complex (0, NaN)), any (complex (0, NaN)))
%!assert (gpuany (complex (NaN, 1)), any (complex (NaN, 1)))
%!assert (gpuany (complex (0, 1)), true)
%!assert (gpuany ([0 1; 1 1], 0), any ([0 1; 1 1]))
%!assert (gpuany ([0 1; 1 1], 1.5), any ([0 1; 1 1], 1))
%!test __test_truth__ ("empty", @gpuany, @any) # empties
%!error <Invalid call to gpuany> gpuany ()
%!error <invalid dimension argument = -1> gpuany (1, -1)
%!error <DIM must be an integer> gpuany (1, {1})
%!error <wrong type argument 'cell'> gpuany ({1})
%!error <non-repeating positive integers> gpuany (ones (2), [1 1])
%!error <"all" contradicts DIM> gpuany (1, 1, "all")
%!error <sparse> gpuany (sparse (1))
%!error <omitnan> gpuany (1, "omitnan")
%!error <reduction> gpuany (1:9, "kogge")
