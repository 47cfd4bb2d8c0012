## SPDX-License-Identifier: GPL-3.0-or-later

## __test_moving__ (NAME, TOLERANCE)
## The tests that gpuNAME shares with other functions of moving windows, against what __test_rule__ has for NAME:
## windows, ends, dimensions, classes, NaN, empties and errors.  TOLERANCE is that of assert where results are rounded.

function __test_moving__ (name, tolerance)

  ours = @(varargin) feval (["gpu" name], varargin{:});
  theirs = @(varargin) __test_rule__ (name, varargin{:});
  check_windows (ours, theirs, tolerance);
  check_dimensions (ours, theirs);
  check_special (ours, theirs, tolerance);
  check_errors (["gpu" name]);

endfunction

function check_windows (ours, theirs, tolerance)

  x = reshape (mod (7 * (1:60), 19) - 9, 5, 6, 2);
  for y = {x(:, :, 1), x(:, 1), x(:, 1).', single(x(:, :, 1)), int8(x(:, :, 1)), uint16(x(:, :, 1)), x(:, :, 1) > 0}
    for wlen = {2, 3, 4, 5, [0 1], [2 0], [1 2], [1 1]}
      for ends = {{}, {"shrink"}, {"fill"}, {"same"}, {"periodic"}, {"discard"}, {7}, {-1.5}}
        for dim = 1:2
          n = size (y{1}, dim);
          if (max (wlen{1}) > n || (numel (wlen{1}) == 2 && sum (wlen{1}) >= n))
            continue;
          endif
          args = [{y{1}, wlen{1}, dim}, repmat({"Endpoints"}, size (ends{1})), ends{1}];
          assert (ours (args{:}), theirs (args{:}), tolerance);
        endfor
      endfor
    endfor
  endfor
  assert (ours (1:5, 3, "dim", 2, "ENDPOINTS", "FILL"), theirs (1:5, 3, "Endpoints", "fill"));
  assert (ours (1:5, 3, "includenan", "nancond", "omitnan"), theirs (1:5, 3));
  assert (ours (1:5, 3, "omitmissing", "nancond", "includemissing", "nanval", 7), theirs (1:5, 3));

endfunction

## Dimensions stay, and windows may reach beyond both ends.
function check_dimensions (ours, theirs)

  x = reshape (1:12, 2, 3, 2);
  assert (ours (x, 2, 3), reshape (theirs (reshape (x, 6, 2), 2, 2), 2, 3, 2));
  assert (ours (x(1, :, :), 3), reshape (theirs (x(1, :, :), 3), 1, 3, 2));
  assert (ours ([4 2 8], [0 0]), [4 2 8]);
  y = ours ([4 2 8], [1 1], "Endpoints", "shrink");
  assert (ours ([4 2 8], [3 3], "Endpoints", "shrink"), y([2 2 2]));
  assert (ours (zeros (0, 3), 2), zeros (0, 3));
  assert (ours (zeros (3, 0), 2, 1), zeros (3, 0));
  assert (ours (zeros (0, 3), 2, 1), zeros (0, 3));
  assert (ours ([], 3), []);
  assert (ours (magic (4), 3, 3), magic (4));
  one = theirs (ones (3), 3, "Endpoints", "same")(1);
  assert (ours (magic (4), 3, 5, "omitnan", "Endpoints", "same"), one * magic (4));
  assert (ours (5, 3), 5);
  assert (ours ([4 2 8], 1), [4 2 8]);
  assert (ours ([4 2 8], 0.5), [4 2 8]);
  assert (ours ([4 2 8], 2.5), ours ([4 2 8], [1 1]));
  assert (ours ([4 2 8], [1.5 0.5]), ours ([4 2 8], [1 0]));
  assert (ours ([4 2 8], 100, "Endpoints", "shrink"), y([2 2 2]));
  assert (ours ([4 2 8], 7, "Endpoints", "discard"), zeros (1, 0));

endfunction

function check_special (ours, theirs, tolerance)

  x = [1 NaN 3 4 5 Inf 2 2 2 -Inf NaN NaN NaN Inf -Inf 1];
  for ends = {"shrink", "fill", "same", "periodic", 2}
    assert (ours (x, 3, "Endpoints", ends{1}), theirs (x, 3, "Endpoints", ends{1}), tolerance);
  endfor

endfunction

function check_errors (name)

  count = "WLEN must be a scalar or 2-element array of numbers >= 0";
  calls = {{1}, ["Invalid call to " name]
           {"abc", 3}, "X must be a numeric or logical array"
           {sparse(1:3), 3}, ["sparse input is not supported; use " name(4:end)]
           {1:5, -1}, count
           {1:5, [1 NaN]}, count
           {1:5, Inf}, count
           {1:5, [1 2 3]}, count
           {1:5, {3}}, count
           {1:5, 0}, "WLEN must be > 0"
           {1:5, 3, 0}, "DIM must be a valid dimension; given was 0"
           {1:5, 3, "dim", 1.5}, "DIM must be a valid dimension; given was 1.5"
           {1:5, 3, "Endpoints", "foo"}, "\"Endpoints\" must be \"shrink\", \"discard\""
           {1:5, 3, "Endpoints", [1 2]}, "\"Endpoints\" must be"
           {int8(1:5), 3, "Endpoints", 1i}, "\"Endpoints\" must be"
           {1:5, 3, "Endpoints"}, "property 'Endpoints' missing value argument"
           {1:5, 3, "SamplePoints", 1:4}, "\"SamplePoints\" must be increasing real numbers, as many as elements"
           {1:5, 3, "SamplePoints", [1 2 2 3 4]}, "\"SamplePoints\" must be"
           {1:5, 3, "SamplePoints", "abcde"}, "\"SamplePoints\" must be"
           {1:5, 3, "SamplePoints", [1 2 3 4 6], "Endpoints", 0}, "\"Endpoints\" must be \"shrink\" for"
           {1:5, 3, "Points", 1:5}, "argument 'POINTS' is not a valid parameter"
           {1:5, 3, "nancond", "omit"}, "\"nancond\" must be \"omitnan\", \"omitmissing\""
           {1:5, 3, "nancond", 1}, "\"nancond\" must be"
           {1:5, 3, "nanval", "a"}, "\"nanval\" must be a real number"
           {1:5, 3, "omitnan", "nanval", [1 2]}, "\"nanval\" must be a real number"
           {1:5, 3, {}}, "invalid input at position 1"};
  for k = 1:rows (calls)
    message = "no error";
    try
      feval (name, calls{k, 1}{:});
    catch err
      message = err.message;
    end_try_catch
    assert (! isempty (strfind (message, calls{k, 2})), "%s: '%s' instead of '%s'", name, message, calls{k, 2});
  endfor

endfunction
