# SPDX-License-Identifier: GPL-3.0-or-later

# The staircase of reductions: a bar for each algorithm and its figures beside it,
# from prepare_staircase.m.  A row of panels.dat is title, number of bars, greatest
# bandwidth, limit or 0, the limit's colour, the head of the figures, and the verdict; one of the
# bars is place, bandwidth, colour, label, figures.  A "|" keeps the blanks that
# figures begin with.

folder = ARG1
parts = ARG2 . "/parts/"
format = ARG3
load parts . "page.gp"

array title[panels]
array bars[panels]
array top[panels]
array limit[panels]
array limit_colour[panels]
array head[panels]
array verdict[panels]
stats "panels.dat" using (k = int ($0) + 1, title[k] = strcol (1), bars[k] = int ($2), top[k] = $3, \
                          limit[k] = $4, limit_colour[k] = int ($5), head[k] = substr (strcol (6), 2, 99), \
                          verdict[k] = strcol (7), 0) nooutput
set lmargin 26
set rmargin 46
set ytics nomirror scale 0
unset key
set grid noytics
set style fill solid 0.9 noborder
set xlabel "bandwidth (GB/s)"
do for [p = 1:panels] {
  file = sprintf ("bars-%d.dat", p)
  array figures[bars[p]]
  # the ranges of the panel before would hide rows from stats
  set xrange [* : *]
  set yrange [* : *]
  stats file using (figures[int ($0) + 1] = substr (strcol (5), 2, 99), 0) nooutput
  unset arrow
  if (limit[p] > 0) {
    set arrow from limit[p], graph 0 to limit[p], graph 1 nohead dt 2 lw 1.5 lc rgb limit_colour[p] front
  }
  unset label
  set label sprintf ("%36s", "speedup") . "\n" . head[p] at graph 1.02, graph 1.05 left font "DejaVu Sans Mono,10"
  do for [k = 1:bars[p]] {
    set label figures[k] at graph 1.02, first k left font "DejaVu Sans Mono,10"
  }
  set title title[p] . "\n" . verdict[p]
  set xrange [0 : top[p] * 1.05]
  set yrange [bars[p] + 0.6 : 0.4]
  plot file using (0):1:(0):2:($1 - 0.4):($1 + 0.4):3:ytic(4) with boxxyerror lc rgb variable
}
unset multiplot
