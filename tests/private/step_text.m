## SPDX-License-Identifier: GPL-3.0-or-later

## The text of a step of a random program, as random_step () has it, which one can type.

function text = step_text (step)

  target = place_text (step.place);
  indexed = [target index_text(step.index)];
  switch (step.mode)
    case "clear"
      text = sprintf ("clear %s", target);
    case "store"
      text = sprintf ("save (\"%s\", \"file\"); clear -x file; load (\"file\");", step.format);
    case "delete"
      text = sprintf ("%s = [];", indexed);
    case "assign"
      text = sprintf ("%s = %s;", indexed, expression_text (step));
    case "append"
      text = sprintf ("%s(end+1) = %s;", target, expression_text (step));
    case "append column"
      text = sprintf ("%s(:,end+1) = %s;", target, expression_text (step));
    case "combine"
      text = sprintf ("%s += %s;", indexed, expression_text (step));
  endswitch

endfunction

function text = place_text (place)

  text = sprintf ("v%d", place.variable);
  for part = place.path
    if (ischar (part{1}))
      text = [text "." part{1}];
    elseif (iscell (part{1}))
      text = sprintf ("%s{%d}", text, part{1}{1});
    else
      text = sprintf ("%s(%d)", text, part{1});
    endif
  endfor

endfunction

function text = index_text (index)

  text = "";
  if (! isempty (index))
    text = ["(" strjoin(cellfun (@operand_index_text, index, "UniformOutput", false), ", ") ")"];
  endif

endfunction

function text = operand_index_text (i)

  if (ischar (i.value))
    text = i.value;
  else
    text = value_text (i.value, i.on_device);
  endif

endfunction

function text = expression_text (step)

  operands = cellfun (@operand_text, step.operands, "UniformOutput", false);
  switch (step.how)
    case "value"
      text = operands{1};
    case "call"
      text = sprintf (step_functions ()(step.f).text, operands{:});
    case {"horzcat", "vertcat"}
      text = sprintf ("%s (%s)", step.how, strjoin (operands, ", "));
    case "cat"
      text = sprintf ("cat (%d, %s)", step.dim, strjoin (operands, ", "));
    case "row"
      text = sprintf ("[%s]", strjoin (in_parentheses (operands), ", "));
    case "column"
      text = sprintf ("[%s]", strjoin (in_parentheses (operands), "; "));
  endswitch

endfunction

## Within brackets a blank separates elements.
function operands = in_parentheses (operands)

  has_blank = cellfun (@(text) any (text == " "), operands);
  operands(has_blank) = strcat ("(", operands(has_blank), ")");

endfunction

function text = operand_text (operand)

  if (isempty (operand.place))
    text = value_text (operand.value, operand.on_device);
  else
    text = [place_text(operand.place) index_text(operand.index)];
  endif

endfunction

function text = value_text (x, on_device)

  if (iscell (x))
    text = sprintf ("{%s}", strjoin (cellfun (@(e) value_text (e, on_device), x, "UniformOutput", false), ", "));
    return;
  elseif (isstruct (x))
    text = sprintf ("struct (\"a\", %s)", value_text (x.a, on_device));
    return;
  elseif (ischar (x) && isrow (x))
    text = ["\"" x "\""];
  elseif (ischar (x))
    text = sprintf ("char (%s)", value_text (double (x), false));
  elseif (islogical (x) && isempty (x))
    text = sprintf ("false (%s)", mat2str (size (x)));
  elseif (isempty (x))
    text = sprintf ("zeros (%s, \"%s\")", mat2str (size (x)), class (x));
  else
    text = mat2str (x(:, :), 17);
    if (isinteger (x) || isa (x, "single"))
      text = sprintf ("%s (%s)", class (x), text);
    endif
    if (isinteger (x) && any (abs (x(:)) > flintmax ())) # which are not exact as doubles
      text = sprintf ("reshape ([%s], %s)", strjoin (arrayfun (@whole_text, x(:).', "UniformOutput", false), ", "), ...
                      mat2str (size (x)));
    elseif (ndims (x) > 2)
      text = sprintf ("reshape (%s, %s)", text, mat2str (size (x)));
    endif
    if (iscomplex (x) && ! any (imag (x)(:)))
      text = sprintf ("complex (%s)", text);
    endif
  endif
  if (on_device)
    text = sprintf ("gpuArray (%s)", text);
  endif

endfunction

## A 64-bit whole number that Octave's parser does not take to a double.
function text = whole_text (n)

  text = sprintf ("intmax (\"%s\") - %d", class (n), intmax (class (n)) - n);
  if (n < intmax (class (n)) / 2)
    text = sprintf ("%s (%d)", class (n), n);
  endif

endfunction
