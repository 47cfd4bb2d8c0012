## SPDX-License-Identifier: GPL-3.0-or-later

## Q = quantiles_of (CALLER, D, ...): what the function CALLER, median, quantile or prctile, by its own name or behind gpu,
## gives of a codistributed array.
##
## Along the distributed dimension processes exchange counts alone (ranked), by which they find the elements that
## quantiles are made of.

function q = quantiles_of (caller, d, varargin)

  kind = strrep (caller, "gpu", "");
  if (nargin < 2)
    print_usage (caller);
  elseif (! isobject (d) || any (cellfun ("isclass", varargin, "codistributed")))
    error ("gpureduce:badArgument", "%s: only the first argument can be codistributed", caller);
  elseif (d.is_complex || ! any (strcmp (d.class, {"single", "double"})))
    error ("gpureduce:unsupported", "%s: codistributed arrays are of real singles or doubles here; use double", caller);
  endif
  none = any (d.size == 0);
  try
    feval (["gpu" kind], ones ([1, 1] * ! none, d.class), varargin{:}); # which has the errors of arguments
  catch err
    err.message = regexprep (err.message, '^\w+: ', [caller ": "]);
    error (err);
  end_try_catch
  asked = read (kind, d, varargin);
  if (! any (asked.dims == d.dim))
    q = along_others (kind, d, asked);
    return;
  endif

  order = [asked.dims, setdiff(1:numel (asked.size), asked.dims)];
  len = prod (asked.size(asked.dims));
  failure = s = [];
  numbers = zeros (1, prod (asked.size) / len);
  call = sprintf ("%s of a codistributed array of %s along%s, of%s by %d", caller, size_text (d.size), ...
                  sprintf (" %d", asked.dims), sprintf (" %.17g", asked.p), asked.method);
  try
    s = reshape (permute (local_of (d), order), [], numel (numbers));
    if (! isempty (s))
      numbers = gather (sum (! isnan (s), 1));
      s = gpusort (s, 1);
    endif
  catch failure
  end_try_catch
  total = all_added (call, failure, numbers);
  if (strcmp (kind, "median"))
    n = total;
    if (! asked.omits)
      n(:) = len;
    endif
    q = gpumedian (ranked (call, s, numbers, [floor((n + 1) / 2); floor(n / 2) + 1]), 1);
    q(n > total) = NaN;
  else
    q = between_ranks (call, s, numbers, total, len, asked);
  endif
  sizes = asked.size(order);
  sizes(1:numel (asked.dims)) = [rows(q), ones(1, numel (asked.dims) - 1)];
  q = ipermute (reshape (q, sizes), order);
  if (isvector (q) && ! isscalar (q) && numel (asked.p) > 1)
    q = reshape (q, merge (isrow (asked.p), [1, numel(q)], [numel(q), 1]));
  endif
  if (d.on_device)
    q = gpuArray (q);
  endif

endfunction

## The arguments: dims, of arrays of the size `size`, and p from 0 to 1 with a method, or whether NaN are left out.
function asked = read (kind, d, args)

  args = cellfun (@gather, args, "UniformOutput", false);
  asked = struct ("dims", [], "p", [], "method", 5, "omits", false);
  if (strcmp (kind, "median"))
    is_word = cellfun ("isclass", args, "char");
    asked.dims = [args{! is_word}];
    asked.omits = any (ismember (tolower (args(is_word)), {"omitnan", "omitmissing"}));
    if (any (strcmpi (args(is_word), "all")))
      asked.dims = 1:numel (d.size);
    endif
  else
    args(numel (args) + 1:3) = {[]};
    scale = 1 + 99 * strcmp (kind, "prctile");
    asked.p = double (args{1}) / scale;
    asked.dims = args{2};
    if (isempty (asked.p))
      asked.p = 0:0.25:1;
    endif
    if (ischar (asked.dims))
      asked.dims = 1:numel (d.size);
    endif
    if (! isempty (args{3}))
      asked.method = double (args{3});
    endif
  endif
  if (isempty (asked.dims))
    asked.dims = [find(d.size != 1, 1), 1](1);
  endif
  asked.dims = double (asked.dims(:).');
  asked.size = [d.size, ones(1, max (asked.dims) - numel (d.size))];

endfunction

function q = along_others (kind, d, asked)

  dims = asked.size;
  dims(asked.dims) = 1;
  dims(asked.dims(1)) = max (numel (asked.p), 1);
  x = local_of (d);
  if (isempty (x))
    mine = dims;
    mine(d.dim) = size (x, d.dim);
    q = zeros (mine, d.class);
    if (d.on_device)
      q = gpuArray (q);
    endif
  elseif (strcmp (kind, "median"))
    q = gpumedian (x, asked.dims, {"includenan", "omitnan"}{1 + asked.omits});
  else
    q = gpuquantile (x, reshape (asked.p, merge (asked.dims(1) == 1, [numel(asked.p), 1], [1, numel(asked.p)])), ...
                     asked.dims, asked.method);
  endif
  q = with_local (d, q, d.dim, d.parts, dims, false);

endfunction

## Quantiles of columns that have `total` numbers of `len` elements, a row for each of p.
function q = between_ranks (call, s, numbers, total, len, asked)

  p = asked.p(:);
  [low, high, weight] = __gpuarray__ ("quantile-places", asked.method, min (max (p, 0), 1) + zeros (size (total)), ...
                                      total + zeros (size (p)));
  v = ranked (call, s, numbers, max ([low; high], 1));
  q = v(1:numel (p),:);
  if (len > 1 && ! any (isnan (weight(:))))
    q = cast (1 - weight, class (v)) .* q + cast (weight, class (v)) .* v(numel (p) + 1:end,:);
  endif
  q(p < 0,:) = -Inf;
  q(p > 1,:) = Inf;
  q(isnan (p),:) = NaN;

endfunction
