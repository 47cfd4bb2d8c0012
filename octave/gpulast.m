## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn {} {@var{r} =} gpulast ()
## Record of the last successful call of a gpu reduction or scan.
##
## @var{r} is a struct with the fields
##
## @table @code
## @item function
## @itemx algorithm
## what was called and the algorithm that ran it
##
## @item backend
## @itemx device
## @qcode{"cuda"}, @qcode{"cpu"}, or @qcode{"simt"} for a kernel that ran on the
## host executor, which is for learning and testing and says nothing about a GPU;
## and the name of the device
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
## accumulators and back, device to host
##
## @item bytes
## @itemx gbps
## input read once plus results written once; @code{bytes / seconds_kernels / 1e9}
## @end table
##
## It is an error before the first call.
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
## @seealso{gpualgos, gpuDevice, gpusweep}
## @end deftypefn

function r = gpulast ()

  r = __gpureduce__ ("last");

endfunction

%!test
%! gpusum (single (magic (4)), "shuffle", "block", 128);
%! r = gpulast ();
%! assert (fieldnames (r), {"function"; "algorithm"; "backend"; "device"; "class"; "dims"; ...
%!                          "grid"; "block"; "seconds_in"; "seconds_kernels"; ...
%!                          "seconds_convert"; "seconds_out"; "bytes"; "gbps"});
%! assert (r.function, "gpusum");
%! assert (r.algorithm, "shuffle");
%! assert (r.class, "single");
%! assert (r.dims, [4 4]);
%! assert (r.block(1), 128);
%! assert (r.bytes, 4 * 16 + 4 * 4);
%! assert (r.seconds_kernels > 0);
%! assert (r.gbps, r.bytes / r.seconds_kernels / 1e9, 4 * eps (r.gbps));
%!test # a failing call leaves the record alone
%! gpucumsum (1:3);
%! try
%!   gpusum (sparse (1));
%! end_try_catch
%! assert (gpulast ().function, "gpucumsum");
