# SPDX-License-Identifier: GPL-3.0-or-later

# Bandwidth over block size and over length: one panel after the other, from
# prepare_curves.m.  A row of panels.dat is axis, title, number of series, least and
# greatest place on the axis, and of the vertical axis, if it is logarithmic, both
# ends, whether it is, and the verdict; the axis is none where a panel stays empty.

folder = ARG1
parts = ARG2 . "/parts/"
format = ARG3
load parts . "page.gp"

array axis[panels]
array title[panels]
array shown[panels]
array first[panels]
array last[panels]
array bottom[panels]
array top[panels]
array logarithmic[panels]
array verdict[panels]
stats "panels.dat" using (k = int ($0) + 1, axis[k] = strcol (1), title[k] = strcol (2), shown[k] = int ($3), \
                          first[k] = $4, last[k] = $5, bottom[k] = $6, top[k] = $7, \
                          logarithmic[k] = int ($8), verdict[k] = strcol (9), 0) nooutput
do for [p = 1:panels] {
  if (axis[p] eq "none") {
    if (!text) { set multiplot next }
  } else {
    load parts . "panel.gp"
  }
}
if (!text) { unset multiplot }
