# The panel p: bandwidth over block size, of the array with the most points.  Algorithms
# that choose their launch themselves, and limits, are level lines.

block_rows(p, at, a) = source (in_place (p, at) . " && $2 == \"" . a . "\" " . \
  sprintf ("{ if ($3) print $3, $8; else { print %d, $8; print %d, $8 } }", first, last))

first = awk ("$3 > 0 && (!n || $3 < n) { n = $3 } END { print n ? n : 32 }") + 0
last = awk ("$3 > n { n = $3 } END { print n ? n : 1024 }") + 0
at = place_of_panel (p)
shown = in_style_order (in_place (p, at))

set logscale x 2
set xrange [first / 1.1 : last * 1.1]
set xtics 1, 2
set format x "%.0f"
set xlabel "block size (threads)"
eval is_wide (in_place (p, at)) ? logarithmic_axis (in_place (p, at)) : linear_axis
set offsets 0, 0, graph 0.05, 0
set ylabel "bandwidth (GB/s)"
eval heading (sprintf ("%s, %s, class %s", before (p), shape (at), after (p)))
eval room (words (shown), text ? 19 : 30)
plot for [i = 1:words (shown)] a = word (shown, i) block_rows (p, at, a) using 1:2 \
     with linespoints lw width (a) dt dash (a) pt (text ? i : point (a)) lc rgb colour (a) title a
