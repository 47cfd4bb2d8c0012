## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {} gpurng (@var{seed})
## @deftypefnx {} {} gpurng (@var{seed}, "philox")
## @deftypefnx {} {} gpurng ("default")
## @deftypefnx {} {} gpurng ("shuffle")
## @deftypefnx {} {} gpurng (@var{s})
## @deftypefnx {} {@var{s} =} gpurng (@dots{})
## Where the random numbers of @code{gpuArray.rand}, @code{randn}, @code{randi} and @code{randperm} come from.
##
## @var{seed}, a whole number from 0 to @code{flintmax - 1}, chooses a stream of numbers, from its beginning.
## @qcode{"default"} is seed 0, with which each process of Octave begins; @qcode{"shuffle"} takes a seed from the time.
## @qcode{"philox"} is the only generator.
##
## @var{s} is a struct: @code{Type} is @qcode{"philox"}, @code{Seed} a double, and @code{State} the counter of the next
## numbers, a uint64.  It is what was there before the call, and @code{gpurng (@var{s})} goes back to it.  Without
## arguments nothing changes.  Octave's own @code{rand} and its like have a state of their own.
##
## The generator is Philox4x32-10 (Salmon, Moraes, Dror and Shaw, 2011).  A counter gives 128 random bits, and each call
## uses a whole number of them:
##
## @itemize
## @item
## @code{rand} and @code{randn}: one for 2 doubles or 4 singles.  Uniform doubles have 53 random bits, singles 24, and
## none is 0 or 1.  Normal numbers are Box and Muller's, in pairs, of magnitude 9.5 at most, or 6.8 in single.
## @item
## @code{randi}: one for 4 numbers if there are 65536 possible ones or fewer, else for 2; each has the same probability.
## Classes are @qcode{"double"}, @qcode{"single"} and those of integers.
## @item
## @code{randperm}: one for 2 numbers.  It shuffles on the host, and then copies the result to the device.
## @end itemize
##
## The numbers are the same to the bit on all backends and devices, and the first ones of a call are the same however
## many it makes.  A child process after @code{fork} goes on from where its parent is.
##
## The functions take sizes and class as Octave's of these names do, and refuse words such as @qcode{"seed"} and
## @qcode{"state"}.  Sizes below 0 are 0.  Bounds of @code{randi} have Octave's limits, errors and warnings.
##
## It is an error if an argument is none of these.
##
## @example
## @group
## gpurng (42);
## s = gpurng ();
## a = gpuArray.rand (2, 3);
## gpurng ().State
##   @result{} 3
## gpurng (s);
## isequal (a, gpuArray.rand (2, 3))
##   @result{} 1
## @end group
## @end example
## @seealso{gpuArray, rand, randn, randi, randperm}
## @end deftypefn

function s = gpurng (what, generator = "philox")

  [seed, counter] = __gpuarray__ ("rng");
  before = struct ("Type", "philox", "Seed", double (seed), "State", counter);
  if (! (ischar (generator) && strcmpi (generator, "philox")))
    error ("gpureduce:badArgument", "gpurng: \"philox\" is the only generator");
  endif
  if (nargin > 0)
    what = gather (what);
    if (isstruct (what) && nargin == 1)
      [seed, counter] = read_state (what);
    else
      seed = read_seed (what);
      counter = 0;
    endif
    __gpuarray__ ("rng", uint64 (seed), uint64 (counter));
  endif
  if (nargin == 0 || nargout > 0)
    s = before;
  endif

endfunction

## The seed that an argument stands for.
function seed = read_seed (what)

  if (ischar (what) && strcmpi (what, "default"))
    seed = 0;
  elseif (ischar (what) && strcmpi (what, "shuffle"))
    seed = floor (1e6 * time ());
  elseif (is_whole (what, flintmax () - 1))
    seed = what;
  else
    error ("gpureduce:badArgument", ["gpurng: the first argument must be a whole number from 0 to flintmax - 1, " ...
                                     "\"default\", \"shuffle\", or a struct that gpurng gave"]);
  endif

endfunction

## Seed and counter of a struct.
function [seed, counter] = read_state (s)

  if (! (isscalar (s) && all (isfield (s, {"Type", "Seed", "State"})) && strcmp (s.Type, "philox")
         && is_whole (s.Seed, flintmax () - 1) && isa (s.State, "uint64") && isscalar (s.State)))
    error ("gpureduce:badArgument", "gpurng: S must be a struct that gpurng gave");
  endif
  seed = s.Seed;
  counter = s.State;

endfunction

function t = is_whole (x, most)

  t = isnumeric (x) && ! issparse (x) && isscalar (x) && isreal (x) && x == fix (x) && x >= 0 && x <= most;

endfunction

%!test
%! s = gpurng (5, "Philox");
%! unwind_protect
%!   assert (gpurng (), struct ("Type", "philox", "Seed", 5, "State", uint64 (0)));
%!   a = gather (gpuArray.rand (3, 5));
%!   assert (gpurng ().State, uint64 (8));
%!   before = gpurng ("default");
%!   assert (before.Seed, 5);
%!   assert (gpurng (), struct ("Type", "philox", "Seed", 0, "State", uint64 (0)));
%!   gpurng (5);
%!   assert (gather (gpuArray.rand (3, 5)), a);
%!   assert (gpurng (), before);
%!   gpurng ("shuffle");
%!   shuffled = gpurng ();
%!   assert (shuffled.Seed > 1e15 && shuffled.State == 0);
%! unwind_protect_cleanup
%!   gpurng (s);
%! end_unwind_protect
%!test # the counters that each call uses
%! s = gpurng (1);
%! unwind_protect
%!   for row = {@() gpuArray.rand(1, 3), 2; @() gpuArray.rand(1, 3, "single"), 1; @() gpuArray.randn(5, "single"), 7
%!              @() gpuArray.randn(2), 2; @() gpuArray.randi(65536, 1, 5), 2; @() gpuArray.randi(65537, 1, 5), 3
%!              @() gpuArray.randi(6, 1, 9, "int8"), 3; @() gpuArray.randperm(5), 3; @() gpuArray.randperm(5, 0), 0
%!              @() gpuArray.rand(0, 3), 0}.'
%!     was = gpurng ().State;
%!     row{1} ();
%!     assert (gpurng ().State - was, uint64 (row{2}));
%!   endfor
%! unwind_protect_cleanup
%!   gpurng (s);
%! end_unwind_protect
%!test # known numbers: those of the generator's published answer for a counter and a key of zeros
%! s = gpurng ("default");
%! unwind_protect
%!   bits = uint64 (hex2dec ({"e169c58d"; "9b00dbd8"})) * 2^32 + uint64 (hex2dec ({"6627e8d5"; "bc57ac4c"}));
%!   assert (gather (gpuArray.rand (2, 1)), double (bitshift (bits, -11)) / 2^53);
%!   gpurng ("default");
%!   words = hex2dec ({"6627e8d5"; "e169c58d"; "bc57ac4c"; "9b00dbd8"});
%!   assert (gather (gpuArray.rand (4, 1, "single")), single ((floor (words / 256) + 0.4) / 2^24));
%!   gpurng ("default");
%!   assert (gather (gpuArray.randi ([-3 996], 4, 1, "int16")), int16 (floor (words * 1000 / 2^32) - 3));
%! unwind_protect_cleanup
%!   gpurng (s);
%! end_unwind_protect
%!test # a state beyond flintmax
%! s = gpurng ();
%! unwind_protect
%!   t = struct ("Type", "philox", "Seed", 7, "State", bitshift (uint64 (1), 63) + 1);
%!   gpurng (t);
%!   assert (gpurng (), t);
%!   gpuArray.rand ();
%!   assert (gpurng ().State, bitshift (uint64 (1), 63) + 2);
%! unwind_protect_cleanup
%!   gpurng (s);
%! end_unwind_protect
%!error <the first argument must be a whole number from 0> gpurng (-1)
%!error <the first argument must be a whole number from 0> gpurng (1.5)
%!error <the first argument must be a whole number from 0> gpurng (flintmax ())
%!error <the first argument must be a whole number from 0> gpurng ([1 2])
%!error <the first argument must be a whole number from 0> gpurng ("seed")
%!error <the first argument must be a whole number from 0> gpurng ({})
%!error <"philox" is the only generator> gpurng (1, "threefry")
%!error <S must be a struct that gpurng gave> gpurng (struct ("Seed", 1))
%!error <S must be a struct that gpurng gave> gpurng (struct ("Type", "twister", "Seed", 1, "State", uint64 (1)))
%!error <called with too many inputs> gpurng (1, "philox", 2)
%!error <gpurng: the first argument must be a whole number> gpurng (sparse (1))
