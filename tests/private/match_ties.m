## SPDX-License-Identifier: GPL-3.0-or-later

## GOT, outputs of max, min, cummax or cummin of complex elements, with those of WANT
## where moduli and angles of both are the same but for 4 units in the last place.
## Octave orders by the host's rounded hypot and atan2; a device's round in their own
## way, and choose another of such elements.

function got = match_ties (got, want)

  if (isempty (got) || isempty (want) || isreal (want{1}) || ! size_equal (got{1}, want{1})
      || ! strcmp (class (got{1}), class (want{1})))
    return;
  endif
  near = @(a, b) abs (double (a) - double (b)) <= 4 * double (eps (max (abs (a), abs (b))));
  tied = got{1} != want{1} & near (abs (got{1}), abs (want{1})) & near (arg (got{1}), arg (want{1}));
  for k = 1:numel (got)
    is_complex = iscomplex (got{k});
    got{k}(tied) = want{k}(tied);
    got{k} = keep_complex (got{k}, is_complex);
  endfor

endfunction
