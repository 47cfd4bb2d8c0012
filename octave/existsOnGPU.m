## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn {} {@var{t} =} existsOnGPU (@var{d})
## True if @var{d} is a gpuArray whose elements are still there.
##
## It is false for other values, and after @code{gpuDevice ("reset")} for arrays of that device.
##
## @example
## @group
## existsOnGPU (gpuArray (1))
##   @result{} 1
## @end group
## @end example
## @seealso{isgpuarray, gpuDevice}
## @end deftypefn

function t = existsOnGPU (d)

  if (nargin != 1)
    print_usage ();
  endif
  t = isgpuarray (d) && __gpuarray__ ("exists", d);

endfunction

%!assert (existsOnGPU (gpuArray (1)))
%!assert (existsOnGPU (1), false)
%!test
%! d = gpuArray (1);
%! gpuDevice ("reset");
%! assert (existsOnGPU (d), false);
%! fail ("gather (d)", "reset");
%!error <Invalid call to existsOnGPU> existsOnGPU ()
