# Bandwidth over block size, one panel for each function in the data file.
#
#   gnuplot -c bandwidth.gp DATA            as text
#   gnuplot -c bandwidth.gp DATA OUT.png    as a PNG file
#
# DATA is what gpusweep writes: "#" header lines, then the columns
# function algorithm block length class seconds gbps spread.  Only the greatest
# length and the first class are drawn.  Block 0, an algorithm that chooses its
# launch itself, is drawn as a level line, and NaN, a point that failed its
# check, as a gap.

if (ARGC < 1) {
  print "usage: gnuplot -c bandwidth.gp DATA [OUT.png]"
  exit status 2
}
load system ("dirname '" . ARG0 . "'") . "/style.gp"
data = ARG1
text = ARGC < 2 || ARG2 eq ""

awk(program) = system ("awk '" . program . "' '" . data . "'")
field(name) = system (sprintf ("sed -n 's/^# %s: //p' '%s'", name, data))
longest = awk ("!/^#/ && $4 > n { n = $4 } END { print n + 0 }")
type = awk ("!/^#/ { print $5; exit }")
here = "!/^#/ && $4 == " . longest . " && $5 == \"" . type . "\""
functions = awk (here . " && !seen[$1]++ { print $1 }")
present(f) = " " . awk (here . " && $1 == \"" . f . "\" && !seen[$2]++ { printf \"%s \", $2 }")
first = awk (here . " && $3 > 0 && (!n || $3 < n) { n = $3 } END { print n ? n : 32 }") + 0
last = awk (here . " && $3 > n { n = $3 } END { print n ? n : 1024 }") + 0
rows(f, a) = sprintf ("< awk '%s && $1 == \"%s\" && $2 == \"%s\" " . \
                      "{ if ($3) print $3, $7; else { print %d, $7; print %d, $7 } }' '%s'", \
                      here, f, a, first, last, data)

if (words (functions) == 0) {
  print "bandwidth.gp: no data in ", data
  exit status 1
}

heading = sprintf ("%s, %s elements of class %s", field ("device"), longest, type)
warning = field ("backend") eq "cpu" \
  ? "named algorithms on the host SIMT executor: not comparable with a GPU" \
  : "results checked against Octave's builtin; median of kernel times"

if (text) {
  set terminal dumb size 79, 22 noenhanced
  unset grid
} else {
  set terminal pngcairo size 1100, 120 + 380 * words (functions) noenhanced font "DejaVu Sans,11"
  set output ARG2
  set multiplot layout words (functions), 1 title heading . "\n" . warning font ",13" noenhanced
}

set logscale x 2
set xrange [first / 1.1 : last * 1.1]
# a few orders of magnitude do not fit on a linear axis
is_wide = awk (here . " && $7 + 0 > 0 { if (!low || $7 < low) low = $7; if ($7 > high) high = $7 } " . \
               "END { print (low && high / low > 30) }") + 0
if (is_wide) { set logscale y } else { set yrange [0 : *] }
set offsets 0, 0, graph 0.05, 0
set xtics 1, 2
set format x "%.0f"
set xlabel "block size (threads)"
set ylabel "bandwidth (GB/s)"
do for [f in functions] {
  # in the order of style.gp, then what it does not know
  shown = ""
  do for [a in algorithm_names . " " . present (f)] {
    if (strstrt (present (f), " " . a . " ") && !strstrt (shown . " ", " " . a . " ")) {
      shown = shown . " " . a
    }
  }
  set title (text ? f . ", " . heading . "\n" . warning : f)
  plot for [i = 1:words (shown)] rows (f, word (shown, i)) using 1:2 \
       with linespoints lw 2 pt (text ? i : 7) lc rgb colour (word (shown, i)) title word (shown, i)
}
if (!text) { unset multiplot }
