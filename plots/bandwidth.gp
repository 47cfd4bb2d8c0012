# Bandwidth over block size, one panel for each function and class in the file.
#
#   gnuplot -c bandwidth.gp DATA [OUTPUT.png | OUTPUT.svg]

script = "bandwidth.gp"
folder = system ("dirname '" . ARG0 . "'")
data = ARG1
output = ARG2
load folder . "/data.gp"

eval page (words (panels), 1, 1200, 480, "bandwidth over block size")
do for [p in panels] {
  load folder . "/over-block.gp"
}
eval finish
