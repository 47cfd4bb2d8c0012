## SPDX-License-Identifier: GPL-3.0-or-later

## STYLE = algorithm_style (NAMES)
##
## How plots show the algorithms in the cell NAMES: a struct array with the fields
## name, place (in legends; Inf for names that are not known), role, colour (a
## number 0xRRGGBB), point, dash and width (of gnuplot).
##
## Families share a hue, from light (naive) to dark (best): blue in place, green
## in shared memory, red and brown the scans, purple the sorts; what they are compared with is black
## and grey.  Limits are dashed lines without points.  Neighbours in a family
## differ in their points, since their colours are close.

function style = algorithm_style (names)

  persistent table = {
    "read-limit",         "limit",     0x444444
    "copy-limit",         "limit",     0x666666
    "auto",               "reference", 0x000000
    "cub",                "reference", 0x8a8a8a
    "neighbored",         "rung",      0xb3d7ff
    "neighbored-less",    "rung",      0x8fc1fa
    "interleaved",        "rung",      0x6aabf2
    "unroll2",            "rung",      0x4f97e6
    "unroll4",            "rung",      0x3b84d6
    "unroll8",            "rung",      0x2f72bf
    "unroll-warp2",       "rung",      0x2562a8
    "unroll-warp8",       "rung",      0x1c5291
    "unroll-all8",        "rung",      0x14437a
    "template8",          "rung",      0x0d3462
    "nested",             "rung",      0x00bcd4
    "shared-divergent",   "rung",      0xb9e8b0
    "shared-strided",     "rung",      0x93d889
    "shared-sequential",  "rung",      0x6ec665
    "shared-first-add",   "rung",      0x4db14a
    "shared-unroll-warp", "rung",      0x359a38
    "shared-unroll-all",  "rung",      0x22822a
    "shared-multi",       "rung",      0x146a1e
    "shuffle",            "rung",      0x0a5014
    "kogge",              "rung",      0xe6550d
    "brent",              "rung",      0xc51b3a
    "three-phase",        "rung",      0x8c2d04
    "lookback",           "rung",      0x7b3294
    "bitonic",            "rung",      0xd58ae0
    "radix",              "rung",      0x8e2aa0
    "recursive",          "host loop", 0xc9a227
    "serial",             "host loop", 0xb5a6a0
  };
  points = [7 5 9 11 13 6 4 8 10 12];

  style = struct ("name", {}, "place", {}, "role", {}, "colour", {}, "point", {}, "dash", {}, "width", {});
  [names, ~, same] = unique (names(:));
  for name = names.'
    k = find (strcmp (table(:,1), name));
    s = struct ("name", name, "place", Inf, "role", "rung", "colour", 0xff00ff, "point", points(1), ...
                "dash", 1, "width", 2.5);
    if (! isempty (k))
      s.place = k;
      [s.role, s.colour] = table{k,2:3};
      s.colour = double (s.colour);
      s.point = points(1 + mod (k, numel (points)));
    endif
    if (strcmp (s.role, "limit"))
      s.point = 0;
      s.dash = 2;
    elseif (strcmp (s.name, "cub"))
      s.dash = 4;
    endif
    if (strcmp (s.role, "rung"))
      s.width = 1.5;
    endif
    style(end+1) = s;
  endfor
  style = style(same(:).');

endfunction
