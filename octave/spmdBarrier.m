## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn {} {} spmdBarrier ()
## Wait until all processes have come to this call.
##
## It is an error on all of them if one makes another call instead, or has ended.  Alone, a session does not wait.
##
## @example
## @group
## spmdBarrier ();
## spmdSize ()
##   @result{} 1
## @end group
## @end example
## @seealso{spmdIndex, spmdSize, codistributed}
## @end deftypefn

function spmdBarrier ()

  __spmd_agree__ ("spmdBarrier ()", [], []);

endfunction

%!test
%! spmdBarrier ();
%!error <Invalid call to spmdBarrier|called with too many inputs> spmdBarrier (1)
