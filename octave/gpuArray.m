## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{d} =} gpuArray (@var{A})
## @deftypefnx {} {@var{d} =} gpuArray.@var{name} (@dots{})
## An array whose elements stay on the selected device.
##
## @var{A} is a full array of numbers, logical values or characters.  @var{d} has its size and elements;
## @code{class (@var{d})} is @qcode{"gpuArray"}, and @code{underlyingType (@var{d})} the class of @var{A}.
## Results of functions of @var{d} stay on the device, too, until @code{gather} copies them to the host.  On the cpu
## backend the elements are in host memory, so that a script runs everywhere.
##
## @code{gpuArray.zeros}, @code{ones}, @code{eye}, @code{inf}, @code{nan}, @code{true} and @code{false} make arrays on
## the device; @code{colon} and @code{linspace} bring Octave's own numbers there.  They take what Octave's functions of
## these names do.  @code{gpuArray.rand}, @code{randn}, @code{randi} and @code{randperm} make random numbers, of which
## @code{help gpurng} says more.
##
## Octave's own functions make arrays on the device behind @qcode{"like"} and a gpuArray, in the class of its elements
## and complex if it is: @code{zeros (2, 3, "like", @var{d})}, and so @code{ones}, @code{eye}, @code{Inf}, @code{NaN},
## @code{NA}, @code{true}, @code{false}, @code{rand}, @code{randn} and @code{randi}, as far as they have arrays of that class;
## @code{cast (@var{x}, "like", @var{d})}.  All but @code{cast} take @qcode{"gpuArray"} as the last argument, too, alone
## or behind a class, so that @code{zeros (2, class (@var{d}))} is on the device.
##
## Sizes, dimensions, ranges and limits of loops that are gpuArrays are taken as numbers, which waits for them:
## @code{zeros (@var{d}, 2)}, @code{reshape (@var{x}, @var{d}, [])}, @code{sum (@var{x}, @var{d})}, @code{1:@var{d}}.  They
## do not bring a result to the device: @code{zeros (@var{d}, 2)} and @code{1:@var{d}} are on the host, and
## @code{sum (@var{x}, @var{d})} is where @var{x} is.
##
## A gpuArray is a value: a copy shares the elements until one of both is changed, and they are freed with the last
## copy.  Neighbouring elements, as @code{@var{d}(2:end)}, @code{@var{d}(5)} or @code{@var{d}(:,3)}, share them, too:
## nothing is copied until one of both is changed, or a function needs elements that begin at a multiple of 32 bytes.
## When @var{d} is gone, they keep its memory.  If it has more than 16 KiB, and they have less than half of that together,
## they are copied instead, and it is freed.  A gpuArray belongs to the device that was selected when it was made; its use
## is an error after another one was selected, or after @code{gpuDevice ("reset")}.
##
## What there is:
##
## @itemize
## @item
## Every reduction and scan, by its own name, as @code{gpusum (@var{d})}, and by that of Octave's function, as
## @code{sum (@var{d})}.  Both do the same where all versions of Octave agree.  Of two arrays @code{max} and @code{min}
## are elementwise, which @code{gpumax} and @code{gpumin} refuse.
## @item
## What is made of these, by both names, too: @code{bounds}, @code{range}, @code{dot}, @code{vecnorm}, @code{norm},
## @code{rms}, @code{meansq}, @code{trapz}, @code{cumtrapz}, @code{diff}, @code{movsum}, @code{movmean}, @code{movmax},
## @code{movmin}, and @code{filter}.  @code{help gpunorm} and so on say what they take, on every version.
## @item
## The operators @code{+ - .* ./ .\ .^}, comparisons, @code{! & |} and transposes; @code{*}, @code{/}, @code{\} and @code{^}
## of numbers and matrices.  Sizes are broadcast, and the other operand may be on the host.
## @item
## Functions of two arrays: @code{max}, @code{min}, @code{mod}, @code{rem}, @code{atan2}, @code{hypot}, @code{bitand},
## @code{bitor}, @code{bitxor}, @code{bitshift}, @code{gcd}, @code{xor}, and the operators by their names, as @code{plus}.
## @item
## Functions of each element: @code{abs}, @code{sign}, @code{real}, @code{imag}, @code{conj}, @code{arg}, @code{angle},
## @code{floor}, @code{ceil}, @code{round}, @code{fix}, @code{sqrt}, @code{exp}, @code{expm1}, @code{log}, @code{log1p},
## @code{log2}, @code{log10}, @code{sin}, @code{cos}, @code{tan}, @code{asin}, @code{acos}, @code{atan}, @code{sinh},
## @code{cosh}, @code{tanh}, @code{asinh}, @code{acosh}, @code{atanh}, @code{erf}, @code{erfc}, @code{erfcx}, @code{erfinv},
## @code{erfcinv}, @code{gamma}, @code{lgamma}, @code{gammaln}, @code{cbrt}, @code{isnan}, @code{isinf}, @code{isfinite},
## @code{signbit}, @code{eps}.
## @item
## What Octave makes of these, as @code{sec}, @code{acoth}, @code{sind}, @code{sinc}, @code{nthroot}, @code{beta},
## @code{betaln}, @code{factorial}, @code{gammainc}, @code{gammaincinv}, @code{betainc}, @code{betaincinv}, @code{expint},
## @code{cosint}, @code{sinint}, @code{psi} and @code{ellipke}; @code{isprime} of numbers up to 195e8; @code{bitset},
## @code{bitget}, @code{bitcmp}, @code{idivide}, @code{nchoosek} of a vector; @code{flintmax}, @code{intmax} and @code{intmin} of the
## class of the elements.  @code{nchoosek (@var{n}, @var{k})} and @code{primes (@var{n})} take numbers,
## and are on the host.
## @item
## @code{arrayfun (@var{f}, @var{d}, @dots{})} and @code{bsxfun}: a function of elements that you write, computed in one
## pass; sizes are broadcast.  @var{f} is an anonymous function, or the handle or the name of one of these functions.  It
## may have parameters, constants, captured variables, of which arrays are broadcast and handles may be called, the
## operators and the functions of one and two numbers above, @code{sec}, @code{csc}, @code{cot}, their hyperbolic functions
## and the inverses of all of these, @code{&&}, @code{||}, @code{merge}, conversions, constants
## such as @code{pi}, and as a whole @code{deal}, for several results.  Another value of a captured scalar compiles
## nothing.  What is not among these is an error that names it, and so is an element whose answer is complex, as of
## @code{sqrt (-1)}.  The first call compares 16 elements with Octave's own evaluation.  Chains of operators on arrays
## pass over memory once an operator.
## @item
## The matrix product @code{*}, with transposes that are not copied in @code{@var{d}' * @var{e}} and
## @code{@var{d} * @var{e}'}.  On a device it is that of cuBLAS, version 12 or newer, which the first product loads, and
## within rounding of Octave's; where cuBLAS is missing, it is an error that says so.  On the cpu backend it is Octave's
## own.  @code{pagemtimes (@var{d}, @var{e})} multiplies the matrices that arrays of more dimensions consist of, with
## @qcode{"none"}, @qcode{"transpose"} or @qcode{"ctranspose"} behind each, as in MATLAB.
## @item
## Linear algebra: @code{\}, @code{/}, @code{inv}, @code{det}, @code{rcond}, @code{lu}, @code{chol}, @code{cholinv},
## @code{chol2inv}, @code{qr}, @code{svd}, @code{pinv}, @code{eig}, and @code{expm}, @code{null}, @code{orth},
## @code{rank}, @code{cond}, @code{trace}, @code{linsolve}, @code{planerot}, @code{isdefinite}, @code{normest}, with
## Octave's results, warnings and errors.  On a device they are those of cuSOLVER, of CUDA 12 or newer, within rounding
## of a backward stable method; the first of them loads it, and where it is missing, it is an error that says what brings
## it.  On the cpu backend they are Octave's own.  As Octave does, @code{\} looks what the matrix is: triangular,
## positive definite, square, or one for least squares, by QR or, where the rank is low, by singular values.  Results
## that are diagonal or permutation matrices in Octave are full ones.  On a device @code{qr} does not exchange columns,
## @code{eig} has one matrix, does not balance it, and gives left eigenvectors of Hermitian ones alone; of matrices that
## are not Hermitian it needs cuSOLVER of CUDA 12.8.  @code{expm} does not balance, either.  @code{schur}, @code{hess},
## @code{sqrtm}, @code{logm}, @code{qz} and @code{balance} are refused.
## @item
## Fourier transforms: @code{fft}, @code{ifft}, @code{fft2}, @code{ifft2}, @code{fftn}, @code{ifftn}, of any length and
## size, along any dimension; @code{fftshift}, @code{ifftshift}, @code{fftfilt}, @code{fftconv}.  On a device they are
## those of cuFFT, of CUDA 12 or newer, which the first one loads, and within rounding of Octave's; where cuFFT is missing,
## it is an error that says so.  On the cpu backend they are Octave's own, and those of real arrays along several
## dimensions become exact conjugates.  Results are complex, but those of inverses are real if the elements are exactly the
## conjugates of those at the negative frequencies, as they are in @code{ifft (fft (@var{x}))} with real @var{x}.
## Inverses read some elements to see that, up to all, and wait.
## @item
## Index, assignment and deletion as for other arrays, with indices that are gpuArrays or not; @code{reshape},
## @code{permute}, @code{squeeze}, @code{vec}, @code{repmat}, and concatenation by brackets, @code{cat}, @code{horzcat},
## @code{vertcat}.  The whole has the class and sizes that Octave gives, empty parts count, and it stays on the device;
## beside cells a gpuArray becomes the element of a cell.  Brackets join each row first, then the rows: that shows where
## rows have other classes than the whole, and where a row of numbers stands above cells, which is an error.  They don't
## pad lines of text.
## @item
## What moves elements, or cuts them into cells: @code{diag}, @code{kron}, @code{circshift}, @code{flip}, @code{rot90},
## @code{tril}, @code{triu}, @code{toeplitz}, @code{hankel}, @code{vech}, @code{merge}, @code{ifelse}, @code{num2cell},
## @code{mat2cell}, @code{cellslices}; @code{complex}, @code{isna}, @code{sub2ind}, @code{ind2sub}.  @code{diag} makes full
## matrices.
## @item
## Statistics and differences as Octave has them: @code{cov}, @code{corr}, @code{corrcoef}, @code{skewness},
## @code{kurtosis}, @code{moment}, @code{movstd}, @code{movvar}, @code{movmedian}, @code{gradient}, @code{del2},
## @code{polyval}, @code{center}, @code{mad}, @code{rescale}.  They differ
## from Octave's by rounding of as many terms; @code{skewness}, @code{kurtosis} and @code{moment} compute powers as they
## are summed, and read the array once for each sum.
## @item
## Convolutions as Octave has them: @code{conv}, @code{conv2}, also of two vectors and a matrix, @code{convn}, @code{filter2},
## @code{deconv}.  An element that has N terms is within N units of rounding, in the class of the result, of the sum of the
## moduli of these, and they are added in an order that depends on sizes alone.  The time is that of all products: none goes
## by way of a Fourier transform.
## @item
## A new variable, as in @code{r(3) = @var{d}}, is a gpuArray of the class of @var{d}; a host array stays one, and the
## elements are brought to it.
## @item
## Ranges from and to gpuArrays, as @code{1:@var{d}}, which are host arrays.
## @item
## @code{double}, @code{single}, the integer classes, @code{logical}, @code{cast}; @code{sort}, @code{issorted},
## @code{sortrows}; @code{median}, @code{mode}, @code{quantile}, @code{prctile}, @code{iqr}, @code{nth_element}, @code{maxk},
## @code{mink}; the sets @code{unique}, @code{ismember}, @code{union}, @code{intersect}, @code{setdiff},
## @code{setxor}; @code{lookup}, @code{pchip}, and @code{interp1} by all methods but @qcode{"spline"}, without
## @qcode{"pp"}; @code{accumarray}, @code{accumdim}, @code{histc}, @code{discretize}, @code{hist} with results;
## @code{find}, @code{nnz},
## @code{isequal}; questions for size and class, of which @code{isa} is true for the class of the elements, too;
## @code{disp}, @code{mat2str}, @code{num2str}, @code{printf}.
## @item
## Text that is made of arrays, and is on the host: @code{char}, @code{strvcat}, @code{num2hex}, @code{base64_encode}; what
## @code{base64_decode} makes of such text is there, too.
## @item
## Images as Octave has them: @code{im2double}, @code{rgb2gray}, @code{rgb2hsv}, @code{hsv2rgb}, @code{gray2ind},
## @code{rgb2ind}, @code{cmunique}, @code{cmpermute}.
## @item
## What draws: @code{plot}, @code{bar}, @code{hist}, @code{imagesc}, @code{surf}, @code{contour} and the like gather
## gpuArrays and draw them.  What these compute besides, as the counts of @code{rose}, is refused.
## @item
## @code{switch}, also with cells of cases; values in the messages of @code{error}, @code{warning} and @code{assert};
## comparisons of text, @code{strcmp}, @code{strcmpi}, @code{strncmp}, @code{strncmpi}, whose answer is on the host.
## @code{typecast} shares the bytes with the array.
## @end itemize
##
## Versions of Octave differ in some results.  A call by Octave's name gives what the Octave that runs gives; a call by
## the function's own name gives the same on all, and so does one that has words such as @qcode{"omitnan"}.
## @file{VERSIONS.md} beside the functions has a table of these results.
##
## The classes of results of operators, index and concatenation are those of the Octave that runs, too.
##
## Classes, rounding and saturation of operators and functions are Octave's, and so are the bits of what is rounded once.
## Elementary functions and powers of real numbers are within 5 units in the last place, on both backends.  Of complex
## numbers both parts of a result are within 16 units in their own last place, also where arguments are tiny, huge or
## infinite; quotients, @code{expm1} and @code{log1p} are within 16 units of their modulus, and powers of b log a, where
## that is above 1, times that.  Special functions, from @code{erf} to @code{cbrt} above, are of real numbers alone and
## within 10 units in the last place, but @code{lgamma} of numbers below 0 within 10 units of the larger of result and
## argument.  @code{gammainc}, @code{betainc}, their inverses, @code{expint}, @code{cosint}, @code{sinint}, @code{psi} and
## @code{ellipke} take the steps of Octave's, and have no such bound; all but @code{betaincinv} and @code{ellipke} compute
## single numbers in double.  Infinities, NaN and zeros are Octave's, but for quotients of finite
## numbers that overflow, which are NaN there, for @code{sign} of single numbers whose modulus overflows, and for
## @code{erfcinv} of denormal numbers, which is NaN there.  These follow rules of their own:
##
## @multitable {@code{! & | xor}, @code{logical}} {complex where Octave's answer is; looks at the elements first, and waits}
## @item complex results @tab stay complex, even if all imaginary parts are 0, but for those of inverse Fourier transforms;
## use @code{real}
## @item @code{sqrt log log2 log10} @tab of real numbers, one of them below 0: all complex, those of the others with
## imaginary parts of 0, as in Octave.  The elements
## are read once before, which waits for the device, and costs half of a copy
## @item @code{log1p asin acos acosh atanh} @tab the same outside of what has real answers
## @item @code{lgamma} @tab the same where @code{gamma} is negative or the number is -0, as in Octave
## @item @code{erf erfc erfcx} @tab complex numbers are refused
## @item @code{.^} @tab the same where the base has a number below 0 and the exponent one that is not whole; a whole
## exponent on the host costs nothing
## @item @code{! & | xor}, @code{logical} @tab NaN is an error.  Floating-point operands are read before, and wait
## @item @code{max}, @code{min} @tab of two arrays: of integers both have one class; text beside numbers is refused
## @item @code{bitand}, @code{bitor}, @code{bitxor} @tab sizes are broadcast, and complex numbers refused
## @item @code{gcd} @tab of integers of one class, or of such and other numbers; sizes are broadcast
## @end multitable
##
## Other functions are an error that names them, with the identifier @qcode{"gpureduce:unsupported"}.
## @code{methods (@var{d})} lists all methods of a gpuArray @var{d}; @code{methods gpuArray} has only those that are files,
## without @code{sin}, @code{plus} and the like.
##
## Most calls return before the device has done its work.  These wait for it: @code{gather}, display and text, drawing,
## @code{if}, @code{while} and @code{switch}, @code{find}, @code{nnz}, @code{isequal}, an index, a size or a dimension that
## is a gpuArray, what is assigned to places in a host array, floating-point numbers that are assigned to places in arrays
## of logical values or characters, and what the table says.  A thousand assignments to host arrays in a session give the
## warning @qcode{"gpureduce:hostAssignment"}: @code{zeros (@dots{}, "like", @var{d})} makes an array on the device.
##
## @code{save} writes the gathered array, which loads as a host array, and so does Octave where a signal ends it.  There
## an array that its device has lost is written without elements.
##
## @example
## @group
## d = gpuArray (magic (4));
## s = sum (d(:, 1:2) + 1);
## gather (s)
##   @result{} 38  38
## @end group
## @end example
## @seealso{gather, isgpuarray, underlyingType, existsOnGPU, gpuDevice, gpurng}
## @end deftypefn

function d = gpuArray (A = [])

  d = __gpuarray__ ("make", A);

endfunction

%!test
%! A = magic (4);
%! d = gpuArray (A);
%! assert (class (d), "gpuArray");
%! assert (size (d), [4 4]);
%! assert (gather (d), A);
%!test # every class
%! for c = {"double", "single", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "logical", "char"}
%!   A = feval (c{1}, [1 0; 65 1]);
%!   if (strcmp (c{1}, "logical"))
%!     A = [1 0; 65 1] > 0;
%!   endif
%!   d = gpuArray (A);
%!   assert (underlyingType (d), c{1});
%!   assert (class (gather (d)), c{1});
%!   assert (gather (d), A);
%! endfor
%!test
%! z = single ([1+2i, 3-4i]);
%! d = gpuArray (z);
%! assert (iscomplex (d) && ! isreal (d));
%! assert (gather (d), z);
%!test # empty arrays keep their shape
%! for s = {[0 0], [0 3], [3 0], [2 0 4]}
%!   assert (size (gpuArray (zeros (s{1}))), s{1});
%!   assert (size (gather (gpuArray (zeros (s{1})))), s{1});
%! endfor
%!test # products, where there is one
%! A = magic (4);
%! try
%!   d = gpuArray (A) * A';
%! catch err
%!   assert (! isempty (strfind (err.message, "cuBLAS")), err.message);
%!   return;
%! end_try_catch
%! assert (isgpuarray (d));
%! assert (gather (d), A * A');
%! assert (gather (gpuArray (single (A))' * A(:,1)), single (A)' * A(:,1));
%! assert (iscomplex (gpuArray (A) * complex (A)));
%!error <nonconformant arguments \(op1 is 2x3, op2 is 2x3\)> gpuArray (ones (2, 3)) * ones (2, 3)
%!error <'\*' not implemented for 'int8 matrix' by 'matrix' operations> gpuArray (int8 ([1 2])) * [1; 2]
%!test # Fourier transforms, where there are some
%! x = [1, 2, 4, 8, 3];
%! try
%!   d = fft (gpuArray (x));
%! catch err
%!   assert (! isempty (strfind (err.message, "cuFFT")), err.message);
%!   return;
%! end_try_catch
%! assert (isgpuarray (d) && iscomplex (d));
%! assert (gather (d), fft (x), 1e-13);
%! assert (isreal (ifft (d)));
%! assert (gather (ifft (d)), x, 1e-13);
%! assert (gather (fftshift (d)), fftshift (fft (x)), 1e-13);
%!assert (gather (arrayfun (@(x, y) x .^ 2 + y, gpuArray ([1 2 3]), [10; 20])), [11 14 19; 21 24 29])
%!assert (gather (gpuArray (1:5)), 1:5)
%!assert (gather (gpuArray (eye (3))), full (eye (3)))
%!assert (size (gpuArray ()), [0 0])
%!assert (gather (gpuArray (gpuArray (3))), 3)
%!assert (gather (gpuArray.zeros (2, 3)), zeros (2, 3))
%!assert (gather (gpuArray.ones ([2 3], "int16")), ones (2, 3, "int16"))
%!assert (gather (gpuArray.eye (2, 3)), eye (2, 3))
%!assert (gather (gpuArray.inf (2)), inf (2))
%!assert (gather (gpuArray.nan (1, 2, "single")), nan (1, 2, "single"))
%!assert (gather (gpuArray.true (2)), true (2))
%!error <is no class that it takes> gpuArray.true (2, "single")
%!assert (gather (gpuArray.colon (1, 2, 9)), 1:2:9)
%!assert (gather (gpuArray.linspace (0, 1, 7)), linspace (0, 1, 7))
%!error <gpuArray: wrong type argument 'cell'> gpuArray ({1})
%!error <gpuArray: wrong type argument 'scalar struct'> gpuArray (struct ())
%!error <sparse arrays are not supported> gpuArray (sparse (1))
%!error <called with too many inputs> gpuArray (1, 2)
%!error <gpuArray: no method for 'frobnicate'> gpuArray.frobnicate (1)
