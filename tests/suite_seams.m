## SPDX-License-Identifier: GPL-3.0-or-later

## What Octave asks of a gpuArray that no user names: each check runs once with host arrays and once with gpuArrays, and
## gives the same class, size and elements, or the same error.  What is refused is refused by the name of the function
## that asked, with an identifier.

function suite_seams ()

  live = __gpureduce__ ("live");
  check_new_variables ();
  check_host_targets ();
  check_many_assignments ();
  check_conversions ();
  check_empty_targets ();
  check_deletions ();
  check_formats ();
  check_text ();
  check_switch ();
  check_bytes ();
  check_refusals ();
  check_identifiers ();
  check_saved_empties ();
  check_dumps ();
  tally (__gpureduce__ ("live") == live, "%d buffers were left", __gpureduce__ ("live") - live);

endfunction

## Arrays without elements, of up to four dimensions, are assigned to by one to three indices.
function check_empty_targets ()

  shapes = {[0 0 2], [0 0 0], [0 3 2], [1 0 2], [0 1 0 2], [2 0 0], [3 0 0 2], [0 0 1 0], [2 0], [0 0]};
  targets = {{":", "end+1"}, {"end+1", ":"}, {":", 3}, {1:2, 1:3}, {":", 1:3}, {2, 2}, {":", []}, {"end+1"}, {1:3}, {":"}, ...
             {":", ":", "end+1"}, {":", ":", 3}, {1, 1, 1}, {":", ":"}};
  values = {4, [1 2 3], [1; 2], zeros(0, 1), zeros(0, 3), zeros(2, 3)};
  for s = shapes
    for t = targets
      ## what does not fit three indices is no error in Octave 7, or one, by what lies behind the sizes in memory
      for v = values(1:{end, 1}{1 + (numel (t{1}) > 2)})
        same (sprintf ("zeros ([%s]) (%s) = %s", disp_row (s{1}), strjoin (cellfun (@disp_row, t{1}, "UniformOutput", false), ", "), ...
                       mat2str (v{1})), @(G) assigned (G (zeros (s{1})), t{1}, v{1}));
      endfor
    endfor
  endfor

endfunction

function text = disp_row (x)

  text = x;
  if (! ischar (x))
    text = sprintf ("%d ", x);
  endif

endfunction

## A with A(INDEX{:}) = V, where an index "end+1" is one beyond the last.
function A = assigned (A, index, v)

  for k = find (strcmp (index, "end+1"))
    index{k} = [];
    switch (numel (index))
      case 1
        last = numel (A);
      case k
        last = prod (size (A)(k:end));
      otherwise
        last = size (A, k);
    endswitch
    index{k} = last + 1;
  endfor
  A(index{:}) = v;

endfunction

## F (G) with G = @gpuArray as with G a function that changes nothing.  STAYS says where the result has to be: "device",
## "host", or "" for anywhere.
function same (where, f, stays = "")

  [want, wrong] = attempt (1, f, {@(x) x});
  [got, err] = attempt (1, f, {@gpuArray});
  if (isempty (want) || isempty (got))
    tally (isempty (want) && isempty (got) && strcmp (plain (err.message), plain (wrong.message)), ...
           "%s: \"%s\" instead of \"%s\"", where, text_of (got, err), text_of (want, wrong));
    return;
  endif
  tally (isempty (stays) || isgpuarray (got{1}) == strcmp (stays, "device"), "%s: the result is a %s", where, ...
         class (got{1}));
  got{1} = gathered (got{1});
  tally (strcmp (class (got{1}), class (want{1})) && isequal (size (got{1}), size (want{1}))
         && isequaln (got{1}, want{1}), "%s: %s instead of %s", where, text_of (got, []), text_of (want, []));

endfunction

## Errors say the same in all but the names of types and of variables.
function text = plain (text)

  text = regexprep (text, {"'[^']*'", "^\\w+(?=\\(|: )"}, {"''", ""});

endfunction

function text = text_of (out, err)

  if (isempty (out))
    text = err.message;
  else
    text = sprintf ("%s: %s", class (out{1}), strtrim (disp (out{1})));
  endif

endfunction

## Those in cells and structs, too.
function x = gathered (x)

  if (iscell (x))
    x = cellfun (@gathered, x, "UniformOutput", false);
  elseif (isstruct (x))
    x = structfun (@gathered, x, "UniformOutput", false);
  else
    x = gather (x);
  endif

endfunction

## No warnings until CLEANUP is cleared.
function cleanup = silenced ()

  before = warning ("off", "all");
  cleanup = onCleanup (@() warning (before));

endfunction

function list = values ()

  list = {2, single(2.5), int8(5), uint16(500), int64(9007199254740993), true, "x", 1+2i, single(1i), intmax("int64") - 1};

endfunction

## ---- assignment to what is not there ----

function r = grown (v, varargin)

  r(varargin{:}) = v;

endfunction

function r = grown_in_cell (v)

  r{2}(2) = v;

endfunction

function r = grown_in_struct (v)

  r.m(2) = v;

endfunction

function check_new_variables ()

  for v = values ()
    for index = {{1}, {3}, {2, 2}, {1, 1, 2}, {[1 3]}, {":"}, {":", 2}, {[]}}
      same (sprintf ("a new variable of %s", class (v{1})), @(G) grown (G (v{1}), index{1}{:}), "device");
    endfor
    same (sprintf ("an element of a new cell of %s", class (v{1})), @(G) grown_in_cell (G (v{1})));
    same (sprintf ("an element of a new field of %s", class (v{1})), @(G) grown_in_struct (G (v{1})));
    same (sprintf ("a new row of %s", class (v{1})), @(G) grown (G ([v{1}, v{1}]), 2, ":"), "device");
  endfor

endfunction

## ---- assignment to host arrays ----

function A = put (A, v, varargin)

  A(varargin{:}) = v;

endfunction

function A = added (A, v, varargin)

  A(varargin{:}) += v;

endfunction

function A = appended (A, v)

  A(end+1) = v;

endfunction

function s = put_in_field (s, v)

  s.a.b(2) = v;
  s.c(3).d = v;

endfunction

function c = put_in_cell (c, v)

  c{2}(1) = v;
  c(1) = v;

endfunction

function check_host_targets ()

  targets = [values(), {1:5, int8(1:5), single(1:5), true(1, 5), "hello", (1:5) * 1i, [], zeros(0, 3), eye(3), ...
                        sparse([1 0 2]), magic(3), {}, {1, 2, 3}, false(0, 0), ""}];
  quiet = silenced (); # Octave's own about conversions
  for A = targets
    for v = [values(), {[7 8], int8([7 8]), [], NaN, single([1 NaN]), [true false], "ab"}]
      for index = {{1}, {2}, {7}, {[1 2]}, {1, 2}, {2, ":"}, {":"}, {true}, {[]}, {0}, {1, 1, 2}}
        where = sprintf ("%s of %s to (%s) of %s %s", class (v{1}), mat2str (size (v{1})), ...
                         strjoin (cellfun (@num2str, index{1}, "UniformOutput", false), ", "), class (A{1}), ...
                         mat2str (size (A{1})));
        same (where, @(G) put (A{1}, G (v{1}), index{1}{:}), "host");
      endfor
      same (["append to " class(A{1})], @(G) appended (A{1}, G (v{1})), "host");
    endfor
  endfor
  same ("a host array with an addition", @(G) added (1:5, G (int8 (3)), 2), "host");
  same ("fields", @(G) put_in_field (struct ("a", struct ("b", 1:3), "c", struct ("d", 0)), G (single (2.5))));
  same ("cells", @(G) put_in_cell ({1, 2:5}, G (int8 (2))));
  same ("a mask", @(G) put (1:5, G ([7 8]), logical ([0 1 0 1 0])), "host");
  same ("a mask and an array on the device", @(G) put (1:5, G ([7 8]), G (logical ([0 1 0 1 0]))), "host");
  A = 1:5;
  B = A;
  A(2) = gpuArray (7);
  tally (isequal (A, [1 7 3 4 5]) && isequal (B, 1:5), "a copy of a host array was changed");

endfunction

## A process of its own has its own count.
function check_many_assignments ()

  code = ["lastwarn (''); a = 0; d = gpuArray (1); for k = 1:2500, if (k == 999) disp (lastwarn ()), endif; a(k) = d; endfor; " ...
          "[text, id] = lastwarn (); puts ([id \"\\n\" text \"\\n\"]);"];
  [~, out] = child (code);
  lines = strsplit (out, "\n");
  tally (numel (lines) >= 3 && isempty (lines{1}) && strcmp (lines{2}, "gpureduce:hostAssignment"), ...
         "many assignments to a host array: %s", out);
  tally (! isempty (strfind (out, "zeros (..., \"like\", d)")) && ! isempty (strfind (out, "1000 times")), ...
         "the warning of many assignments: %s", out);

endfunction

## Octave on CODE, in this folder, with what is on the path here; its errors are not shown.
function [status, out] = child (code)

  setenv ("GPUREDUCE_TEST_CODE", ["addpath (getenv ('GPUREDUCE_TEST_DIR')); " code]);
  setenv ("GPUREDUCE_TEST_DIR", fileparts (which ("gpusum.m")));
  octave = fullfile (OCTAVE_EXEC_HOME (), "bin", "octave-cli");
  [status, out] = system (["timeout 100 '" octave "' --no-history -q --norc --eval \"$GPUREDUCE_TEST_CODE\" 2>/dev/null"]);
  unsetenv ("GPUREDUCE_TEST_CODE");

endfunction

## ---- conversion ----

function check_conversions ()

  quiet = silenced (); # Octave's own about conversions
  for A = {true(1, 3), true, "abc", "a", int8(1:3), 1:3, false(0, 0)}
    for v = {NaN, [5 NaN], 5, [5 6], [0.5 0], 300, [65.5 300], -1, single(NaN), single([5 NaN]), [0 1], complex(NaN, 1), 1:2, []}
      for index = {{1:numel(v{1})}, {2}, {logical([0 1 1])}, {":"}}
        where = sprintf ("%s %s to a %s %s", class (v{1}), mat2str (v{1}), class (A{1}), mat2str (size (A{1})));
        same (where, @(G) put (G (A{1}), v{1}, index{1}{:}), "device");
        same ([where ", both there"], @(G) put (G (A{1}), G (v{1}), index{1}{:}), "device");
      endfor
      m = logical ([0 1 1]);
      same (sprintf ("a mask, %s", class (v{1})), @(G) put (G (A{1}), G (v{1}), G (m)), "device");
    endfor
  endfor
  ## and Octave's warnings
  for c = {{true(1, 3), 5}, {true(1, 3), [0.5 1]}, {"abc", 300}, {"abc", [65 -1]}, {"abc", 65.4}, {true(1, 3), [0 1]}}
    [~, want] = warned (@(x) x, c{1}{:});
    [~, got] = warned (@gpuArray, c{1}{:});
    tally (strcmp (got, want), "%s to %s: the warning \"%s\" instead of \"%s\"", mat2str (c{1}{2}), class (c{1}{1}), got, want);
  endfor

endfunction

function [A, text] = warned (G, A, v)

  lastwarn ("", "");
  show = evalc ("A = put (G (A), G (v), 1:numel (v));");
  text = lastwarn ();

endfunction

## ---- deletion ----

function A = removed (A, varargin)

  A(varargin{:}) = [];

endfunction

function check_deletions ()

  indices = {":", [], 1, 2, 3, [1 2], [3 1], zeros(1, 0), zeros(0, 1), false, true, logical([1 0 1]), 1:0, int8(1), 4};
  sizes = {[1 1], [1 3], [3 1], [3 3], [0 0], [0 3], [3 0], [2 3 2], [1 1 3], [3 0 2]};
  for k = 1:600
    sz = sizes{randi (numel (sizes))};
    list = indices(randi (numel (indices), 1, randi (3)));
    if (numel (list) > numel (sz))
      continue; # an error in Octave 7, and none in Octave 9
    endif
    A = cast (reshape (1:prod (sz), sz), {"double", "int64", "single"}{randi (3)});
    on_device = rand (1, numel (list)) < 0.5 & ! cellfun (@(i) ischar (i) || ! isempty (strfind (typeinfo (i), "range")), list);
    place = @(G) cellfun (@(i, there) choose (there, G, i), list, num2cell (on_device), "UniformOutput", false);
    where = sprintf ("deletion from %s %s by %s", class (A), mat2str (sz), disp (list));
    same (where, @(G) removed (G (A), place (G){:}), "device");
    same ([where ", a host array"], @(G) removed (A, place (G){:}), "host");
  endfor

endfunction

function i = choose (there, G, i)

  if (there)
    i = G (i);
  endif

endfunction

## ---- text and formats ----

function text = raised (varargin)

  try
    error (varargin{:});
    text = "nothing";
  catch err
    text = ["[" err.identifier "] " err.message];
  end_try_catch

endfunction

function text = asserted (varargin)

  try
    assert (false, varargin{:});
    text = "nothing";
  catch err
    text = err.message;
  end_try_catch

endfunction

function text = shown (varargin)

  lastwarn ("", "");
  evalc ("warning (varargin{:});");
  text = lastwarn ();

endfunction

function check_formats ()

  lists = {{"%d", 3}, {"%d %d|", [1 2 3]}, {"%s|%d,", "xy", [1 2 3]}, {"%g", 1+2i}, {"%s", int8(65)}, {"%s", [72 105]}, ...
           {"%s", [72 105.5]}, {"%d", "ab"}, {"%c%c", "ab"}, {"%5.2f|", single([1.5 NaN])}, {"%d", true}, {"%d %s", 3, "x"}, ...
           {"%d", intmax("int64")}, {"%x", uint8(255)}, {"a%sb", zeros(1, 0)}, {"%*d", 5, 3}, {"abc"}, {"a:b", "%d", 1}};
  for args = lists
    for f = {@raised, @asserted, @shown, @sprintf}
      where = sprintf ("%s (%s)", func2str (f{1}), args{1}{1});
      same (where, @(G) f{1}(args{1}{1:end-1}, G (args{1}{end})), "host");
      if (numel (args{1}) > 1 && ! ischar (args{1}{2}))
        same ([where ", all there"], @(G) f{1}(args{1}{1}, cellfun (G, args{1}(2:end), "UniformOutput", false){:}), "host");
      endif
    endfor
  endfor
  same ("fputs", @(G) evalc ("fputs (stdout, G (\"ab\\n\"));"));
  same ("puts", @(G) evalc ("puts (G (\"ab\\n\"));"));
  same ("fdisp", @(G) evalc ("fdisp (stdout, G ([1 2]));"));

endfunction

function check_text ()

  for x = {"ab", "", "AB", ["ab"; "cd"], 5, true}
    for f = {@ischar, @isnumeric, @isreal, @islogical, @isfloat, @iscellstr, @is_function_handle, @iscell}
      same (sprintf ("%s of %s", func2str (f{1}), class (x{1})), @(G) f{1}(G (x{1})), "host");
    endfor
    for y = {"ab", "aB", "", {"ab", "x"}, {"AB"; "ab"}, ["ab"; "cd"], 5}
      for f = {@strcmp, @strcmpi}
        where = sprintf ("%s (%s)", func2str (f{1}), class (x{1}));
        same (where, @(G) f{1}(G (x{1}), y{1}), "host");
        same ([where " behind"], @(G) f{1}(y{1}, G (x{1})), "host");
      endfor
      for f = {@strncmp, @strncmpi}
        same (func2str (f{1}), @(G) f{1}(G (x{1}), y{1}, 1), "host");
      endfor
    endfor
  endfor
  same ("strcmp of two", @(G) strcmp (G ("ab"), G ("ab")), "host");
  same ("strcmp in cells", @(G) strcmp ({G("ab"), "x"}, G ("ab")), "host");
  same ("isfield", @(G) isfield (struct ("a", 1), G ("a")), "host");
  same ("isfield of others", @(G) isfield (struct ("a", 1), {G("a"), "b"}), "host");
  same ("validatestring", @(G) validatestring (G ("re"), {"red", "blue"}), "host");
  same ("double of text", @(G) double (G ("ab")), "device");
  same ("an option", @(G) gathered (sum (G ([1 2; 3 4]), G ("native"))));

endfunction

## ---- switch ----

function r = selected (x, varargin)

  switch (x)
    case varargin{1}
      r = 1;
    case varargin{2}
      r = 2;
    otherwise
      r = 3;
  endswitch

endfunction

function check_switch ()

  for x = {3, 2, [1 2], "abc", "", [], int8(3), true, single(2)}
    for y = {3, {1, 3}, [1 2], {"abc", [1 2]}, {}, {[]}, "abc", {2, "x"}}
      same ("switch", @(G) selected (G (x{1}), y{1}, 2), "host");
      if (! iscell (y{1}))
        same ("switch by a gpuArray", @(G) selected (x{1}, G (y{1}), {G(2), 7}), "host");
      endif
    endfor
  endfor
  same ("switch with cells of gpuArrays", @(G) selected (G (7), {1, G(2)}, {G(7)}), "host");

endfunction

## ---- bytes ----

function check_bytes ()

  for x = {int32([1 2]), int32([1; 2]), 1:2, single(pi), uint8(1:16), "abcdefgh", true(1, 8), [], zeros(0, 3), complex(1, 2), ...
           reshape(1:8, 2, 2, 2)}
    for name = {"uint8", "int16", "double", "single", "char", "single complex", "double complex", "UINT32", "logical", "foo"}
      same (sprintf ("typecast of %s to %s", class (x{1}), name{1}), @(G) typecast (G (x{1}), name{1}), "device");
    endfor
  endfor
  d = gpuArray (int32 ([1 2]));
  e = typecast (d, "uint32");
  e(1) = 9;
  tally (isequal (d, [1 2]), "an array changed with its bytes of another class");

endfunction

## ---- refusals ----

## F (G) is an error of this text and the identifier "gpureduce:unsupported".
function refused (name, f)

  [~, err] = attempt (1, f, {@gpuArray});
  tally (! isempty (err) && strcmp (err.message, sprintf ("gpuArray: no method for '%s'; use gather", name))
         && strcmp (err.identifier, "gpureduce:unsupported"), "%s: %s", name, message_of (err));

endfunction

## What Octave calls a function itself: tolower is lower from Octave 9 on.
function name = own_name (name)

  try
    feval (name);
  catch err
    name = regexp (err.message, 'Invalid call to (\w+)', "tokens"){1}{1};
  end_try_catch

endfunction

## Versions of Octave differ in what an m-file calls; a refusal names the m-file.
function refused_or_right (name, f)

  if (isempty (attempt (1, f, {@gpuArray})))
    refused (name, f);
  else
    same (name, f);
  endif

endfunction

function text = message_of (err)

  text = "no error";
  if (! isempty (err))
    text = sprintf ("[%s] %s", err.identifier, err.message);
  endif

endfunction

function check_refusals ()

  for type = {"double", "single", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"}
    x = cast ([1 2 3], type{1});
    same (["base64_encode of " type{1}], @(G) base64_encode (G (x)));
    refused ("bitunpack", @(G) bitunpack (G (x)));
    refused_or_right ("toeplitz", @(G) toeplitz (G (x)));
    refused_or_right ("hankel", @(G) hankel (G (x)));
    refused_or_right ("vech", @(G) vech (G ([x; x; x])));
    refused ("fwrite", @(G) fwrite (stdout (), G (x)));
    same (["mat2cell of " type{1}], @(G) mat2cell (G (x), 1, [1 2]));
  endfor
  for f = {"regexp", "strfind"}
    refused (f{1}, @(G) feval (f{1}, G ("abc"), "b"));
    refused (f{1}, @(G) feval (f{1}, "abc", G ("b")));
  endfor
  for f = {"strrep", "regexprep"}
    refused (f{1}, @(G) feval (f{1}, G ("abc"), "b", "c"));
  endfor
  same ("char", @(G) char (G ([72 105])));
  for f = {"str2double", "isspace", "tolower", "toupper"}
    refused (own_name (f{1}), @(G) feval (f{1}, G ("3")));
  endfor
  same ("sortrows", @(G) sortrows (G (magic (3))), "device");
  refused ("logm", @(G) logm (G (magic (3)))); # calls schur
  refused ("matrix_type", @(G) matrix_type (G (magic (3))));
  refused ("sparse", @(G) sparse (G (1)));
  same ("a number below", @(G) 2 \ G (1:3), "device");
  same ("an empty array that becomes a cell", @(G) braces (G ([])));
  same ("an empty array that becomes a struct", @(G) dotted (G (zeros (0, 3))));
  [~, err] = attempt (1, @braces, {gpuArray(1)});
  tally (! isempty (err) && strcmp (err.identifier, "gpureduce:unsupported"), "braces: %s", message_of (err));

endfunction

function x = braces (x)

  x{2} = 1;

endfunction

function x = dotted (x)

  x(2).a = 1;

endfunction

function check_identifiers ()

  d = gpuArray (magic (3));
  calls = {@() gpuArray ({1}), @() gpuArray (sparse (1)), @() schur (d), @() d{1}, @() d.a, @() reshape (d, 2, 2), ...
           @() permute (d, [1 1]), @() d(10), @() d(1.5), @() put (d, [1 2], 1:3), @() put (d, {1}, 1), @() removed (d, 1, 1), ...
           @() removed (d, 1, 2, 7), @() d + (1:4), @() gpuArray (ones (2, 2, 2)).', @() int8 (d * 1i), ...
           @() logical (gpuArray ("a")), @() gpuArray.zeros (2, "foo"), @() gpuArray.frobnicate (1), @() gpuArray.eye (1, 2, 3), ...
           @() gpuArray.randi (0), @() gpuArray.randperm (-1), @() sin (gpuArray ("a")), @() d + {1}, @() mod (d)};
  for f = calls
    [~, err] = attempt (1, f{1}, {});
    tally (! isempty (err) && ! isempty (err.identifier), "%s: %s", func2str (f{1}), message_of (err));
  endfor

endfunction

## ---- files ----

function check_saved_empties ()

  file = tempname ();
  for format = {"-text", "-binary", "-hdf5", "-v6", "-v7"}
    for a = {[], zeros(0, 3), zeros(2, 0, 2), int8([]), single([]), "", false(0, 0), complex([])}
      e = gpuArray (a{1});
      c = {e, gpuArray(5)};
      s.e = e;
      z = 2;
      save (format{1}, file, "e", "c", "s", "z");
      l = load (file);
      where = sprintf ("save %s of %s %s", format{1}, class (a{1}), mat2str (size (a{1})));
      tally (strcmp (class (l.e), class (a{1})) && isequal (size (l.e), size (a{1})), "%s: %s %s", where, class (l.e), ...
             mat2str (size (l.e)));
      tally (isequal (l.z, 2) && isequal (l.c{2}, 5) && isequal (size (l.s.e), size (a{1})), "%s loses what follows", where);
    endfor
  endfor
  unlink (file);

endfunction

## Octave writes its variables when a signal ends it.
function check_dumps ()

  cleanup = scratch_folder ();
  code = ["a = 1; b = gpuArray (int8 ([1 2 3])); c = {gpuArray([]), gpuArray(\"text\")}; s.x = gpuArray (1i); " ...
          "octave_core_file_options (getenv (\"GPUREDUCE_TEST_FORMAT\")); z = 5; " ...
          "kill (getpid (), SIG ().(getenv (\"GPUREDUCE_TEST_SIGNAL\"))); for k = 1:1e8, endfor"];
  for signal = {"TERM", "HUP"}
    for format = {"-text", "-binary", "-hdf5", "-v6", "-v7"}
      setenv ("GPUREDUCE_TEST_SIGNAL", signal{1});
      setenv ("GPUREDUCE_TEST_FORMAT", format{1});
      child (code);
      [l, err] = attempt (1, "load", {"octave-workspace"});
      where = sprintf ("a dump by SIG%s, %s", signal{1}, format{1});
      tally (isempty (err), "%s: %s", where, message_of (err));
      if (isempty (err))
        l = l{1};
        class_of_b = {"int8", "double"}{1 + (format{1}(2) == "v")};
        tally (isfield (l, "z") && l.z == 5 && isequal (l.b, [1 2 3]) && isa (l.b, class_of_b) && isequal (l.s.x, 1i)
               && isequal (l.c, {[], "text"}), "%s: %s", where, disp (l));
      endif
      unlink ("octave-workspace");
    endfor
  endfor
  unsetenv ("GPUREDUCE_TEST_SIGNAL");
  unsetenv ("GPUREDUCE_TEST_FORMAT");

endfunction
