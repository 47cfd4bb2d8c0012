## SPDX-License-Identifier: GPL-3.0-or-later

## __gpureduce_loaded__ (): warn if the package was built for another version of Octave than this one, whose functions
## cannot load it.  pkg load runs the next line.

## PKG_ADD: __gpureduce_loaded__ ();

function __gpureduce_loaded__ ()

  file = fullfile (fileparts (mfilename ("fullpath")), "built_for");
  built = strsplit (fileread (file), "\n"){1};
  running = __octave_config_info__ ("api_version");
  if (! strcmp (built, running))
    warning ("gpureduce:reinstall", ...
             ["gpureduce was built for another version of Octave (%s, and this one is %s); " ...
              "install it again: pkg install gpureduce-VERSION.tar.gz"], built, running);
  endif

endfunction

%!test # the Octave that built it loads it without a word
%! if (exist (fullfile (fileparts (which ("__gpureduce_loaded__")), "built_for"), "file"))
%!   lastwarn ("", "");
%!   __gpureduce_loaded__ ();
%!   assert (lastwarn (), "");
%! endif
