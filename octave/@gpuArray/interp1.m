## SPDX-License-Identifier: GPL-3.0-or-later

## YI = interp1 (X, Y, XI), (Y, XI), (..., METHOD), (..., EXTRAP), (..., "left"), (..., "right"): values between those of Y,
## a vector or an array whose columns each are a function of X, at XI of any size; on the device if one of the arrays is.
##
## METHOD is "linear", the default, "nearest", "previous", "next", "pchip" or "cubic", which is the same, and "*" before it
## says that the X have equal distances.  Beyond X, EXTRAP is a number, NA by default, or "extrap" goes on by METHOD.  Where X
## has a number twice, for "linear" and "nearest", "left" or "right" says which side counts there.  The steps are those of
## Octave's function, and but for "pchip" so are the bits.  Other methods and "pp" are refused.

function yi = interp1 (x, y, varargin)

  if (nargin < 2 || nargin > 6)
    print_usage ("interp1");
  endif
  is_there = cellfun (@isgpuarray, [{x, y}, varargin]);
  texts = cellfun (@ischar, varargin);
  varargin(texts) = cellfun (@gather, varargin(texts), "UniformOutput", false);
  if (! any (is_there(1:min (end, 3))))
    varargin = cellfun (@gather, varargin, "UniformOutput", false);
    yi = interp1 (x, y, varargin{:});
    return;
  endif
  q = parse_arguments (x, y, varargin);
  x = q.x;
  y = q.y;
  size_of_y = size (y);
  nx = rows (x);
  if (nx < 2 || rows (y) < 2)
    error ("interp1: minimum of 2 points required in each dimension");
  elseif (nx != rows (y))
    error ("gpureduce:badArgument", "interp1: X has %d elements, and Y %d for each function", nx, rows (y));
  endif
  y = reshape (y, size_of_y(1), prod (size_of_y(2:end)));

  if (! issorted (x, "either"))
    [x, p] = sort (x);
    y = y(p,:);
  endif
  [x, y] = oriented (x, y, q);
  ## beyond which ends are values extrapolated?
  ends = gather (x([1, nx]));
  xi = gpuArray (q.xi(:));
  yi = q.values (x, y, xi);
  if (isnumeric (q.extrap) || islogical (q.extrap))
    beyond = xi < min (ends) | ! (xi <= max (ends)); # NaN among them
    yi(find (beyond),:) = q.extrap;
  endif

  sizes = size (q.xi);
  if (prod (size_of_y(2:end)) > 1)
    if (isscalar (q.xi) && numel (size_of_y) > 2)
      sizes = []; # as Octave has it
    elseif (isvector (q.xi))
      sizes = numel (q.xi);
    endif
    sizes = [sizes, size_of_y(2:end)];
  endif
  yi = reshape (yi, [sizes, 1]);

endfunction

## x, a column; y, whose first dimension it is for; xi; extrap; and what the words say: values, the function that finds
## them; turned, whether the order of x is turned for it; right, whether it is right-continuous, or NaN.
function q = parse_arguments (x, y, args)

  q = struct ("xi", [], "extrap", [], "turned", false, "right", NaN);
  method = "linear";
  has_xi = false;
  for k = 1:numel (args)
    word = args{k};
    if (! ischar (word))
      if (k == 1)
        q.xi = word;
        has_xi = true;
      else
        q.extrap = gather (word);
      endif
      continue;
    endif
    switch (tolower (word))
      case "extrap"
        q.extrap = "extrap";
      case "pp"
        error ("gpureduce:unsupported", 'interp1: "pp" is not supported for gpuArrays; use gather');
      case {"right", "-right"}
        q.right = true;
      case {"left", "-left"}
        q.right = false;
      otherwise
        method = tolower (word);
    endswitch
  endfor
  if (! has_xi)
    q.xi = y;
    y = x;
    x = 1:size (y(:,:), 1 + (isvector (y) && isrow (y)));
  endif
  if (isempty (q.extrap))
    q.extrap = NA;
    if (iscomplex (y))
      q.extrap = NA + 1i*NA;
    endif
  endif
  if (isvector (y))
    y = y(:);
  endif
  q.x = gpuArray (x(:));
  q.y = gpuArray (y);
  [q.values, q.turned] = function_of (method);
  if (any (strcmp (method, {"previous", "*previous", "next", "*next"})))
    q.right = NaN;
  endif

endfunction

function [f, is_turned] = function_of (method)

  is_turned = strcmp (method, "next") || strcmp (method, "*next");
  switch (method)
    case "nearest"
      f = @(x, y, xi) constants (nearest_breaks (checked (x, method)), y, xi);
    case "*nearest"
      f = @(x, y, xi) constants ([x(1); x(1) + gpuArray((0.5:rows (x) - 1).') * step_of(x); x(end)], y, xi);
    case {"previous", "next"}
      f = @(x, y, xi) constants ([checked(x, method); 2 * x(end) - x(end-1)], y, xi);
    case {"*previous", "*next"}
      f = @(x, y, xi) constants (x(1) + gpuArray ((0:rows (x)).') * step_of (x), y, xi);
    case "linear"
      f = @(x, y, xi) lines (x, y, xi);
    case "*linear"
      f = @(x, y, xi) on_lines (x, diff (y) / step_of (x), y, xi);
    case {"pchip", "cubic"}
      f = @(x, y, xi) cubics (x, y, xi);
    case {"*pchip", "*cubic"}
      f = @(x, y, xi) cubics (linspace (x(1), x(end), rows (y)), y, xi);
    case {"spline", "*spline"}
      error ("gpureduce:unsupported", "interp1: METHOD '%s' is not supported for gpuArrays; use gather", method);
    otherwise
      error ("interp1: invalid METHOD '%s'", method);
  endswitch

endfunction

## Turn X, and Y with it, for "left", "right" and "next".
function [x, y] = oriented (x, y, q)

  ends = gather (x([1, end]));
  falls = ends(2) < ends(1);
  rises = ends(2) > ends(1);
  is_other = (q.right == true && falls) || (q.right == false && rises);
  if (is_other != q.turned)
    x = flip (x, 1);
    y = flip (y, 1);
  endif

endfunction

## ---- values ----

function dx = step_of (x)

  dx = x(2) - x(1);

endfunction

## Which points of X are followed by one that is equal?
function jumps = jumps_of (x)

  n = rows (x);
  jumps = x(1:n-1) == x(2:n);
  if (n > 2 && nnz (jumps(1:n-2) & jumps(2:n-1)))
    warning ("interp1: multiple discontinuities at the same X value");
  endif

endfunction

## X, if METHOD takes its discontinuities.
function x = checked (x, method)

  if (! strcmp (method, "nearest"))
    if (nnz (x(1:end-1) == x(2:end)))
      error ("interp1: discontinuities not supported for METHOD '%s'", method);
    endif
  else
    jumps_of (x);
  endif

endfunction

function breaks = nearest_breaks (x)

  n = rows (x);
  breaks = [x(1); (x(1:n-1) + x(2:n)) / 2; x(n)];

endfunction

## Row k of Y between breaks k and k + 1.
function yi = constants (breaks, y, xi)

  yi = y(lookup (breaks, xi, "lr"),:);

endfunction

function yi = lines (x, y, xi)

  jumps = jumps_of (x);
  dy = diff (y);
  if (nnz (jumps))
    ## intervals without length have no line
    kept = find (! jumps);
    y = y([kept; rows(x)],:);
    x = x([kept; rows(x)]);
    dy = dy(kept,:);
  endif
  yi = on_lines (x, dy ./ diff (x), y, xi);

endfunction

## From Y(k,:) at X(k) on with SLOPES(k,:).
function yi = on_lines (x, slopes, y, xi)

  k = lookup (x, xi, "lr");
  yi = slopes(k,:) .* (xi - x(k)) + y(k,:);

endfunction

function yi = cubics (x, y, xi)

  yi = reshape (pchip (x, y.', xi.'), columns (y), numel (xi)).';

endfunction
