## SPDX-License-Identifier: GPL-3.0-or-later

## A random call, most likely wrong, from the state of the random generators, with the
## fields
## name, args, nout    what to call
## must_fail           no such word is taken
## word                that word, or ""

function c = random_wrong_call ()

  persistent functions = tested_functions ();
  c = struct ("name", "", "nout", 1, "must_fail", false, "word", "");
  c.args = {};
  switch (randi (10))
    case {1, 2, 3}
      c = right_but_for_one (c);
    case {4, 5, 6}
      c = wrong_word (c, functions);
    case {7, 8}
      c.name = ["gpu" functions(randi (numel (functions))).name];
      c.nout = pick ({1, 1, 2, 3, 4});
      for k = 1:randi ([0, 5])
        c.args{k} = anything ();
      endfor
    case 9
      c = subcommand (c);
    case 10
      c = around (c);
  endswitch

endfunction

## A right call in which one argument is replaced, put in, or left out.
function c = right_but_for_one (c)

  right = random_call ();
  if (numel (right.x) > 1000) # the array does not matter here
    right.args{1} = 1:3;
  endif
  c.name = ["gpu" right.f.name];
  c.nout = right.nout + (rand () < 0.1);
  c.args = right.args;
  k = randi (numel (c.args));
  switch (randi (4))
    case {1, 2}
      c.args{k} = anything ();
    case 3
      c.args = [c.args(1:k), {anything()}, c.args(k + 1:end)];
    case 4
      c.args(k) = [];
  endswitch

endfunction

## A word that is no one's.
function c = wrong_word (c, functions)

  f = functions(randi (numel (functions)));
  legal = legal_words ();
  word = pick (legal);
  do
    switch (randi (9))
      case 1
        c.word = [word "\0junk"];
      case 2
        c.word = [word "\0"];
      case 3
        c.word = repmat (pick (num2cell ("axlz")), 1, pick ({62, 63, 64, 65, 100, 1e5}));
      case 4
        c.word = [word repmat(" ", 1, pick ({1, 64, 1000}))];
      case 5
        c.word = word(1:end - 1);
      case 6
        c.word = [word; word];
      case 7
        c.word = [" " word];
      case 8
        c.word = char (randi ([0, 255], 1, randi (80)));
      case 9
        c.word = [word repmat("x", 1, 64 - numel (word)) "\0" word];
    endswitch
  until (! any (strcmpi (c.word, legal)) && ! isempty (c.word))
  c.name = ["gpu" f.name];
  c.must_fail = true;
  x = pick ({int8([100 100]), 1:5, single(ones (3, 4)), true(2, 2), complex([1 2], 1)});
  words = {c.word};
  if (rand () < 0.5)
    words = {pick(legal), c.word}(randperm (2));
  endif
  c.args = [{x}, f.middle, {1}(1:randi ([0, 1])), words];
  if (rows (c.word) > 1 && numel (c.args) == 3 && strcmp (f.family, "order") && f.index && ! f.scan)
    c.word = "";
  endif

endfunction

## Everything that some function takes as a word.
function legal = legal_words ()

  persistent words = {};
  if (isempty (words))
    algorithms = gpualgos ();
    words = [{"native", "double", "extra", "default", "omitnan", "includenan", "linear", "forward", ...
              "reverse", "exclusive", "all", "block", "backend", "cpu", "a", "g", "h"}, {algorithms.name}, algorithms.aliases];
  endif
  legal = words;

endfunction

## The subcommands behind the functions, and their numbers in every wrapping.
function c = subcommand (c)

  c.name = "__gpureduce__";
  c.nout = pick ({1, 1, 1, 2, 3, 5});
  number = @() pick ({1, 2, 3, 5, 0, -1, NaN, Inf, 1.5, 2048, 64, 2 ^ 31, 2 ^ 53, 1e300});
  switch (randi (8))
    case 1
      which = pick ({1, 2, 5, 12, 21, 22, 25, 40});
      numbers = wrap ([which, pick({1, 100, 2048, NaN, -1, 1e16, 1e300}), number()]);
      if (isinteger (numbers)) # saturated, and so legal: as many would fill memory
        numbers(2) = min (numbers(2), 2048);
      endif
      args = {"explain", numbers};
    case 2
      args = {"plan", wrap([number(), number(), number(), number(), number()])};
    case 3
      args = {"select", pick({anything(), "cpu", number(), wrap(number ())})};
    case 4
      args = {"has_cub", anything()};
    case 5
      name = pick ({"sum", "max", "cumsum", "var", "", "foo", anything()});
      repeats = pick ({1, 2, 0, NaN, 1.5, 1e7, 1e300, wrap(2), "2"}); # no number that would take long
      args = {"measure", name, repeats, pick({1:5, anything()}), anything()};
    case 6
      bytes = pick ({1, 100, 1e5, NaN, 1e300, -1, wrap(100)});
      args = {"limit", pick({"read", "copy", "foo", anything()}), bytes, pick({1, 2, 0, 1e7, wrap(2), "2"})};
    case 7
      asked = {"last", "live", "device", "types", "operators", "algorithms", "backend", "device_count"};
      args = {pick(asked), anything()}(1:randi (2));
    case 8
      args = {anything(), anything()};
  endswitch
  if (rand () < 0.2)
    args = args(1:randi (numel (args)));
  endif
  c.args = args;

endfunction

## gpualgos, gpuDevice and their like.
function c = around (c)

  c.name = pick ({"gpualgos", "gpualgos", "gpuDevice", "gpulast", "gpuDeviceCount"});
  for k = 1:randi ([0, 3])
    c.args{k} = anything ();
  endfor
  if (strcmp (c.name, "gpuDevice") && rand () < 0.5)
    c.args = {pick({repmat("c", 1, 100), repmat("c", 1, 1e5), "cpu\0junk", ["cpu"; "cpu"], "CPU", "cp"})};
    c.must_fail = ! strcmpi (c.args{1}, "cpu");
  elseif (strcmp (c.name, "gpualgos") && rand () < 0.7)
    n = pick ({sparse(2048), complex(2048, 0), int32(2048), single(100), true, 2048, anything()});
    if (rand () < 0.5)
      c.args = {"explain", pick({"kogge", "shuffle", "auto", "serial", anything()}), n, "block", ...
                pick({sparse(64), int8(64), 64, 63, 0, anything()})};
      c.args = c.args(1:pick ({3, 5, 5, 4}));
      if (numel (c.args) > 2 && isnumeric (n) && isscalar (n) && n > 1e5 && n < 1e15)
        c.args{3} = 0; # that many would take too long
      endif
    else
      c.args = {"plan", pick({[10 20], sparse([10 20]), int8([10 20]), complex([10 20], 0), anything()}), ...
                pick({1, [], sparse(1), anything()}), pick({"single", anything()}), pick({"gpusum", anything()})};
      c.args = c.args(1:randi ([1, 5]));
    endif
  endif

endfunction

## X in another class or shape.
function x = wrap (x)

  switch (randi (10))
    case 1
      x = sparse (x);
    case 2
      x = complex (x, 0);
    case 3
      x = complex (x, 1);
    case 4
      x = int32 (x);
    case 5
      x = single (x);
    case 6
      x = x(:);
    case 7
      x = x([]);
    case 8
      x = [x, x];
  endswitch

endfunction

## A value of any kind.
function v = anything ()

  persistent values = {
    {}, {1}, {"native"}, struct(), struct("a", {1, 2}), @sin, sparse(1), sparse(eye (3)), sparse([1 2]), ...
    sparse(true), complex(2, 1), complex(1, 0), complex(NaN, 0), NaN, Inf, -Inf, NA, 1.5, 0, -0, -1, 1, 2, 3, ...
    -2 ^ 31, 2 ^ 31, 2 ^ 32 + 1, 2 ^ 53, 2 ^ 63, 1e300, int8(2), int8(-1), intmax("uint64"), single(2), ...
    single(1.5), true, false, [], zeros(0, 3), zeros(1, 0), '', "", 1:3, 1:0, [1 1], [1 2], [2 1 0], [1 NaN], ...
    [1 1e300], ones(2, 2), ones(2, 2, 2), 1:40, 1:33, int8([1 2]), sparse([1 2]), complex([1 2], 1), ...
    [true false], ["ab"; "cd"], char(zeros (3, 0)), "\0", "native\0junk", repmat("x", 1, 63), ...
    repmat("x", 1, 64), repmat("c", 1, 100), repmat("%s%n", 1, 20), repmat("c", 1, 1e5), ...
    reshape("abcdefgh", 2, 2, 2), reshape([1 2], [ones(1, 33), 2]), containers.Map(), {1, 2; 3, 4}, "block", ...
    "native", "all", "omitnan", "linear", "reverse", "exclusive", "shuffle", "kogge", "cub", "auto", "a", "g", ...
    "double", "ALL", "%d", 64, 1024, 4096};
  v = pick (values);

endfunction

function v = pick (list)

  v = list{randi (numel (list))};

endfunction
