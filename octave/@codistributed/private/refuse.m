## SPDX-License-Identifier: GPL-3.0-or-later

## refuse (NAME, INSTEAD): say that the function NAME does not take codistributed arrays, and what to do.  If functions of
## Octave or of ours have called it, the outermost of these is named, which the user has called.

function refuse (name, instead = "")

  called = name_as_called (name);
  if (isempty (instead) || ! strcmp (called, name))
    instead = "use getLocalPart for this process's part, or gather for all of it";
  endif
  error ("gpureduce:unsupported", "%s: codistributed arrays are not supported; %s", called, instead);

endfunction

function name = name_as_called (name)

  ours = fileparts (fileparts (fileparts (mfilename ("fullpath"))));
  octaves = __octave_config_info__ ("fcnfiledir");
  class_folder = fullfile (ours, "@codistributed");
  for frame = dbstack ()(3:end).' # those behind refuse
    [folder, base] = fileparts (frame.file);
    if (! (is_within (folder, ours) || is_within (folder, octaves)) || strcmp (base, "test"))
      return;
    elseif (! is_within (folder, class_folder) && ! strncmp (base, "__", 2))
      name = base;
    endif
  endfor

endfunction

function yes = is_within (folder, whole)

  yes = strcmp (folder, whole) || strncmp (folder, [whole filesep()], numel (whole) + 1);

endfunction
