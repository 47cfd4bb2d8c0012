# The look of every plot: fonts, grid, and one colour and point type for each
# algorithm, in the order in which legends list them.  Families share a hue, from
# light (naive) to dark (best): blue in place, green in shared memory, red and
# brown the scans; what they are compared with is black and grey.  To be loaded
# by parts/data.gp; colour ("name") is "#rrggbb".

algorithm_colours = " read-limit=#444444 copy-limit=#666666 auto=#000000 cub=#8a8a8a \
neighbored=#b3d7ff neighbored-less=#8fc1fa interleaved=#6aabf2 \
unroll2=#4f97e6 unroll4=#3b84d6 unroll8=#2f72bf \
unroll-warp2=#2562a8 unroll-warp8=#1c5291 unroll-all8=#14437a template8=#0d3462 nested=#00bcd4 \
shared-divergent=#b9e8b0 shared-strided=#93d889 shared-sequential=#6ec665 \
shared-first-add=#4db14a shared-unroll-warp=#359a38 shared-unroll-all=#22822a \
shared-multi=#146a1e shuffle=#0a5014 \
kogge=#e6550d brent=#c51b3a three-phase=#8c2d04 lookback=#7b3294 \
recursive=#c9a227 serial=#b5a6a0 "
algorithm_names = ""
do for [entry in algorithm_colours] {
  algorithm_names = algorithm_names . " " . entry[1:strstrt (entry, "=") - 1]
}
colour_at(name) = strstrt (algorithm_colours, " " . name . "=") + strlen (name) + 2
colour(name) = strstrt (algorithm_colours, " " . name . "=") \
  ? substr (algorithm_colours, colour_at (name), colour_at (name) + 6) : "#ff00ff"

# Limits are dashed lines without points.  Neighbours in a family differ in
# their points, since their colours are close.
limits = " read-limit copy-limit "
host_loops = " recursive serial "
references = " auto cub" . host_loops
is_limit(name) = strstrt (limits, " " . name . " ") > 0
is_reference(name) = is_limit (name) || strstrt (references, " " . name . " ") > 0
points = "7 5 9 11 13 6 4 8 10 12"
place_of(name) = sum [k = 1:words (algorithm_names)] (word (algorithm_names, k) eq name ? k : 0)
point(name) = is_limit (name) ? 0 : int (word (points, 1 + place_of (name) % words (points)))
dash(name) = is_limit (name) ? 2 : name eq "cub" ? 4 : 1
width(name) = is_reference (name) ? 2.5 : 1.5

rgb(name) = int ("0x" . substr (colour (name), 2, 7))

set grid lc rgb "#dddddd" lt 1 lw 1
set border lc rgb "#555555"
set tics nomirror
set encoding utf8
