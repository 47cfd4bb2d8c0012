## SPDX-License-Identifier: GPL-3.0-or-later

## What `pkg install` says before it builds: pre_install refuses systems that are not supported, before it changes anything.
## `make check-dist` installs the package.  And the entry that `make index` makes of an archive keeps the rules of the index of
## Octave's packages, whose check finds what breaks them; versions and dates are the same wherever they stand.

function suite_package ()

  cleanup = scratch_folder ();
  root = fileparts (fileparts (mfilename ("fullpath")));
  tally (copyfile (fullfile (root, "pre_install.m"), "."), "pre_install.m is not there");
  for system = {"ispc", "ismac"}
    put_file ([system{1} ".m"], sprintf ("function t = %s ()\n t = true;\nendfunction\n", system{1}));
    shown = run ("pre_install (struct ('name', 'gpureduce', 'version', '1.0.0'))");
    tally (! isempty (strfind (shown, "error: gpureduce: this package is for Linux, and is not supported on ")), ...
           "pre_install does not refuse a system where %s (): %s", system{1}, shown);
    tally (isempty (strfind (shown, "compiling")) && ! isfolder ("inst"), "pre_install begins where %s (): %s", system{1}, shown);
    delete ([system{1} ".m"]);
  endfor
  mkdir ("octave");
  mkdir ("plots/parts");
  put_file ("plots/a.gp", "");
  shown = run ("pre_install (struct ('name', 'gpureduce', 'version', '1.0.0'))");
  tally (! isempty (regexp (shown, '^gpureduce 1\.0\.0: compiling, about [1-9]\d* minutes on \d+ cores')), ...
         "pre_install does not say how long it takes: %s", shown);
  tally (exist ("inst/plots/a.gp", "file") && exist ("src/Makefile", "file"), "pre_install does not make what pkg takes");
  check_index (root);
  check_versions (root);

endfunction

## The entry of an archive that has DESCRIPTION alone, and such entries with a fault.
function check_index (root)

  mkdir ("gpureduce-9");
  copyfile (fullfile (root, "DESCRIPTION"), "gpureduce-9");
  tar ("small.tar", "gpureduce-9");
  said = evalc ('write_package_index ("small.tar", "gpureduce.yaml")');
  tally (! isempty (strfind (said, "the placeholder https://example.org/gpureduce")), "no word of the placeholder: %s", said);
  good = fileread ("gpureduce.yaml");
  tally (isempty (package_index_faults ("gpureduce.yaml", "small.tar")), "the entry has faults");
  faults = {'^---\n', ""; "---\n$", "--- \n"; '(layout[^\n]*\n)(permalink[^\n]*\n)', "$2$1"; 'icon:\n', ""; ...
            '"gpureduce/"', '"other/"'; 'layout: "package"', "layout: package"; '(date: "\d)', "$19"; ...
            '(sha256: ")\w', "$1z"; '(  label)', "$1s"; '  - "pkg"\n', ""; '  ubuntu2604:\n', ""; '"make"', '"make all"'; ...
            '(  [A-Z][a-z]+),', ["$1, " repmat("word ", 1, 20)]; 'links:', "links: \t"; '  contact:\n', ""; ...
            'octave \(>= 7', 'octave (>= 6'; '(id: ")1', "$12"};
  for k = 1:rows (faults)
    put_file ("gpureduce.yaml", regexprep (good, faults{k,:}, "once"));
    tally (! isempty (package_index_faults ("gpureduce.yaml", "small.tar")), "no fault is found: %s", faults{k,1});
  endfor

endfunction

function check_versions (root)

  text = @(name) fileread (fullfile (root, name));
  d = regexp (text ("DESCRIPTION"), '^Version: (\S+)\nDate: (\S+)$', "tokens", "once", "lineanchors");
  said = {"NEWS", ["gpureduce " d{1}]; "README.md", ["gpureduce-" d{1} ".tar.gz"]; ...
          "CITATION.cff", sprintf("version: \"%s\"\ndate-released: \"%s\"", d{:})};
  for s = said.'
    tally (! isempty (strfind (text (s{1}), s{2})), "%s does not say %s", s{:});
  endfor

endfunction

## What Octave shows of that code, in this folder.
function shown = run (code)

  octave = fullfile (OCTAVE_EXEC_HOME (), "bin", "octave-cli");
  [~, shown] = system (["'" octave "' --no-history -q --norc --eval \"" code "\" 2>&1"]);

endfunction

function put_file (name, text)

  file = fopen (name, "w");
  fputs (file, text);
  fclose (file);

endfunction
