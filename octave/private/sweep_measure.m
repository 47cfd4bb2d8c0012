## SPDX-License-Identifier: GPL-3.0-or-later

## [P, GAP, TASK] = sweep_measure (P, TASK, REPEAT)
##
## Measure a point of a sweep.  TASK is what points of one function and array share, [] at first, and then what the call
## before returned.  GAP.kind is "" if there is a time; else the point was "refused", its result is "wrong", or it
## "failed" for a reason that may be gone the next time.  GAP.reason says why in one line.

function [p, gap, task] = sweep_measure (p, task, repeat)

  if (isempty (task) || ! is_same_array (p, task.point))
    task = prepare (p);
  endif
  [p, gap] = measure (p, task, repeat);

endfunction

function is_same = is_same_array (p, q)

  is_same = strcmp (p.function, q.function) && strcmp (p.class, q.class) ...
            && isequal (p.size, q.size) && p.dim == q.dim;

endfunction

## What the points of one function and array share: the arguments, the builtin's
## answer, and the bytes of both; or why there are none.
function task = prepare (p)

  task = struct ("point", p, "arguments", {{}}, "expected", [], "bytes", NaN, "gap", struct ("kind", "", "reason", ""));
  try
    x = exact_data (p.function, p.size, p.class);
    builtin_x = x;
    ## sums of integers are doubles, which not every version of Octave gives
    if (isa (x, "single")
        || ((isinteger (x) || islogical (x)) && ! any (strcmp (operator_of (p.function).family, {"order", "sort"}))))
      builtin_x = double (x);
    endif
    rest = [operator_of(p.function).between, {p.dim}];
    task.expected = feval (p.function(4:end), builtin_x, rest{:});
    if (isa (x, "single") && isfloat (task.expected))
      task.expected = single (task.expected);
    endif
    task.arguments = [{x}, rest];
    task.bytes = sizeof (x) + sizeof (task.expected);
  catch err
    task.gap = gap_of (err);
    task.gap.reason = ["the builtin: " task.gap.reason];
    if (! strcmp (err.identifier, "Octave:bad-alloc"))
      task.gap.kind = "refused"; # the builtin says the same every time
    endif
  end_try_catch

endfunction

## One point; the gap has no kind if there is a time.
function [p, gap] = measure (p, task, repeat)

  gap = task.gap;
  if (! isempty (gap.kind))
    return;
  endif
  try
    switch (p.algorithm)
      case "read-limit"
        seconds = __gpureduce__ ("limit", "read", task.bytes, repeat);
      case "copy-limit"
        seconds = __gpureduce__ ("limit", "copy", ceil (task.bytes / 2), repeat);
      otherwise
        options = {p.algorithm};
        if (p.block > 0)
          options = [options, {"block", p.block}];
        endif
        if (strcmp (p.function, "gpusort"))
          [seconds, result] = __gpuarray__ ("measure-sort", "gpusort", repeat, task.arguments{:}, options{:});
        else
          [seconds, result] = __gpureduce__ ("measure", p.function(4:end), repeat, task.arguments{:}, options{:});
        endif
        if (! is_right (p.function, result, task.expected))
          error ("gpureduce:wrong", "the result differs from the builtin's");
        endif
    endswitch
    p.seconds = median (seconds);
    p.gbps = task.bytes / p.seconds / 1e9;
    ## quantile interpolates: with one run there is no spread
    p.spread = diff (quantile (seconds, [0.25 0.75], 2)) / p.seconds;
  catch err
    gap = gap_of (err);
  end_try_catch

endfunction

## Why there is no time: a point is "refused", its result "wrong", or it "failed" for
## a reason that may be gone the next time.  (An interrupt is no error: catch does not see it.)
function gap = gap_of (err)

  switch (err.identifier)
    case {"gpureduce:badArgument", "gpureduce:unsupported"}
      kind = "refused";
    case "gpureduce:wrong"
      kind = "wrong";
    otherwise
      kind = "failed";
  endswitch
  gap = struct ("kind", kind, "reason", regexprep (strrep (err.message, "\n", " "), '^(__gpureduce__|gpusort): ', ""));

endfunction

## Variances are not integers: there the builtin itself rounds at every step.
function is_right = is_right (f, result, expected)

  is_right = strcmp (class (result), class (expected)) && size_equal (result, expected);
  if (is_right && strcmp (operator_of (f).family, "var"))
    tolerance = [1e-10, 1e-6](1 + isa (expected, "single"));
    is_right = all (abs (result(:) - expected(:)) <= tolerance * abs (expected(:)));
  elseif (is_right)
    is_right = isequal (result, expected);
  endif

endfunction

## Integer-valued data for which every order of evaluation gives the builtin's
## bits: partial sums stay far below 2^53, products are of +-1 and a few 2, and what
## decides any, all and the extremes stands in the last place, where a lost tail
## would miss it.  What is sorted has all digits.
function x = exact_data (f, dims, class_name)

  k = (1:9 * 101 * 7).';
  last = [];
  o = operator_of (f);
  is_least = any (strcmp (o.variant, "least"));
  family = o.family;
  if (any (strcmp (o.options, "index")))
    family = "extreme";
  endif
  switch (family)
    case "product"
      v = 1 - 2 * (mod (k, 7) == 3);
      last = 2;
    case "extreme"
      v = 1 + mod (k * 31, 101);
      last = 120 * ! is_least;
    case "sort"
      v = numbers_of_all_digits (k, regexprep (class_name, '^complex-', ""));
    case "order" # any and all
      v = zeros (size (k)) + is_least;
      last = ! v(1);
    otherwise
      v = mod (k * 31, 9) - 4;
  endswitch
  switch (class_name)
    case "logical"
      v = mod (v, 2);
      last = min (last, 1);
    case {"char", "uint8", "uint16", "uint32", "uint64"}
      v = abs (v);
  endswitch
  if (strncmp (class_name, "complex-", 8))
    class_name(1:8) = "";
    v = complex (v, flipud (v));
    last = complex (last, last);
    if (strcmp (family, "product")) # of +-1 and +-i
      v = [1; 1i; -1; -1i](1 + mod (k * 31, 4));
    endif
  endif
  v = cast (v, class_name);
  n = prod (dims);
  ## the whole array at once, so that one that does not fit fails before memory is full
  x = resize (v, n, 1);
  done = numel (v);
  while (done < n)
    more = min (done, n - done);
    x(done+1:done+more) = x(1:more);
    done += more;
  endwhile
  if (! isempty (last))
    x(end) = cast (last, class_name);
  endif
  x = reshape (x, dims);

endfunction

## Numbers in no order, over all that a class has: of floating-point ones from -1 to 1.
function v = numbers_of_all_digits (k, class_name)

  v = mod (k * 40503, 65521) / 65521;
  switch (class_name)
    case {"double", "single"}
      v = 2 * v - 1;
    case "logical"
      v = double (v > 0.5);
    case "char"
      v = floor (128 * v); # Octave takes others for negative
    otherwise
      least = double (intmin (class_name));
      v = least + v * (double (intmax (class_name)) - least);
  endswitch

endfunction

## The table's row of the operator of a function; a sort has what is asked of one.
function row = operator_of (f)

  if (strcmp (f, "gpusort"))
    row = struct ("family", "sort", "variant", {{}}, "options", {{}}, "between", {{}});
    return;
  endif
  rows = __gpureduce__ ("operators");
  row = rows(strcmp (strcat ("gpu", {rows.name}), f));

endfunction
