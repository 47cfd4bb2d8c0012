## SPDX-License-Identifier: GPL-3.0-or-later

## disp (D), TEXT = disp (D): what D is.  Processes do not wait for each other, so elements are not shown.  As all would
## write the same, process 1 does.

function text = disp (d)

  shown = sprintf ("codistributed %s %s along dimension %d, parts of%s\n", type_of (d), size_text (d.size), d.dim, ...
                   sprintf (" %d", d.parts));
  if (nargout)
    text = shown;
  elseif (__spmd_where__ () == 1)
    puts (shown);
  endif

endfunction
