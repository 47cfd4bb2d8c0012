## SPDX-License-Identifier: GPL-3.0-or-later

## What `make check-dist` runs: a step with the archive DIST, in the folder DIST_FOLDER.  DIST_STEP is install, or test:
## load the package, run `pkg test`, and uninstall it.  All three are in the environment.

prefix = fullfile (pwd (), getenv ("DIST_FOLDER"));
pkg ("prefix", fullfile (prefix, "packages"), fullfile (prefix, "built"));
pkg ("local_list", fullfile (prefix, "list of packages"));
if (strcmp (getenv ("DIST_STEP"), "install"))
  pkg ("install", getenv ("DIST"));
  exit (0);
endif
pkg ("load", "gpureduce");
assert (isempty (dir (fullfile (fileparts (which ("gpulast")), "*.mk"))));
cd (prefix); # where Octave writes its log
report = evalc ('pkg ("test", "gpureduce")');
disp (report);
counts = regexp (report, 'PASS\s+(\d+)\s+FAIL\s+(\d+)', "tokens", "once");
pkg ("unload", "gpureduce");
pkg ("uninstall", "gpureduce");
assert (! any (cellfun (@(p) strcmp (p.name, "gpureduce"), pkg ("list"))));
printf ("%s passed, %s failed\n", counts{:});
exit (! strcmp (counts{2}, "0"));
