# The scan algorithms side by side: a row of panels for each scan and class, with
# bandwidth over block size and over length, as far as the file has them.
#
#   gnuplot -c scans.gp DATA [OUTPUT.png | OUTPUT.svg]

script = "scans.gp"
folder = system ("dirname '" . ARG0 . "'")
data = ARG1
output = ARG2
load folder . "/data.gp"

is_scan = "$1 ~ /^gpucum/"
scans = awk (is_scan . " && valid && !seen[panel]++ { print panel }")
if (words (scans) == 0) {
  print script . ": there is no scan in ", data
  exit status 1
}
kinds = (words (awk (is_scan . " && $3 > 0 && valid && !seen[$3]++ && ++n == 2 { print }")) ? "block " : "") . \
        (words (with_lengths (is_scan)) ? "length" : "")
if (words (kinds) == 0) {
  print script . ": no scan has several block sizes or lengths in ", data
  exit status 1
}
eval page (words (scans), words (kinds), 1050, 480, "scan algorithms")
do for [p in scans] {
  do for [kind in kinds] {
    load folder . "/over-" . kind . ".gp"
  }
}
eval finish
