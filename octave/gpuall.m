## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{tf} =} gpuall (@var{A})
## @deftypefnx {} {@var{tf} =} gpuall (@var{A}, @var{dim})
## @deftypefnx {} {@var{tf} =} gpuall (@var{A}, @var{vecdim})
## @deftypefnx {} {@var{tf} =} gpuall (@var{A}, "all")
## @deftypefnx {} {@var{tf} =} gpuall (@dots{}, @var{algorithm})
## @deftypefnx {} {@var{tf} =} gpuall (@dots{}, @var{algorithm}, "block", @var{n})
## @deftypefnx {} {@var{tf} =} gpuall (@dots{}, "backend", @var{backend})
## @deftypefnx {} {@var{tf} =} gpuall (@dots{}, "offsets", @var{o})
## @deftypefnx {} {@var{tf} =} gpuall (@dots{}, "lengths", @var{l})
## True where no element of @var{A} is zero.
##
## It works along dimension @var{dim}, by default the first whose size is not
## 1. A vector @var{vecdim} of different dimensions reduces over all of them at
## once, and @qcode{"all"} over every element. (Octave 7's @code{all} takes the
## first element of a vector of dimensions and has no @qcode{"all"}; here the
## meaning of newer versions holds.) @var{A} is a full numeric, logical or char
## array, real or complex, of any number of dimensions.
##
## The class of the result is @code{logical}, for every class of @var{A}, char
## included.
##
## NaN is not zero: @code{gpuall (NaN)} is true. The NaN options are not taken.
##
## Of nothing it is true: @code{gpuall ([])} is true, @code{gpuall (zeros (0,
## 3))} is @code{[1 1 1]}.
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
## Differences from @code{all}: none in the values. Cells and structs, for
## which @code{all} answers with something empty, are refused.
##
## @example
## @group
## gpuall ([1 0; 2 5])
##   @result{} 1  0
## gpuall ([1 0; 2 5], 2)
##   @result{} 0
##      1
## gpuall ([1 0; 2 5], "all", "shuffle")
##   @result{} 0
## @end group
## @end example
## @seealso{gpuany, gpumin, gpualgos, gpulast, all}
## @end deftypefn

function tf = gpuall (varargin)

  error ("gpureduce:notBuilt", "gpuall: the compiled gateway gpuall.mex is missing; run 'make'");

endfunction

## The builtin is the oracle.
%!shared A
%! A = reshape (mod (7 * (1:2*3*4), 3), 2, 3, 4);
%!test __test_truth__ ("classes", @gpuall, @all) # every class, along every dimension
%!assert (gpuall (A, "all"), all (A(:)))
%!assert (gpuall (A, [1 3]), all (all (A, 1), 3))
%!assert (gpuall (A > 5, "all"), false)
%!assert (gpuall (A >= 0, "all"), true)
%!test __test_truth__ ("one_decides", @gpuall, @all) # one element decides, wherever it stands
%!assert (gpuall (NaN), all (NaN))
%!assert (gpuall ([NaN 0]), all ([NaN 0]))
%!assert (gpuall ([NaN 1]), all ([NaN 1]))
%!assert (gpuall (-0), all (-0))
%!assert (gpuall (5e-324), true)
%!assert (gpuall (single (1e-45)), true)
%!assert (gpuall (complex (0, NaN)), all (complex (0, NaN)))
%!assert (gpuall (complex (NaN, 1)), all (complex (NaN, 1)))
%!assert (gpuall (complex (0, 1)), true)
%!assert (gpuall ([0 1; 1 1], 0), all ([0 1; 1 1]))
%!assert (gpuall ([0 1; 1 1], 1.5), all ([0 1; 1 1], 1))
%!test __test_truth__ ("empty", @gpuall, @all) # empties
%!error <Invalid call to gpuall> gpuall ()
%!error <invalid dimension argument = -1> gpuall (1, -1)
%!error <DIM must be an integer> gpuall (1, {1})
%!error <wrong type argument 'cell'> gpuall ({1})
%!error <non-repeating positive integers> gpuall (ones (2), [1 1])
%!error <"all" contradicts DIM> gpuall (1, 1, "all")
%!error <sparse> gpuall (sparse (1))
%!error <omitnan> gpuall (1, "omitnan")
%!error <reduction> gpuall (1:9, "kogge")
