## SPDX-License-Identifier: GPL-3.0-or-later

## Y = typecast (D, CLASS): the bytes of the elements as elements of another class, on the device.

function y = typecast (d, class_name)

  if (nargin != 2)
    print_usage ("typecast");
  endif
  if (! isgpuarray (d))
    y = typecast (d, gather (class_name));
    return;
  endif
  class_name = gather (class_name);
  if (! ischar (class_name))
    error ("gpureduce:badArgument", "typecast: CLASS must be a string");
  endif
  y = __gpuarray__ ("typecast", d, tolower (class_name));

endfunction
