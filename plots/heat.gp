# Heat map of the bandwidth of auto, and of cub where the file has it, over rows
# and columns: a row of panels for each function and class, a column for each of
# dim 1 and dim 2.  Colours go from 0 to the limit, or the greatest bandwidth.  As
# text, tables of GB/s.
#
#   gnuplot -c heat.gp DATA [OUTPUT.png | OUTPUT.svg]

script = ARG0
data = ARG1
output = ARG2
load system ("dirname '" . script . "'") . "/parts/data.gp"

# Of matrices those that belong to a grid, not the vectors of a sweep over
# lengths: their rows occur with several columns, or they go along dim 2 too.
sizes = awk ('$4 ~ /^[0-9]+x[0-9]+$/ && $5 <= 2 { split ($4, n, "x"); row[$4] = n[1]; ' . \
  'if (!seen[$4]++) columns[n[1]]++; if ($5 == 2) along[$4] = 1 } ' . \
  'END { for (s in row) if (columns[row[s]] > 1 || s in along) printf " %s", s }')
is_matrix = '$5 <= 2 && index (' . quoted (sizes . " ") . ', " " $4 " ")'
# maps are panels with an algorithm: gpusum/single/auto
maps = awk ('valid && ($2 == "auto" || $2 == "cub") && ' . is_matrix . \
  ' { split ($4, n, "x"); m = panel "/" $2; if (!rows[m, n[1]]++) r[m]++; if (!columns[m, n[2]]++) c[m]++; ' . \
  'if (r[m] > 1 && c[m] > 1 && !seen[m]++) print m }')
if (words (maps) == 0) {
  print script . ": auto has no several rows and columns in " . data
  exit status without_data
}
in_panel_of(m) = in_panel (before (m) . "/" . before (after (m))) . ' && ' . is_matrix
in_map(m, dim) = in_panel_of (m) . ' && $2 == ' . quoted (after (after (m))) . ' && $5 == ' . dim
title_of(m, dim) = sprintf ("%s, %s, along dim %s, class %s", \
                            before (m), after (after (m)), dim, before (after (m)))

if (text) {
  table(m, dim) = awk (in_map (m, dim) . \
    ' { split ($4, n, "x"); at[n[1], n[2]] = valid ? sprintf ("%.4g", $8) : "-"; ' . \
    'if (!r[n[1]]++) row[++rows] = n[1]; if (!c[n[2]]++) column[++columns] = n[2] } ' . \
    'function sort (v, n, i, k, x) { for (i = 2; i <= n; i++) { x = v[i]; ' . \
    'for (k = i - 1; k && v[k] + 0 > x + 0; k--) v[k + 1] = v[k]; v[k + 1] = x } } ' . \
    'END { sort(row, rows); sort(column, columns); printf "%9s", ""; ' . \
    'for (k = 1; k <= columns; k++) printf "%10s", column[k]; print ""; ' . \
    'for (i = 1; i <= rows; i++) { printf "%9s", row[i]; ' . \
    'for (k = 1; k <= columns; k++) printf "%10s", at[row[i], column[k]]; print "" } }')
  set print "-"
  do for [m in maps] {
    do for [dim in "1 2"] {
      print device . ": " . title_of (m, dim) . "\n" . remark . "\nGB/s; rows down, columns across"
      print table (m, dim) . "\n"
    }
  }
  exit
}

# A cell is as wide as the smallest step between sizes, in powers of 2.
exponents = awk (is_matrix . ' && valid { split ($4, n, "x"); for (k in n) seen[log (n[k]) / log (2)] } ' . \
  'END { step = 99; low = 99; for (a in seen) { a += 0; if (a > high) high = a; if (a < low) low = a; ' . \
  'for (b in seen) if (a - b > 0.01 && a - b < step) step = a - b } printf "%e %e %e", step, low, high }')
half = word (exponents, 1) / 2
range = sprintf ("[%g : %g]", word (exponents, 2) - half, word (exponents, 3) + half)
cells(m, dim) = source (in_map (m, dim) . \
  ' && valid { split ($4, n, "x"); print log (n[2]) / log (2), log (n[1]) / log (2), $8 }')

eval page (words (maps), 2, 840, 480, "bandwidth over shape")
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
eval "set xrange " . range . "; set yrange " . range
do for [m in maps] {
  top = greatest (in_panel_of (m), '$8')
  limit = greatest (in_panel_of (m) . ' && $2 ~ /-limit$/', '$8')
  set cbrange [0 : top]
  do for [dim in "1 2"] {
    eval heading (title_of (m, dim) . (limit > 0 ? sprintf ("; limit %.4g GB/s", limit) : ""))
    if (greatest (in_map (m, dim), '$8') > 0) {
      plot cells (m, dim) using 1:2:($1 - half):($1 + half):($2 - half):($2 + half):3 \
             with boxxyerror lc palette, \
           "" using 1:2:(sprintf ($3 < 9.5 ? "%.1g" : "%.0f", $3)):($3 > top / 2 ? 0 : 0xffffff) \
             with labels font ",8" tc rgb variable
    } else {
      set multiplot next
    }
  }
}
eval finish
