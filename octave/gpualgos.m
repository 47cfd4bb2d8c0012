## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {} gpualgos ()
## @deftypefnx {} {} gpualgos (@var{name})
## @deftypefnx {} {@var{t} =} gpualgos (@dots{})
## List the algorithms that the gpu reductions and scans take by name.
##
## Without output, print them; with @var{name}, which may be an alias, only that
## one.  @var{t} is a struct array with the fields @code{name}, @code{aliases} (a
## cellstr), @code{summary}, @code{kinds} (@qcode{"reduction"},
## @qcode{"scan"} or @qcode{"reduction scan"}), @code{min_block},
## @code{max_block}, @code{default_block}, @code{cuda_only} and
## @code{reproducible}.  A legal block size is a power of
## two between @code{min_block} and @code{max_block}; where they are 0 the
## algorithm chooses its launch itself and takes no @qcode{"block"}.  An
## algorithm that is @code{cuda_only} is refused on the cpu backend.  One that is
## not @code{reproducible} may round scans of floating-point numbers differently
## from run to run; all others give the same bits every time.
##
## @code{cub} stands for the CUDA Toolkit's own primitives, with which the others
## can be compared.  It takes real arrays, and no @qcode{"native"} sums or
## products of integers, no @qcode{"extra"}, no options of @code{gpumean}, no
## @code{gpuvar} and no @code{gpustd}.
##
## It is an error if there is no algorithm called @var{name}; the message lists
## those that there are.
##
## @example
## @group
## t = gpualgos ("kogge-stone");
## t.name
##   @result{} kogge
## gpucumsum (1:4, t.name, "block", t.min_block)
##   @result{} 1  3  6  10
## @end group
## @end example
## @seealso{gpulast, gpusum, gpucumsum, gpusweep}
## @end deftypefn

function t = gpualgos (name)

  list = __gpureduce__ ("algorithms");
  if (nargin == 1)
    if (! ischar (name))
      error ("gpureduce:badArgument", "gpualgos: NAME must be a string");
    endif
    known = arrayfun (@(a) any (strcmpi (name, [{a.name}, a.aliases(:).'])), list);
    if (! any (known))
      error ("gpureduce:badArgument", "gpualgos: no algorithm is called '%s'; there are %s", ...
             name, strjoin ({list.name}, ", "));
    endif
    list = list(known);
  endif
  if (nargout > 0)
    t = list;
  else
    print_table (list);
  endif

endfunction

## Two lines an algorithm: what to type, then what it does.
function print_table (list)

  kinds = unique ({list.kinds}, "stable");
  for k = 1:numel (kinds)
    printf ("%s\n", strrep (["for " kinds{k} "s"], "reduction scans", "reductions and scans"));
    printf ("  %-20s%-24s%s\n", "name", "block (default)", "also called");
    for a = list(strcmp ({list.kinds}, kinds{k}))(:).'
      block = "chosen by itself";
      if (a.max_block > 0)
        block = sprintf ("%d to %d (%d)", a.min_block, a.max_block, a.default_block);
      endif
      printf ("%s\n", deblank (sprintf ("  %-20s%-24s%s", a.name, block, strjoin (a.aliases(:).', ", "))));
      printf ("      %s\n", a.summary);
      if (a.cuda_only)
        printf ("      on a CUDA device only\n");
      endif
      if (! a.reproducible)
        printf ("      scans of floating-point numbers may round differently every time\n");
      endif
    endfor
    printf ("\n");
  endfor

endfunction

%!test
%! t = gpualgos ();
%! assert (fieldnames (t), {"name"; "aliases"; "summary"; "kinds"; ...
%!                          "min_block"; "max_block"; "default_block"; ...
%!                          "cuda_only"; "reproducible"});
%! assert (t(1).name, "auto");
%! assert (numel (unique ([{t.name}, [t.aliases](:).'])), numel ({t.name}) + numel ([t.aliases]));
%! assert (all (ismember ({t.kinds}, {"reduction", "scan", "reduction scan"})));
%! lo = [t.min_block];
%! hi = [t.max_block];
%! default = [t.default_block];
%! assert (all (lo <= default & default <= hi));
%! assert (all (hi == 0 | log2 (default) == fix (log2 (max (default, 1)))));
%!test # what is special about an algorithm is printed with it
%! assert ({gpualgos("cub").cuda_only, gpualgos("kogge").cuda_only}, {true, false});
%! assert ({gpualgos("cub").reproducible, gpualgos("kogge").reproducible}, {false, true});
%! assert (! isempty (strfind (evalc ("gpualgos ('cub')"), "on a CUDA device only")));
%! assert (isempty (strfind (evalc ("gpualgos ('kogge')"), "only")));
%!test # by name, by alias, without case
%! assert (gpualgos ("kogge").name, "kogge");
%! assert (gpualgos ("kogge-stone"), gpualgos ("kogge"));
%! assert (gpualgos ("Reduce7").name, "shuffle");
%!test # every name is printed, in 80 columns
%! s = evalc ("gpualgos ();");
%! for a = gpualgos ()(:).'
%!   assert (! isempty (strfind (s, ["  " a.name " "])));
%! endfor
%! assert (max (cellfun (@numel, strsplit (s, "\n"))) <= 80);
%!error <no algorithm is called 'foo'; there are auto> gpualgos ("foo")
%!error <NAME must be a string> gpualgos (1)
