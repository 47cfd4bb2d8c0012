## SPDX-License-Identifier: GPL-3.0-or-later

## disp (D), TEXT = disp (D): what D is.  Processes do not wait for each other, so elements are not shown.

function text = disp (d)

  shown = sprintf ("codistributed %s %s along dimension %d, parts of%s\n", type_of (d), size_text (d.size), d.dim, ...
                   sprintf (" %d", d.parts));
  if (nargout)
    text = shown;
  else
    printf ("%s", shown);
  endif

endfunction
