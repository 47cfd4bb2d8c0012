## SPDX-License-Identifier: GPL-3.0-or-later

## run_demo (DEMO)
##
## Run the function of a demo of the gallery on the host and, unchanged, on the device, compare, print times, and write
## the picture.  DEMO is a struct of
##
##   title    what is computed, of how many elements
##   data     a cell of host arrays, the arguments
##   run      the function
##   host     another one for host arrays, where Octave has no such calls
##   results  names of its results
##   bounds   how far each of them may be from Octave's, as a part of its largest modulus
##   draw     a function of the results on the host that gives the panels of the picture: structs of title, kind
##            ("lines", "points" or "image"), x and y, the labels of the axes, and series, a row each of title and data,
##            which is a matrix for an image and else has the columns x and y

function run_demo (demo)

  repeats = 5;
  device = gpuDevice ();
  [want, got] = deal (cell (1, numel (demo.bounds)));
  printf ("%s\n", demo.title);

  on_host_run = demo.run;
  if (isfield (demo, "host"))
    on_host_run = demo.host;
  endif
  start = tic ();
  [want{:}] = on_host_run (demo.data{:});
  on_host = toc (start);

  start = tic ();
  data = cellfun (@gpuArray, demo.data, "UniformOutput", false);
  wait (device);
  to_device = toc (start);

  seconds = zeros (1, repeats + 1);
  for k = 1:numel (seconds)
    start = tic ();
    [got{:}] = demo.run (data{:});
    wait (device);
    seconds(k) = toc (start);
  endfor
  on_device = median (seconds(2:end));

  start = tic ();
  got = cellfun (@gather, got, "UniformOutput", false);
  from_device = toc (start);

  printf ("  %-34s%12.3f ms\n", sprintf ("Octave %s", version ()), 1e3 * on_host, ...
          sprintf ("gpuArrays, backend \"%s\"", __gpureduce__ ("backend")), 1e3 * on_device, ...
          "transfer of the data", 1e3 * to_device, "transfer of the results", 1e3 * from_device);
  printf ("  gpuArrays are %s; differences, beside the largest value:\n", show_ratio (on_host, on_device));
  for k = 1:numel (want)
    check_result (demo.results{k}, got{k}, want{k}, demo.bounds(k));
  endfor
  printf ("  Picture: %s\n\n", draw_panels (demo.title, demo.draw (got{:})));

endfunction

## A result of the device, and that of Octave.
function check_result (name, got, want, bound)

  if (! (size_equal (got, want) && strcmp (class (got), class (want))))
    error ("gpudemo: %s: size or class differs from Octave's", name);
  endif
  [got, want] = deal (double (got(:)), double (want(:)));
  same = got == want | (isnan (got) & isnan (want));
  difference = max ([0; abs(got(! same) - want(! same))]) / max ([realmin; abs(want)]);
  printf ("    %-32s%12.2g of at most %.2g\n", name, difference, bound);
  if (! (difference <= bound))
    error ("gpudemo: %s differ from Octave's by %g of the largest, more than %g", name, difference, bound);
  endif

endfunction

## Write the picture of a demo.
function png = draw_panels (title, panels)

  list = "";
  files = cell (0, 2);
  for p = 1:numel (panels)
    panel = panels(p);
    list = [list, sprintf("%s\t%s\t%s\t%s\t%d\n", panel.title, panel.kind, panel.x, panel.y, rows (panel.series))];
    files(end+1,:) = {sprintf("titles-%d.dat", p), sprintf("%s\n", panel.series{:,1})};
    for k = 1:rows (panel.series)
      values = double (panel.series{k,2});
      line = [repmat("%.10g\t", 1, columns (values) - 1), "%.10g\n"];
      files(end+1,:) = {sprintf("series-%d-%d.dat", p, k), sprintf(line, values.')};
    endfor
  endfor
  page = sprintf ("%s\t%s\t\t1\t%d\t%d\t420\n", title, gpuDevice ().Name, numel (panels), 720 * numel (panels));
  files = [files; {"panels.dat", list; "page.dat", page}];
  png = [tempname(tempdir (), "gpureduce-demo-") ".png"]; # nobody can have put a link there
  message = put_file (png, draw_plot ("gpudemo", "gallery.gp", files, "png"));
  if (! isempty (message))
    error ("gpureduce:badArgument", "gpudemo: cannot write '%s': %s", png, message);
  endif

endfunction
