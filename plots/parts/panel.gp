# SPDX-License-Identifier: GPL-3.0-or-later

# The panel p of curves.gp.  A row of its series is the entry in the legend, colour,
# point, dash, width, whether it is a limit, and a fit: overhead in seconds, seconds
# per byte, bytes per element.

n = shown[p]
array entry[n]
array colour[n]
array point[n]
array dash[n]
array width[n]
array is_limit[n]
array overhead[n]
array pace[n]
array bytes[n]
# the ranges of the panel before would hide rows from stats
unset logscale
set xrange [* : *]
set yrange [* : *]
series = sprintf ("series-%d.dat", p)
measured = sprintf ("points-%d.dat", p)
names = sprintf ("ends-%d.dat", p)
stats series using (k = int ($0) + 1, entry[k] = strcol (1), colour[k] = int ($2), point[k] = int ($3), \
                    dash[k] = int ($4), width[k] = $5, is_limit[k] = int ($6), overhead[k] = $7, \
                    pace[k] = $8, bytes[k] = $9, 0) nooutput

if (logarithmic[p]) {
  set logscale y 10
  set yrange [bottom[p] : top[p]]
} else {
  set yrange [0 : *]
}
set logscale x 2
set ylabel "bandwidth (GB/s)"

# The text terminal leaves out a title that is wider than the axes, and the label
# of the vertical axis; it is as high as the legend needs.
is_block = axis[p] eq "block"
if (text) {
  set terminal dumb size 60 + (is_block ? 19 : 50), (n + 10 > 23 ? n + 10 : 23) noenhanced
  set tmargin 4
  set key outside right top Left reverse samplen 3
  set label 1 device . ": " . title[p] . "\n" . verdict[p] . "\nGB/s; " . remark at screen 0, screen 0.98 left
} else {
  set rmargin (is_block ? 30 : 52)
  set key at graph 1.02, graph 1 left top Left reverse samplen 3 font "DejaVu Sans Mono,10"
  set title title[p] . "\n" . verdict[p]
}

# how far the axis goes on behind the last place, where names of curves stand
beyond (share) = (last[p] / real (first[p])) ** share > 1.1 ? (last[p] / real (first[p])) ** share : 1.1
if (is_block) {
  set xrange [first[p] / 1.1 : last[p] * (text ? 1.1 : beyond (0.2))]
  set xtics 1, 2
  set format x "%.0f"
  set xlabel "block size (threads)"
  set offsets 0, 0, graph 0.05, 0
  plot for [i = 1:n] measured index i - 1 using 1:2 with linespoints \
         lw width[i] dt dash[i] pt (text ? i : point[i]) lc rgb colour[i] title entry[i], \
       for [k = 1:(text ? 0 : 1)] names using 1:2:4:3 with labels left offset 1, 0 font ",9" tc rgb variable notitle
} else {
  # Points are measured; lines are the fit.  A limit has no points, so its line is
  # in the legend.
  fitted(x, i) = x > last[p] * 1.001 ? NaN : x * bytes[i] / (overhead[i] + pace[i] * x * bytes[i]) / 1e9
  has_line(i) = is_limit[i] && !text
  if (!text) { set xrange [first[p] : last[p] * beyond (0.25)] }
  set xtics 1, (text || last[p] / first[p] > 2 ** 20 ? 16 : 4)
  set format x "2^%L"
  set xlabel "length (elements)"
  set offsets 0, 0, 0, 0
  plot for [i = 1:n] fitted (x, i) with lines \
         lw width[i] dt dash[i] lc rgb colour[i] title has_line (i) ? entry[i] : "", \
       for [i = 1:n] measured index i - 1 using 1:2 with points \
         pt (text ? i : point[i]) lc rgb colour[i] title has_line (i) ? "" : entry[i], \
       for [k = 1:(text ? 0 : 1)] names using 1:2:4:3 with labels left offset 1, 0 font ",9" tc rgb variable notitle
}
