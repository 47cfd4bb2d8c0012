## SPDX-License-Identifier: GPL-3.0-or-later

## NUMBERS = parse_numbers (CALLER, ARGUMENT, TEXT)
##
## The whole numbers in the words of TEXT, as a row: N, A:B, A:S:B, 2^A, and
## 2^A:2^B, all powers from the one to the other.  Any other word is an error of
## the function CALLER; none is evaluated.

function numbers = parse_numbers (caller, argument, text)

  numbers = [];
  for word = split_words (text)
    more = numbers_of_word (word{1});
    if (isempty (more))
      error ("gpureduce:badArgument", ...
             ["%s: %s takes whole numbers, rising ranges A:B and A:S:B of at most 100000 numbers, " ...
              "and powers 2^A and 2^A:2^B; given was %s"], caller, argument, show_value (word{1}));
    endif
    numbers = [numbers, more];
  endfor

endfunction

## Empty if WORD has none of the forms.
function numbers = numbers_of_word (word)

  numbers = [];
  if (any (word > 127)) # regexp refuses what is not UTF-8
    return;
  endif
  if (! isempty (regexp (word, '^2\^\d{1,3}(:2\^\d{1,3})?$', "once")))
    exponents = str2double (strsplit (word(3:end), ":2^"));
    numbers = 2 .^ (exponents(1):exponents(end));
  elseif (! isempty (regexp (word, '^\d{1,15}(:\d{1,15}){0,2}$', "once")))
    parts = str2double (strsplit (word, ":"));
    first = parts(1);
    last = parts(end);
    step = 1;
    if (numel (parts) == 3)
      step = parts(2);
    endif
    if ((last - first) / step < 1e5)
      numbers = first:step:last;
    endif
  endif

endfunction
