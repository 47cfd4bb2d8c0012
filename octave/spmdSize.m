## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn {} {@var{n} =} spmdSize ()
## How many processes @code{mpirun} or @code{srun} started.
##
## It is 1 in a session that is alone.
##
## @example
## @group
## spmdSize ()
##   @result{} 1
## @end group
## @end example
## @seealso{spmdIndex, spmdBarrier, codistributed}
## @end deftypefn

function n = spmdSize ()

  [~, n] = __spmd_where__ ();

endfunction

%!assert (spmdSize () >= 1)
%!error <Invalid call to spmdSize|called with too many inputs> spmdSize (1)
