## SPDX-License-Identifier: GPL-3.0-or-later

## [R, ...] = __test_rule__ (NAME, ARGS...)
## What the function gpuNAME has to give for ARGS on every version of Octave: what the
## running Octave's NAME gives, but where VERSIONS.md says that its version differs.
## Tests take it for the builtin.  What is made of reductions and scans in m-files has the
## steps of Octave 7.3 where newer versions have others.

function varargout = __test_rule__ (name, varargin)

  version = sscanf (OCTAVE_VERSION (), "%d", 1);
  answer = @feval;
  for d = known_differences ().'
    [names, since, differs, by_rule] = d{:};
    if (version >= since && any (strcmp (name, names)) && differs (varargin{:}))
      answer = by_rule;
      break;
    endif
  endfor
  [varargout{1:max (nargout, 1)}] = answer (name, varargin{:});

endfunction

## The known differences, the first that fits counts: functions, the first version that
## differs, for which arguments, and how that version is asked for what the rule says.
function list = known_differences ()

  sums = {"sum", "prod", "sumsq", "any", "all"};
  scans = {"cumsum", "cumprod"};
  moments = {"var", "std"};
  extrema = {"max", "min"};
  moving = {"movsum", "movmean", "movmax", "movmin"};
  always = @(varargin) true;
  list = {
    ## scans of integers became integers, and lost their words
    scans,            11, @(x, varargin) isnumeric (x) || islogical (x), @scan_in_double
    ## squares of characters became numbers
    {"sumsq"},        11, @(x, varargin) ischar (x), @refuse
    ## 0x0 was one column of nothing where a dimension is given
    sums,             11, @(x, varargin) is_nothing (x), @(f, x, varargin) feval (f, reshape (x, 0, 1), varargin{:})
    ## a compensated sum that leaves the numbers was NaN
    {"sum"},          11, @(x, varargin) has (varargin, "extra") && isa (x, "double"), @extra_or_nan
    ## means had kinds, refused characters, and had another default dimension
    {"mean"},          9, @(x, varargin) true, @mean_of_kinds
    ## variances of integers were computed in double
    moments,           9, @(x, varargin) ! isfloat (x) && ! ischar (x) && ! iscell (x), ...
                          @(f, x, varargin) __test_rule__ (f, double (x), varargin{:})
    ## those of nothing were double, and had another default dimension
    moments,           9, @(x, varargin) isempty (x) && isfloat (x), @moment_of_nothing
    ## positions among characters beyond the last dimension are wrong
    extrema,          11, @(x, varargin) ischar (x), @(f, x, varargin) feval (f, double (x), varargin{:})
    ## an angle of -pi was one of pi
    [extrema, {"cummax", "cummin"}], 11, @(x, varargin) iscomplex (x), @extremum_of_angles
    ## bounds refused no logical values, and took a missing dimension for the default one
    {"bounds"},       11, always, @bounds_of_extrema
    {"range"},        11, always, @difference_of_extrema
    ## means of squares had other default dimensions
    {"meansq"},       11, always, @mean_of_squares
    ## norms along a dimension were not scaled, passed over NaN and took integers
    {"vecnorm"},      11, always, @norm_of_powers
    ## they are of sums and scans
    {"trapz", "cumtrapz"}, 11, always, @trapezoids
    ## a sum of two integers left the class; later medians were double, and those of nothing NaN
    {"median"},        7, @(x, varargin) isinteger (x), @median_of_sorted
    {"median"},        9, always, @median_of_sorted
    ## infinities did not equal each other
    {"mode"},          7, @(x, varargin) isfloat (x) && any (isinf (x(:))), @mode_of_finite
    ## modes and quantiles of logical values were taken, and none of nothing
    {"mode"},          9, @(x, varargin) isempty (x) && ! islogical (x), @mode_of_nothing
    {"mode"},         11, @(x, varargin) islogical (x), @mode_of_logical
    {"quantile"},     11, always, @quantiles_in_columns
    {"prctile"},      11, always, @percentiles
    ## windows gave double, and none of an array without elements were as many as any
    moving,            8, always, @windows_of_doubles
  };

endfunction

function tf = has (args, word)

  tf = any (strcmp (args, word));

endfunction

function tf = is_nothing (x)

  tf = ndims (x) == 2 && all (size (x) == 0);

endfunction

function refuse (f, varargin)

  error ("%s: wrong type of argument", f);

endfunction

function r = scan_in_double (f, x, varargin)

  words = cellfun (@ischar, varargin);
  dim = varargin(! words);
  if (! has (varargin, "native") && ! isfloat (x) || has (varargin, "double"))
    x = double (x);
  endif
  r = feval (f, x, dim{:});
  if (has (varargin, "native") && islogical (x))
    r = r > 0;
  endif

endfunction

## Octave 11 gives 0 for complex sums that are no numbers.
function r = extra_or_nan (f, x, varargin)

  part = @(a) a + 0 ./ isfinite (a);
  if (iscomplex (x))
    r = complex (part (feval (f, real (x), varargin{:})), part (feval (f, imag (x), varargin{:})));
  else
    r = part (feval (f, x, varargin{:}));
  endif

endfunction

function r = mean_of_kinds (f, x, varargin)

  if (! (isnumeric (x) || islogical (x)))
    refuse (f);
  endif
  kind = cellfun (@(a) ischar (a) && isscalar (a), varargin);
  args = varargin(! kind);
  if (isempty (args) || ischar (args{1}))
    dim = find (size (x) > 1, 1);
    args = [{merge(isempty (dim), 1, dim)}, args];
  endif
  if (is_nothing (x))
    x = reshape (x, 0, 1);
  endif
  cls = class (x);
  if (isempty (x) || islogical (x))
    x = double (x);
  endif
  if (any (kind) && varargin{kind} == "g")
    r = exp (feval (f, log (x), args{:}));
  elseif (any (kind) && varargin{kind} == "h")
    r = 1 ./ feval (f, 1 ./ x, args{:});
  elseif (iscomplex (x)) # Octave 11 gives 0 for some with NaN
    r = complex (feval (f, real (x), args{:}), feval (f, imag (x), args{:}));
  else
    r = feval (f, x, args{:});
  endif
  if ((strcmp (cls, "single") && ! has (varargin, "double")) || (has (varargin, "native") && ! strcmp (cls, "logical")))
    r = cast (r, cls);
  endif

endfunction

function r = moment_of_nothing (f, x, w = 0, dim = [])

  if (ischar (dim) || (isempty (dim) && is_nothing (x))) # "all", or one column
    x = x(:);
    dim = 1;
  elseif (isempty (dim))
    dim = find (size (x) != 1, 1);
  endif
  r = feval (f, double (x), w, dim);

endfunction

## The conjugate stands for what has an angle of -pi; the elements are those of X.
function [m, i] = extremum_of_angles (f, x, varargin)

  y = imag (x);
  y(arg (x) == -cast (pi, class (x))) *= -1;
  [m, i] = feval (f, complex (real (x), y), varargin{:});
  if (isempty (x))
    return;
  endif
  numbers = cellfun (@(a) isnumeric (a) && isscalar (a), varargin);
  dim = [varargin{numbers}, find(size (x) != 1, 1), 1](1);
  order = [dim, setdiff(1:max (ndims (x), dim), dim)];
  columns_of = @(a) reshape (permute (a, order), size (a, dim), []);
  y = columns_of (x);
  at = columns_of (i);
  chosen = y(at + rows (y) * (0:columns (y) - 1));
  m = ipermute (reshape (chosen, size (permute (i, order))), order);

endfunction

function dim = first_longer_dim (x)

  dim = [find(size (x) > 1, 1), 1](1);

endfunction

function [s, l] = bounds_of_extrema (f, x, dim = [], nanflag = "")

  if (ischar (x))
    refuse (f);
  endif
  if (isempty (dim))
    dim = first_longer_dim (x);
  endif
  s = __test_rule__ ("min", x, [], dim);
  l = __test_rule__ ("max", x, [], dim);
  if (strcmp (nanflag, "includenan"))
    with_nan = any (isnan (x), dim);
    s(with_nan) = NaN;
    l(with_nan) = NaN;
  endif

endfunction

function y = difference_of_extrema (f, x, varargin)

  args = [repmat({[]}, size (varargin)), varargin];
  y = __test_rule__ ("max", x, args{:}) - __test_rule__ ("min", x, args{:});

endfunction

function y = mean_of_squares (f, x, dim = first_longer_dim (x))

  if (ischar (x))
    refuse (f);
  endif
  y = __test_rule__ ("sumsq", x, dim) / size (x, dim);

endfunction

function n = norm_of_powers (f, x, p = 2, dim = first_longer_dim (x))

  if (! isnumeric (x))
    refuse (f);
  endif
  switch (p)
    case 1
      n = __test_rule__ ("sum", abs (x), dim);
    case 2
      n = sqrt (__test_rule__ ("sumsq", x, dim));
    case Inf
      n = __test_rule__ ("max", abs (x), [], dim);
    otherwise
      n = __test_rule__ ("sum", abs (x) .^ p, dim) .^ (1 / p);
  endswitch

endfunction

function z = trapezoids (f, varargin)

  has_x = nargin == 4 || (nargin == 3 && (isscalar (varargin{1}) || ! isscalar (varargin{2})));
  y = varargin{1 + has_x};
  dim = [varargin{2 + has_x:end}, first_longer_dim(y)](1);
  sz = size (y);
  if (dim > numel (sz))
    refuse (f);
  endif
  [from, to] = deal (repmat ({":"}, size (sz)));
  from{dim} = 1:sz(dim) - 1;
  to{dim} = 2:sz(dim);
  pieces = y(to{:}) + y(from{:});
  factor = 0.5;
  if (has_x && isscalar (varargin{1}))
    factor = varargin{1} * 0.5;
  elseif (has_x)
    x = varargin{1};
    if (isvector (x))
      x = reshape (x, [ones(1, dim - 1), sz(dim), 1]);
    endif
    pieces = diff (x, 1, dim) .* pieces;
  endif
  if (strcmp (f, "trapz"))
    z = factor * __test_rule__ ("sum", pieces, dim);
  else
    sz(dim) = 1;
    z = cat (dim, zeros (sz), factor * __test_rule__ ("cumsum", pieces, dim));
  endif

endfunction

## Numbers beyond the ends, NaN among them, are of the class of X.
function y = windows_of_doubles (f, x, wlen, varargin)

  ends = find (strcmpi ("Endpoints", varargin)) + 1;
  if (! isempty (ends) && isinteger (x) && strcmpi (varargin{ends}, "fill"))
    varargin{ends} = 0;
  elseif (! isempty (ends) && isnumeric (varargin{ends}) && ! islogical (x))
    varargin{ends} = double (cast (varargin{ends}, class (x)));
  endif
  if (iscomplex (x) && strcmp (f, "movmean") && ! isempty (x)) # as in mean_of_kinds
    re = feval (f, double (real (x)), wlen, varargin{:});
    if (! isempty (ends) && (isnumeric (varargin{ends}) || strcmpi (varargin{ends}, "fill")))
      varargin{ends} = 0; # the ends are real numbers
    endif
    y = complex (re, feval (f, double (imag (x)), wlen, varargin{:}));
    return;
  elseif (! isempty (x))
    y = feval (f, double (x), wlen, varargin{:});
    return;
  endif
  dim = [varargin{cellfun(@isnumeric, varargin) & (1:numel (varargin)) != [ends, 0](1)}, first_longer_dim(x)](1);
  sz = size (x);
  sz(dim) = numel (feval (f, zeros (sz(dim), 1), wlen, 1, varargin{ends - 1:end}));
  y = zeros (sz);

endfunction

function m = median_of_sorted (f, x, dim = first_longer_dim (x))

  if (ischar (x) || isempty (x))
    refuse (f);
  endif
  s = sort (x, dim);
  n = size (x, dim);
  at = repmat ({":"}, 1, max (ndims (x), dim));
  at{dim} = floor ((n + 1) / 2);
  m = s(at{:});
  if (mod (n, 2) == 0)
    at{dim}++;
    m = middle (m, s(at{:}));
  endif
  if (isfloat (x))
    m(any (isnan (x), dim)) = NaN;
  endif

endfunction

## The mean of elements, halves away from 0.
function m = middle (a, b)

  if (isfloat (a))
    m = (a + b) / 2;
  elseif (islogical (a))
    m = a | b;
  else
    two = cast (2, class (a));
    whole = (a - rem (a, two)) / two + (b - rem (b, two)) / two;
    halves = double (rem (a, two)) + double (rem (b, two));
    ## twice half a unit, or half a unit away from 0
    m = whole + (halves == 2) - (halves == -2) + (halves == 1 & whole >= 0) - (halves == -1 & whole <= 0);
  endif

endfunction

## For real X whose finite numbers are less than a quarter of the greatest one.
function [m, f, c] = mode_of_finite (f, x, varargin)

  great = realmax (class (x)) / 4;
  x(x == Inf) = great;
  x(x == -Inf) = -great;
  [m, f, c] = feval (f, x, varargin{:});
  m = with_infinities (m, great);
  c = cellfun (@(y) with_infinities (y, great), c, "UniformOutput", false);

endfunction

function x = with_infinities (x, great)

  x(x == great) = Inf;
  x(x == -great) = -Inf;

endfunction

function [m, f, c] = mode_of_nothing (~, x, dim = first_longer_dim (x))

  sz = size (x, 1:max (ndims (x), dim));
  f = zeros (merge (sz(dim) == 0, sz, merge ((1:numel (sz)) == dim, 1, sz)));
  sz(dim) = 1;
  m = zeros (sz, class (x));
  c = cell (sz);

endfunction

function [m, f, c] = mode_of_logical (f, x, varargin)

  [m, f, c] = feval (f, uint8 (x), varargin{:});
  m = logical (m);
  c = cellfun (@logical, c, "UniformOutput", false);

endfunction

## Parts beyond 0 and 1 are refused, and a whole number says how many there are.
function q = quantiles_in_columns (f, x, p = [], dim = first_longer_dim (x), varargin)

  if (isempty (p))
    p = [0, 0.25, 0.5, 0.75, 1];
  endif
  if (isempty (x) || ischar (x))
    refuse (f);
  endif
  within = min (max (p(:), 0), 1);
  q = feval (f, double (x), [within; 0.5], dim, varargin{:});
  if (isa (x, "single"))
    q = single (feval (f, x, [within; 0.5], dim, varargin{:}));
  endif
  order = [dim, setdiff(1:max (ndims (x), dim), dim)];
  sz = size (x, order);
  q = reshape (permute (reshape (q, ipermute_size (order, [numel(p) + 1, sz(2:end)])), order), numel (p) + 1, []);
  q = q(1:end - 1,:);
  q(p(:) < 0,:) = -Inf;
  q(p(:) > 1,:) = Inf;
  q(isnan (p(:)),:) = NaN;
  q = ipermute (reshape (q, [numel(p), sz(2:end)]), order);
  if (isvector (q) && ! isscalar (q) && ! isscalar (p))
    q = reshape (q, merge (isrow (p), [1, numel(q)], [numel(q), 1]));
  endif

endfunction

function q = percentiles (~, x, p = [], varargin)

  q = __test_rule__ ("quantile", x, p / 100, varargin{:});

endfunction

## The sizes in the order that ORDER had them from.
function sz = ipermute_size (order, sizes)

  sz(order) = sizes;

endfunction
