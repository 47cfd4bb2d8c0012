## SPDX-License-Identifier: GPL-3.0-or-later

## R = asked (NAME, D): what Octave's function NAME says of the whole array: of its class and size.

function r = asked (name, d, varargin)

  if (nargin > 2 && strcmp (name, "numel")) # which Octave asks of D{1}, too
    refuse ("index");
  elseif (nargin != 2)
    print_usage (name);
  endif
  switch (name)
    case "underlyingType"
      r = d.class;
    case "ischar"
      r = strcmp (d.class, "char");
    case {"islogical", "isbool"}
      r = strcmp (d.class, "logical");
    case "isinteger"
      r = ! isempty (strfind (d.class, "int"));
    case "isfloat"
      r = any (strcmp (d.class, {"double", "single"}));
    case "isnumeric"
      r = ! any (strcmp (d.class, {"logical", "char"}));
    case "isreal"
      r = ! d.is_complex;
    case "iscomplex"
      r = d.is_complex;
    case "isempty"
      r = any (d.size == 0);
    case "length"
      r = max (d.size) * all (d.size != 0);
    case "numel"
      r = prod (d.size);
  endswitch

endfunction
