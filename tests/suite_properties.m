## SPDX-License-Identifier: GPL-3.0-or-later

## Every function x class x dimension x shape on random data, with the builtin
## as the oracle: class, size, complexness, values, indices and errors.

function suite_properties ()

  lengths = num2cell ([1 2 31 32 33 127 1000 1025]);
  shapes = [{[0 0], [0 1], [1 0], [0 3], [3 0], [2 0 3]}, ...
            {[7 13], [37 3], [5 101], [3 5 7], [2 3 1 4], [1 1 9]}, ...
            cellfun(@(n) [1 n], lengths, "uniformoutput", false), ...
            cellfun(@(n) [n 1], lengths, "uniformoutput", false)];
  types = element_types ();
  for f = tested_functions ().'
    product = strcmp (f.family, "product");
    for t = types.'
      for s = 1:numel (shapes)
        for kind = {"whole", "wild"}
          x = sample (t{:}, shapes{s}, kind{1}, product);
          for dim = {[], 1, 2, 3, ndims(x) + 1}
            against_builtin (f, x, dim{1}, kind{1});
          endfor
        endfor
      endfor
    endfor
  endfor

endfunction
