## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{a} =} gpuaccumarray (@var{subs}, @var{vals})
## @deftypefnx {} {@var{a} =} gpuaccumarray (@var{subs}, @var{vals}, @var{sz})
## @deftypefnx {} {@var{a} =} gpuaccumarray (@var{subs}, @var{vals}, @var{sz}, @var{fn})
## @deftypefnx {} {@var{a} =} gpuaccumarray (@var{subs}, @var{vals}, @var{sz}, @var{fn}, @var{fillval})
## Combine values that have the same subscripts, as Octave's @code{accumarray} does.
##
## Row @var{k} of @var{subs} names the element of @var{a} that @code{@var{vals}(@var{k})} goes to.  @var{subs} has one
## column, or one for each dimension of @var{a}, or is a cell of vectors, one for each dimension.  Subscripts are whole
## numbers of any numeric class.  @var{vals} has as many elements as @var{subs} has rows, or one that stands for all.
## Arrays may be on the host or gpuArrays; if one of them is, @var{a} is a gpuArray.
##
## @var{sz} is the size of @var{a}, and by default the largest subscripts, which takes one more pass over them.  @var{fn}
## combines the values of an element, and is @code{@@sum} by default.  Elements without values are @var{fillval}, 0 by
## default.  As in Octave, with @code{@@max} and @code{@@min} of floating-point values these are NaN instead, unless
## @var{fillval} is 0 and no value is below 0, for @code{@@min} above 0.
##
## In one pass over the values are computed: @code{@@sum}, @code{@@prod}, @code{@@sumsq}, @code{@@max}, @code{@@min},
## @code{@@range}, @code{@@mean}, @code{@@var}, @code{@@std}, @code{@@any}, @code{@@all}, @code{@@numel} and
## @code{@@nnz}; the same as functions such as @code{@@(v) sum (v)}; and in two passes such functions with a sign between
## them, as @code{@@(v) max (v) - min (v)}.  A function of two values, @code{@@(a, b) @dots{}}, is an operation of one's own
## as @code{gpureduce} takes it, which combines the values in their order, after a sort.  Other functions are called by Octave for each element, with the values on the
## host, which takes long where there are many; cells that they give stay there.
##
## Results have Octave's classes: sums of integers are doubles, for example.  Sums of singles are rounded once at the
## end of each part of the values instead of each time.  The same call gives the same bits each time.  Sparse results are
## not supported, and subscripts that are beyond @var{sz} are always an error.
##
## @example
## @group
## gpuaccumarray ([1; 2; 4; 2; 4], 101:105).'
##   @result{} 101  206    0  208
## gpuaccumarray ([1 1; 2 1; 2 3; 2 1], [5 7 9 8], [2 3], @@max)
##   @result{} 5  0  0
##      8  0  9
## @end group
## @end example
## @seealso{gpuhistc, discretize, gpusum, accumarray}
## @end deftypefn

function a = gpuaccumarray (varargin)

  a = accumarray_of ("gpuaccumarray", varargin{:});

endfunction

%!function check (varargin)
%!  want = accumarray (varargin{:});
%!  assert (gpuaccumarray (varargin{:}), want);
%!  for there = {1, 2, [1 2]}
%!    args = varargin;
%!    for k = there{1}
%!      if (iscell (args{k}))
%!        args{k} = cellfun (@gpuArray, args{k}, "UniformOutput", false);
%!      else
%!        args{k} = gpuArray (args{k});
%!      endif
%!    endfor
%!    a = gpuaccumarray (args{:});
%!    assert (iscell (a) || isgpuarray (a));
%!    assert (gather (a), want);
%!  endfor
%!endfunction
%!test
%! subs = [1; 2; 4; 2; 4];
%! for vals = {(101:105).', single(-2:2).', int8([100 100 -3 50 7]).', [true; false; false; true; true], 7}
%!   check (subs, vals{1});
%!   check (subs, vals{1}, [3 2]);
%!   for fn = {@sum, @max, @min, @prod, @any, @all, @numel, @nnz, @(v) sum (v), @(v) max (v) - min (v), @(v) {v}}
%!     check (subs, vals{1}, [6 1], fn{1});
%!     check (subs, vals{1}, [1 5], fn{1}, 3);
%!     check (int16 (subs), vals{1}, [], fn{1});
%!   endfor
%! endfor
%! for fn = {@mean, @var, @std, @median, @range, @(x) mean (x)}
%!   check (subs, [3 1 4 1 6].', [5 1], fn{1});
%!   check (subs, single ([3 1 4 1 6].'), [5 1], fn{1}, -1);
%! endfor
%!test # several columns, and cells
%! subs = [1 1 1; 2 1 2; 2 3 2; 2 1 2; 2 3 2];
%! check (subs, 101:105);
%! check (subs, 101:105, [2 4 3], @max, NaN);
%! check (num2cell (subs, 1), 101:105);
%! check ({[1 3 3 2], uint8([3 4 2 1])}, 1:4, [4 4]);
%! check (subs(:,1:2), 1, [2 4]);
%!test # an operation of two values, in their order
%! subs = [2; 5; 2; 1; 5; 2];
%! vals = [1 2 3 4 5 6].';
%! for there = {@(x) x, @gpuArray}
%!   at = there{1};
%!   assert (gather (gpuaccumarray (at (subs), at (vals), [], @(a, b) a + b)), accumarray (subs, vals));
%!   assert (gather (gpuaccumarray (at (subs), vals, [6 1], @(a, b) b, -1)), [4; 6; -1; -1; 5; -1]);
%!   assert (gather (gpuaccumarray ([subs, ones(6, 1)], at (int8 (vals)), [5 2], @(a, b) a)), ...
%!           int8 ([4 0; 1 0; 0 0; 0 0; 2 0]));
%!   assert (gather (gpuaccumarray ({at(subs), subs}, 7, [], @(a, b) max (a, b))), diag ([7 7 0 0 7]));
%! endfor
%! assert (isgpuarray (gpuaccumarray (gpuArray (subs), vals, [], @(a, b) a .* b)));
%!error <gpuaccumarray: dimension mismatch> gpuaccumarray ([1; 3; 2], 1:2, [], @(a, b) a + b)
%!error <x\(0\): subscripts must be> gpuaccumarray ([1; 2; 1], (1:3)', [], @(x) x(0))
%!error <gpuaccumarray: index out of range> gpuaccumarray ([1; 3], 1:2, [2 1], @(a, b) a + b)
%!error <Invalid call to gpuaccumarray> gpuaccumarray (1)
%!error <gpuaccumarray: indices must be positive integers> gpuaccumarray ([0; 1], 1)
%!error <gpuaccumarray: indices must be positive integers> gpuaccumarray (0, 1)
%!error <gpuaccumarray: indices must be positive integers> gpuaccumarray (gpuArray ([0; -1]), 1, [], @max)
%!error <gpuaccumarray: index \(_,0\)> gpuaccumarray ([1 0], 1)
%!error <gpuaccumarray: index \(_,0,_\)> gpuaccumarray (gpuArray ([1 0 2]), 1)
%!error <gpuaccumarray: indices must be positive integers> gpuaccumarray (gpuArray ([1.5; 1]), 1)
%!error <gpuaccumarray: index out of range> gpuaccumarray ([1; 3], 1, [2 1])
%!error <gpuaccumarray: index out of range> gpuaccumarray ([1; 3], 1, [2 1], @mean)
%!error <index \(_,5\): out of bound 3> gpuaccumarray (gpuArray ([1 5; 3 1]), 1, [3 3])
%!error <gpuaccumarray: dimension mismatch> gpuaccumarray ([1; 3], 1:3)
%!error <gpuaccumarray: dimensions mismatch> gpuaccumarray ([1 1; 3 1], 1, [3 3 3])
%!error <gpuaccumarray: FUNC must be a function handle> gpuaccumarray (1, 1, [], "sum")
%!error <gpuaccumarray: ISSPARSE is not supported> gpuaccumarray (1, 1, [], @sum, 0, true)
