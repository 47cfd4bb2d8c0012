# SPDX-License-Identifier: GPL-3.0-or-later

# Heat map of the bandwidth over rows and columns of arrays, from prepare_heat.m.  A
# row of panels.dat is title, number of cells, greatest bandwidth; one of the cells
# is columns and rows, both as exponents of 2, and bandwidth; the row of grid.dat is
# half the width of a cell, least and greatest place on both axes.

folder = ARG1
parts = ARG2 . "/parts/"
format = ARG3
load parts . "page.gp"

array title[panels]
array count[panels]
array top[panels]
stats "panels.dat" using (k = int ($0) + 1, title[k] = strcol (1), count[k] = int ($2), top[k] = $3, 0) nooutput
stats "grid.dat" using (half = $1, low = $2, high = $3, 0) nooutput
set palette defined (0 "#440154", 1 "#3b528b", 2 "#21918c", 3 "#5ec962", 4 "#fde725")
set style fill solid 1 noborder
unset key
unset grid
set xlabel "columns"
set ylabel "rows"
set cblabel "GB/s" offset 1
set xtics 0, 2
set ytics 0, 2
set format xy "2^%.0f"
set xrange [low : high]
set yrange [low : high]
do for [p = 1:panels] {
  if (count[p] == 0) {
    set multiplot next
  } else {
    set cbrange [0 : top[p]]
    set title title[p]
    plot sprintf ("cells-%d.dat", p) using 1:2:($1 - half):($1 + half):($2 - half):($2 + half):3 \
           with boxxyerror lc palette, \
         "" using 1:2:(sprintf ($3 < 9.5 ? "%.1g" : "%.0f", $3)):($3 > top[p] / 2 ? 0 : 0xffffff) \
           with labels font ",8" tc rgb variable
  }
}
unset multiplot
