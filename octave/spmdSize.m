## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{n} =} spmdSize ()
## @deftypefnx {} {[@var{n}, @var{carrier}] =} spmdSize ()
## How many processes @code{mpirun} or @code{srun} started.
##
## It is 1 in a session that is alone.  @var{carrier} tells how elements of gpuArrays went from process to process the last
## time: @qcode{"NCCL"}, from device to device, or @qcode{"MPI: "} and why they went by way of the host.  It is empty if
## none did; see @code{codistributed}.
##
## In a process that was started with others and cannot find them, as gpureduce was built without MPI or for another one,
## this and all that asks for it is an error (@code{gpureduce:unsupported}).
##
## @example
## @group
## spmdSize ()
##   @result{} 1
## @end group
## @end example
## @seealso{spmdIndex, spmdBarrier, codistributed}
## @end deftypefn

function [n, carrier] = spmdSize ()

  [~, n] = __spmd_where__ ();
  if (nargout > 1)
    carrier = __spmd_carrier__ ();
  endif

endfunction

%!assert (spmdSize () >= 1)
%!test
%! [n, carrier] = spmdSize ();
%! assert (ischar (carrier) && (n > 1 || isempty (carrier)));
%!error <Invalid call to spmdSize|called with too many inputs> spmdSize (1)
