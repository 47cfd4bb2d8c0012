# Bandwidth over block size, one panel for each function and class that the file
# has at several.
#
#   gnuplot -c block.gp DATA [OUTPUT.png | OUTPUT.svg]

script = ARG0
data = ARG1
output = ARG2
load system ("dirname '" . script . "'") . "/parts/data.gp"

panels = with_blocks ('1')
if (words (panels) == 0) {
  print script . ": no function has several block sizes in " . data
  exit status without_data
}
eval page (words (panels), 1, 1200, 480, "bandwidth over block size")
do for [p in panels] {
  load parts . "over-block.gp"
}
eval finish
