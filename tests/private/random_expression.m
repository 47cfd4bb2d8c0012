## SPDX-License-Identifier: GPL-3.0-or-later

## TEXT = random_expression (DEPTH, IS_ROUNDED): the text of a random function of x and y, and of the captured scalar c.
## IS_ROUNDED: with elementary functions and powers, and without what jumps, so that rounding errors stay small.
## Otherwise all is rounded once, and has Octave's bits.

function text = random_expression (depth, is_rounded)

  if (depth == 0 || rand () < 0.1)
    text = pick ({"x", "x", "y", "y", "c", "2", "0.5", "3", "pi", "x", "(-1)"});
  elseif (is_rounded)
    text = rounded (depth - 1);
  else
    text = exact (depth - 1);
  endif

endfunction

function text = rounded (d)

  e = @() random_expression (d, true);
  switch (randi (6))
    case {1, 2}
      text = sprintf ("(%s %s %s)", e (), pick ({"+", "-", ".*", "*"}), e ());
    case 3
      text = sprintf ("%s (%s)", pick ({"sin", "cos", "atan", "tanh", "asinh", "exp", "expm1"}), small (e ()));
    case 4
      text = sprintf ("%s (abs (%s))", pick ({"sqrt", "log1p"}), e ());
    case 5
      text = sprintf ("abs (%s) .^ %s", e (), pick ({"2", "0.5", "1.5", "3"}));
      text = ["(", text, ")"];
    case 6
      text = sprintf ("(%s ./ (1 + abs (%s)))", e (), e ());
  endswitch

endfunction

## Of magnitude 1 at most.
function text = small (e)

  text = sprintf ("%s ./ (1 + abs (%s))", e, e);

endfunction

function text = exact (d)

  e = @() random_expression (d, false);
  switch (randi (10))
    case {1, 2, 3}
      text = sprintf ("(%s %s %s)", e (), pick ({"+", "-", ".*", "./", ".\\", "*"}), e ());
    case 4
      text = sprintf ("%s (%s)", pick ({"abs", "floor", "ceil", "round", "fix", "sign", "real", "imag", "conj", "uminus"}), e ());
    case 5
      text = sprintf ("%s (%s, %s)", pick ({"max", "min", "mod", "rem", "plus", "times", "minus"}), e (), e ());
    case 6
      text = sprintf ("(%s %s %s)", e (), pick ({"<", "<=", "==", "!=", ">=", ">"}), e ());
    case 7
      text = sprintf ("(%s %s %s)", e (), pick ({"&", "|", "&&", "||"}), e ());
    case 8
      text = sprintf (pick ({"(! %s)", "(- %s)", "(+ %s)", "%s'", "isnan (%s)", "isinf (%s)", "isfinite (%s)"}), e ());
    case 9
      text = sprintf ("merge (logical (%s), double (%s), double (%s))", e (), e (), e ());
    case 10
      text = sprintf ("%s (%s)", pick ({"double", "single", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", ...
                                        "uint64", "logical"}), e ());
  endswitch

endfunction

function x = pick (list)

  x = list{randi (numel (list))};

endfunction
