## SPDX-License-Identifier: GPL-3.0-or-later

## S = as_of_caller (NAME, ERR): an error of the gateways as one of gpuNAME, for error ().

function s = as_of_caller (name, err)

  message = err.message;
  identifier = err.identifier;
  ours = "__gpureduce_processes__: ";
  agreed = "__spmd__: "; # of all processes
  if (strncmp (message, ours, numel (ours)))
    message = message(numel (ours)+1:end);
    if (strncmp (message, "Invalid call", 12))
      identifier = "Octave:invalid-fun-call"; # as print_usage has it
    else
      message = ["gpu" name ": " message];
    endif
  elseif (strncmp (message, agreed, numel (agreed)))
    message = message(numel (agreed)+1:end);
  endif
  s = struct ("message", message, "identifier", identifier);

endfunction
