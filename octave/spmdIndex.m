## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn {} {@var{n} =} spmdIndex ()
## The number of this process among those that @code{mpirun} or @code{srun} started, from 1 on.
##
## It is 1 in a session that is alone.
##
## @example
## @group
## spmdIndex ()
##   @result{} 1
## @end group
## @end example
## @seealso{spmdSize, spmdBarrier, codistributed}
## @end deftypefn

function n = spmdIndex ()

  n = __spmd_where__ ();

endfunction

%!test
%! n = spmdIndex ();
%! assert (n == fix (n) && n >= 1 && n <= spmdSize ());
%!error <Invalid call to spmdIndex|called with too many inputs> spmdIndex (1)
