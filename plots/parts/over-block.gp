# The panel p: bandwidth over block size, of the array with the most points.
# Algorithms that choose their launch themselves, and limits, are level lines.

at = place_of_panel (p)
here = in_place (p, at)
shown = algorithms (here)
first = least (here . ' && $3', '$3')
last = greatest (here . ' && $3', '$3')
block_rows(a) = source (here . ' && $2 == ' . quoted (a) . \
  sprintf (' { if ($3) print $3, $8; else { print %d, $8; print %d, $8 } }', first, last))

set logscale x 2
set xrange [first / 1.1 : last * 1.1]
set xtics 1, 2
set format x "%.0f"
set xlabel "block size (threads)"
eval is_wide (here) ? logarithmic_axis (here) : linear_axis
set offsets 0, 0, graph 0.05, 0
set ylabel "bandwidth (GB/s)"
eval heading (sprintf ("%s, %s, class %s", before (p), shape (at), after (p)))
eval room (words (shown), text ? 19 : 30)
plot for [i = 1:words (shown)] a = word (shown, i) block_rows (a) using 1:2 \
     with linespoints lw width (a) dt dash (a) pt (text ? i : point (a)) lc rgb colour (a) title a
