## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{D} =} codistributed (@var{part})
## @deftypefnx {} {@var{D} =} codistributed (@var{part}, @var{dim})
## An array of which each process holds a part along dimension @var{dim}.
##
## A script runs in several processes, with @code{mpirun -np 8 octave-cli script.m} or by @code{srun}, on one host or
## many.  Open MPI's @code{mpirun} may give each process one core; with @code{--bind-to none} a process has all of
## them, which copies between the host and a GPU need.  Each process makes its @var{part}: a full array of numbers,
## logical values or characters, or a gpuArray.  Processes that have a GPU each use the one of their number on the
## host, unless @code{gpuDevice} chose another.  Parts stand one behind the other in the order of the processes, may be
## of any sizes along @var{dim}, 0 too, and have the same class and the same sizes otherwise; else it is an error on
## all processes.  Without @var{dim} it is the last dimension whose size is not 1 in every part, or 2.
##
## All processes make the same calls of @var{D} in the same order.  A difference is an error on all of them that names
## the calls, and an error that ends one process ends all.  Alone, in a session without @code{mpirun}, @var{D} has one
## part, and scripts run as they are.
##
## What there is:
##
## @itemize
## @item
## Every reduction and scan with all options, as @code{gpusum (@var{D}, 2)}, and by the names of Octave's functions,
## which do the same.  Along other dimensions than @var{dim} processes do not wait for each other, and the result is
## codistributed.  Along @var{dim} a reduction's result is an array on every process, the same everywhere; where
## its states take more than 1 MiB it is codistributed along another dimension.  Results of scans are codistributed.
## Positions are those in the whole array.  Algorithms by name are for other dimensions than @var{dim}.
## @item
## @code{histc} with all edges, and @code{accumarray (@var{subs}, @var{vals}, @var{sz}, @var{fn}, @var{fillval})} with
## @code{@@sum}, @code{@@prod}, @code{@@max}, @code{@@min} or @code{@@mean}, whose @var{subs} and @var{vals} have parts along
## dimension 1; and @code{gpuhistc} and @code{gpuaccumarray}, which do the same.  Results are the same on every process, but
## for those of @code{histc} along other dimensions than @var{dim}.  Elements without values are @var{fillval}.
## @item
## @code{median}, @code{quantile} and @code{prctile} of real singles and doubles, with all options, and by the names
## @code{gpumedian}, @code{gpuquantile} and @code{gpuprctile}.  Along @var{dim} processes exchange counts alone.
## @item
## The operators @code{+ - .* ./ .\ .^}, comparisons and @code{! & |}, and functions of each element, as
## @code{sin (@var{D})}, @code{log2}, @code{isnan}, @code{mod (@var{D}, 2)}, @code{atan2}, @code{bitand},
## @code{max (@var{D}, 3)}, @code{single} and the integer classes.  The other operand is a number, a full array that every
## process has, or one that is codistributed; sizes are broadcast.
## @item
## @code{[@var{D}, @var{E}]}, @code{[@var{D}; @var{E}]} and @code{cat}.  What is wrong in brackets a warning says, since the
## error of Octave does not.
## @item
## @code{getLocalPart}, @code{gather}, @code{size} and its like, @code{underlyingType}, and @code{disp}, which process 1
## shows; the others have its text by @code{@var{text} = disp (@var{D})}.
## @end itemize
##
## Elements of gpuArrays that other processes need, where all are gathered or parts change, go from device to device by
## NCCL, as do states of gpuArrays that have more than 16384 results, or lines that are scanned along @var{dim}.  That
## takes a CUDA device of its own for each process, the library @code{libnccl.so.2}, memory on the device for two or three
## times what comes, up to six times what states have, and an array of 1 MiB or more where no states are sent.  Else, and
## from hosts, they go by MPI, gpuArrays by way of the host;
## @code{[~, @var{carrier}] = spmdSize ()} says which way was taken and why.  The environment variable
## @env{GPUREDUCE_NCCL} names another library, for arrays of any size; if it is empty, there is none.
## @env{NCCL_NVLS_ENABLE} is 0 unless it is set.
##
## Other functions, indexing and conditions are refused; use @code{getLocalPart} or @code{gather}.  Of Octave's statements
## @code{for} does not take these arrays, and @code{switch} finds them equal to nothing.
##
## The same processes and parts give the same bits every time.  Integers, extrema, positions, @code{any} and @code{all}
## give the same for any number of processes.  Complex results stay complex, even if all imaginary parts are 0, until
## they are gathered.
##
## @example
## @group
## D = codistributed (spmdIndex () * [1 2 3]);  # 1 2 3 in the first process
## C = gpucumsum (D)
##   @result{} C = codistributed double 1x3 along dimension 2, parts of 3
## gpusum (D)
##   @result{} 6
## @end group
## @end example
## @seealso{getLocalPart, gather, spmdIndex, spmdSize, spmdBarrier, gpuArray}
## @end deftypefn

function D = codistributed (part, dim = 0)

  if (nargin < 1)
    print_usage ();
  endif
  failure = mine = [];
  try
    mine = describe_part (part, dim);
  catch err
    failure = err;
  end_try_catch
  parts = __spmd_agree__ ("codistributed (PART, DIM)", failure, mine);
  s = join_parts (cellfun (@(p) from_bytes (p, "double", false).', parts, "UniformOutput", false));
  D = class (struct ("local", {part}, "dim", s.dim, "parts", s.parts, "size", s.size, "class", s.class, ...
                     "is_complex", s.is_complex, "on_device", s.on_device), "codistributed");

endfunction

## What the others must know of a part: a row of numbers.
function mine = describe_part (part, dim)

  cls = "";
  if (! (isobject (part) || issparse (part) || isa (part, "codistributed")))
    cls = underlyingType (part);
  endif
  number = find (strcmp (classes_of_elements (), cls));
  if (isempty (number))
    error ("gpureduce:badArgument", ...
           "codistributed: wrong type argument '%s'; a part is a full array of numbers, logical values or characters, or a gpuArray", ...
           name_of_type (part));
  endif
  dim = gather (dim);
  if (! (isnumeric (dim) && isreal (dim) && isscalar (dim) && dim == fix (dim) && dim >= 0 && dim <= 32))
    error ("gpureduce:badArgument", "codistributed: DIM must be a valid dimension");
  endif
  mine = [number, iscomplex(part), isgpuarray(part), double(dim), size(part)];

endfunction

function name = name_of_type (part)

  name = class (part);
  if (issparse (part))
    name = "sparse matrix";
  endif

endfunction

function list = classes_of_elements ()

  list = {"double", "single", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "logical", "char"};

endfunction

## The whole array, of what all have said of their parts.
function s = join_parts (said)

  HEAD = 4;
  refuse_differences (said, 1, @(k) ["of class " classes_of_elements(){k}]);
  refuse_differences (said, 3, @(k) {"on the host", "that is a gpuArray"}{k + 1});
  refuse_differences (said, 4, @(k) sprintf ("with DIM %d, which is 0 where it is not given,", k));
  nd = max (cellfun (@numel, said)) - HEAD;
  dim = said{1}(4);
  nd = max (nd, dim);
  sizes = ones (numel (said), nd);
  for p = 1:numel (said)
    sizes(p, 1:numel (said{p})-HEAD) = said{p}(HEAD+1:end);
  endfor
  if (! dim)
    dim = max ([find(any (sizes != 1, 1)), 2 * all(sizes(:) == 1)]);
  endif
  others = sizes;
  others(:, dim) = 0;
  p = find (any (others != others(1,:), 2), 1);
  if (! isempty (p))
    error ("gpureduce:badArgument", ...
           "codistributed: process 1 has a part of %s, and process %d one of %s; they differ in another dimension than %d", ...
           size_text (sizes(1,:)), p, size_text (sizes(p,:)), dim);
  endif
  s.dim = dim;
  s.parts = sizes(:, dim).';
  s.size = others(1,:);
  s.size(dim) = sum (s.parts);
  s.class = classes_of_elements (){said{1}(1)};
  s.is_complex = any (cellfun (@(x) x(2), said));
  s.on_device = logical (said{1}(3));

endfunction

function refuse_differences (said, k, name)

  values = cellfun (@(x) x(k), said);
  p = find (values != values(1), 1);
  if (! isempty (p))
    error ("gpureduce:badArgument", "codistributed: process 1 has a part %s, and process %d one %s", ...
           name (values(1)), p, name (values(p)));
  endif

endfunction

%!test
%! D = codistributed (reshape (1:6, 2, 3));
%! if (spmdSize () == 1)
%!   assert (size (D), [2 3]);
%!   assert (gather (D), reshape (1:6, 2, 3));
%!   assert (gather (gpusum (D)), [3 7 11]);
%!   assert (gather (gpucumsum (D, 2)), [1 4 9; 2 6 12]);
%! endif
%!test # all classes
%! for c = {"double", "single", "int8", "uint16", "int64", "char", "logical"}
%!   x = [1 0 1];
%!   if (! strcmp (c{1}, "logical"))
%!     x = feval (c{1}, x);
%!   else
%!     x = x > 0;
%!   endif
%!   D = codistributed (x);
%!   assert (underlyingType (D), c{1});
%!   assert (class (getLocalPart (D)), c{1});
%! endfor
%!error <Invalid call to codistributed> codistributed ()
%!error <wrong type argument 'cell'> codistributed ({1})
%!error <wrong type argument 'sparse matrix'> codistributed (sparse (1))
%!error <DIM must be a valid dimension> codistributed (1, 1.5)
%!error <index: codistributed arrays are not supported> codistributed (1:3)(1)
%!error <sort: codistributed arrays are not supported> sort (codistributed (1:3))
%!error <only the first argument can be codistributed> gpusum (1:3, codistributed (1))
%!error <DIM must be a valid dimension> codistributed (1, 1i)
%!assert (size (codistributed (ones (2, 3), gpuArray (1))), [2 3])
