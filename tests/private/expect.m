## SPDX-License-Identifier: GPL-3.0-or-later

## Check that NAME (ARGS{:}) gives the outputs in the cell WANT: the first one
## as mismatch () compares with B and ANY_ZERO, an index exactly.  An empty WANT
## says that the call has to fail.  NOUT is the number of outputs to ask for; FRONT
## goes before the text of a failure.  MATCH (GOT, WANT) gives the outputs to compare.

function expect (name, args, want, b = [], any_zero = false, nout = numel (want), front = "", ...
                 match = @(got, want) got)

  [got, err] = attempt (nout, name, args);
  got = match (got, want);
  if (isempty (want))
    text = merge (isempty (err), "no error, though the builtin has one", "");
  elseif (isempty (got))
    text = ["error: " err.message];
  else
    text = mismatch (got{1}, want{1}, b, any_zero);
    if (isempty (text) && numel (want) > 1)
      text = mismatch (got{2}, want{2}, []);
      if (! isempty (text))
        text = ["index: " text];
      endif
    endif
  endif
  judge (text, name, args, front);

endfunction
