## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {[@var{s}, @var{i}] =} gpusort (@var{A})
## @deftypefnx {} {[@var{s}, @var{i}] =} gpusort (@var{A}, @var{dim})
## @deftypefnx {} {[@var{s}, @var{i}] =} gpusort (@dots{}, @var{mode})
## @deftypefnx {} {[@var{s}, @var{i}] =} gpusort (@dots{}, @var{algorithm})
## @deftypefnx {} {[@var{s}, @var{i}] =} gpusort (@dots{}, @var{algorithm}, "block", @var{n})
## Elements of @var{A} in order, and where they stood.
##
## Each segment along dimension @var{dim}, by default the first whose size is not 1, is sorted for itself.  @var{mode} is
## @qcode{"ascend"}, the default, or @qcode{"descend"}.  @var{A} is a full numeric, logical or char array, on the host or
## a gpuArray.  @var{s} has its class and size; @var{i} has doubles, such that for a vector @var{s} is
## @code{@var{A}(@var{i})}.  Both are on the device if @var{A} is.
##
## Equal elements keep their order, 0 and -0 among them.  NaN are the last ones, or with @qcode{"descend"} the first.
## Complex numbers are compared by modulus, then by argument, for which -pi is pi; those of which a part is NaN are NaN.
## The result is that of Octave's @code{sort} to the bit, with two exceptions.  A device rounds arguments otherwise, so
## complex numbers of the same modulus whose arguments hardly differ may be in another order.  Characters are in the order
## of their codes, where Octave's has those from 128 on first.  Along a dimension that @var{A} does not have @var{i} has
## ones, where Octave 7 has an error.
##
## On a device, segments of up to 16384 elements (8192 of 8 bytes) are sorted on the chip, and longer ones in passes over
## memory, one for each byte in which elements differ.  A host array goes to the device as a whole, whatever its size,
## if there is one.
##
## @var{algorithm} names one of the algorithms for sorts that @code{gpualgos} lists, in any case; the default is
## @qcode{"auto"}.  @qcode{"bitonic"}, a network that compares and exchanges pairs, and @qcode{"radix"}, which goes digit by
## digit, are there to be learned from: they give the same results in all bits, but take longer.  They take
## @qcode{"block"} with a number @var{n} of threads per block, a power of two from 32 to 1024, 256 by default.  On the cpu
## backend they run on the host SIMT executor, whose part for sorts is compiled at the first call; it is for correctness
## and learning, and much slower than @qcode{"auto"}.
##
## @example
## @group
## [s, i] = gpusort ([3 1 NaN 2])
##   @result{} s = 1  2  3  NaN
##   @result{} i = 2  4  1  3
## gpusort ([1 3; 2 0], 2, "descend")
##   @result{} 3  1
##      2  0
## gpusort ([3 1 2], "bitonic", "block", 64)
##   @result{} 1  2  3
## @end group
## @end example
## @seealso{gpumax, gpubounds, gpualgos, gpusweep, sort}
## @end deftypefn

function [s, i] = gpusort (A, varargin)

  if (nargin < 1)
    print_usage ();
  endif
  check_array ("gpusort", A, {"numeric", "logical", "char"}, "A must be a numeric, logical or char array");
  if (nargout < 2)
    s = __gpuarray__ ("sort", "gpusort", 1, A, varargin{:});
  else
    [s, i] = __gpuarray__ ("sort", "gpusort", 2, A, varargin{:});
  endif

endfunction

%!function check (x, varargin)
%!  [s, i] = gpusort (x, varargin{:});
%!  [t, k] = sort (x, varargin{:});
%!  assert ({class(s), s, i}, {class(t), t, k});
%!  assert (gpusort (x, varargin{:}), t);
%!endfunction
%!test
%! x = reshape (mod (7 * (1:24), 11) - 5, 2, 3, 4);
%! for y = {x, single(x), int8(x), uint16(x), int64(x), x > 0, char(x + 70), x + 2i * flip(x), single(x + 1i)}
%!   for dim = 1:3
%!     check (y{1}, dim);
%!     check (y{1}, dim, "descend");
%!   endfor
%!   check (y{1});
%!   check (y{1}, "descend");
%! endfor
%!test # NaN, and zeros of both signs
%! x = [0 NaN -0 1 -Inf -NaN 0 Inf -0 NA];
%! for mode = {"ascend", "descend"}
%!   [s, i] = gpusort (x, mode{1});
%!   [t, k] = sort (x, mode{1});
%!   assert ({s, 1 ./ s, i, isna(s)}, {t, 1 ./ t, k, isna(t)});
%!   assert (1 ./ gpusort (x, mode{1}), 1 ./ t);
%! endfor
%!test # arguments of complex numbers
%! check ([complex(-1, -0), -1, -1i, 1, 1i, complex(1, -0), complex(NaN, 1), complex(0, NaN)]);
%! check ([complex(-1, -0), -1, -1i, 1, 1i, complex(1, -0), complex(NaN, 1), complex(0, NaN)], "descend");
%!test # sizes
%! for sz = {[0 0], [0 3], [3 0], [1 0], [1 1], [2 0 3]}
%!   check (ones (sz{1}));
%!   check (ones (sz{1}), 2);
%! endfor
%!test
%! x = gpuArray ([2 1; 3 9]);
%! [s, i] = gpusort (x, 2);
%! assert (isgpuarray (s) && isgpuarray (i));
%! assert ({gather(s), gather(i)}, {[1 2; 3 9], [2 1; 1 2]});
%!test # Octave's sort has no positions along a dimension beyond
%! [s, i] = gpusort ([3 1], 3);
%! assert ({s, i}, {[3 1], [1 1]});
%!assert (gpusort (3:-1:1), 1:3)
%!assert (double (gpusort (char ([200 65 255 3]))), [3 65 200 255])
%!assert (gpusort (eye (2), 2), [0 1; 0 1])
%!error <Invalid call to gpusort> gpusort ()
%!error <Invalid call to gpusort> gpusort (1, 1, "ascend", 1)
%!error <A must be a numeric, logical or char array> gpusort ({"b", "a"})
%!error <sparse input is not supported; use sort> gpusort (sparse (1))
%!error <gpusort: DIM must be a valid dimension> gpusort (1, 0)
%!error <gpusort: DIM must be a valid dimension> gpusort (1, "ascend", 1)
%!error <gpusort: MODE must be a string> gpusort (1, 1, 2)
%!error <gpusort: MODE must be either "ascend" or "descend"; .* the algorithms auto, bitonic, radix> gpusort (1, "up")
%!test # by name: the same bits; tests/suite_named_sorts.m has more
%! x = mod (7 * (1:100), 11);
%! for name = {"bitonic", "radix", "auto"}
%!   [s, i] = gpusort (x, 2, "descend", name{1});
%!   [t, k] = sort (x, 2, "descend");
%!   assert ({s, i}, {t, k});
%! endfor
%!error <block size 48 is not one that algorithm "radix" takes: 32 64> gpusort (1:3, "radix", "block", 48)
%!error <algorithm "kogge" is for scans; gpusort is a sort> gpusort (1:3, "kogge")
