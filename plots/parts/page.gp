# SPDX-License-Identifier: GPL-3.0-or-later

# What the plots share: the output, the page and its look.  gpusweepplot runs
#
#   gnuplot -d -c SCRIPT FOLDER PLOTS FORMAT
#
# and a script sets folder = ARG1, parts, the folder of this file, and format = ARG3, and loads
# this file.  FOLDER holds the prepared data, columns of text and
# numbers with tabs between them; PLOTS is the folder of the scripts; FORMAT is png
# or svg, for which plot.png or plot.svg is written in FOLDER, or text, for a plot in
# characters on standard output.

text = format eq "text"
cd folder

set encoding utf8
set datafile separator "\t"
set datafile commentschars ""
# one row: title, device, remark, rows and columns of panels, width and height in pixels
stats "page.dat" using (what = strcol (1), device = strcol (2), remark = strcol (3), rows = int ($4), \
                        across = int ($5), wide = int ($6), high = int ($7), 0) nooutput
stats "panels.dat" using 0 nooutput
panels = STATS_records

set grid lc rgb "#dddddd" lt 1 lw 1
set border lc rgb "#555555"
set tics nomirror
if (text) {
  unset grid
} else {
  if (format eq "png") {
    set terminal pngcairo size wide, high noenhanced font "DejaVu Sans,11"
  } else {
    set terminal svg background "white" size wide, high noenhanced font "DejaVu Sans,11"
  }
  set output "plot." . format
  set multiplot layout rows, across title device . ": " . what . "\n" . remark font ",13" noenhanced
}
