## SPDX-License-Identifier: GPL-3.0-or-later

## What `make index` runs: the entry of an archive in the index of Octave's packages.
##
## write_package_index (ARCHIVE, FILE): write FILE, gpureduce.yaml, and check it.
##
## All that it says is what DESCRIPTION in ARCHIVE says, and the sum of ARCHIVE.  Links begin with "Url" there, else with SITE in
## the environment, else with the placeholder https://example.org/gpureduce, which whoever publishes it replaces; a line
## says so.  "Tracker" is where problems are reported, else "/issues" below that.

function write_package_index (archive, file)

  [d, sum] = of_archive (archive);
  site = field (d, "url", getenv ("SITE"));
  if (isempty (site))
    site = "https://example.org/gpureduce";
    printf ("Links begin with the placeholder %s; SITE=https://... names another place.\n", site);
  endif
  link = @(icon, label, url) sprintf ("- icon: \"%s\"\n  label: \"%s\"\n  url: \"%s\"\n", icon, label, url);
  depends = regexprep (strtrim (strsplit (d.depends, ",")), '^(.*)$', "  - \"$1\"\n");
  [~, name, ending] = fileparts (archive);
  text = ["---\nlayout: \"package\"\npermalink: \"", d.name, "/\"\ndescription: >-\n", wrapped(d.description), "icon:\nlinks:\n", ...
          link("far fa-copyright", "GPL-3.0-or-later", [site "/COPYING"]), link("fas fa-rss", "news", [site "/NEWS"]), ...
          link("fas fa-code-branch", "repository", [site "/"]), ...
          link("fas fa-book", "package documentation", [site "/README.md"]), ...
          link("fas fa-bug", "report a problem", field (d, "tracker", [site "/issues"])), ...
          sprintf("maintainers:\n- name: \"%s\"\n  contact:\nversions:\n", d.maintainer), ...
          sprintf("- id: \"%s\"\n  date: \"%s\"\n  sha256: \"%s\"\n  url: \"%s/%s%s\"\n", d.version, d.date, sum, site, name, ending), ...
          "  depends:\n", depends{:}, "  - \"pkg\"\n  ubuntu2604:\n  - \"g++\"\n  - \"make\"\n  - \"gnuplot-nox\"\n---\n"];
  put_file (file, text);
  faults = package_index_faults (file, archive);
  if (! isempty (faults))
    error ("write_package_index: %s", strjoin (faults, "\n"));
  endif
  disp (file);

endfunction

function value = field (d, name, other)

  value = other;
  if (isfield (d, name))
    value = d.(name);
  endif

endfunction

## Lines of at most 80 characters, the first two of which are what lists show.
function text = wrapped (text)

  text = regexprep ([strtrim(regexprep (text, '\s+', " ")) " "], '(.{1,76}) ', "  $1\n");

endfunction

function put_file (name, text)

  file = fopen (name, "w");
  if (file < 0)
    error ("write_package_index: cannot write '%s'", name);
  endif
  fputs (file, text);
  fclose (file);

endfunction
