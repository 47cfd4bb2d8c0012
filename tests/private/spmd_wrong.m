## SPDX-License-Identifier: GPL-3.0-or-later

## spmd_wrong (SEED): the random call of that seed, which most likely is wrong, fails for an array that is spread over
## processes if it fails for one that is not, and with the same text; else it gives the same.

function spmd_wrong (seed)

  rand ("twister", seed);
  randn ("twister", seed);
  c = random_wrong_call ();
  if (isempty (c.args))
    return;
  endif
  x = c.args{1};
  is_array = (isnumeric (x) || islogical (x)) && ! issparse (x) && ! isempty (x) && ndims (x) < 5;
  if (! is_array || ! any (strcmp (c.name, strcat ("gpu", {tested_functions().name}))))
    return;
  endif
  args = without_algorithm (c.args(2:end));
  takes = tested_functions ();
  nout = min (c.nout, 1 + takes(strcmp (c.name, strcat ("gpu", {takes.name}))).index);
  warning ("off", "gpureduce:warning", "local");
  [want, refused] = attempt (nout, c.name, [{x}, args]);
  along = randi (ndims (x));
  D = spread (x, along, random_parts (size (x, along)));
  [got, err] = attempt (nout, c.name, [{D}, args]);
  front = sprintf ("spmd_wrong (%d), %d processes, along %d: ", seed, spmdSize (), along);
  text = "";
  if (isempty (want) && isempty (err))
    text = ["no error instead of " refused.message];
  elseif (isempty (want) && ! strcmp (first_line (refused.message), first_line (err.message)))
    text = sprintf ("error \"%s\" instead of \"%s\"", first_line (err.message), first_line (refused.message));
  elseif (! isempty (want) && ! isempty (err))
    text = ["error: " err.message];
  elseif (! isempty (want))
    for k = 1:nout
      bound = 1e-9 * abs (finite (double (want{k})));
      if (! isempty (strfind (c.name, "prod"))) # may overflow in one order, and underflow in another
        bound(:) = Inf;
      endif
      text = [text, mismatch(gather (got{k}), want{k}, bound, true)];
    endfor
  endif
  judge (text, c.name, c.args, front);

endfunction

function line = first_line (text)

  line = strtok (text, "\n");
  line = strtok (line, "."); # the usage differs

endfunction
