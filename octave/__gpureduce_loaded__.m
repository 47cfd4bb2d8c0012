## SPDX-License-Identifier: GPL-3.0-or-later

## __gpureduce_loaded__ ()
## __gpureduce_loaded__ (BUILT)
##
## Warn if the package was built for another version of Octave than this one, whose functions
## cannot load it.  BUILT is that version, as the file built_for has it.  pkg load runs the next line.

## PKG_ADD: __gpureduce_loaded__ ();

function __gpureduce_loaded__ (built = "")

  if (isempty (built))
    built = strtrim (fileread (fullfile (fileparts (mfilename ("fullpath")), "built_for")));
  endif
  running = __octave_config_info__ ("api_version");
  if (! strcmp (built, running))
    warning ("gpureduce:reinstall", ...
             ["gpureduce was built for another version of Octave (%s, and this one is %s); " ...
              "install it again: pkg install gpureduce-VERSION.tar.gz"], built, running);
  endif

endfunction

%!test # the Octave that built it loads it without a word
%! lastwarn ("", "");
%! __gpureduce_loaded__ ();
%! [~, id] = lastwarn ();
%! assert (! strcmp (id, "gpureduce:reinstall"));
%!warning <built for another version of Octave \(api-v1, and this one is api-v> __gpureduce_loaded__ ("api-v1");
