## SPDX-License-Identifier: GPL-3.0-or-later

## Wrong calls: each raises its identifier and a text that says what is wrong and
## what is taken; after each the session is usable and nothing has leaked.  The
## texts are the builtins' where the builtins refuse the call, too.

function suite_bad_calls ()

  raise_each (arguments_and_classes ());
  raise_each (dimensions ());
  raise_each (options_and_algorithms ());
  raise_each (devices ());
  raise_each (long_strings ());
  raise_each (subcommands ());
  raise_each (made_of_others ());
  any_values ();
  good_calls ();

endfunction

## The identifiers: those of the wrong use of a function, of an argument, and of what is not there.
function [usage, bad, no] = identifiers ()

  usage = "Octave:invalid-fun-call";
  bad = "gpureduce:badArgument";
  no = "gpureduce:unsupported";

endfunction

## Numbers of arguments and outputs, and classes.
function calls = arguments_and_classes ()

  [usage, bad, no] = identifiers ();
  calls = {
    ## no or too many arguments and outputs
    "gpusum ()",                              usage, '^Invalid call to gpusum'
    "gpumax ()",                              usage, '^Invalid call to gpumax'
    "gpucumsum ()",                           usage, '^Invalid call to gpucumsum'
    "gpumean ()",                             usage, '^Invalid call to gpumean'
    "gpuvar ()",                              usage, '^Invalid call to gpuvar'
    "gpusum (1, 1, 2)",                       usage, '^Invalid call to gpusum'
    "gpuany (1, 1, 2)",                       usage, '^Invalid call to gpuany'
    "gpucummax (1, 1, 2)",                    usage, '^Invalid call to gpucummax'
    "gpumax (1, [], 1, 2)",                   usage, '^Invalid call to gpumax'
    "gpumean (1, 2, 3)",                      usage, '^Invalid call to gpumean'
    "gpusum (1, 'native', 2)",                usage, '^Invalid call to gpusum'
    "[a, b] = gpusum (1)",                    "",    '^element number 2 undefined in return list'
    "[a, b] = gpucumprod (1)",                "",    '^element number 2 undefined in return list'
    "[a, b, c] = gpumax (1)",                 "",    '^element number 3 undefined in return list'
    "[a, b] = gpumean (1)",                   bad,   'gpumean: function called with too many outputs'
    ## classes
    "gpusum ({1})",                           bad,   'gpusum: wrong type argument ''cell'''
    "gpuprod (struct ())",                    bad,   'gpuprod: wrong type argument ''scalar struct'''
    "gpumax (struct ('a', {1, 2}))",          bad,   'gpumax: wrong type argument ''struct'''
    "gpucummin (@sin)",                       usage, 'gpucummin: the function has 1 arguments, and there are 0 behind it'
    "gpuany ({1})",                           bad,   'gpuany: wrong type argument ''cell'''
    "gpumean ({1})",                          bad,   'gpumean: X must be a numeric'
    "gpumean ('ab')",                         bad,   'gpumean: X must be a numeric'
    "gpuvar ('ab')",                          bad,   'gpuvar: X must be a numeric'
    "gpustd ({1})",                           bad,   'gpustd: X must be a numeric'
    "gpusumsq ('ab')",                        bad,   'invalid conversion from string to real N-D array'
    "gpucumprod ('ab')",                      bad,   'invalid conversion from string to real N-D array'
    "gpucumsum ('ab')",                       bad,   'gpucumsum: wrong type argument ''sq_string'''
    "gpucummax (\"ab\")",                     bad,   'gpucummax: wrong type argument ''string'''
    "gpucummin ('')",                         bad,   'gpucummin: wrong type argument ''null_sq_string'''
    "gpusum (sparse (1))",                    no,    'sparse input is not supported; use sum, or full \(A\)'
    "gpucummax (sparse ([1 2]))",             no,    'sparse input is not supported; use cummax, or full'
    "gpuall (sparse (true))",                 no,    'sparse input is not supported; use all, or full \(A\)'
  };

endfunction

## DIM.
function calls = dimensions ()

  [usage, bad] = identifiers ();
  calls = {
    "gpusum (1, 0)",                          bad,   'gpusum: invalid dimension DIM = 0'
    "gpuprod (1, -1)",                        bad,   'gpuprod: invalid dimension DIM = -1'
    "gpusum (1, 0.5)",                        bad,   'gpusum: invalid dimension DIM = 0'
    "gpucumsum (1, 0)",                       bad,   'gpucumsum: invalid dimension argument = 0'
    "gpusumsq (1, -1)",                       bad,   'gpusumsq: invalid dimension argument = -1'
    "gpusumsq (1, 1.5)",                      bad,   'conversion of 1.5 to int value failed'
    "gpucumprod (1, NaN)",                    bad,   'conversion of nan to int value failed'
    "gpuall (1, -1)",                         bad,   'gpuall: invalid dimension argument = -1'
    "gpuany (1, [])",                         bad,   'gpuany: DIM must be an integer'
    "gpuany (1, {1})",                        bad,   'gpuany: DIM must be an integer'
    "gpumax (1, [], 0)",                      bad,   'gpumax: DIM must be a valid dimension'
    "gpumin (1, [], -3)",                     bad,   'gpumin: DIM must be a valid dimension'
    "gpumin (1, [], 1.5)",                    bad,   'conversion of 1.5 to int value failed'
    "gpucummax (1, 0)",                       bad,   'gpucummax: DIM must be a valid dimension'
    "gpumean (1, 0)",                         bad,   'gpumean: DIM must be an integer and a valid dimension'
    "gpumean (1, 1.5)",                       bad,   'gpumean: DIM must be an integer and a valid dimension'
    "gpumean (1, true)",                      usage, '^Invalid call to gpumean'
    "gpumean (1, [])",                        usage, '^Invalid call to gpumean'
    "gpumean (1, Inf)",                       bad,   'conversion of inf to octave_idx_type value failed'
    "gpuvar (1, 0, 0)",                       bad,   'gpuvar: DIM must be a positive integer'
    "gpustd (1, [], 1.5)",                    bad,   'gpustd: DIM must be a positive integer'
    "gpusum (1, [])",                         bad,   'wrong type argument ''null_matrix'''
    "gpuprod (1, zeros (1, 0))",              bad,   'wrong type argument ''matrix'''
    "gpucumsum (1, {1})",                     bad,   'wrong type argument ''cell'''
    "gpusum (ones (2, 2), [1 1])",            bad,   'vector DIM must contain non-repeating positive integers'
    "gpusum (ones (2, 2), [1 0])",            bad,   'vector DIM must contain non-repeating positive integers'
    "gpumax (ones (2, 2), [], [1 1.5])",      bad,   'vector DIM must contain non-repeating positive integers'
    "gpucumsum (ones (2, 2), [1 1])",         bad,   'vector DIM must contain non-repeating positive integers'
    "gpucummin (1, 1, 'all')",                bad,   '"all" contradicts DIM'
    "gpucummin (1, 'some')",                  bad,   '''some''.*"reverse".*"exclusive".*kogge'
    "gpusum (1, 1, 'all')",                   bad,   '"all" contradicts DIM'
  };

endfunction

## Words, algorithms and their blocks, weights, and what max and min do not take.
function calls = options_and_algorithms ()

  [usage, bad, no] = identifiers ();
  calls = {
    ## words
    "gpusum (1, 'foo')",                      bad,   'type argument ''foo''.*"native".*"omitnan".*shuffle'
    "gpusum (1, 'NATIVE')",                   bad,   'gpusum: unrecognized type argument ''NATIVE'''
    "gpusum (1, 'omitnann')",                 bad,   'unrecognized type argument ''omitnann''; did you mean "omitnan"\? gpusum takes "default",'
    "gpucumsum (1, 'Koge')",                  bad,   'unrecognized string argument ''Koge''; did you mean "kogge"\? gpucumsum takes '
    "gpumax (1, [], 1, 'shufle')",            bad,   'did you mean "shuffle"\? gpumax takes '
    "gpusum (1, 'kogg3')",                    bad,   'unrecognized type argument ''kogg3''; gpusum takes '
    "gpusum (1, '')",                         bad,   'gpusum: unrecognized type argument '''''
    "gpuprod (1, 'extra')",                   bad,   'gpuprod: unrecognized type argument ''extra'''
    "gpucumsum (1, 'foo')",                   bad,   'gpucumsum: unrecognized string argument'
    "gpumean (1, 'b')",                       bad,   'gpumean: mean type ''b'' not recognized'
    "gpumean ([1 -1], 'g')",                  bad,   'gpumean: X must not contain any negative values'
    "gpuany (1, 'omitnan')",                  bad,   'omitnan'
    "gpusumsq (1, 'extra')",                  bad,   'extra'
    "gpumax (1, [], 'ComparisonMethod')",     bad,   '"ComparisonMethod" is followed by "auto", "real" or "abs"'
    "gpumax (1, [], 'ComparisonMethod', 'ABS')", bad, 'invalid comparison method ''ABS''.*"auto", "real", "abs"'
    "gpumax (1, [], 'ComparisonMethod', 3)",  usage, '^Invalid call to gpumax'
    "gpusum (1, 'ComparisonMethod', 'abs')",  bad,   'ComparisonMethod'
    "gpusum (1, 'reverse')",                  bad,   'reverse'
    "gpusum (1, 'linear')",                   bad,   'linear'
    "gpumax (1, [], 'exclusive')",            bad,   'exclusive'
    "gpusum (1, 'native', 'double')",         bad,   '"double" contradicts "native"'
    "gpusum (1, 'omitmissing', 'includenan')", bad,   '"includenan" contradicts "omitmissing"'
    "gpusum (1, 'omitnan', 'includenan')",    bad,   '"includenan" contradicts "omitnan"'
    "gpucumsum (1, 'forward', 'reverse')",    bad,   '"reverse" contradicts "forward"'
    "gpucumsum (1, 'exclusive', 'exclusive')", bad,  '"exclusive" is given twice'
    ## algorithms and blocks
    "gpusum (1:9, 'kogge')",                  no,    'for scans; gpusum is a reduction and takes .*shuffle'
    "gpucumsum (1:9, 'shuffle')",             no,    'for reductions; gpucumsum is a scan and takes .*kogge'
    "gpusum (1:9, 'shuffle', 'kogge')",       no,    'kogge'
    "gpusum (1:9, 'shuffle', 'auto')",        bad,   '"auto" contradicts "shuffle"'
    "gpusum (1:9, 'block', 128)",             bad,   'chooses its own block size; "block" goes with .*shuffle'
    "gpusum (1:9, 'shuffle', 'block', 100)",  bad,   'block size 100 .* shuffle takes: 32 64 128 256 512 1024'
    "gpusum (1:9, 'shuffle', 'block', 2048)", bad,   'block size 2048 .* shuffle takes: 32 .* 1024'
    "gpusum (1:9, 'shuffle', 'block', 0)",    bad,   'block size 0 .* shuffle takes: 32'
    "gpucumsum (1:9, 'kogge', 'block', -32)", bad,   'block size -32 .* kogge takes: 32'
    "gpucumsum (1:9, 'kogge', 'block', NaN)", bad,   'block size .* kogge takes: 32'
    "gpucumsum (1:9, 'kogge', 'block', 64.5)", bad,  'block size 64.5 .* kogge takes: 32'
    "gpusum (1:9, 'shuffle', 'block')",       bad,   '"block" is followed by a number'
    "gpusum (1:9, 'shuffle', 'block', [32 64])", bad, '"block" is followed by a number'
    "gpusum (1:9, 'shuffle', 'block', 'x')",  bad,   '"block" is followed by a number'
    "gpusum (1:9, 'shuffle', 'block', sparse (64))", bad, 'number of threads; given was a sparse matrix'
    "gpusum (1:9, 'shuffle', 'block', 64 + 1i)", bad, 'number of threads; given was a complex array'
    "gpusum (1:9, 'shuffle', 'block', Inf)",  bad,   'block size inf .* shuffle takes: 32'
    "gpusum (1:9, 'shuffle', 32)",            usage, '^Invalid call to gpusum'
    ## backends
    "gpusum (1:9, 'backend')",                bad,   'gpusum: "backend" is followed by "cuda" or "cpu"$'
    "gpusum (1:9, 'backend', 1)",             bad,   '"backend" is followed by "cuda" or "cpu"; given was 1$'
    "gpusum (1:9, 'backend', {'cpu'})",       bad,   '"backend" is followed by .*; given was a cell$'
    "gpucummax (1:9, 'backend', 'opencl')",   bad,   'unknown backend ''opencl''; "backend" takes "cuda" and "cpu"$'
    "gpusum (1:9, 'backend', 'auto')",        bad,   'unknown backend ''auto''; "backend" takes "cuda" and "cpu"$'
    "gpusum (1:9, 'backend', 'cpu', 'backend', 'cuda')", bad, '"backend" is given twice'
    "gpusum (1:9, 'cub', 'backend', 'cpu')",  no,    '"cub" runs on a CUDA device only; the backend is "cpu"'
    "gpusum (1:9, 'cpu')",                    bad,   'unrecognized type argument ''cpu''; .*"backend" with "cuda" or "cpu"'
    "gpualgos ('foo')",                       bad,   'no algorithm is called ''foo''.*auto'
    ## max and min
    "gpumax (1, 2)",                          no,    'elementwise max \(A, B\) .* use the builtin max'
    "gpumin ([1 2], [])",                     no,    'elementwise min \(A, B\) .* use the builtin min'
    "gpumax ({1}, 1)",                        no,    'elementwise max \(A, B\) .* use the builtin max'
    ## weights
    "gpumean ([1 2], 'Weights')",             bad,   '"Weights" is followed by an array'
    "gpumean ([1 2], 'Weights', 'ab')",       bad,   'gpumean: WEIGHTS must be single or double'
    "gpumean ([1 2], 'Weights', int8 ([1 2]))", bad, 'gpumean: WEIGHTS must be single or double'
    "gpumean ([1 2], 'Weights', [1i 2])",     no,    'gpumean: WEIGHTS must be real'
    "gpumean ([1 2], 'Weights', [1 -2])",     bad,   'gpumean: WEIGHTS must be nonnegative'
    "gpumean ([1 2], 'Weights', 1:3)",        bad,   'gpumean: WEIGHTS vector must have the same length'
    "gpumean ([1 2], 'Weights', ones (3, 2))", bad,  'gpumean: WEIGHTS array must have the same size'
    "gpumean ([1 2], 'g', 'Weights', [1 2])", no,    'gpumean: "Weights" goes with the arithmetic mean only'
    "[m, n] = gpumean ([1 2])",               bad,   'gpumean: function called with too many outputs'
    "[v, m, n] = gpuvar ([1 2])",             bad,   'gpuvar: function called with too many outputs'
    "gpuvar ([1 2 3], 2)",                    bad,   'gpuvar: W must be 0, 1, or a vector of positive'
    "gpuvar ([1 2], [-1 0])",                 bad,   'gpuvar: W must be 0, 1, or a vector of positive'
    "gpustd ([1 2], eye (2))",                bad,   'gpustd: W must be 0, 1, or a vector of positive'
    "gpuvar ([1 2], {1})",                    bad,   'gpuvar: W must be 0, 1, or a vector of positive'
    "gpuvar ([1 2], [1 2 3])",                bad,   'gpuvar: the length of W must be equal to the size of X'
    "gpuvar (ones (2, 2), [1 2], [1 2])",     bad,   'gpuvar: W must be either 0 or 1'
    "gpuvar ([1 2], [1 2 3], 'all')",         bad,   'gpuvar: W must be either 0 or 1'
  };

endfunction

## Devices, by name and by number.
function calls = devices ()

  [~, bad] = identifiers ();
  calls = {
    "gpuDevice ('opencl')",                   bad,   'unknown backend ''opencl''; there are cuda, cpu, auto'
    "gpuDevice (gpuDeviceCount () + 1)",      bad,   'device \d+ does not exist'
    "gpuDevice (0)",                          bad,   'device.*"cuda" or "cpu".*whole number from 1 .*given was 0$'
    "gpuDevice (1.5)",                        bad,   'whole number from 1 to 2147483647; given was 1.5'
    "gpuDevice (Inf)",                        bad,   'whole number from 1 .*; given was inf'
    "gpuDevice ({})",                         bad,   'whole number from 1 .*; given was a cell'
    "gpuDevice (sparse (1))",                 bad,   'whole number from 1 .*; given was a sparse matrix'
    "gpuDevice ([gpuDeviceCount() + 1, 1])",  bad,   'device \d+ does not exist'
    "gpuDevice ([1 1.5])",                    bad,   'number 2 of the devices must .* from 1 .*; given was 1.5'
    "gpuDevice (int8 (zeros (1, 2)))",        bad,   'number 1 of the devices must .* from 1 .*; given was 0'
    "gpuDevice (ones (2, 2))",                bad,   'whole number from 1 .*; given was an array of 4 elements'
    "gpuDevice ([])",                         bad,   'whole number from 1 .*; given was an array of 0 elements'
    "gpuDevice (1:65)",                       bad,   '65 devices are named; there are at most 64'
    "gpuDevice (1 + 2i)",                     bad,   'whole number from 1 .*; given was a complex array of 1 elements'
  };

endfunction

## Strings that are longer than any word, and what stands after a NUL.
function calls = long_strings ()

  [~, bad] = identifiers ();
  calls = {
    "gpuDevice (repmat ('c', 1, 100000))",    bad,   'WHICH must be a string of 1 to 63 characters, without NUL'
    "gpuDevice (['cpu' 0 'x'])",              bad,   'WHICH must be a string of 1 to 63 characters, without NUL'
    "gpusum (1, 'native', repmat ('x', 1, 100))", bad, 'a string of 100 characters is no word'
    "gpusum (1, repmat ('x', 1, 64))",        bad,   'a string of 64 characters is no word'
    "gpusum (1, repmat ('x', 1, 63))",        bad,   'unrecognized type argument .x{63}.;'
    "gpusum (int8 ([100 100]), ['native' 0 'junk'])", bad, 'a string with a NUL character'
    "gpumean (1, ['g' 0])",                   bad,   'a string with a NUL character'
    "gpucumsum (1, [0 'reverse'])",           bad,   'a string with a NUL character'
    "__gpureduce__ (repmat ('x', 1, 100))",   bad,   'a string of 100 characters is no word'
    "__gpureduce__ ('limit', repmat ('x', 1, 100), 1, 1)", bad, 'a string of 100 characters is no word'
    "__gpureduce__ ('limit', ['read' 0], 1, 1)", bad, 'a string with a NUL character'
    "__gpureduce__ ('measure', ['sum' 0], 1, 1)", bad, 'a string with a NUL character'
  };

endfunction

## The subcommands of the gateway, and their numbers.
function calls = subcommands ()

  [~, bad] = identifiers ();
  calls = {
    "__gpureduce__ ('explain', sparse ([3 100 64]))", bad, 'must be 3 whole numbers; given was a sparse matrix'
    "__gpureduce__ ('explain', complex ([3 100 64], 1))", bad, '3 whole numbers; given was a complex array of 3'
    "__gpureduce__ ('explain', [3 100])",     bad,   'must be 3 whole numbers; given was an array of 2 elements'
    "__gpureduce__ ('explain', [3 100 2.5])", bad,   'number 3 of .* must be a whole one .*; given was 2.5'
    "__gpureduce__ ('explain', [3 NaN 64])",  bad,   'number 2 of .* must be a whole one .*; given was nan'
    "__gpureduce__ ('explain', '123')",       bad,   'must be 3 whole numbers; given was a string'
    "__gpureduce__ ('plan', sparse (ones (1, 5)))", bad, 'must be 5 whole numbers; given was a sparse matrix'
    "__gpureduce__ ('plan', complex (ones (1, 5), 1))", bad, '5 whole numbers; given was a complex array'
    "__gpureduce__ ('plan', [1 1 1 Inf 1])",  bad,   'number 4 of .* must be a whole one .*; given was inf'
    "__gpureduce__ ('plan', [0 1 1 1 1])",    bad,   'number 1 of .* must be a whole one .*; given was 0'
    "__gpureduce__ ('limit', 'read', 1, 1000001)", bad, 'repetitions .* from 1 to 1000000; given was 1000001'
    "__gpureduce__ ('limit', 'read', Inf, 1)", bad,  'the number of bytes must be .*; given was inf'
    "__gpureduce__ ('measure', 'sum', sparse (1), 1)", bad, 'the number of repetitions .* given was a sparse matrix'
    "__gpureduce__ ('foo')",                  bad,   'subcommand ''foo'''
    "__gpureduce__ ()",                       bad,   'subcommand'
  };

endfunction

## What is made of reductions and scans.
function calls = made_of_others ()

  [usage, bad, no] = identifiers ();
  calls = {
    "gpubounds ()",                           usage, '^Invalid call to gpubounds'
    "gpubounds ('ab')",                       bad,   'gpubounds: X must be a numeric .*; given was one of class char'
    "gpubounds (1, 'foo')",                   bad,   'unrecognized option .foo.; there are "all", "omitnan"'
    "gpubounds (1, repmat ('x', 1, 100))",    bad,   'a string of at most 63 characters'
    "gpurange ({1})",                         bad,   'gpurange: X must be a numeric, logical or char array'
    "gpunnz (sparse (1))",                    no,    'gpunnz: sparse input is not supported; use nnz, or full \(A\)'
    "gpudot ([1 2], [1 2 3])",                bad,   'gpudot: sizes of X and Y must match'
    "gpudot ([1 2], [1 2], 0)",               bad,   'gpudot: DIM must be a valid dimension; given was 0'
    "gpuvecnorm (1, -1)",                     bad,   'gpuvecnorm: P must be positive real scalar or Inf'
    "gpunorm (ones (2))",                     no,    'the 2-norm of a matrix is not supported; there are 1, Inf and "fro"'
    "gpunorm (ones (2, 2, 2))",               bad,   'gpunorm: only valid for 2-D objects'
    "gpunorm (1, 'foo')",                     bad,   'gpunorm: unrecognized option: foo; there are "rows"'
    "gpurms ([true false])",                  bad,   'gpurms: X must be a numeric array'
    "gpumeansq (1, [1 1])",                   bad,   'gpumeansq: DIM must name each dimension once'
    "gpumedian ([])",                         bad,   'gpumedian: X cannot be an empty matrix'
    "gpumode (zeros (0, 3), 1)",              bad,   'gpumode: X has no elements along dimension 1'
    "gpuquantile (1, 1, 1, 10)",              bad,   'gpuquantile: Unknown METHOD, .10.; there are 1 to 9'
    "prctile (gpuArray (1), 'a')",            bad,   '^prctile: P must be a numeric vector; given was .a.'
    "gpumaxk (1, -1)",                        bad,   'gpumaxk: K must be a whole number from 0 to'
    "nth_element (gpuArray (1:3), 4)",        bad,   '^nth_element: invalid element index 4; DIM has 3 elements'
    "gputrapz ([1 2], [1 2 3])",              bad,   'gputrapz: length of X and length of Y along DIM must match'
    "gpucumtrapz (1:3, 1:3, 3)",              bad,   'gpucumtrapz: DIM must be an integer and a valid dimension'
    "gpudiff ([1 4], -1)",                    bad,   'gpudiff: order K must be non-negative and whole'
    "gpumovsum (1:5, 0)",                     bad,   'gpumovsum: WLEN must be > 0'
    "gpumovsum (1:5, -2)",                    bad,   'WLEN must be a scalar or 2-element array of numbers >= 0; given was -2'
    "gpumovmean (1:5, 3, 'nancond', 'x')",    bad,   'gpumovmean: "nancond" must be "omitnan", .*; given was .x.'
    "gpumovmean (1:5, 3, 'nanval', 'x')",     bad,   'gpumovmean: "nanval" must be a real number; given was .x.'
    "gpumovmax (1:5, 3, 'SamplePoints', 1:4)", bad,  'gpumovmax: "SamplePoints" must be increasing .*, which are 5; given was'
    "gpumovmax (1:5, 3, 'Points', 1:5)",      bad,   'argument .POINTS. is not a valid parameter; there are "dim"'
    "gpumovmin (1:5, 3, 'Endpoints', 'x')",   bad,   '"Endpoints" must be "shrink".*; given was .x.'
  };

endfunction

## Each row is a call, the identifier of its error and a pattern that the message matches.
function raise_each (calls)

  for k = 1:rows (calls)
    [call, id, pattern] = calls{k, :};
    live = __gpureduce__ ("live");
    try
      evalc ([call ";"]);
      tally (false, "%s: no error", call);
    catch err
      tally (strcmp (err.identifier, id), "%s: identifier \"%s\" instead of \"%s\"", ...
             call, err.identifier, id);
      tally (! isempty (regexp (err.message, pattern, "once")), "%s: \"%s\" does not match \"%s\"", call, ...
             err.message, pattern);
    end_try_catch
    tally (gpusum ([1 2 3]) == 6, "%s: gpusum does not work any more", call);
    tally (__gpureduce__ ("live") == live, "%s: %d buffers leaked", call, __gpureduce__ ("live") - live);
  endfor

endfunction

## What stands in no argument's place of most functions.
function values = values_of_all_kinds ()

  values = {{}, {1}, struct(), struct("a", {1, 2}), "", "ab", ["a"; "b"], char(200), [], zeros(0, 3), zeros(1, 0), NaN, Inf, ...
            -1, 0, 1e300, 1.5, 2, @sin, sparse(1), sparse([true false]), containers.Map(), true, int8(3), uint64(0), ...
            intmax("uint64"), single(NaN), 1i, complex(1, 0), 1:3, [1 2; 3 4], eye(3), ones(2, 2, 2), inputParser(), ...
            codistributed(1:3), gpuArray([]), gpuArray(2), gpuArray(complex (1:2, 1)), gpuArray(ones (2, 3, 2))};
  for c = {"double", "single", "int8", "uint64", "char"}
    values{end+1} = gpuArray (feval (c{1}, [65 0 66]));
  endfor
  values{end+1} = gpuArray ([true false]);

endfunction

## Every function with values of all kinds, alone, in pairs and more at random: where it is an error, it is one of that
## function, and says nothing of its inside.
function any_values ()

  ## the real one takes as long as a hundred calls
  eval (["function print_usage (name = '')\n if (isempty (name)) name = dbstack ()(2).name; endif\n " ...
         "error ('Octave:invalid-fun-call', 'Invalid call to %s', name);\n endfunction"]);
  backend = __gpureduce__ ("backend");
  state = gpurng ();
  folder = scratch_folder ();
  unwind_protect
    values = values_of_all_kinds ();
    for name = setdiff (public_functions (), {"gpuArray"}) # whose errors are those of the type
      if (! any (strcmp (name, {"gpusweep", "gpudemo"}))) # which then work for long
        raises_own (name{1}, {});
      endif
      for value = values
        raises_own (name{1}, value);
      endfor
      for k = 1:40
        args = values(randi (numel (values), 1, randi ([2 5])));
        if (rand () < 0.5)
          args{1} = {[1 2 3], single([1 2; 3 4]), int8(5), gpuArray([1 2 3])}{randi (4)};
        endif
        raises_own (name{1}, args);
      endfor
      gpuDevice (backend);
    endfor
    gpurng (state);
    options_of_sweeps (values);
  unwind_protect_cleanup
    clear print_usage
    gpuDevice (backend);
  end_unwind_protect

endfunction

## Every option of a small sweep.
function options_of_sweeps (values)

  names = {"functions", "algorithms", "blocks", "lengths", "shapes", "dims", "classes", "repeat", "file", "overwrite", "commit"};
  given = {"algorithms", "auto", "repeat", 1, "lengths", 10, "commit", "x", "functions", "gpusum"};
  for name = names
    at = find (strcmp (given(1:2:end), name)) * 2;
    rest = given;
    rest([at - 1, at]) = [];
    for value = values(unique ([1:12, randi(numel (values), 1, 5)]))
      if (! (isempty (value{1}) && ! isempty (at))) # which may be the default, and work for long
        raises_own ("gpusweep", [rest, name, value]);
      endif
    endfor
  endfor

endfunction

function raises_own (name, args)

  if (strcmp (name, "gputimeit") && ! isempty (args) && is_function_handle (args{1}))
    return; # the error is that function's
  endif
  try
    evalc ("feval (name, args{:});");
  catch err
    text = err.message;
    text(text > 127) = "?";
    ok = strncmp (text, [name ": "], numel (name) + 2) || strncmp (text, ["Invalid call to " name], numel (name) + 16);
    inside = ["nonconformant|out of bound|undefined|mismatch \\(|cellfun|arrayfun|index \\(|nargin|__|concatenation|" ...
              "path$"];
    ok = ok && isempty (regexp (text, inside, "once")) || is_of_builtin (text);
    tally (ok && ! isempty (err.identifier), "%s (%s): [%s] %s", name, strjoin (cellfun (@kind_of, args, ...
           "UniformOutput", false), ", "), err.identifier, text);
  end_try_catch

endfunction

## Texts of Octave's functions of the same arguments.
function t = is_of_builtin (text)

  t = ! isempty (regexp (text, 'gpu\w+: (index \(_.*\): subscripts must be|invalid conversion from|conversion of \S+ to \w+ value failed)', "once"));

endfunction

function text = kind_of (x)

  text = [sprintf("%dx", size (x))(1:end-1) " " class(x)];
  if (isgpuarray (x))
    text = [text " of " underlyingType(x)];
  endif

endfunction

## 200 good calls of different kinds leave no buffer behind.
function good_calls ()

  f = tested_functions ();
  types = element_types ();
  algorithms = gpualgos ();
  live = __gpureduce__ ("live");
  done = 0;
  while (done < 200)
    g = f(randi (numel (f)));
    a = algorithms(randi (numel (algorithms)));
    kinds = {"reduction", "scan"};
    x = sample (types{randi (rows (types)), :}, [randi(9), randi(70), randi(3)], "wild", true);
    args = [{x}, g.middle, {randi(4)}];
    if (! isempty (strfind (a.kinds, kinds{1 + g.scan})))
      args{end + 1} = a.name;
    endif
    out = attempt (1 + g.index, ["gpu" g.name], args);
    done += ! isempty (out);
  endwhile
  tally (__gpureduce__ ("live") == live, "%d buffers leaked in 200 calls", __gpureduce__ ("live") - live);

endfunction
