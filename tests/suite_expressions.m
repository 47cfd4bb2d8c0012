## SPDX-License-Identifier: GPL-3.0-or-later

## Functions that users write, in arrayfun and bsxfun of gpuArrays: each part of the language against Octave's own
## evaluation, what handles capture, sizes, several results, and what is refused, by which name.

function suite_expressions ()

  live = __gpureduce__ ("live");
  check_language ();
  check_words ();
  check_constants ();
  check_classes ();
  check_captured ();
  check_sizes ();
  check_results ();
  check_lazy ();
  check_on_host ();
  check_refused ();
  check_hostile ();
  check_options ();
  tally (__gpureduce__ ("live") == live, "%d buffers were left", __gpureduce__ ("live") - live);

endfunction

## ---- comparison ----

## f of elements, one of which is on the device, against arrayfun on the host.
function same (f, varargin)

  want = arrayfun (f, varargin{:});
  device = varargin;
  device{1} = gpuArray (device{1});
  [have, err] = attempt (1, "arrayfun", [{f}, device]);
  text = f;
  if (is_function_handle (f))
    text = func2str (f);
  endif
  if (! isempty (err))
    tally (false, "%s of %s: %s", text, class (varargin{1}), err.message);
    return;
  endif
  tally (isgpuarray (have{1}), "%s is not on the device", text);
  have = gather (have{1});
  tally (strcmp (class (have), class (want)), "%s of %s: %s instead of %s", text, class (varargin{1}), class (have), class (want));
  good = isequaln (have, want);
  if (! good && isfloat (have) && isfloat (want))
    scale = max (1, abs (want));
    good = all ((abs (have - want) <= 1e-12 * scale | (isnan (have) & isnan (want)) | have == want)(:));
  endif
  tally (good, "%s of %s: other values", text, class (varargin{1}));

endfunction

## An error of f of a gpuArray whose text matches.
function refused (pattern, f, varargin)

  if (isempty (varargin))
    varargin = {gpuArray([1 2; 3 4])};
  endif
  [~, err] = attempt (1, "arrayfun", [{f}, varargin]);
  text = "a handle";
  if (is_function_handle (f) && numel (func2str (f)) < 200)
    text = func2str (f);
  endif
  message = "no error";
  if (! isempty (err))
    message = err.message;
  endif
  tally (! isempty (regexp (message, pattern, "once")), "%s: %s", text, message);

endfunction

## ---- the language ----

function check_language ()

  x = [-2.5 -0 0.5; 1 2 Inf];
  y = [1 3 -0.25; NaN 2 4];
  handles = {@(x, y) x + y, @(x, y) x - y, @(x, y) x .* y, @(x, y) x * y, @(x, y) x ./ y, @(x, y) x / y, @(x, y) x .\ y, ...
             @(x, y) x \ y, @(x, y) x < y, @(x, y) x <= y, @(x, y) x == y, @(x, y) x >= y, @(x, y) x > y, @(x, y) x != y, ...
             @(x, y) -x + y, @(x, y) +x - y, @(x, y) x' .* y.', @(x, y) abs (x) .^ y, @(x, y) abs (x) ^ y, @(x, y) y .^ 2, ...
             @(x, y) (x + 1) * (y - 2) / 3, @(x, y) x, @(x, y) 3, @(~, y) y + 1, @(x, y) merge (x < 0, x, y), ...
             @(x, y) ifelse (x < y, 1, 2), @(x, y) max (x, y) - min (x, 0), @(x, y) exp (-x .^ 2) .* 3 + y};
  for f = handles
    same (f{1}, x, y);
  endfor
  z = [0 1; -2 3];
  for f = {@(x) ! x, @(x) ~x, @(x) x & 1, @(x) x | 0, @(x) x > 0 && x < 3, @(x) x || 0, @(x) xor (x, 1), @(x) x == 1 | x == 3, ...
           @(x) ! (x > 0) & x, @sin, @(x) sin (x), "cos", "uminus", @(x) (x)}
    same (f{1}, z);
  endfor
  same (@plus, z, z);
  same ("hypot", z, z);
  c = complex ([1 -2], [3 0.5]);
  for f = {@(z) z', @(z) z.', @(z) z * 2i, @(z) conj (z) .* z + 1i, @(z) real (z) + imag (z), @(z) abs (z), @(z) exp (z), @(z) z == 1}
    want = arrayfun (f{1}, c);
    have = gather (arrayfun (f{1}, gpuArray (c)));
    tally (all (abs (have - want) <= 1e-12 * max (1, abs (want))), "%s of complex numbers", func2str (f{1}));
  endfor

endfunction

## Every function that there is, by its name.
function check_words ()

  x = [0.25 0.5 1];
  for name = {"abs", "real", "imag", "arg", "angle", "conj", "sign", "floor", "ceil", "round", "fix", "sqrt", "exp", "expm1", ...
              "log", "log1p", "log2", "log10", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", ...
              "atanh", "erf", "erfc", "erfcx", "erfinv", "erfcinv", "gamma", "lgamma", "gammaln", "cbrt", "eps", "isnan", "isinf", "isfinite", "uminus", "uplus", "not", "transpose", "ctranspose", "double", ...
              "single", "logical", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"}
    same (name{1}, x);
    same (str2func (["@(x) " name{1} " (x)"]), x);
  endfor
  same (@(x) acosh (1 + x), x);
  for name = {"plus", "minus", "times", "rdivide", "ldivide", "mtimes", "mrdivide", "mldivide", "power", "mpower", "max", ...
              "min", "atan2", "hypot", "mod", "rem", "bitand", "bitor", "bitxor", "lt", "le", "eq", "ge", "gt", "ne", "and", ...
              "or", "xor"}
    same (str2func (["@(x, y) " name{1} " (x, y)"]), [1 2 3], [3 1 3]);
  endfor
  same (@(x, y) gcd (x, y), int8 ([12 -128 0 5]), int8 ([-18 2 0 0]));
  same (@(x, y) gcd (x, y, 6) + gcd (12, x), int32 ([12 18 9]), int32 ([0 27 4]));
  same (@(x) plus (x, 1, 2) + times (x, 2, 3) + and (x, 1, 1), x);
  tally (iscomplex (arrayfun (@(x) sqrt (complex (x)), gpuArray ([-1 4]))), "sqrt (complex (x))");
  tally (isequal (gather (arrayfun (@(x) sqrt (complex (x)), gpuArray ([-1 4]))), [1i 2]), "sqrt (complex (x)): values");
  same (@(x) cast (x, "int16"), x * 7);

endfunction

function check_constants ()

  x = [1 2];
  for text = {"pi", "e", "Inf", "inf", "NaN", "nan", "eps", "true", "false", "realmax", "realmin", "flintmax", "intmax", ...
              'intmax ("int8")', 'intmin ("uint16")', 'pi ("single")', 'eps ("single")', 'realmax ("single")', "1i", "0x10", ...
              "1e3", "single (2.5)", "int8 (3)", "'a'"}
    f = str2func (["@(x) " text{1}]);
    [have, err] = attempt (1, "arrayfun", {f, gpuArray(x)});
    tally (isempty (err), "%s is refused", text{1});
    if (isempty (err))
      want = f (1);
      have = gather (have{1});
      tally (strcmp (class (have), class (want)) && isequaln (have, [want want]), "%s: %s", text{1}, disp (have));
    endif
  endfor
  tally (isna (gather (arrayfun (@(x) NA, gpuArray (1)))), "NA");
  same (@(x) 0x10 + x, uint8 (x));
  same (@(x) x + i, x);

endfunction

## Classes of results are Octave's.
function check_classes ()

  for cls = {"double", "single", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"}
    x = cast ([0 1 3; 100 7 2], cls{1});
    for f = {@(x) x + 1, @(x) x * 2.5, @(x) x / 3, @(x) -x, @(x) x > 1, @(x) x .^ 2, @(x) max (x, 2), @(x) abs (x), @(x) mod (x, 3), ...
             @(x) floor (x), @(x) single (x) + x, @(x) sqrt (double (x)), @(x) x & 1, @(x) sign (x), @(x) x}
      same (f{1}, x);
    endfor
  endfor
  same (@(x) x + 1, [true false]);
  same (@(x) -x, [true false]);
  same (@(x) x, "ab");
  same (@(x) x + 1, "ab");
  same (@(x) x == "a", "ab");
  refused ("int8", @(x, y) x + y, gpuArray (int8 (1)), int16 (1));

endfunction

## ---- what handles capture ----

function check_captured ()

  x = [1 2; 3 4];
  d = gpuArray (x);
  for c = {3, single(2.5), int8(4), true, 2i}
    k = c{1};
    if (! isa (k, "int8"))
      same (@(x) x .* k + k, x);
    endif
    same (@(x) x - k, double (x));
  endfor
  A = [10 20; 30 40];
  row = gpuArray ([5 6]);
  tally (isequal (gather (arrayfun (@(x) x + A, d)), x + A), "a captured array");
  tally (isequal (gather (arrayfun (@(x) x .* row, d)), x .* [5 6]), "a captured gpuArray");
  tally (isequal (gather (arrayfun (@(x) x + A, gpuArray (1))), 1 + A), "a captured array beside a scalar");
  g = @(y) y * 2 + A;
  h = @(y) g (y) + g (1);
  tally (isequal (gather (arrayfun (@(x) h (x) + row, d)), 2 * x + A + 2 + A + [5 6]), "captured handles with arrays");
  s = @sin;
  same (@(x) s (x) + s (1), x);
  p = @plus;
  apply = @(f, a, b) f (a, b);
  same (@(x) apply (p, x, 3), x);
  x1 = 5;
  same (@(x) x + x1, x);
  sin = 4; # a variable is none of the functions
  same (@(x) x + sin, x);
  for k = 1:3
    tally (isequal (gather (arrayfun (@(x) x + k, d)), x + k), "captured %d", k);
  endfor
  q = {1};
  st.a = 1;
  refused ("the variable 'q', a cell,", @(x) x + q);
  refused ("the variable 'st', a scalar struct,", @(x) x + st.a);
  sp = sparse (1);
  refused ("the variable 'sp', a sparse", @(x) x + sp);

endfunction

## ---- sizes and results ----

function check_sizes ()

  x = reshape (1:6, 2, 3);
  y = [10; 20];
  z = reshape (1:4, 1, 1, 4);
  f = @(a, b, c) a + 2 * b - c;
  have = arrayfun (f, gpuArray (x), y, gpuArray (z));
  tally (isequal (gather (have), x + 2 * y - z), "three arrays that are broadcast");
  tally (isequal (gather (arrayfun (f, 1, gpuArray (y), 3)), 1 + 2 * y - 3), "scalars of the host");
  tally (isequal (gather (bsxfun (@minus, gpuArray (x), y)), x - y), "bsxfun of a function");
  tally (isequal (gather (bsxfun (@(a, b) a .* b, x, gpuArray (y))), x .* y), "bsxfun of a handle");
  tally (isequal (gather (bsxfun ("plus", gpuArray (x), y)), x + y), "bsxfun of a name");
  for s = {[0 0], [0 3], [3 0], [2 0 2]}
    have = arrayfun (@(x) single (x) + 1, gpuArray (zeros (s{1})));
    tally (isequal (size (have), s{1}) && strcmp (underlyingType (have), "single"), "empty %s", mat2str (s{1}));
  endfor
  tally (isempty (arrayfun (@plus, gpuArray (1), zeros (0, 1))), "a scalar and an empty array");
  refused ("nonconformant arguments \\(op1 is 2x3, op2 is 1x2\\)", @(a, b) a + b, gpuArray (x), [1 2]);
  tally (isequal (arrayfun (@(x) x + 1, [1 2]), [2 3]), "arrays of the host alone");

endfunction

function check_results ()

  x = [1 2; 3 4];
  d = gpuArray (x);
  [a, b, c] = arrayfun (@(x) deal (x + 1, x > 2, int8 (x)), d);
  tally (isequal (gather (a), x + 1) && isequal (gather (b), x > 2) && isequal (gather (c), int8 (x)), "three results");
  tally (strcmp (underlyingType (b), "logical") && strcmp (underlyingType (c), "int8"), "their classes");
  [a, b] = arrayfun (@(x) deal (x), d);
  tally (isequal (gather (a), x) && isequal (gather (b), x), "deal of one value");
  g = @(x) deal (x, -x);
  [a, b] = arrayfun (@(x) g (x + 1), d);
  tally (isequal (gather (b), -(x + 1)), "deal in a captured handle");
  [~, err] = attempt (2, "arrayfun", {@(x) x, d});
  tally (! isempty (strfind (err.message, "fewer than nargout")), "one value for two results: %s", err.message);
  [~, err] = attempt (2, "arrayfun", {@(x) deal (x, x, x), d});
  tally (! isempty (strfind (err.message, "deal: nargin > 1 and nargin != nargout")), "three values for two results");
  refused ("several values inside", @(x) 1 + deal (x, x));

endfunction

## Faults count only where Octave evaluates, or chooses, what is faulty.
function check_lazy ()

  same (@(x) x > 2 || sqrt (2 - x) >= 0, [1 2; 3 4]);
  same (@(x) x < 2 && NaN, [2 3]);
  same (@(x) merge (x > 2, sqrt (max (x - 2, 0)), x), [1 2; 3 4]);
  refused ("sqrt of a negative number is complex; write sqrt \\(complex \\(x\\)\\)", @(x) sqrt (x - 2));
  refused ("log1p of a number below -1", @(x) log1p (-x));
  refused ("acosh of a number below 1", @(x) acosh (x - 2));
  refused ("asin of a number outside of \\[-1, 1\\]", @(x) asin (x));
  refused ("a power of a negative number", @(x) (-x) .^ 0.5);
  refused ("NaN to logical", @(x) ! (x - Inf + Inf));
  refused ("NaN to logical", @(x) x && NaN);

endfunction

## ---- arrays of the host ----

## Reductions and scans of functions whose arrays are on the host are there, and have the bits of those on the device.
function check_on_host ()

  for name = {"sum", "max", "std", "any", "cumsum"}
    f = str2func (["gpu" name{1}]);
    for class = {"double", "int16"}
      for sz = {[7 1], [40 30], [3 200 4], [0 3], [3 0], [5000 2]}
        a = cast (mod (reshape (7 * (1:prod (sz{1})), sz{1}), 5), class{1});
        b = single (mod (1:columns (a), 3));
        if (isempty (a) && strcmp (name{1}, "max"))
          continue; # has no value
        endif
        for args = {{@(x) 2 * double(x), a}, {@(x, y) single(x) - y, a, b}}
          for dim = 1:3
            same_there (f, args{1}, dim);
          endfor
        endfor
      endfor
    endfor
  endfor

  x = reshape (1:60, 3, 20);
  g = gpuArray (x);
  [m, k] = gpumax (@(a, b) a - b, x, x(:,3), [], 2);
  [want, at] = max (x - x(:,3), [], 2);
  tally (isequal (m, want) && isequal (k, at), "positions of a function's maxima");
  [m, k] = gpumin (@(a) mod (a, 7), x, [], "all", "linear");
  [want, at] = min (mod (x, 7)(:));
  tally (isequal (m, want) && isequal (k, at), "the linear position of a function's minimum");
  [s, m] = gpustd (@(a) a .^ 2, x);
  tally (max (abs ([s - std(x .^ 2), m - mean(x .^ 2)])) < 1e-9, "a function's mean beside its deviation");
  s = gpusum (@(a) a + g, x);
  tally (! isgpuarray (s) && isequal (s, sum (2 * x)), "a captured gpuArray beside an array of the host");
  s = gpusum (@(a) a .* x, g);
  tally (isgpuarray (s) && isequal (gather (s), sum (x .^ 2)), "a captured array of the host beside a gpuArray");
  for a = {1:9, eye(4), int8(1):int8(9), true(3, 2), "characters", complex(x, -x), 2, 1:0}
    tally (isequal (gpusum (@(v) 2 * v, a{1}), sum (2 * full (a{1}))), "a %s of the host", typeinfo (a{1}));
  endfor
  [~, err] = attempt (1, "gpusum", {@(v) sqrt(v), [4 -1]});
  tally (! isempty (err) && ! isempty (strfind (err.message, "sqrt of a negative number")), "a fault of an array of the host");
  [~, err] = attempt (1, "gpusum", {@(v) v, {1}});
  tally (! isempty (err) && ! isempty (strfind (err.message, "gpusum: wrong type argument 'cell'")), "a cell");
  [~, err] = attempt (1, "gpusum", {@(v) v, sparse([1 0 2])});
  tally (! isempty (err) && ! isempty (strfind (err.message, "gpusum: sparse")), "a sparse array");
  s = gpucumsum (@(v) v + 1, reshape (x, 3, 4, 5), [1 3]);
  tally (isequal (s, gpucumsum (reshape (x, 3, 4, 5) + 1, [1 3])), "a scan along dimensions that are apart");

endfunction

## Is F (ARGS{:}, DIM) of arrays on the host what it is where the first of them is a gpuArray?
function same_there (f, args, dim)

  switch (func2str (f))
    case "gpumax"
      dim = {[], dim};
    case "gpustd"
      dim = {0, dim};
    otherwise
      dim = {dim};
  endswitch
  there = args;
  there{2} = gpuArray (there{2});
  want = f (there{:}, dim{:});
  have = f (args{:}, dim{:});
  tally (! isgpuarray (have) && strcmp (class (have), underlyingType (want)) && isequaln (have, gather (want)),
         "%s of a function of a %s of the host: other values", func2str (f), class (args{2}));

endfunction

## ---- what is refused ----

function check_refused ()

  d = gpuArray ([1 2]);
  refused ("arrayfun: a matrix \\[...\\] is not in the language", @(x) [x x]);
  refused ("a cell \\{...\\}", @(x) {x});
  refused ("a range", @(x) 1:x);
  refused ("arrayfun: text is not", @(x) "text");
  refused ("text", @(x) x + "ab");
  refused ("'varargin'", @(varargin) 1);
  refused ("'varargin'", @(x, varargin) x);
  refused ("'nargin'", @(x) nargin);
  refused ("indexing with \\(\\)", @(x) x (1));
  refused ("indexing with \\(\\)", @(x) x (end));
  refused ("indexing with \\(\\)", @(x) x (:));
  refused ("indexing with \\{\\}", @(x) x{1});
  refused ("a field", @(x) x.a);
  refused ("a handle that is made inside", @(x) @(y) y);
  refused ("a handle that is made inside", @(x) feval (@sin, x));
  refused ("'foo_is_none' undefined", @(x) foo_is_none (x));
  refused ("'rand'", @(x) rand);
  refused ("'numel'", @(x) numel (x));
  refused ("'eval'", @(x) eval ("x"));
  refused ("'max' with 1 argument", @(x) max (x));
  refused ("'sin' with 2 arguments", @(x) sin (x, x));
  refused ("'pi' of a number", @(x) pi (x));
  refused ("called with too many inputs", @() 1);
  refused ("called with too many inputs", @(x) x, d, d);
  refused ("'y' undefined", @(x, y) x + y);
  g = @sin;
  refused ("a function handle as a value", @(x) x + g);
  refused ("text that is not the name", "x + 1");
  refused ("argument NAME must be a string or function handle", 3);
  refused ("your own function 'attempt'", @(x) attempt (x));
  refused ("your own function 'attempt'", "attempt");
  refused ("merge: first argument MASK must be logical", @(x) merge (x, 1, 2));
  refused ("complex", @(x) complex (x, x));

endfunction

## Handles that would take the stack, the time or the memory of a program that trusts them.
function check_hostile ()

  deep = "nesting of more than 256 levels";
  refused (deep, str2func (["@(x) " repmat("(", 1, 1000) "x" repmat("+1)", 1, 1000)]));
  refused (deep, str2func (["@(x) x" repmat("+x", 1, 10000)]));
  refused (deep, str2func (["@(x) " repmat("! ", 1, 3000) "x"]));
  h = @(x) x;
  for k = 1:300
    h = @(x) h (x);
  endfor
  refused (deep, h);
  h = @(x) x + 1;
  for k = 1:60
    h = @(x) h (x) + h (x);
  endfor
  refused ("more than 10000 parts", h);
  g = @(f, x) f (f, x);
  refused (deep, @(x) g (g, x));
  refused ("more than 256 steps", str2func (["@(x) " strjoin(arrayfun (@(k) sprintf ("(x+%d)*x", k), 1:30, "UniformOutput", false), "+") ...
                                             strrep(sprintf ("+(%s)", repmat ("x*", 1, 200)), "*)", ")")]));
  refused ("more than 32 numbers", str2func (["@(x) x" sprintf("+%d", 1:40)]));
  same (str2func (["@(x) x" sprintf("+%d", repmat (1:20, 1, 5))]), [1 2]);

endfunction

function check_options ()

  d = gpuArray ([1 2]);
  tally (isequal (gather (arrayfun (@(x) x + 1, d, "UniformOutput", true)), [2 3]), "UniformOutput true");
  tally (isequal (arrayfun (@(x) x + 1, [1 2], "UniformOutput", gpuArray (true)), [2 3]), "an option on the device");
  refused ("\"UniformOutput\" false is not for functions on the device", @(x) x, d, "UniformOutput", false);
  refused ("\"ErrorHandler\" is not for functions on the device", @(x) x, d, "ErrorHandler", @(varargin) 1);
  refused ("unrecognized parameter foo", @(x) x, d, "foo", 1);
  [~, err] = attempt (1, "bsxfun", {@plus, d});
  tally (! isempty (strfind (err.message, "Invalid call to bsxfun")), "bsxfun of two arguments: %s", err.message);

endfunction
