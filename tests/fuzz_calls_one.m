## SPDX-License-Identifier: GPL-3.0-or-later

## fuzz_calls_one (SEED): make the random, most likely wrong, call of that seed and
## count whether it ends as a wrong call has to.  What a failing run of fuzz_calls ()
## prints is such a call.

function fuzz_calls_one (seed)

  rand ("twister", seed);
  randn ("twister", seed);
  warning ("off", "gpureduce:warning", "local");
  c = random_wrong_call ();
  backend = __gpureduce__ ("backend");
  live = __gpureduce__ ("live");
  [out, err] = attempt (c.nout, c.name, c.args);
  leaked = __gpureduce__ ("live") - live;
  gpuDevice (backend); # "select" may have chosen another

  text = "";
  if (! isempty (err))
    text = wrong_error (c, err);
  elseif (c.must_fail)
    text = "no error, though no such word is taken";
  endif
  if (leaked)
    text = sprintf ("%d buffers leaked", leaked);
  elseif (gpusum ([1 2 3]) != 6)
    text = "gpusum does not work any more";
  endif
  judge (text, c.name, c.args, sprintf ("fuzz_calls_one (%d): %d = ", seed, c.nout));

endfunction

## What is wrong with the error of the call C, or "".  The functions on texts look at
## bytes, as a text with any bytes may have been given.
function text = wrong_error (c, err)

  text = "";
  message = err.message;
  known = strncmp (err.identifier, "gpureduce:", 10) ...
          || any (strcmp (err.identifier, {"Octave:invalid-fun-call", "Octave:undefined-function"})) ...
          || (isempty (err.identifier) && ! isempty (strfind (message, " undefined in return list")));
  given = cellfun (@(a) a(:).', c.args(cellfun (@ischar, c.args)), "uniformoutput", false);
  quoted = ostrsplit ([message "''"], "'"){2};
  if (! known)
    text = sprintf ("identifier \"%s\": %s", err.identifier, message);
  elseif (numel (message) > 4000)
    text = sprintf ("a message of %d bytes", numel (message));
  elseif (! all (isprint (message) | isspace (message) | ismember (message, [given{:}])))
    text = sprintf ("a message with bytes that were not given: %s", message);
  elseif (c.must_fail && ! isempty (strfind (message, "given twice")))
    text = sprintf ("different words are taken for one: %s", message);
  elseif (c.must_fail && ! isempty (quoted) && ! isempty (strfind (message, "unrecognized"))
          && ! any (strncmp (quoted, given, min (numel (quoted), 20))))
    text = sprintf ("a message that quotes another word: %s", message);
  endif

endfunction
