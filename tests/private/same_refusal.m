## SPDX-License-Identifier: GPL-3.0-or-later

## same_refusal (NAME, ARGS): check that NAME (ARGS{:}) is an error on the host, and one with the same text and identifier
## with each of the numbers, logical values and texts among ARGS on the device that are arrays, and with all of them.
## same_refusal (NAME, ARGS, TEXT, ID): that it is an error with TEXT and ID there, and no matter what it is on the host.

function same_refusal (name, args, text = "", id = "")

  if (nargin < 3)
    [~, err] = attempt (1, name, args);
    tally (! isempty (err), "%s: no error on the host", name);
    if (isempty (err))
      return;
    endif
    [text, id] = deal (strtok (err.message, "\n"), err.identifier);
  endif
  arrays = find (cellfun (@(x) (isnumeric (x) || islogical (x) || ischar (x)) && numel (x) > 1, args));
  for which = [num2cell(arrays), {arrays}]
    given = args;
    given(which{1}) = cellfun (@gpuArray, args(which{1}), "UniformOutput", false);
    [~, err] = attempt (1, name, given);
    good = ! isempty (err) && strcmp (strtok (err.message, "\n"), text) && strcmp (err.identifier, id);
    said = "no error";
    if (! isempty (err))
      said = sprintf ("%s [%s]", err.message, err.identifier);
    endif
    judge (merge (good, "", sprintf ("%s instead of %s [%s]", said, text, id)), name, args, "on the device, ");
  endfor

endfunction
