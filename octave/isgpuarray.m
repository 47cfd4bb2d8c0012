## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn {} {@var{t} =} isgpuarray (@var{x})
## True if @var{x} is a gpuArray.
##
## @example
## @group
## isgpuarray (gpuArray (1))
##   @result{} 1
## @end group
## @end example
## @seealso{gpuArray, existsOnGPU}
## @end deftypefn

function t = isgpuarray (x)

  if (nargin != 1)
    print_usage ();
  endif
  t = strcmp (class (x), "gpuArray");

endfunction

%!assert (isgpuarray (gpuArray (1)))
%!assert (isgpuarray ({gpuArray(1)}), false)
%!assert (isgpuarray (1), false)
%!error <Invalid call to isgpuarray> isgpuarray ()
