## SPDX-License-Identifier: GPL-3.0-or-later

## Tests of one or another version of Octave that ask for something else than gpuXXX gives on every
## version: rows of a pattern, which those tests match after their functions are renamed, and
## what they ask for.  octave/VERSIONS.md has the results that differ.

function list = newer_tests ()

  list = {
    'gpu(min|max) \(\[[^\]]*\], (zeros|\[\d)',             "elementwise max or min with an option"
    'gpu(min|max) \((NaN|2\+i), ',                         "elementwise max or min with an option"
    'gpu(sum|prod|sumsq|any|all|mean) \((single \(\[\]\)|\[\]), [13]\)', "sums of 0x0 that are 1x0 or 0x0"
    '"extra"\), -?Inf\)|F\(:,:,2\) = .*Inf',                "compensated sums that are infinite"
    'class \(gpucum(sum|prod) \(u?int',                    "scans of integers that are integers"
    'gpumean \("abc?"(\)|, "d)|= char \("ab"\)',                    "a mean of characters"
    'gpumean \(ones ?\(1, ?0\)\)',                         "a mean along the first dimension that is not 1"
    'gpumean \((reshape \()?\[flintmax',                   "a mean that keeps more bits than a sum of doubles"
    'int64 sum exceeding|intmax\(''int64''\)\)-5',         "a mean of 64-bit integers that is exact"
    '%!error gpu(any|all|sumsq|cumprod) \(ones ?\(3, ?3\), 0\)', "an error for DIM = 0, which means the default"
    '%!error gpu(max|min) \(\[1, 2, NaN, 4\], zeros',      "elementwise max or min with an option"
    '%!error gpuvar \(int32',                              "an error for variances of integers"
    '%!error gpubounds \(\[true; false\]\)|gpurange \(\[''A''; ''B''\]\)|gpumeansq \(\[true, false\]\)', "an error for logical values or characters"
    '%!error <W must be either 0 or 1> gpuvar \(\[1 2\], \[1 2\], ''all''', "an error for weights of all elements"
  };

endfunction
