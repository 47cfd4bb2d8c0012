## SPDX-License-Identifier: GPL-3.0-or-later

## HOW = keyed_function (FN): how a function of the values of an element is computed from all values at once, or [] if it
## is not among those that are known.  HOW.op names the operator, or "count", or "nnz"; HOW.is_octaves says that FN is one
## of the handles that Octave's accumarray knows.  Where FN is two operators with a sign between them, HOW.with names the
## second, and HOW.between is the sign's function; else HOW.with is "".

function how = keyed_function (fn)

  persistent known = struct ("sum", "sum", "prod", "prod", "max", "max", "min", "min", "mean", "mean", "var", "var", ...
                             "std", "std", "any", "any", "all", "all", "sumsq", "sumsq", "numel", "count", ...
                             "length", "count", "rows", "count", "nnz", "nnz");
  persistent signs = struct ("sign", {"+", "-", ".*", "*", "./", "/"}, ...
                             "of", {@plus, @minus, @times, @times, @rdivide, @rdivide});
  persistent of_sum = struct ("op", "sum", "is_octaves", true, "with", "", "between", []);
  how = [];
  text = func2str (fn);
  if (strcmp (text, "sum"))
    how = of_sum;
    return;
  endif
  with = "";
  between = [];
  is_octaves = false;
  if (text(1) == "@")
    parts = regexp (text, '^@\((\w+)\) (\w+) \(\1\)(?: (\S+) (\w+) \(\1\))?$', "tokens", "once");
    if (isempty (parts))
      return;
    endif
    text = parts{2};
    if (numel (parts) == 4 && ! isempty (parts{4}))
      sign = strcmp (parts{3}, {signs.sign});
      if (! any (sign) || ! isfield (known, parts{4}))
        return;
      endif
      with = known.(parts{4});
      between = signs(sign).of;
    endif
  elseif (strcmp (text, "range"))
    text = "max";
    with = "min";
    between = @minus;
  else
    is_octaves = any (strcmp (text, {"max", "min"}));
  endif
  if (isfield (known, text))
    how = struct ("op", known.(text), "is_octaves", is_octaves, "with", with, "between", between);
  endif

endfunction
