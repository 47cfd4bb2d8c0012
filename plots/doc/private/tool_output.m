## SPDX-License-Identifier: GPL-3.0-or-later

## TEXT = tool_output (PROGRAM, ARGUMENTS): what a program prints; its failure is an error.

function text = tool_output (program, arguments)

  [status, text] = run_program (program, arguments);
  if (status != 0)
    error ("make_doc: %s ended with status %d", program, status);
  endif

endfunction
