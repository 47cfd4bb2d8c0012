## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{d} =} gpuDevice ()
## @deftypefnx {} {@var{d} =} gpuDevice (@var{k})
## @deftypefnx {} {@var{d} =} gpuDevice ("all")
## @deftypefnx {} {@var{d} =} gpuDevice (@var{backend})
## @deftypefnx {} {@var{d} =} gpuDevice ("reset")
## @deftypefnx {} {@var{c} =} gpuDevice ("cache")
## @deftypefnx {} {@var{c} =} gpuDevice ("cache", "clear")
## @deftypefnx {} {@var{n} =} gpuDevice ("compile", @var{list})
## @deftypefnx {} {@var{n} =} gpuDevice ("compile", @var{list}, @var{capability})
## @deftypefnx {} {} reset (gpuDevice ())
## Describe or select the device that the gpu functions run on, or several.
##
## Without argument, describe the selected device.  @var{k} selects the CUDA
## device of that number, counted from 1, or those of a vector of numbers, and
## @qcode{"all"} all that answer.  @var{backend} is @qcode{"cuda"};
## @qcode{"cpu"}, which runs everything on the host; or @qcode{"auto"}, the
## default.  Without any selection it is the backend that the environment variable
## @env{GPUREDUCE_BACKEND} names, else @qcode{"auto"}.
##
## @qcode{"auto"} is @qcode{"cuda"} where a device answers, and @qcode{"cpu"} elsewhere.
## With it, reductions and scans of arrays on the host of at most 1 MiB (see the
## help of each function) run on the host, since the way to the device and back
## takes longer than the work.  Larger arrays, gpuArrays and algorithms by name run
## on the device.  What runs where depends on the function and the size of the array
## alone, so that the same call gives the same bits every time; @code{gpulast} says
## where the last call ran.  After a device or another backend was selected,
## everything runs there.  A call can also name its own:
## @code{gpusum (@var{A}, "backend", "cpu")}.  A host with many processors may be
## faster than a device for larger arrays, too, as the link to a device is slower
## than memory.
##
## Arrays on the host of 64 MiB or more are copied to a device in pieces while others
## are worked on, and may be larger than its memory.  Results have the same bits every
## time, and those of the same gpuArray but for two cases, which keep the bounds of
## the help: floating-point scans, and floating-point reductions of more than 4 GiB
## of few long segments.
##
## Of several devices each is sent a part of the pieces of such an array over its own
## link, in turn, and goes on where the one before has got to, so the array is read
## once.  Results have the same bits as with one device; but for variances and standard
## deviations with weights, or of segments that begin with NaN, which keep the bounds of
## the help.  Everything else is the first device's: gpuArrays, smaller arrays, and
## arrays of fewer than two pieces, which have 32 MiB in scans and 64 MiB in reductions,
## or more where that keeps bits.  The host's memory may feed fewer devices than there
## are.  So the first reduction, and the first scan, of an array of enough pieces tries
## all of the devices, half of them and so on, on 16 pieces for each device, and goes on
## with the fewest that are about as fast as any, as later calls do until others are
## selected, but for variances of long segments, which use all; @code{gpulast} says how many devices the last call used.  The selection of
## one device or of a backend ends it.
##
## @qcode{"reset"} frees all memory that the gpu functions have on the selected
## devices; arrays that are there are lost, and their use is an error from then on.  So does @code{reset (@var{d})} of
## the selected devices; of others it is an error.
##
## @var{d} is a struct of the selected device, or the first of several, with the fields
## @code{Index} (0 for the host), @code{Devices} (the numbers of all that are selected),
## @code{Name}, @code{ComputeCapability}, @code{MultiprocessorCount} (cores for
## the host), @code{ClockRateKHz}, @code{MemoryClockRateKHz},
## @code{L2CacheSize} (the last level of cache), @code{TotalMemory} and @code{AvailableMemory} in bytes,
## @code{UsedMemory} and @code{CachedMemory} (what the gpu functions use there, and
## what they keep for the next call),
## @code{DriverVersion} and @code{ToolkitVersion}, numbers such as 13.0, of the newest CUDA that the
## driver takes and of NVRTC, which compiles kernels, @code{Compiler}, which NVRTC that is, and where it
## was found; @code{Backend}, and @code{Summary}, a line with names and units to read.  What does not apply to the host is 0 or
## empty there.
##
## Kernels are compiled when they are first called, each in about
## a second, and kept on disk for all sessions, in the folder that @env{GPUREDUCE_CACHE}
## names, else in @file{gpureduce} in @env{XDG_CACHE_HOME}, else in @file{~/.cache/gpureduce}.
## Of more than 512 MB those go that were not used for the longest time.  Some that most sessions need are compiled
## when gpureduce is built, if a GPU answers then, and are in the folder @file{kernels} beside this function.
## @qcode{"cache"} describes the first folder in a struct: @code{Folder}; @code{Files} and
## @code{Bytes} that are there; @code{Hits} and @code{Compiled}, the kernels that this
## session has found in both folders and those that it has compiled, parts of the host's executor
## among them, which algorithms by name need on the host; and @code{Problem}, why kernels
## can't be kept, or empty.  @qcode{"clear"} removes all of the first folder before.
##
## @qcode{"compile"} compiles kernels ahead, on all cores, and @var{n} is their number.
## That serves read-only homes, and login nodes of clusters, as no GPU is needed.  @var{list} is a
## string or a cell array of strings: names of reductions and scans, such as
## @qcode{"sum"}, or of elementwise functions and operators, such as @qcode{"exp"} or @qcode{"+"}, for all classes of arrays,
## or each with a class, as in @qcode{"cumsum single"}, @qcode{".* single"} or @qcode{"sum complex double"}: what the
## function runs by default for arrays of any shape; a second operand has the same class or is double.
## @qcode{"all"} is every kernel that any call can ask for, about
## 4600, which takes some 40 minutes of one core; the kernels of @code{all} alone are @qcode{"gpuall"}.
## It is an error if they can't be kept.
## @var{capability} is the compute capability of the GPU, such as @qcode{"9.0"} or 9; without it, that of the
## selected device.
##
## It is an error if the device or backend does not exist or does not answer. A
## child process after @code{fork}, as those of @code{parcellfun}, can use the cpu
## backend, on one core; cuda is refused there if the parent has used it.
##
## @example
## @group
## d = gpuDevice ("cpu");
## d.Index
##   @result{} 0
## @end group
## @end example
## @seealso{gpuDeviceCount, gpulast, gpualgos}
## @end deftypefn

function d = gpuDevice (which, varargin)

  is_word = nargin > 0 && ischar (which);
  if (is_word && strcmpi (which, "cache") && nargin < 3)
    d = cache (varargin{:});
    return;
  elseif (is_word && strcmpi (which, "compile") && (nargin == 2 || nargin == 3))
    d = compile (varargin{:});
    return;
  elseif (nargin > 1 || (is_word && strcmpi (which, "compile")))
    print_usage ();
  endif
  if (is_word && strcmpi (which, "reset"))
    ask_gateway ("gpuDevice", "reset");
  elseif (nargin == 1)
    words = {"cuda", "cpu", "auto", "all", "reset", "cache", "compile"};
    if (is_word)
      check_string ("gpuDevice", "WHICH", which, 63, 1);
      if (! any (strcmpi (which, words)))
        refuse_word ("gpuDevice", "unknown backend", which, words);
      endif
    endif
    ask_gateway ("gpuDevice", "select", which);
  endif
  if (nargin == 0 || nargout > 0)
    d = ask_gateway ("gpuDevice", "device");
    d.Backend = ask_gateway ("gpuDevice", "backend");
    d.Summary = summary_of (d);
  endif

endfunction

function text = summary_of (d)

  if (d.Index == 0)
    what = sprintf ("the host, %d cores", d.MultiprocessorCount);
  else
    what = sprintf ("device %s of %d, %d multiprocessors at %.0f MHz", sprintf (", %d", d.Devices)(3:end), ...
                    gpuDeviceCount (), d.MultiprocessorCount, d.ClockRateKHz / 1000);
  endif
  text = sprintf ("%s, backend \"%s\": %s, %s of memory, %s free, cache %s", d.Name, d.Backend, what, ...
                  show_bytes (d.TotalMemory), show_bytes (d.AvailableMemory), show_bytes (d.L2CacheSize));

endfunction

function c = cache (verb)

  if (nargin == 1)
    if (! (ischar (verb) && strcmpi (verb, "clear")))
      error ("gpureduce:badArgument", 'gpuDevice: after "cache" there is nothing, or "clear"');
    endif
    ask_gateway ("gpuDevice", "clear_cache");
  endif
  c = ask_gateway ("gpuDevice", "cache");

endfunction

function n = compile (list, capability)

  if (nargin < 2)
    capability = ask_gateway ("gpuDevice", "device").ComputeCapability;
    if (isempty (capability))
      error ("gpureduce:badArgument", ...
             'gpuDevice: no device is selected; name the compute capability, as in gpuDevice ("compile", "sum", "9.0")');
    endif
  endif
  if (ischar (list))
    list = {list};
  endif
  is_row = @(s) ischar (s) && rows (s) == 1;
  if (! (iscell (list) && ! isempty (list) && all (cellfun (is_row, list(:)))))
    error ("gpureduce:badArgument", 'gpuDevice: what to compile is "all", a name such as "sum", or a cell array of names');
  endif
  choices = zeros (0, 3);
  if (! (numel (list) == 1 && strcmpi (list{1}, "all")))
    choices = cell2mat (cellfun (@find_kernels, list(:), "UniformOutput", false));
  endif
  n = ask_gateway ("gpuDevice", "compile", choices, architecture_of (capability));

endfunction

## Rows [KIND FUNCTION TYPE]: the numbers of what "sum", "gpusum", "+" or "sum complex double" names; TYPE is 0 for all.

function choices = find_kernels (text)

  words = strsplit (strtrim (text), " ");
  functions = ask_gateway ("gpuDevice", "functions");
  types = ask_gateway ("gpuDevice", "types");
  is_complex = numel (words) == 3 && strcmp (words{2}, "complex");
  name = regexprep (words{1}, "^gpu", "", "ignorecase");
  is_sign = strcmp ({functions.sign}, words{1}) & ! isempty (words{1}); # most functions have none
  meant = functions(strcmpi ({functions.name}, name) | is_sign);
  type = find (strcmp ({types.class}, words{end}) & [types.complex] == is_complex);
  if (isempty (meant))
    refuse_word ("gpuDevice", "no kernels are called", name, unique ({functions.name}));
  elseif (! (numel (words) == 1 || (numel (words) == 2 + is_complex && isscalar (type))))
    error ("gpureduce:badArgument", ...
           "gpuDevice: %s names no kernels; \"%s\", \"%s single\" and \"%s complex double\" do", show_value (text), ...
           words{1}, words{1}, words{1});
  endif
  if (numel (words) == 1)
    type = 0;
  endif
  choices = [[meant.kind].', [meant.number].', repmat(type, numel (meant), 1)];

endfunction

## 90 of "9.0" or 9.

function a = architecture_of (capability)

  number = NaN;
  if (ischar (capability) && ! isempty (regexp (capability, '^\d+\.\d$', "once")))
    number = str2double (capability);
  elseif (isnumeric (capability) && isreal (capability) && isscalar (capability))
    number = double (full (capability));
  endif
  a = round (10 * number);
  if (! (a >= 75 && a < 1000 && abs (10 * number - a) < 1e-6))
    error ("gpureduce:badArgument", ...
           'gpuDevice: a compute capability is a number such as 9.0, or its text, from 7.5 on');
  endif

endfunction

%!test
%! backend = __gpureduce__ ("backend");
%! unwind_protect
%!   d = gpuDevice ("cpu");
%!   assert (d.Index, 0);
%!   assert (d.Devices, 0);
%!   assert (fieldnames (d), {"Index"; "Devices"; "Name"; "ComputeCapability"; "MultiprocessorCount"; ...
%!                            "ClockRateKHz"; "MemoryClockRateKHz"; "L2CacheSize"; "TotalMemory"; "AvailableMemory"; ...
%!                            "UsedMemory"; "CachedMemory"; "DriverVersion"; "ToolkitVersion"; "Compiler"; "Backend"; "Summary"});
%!   assert (d.MultiprocessorCount >= 1);
%!   assert (d.TotalMemory >= d.AvailableMemory);
%!   gpusum (1:3);
%!   assert (gpulast ().backend, "cpu");
%! unwind_protect_cleanup
%!   gpuDevice (backend);
%! end_unwind_protect
%!test # by default small arrays are the host's, and the limit is that of the table
%! backend = __gpureduce__ ("backend");
%! unwind_protect
%!   gpuDevice ("auto");
%!   here = {"cuda", "cpu"}{1 + (gpuDeviceCount () == 0)};
%!   assert (__gpureduce__ ("backend"), here);
%!   for o = __gpureduce__ ("operators")
%!     x = ones (1, o.small / 8);
%!     feval (["gpu" o.name], x);
%!     assert (gpulast ().backend, "cpu");
%!     feval (["gpu" o.name], [x, 1]);
%!     assert (gpulast ().backend, here);
%!   endfor
%!   gpusum (1:9, "backend", here);
%!   assert (gpulast ().backend, here);
%!   gpusum (x, "serial");
%!   assert (gpulast ().backend, "cpu");
%!   gpusum (1:9, "shuffle");
%!   assert (gpulast ().backend, {"simt", "cuda"}{1 + strcmp(here, "cuda")});
%! unwind_protect_cleanup
%!   gpuDevice (backend);
%! end_unwind_protect
%! gpusum (1:3);
%! assert (gpulast ().backend, backend);
%!test
%! gpusum (1:3);
%! d = gpuDevice ("reset");
%! assert (d.Index, gpuDevice ().Index);
%! assert (d.CachedMemory, 0);
%! assert (__gpureduce__ ("live"), 0);
%! assert (gpusum (1:3), 6);
%!test # the summary has names, the backend, and units
%! d = gpuDevice ();
%! assert (d.Backend, __gpureduce__ ("backend"));
%! front = [d.Name ", backend \"" d.Backend "\": "];
%! assert (strncmp (d.Summary, front, numel (front)));
%! memory = regexp (d.Summary, ', (\S+) GiB of memory, \S+ [KMGT]iB free, cache \S+ \wiB$', "tokens", "once"){1};
%! assert (str2double (memory), d.TotalMemory / 2^30, 0.005 * d.TotalMemory / 2^30);
%!testif ; gpuDeviceCount () > 0
%! backend = __gpureduce__ ("backend");
%! unwind_protect
%!   d = gpuDevice (1);
%!   assert (d.Index, 1);
%!   gpusum (1:3);
%!   assert (gpulast ().backend, "cuda");
%!   assert (gpulast ().device, d.Name);
%! unwind_protect_cleanup
%!   gpuDevice (backend);
%! end_unwind_protect
%!testif ; gpuDeviceCount () > 1
%! backend = __gpureduce__ ("backend");
%! x = cos (1:2e7);
%! unwind_protect
%!   gpuDevice (1);
%!   want = {gpusum(x), gpucumsum(x)};
%!   d = gpuDevice ([2 1]);
%!   assert ({d.Index, d.Devices}, {2, [2 1]});
%!   assert ({gpusum(x), gpucumsum(x)}, want);
%!   assert (gpulast ().devices, 2);
%!   gpucumsum (gpuArray (x));
%!   assert (gpulast ().devices, 1);
%!   assert (gpuDevice ("all").Devices, 1:gpuDeviceCount ());
%!   assert (gpuDevice (1).Devices, 1);
%! unwind_protect_cleanup
%!   gpuDevice (backend);
%! end_unwind_protect
%!testif ; gpuDeviceCount () == 0
%! fail ('gpuDevice ("all")', '"all" names no device; 0 CUDA devices answer');
%! fail ("gpuDevice ([1 2])", "device 1 does not exist; 0 CUDA devices answer");
%!test
%! before = getenv ("GPUREDUCE_CACHE");
%! folder = tempname ();
%! unwind_protect
%!   setenv ("GPUREDUCE_CACHE", folder);
%!   c = gpuDevice ("cache");
%!   assert (fieldnames (c), {"Folder"; "Files"; "Bytes"; "Hits"; "Compiled"; "Problem"});
%!   assert ({c.Folder, c.Files, c.Bytes, c.Problem}, {folder, 0, 0, ""});
%!   try
%!     n = gpuDevice ("compile", "sum int8", "9.0");
%!   catch failure
%!     if (isempty (strfind (failure.message, "NVRTC")))
%!       rethrow (failure);
%!     endif
%!     assert (! isempty (strfind (failure.message, "pip install"))); # this machine has no compiler of kernels
%!     return;
%!   end_try_catch
%!   before_that = c;
%!   c = gpuDevice ("cache");
%!   assert (n > 1);
%!   assert (c.Files + c.Hits - before_that.Hits, n); # some may be in the folder beside the library
%!   assert (c.Bytes > 1000 * c.Files);
%!   assert (gpuDevice ("compile", {"gpusum int8"}, 9), n);
%!   assert (gpuDevice ("cache").Hits - c.Hits, n);
%!   assert (gpuDevice ("compile", "GPUSUM int8", int8 (9)), n);
%!   gpuDevice ("cache", "clear");
%!   assert (gpuDevice ("compile", "+ single", 9), 12); # with single, and with double on either side; spread or not
%!   c = gpuDevice ("cache");
%!   assert (gpuDevice ("compile", {"-  single", "rdivide single", ".* single"}, 9), 12); # one kernel for the four
%!   assert (gpuDevice ("cache").Compiled, c.Compiled);
%!   assert (gpuDevice ("compile", {"exp single", "sin complex double"}, 9), 3); # the first has one for complex answers, too
%!   fail ('gpuDevice ("compile", "sum int8", 13.7)', "does not know the compute capability 13.7");
%!   assert (gpuDevice ("cache", "clear").Files, 0);
%!   setenv ("GPUREDUCE_CACHE", "here");
%!   fail ('gpuDevice ("compile", "sum int8", 9)', "there is no folder for it");
%!   setenv ("GPUREDUCE_CACHE", folder);
%! unwind_protect_cleanup
%!   setenv ("GPUREDUCE_CACHE", before);
%!   confirm_recursive_rmdir (false, "local");
%!   [~] = rmdir (folder, "s");
%! end_unwind_protect
%!testif ; gpuDeviceCount () == 0
%! fail ('gpuDevice ("compile", "sum")', "no device is selected; name the compute capability");
%!error <after "cache" there is nothing, or "clear"> gpuDevice ("cache", "empty")
%!error <no kernels are called 'cumsun'; did you mean "cumsum"\? There are > gpuDevice ("compile", "gpucumsun", 9)
%!error <no kernels are called 'xyzzy'; there are > gpuDevice ("compile", "xyzzy", 9)
%!error <no kernels are called ''; there are > gpuDevice ("compile", char (zeros (1, 0)), 9)
%!error <no kernels are called ''; there are > gpuDevice ("compile", {"sum", "  "}, 9)
%!error <no kernels are called ''; there are > gpuDevice ("compile", "gpu", 9)
%!error <'sum double double' names no kernels> gpuDevice ("compile", "sum double double", 9)
%!error <'sum quad' names no kernels> gpuDevice ("compile", {"max", "sum quad"}, 9)
%!error <what to compile is "all", a name> gpuDevice ("compile", 5, 9)
%!error <what to compile is "all", a name> gpuDevice ("compile", ["sum"; "max"], 9)
%!error <what to compile is "all", a name> gpuDevice ("compile", {"sum", 5}, 9)
%!error <what to compile is "all", a name> gpuDevice ("compile", {}, 9)
%!error <a compute capability is a number such as 9.0> gpuDevice ("compile", "sum", "nine")
%!error <a compute capability is a number such as 9.0> gpuDevice ("compile", "sum", 7)
%!error <a compute capability is a number such as 9.0> gpuDevice ("compile", "sum", "90")
%!error <a compute capability is a number such as 9.0> gpuDevice ("compile", "sum", "9,0")
%!error <a compute capability is a number such as 9.0> gpuDevice ("compile", "sum", {9})
%!error <a compute capability is a number such as 9.0> gpuDevice ("compile", "sum", @sin)
%!error <a compute capability is a number such as 9.0> gpuDevice ("compile", "sum", struct ())
%!error <a compute capability is a number such as 9.0> gpuDevice ("compile", "sum", [9 8])
%!error <a compute capability is a number such as 9.0> gpuDevice ("compile", "sum", 9i)
%!error <Invalid call to gpuDevice> gpuDevice ("compile")
%!error <Invalid call to gpuDevice> gpuDevice (1, 2)
%!error <unknown backend 'opencl'; there are cuda, cpu, auto, all, > gpuDevice ("opencl")
%!error <unknown backend 'rest'; did you mean "reset"\? There are > gpuDevice ("rest")
%!error gpuDevice (gpuDeviceCount () + 1)
%!error gpuDevice (0)
