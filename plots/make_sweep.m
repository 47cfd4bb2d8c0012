## SPDX-License-Identifier: GPL-3.0-or-later

## make_sweep (): what `make sweep` runs.
##
## The environment variables FILE, COMMIT, FUNCTIONS, ALGORITHMS, CLASSES, BLOCKS,
## LENGTHS, SHAPES, DIMS, REPEAT and OVERWRITE are the options of gpusweep as text, of
## which nothing is evaluated.  FILE is plots/data/sweep.dat by default.  If none but
## FILE and COMMIT is set, three sweeps fill the file for all plots.

function make_sweep ()

  file = {"file", getenv("FILE"), "commit", getenv("COMMIT")};
  if (isempty (file{2}))
    file{2} = fullfile ("plots", "data", "sweep.dat");
  endif
  options = {};
  for name = {"functions", "algorithms", "classes", "blocks", "lengths", "shapes", "dims", "repeat", "overwrite"}
    value = getenv (toupper (name{1}));
    if (! isempty (value))
      if (strcmp (name{1}, "overwrite"))
        value = flag (value);
      endif
      options(end+(1:2)) = {name{1}, value};
    endif
  endfor
  if (! isempty (options))
    gpusweep (file{:}, options{:});
    return;
  endif

  is_gpu = strcmp (__gpureduce__ ("backend"), "cuda");
  most = [16, 28](1 + is_gpu);
  repeat = {"repeat", [3, 11](1 + is_gpu)};
  gpusweep (file{:}, repeat{:}, "lengths", 2 ^ (most - 4));
  gpusweep (file{:}, repeat{:}, "lengths", 2 .^ (10:most), "blocks", 0);
  [r, c] = find (2 .^ (2:2:most - 4).' * 2 .^ (2:2:most - 4) <= 2 ^ (most - 2));
  gpusweep (file{:}, repeat{:}, "algorithms", "auto", "shapes", num2cell (4 .^ [r c], 2), "dims", [1 2]);

endfunction

function value = flag (text)

  if (! any (strcmp (text, {"true", "false"})))
    error ("gpureduce:badArgument", "make_sweep: OVERWRITE is true or false; given was '%s'", text);
  endif
  value = strcmp (text, "true");

endfunction
