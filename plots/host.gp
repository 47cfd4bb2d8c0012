# SPDX-License-Identifier: GPL-3.0-or-later

# Times of calls over the size of the array, a panel for each function, from what tests/bench_sizes.m prints:
#
#   gnuplot -d -c plots/host.gp FILE.csv FILE.png
#
# The dashed line is where the device begins to be faster, and stays so; where it never does, the title says that the host is
# faster throughout.  The dotted one is the limit up to which arrays stay on the host by default.  The head of the
# file names the machine.

data = ARG1
set datafile separator ","
set datafile commentschars "#"
set encoding utf8

# The two lines of the head name the commit, and the card and the host; "#" is no comment here.
set datafile commentschars ""
set datafile separator "\t"
machine = ""
commit = ""
stats data every ::::1 using (int ($0) == 0 ? (commit = strcol (1)[3:*], 0) : (machine = strcol (1)[3:*], 0)) nooutput
set datafile separator ","
set datafile commentschars "#"

# the functions, each with blanks around it, and how many they are
names = " "
is_new (name) = name ne "op" && !strstrt (names, " " . name . " ")
stats data using (is_new (strcol (1)) ? (names = names . strcol (1) . " ", 0) : 0) nooutput
count = words (names)
across = count < 3 ? count : 3
down = ceil (count / real (across))

set terminal pngcairo size 560 * across, 80 + 400 * down noenhanced font "DejaVu Sans,11"
set output ARG2
set multiplot layout down, across title "calls of arrays on the host\n" . machine . ", " . commit font ",12"
set grid lc rgb "#dddddd" lt 1 lw 1
set border lc rgb "#555555"
set tics nomirror
set rmargin 5
set key top left Left reverse samplen 2 font ",9"
set xlabel "size of the array"
set ylabel "microseconds"
set format x "%.0b %BB"
set xtics rotate by -35
set format y "10^%T"
size_of (n) = gprintf ("%.0b %BB", n)
do for [name in names] {
  is_mine (k) = strcol (1) eq name ? column (k) : NaN
  # sizes rise within a function, so that the last one that fits stays
  even = 0
  limit = 0
  largest = 0
  unset logscale
  stats data using (strcol (1) eq name ? (limit = column (4), largest = column (3), column (6) <= column (7) ? even = column (3) : 0, 0) : 0) nooutput
  set logscale x 2
  set logscale y 10
  unset arrow
  unset label
  verdict = "the host is faster throughout"
  if (even == 0) { verdict = "the device is faster throughout" }
  if (even > 0 && even < largest) {
    verdict = "the device is faster above " . size_of (even)
    set arrow from even, graph 0 to even, graph 1 nohead dt 2 lw 1.5 lc rgb "#d55e00"
  }
  set arrow from limit, graph 0 to limit, graph 1 nohead dt 3 lw 1.5 lc rgb "#555555"
  set title name . ": " . verdict
  plot data using (is_mine (3)):(is_mine (5)) with linespoints pt 7 ps 0.4 lc rgb "#999999" title "builtin", \
       data using (is_mine (3)):(is_mine (6)) with linespoints pt 7 ps 0.4 lc rgb "#0072b2" title "on the host", \
       data using (is_mine (3)):(is_mine (7)) with linespoints pt 7 ps 0.4 lc rgb "#d55e00" title "on the device", \
       data using (is_mine (3)):(is_mine (9)) with linespoints pt 7 ps 0.4 lc rgb "#009e73" title "of a gpuArray", \
       data using (is_mine (3)):(is_mine (10) + is_mine (11)) with lines dt 2 lc rgb "#000000" title "copies in and out"
}
unset multiplot
