# The scan algorithms side by side: a row of panels for each scan and class, with
# bandwidth over block size and over length, as far as the file has them.
#
#   gnuplot -c scans.gp DATA [OUTPUT.png | OUTPUT.svg]

script = ARG0
data = ARG1
output = ARG2
load system ("dirname '" . script . "'") . "/parts/data.gp"

is_scan = '$1 ~ /^gpucum/'
scans = with_points (is_scan)
if (words (scans) == 0) {
  print script . ": there is no scan in " . data
  exit status without_data
}
kinds = (words (with_blocks (is_scan)) ? "block " : "") . (words (with_lengths (is_scan)) ? "length" : "")
if (words (kinds) == 0) {
  print script . ": no scan has several block sizes or lengths in " . data
  exit status without_data
}
eval page (words (scans), words (kinds), 1050, 480, "scan algorithms")
do for [p in scans] {
  do for [kind in kinds] {
    load parts . "over-" . kind . ".gp"
  }
}
eval finish
