## SPDX-License-Identifier: GPL-3.0-or-later

## Linear algebra of gpuArrays against Octave's own: factors, solutions, inverses, singular values, eigenvalues, powers
## and products of pages, by what they leave over; classes, sizes, warnings and messages exactly.

function suite_solve ()

  live = __gpureduce__ ("live");
  if (lacks_library ())
    return;
  endif
  for type = {"double", "single"}
    for is_complex = [false, true]
      random = @(varargin) random_matrix (type{1}, is_complex, varargin{:});
      check_systems (random);
      check_inverses (random);
      check_triangular_factors (random);
      check_orthogonal_factors (random);
      check_singular_values (random);
      check_eigenvalues (random);
      check_powers (random);
      check_composed (random);
      check_pages (random);
    endfor
  endfor
  check_classes ();
  check_singular_systems ();
  check_empty ();
  check_refused ();
  tally (__gpureduce__ ("live") == live, "%d buffers were left", __gpureduce__ ("live") - live);

endfunction

## A device without cuSOLVER says so, and what brings it.
function t = lacks_library ()

  [~, err] = attempt (1, "inv", {gpuArray([2 1; 1 3])});
  t = ! isempty (err);
  if (t)
    tally (! isempty (regexp (err.message, "cuSOLVER.*pip install.*nvidia-cusolver.*use gather")), "inv: %s", err.message);
  endif

endfunction

function a = random_matrix (type, is_complex, m, n)

  a = randn (m, n);
  if (is_complex)
    a = complex (a, randn (m, n));
  endif
  a = cast (a, type);

endfunction

## Is the difference from 0 within that of a backward stable method for matrices of this size?
function check_small (difference, scale, n, what, varargin)

  bound = 50 * max (n, 1) * double (eps (class (gather (scale)))) * double (gather (scale));
  size_of = double (norm (gather (difference), "fro"));
  tally (size_of <= bound, [what ": %g is beyond %g"], varargin{:}, size_of, bound);

endfunction

## Have both the same class, size, and kind of numbers, those of gpuArrays being on the device?
function check_alike (d, h, what, varargin)

  good = isgpuarray (d) && strcmp (underlyingType (d), class (h)) && isequal (size (d), size (h));
  tally (good, [what ": %s of %s, not %s of %s"], varargin{:}, underlyingType (d), mat2str (size (d)), class (h), ...
         mat2str (size (h)));

endfunction

function h = positive (a)

  h = a' * a + rows (a) * eye (columns (a), class (a));
  h = (h + h') / 2;

endfunction

## ---- systems and inverses ----

function check_systems (random)

  for n = [1, 2, 7, 40]
    a = random (n, n) + 2 * n * eye (n);
    matrices = {a, triu(a), tril(a), positive(a), random(n + 3, n), random(n, n + 4)};
    for k = 1:numel (matrices)
      a = matrices{k};
      b = random (rows (a), 3);
      x = gpuArray (a) \ b;
      check_alike (x, a \ b, "\\ of matrix %d, %d", k, n);
      check_small (gather (x) - a \ b, norm (a \ b, "fro") * cond (a), n, "\\ of matrix %d, %d", k, n);
      y = b' / gpuArray (a');
      check_alike (y, b' / a', "/ of matrix %d, %d", k, n);
      check_small (gather (y) - b' / a', norm (a \ b, "fro") * cond (a), n, "/ of matrix %d, %d", k, n);
    endfor
  endfor
  ## ranks that are lower than both sizes
  for sz = {[6 4], [4 6], [5 5]}
    a = zeros (sz{1}, "like", random (1, 1));
    a(1:2,:) = random (2, sz{1}(2)); # singular values that are 0, not about as large as rounding
    b = random (sz{1}(1), 2);
    s = warning ("off", "all");
    x = gather (gpuArray (a) \ b);
    warning (s);
    check_small (x - pinv (a) * b, norm (pinv (a) * b, "fro") * norm (a) * norm (pinv (a)), 6, "a rank of 2");
  endfor

endfunction

function check_inverses (random)

  for n = [1, 2, 8, 33]
    a = random (n, n) + n * eye (n);
    matrices = {a, triu(a), tril(a), positive(a)};
    for k = 1:numel (matrices)
      a = matrices{k};
      d = gpuArray (a);
      [x, r] = inv (d);
      [y, s] = inv (a);
      check_alike (x, y, "inv");
      check_alike (r, s, "rcond of inv");
      check_small (gather (x) - y, norm (y, "fro") * cond (a), n, "inv of matrix %d, %d", k, n);
      check_factor (gather (r), s, "inv's rcond");
      check_factor (gather (rcond (d)), rcond (a), "rcond");
      small = a / exp (mean (log (svd (a)))); # whose determinant has the modulus 1
      check_alike (det (gpuArray (small)), det (small), "det");
      check_small (gather (det (gpuArray (small))) - det (small), abs (det (small)) * cond (a), n, "det of matrix %d, %d", k, n);
    endfor
    p = positive (a);
    check_small (gather (cholinv (gpuArray (p))) - cholinv (p), norm (inv (p), "fro") * cond (p), n, "cholinv");
    r = chol (p);
    check_small (gather (chol2inv (gpuArray (r))) - chol2inv (r), norm (inv (p), "fro") * cond (p), n, "chol2inv");
  endfor
  ## a determinant whose parts overflow
  a = gpuArray (diag ([1e300, 1e300, 1e-300, 1e-300]) + triu (ones (4), 1));
  tally (abs (gather (det (a)) - 1) < 1e-12, "det of large and small numbers is %g", gather (det (a)));

endfunction

## Estimates are within a small factor of each other.
function check_factor (a, b, what)

  tally (a >= b / 10 && a <= 10 * b, "%s: %g and %g", what, a, b);

endfunction

## ---- factors ----

function check_triangular_factors (random)

  for sz = {[1 1], [5 5], [30 30], [7 3], [3 7]}
    a = random (sz{1}(1), sz{1}(2));
    n = max (sz{1});
    d = gpuArray (a);
    [l, u, p] = lu (d);
    [l2, u2, p2] = lu (a);
    check_alike (l, l2, "L");
    check_alike (u, u2, "U");
    check_alike (p, full (p2), "P");
    check_small (gather (p) * a - gather (l) * gather (u), norm (a), n, "lu");
    tally (isequal (tril (gather (u), -1), zeros (size (u))) && isequal (triu (gather (l)), eye (size (l))), "triangles");
    [l, u] = lu (d);
    check_small (a - gather (l) * gather (u), norm (a), n, "lu of two results");
    [l, u, p] = lu (d, "vector");
    [~, ~, p2] = lu (a, "vector");
    check_alike (p, p2, "lu's vector");
    check_small (a(gather (p), :) - gather (l) * gather (u), norm (a), n, "lu by a vector");
    check_alike (lu (d), lu (a), "lu alone");
  endfor
  for n = [1, 6, 30]
    a = positive (random (n, n));
    for side = {"upper", "lower"}
      [r, p] = chol (gpuArray (a), side{1});
      check_alike (r, chol (a, side{1}), "chol");
      check_small (gather (r) - chol (a, side{1}), norm (a), n, "chol, %s", side{1});
      tally (gather (p) == 0, "chol's second result");
    endfor
    a(n,n) = -1;
    [r, p] = chol (gpuArray (a));
    [s, q] = chol (a);
    check_alike (r, s, "chol of what is not positive");
    check_small (gather (r) - s, norm (a), n, "chol of what is not positive");
    tally (gather (p) == q, "chol's second result is %d, not %d", gather (p), q);
  endfor

endfunction

function check_orthogonal_factors (random)

  for sz = {[1 1], [6 6], [9 4], [4 9], [40 25]}
    a = random (sz{1}(1), sz{1}(2));
    n = max (sz{1});
    d = gpuArray (a);
    for options = {{}, {0}, {"econ"}}
      [q, r] = qr (d, options{1}{:});
      if (isempty (options{1}))
        [q2, r2] = qr (a);
      else
        [q2, r2] = qr (a, 0);
      endif
      check_alike (q, q2, "Q");
      check_alike (r, r2, "R");
      check_small (a - gather (q) * gather (r), norm (a), n, "qr of %s", mat2str (sz{1}));
      check_small (gather (q)' * gather (q) - eye (columns (q), class (a)), cast (1, class (a)), n, "Q' * Q");
      tally (isequal (tril (gather (r), -1), zeros (size (r))), "R is not triangular");
    endfor
    check_alike (qr (d), qr (a), "qr alone");
    b = random (rows (a), 2);
    [c, r] = qr (d, b);
    [c2, r2] = qr (a, b);
    check_alike (c, c2, "qr of two matrices");
    check_small (gather (r)' * gather (c) - a' * b, norm (a) * norm (b), n, "qr of two matrices");
  endfor

endfunction

function check_singular_values (random)

  for sz = {[1 1], [1 5], [5 1], [6 6], [12 5], [5 12], [40 30]}
    a = random (sz{1}(1), sz{1}(2));
    n = max (sz{1});
    d = gpuArray (a);
    check_alike (svd (d), svd (a), "svd");
    check_small (gather (svd (d)) - svd (a), norm (a), n, "svd");
    for options = {{}, {0}, {"econ"}}
      [u, s, v] = svd (d, options{1}{:});
      [u2, s2, v2] = svd (a, options{1}{:});
      check_alike (u, u2, "U");
      check_alike (s, full (s2), "S");
      check_alike (v, v2, "V");
      check_small (a - gather (u) * gather (s) * gather (v)', norm (a), n, "svd of %s", mat2str (sz{1}));
      check_small (gather (u)' * gather (u) - eye (columns (u), class (a)), cast (1, class (a)), n, "U' * U");
      check_small (gather (v)' * gather (v) - eye (columns (v), class (a)), cast (1, class (a)), n, "V' * V");
    endfor
    check_alike (pinv (d), pinv (a), "pinv");
    check_small (gather (pinv (d)) - pinv (a), norm (pinv (a)) * cond (a), n, "pinv");
  endfor
  a = random (8, 2) * random (2, 6);
  check_small (gather (pinv (gpuArray (a))) - pinv (a), norm (pinv (a)) ^ 2 * norm (a), 8, "pinv of a low rank");
  check_small (gather (pinv (gpuArray (a), 2 * norm (a))), norm (a), 8, "pinv, all below the tolerance");

endfunction

function check_eigenvalues (random)

  for n = [1, 2, 9, 30]
    a = random (n, n);
    h = (a + a') / 2;
    d = gpuArray (h);
    check_alike (eig (d), eig (h), "eig");
    check_small (gather (eig (d)) - eig (h), norm (h), n, "eig of a Hermitian matrix");
    [v, l, w] = eig (d);
    check_alike (v, h, "V of eig");
    check_alike (l, real (h), "D of eig");
    check_small (h * gather (v) - gather (v) * gather (l), norm (h), n, "[V, D] of a Hermitian matrix");
    check_small (gather (v)' * gather (v) - eye (n, class (a)), cast (1, class (a)), n, "V' * V of eig");
    tally (isequal (gather (v), gather (w)), "left eigenvectors of a Hermitian matrix");
    [v, l] = eig (gpuArray (a), "vector");
    tally (isequal (size (l), [n, 1]), "eig's values as a vector");
    check_small (a * gather (v) - gather (v) .* gather (l).', norm (a), n, "[V, D] of a matrix");
    tally (all (abs (sqrt (sum (abs (gather (v)) .^ 2)) - 1) < 100 * n * eps (class (a))), "norms of eigenvectors");
    tally (isequal (size (eig (gpuArray (a), "matrix")), [n, n]), "eig's values as a matrix");
    check_small (sum (gather (eig (gpuArray (a)))) - trace (a), norm (a), n, "the sum of the eigenvalues");
  endfor

endfunction

function check_powers (random)

  a = random (5, 5) / 4 + eye (5);
  p = positive (a);
  for e = {0, 1, 2, 7, -1, -3, 0.5, 1 + 2i}
    for m = {a, p}
      h = m{1} ^ e{1};
      d = gpuArray (m{1}) ^ e{1};
      check_alike (d, full (h), "^ %s", num2str (e{1}));
      check_small (gather (d) - h, norm (h) * cond (m{1}) ^ max (1, abs (e{1})) * 20, 5, "^ %s", num2str (e{1}));
    endfor
  endfor
  h = 2 ^ a;
  check_small (gather (2 ^ gpuArray (a)) - h, norm (h) * cond (a) * 50, 5, "2 ^ a matrix");

endfunction

## What Octave makes of these in m-files.
function check_composed (random)

  a = random (7, 5);
  low = random (7, 2) * random (2, 5);
  for m = {a, low}
    d = gpuArray (m{1});
    tally (gather (rank (d)) == rank (m{1}), "rank");
    check_small (gather (cond (d)) / cond (m{1}) - 1, cast (1, class (a)), 1000 * (rank (m{1}) < 5) / eps + 7, "cond");
    z = null (d);
    check_alike (z, null (m{1}), "null");
    check_small (m{1} * gather (z), norm (m{1}), 7, "null");
    o = orth (d);
    check_alike (o, orth (m{1}), "orth");
    check_small (m{1} - gather (o) * (gather (o)' * m{1}), norm (m{1}), 7, "orth");
  endfor
  check_small (gather (norm (gpuArray (a))) - norm (a), norm (a), 7, "norm");
  check_small (gather (norm (gpuArray (a), 2)) - norm (a), norm (a), 7, "norm (A, 2)");
  tally (isnan (gather (norm (gpuArray ([a(1:2,1:2); NaN, 1])))), "norm of NaN");
  n = normest (gpuArray (a), 1e-5);
  tally (isgpuarray (n) && abs (gather (n) - norm (a)) <= 1e-5 * norm (a), "normest");
  a = random (6, 6);
  b = random (6, 2);
  solved = {a, a, triu(a), tril(a)}; # by each of the options
  options = {struct(), struct("TRANSA", true), struct("UT", true), struct("LT", true, "TRANSA", true)};
  for k = 1:4
    h = linsolve (a, b, options{k});
    d = linsolve (gpuArray (a), b, options{k});
    check_alike (d, h, "linsolve");
    check_small (gather (d) - h, norm (h) * cond (solved{k}), 6, "linsolve");
  endfor
  [g, y] = planerot (gpuArray (a(1:2)));
  [hg, hy] = planerot (a(1:2));
  check_alike (g, hg, "planerot");
  check_small (gather (g) - hg, norm (hg), 2, "planerot");
  check_small (gather (y) - hy, norm (a(1:2)), 2, "planerot");
  for m = {a, a * a', a * a' + eye(6), -a * a', ones(2, 3), int8([2, 1; 1, 2])}
    d = isdefinite (gpuArray (m{1}));
    tally (islogical (d) && d == isdefinite (m{1}), "isdefinite");
  endfor
  check_small (gather (trace (gpuArray (a))) - trace (a), norm (a), 6, "trace");
  for scale = [0.01, 1, 20]
    h = expm (scale * a);
    check_alike (expm (gpuArray (scale * a)), h, "expm");
    check_small (gather (expm (gpuArray (scale * a))) - h, norm (h) * max (1, norm (scale * a)) * 20, 6, "expm");
  endfor

endfunction

function check_pages (random)

  x = reshape (random (4, 3 * 2 * 5), [4, 3, 2, 5]);
  y = reshape (random (3, 2 * 2 * 5), [3, 2, 2, 5]);
  for pair = {{x, y}, {x(:,:,1), y}, {x, y(:,:,2)}, {x(:,:,1,:), y(:,:,:,1)}, {x(:,:,1), y(:,:,1)}}
    [a, b] = pair{1}{:};
    for as = {"none", "transpose", "ctranspose"}
      first = paged (a, as{1});
      second = paged (b, as{1});
      d = pagemtimes (gpuArray (first), as{1}, second, as{1});
      h = product_of_pages (a, b);
      check_alike (d, h, "pagemtimes");
      check_small (gather (d)(:) - h(:), norm (a(:)) * norm (b(:)), 3, "pagemtimes, %s", as{1});
    endfor
  endfor
  d = pagemtimes (gpuArray (x), gpuArray (y));
  check_small (gather (d)(:) - product_of_pages (x, y)(:), norm (x(:)) * norm (y(:)), 3, "pagemtimes");

endfunction

## The pages transposed, so that the function has to do it once more.
function x = paged (x, as)

  if (! strcmp (as, "none"))
    x = permute (x, [2, 1, 3:ndims(x)]);
  endif
  if (strcmp (as, "ctranspose"))
    x = conj (x);
  endif

endfunction

function h = product_of_pages (a, b)

  sizes = ones (2, 2);
  sizes(1,1:ndims (a) - 2) = size (a)(3:end);
  sizes(2,1:ndims (b) - 2) = size (b)(3:end);
  pages = max (sizes);
  a = repmat (a, [1, 1, pages ./ sizes(1,:)]);
  b = repmat (b, [1, 1, pages ./ sizes(2,:)]);
  h = zeros ([rows(a), columns(b), pages], "like", a);
  for k = 1:prod (pages)
    h(:,:,k) = a(:,:,k) * b(:,:,k);
  endfor

endfunction

## ---- classes, warnings, errors ----

function check_classes ()

  d = [4 2; 2 3];
  for c = {"int8", "uint16", "logical", "char", "single"}
    m = feval (c{1}, [4 2; 2 3]);
    for f = {"inv", "det", "rcond", "lu", "chol", "cholinv", "chol2inv", "svd", "pinv", "eig"}
      same_outcome (f{1}, m);
    endfor
    same_outcome ("mldivide", m, d);
    same_outcome ("mrdivide", d, m);
    same_outcome ("mpower", m, 2);
    same_outcome ("mpower", 2, m);
  endfor
  x = gpuArray (ones (2, 2, 2)) \ ones (2, 1);
  tally (isequal (size (x), [4, 1]), "\\ of an array of three dimensions");

endfunction

## Has the function the same class, size and about the same numbers, or the same error, for the first argument on the
## device as on the host?
function same_outcome (name, varargin)

  s = warning ("off", "all");
  [h, err] = attempt (1, name, varargin);
  [d, wrong] = attempt (1, name, cellfun (@gpuArray, varargin, "UniformOutput", false));
  warning (s);
  what = sprintf ("%s of %s", name, class (varargin{1}));
  if (isempty (err) != isempty (wrong))
    tally (false, "%s: on the device %s, on the host %s", what, message_of (wrong), message_of (err));
  elseif (! isempty (err))
    tally (strcmp (err.message, wrong.message) && strcmp (err.identifier, wrong.identifier), "%s: %s, not %s", what, ...
           wrong.message, err.message);
  else
    check_alike (d{1}, full (h{1}), what);
    near = all (abs (double (gather (d{1})(:)) - double (full (h{1})(:))) <= 1e-4 * (1 + abs (double (full (h{1})(:)))));
    tally (near || ! all (isfinite (h{1}(:))), "%s differs", what);
  endif

endfunction

function text = message_of (err)

  text = "has a result";
  if (! isempty (err))
    text = err.message;
  endif

endfunction

function [id, text, x] = warned (f)

  lastwarn ("", "");
  s = warning ("off", "all");
  warning ("on", "Octave:singular-matrix", "local");
  warning ("on", "Octave:nearly-singular-matrix", "local");
  said = evalc ("x = f ();");
  warning (s);
  [text, id] = lastwarn ();

endfunction

function check_singular_systems ()

  singular = {[1 2; 2 4], [1 2; 0 0], [2 0; 1 0], zeros(3), [1 2; 0 1e-20], single([1 2; 2 4])};
  for k = 1:numel (singular)
    a = singular{k};
    [id, text] = warned (@() gpuArray (a) \ ones (rows (a), 1));
    [id2, text2] = warned (@() a \ ones (rows (a), 1));
    tally (strcmp (id, id2) && strcmp (regexprep (text, " = .*", ""), regexprep (text2, " = .*", "")), ...
           "\\ of singular matrix %d: %s, not %s", k, text, text2);
    [id, text, x] = warned (@() inv (gpuArray (a)));
    [id2, text2, y] = warned (@() inv (a));
    tally (strcmp (id, id2) && strcmp (regexprep (text, " = .*", ""), regexprep (text2, " = .*", "")), ...
           "inv of singular matrix %d: %s, not %s", k, text, text2);
    tally (isequal (isinf (gather (x)), isinf (y)), "inv of singular matrix %d", k);
  endfor
  ## two rows that are almost opposite, which not every column shows
  for places = {[681 628], [1 2], [1000 7]}
    a = eye (1000);
    a(places{1}, places{1}) = [1-eps/2, -1; -1, 1+eps/2];
    [id, text] = warned (@() gpuArray (a) \ ones (1000, 1));
    [id2, text2] = warned (@() a \ ones (1000, 1));
    tally (! isempty (id2) && strcmp (id, id2), "\\ of a nearly singular matrix: %s, not %s", text, text2);
  endfor
  ## what is not a number is no size, and LAPACKs, whose answer the host backend's is, differ in what they say then
  with_nan = {[1 NaN; 2 3], [NaN 1; 2 3], [1 2; 3 NaN], single([NaN 1; 2 3])};
  for a = with_nan(1:end * strcmp (__gpureduce__ ("backend"), "cuda"))
    [id, text] = warned (@() gpuArray (a{1}) \ [1; 1]);
    tally (strcmp (id, "Octave:singular-matrix"), "\\ of NaN: %s", text);
    [id, text, x] = warned (@() inv (gpuArray (a{1})));
    tally (strcmp (id, "Octave:singular-matrix") && isequal (gather (x), Inf (2)), "inv of NaN: %s", text);
  endfor
  for a = {[1 2; 2 4], [1 2; 0 0], [2 0; 1 0]}
    s = warning ("off", "all");
    x = gather (gpuArray (a{1}) \ [1; 2]);
    y = a{1} \ [1; 2];
    warning (s);
    check_small (x - y, norm (y), 2, "the least solution of a singular system");
  endfor

endfunction

function check_empty ()

  for sz = {[0 0], [0 3], [3 0]}
    a = zeros (sz{1});
    for f = {"inv", "det", "rcond", "lu", "chol", "cholinv", "chol2inv", "qr", "svd", "pinv", "eig"}
      same_outcome (f{1}, a);
    endfor
    same_outcome ("mldivide", a, zeros (sz{1}(1), 2));
    same_outcome ("mrdivide", zeros (2, sz{1}(2)), a);
    [u, s, v] = svd (gpuArray (a));
    [u2, s2, v2] = svd (a);
    check_alike (u, u2, "U of an empty matrix");
    check_alike (s, full (s2), "S of an empty matrix");
    check_alike (v, v2, "V of an empty matrix");
  endfor

endfunction

function check_refused ()

  wide = ones (2, 3);
  for f = {"inv", "det", "rcond", "chol", "cholinv", "chol2inv", "eig"}
    same_outcome (f{1}, wide);
    same_outcome (f{1}, ones (2, 2, 2));
  endfor
  same_outcome ("svd", ones (2, 2, 2));
  same_outcome ("svd", [1 NaN]);
  same_outcome ("eig", [1 Inf; 1 1]);
  same_outcome ("chol", [1 2; 2 1]);
  same_outcome ("cholinv", [1 2; 2 1]);
  same_outcome ("mldivide", [1 2; 3 4], [1 2 3]);
  same_outcome ("mldivide", [1 2; 3 4], 5);
  same_outcome ("mrdivide", wide, ones (2));
  same_outcome ("mpower", wide, 2);
  same_outcome ("mpower", 2, wide);
  same_outcome ("mpower", ones (2), ones (2));
  d = gpuArray ([4 1; 2 3]);
  for f = {@() chol(d, "foo"), @() lu(d, "foo"), @() eig(d, "foo"), @() svd(d, 1, 2), @() inv(d, 1), @() qr(d, "foo")}
    h = func2str (f{1});
    [~, err] = attempt (1, f{1}, {});
    d2 = [4 1; 2 3];
    [~, want] = attempt (1, str2func (strrep (h, "(d", "([4 1; 2 3]")), {});
    tally (! isempty (err) && strcmp (err.message, want.message), "%s: %s, not %s", h, message_of (err), message_of (want));
  endfor
  for f = {"schur", "hess", "balance", "sqrtm", "logm", "qz"}
    args = {d, d};
    [~, err] = attempt (1, f{1}, args(1:1 + strcmp (f{1}, "qz")));
    tally (! isempty (err) && ! isempty (regexp (err.message, "gpuArray: no method for '.*'; use gather")), "%s: %s", f{1}, ...
           message_of (err));
  endfor
  [~, err] = attempt (1, "pagemtimes", {d, ones(3)});
  tally (strcmp (err.identifier, "Octave:nonconformant-args"), "pagemtimes: %s", message_of (err));
  [~, err] = attempt (1, "pagemtimes", {d, "turn", d, "none"});
  tally (! isempty (strfind (err.message, "pagemtimes: TRANSP must be")), "pagemtimes: %s", message_of (err));

endfunction
