## SPDX-License-Identifier: GPL-3.0-or-later

## spmd_calls (): what users may try with arrays that are spread over processes is right, or refused by the name that
## they have called, on all processes.

function spmd_calls ()

  x = reshape (1:24, 4, 6);
  plain = struct ("D", x, "E", x > 7, "Z", complex (x, 1), "I", int8 (x), "S", single (x) / 7, "C", "hello", ...
                  "T", reshape (x, 2, 2, 6), "N", zeros (0, 3), "O", zeros (0, 0), "U", 5, "V", (1:5).', "x", x);
  v = plain;
  for f = fieldnames (plain).'
    along = 1 + (columns (plain.(f{1})) > 1) + (ndims (plain.(f{1})) > 2);
    if (! strcmp (f{1}, "x"))
      v.(f{1}) = spread (plain.(f{1}), along, random_parts (size (plain.(f{1}), along)));
    endif
  endfor
  warning ("off", "gpureduce:warning", "local");
  served (plain, v);
  of_nothing ();
  refused (v);
  wrong (v);
  other_arguments (v);

endfunction

function served (plain, v)

  calls = {@(v) size(v.T), @(v) size(v.D, 2), @(v) size(v.D, [2 1]), @(v) ndims(v.T), @(v) numel(v.D), @(v) length(v.D), ...
           @(v) rows(v.D), @(v) columns(v.D), @(v) isempty(v.N), @(v) isempty(v.D), @(v) isscalar(v.U), @(v) isscalar(v.V), ...
           @(v) isvector(v.V), @(v) isvector(v.N), @(v) isvector(v.D), @(v) isrow(v.V), @(v) iscolumn(v.V), ...
           @(v) issquare(v.D), @(v) ismatrix(v.T), @(v) size_equal(v.D, v.x), @(v) size_equal(v.D, v.V), ...
           @(v) size_equal(v.x, v.E, v.Z), @(v) isnumeric(v.E), @(v) isnumeric(v.I), @(v) isfloat(v.I), @(v) isfloat(v.S), ...
           @(v) isinteger(v.I), @(v) islogical(v.E), @(v) isbool(v.E), @(v) isbool(v.D), @(v) ischar(v.C), @(v) isreal(v.Z), ...
           @(v) iscomplex(v.Z), @(v) iscell(v.D), @(v) isstruct(v.D), @(v) isa(v.D, "double"), @(v) isa(v.I, "integer"), ...
           @(v) isa(v.I, {"float", "numeric", "int8"}), @(v) isa(v.E, "numeric"), @(v) isa(v.S, "single"), ...
           @(v) v.D + v.S, @(v) v.I * 2.5, @(v) v.E + v.E, @(v) v.C - 32, @(v) v.C == "h", ...
           @(v) plus(v.D, 1, v.D), @(v) and(v.E, v.D, 1), @(v) times(2, v.x, v.D, v.E), ...
           @(v) or(v.E, v.D, v.x, 0), @(v) xor(v.E, v.D), @(v) ! v.E, @(v) 2 \ v.D, @(v) v.Z .^ 2, ...
           @(v) v.N + 1, @(v) -v.N, @(v) nthroot(v.D, 3), @(v) gammaln(v.V), @(v) cast(v.D, "int8"), ...
           @(v) min(v.Z, 12), @(v) max(v.Z, 12), @(v) max(v.E, v.Z), @(v) min(v.E, v.Z), @(v) sum(min(v.Z, v.D), 2), ...
           @(v) v.E .^ -v.Z, @(v) (-v.Z) .^ v.E, @(v) sum(v.E .^ -v.Z, 2), ...
           @(v) max(v.D, 3), @(v) max(3, v.D), @(v) min(v.D, v.x), @(v) max(v.D, [], 2), @(v) min(v.D), @(v) max(v.D, [], 1), ...
           @(v) sum(v.D), @(v) sum(v.C), @(v) sum(v.N), @(v) prod(v.N, 2), @(v) any(v.E, 2), @(v) all(v.E), @(v) mean(v.D, 2), ...
           @(v) cumsum(v.D, 2), @(v) cumprod(v.V), @(v) median(v.D), @(v) histc(v.D, 1:9, 2), @(v) isequal(gather(v.D), v.x), ...
           @(v) [v.D, v.S], @(v) [v.D; v.E], @(v) [v.D, single([])], @(v) [[], v.E], @(v) [zeros(0, 0, "int8"), v.U], ...
           @(v) [v.O, v.I], @(v) cat(3, v.D, v.x), @(v) [v.C, "!"], @(v) [v.D, zeros(4, 0)], @(v) [v.N; v.N], ...
           @(v) cellfun(@numel, {v.D, 1}), @(v) cellfun(@(a) {a + 1}, {v.D}){1}};
  for f = calls
    text = func2str (f{1});
    want = f{1} (plain);
    got = "";
    try
      got = f{1} (v);
      text = [text ": " mismatch(gather (got), want, 4 * eps * abs (double (want)))];
      ok = text(end) == " ";
    catch err
      ok = false;
      text = [text ": " err.message];
    end_try_catch
    tally (ok, "%s", text);
  endfor

endfunction

## Without elements results are complex where those of an array that is not spread are.
function of_nothing ()

  for f = tested_functions ().'
    for dim = 1:3
      x = complex (zeros (3, 0), zeros (3, 0));
      args = [f.middle, {dim}];
      want = feval (["gpu" f.name], x, args{:});
      got = feval (["gpu" f.name], spread (x, 2, zeros (1, spmdSize ())), args{:});
      tally (iscomplex (got) == iscomplex (want) && isequaln (gather (got), want), ...
             "gpu%s of no complex numbers along %d", f.name, dim);
    endfor
  endfor

endfunction

## Functions that these arrays do not have, and those of Octave that are made of such.
function refused (v)

  calls = {"index", @(v) v.D(3); "index", @(v) v.D(:,2); "index", @(v) v.D(end); "index", @(v) v.D{1}; "index", @(v) v.D.x;
           "index", @(v) v.D(v.E); "index", @(v) numel(v.D, 1, 2);
           "ctranspose", @(v) v.D'; "transpose", @(v) v.D.'; "mpower", @(v) v.D ^ 2;
           "mtimes", @(v) v.D * v.D; "mrdivide", @(v) 2 / v.D; "mldivide", @(v) v.x \ v.D; "colon", @(v) 1:v.U;
           "logical", @(v) v.D && true; "logical", @(v) ifelse_of(v.E); "logical", @(v) logical(v.D);
           "isequal", @(v) isequal(v.D, v.x); "sort", @(v) sort(v.D); "unique", @(v) unique(v.D); "find", @(v) find(v.D);
           "ismember", @(v) ismember(3, v.D); "sprintf", @(v) sprintf("%d", v.D); "fprintf", @(v) fprintf(v.D);
           "puts", @(v) puts(v.C); "fwrite", @(v) fwrite(1, v.D); "strcmp", @(v) strcmp(v.C, "hello");
           "upper", @(v) upper(v.C); "regexprep", @(v) regexprep(v.C, "h", "j"); "isspace", @(v) isspace(v.C);
           "arrayfun", @(v) arrayfun(@(a) a, v.D); "bsxfun", @(v) bsxfun(@plus, v.D, 1); "num2cell", @(v) num2cell(v.D);
           "zeros", @(v) zeros(v.U); "ones", @(v) ones(2, "like", v.D); "repmat", @(v) repmat(v.D, 2, 1);
           "squeeze", @(v) squeeze(v.T); "diag", @(v) diag(v.D); "fft", @(v) fft(v.D); "bitget", @(v) bitget(v.D, 1);
           "gpudot", @(v) gpudot(v.D, v.D); "gpumode", @(v) gpumode(v.D); "gpuArray", @(v) gpuArray(v.D);
           "isdiag", @(v) isdiag(v.D); "rank", @(v) rank(v.D); "polyfit", @(v) polyfit(v.V, v.V, 1);
           "realsqrt", @(v) realsqrt(v.D); "factorial", @(v) factorial(v.D); "sind", @(v) sind(v.D);
           "center", @(v) center(v.D); "factor", @(v) factor(v.U); "primes", @(v) primes(v.U)};
  for c = calls.'
    fails_so (c{2}, v, ["^" c{1} ": codistributed arrays are not supported; use "], "gpureduce:unsupported");
  endfor

endfunction

function ifelse_of (E)

  if (E)
    error ("a condition was true");
  endif

endfunction

## Calls that are wrong for any array.
function wrong (v)

  calls = {@(v) v.D + {1}, "plus: wrong type argument 'cell'", "gpureduce:badArgument";
           @(v) v.D .* sparse(v.x), "times: sparse input is not supported; use full", "gpureduce:unsupported";
           @(v) horzcat(v.D, {1}), "horzcat: wrong type argument 'cell'", "gpureduce:badArgument";
           @(v) vertcat(v.D, struct()), "vertcat: wrong type argument 'struct'", "gpureduce:badArgument";
           @(v) horzcat(v.D, 1), "horzcat: dimensions mismatch \\(4x6 vs 1x1\\)", "Octave:nonconformant-args";
           @(v) v.D + v.V, "plus: nonconformant arguments", "Octave:nonconformant-args";
           @(v) two(@sin, v.D), "sin: function called with too many outputs", "Octave:invalid-fun-call";
           @(v) two(@isempty, v.D), "isempty: function called with too many outputs", "Octave:invalid-fun-call";
           @(v) two(@gpusum, v.D, 2), "gpusum: function called with too many outputs", "gpureduce:badArgument";
           @(v) two(@gpuall, v.D), "gpuall: function called with too many outputs", "gpureduce:badArgument";
           @(v) three(@gpumax, v.D), "gpumax: function called with too many outputs", "gpureduce:badArgument";
           @(v) two(@max, v.D, 3), "max: there are no positions", "gpureduce:badArgument";
           @(v) isempty(v.D, 1), "Invalid call to isempty", "Octave:invalid-fun-call";
           @(v) sin(v.D, 1), "Invalid call to sin", "Octave:invalid-fun-call"};
  for c = calls.'
    fails_so (c{1}, v, ["^" c{2}], c{3});
  endfor
  ## of brackets Octave says that they failed; why is a warning
  warning ("on", "gpureduce:warning", "local");
  said = evalc ("fails_so (@(v) [v.D, 1], v, 'horzcat method failed', '')");
  tally (! isempty (strfind (said, "horzcat: dimensions mismatch (4x6 vs 1x1)")), "brackets: %s", said);

endfunction

## Methods are called with an array elsewhere, by their full names with none, or with nothing.
function other_arguments (v)

  bad = "gpureduce:badArgument";
  for f = {tested_functions().name}
    front = ["^gpu" f{1} ": only the first argument can be codistributed$"];
    for name = {f{1}, ["gpu" f{1}]}
      full = ["@codistributed/" name{1}];
      fails_so (@(v) feval (name{1}, v.D, [], v.D), v, front, bad);
      fails_so (@(v) feval (full, 1), v, front, bad);
      fails_so (@(v) feval (full, 1, 2), v, front, bad);
      fails_so (@(v) feval (full), v, ["^Invalid call to " name{1} "$"], "Octave:invalid-fun-call");
    endfor
  endfor

endfunction

function [a, b] = two (f, varargin)

  [a, b] = f (varargin{:});

endfunction

function [a, b, c] = three (f, varargin)

  [a, b, c] = f (varargin{:});

endfunction

function fails_so (f, v, text, identifier)

  said = struct ("message", "no error", "identifier", "");
  try
    f (v);
  catch said
  end_try_catch
  tally (! isempty (regexp (said.message, text, "once")) && strcmp (said.identifier, identifier), "%s: \"%s\" (%s)", ...
         func2str (f), said.message, said.identifier);

endfunction
