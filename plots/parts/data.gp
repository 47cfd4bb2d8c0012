# What the plots share: their arguments, the output, and what is read from the
# data file.  A script sets script = ARG0, data = ARG1 and output = ARG2 and loads
# this file.  It exits with status without_data if the file has no data for it.
#
# The output is PNG or SVG by its suffix, and text on the terminal where no
# output is named.  The data file is what gpusweep writes: "#" header lines, then
# the columns
#
#   function algorithm block size dim class seconds gbps spread
#
# A panel of a plot is a pair "function/class" of the file, a place in it a pair
# "size/dim".  NaN is a point that was refused or failed its check: a gap.

folder = system ("dirname '" . script . "'")
parts = folder . "/parts/"
load folder . "/style.gp"

without_data = 3

suffix = output[strlen (output) - 3:*]
text = output eq ""
if (data eq "") {
  print "usage: gnuplot -c " . script . " DATA [OUTPUT.png | OUTPUT.svg]"
  exit status 2
}
if (!text && suffix ne ".png" && suffix ne ".svg") {
  print script . ": cannot write '" . output . "': an output ends in .png or .svg"
  exit status 2
}

# ---- reading: awk programs on the rows; conditions are awk's ----

quoted(s) = '"' . s . '"'
command(program) = "awk '" . \
  'function elements (size, part, n, k) { ' . \
  'n = 1; for (k = split (size, part, "x"); k; k--) n *= part[k]; return n } ' . \
  '/^#/ { next } { panel = $1 "/" $6; place = $4 "/" $5; valid = $8 != "NaN" } ' . program . "' '" . data . "'"
awk(program) = system (command (program))
source(program) = "< " . command (program)
field(name) = system (sprintf ("sed -n 's/^# %s: //p' '%s' | head -n 1", name, data))

before(pair) = pair[1 : strstrt (pair, "/") - 1]
after(pair) = pair[strstrt (pair, "/") + 1 : *]
in_panel(p) = 'panel == ' . quoted (p)
in_place(p, at) = in_panel (p) . ' && place == ' . quoted (at)
is_vector = 'place ~ /^[0-9]+x1\/1$/'
in_vectors(p) = in_panel (p) . ' && ' . is_vector
# 4096x1 along dim 1 is a vector of 4096
size_of_vector(at) = strstrt (at . "|", "x1/1|") - 1
shape(at) = size_of_vector (at) > 0 \
  ? substr (at, 1, size_of_vector (at)) . " elements" : before (at) . " along dim " . after (at)

# Panels that have points where condition holds, several lengths, and several
# block sizes at one place.
with_points(condition) = awk (condition . ' && valid && !seen[panel]++ { print panel }')
with_lengths(condition) = awk (condition . ' && valid && ' . is_vector . \
  ' && !seen[panel, place]++ && ++n[panel] == 2 { print panel }')
with_blocks(condition) = awk (condition . ' && valid && $3 && !seen[panel, place, $3]++ ' . \
  '&& ++n[panel, place] == 2 && !several[panel]++ { print panel }')
# where a panel has the most points, and of such places the greatest array
place_of_panel(p) = awk (in_panel (p) . ' && valid { n[place]++; size[place] = elements ($4) } ' . \
  'END { for (a in n) if (n[a] > n[at] || n[a] == n[at] && size[a] > size[at]) at = a; print at }')

# Algorithms with a valid point where condition holds: in the order of style.gp,
# then those that it does not know.
algorithms(condition) = awk ('BEGIN { n = split (' . quoted (algorithm_names) . ', known, " ") } ' . \
  condition . ' && valid && !seen[$2]++ { others = others " " $2 } END { ' . \
  'for (k = 1; k <= n; k++) if (known[k] in seen) { print known[k]; delete seen[known[k]] } ' . \
  'n = split (others, known, " "); for (k = 1; k <= n; k++) if (known[k] in seen) print known[k] }')

# Least and greatest value where condition holds.  (gnuplot takes 5.0e-06 for a
# number, but not 5e-06, so what it is to calculate with is printed with %e.)
extremes(condition, value) = awk (condition . ' && valid { v = ' . value . '; ' . \
  'if (!n++ || v < low) low = v; if (v > high) high = v } END { printf "%e %e", low, high }')
least(condition, value) = word (extremes (condition, value), 1) + 0
greatest(condition, value) = word (extremes (condition, value), 2) + 0

panels = with_points ('1')
if (words (panels) == 0) {
  print script . ": there is no valid point in " . data
  exit status without_data
}
device = field ("device")
remark = field ("backend") eq "cpu" \
  ? "named algorithms on the host SIMT executor: not comparable with a GPU" \
  : "results checked against Octave's builtin; median of kernel times"

# ---- drawing: commands for eval ----

# The vertical axis is linear where nothing but the host's loops would lie on it.
is_wide(condition) = awk (condition . ' && valid { ' . \
  'if ($8 > best[$2]) best[$2] = $8; if ($8 > high) high = $8 } END { for (a in best) ' . \
  'if (best[a] < high / 50 && !index (' . quoted (host_loops) . ', " " a " ")) low = 1; print low + 0 }') + 0
linear_axis = "unset logscale y; set yrange [0 : *]"
logarithmic_axis(condition) = sprintf ("set logscale y 10; set yrange [%g : %g]", \
                                       least (condition, '$8') / 1.5, greatest (condition, '$8') * 1.5)

# A page of panels; as text, one panel after the other, as high as its legend needs.
page(rows, columns, width, height, what) = text ? "set terminal dumb noenhanced; unset grid" : sprintf ( \
  "set terminal %s size %d, %d noenhanced font 'DejaVu Sans,11'; set output '%s'; " . \
  "set multiplot layout %d, %d title \"%s: %s\\n%s\" font ',13' noenhanced", \
  suffix eq ".png" ? "pngcairo" : "svg background 'white'", width * columns, 60 + height * rows, output, \
  rows, columns, device, what, remark)
room(entries, legend) = text \
  ? sprintf ("set terminal dumb size %d, %d noenhanced; set tmargin 3; " . \
             "set key outside right top Left reverse samplen 3", \
             60 + legend, entries + 9 > 22 ? entries + 9 : 22) \
  : sprintf ("set rmargin %d; set key at graph 1.02, graph 1 left top Left reverse samplen 3 " . \
             "font 'DejaVu Sans Mono,10'", legend)
# gnuplot's text terminal leaves out a title that is wider than the axes, and the
# label of the vertical axis
heading(line) = text \
  ? sprintf ("set label 1 \"%s: %s\\nGB/s; %s\" at screen 0, screen 0.98 left", device, line, remark) \
  : sprintf ("set title \"%s\"", line)
finish = text ? "" : "unset multiplot"
