## SPDX-License-Identifier: GPL-3.0-or-later

## [KNOWN, FID] = sweep_open (FILE, REMARKS, OVERWRITE)
##
## Open a data file of gpusweep to add rows to, an empty one if it is new.  KNOWN maps the points that it has to their
## seconds, gbps and spread.  REMARKS: what the file has to say of its sweep (sweep_header).

function [known, fid] = sweep_open (file, remarks, overwrite)

  known = containers.Map ();
  mode = "w";
  [info, failure] = stat (file);
  if (! failure && S_ISDIR (info.mode))
    error ("gpureduce:badArgument", "gpusweep: \"file\" names a folder, '%s'", file);
  elseif (! failure && S_ISFIFO (info.mode))
    ## opening it may wait for ever
    error ("gpureduce:badArgument", "gpusweep: cannot write '%s': it is a pipe, and rows must stay in it", file);
  elseif (! failure && ! overwrite && info.size > 0)
    mode = "a";
    known = read_data (file, remarks);
  endif
  fid = open_file (file, mode, file);

endfunction

## WHAT names the file to the user.
function fid = open_file (name, mode, what)

  [fid, message] = fopen (name, mode);
  if (fid < 0)
    error ("gpureduce:file", "gpusweep: cannot %s '%s': %s", {"write", "read"}{1 + strcmp(mode, "r")}, what, message);
  endif

endfunction

function known = read_data (file, remarks)

  fid = open_file (file, "r", file);
  text = fread (fid, Inf, "uint8=>char").';
  fclose (fid);
  lines = ostrsplit (text, "\n");
  for remark = remarks(! strncmp (remarks, "# date: ", 8))
    if (! any (strcmp (lines, remark{1})))
      ## the same remark with another value
      name = strtok (remark{1}(3:end), ":");
      other = lines(strncmp (lines, ["# " name ":"], numel (name) + 3));
      if (isempty (other))
        other = {"# no such line"};
      endif
      error ("gpureduce:badArgument", ...
             ["gpusweep: '%s' is of another sweep: it has %s, this has %s; name another file, or give " ...
              "\"overwrite\", true"], file, show_value (other{1}(3:end), 200), show_value (remark{1}(3:end), 200));
    endif
  endfor

  known = containers.Map ();
  for row = lines(1:end-1) # the last one is empty, or was interrupted
    values = strsplit (strtrim (strtok (row{1}, "#")), " ");
    if (! isempty (row{1}) && row{1}(1) != "#")
      if (! is_row (values))
        error ("gpureduce:badArgument", "gpusweep: '%s' has a row that is none: %s", file, show_value (row{1}, 200));
      endif
      known(strjoin (values(1:6))) = num2cell (str2double (values(7:9)));
    endif
  endfor
  if (! isempty (lines{end}))
    replace (file, text(1:end - numel (lines{end})));
  endif

endfunction

function is_row = is_row (values)

  number = '(NaN|Inf|\d[\d.]*(e[-+]\d+)?)';
  forms = {'gpu\w+', '[\w-]+', '\d+', '\d+(x\d+)+', '\d+', '[\w-]+', number, number, number};
  is_row = numel (values) == numel (forms) ...
           && all (cellfun (@(value, form) all (value < 128) && ! isempty (regexp (value, ["^" form "$"], "once")), ...
                            values, forms));

endfunction

## Give the file another text.  If that cannot be written, the file stays as it was.
function replace (file, text)

  file = canonicalize_file_name (file); # a link stays one
  draft = tempname (fileparts (file), "gpusweep-");
  fid = open_file (draft, "w", file);
  unwind_protect
    unwind_protect
      sweep_append (fid, file, text);
    unwind_protect_cleanup
      fclose (fid);
    end_unwind_protect
    [failure, message] = rename (draft, file);
    if (failure)
      error ("gpureduce:file", "gpusweep: cannot write '%s': %s", file, message);
    endif
  unwind_protect_cleanup
    if (exist (draft, "file"))
      unlink (draft);
    endif
  end_unwind_protect

endfunction
