## SPDX-License-Identifier: GPL-3.0-or-later

## logical (D): refused; Octave also asks for it in conditions.

function varargout = logical (varargin)

  refuse ("logical", "use D != 0, or gpuall (D, \"all\") in a condition");

endfunction
