## SPDX-License-Identifier: GPL-3.0-or-later

## same_on_device (NOUT, NAME, ARGS, DATA, BOUND, IS_ANYWHERE): check that NAME (ARGS{:}) gives NOUT results on the device as it
## does on the host, with arguments DATA there, all and each alone, and with the numbers among the others there, too.
## Each result has the same class and size, and the same elements, or such as are at most BOUND (WANT) away; parts of
## cells are compared alone.  It is a gpuArray if one of DATA is, but with
## IS_ANYWHERE.  Where the call is an error it is one
## on the device, too, with Octave's text, or one that says NAME or has an identifier.

function same_on_device (nout, name, args, data = 1, bound = @(want) [], is_anywhere = false)

  f = name;
  if (ischar (name))
    f = @(varargin) feval (name, varargin{:});
  else
    name = func2str (f);
  endif
  [want, fails] = attempt (nout, f, args);
  numbers = find (cellfun (@(x) (isnumeric (x) || islogical (x)) && ! issparse (x), args));
  data = intersect (data, numbers);
  options = setdiff (numbers, data);
  choices = {data};
  if (numel (options))
    choices = {data, numbers, options};
  endif
  if (numel (data) > 1)
    choices = [choices, num2cell(data)];
  endif
  for which = choices(! cellfun (@isempty, choices))
    given = args;
    given(which{1}) = cellfun (@gpuArray, given(which{1}), "UniformOutput", false);
    [got, err] = attempt (nout, f, given);
    is_free = is_anywhere || isempty (intersect (which{1}, data));
    if (isempty (fails) && isempty (err))
      texts = cellfun (@(got, want) unlike_result (got, want, bound, is_free), got, want, "UniformOutput", false);
      text = [texts(! cellfun (@isempty, texts)), {""}]{1};
    elseif (isempty (fails))
      text = ["error: " err.message];
    elseif (isempty (err))
      text = ["no error, where Octave says: " fails.message];
    elseif (! strcmp (err.message, fails.message) && isempty (strfind (err.message, name)) && isempty (err.identifier))
      text = ["another error: " err.message " instead of " fails.message];
    else
      text = "";
    endif
    judge (text, name, args, sprintf ("%s on the device, ", mat2str (which{1})));
  endfor

endfunction

function text = unlike_result (got, want, bound, is_anywhere)

  text = "";
  if (iscell (want))
    if (! iscell (got) || ! size_equal (got, want))
      text = "another cell";
    else
      texts = cellfun (@(got, want) unlike_result (got, want, bound, is_anywhere), got, want, "UniformOutput", false);
      text = [texts(! cellfun (@isempty, texts))(:).', {""}]{1};
    endif
  elseif (! is_anywhere && ! isgpuarray (got))
    text = "a host array";
  else
    want = full (want);
    text = mismatch (gather (got), want, bound (want));
  endif

endfunction
