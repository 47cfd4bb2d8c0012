# The panel p: bandwidth over length, each algorithm at the block size that is
# fastest at its greatest length.  Points are measured; lines are the fit
#
#   seconds = overhead + bytes / asymptotic bandwidth
#
# of least relative squares, whose two numbers are in the legend.

here = in_vectors (p)
shown = algorithms (here)
of_algorithm(a) = here . ' && $2 == ' . quoted (a)
best_block(a) = awk (of_algorithm (a) . ' && valid { n = elements ($4); ' . \
  'if (n > longest || n == longest && $7 < time) { longest = n; time = $7; block = $3 } } ' . \
  'END { print block + 0 }')
at_block(a) = of_algorithm (a) . ' && $3 == ' . best_block (a)

# Overhead, seconds per byte, bytes per element.  Neither of the first two is
# negative: times that do not grow with length have no asymptotic bandwidth.
fit_of(a) = awk (at_block (a) . ' && valid { x = $8 * $7 * 1e9; t = $7; w = x / elements ($4); ' . \
  'uu += 1 / t / t; uv += x / t / t; vv += x * x / t / t; u += 1 / t; v += x / t } ' . \
  'END { d = uu * vv - uv * uv; a = d > 1e-9 * uu * vv ? (u * vv - v * uv) / d : 0; if (a < 0) a = 0; ' . \
  'b = (v - a * uv) / vv; if (b < 0) { b = 0; a = u / uu } printf "%e %e %e", a, b, w }')
array fit[words (shown)]
do for [i = 1:words (shown)] {
  fit[i] = fit_of (word (shown, i))
}
fitted(x, fit) = x * word (fit, 3) / (word (fit, 1) + word (fit, 2) * x * word (fit, 3)) / 1e9
entry(a, fit) = sprintf ("%-18s %8.1f us %7s GB/s", a, 1e6 * word (fit, 1), \
                         word (fit, 2) > 0 ? sprintf ("%.4g", 1e-9 / word (fit, 2)) : "-")

set logscale x 2
set xrange [* : *]
set xtics 1, text || greatest (here, 'elements ($4)') / least (here, 'elements ($4)') > 2 ** 20 ? 16 : 4
set format x "2^%L"
set xlabel "length (elements)"
eval logarithmic_axis (here)
set offsets 0, 0, 0, 0
set ylabel "bandwidth (GB/s)"
eval heading (sprintf ("%s, class %s; fit: seconds = overhead + bytes / bandwidth", before (p), after (p)))
eval room (words (shown), text ? 50 : 52)
# a limit has no points, so its line is in the legend
has_line(a) = is_limit (a) && !text
plot for [i = 1:words (shown)] a = word (shown, i) fitted (x, fit[i]) \
       with lines lw width (a) dt dash (a) lc rgb colour (a) title has_line (a) ? entry (a, fit[i]) : "", \
     for [i = 1:words (shown)] a = word (shown, i) source (at_block (a) . ' { print $4 + 0, $8 }') using 1:2 \
       with points pt (text ? i : point (a)) lc rgb colour (a) title has_line (a) ? "" : entry (a, fit[i])
