## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{seconds} =} gputimeit (@var{f})
## @deftypefnx {} {@var{seconds} =} gputimeit (@var{f}, @var{n})
## How long a call of the function handle @var{f} takes, with the work on the device.
##
## @var{f} is called without arguments, and for @var{n} results (1; 0 takes none).  Calls are repeated, with one wait
## for the device behind all of them, until they take 10 ms together; @var{seconds} is the median of 11 such runs,
## divided by the number of calls.
##
## @example
## @group
## d = gpuArray (rand (1000));
## seconds = gputimeit (@@() sum (d, 2));
## printf ("%.1f us\n", 1e6 * seconds)
##   @print{} @dots{} us
## @end group
## @end example
## @seealso{wait, gpulast}
## @end deftypefn

function seconds = gputimeit (f, n = 1)

  if (nargin < 1)
    print_usage ();
  endif
  if (! is_function_handle (f))
    error ("gpureduce:badArgument", "gputimeit: F must be a function handle");
  endif
  n = check_whole_numbers ("gputimeit", "N", n, 0, double (intmax ()), [1 1]);
  calls = 1;
  time_calls (f, n, calls); # the first call takes memory
  while (time_calls (f, n, calls) < 0.01)
    calls *= 2;
  endwhile
  runs = zeros (1, 11);
  for k = 1:numel (runs)
    runs(k) = time_calls (f, n, calls);
  endfor
  seconds = median (runs) / calls;

endfunction

## Seconds that some calls take together.
function seconds = time_calls (f, n, calls)

  results = cell (1, n);
  ask_gateway ("gputimeit", "wait");
  start = tic ();
  for k = 1:calls
    if (n == 1)
      r = f ();
    else
      [results{:}] = f ();
    endif
  endfor
  ask_gateway ("gputimeit", "wait");
  seconds = toc (start);

endfunction

%!test
%! d = gpuArray (rand (100));
%! s = gputimeit (@() sum (d));
%! assert (isreal (s) && isscalar (s) && s > 0);
%!test
%! d = gpuArray (rand (100));
%! assert (gputimeit (@() max (d), 2) > 0);
%!error <Invalid call to gputimeit> gputimeit ()
%!error <F must be a function handle> gputimeit (1)
%!error <N must be a whole number> gputimeit (@() 1, -1)
%!error <N must be a whole number from 0 to 2147483647; given was 1e\+300> gputimeit (@() 1, 1e300)
%!error <N must be a whole number .* given was 'ab'> gputimeit (@() 1, "ab")
