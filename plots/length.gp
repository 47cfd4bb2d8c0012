# Bandwidth over length, one panel for each function and class that the file has
# at several lengths.
#
#   gnuplot -c length.gp DATA [OUTPUT.png | OUTPUT.svg]

script = ARG0
data = ARG1
output = ARG2
load system ("dirname '" . script . "'") . "/parts/data.gp"

panels = with_lengths ('1')
if (words (panels) == 0) {
  print script . ": no function has several lengths in " . data
  exit status without_data
}
eval page (words (panels), 1, 1200, 520, "bandwidth over length")
do for [p in panels] {
  load parts . "over-length.gp"
}
eval finish
