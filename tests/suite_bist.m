## SPDX-License-Identifier: GPL-3.0-or-later

## The tests in every function file: `test FILE` without a failure, a skipped
## feature or an expected failure, and with at least one test.  Tests whose
## run-time condition (a CUDA device, say) does not hold are not counted; their
## number is printed.

function suite_bist ()

  dir = fileparts (which ("gpusum"));
  files = glob (fullfile (dir, "*.m"));
  files = [files; glob(fullfile (dir, "@*", "*.m"))];
  left_out = 0;
  log = tempname ();
  for k = 1:numel (files)
    source = fileread (files{k});
    [folder, name] = fileparts (files{k});
    is_public = strncmp (name, "gpu", 3) && strcmp (folder, dir);
    if (! is_public && isempty (strfind (source, "\n%!")))
      continue; # a helper, tested through its callers
    endif
    evalc ("[n, nmax, ~, ~, nskip, nrtskip] = test (files{k}, 'quiet', log);");
    left_out += nrtskip;
    missed = nmax - n + nskip; # expected failures and known bugs are among the first
    for ok = [true(1, n), false(1, missed)]
      tally (ok, "a test in %s", files{k});
    endfor
    if (missed)
      puts (strjoin (strsplit (fileread (log), "\n")(2:end), "\n"));
    endif
    tally (nmax > 0, "%s has no tests", files{k});
    unlink (log);
  endfor
  if (left_out)
    printf ("  %d tests not run: their run-time condition does not hold\n", left_out);
  endif

endfunction
