## SPDX-License-Identifier: GPL-3.0-or-later

## What `make plots` runs: all plots of the data files in plots/data/.

addpath octave plots;
files = glob ("plots/data/*.dat").';
if (isempty (files))
  error ("There is no data yet: run make sweep.\n"); # without the place in the code
endif
for file = files
  draw_plots (file{1}, "plots/data");
endfor
