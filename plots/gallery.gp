# SPDX-License-Identifier: GPL-3.0-or-later

# The picture of a demo, from gpudemo.m.  A row of panels.dat is title, kind (lines, points or image), labels
# of both axes, and number of series.  The titles of its series are in titles-PANEL.dat, but for an image, their data in
# series-PANEL-SERIES.dat: x and y, or for an image a matrix whose first row is on top.

folder = ARG1
parts = ARG2 . "/parts/"
format = ARG3
load parts . "page.gp"

array title[panels]
array kind[panels]
array across_label[panels]
array up_label[panels]
array count[panels]
stats "panels.dat" using (k = int ($0) + 1, title[k] = strcol (1), kind[k] = strcol (2), across_label[k] = strcol (3), \
                          up_label[k] = strcol (4), count[k] = int ($5), 0) nooutput
set palette defined (0 "#440154", 1 "#3b528b", 2 "#21918c", 3 "#5ec962", 4 "#fde725")
set key outside right top
do for [p = 1:panels] {
  # the ranges of the panel before would hide rows from stats
  set xrange [* : *]
  set yrange [* : *]
  set title title[p]
  set xlabel across_label[p]
  set ylabel up_label[p]
  if (kind[p] eq "image") {
    set autoscale fix
    set yrange [* : *] reverse
    plot sprintf ("series-%d-1.dat", p) matrix with image notitle
  } else {
    set autoscale keepfix
    array entry[count[p]]
    stats sprintf ("titles-%d.dat", p) using (entry[int ($0) + 1] = strcol (1), 0) nooutput
    set yrange [* : *] noreverse
    if (kind[p] eq "lines") {
      plot for [k = 1:count[p]] sprintf ("series-%d-%d.dat", p, k) using 1:2 with lines lw 1.2 lt k title entry[k]
    } else {
      # the last series stands out
      plot for [k = 1:count[p]] sprintf ("series-%d-%d.dat", p, k) using 1:2 with points pt 7 \
             ps (k < count[p] ? 0.3 : 1.5) lc rgb (k < count[p] ? hsv2rgb (k / (count[p] - 1.0), 0.6, 0.8) : 0) \
             title entry[k]
    }
  }
}
unset multiplot
