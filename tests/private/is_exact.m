## SPDX-License-Identifier: GPL-3.0-or-later

## Is the result of function F over a sample of class CLS and KIND the same
## in every order of combination?

function tf = is_exact (f, cls, kind)

  whole = strcmp (kind, "whole");
  switch (f.family)
    case "order"
      tf = true;
    case "product" # integer samples have small factors, whatever the kind
      tf = whole || ! any (strcmp (cls, {"double", "single"}));
    case "sum"
      tf = whole || ! any (strcmp (cls, {"double", "single", "int64", "uint64"}));
    case "mean" # a single mean may be rounded once or twice
      tf = ! strcmp (cls, "single") && (whole || ! any (strcmp (cls, {"double", "int64", "uint64"})));
    case "sumsq"
      tf = whole;
    otherwise
      tf = false;
  endswitch

endfunction
