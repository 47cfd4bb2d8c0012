## SPDX-License-Identifier: GPL-3.0-or-later

## save_file (NAME, TEXT): make the file NAME of the bytes of TEXT, or raise an error.

function save_file (name, text)

  message = put_file (name, text);
  if (! isempty (message))
    error ("make_doc: cannot write '%s': %s", name, message);
  endif

endfunction
