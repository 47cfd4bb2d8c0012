## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{r} =} gpulast ()
## @deftypefnx {} {} gpulast (@var{when})
## Record of the last successful call of a gpu reduction or scan.
##
## @var{r} is a struct with the fields
##
## @table @code
## @item function
## @itemx algorithm
## what was called and the algorithm that ran it; of all that combines by an operation
## of one's own, such as @code{gpulogsumexp}, @qcode{"gpureduce"} or @qcode{"gpuscan"}
##
## @item backend
## @itemx device
## @qcode{"cuda"}, @qcode{"cpu"}, or @qcode{"simt"} for a kernel that ran on the
## host executor, which is for learning and testing and says nothing about a GPU;
## and the name of the device.  It is @qcode{"cpu"} also where the host did the work
## by default, since the array was small, as @code{gpuDevice} explains
##
## @item devices
## how many devices did the work: more than one only after @code{gpuDevice ("all")} or
## its like, of large arrays on the host, and fewer than all where these are enough, as
## @code{gpuDevice} explains; @code{device} is the first of them
##
## @item class
## @itemx dims
## of the input
##
## @item grid
## @itemx block
## launch of the first kernel; zeros for host code
##
## @item seconds_in
## @itemx seconds_kernels
## @itemx seconds_convert
## @itemx seconds_out
## host to device, the operator's kernels, for named algorithms the copy to
## accumulators of those that work in place and the final store of reductions,
## device to host.  Of an array on the host of 64 MiB or more
## they overlap: copies go on while kernels run.  Those of operations of one's own that
## have no kernel on a device, since their values are too large, are NaN
##
## @item untimed
## whether the seconds of kernels are NaN, since the call was small: on a GPU, calls on
## gpuArrays and by operations of one's own that read and write less than 4 MiB are not
## timed, because timing takes longer than launching them
##
## @item seconds_compile
## @itemx compiled
## seconds that the call waited for kernels that were not loaded yet, which the seconds
## of kernels do not contain, and how many of them had to be compiled, as they were not
## in the cache (@code{gpuDevice ("cache")})
##
## @item bytes
## @itemx gbps
## input read once plus results written once; @code{bytes / seconds_kernels / 1e9}
##
## @item summary
## a line of what matters most of these, with units to read
## @end table
##
## It is an error before the first call.
##
## @code{gpulast ("on")} has the calls that follow timed, small ones too, and
## @code{gpulast ("off")} ends that.
##
## @example
## @group
## gpusum (1:1000, "shuffle", "block", 128);
## gpulast ().algorithm
##   @result{} shuffle
## gpulast ().block
##   @result{} 128  1  1
## @end group
## @end example
##
## @example
## @group
## gpulast ("on");
## gpusum (gpuArray (1:1000));
## gpulast ().seconds_kernels > 0
##   @result{} 1
## gpulast ("off");
## @end group
## @end example
## @seealso{gpualgos, gpuDevice, gpusweep}
## @end deftypefn

function r = gpulast (when)

  if (nargin == 1)
    if (! (ischar (when) && isrow (when) && any (strcmpi (when, {"on", "off"}))))
      error ("gpureduce:badArgument", 'gpulast: WHEN must be "on" or "off"; given was %s', show_value (when));
    endif
    ask_gateway ("gpulast", "time_small", double (strcmpi (when, "on")));
  endif
  if (nargin == 0 || nargout > 0)
    r = ask_gateway ("gpulast", "last");
    r.summary = summary_of (r);
  endif

endfunction

function text = summary_of (r)

  dims = strjoin (arrayfun (@(n) sprintf ("%d", n), r.dims, "UniformOutput", false), " x ");
  text = sprintf ("%s of %s %s by \"%s\" on backend \"%s\": ", r.function, dims, r.class, r.algorithm, r.backend);
  if (r.untimed)
    text = [text 'not timed, since it was queued and of less than 4 MiB; gpulast ("on") has all calls timed'];
  else
    text = sprintf ("%s%s for %s, %.3g GB/s", text, show_seconds (r.seconds_kernels), show_bytes (r.bytes), r.gbps);
  endif
  if (r.seconds_in + r.seconds_out > 0)
    text = sprintf ("%s; to the device %s, from it %s", text, show_seconds (r.seconds_in), show_seconds (r.seconds_out));
  endif
  if (r.compiled > 0)
    text = sprintf ("%s; %d kernels compiled in %s", text, r.compiled, show_seconds (r.seconds_compile));
  endif

endfunction

%!test
%! gpusum (single (magic (4)), "shuffle", "block", 128);
%! r = gpulast ();
%! assert (fieldnames (r), {"function"; "algorithm"; "backend"; "device"; "devices"; "class"; "dims"; ...
%!                          "grid"; "block"; "seconds_in"; "seconds_kernels"; ...
%!                          "seconds_convert"; "seconds_out"; "seconds_compile"; "compiled"; "untimed"; "bytes"; "gbps"; ...
%!                          "summary"});
%! assert (r.function, "gpusum");
%! assert (r.algorithm, "shuffle");
%! assert (r.class, "single");
%! assert (r.dims, [4 4]);
%! assert (r.block(1), 128);
%! assert (r.bytes, 4 * 16 + 4 * 4);
%! assert (r.untimed, false);
%! assert (r.seconds_kernels > 0);
%! assert (r.gbps, r.bytes / r.seconds_kernels / 1e9, 4 * eps (r.gbps));
%!test # the summary has units
%! gpusum (single (ones (300, 200)), 2, "shuffle", "block", 128);
%! text = gpulast ().summary;
%! assert (! isempty (regexp (text, ['^gpusum of 300 x 200 single by "shuffle" on backend "(cuda|simt)": \S+ (s|ms|us) for 236 KiB, ' ...
%!                                   '\S+ GB/s; to the device \S+ (s|ms|us), from it \S+ (s|ms|us)(; .*)?$'])));
%! gpusum (1:3, "backend", "cpu");
%! assert (! isempty (regexp (gpulast ().summary, '^gpusum of 1 x 3 double by "auto" on backend "cpu": \S+ \w+ for 32 bytes, \S+ GB/s$')));
%!test # operations of one's own
%! unwind_protect
%!   gpulast ("on");
%!   gpureduce (@(a, b) a + b, gpuArray (single (magic (4))), 2);
%! unwind_protect_cleanup
%!   gpulast ("off");
%! end_unwind_protect
%! r = gpulast ();
%! assert ({r.function, r.algorithm, r.class, r.dims}, {"gpureduce", "auto", "single", [4 4]});
%! assert (r.bytes, 4 * 16 + 4 * 4);
%! assert (r.seconds_kernels > 0);
%! gpuscan (@(a, b) max(a, b), gpuArray (int8 ([3 1 2])));
%! assert ({gpulast().function, gpulast().bytes}, {"gpuscan", 6});
%!test # small queued calls are timed where that is asked for
%! is_device = ! strcmp (__gpureduce__ ("backend"), "cpu");
%! small = gpuArray (1:9);
%! large = gpuArray (zeros (1, 2^19));
%! calls = {@() gpusum(small), @() gpucumsum(small, "kogge"), @() gpureduce(@(a, b) a + b, small)};
%! for k = 1:numel (calls)
%!   unwind_protect
%!     for asked = {"off", "ON", "off"}
%!       gpulast (asked{1});
%!       calls{k} ();
%!       r = gpulast ();
%!       is_untimed = is_device && strcmp (asked{1}, "off") && ! strcmp (r.backend, "cpu");
%!       assert (r.untimed, is_untimed);
%!       assert (isnan (r.seconds_kernels), is_untimed);
%!       assert (isnan (r.gbps), is_untimed);
%!       assert (! isempty (regexp (r.summary, ': not timed, since .*; gpulast \("on"\) has all calls timed(; .*)?$')), is_untimed);
%!     endfor
%!   unwind_protect_cleanup
%!     gpulast ("off");
%!   end_unwind_protect
%! endfor
%! gpucumsum (large);
%! assert (gpulast ().seconds_kernels > 0);
%! calls{1} ();
%! assert (gpulast ().dims, [1 9]);
%!error <gpulast: WHEN must be "on" or "off"; given was 'foo'> gpulast ("foo")
%!error <gpulast: WHEN must be "on" or "off"; given was 1> gpulast (1)
%!error <gpulast: WHEN must be "on" or "off"; given was a 2x2 char> gpulast (["on"; "on"])
%!error <called with too many inputs> gpulast ("on", "off")
%!test # a failing call leaves the record alone
%! gpucumsum (1:3);
%! try
%!   gpusum (sparse (1));
%! end_try_catch
%! assert (gpulast ().function, "gpucumsum");
%!test # a measurement gives its times, then what the function gives
%! A = reshape (mod (0:5999, 7), 60, 100);
%! [s, r] = __gpureduce__ ("measure", "sum", 3, A, 2, "shuffle", "block", 64);
%! assert (size (s), [1 3]);
%! assert (all (s > 0));
%! assert (r, sum (A, 2));
%! assert (gpulast ().algorithm, "shuffle");
%! assert (gpulast ().seconds_in, 0);
%! [s, m, k] = __gpureduce__ ("measure", "max", 2, A, [], 2);
%! [want, at] = max (A, [], 2);
%! assert ({m, k}, {want, at});
%! s = __gpureduce__ ("measure", "cumsum", 1, A);
%! assert (isscalar (s) && s > 0);
%! assert (__gpureduce__ ("live"), 0);
%!test
%! for which = {"read", "copy"}
%!   s = __gpureduce__ ("limit", which{1}, 1e6, 5);
%!   assert (size (s), [1 5]);
%!   assert (all (s > 0) && issorted (s));
%! endfor
%! assert (__gpureduce__ ("live"), 0);
%!error <'foo' cannot be measured; what can is sum prod> __gpureduce__ ("measure", "foo", 1, 1)
%!error <number of repetitions must be a whole number from 1 to 1000000; given was 0>
%! __gpureduce__ ("measure", "sum", 0, 1)
%!error <gpusum takes no such arguments> __gpureduce__ ("measure", "sum", 1, 1, 2, 3, 4)
%!error <'kogge' is an algorithm for scans> __gpureduce__ ("measure", "sum", 1, 1, "kogge")
%!error <'write' is no limit; there are "read" "copy"> __gpureduce__ ("limit", "write", 1, 1)
%!error <number of bytes must be a whole number from 1 to 9007199254740992; given was 0.5>
%! __gpureduce__ ("limit", "read", 0.5, 1)
%!error <limit \(3\)> __gpureduce__ ("limit", "read")
%!error <small calls are timed must be a whole number from 0 to 1; given was 2> __gpureduce__ ("time_small", 2)
