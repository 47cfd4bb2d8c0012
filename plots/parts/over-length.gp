# The panel p: bandwidth over length, each algorithm at the block size that is
# fastest at its greatest length.  Points are measured; lines are the fit
#
#   seconds = overhead + bytes / asymptotic bandwidth
#
# of least relative squares, whose two numbers are in the legend.

of_algorithm(p, a) = in_vectors (p) . " && $2 == \"" . a . "\""
best_block(p, a) = awk (of_algorithm (p, a) . " && valid { n = elements ($4); " . \
  "if (n > longest || n == longest && $7 < least) { longest = n; least = $7; block = $3 } } END { print block + 0 }")
at_block(p, a) = of_algorithm (p, a) . " && $3 == " . best_block (p, a)
# overhead, seconds per byte, bytes per element; neither of the first two is
# negative: times that do not grow with length have no asymptotic bandwidth
fit_of(p, a) = awk (at_block (p, a) . " && valid { x = $8 * $7 * 1e9; t = $7; w = x / elements ($4); " . \
  "uu += 1 / t / t; uv += x / t / t; vv += x * x / t / t; u += 1 / t; v += x / t } " . \
  "END { d = uu * vv - uv * uv; a = d > 1e-9 * uu * vv ? (u * vv - v * uv) / d : 0; if (a < 0) a = 0; " . \
  "b = (v - a * uv) / vv; if (b < 0) { b = 0; a = u / uu } printf \"%e %e %e\", a, b, w }")
fitted(x, fit) = x * word (fit, 3) / (word (fit, 1) + word (fit, 2) * x * word (fit, 3)) / 1e9
entry(a, fit) = sprintf ("%-18s %8.1f us %7s GB/s", a, 1e6 * word (fit, 1), \
                         word (fit, 2) > 0 ? sprintf ("%.4g", 1e-9 / word (fit, 2)) : "-")

shown = in_style_order (in_vectors (p))
array fit[words (shown)]
do for [i = 1:words (shown)] {
  fit[i] = fit_of (p, word (shown, i))
}

set logscale x 2
set xrange [* : *]
spans_much = awk (in_vectors (p) . " && valid { n = elements ($4); if (!low || n < low) low = n; if (n > high) high = n } " . \
  "END { print (high / low > 2 ^ 20) }") + 0
set xtics 1, text || spans_much ? 16 : 4
set format x "2^%L"
set xlabel "length (elements)"
eval logarithmic_axis (in_vectors (p))
set offsets 0, 0, 0, 0
set ylabel "bandwidth (GB/s)"
eval heading (sprintf ("%s, class %s; fit: seconds = overhead + bytes / bandwidth", before (p), after (p)))
eval room (words (shown), text ? 50 : 52)
plot for [i = 1:words (shown)] a = word (shown, i) fitted (x, fit[i]) \
       with lines lw width (a) dt dash (a) lc rgb colour (a) title is_limit (a) && !text ? entry (a, fit[i]) : "", \
     for [i = 1:words (shown)] a = word (shown, i) source (at_block (p, a) . " { print $4 + 0, $8 }") using 1:2 \
       with points pt (text ? i : point (a)) lc rgb colour (a) title is_limit (a) && !text ? "" : entry (a, fit[i])
