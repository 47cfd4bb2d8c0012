## SPDX-License-Identifier: GPL-3.0-or-later

## [NN, XX] = hist (Y, X, NORM): counts of elements of a gpuArray around centers, on the device.  Without results it is
## drawn, from elements that are gathered.

function varargout = hist (varargin)

  if (nargout)
    [varargout{1:nargout}] = __gpureduce_keys__ ("hist", varargin{:});
  else
    varargin = cellfun (@gather, varargin, "UniformOutput", false);
    hist (varargin{:});
  endif

endfunction
