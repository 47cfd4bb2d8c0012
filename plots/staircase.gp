# The staircase of reductions: algorithms in the order of gpualgos, each at its
# fastest block size, with time, bandwidth, and the speedup over the rung before
# (step) and over the first (cumulative); then what they are compared with.  One
# panel for each reduction and class, of the array with the most points; as text,
# a table.
#
#   gnuplot -c staircase.gp DATA [OUTPUT.png | OUTPUT.svg]

script = ARG0
data = ARG1
output = ARG2
load system ("dirname '" . script . "'") . "/parts/data.gp"

set_apart = 'BEGIN { n = split (' . quoted (references . limits) . ', reference, " "); ' . \
  'for (k = 1; k <= n; k++) apart[reference[k]] = 1 } '
panels = awk (set_apart . 'valid && $1 !~ /^gpucum/ && !($2 in apart) && !seen[panel]++ { print panel }')
if (words (panels) == 0) {
  print script . ": no reduction has algorithms to compare in " . data
  exit status without_data
}

# each row: number, algorithm, GB/s, then the rest as text
table(p, at, format) = awk (set_apart . in_place (p, at) . \
  ' && valid { if (!($2 in t) && !($2 in apart)) rung[++rungs] = $2; if ($8 > high) high = $8; ' . \
  'if (!($2 in t) || $7 < t[$2]) { t[$2] = $7; g[$2] = $8; block[$2] = $3 } } ' . \
  'function row(a, step) { bar = ""; for (k = 1; k <= 12 * g[a] / high + 0.5; k++) bar = bar "#"; ' . \
  'printf ' . quoted (format . '\n') . ', ++rows, a, g[a], a (block[a] ? ", " block[a] : ""), ' . \
  't[a] * 1e3, g[a], step, first ? sprintf ("%.3g", first / t[a]) : "", bar } ' . \
  'END { first = rungs ? t[rung[1]] : 0; if (rungs) row(rung[1], ""); ' . \
  'for (r = 2; r <= rungs; r++) row(rung[r], sprintf ("%.3g", t[rung[r - 1]] / t[rung[r]])); ' . \
  'for (r = 1; r <= n; r++) if (reference[r] in t) row(reference[r], "") }')
title_of(p, at) = sprintf ("%s, %s, class %s", before (p), shape (at), after (p))
columns = sprintf ("%10s%9s%9s%12s", "time (ms)", "GB/s", "step", "cumulative")

if (text) {
  set print "-"
  do for [p in panels] {
    print device . ": " . title_of (p, place_of_panel (p)) . "\n" . remark
    print sprintf ("%61s\n%-25s%s", "speedup", "algorithm, block", columns)
    print table (p, place_of_panel (p), '%.0s%.0s%.0s%-25s%10.4g%9.4g%9s%12s  %s') . "\n"
  }
  exit
}

most = 0
do for [p in panels] {
  shown = words (algorithms (in_place (p, place_of_panel (p))))
  most = shown > most ? shown : most
}
eval page (words (panels), 1, 1200, 120 + 22 * most, "the staircase of reductions")
set lmargin 26
set rmargin 46
set ytics nomirror scale 0
unset key
set grid noytics
set style fill solid 0.9 noborder
set xlabel "bandwidth (GB/s)"
do for [p in panels] {
  at = place_of_panel (p)
  set print $rows
  print table (p, at, '%d %s %g \"%s\" \"%10.4g%9.4g%9s%12s\" %.0s')
  unset print
  top = greatest (in_place (p, at), '$8')
  limit = greatest (in_place (p, at) . ' && $2 == "read-limit"', '$8')
  unset arrow
  if (limit > 0) {
    set arrow from limit, graph 0 to limit, graph 1 nohead dt 2 lw 1.5 lc rgb colour ("read-limit") front
  }
  unset label
  set label sprintf ("%36s\n%s", "speedup", columns) at graph 1.02, graph 1.05 left font "DejaVu Sans Mono,10"
  do for [k = 1:|$rows|] {
    set label word ($rows[k], 5) at graph 1.02, first k left font "DejaVu Sans Mono,10"
  }
  eval heading (title_of (p, at))
  set xrange [0 : top * 1.05]
  set yrange [|$rows| + 0.6 : 0.4]
  plot $rows using (0):1:(0):3:($1 - 0.4):($1 + 0.4):(rgb (strcol (2))):ytic(4) with boxxyerror lc rgb variable
}
eval finish
