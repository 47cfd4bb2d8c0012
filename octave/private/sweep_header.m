## SPDX-License-Identifier: GPL-3.0-or-later

## LINES = sweep_header (OPT)
##
## What a reader of a sweep's numbers must know, one line each, and the columns.

function lines = sweep_header (opt)

  d = gpuDevice ();
  backend = __gpureduce__ ("backend");
  clock = "unknown";
  if (d.ClockRateKHz > 0)
    clock = sprintf ("%.0f MHz, memory %.0f MHz", d.ClockRateKHz / 1e3, d.MemoryClockRateKHz / 1e3);
  endif
  commit = opt.commit;
  if (isempty (commit))
    commit = commit_of_sources ();
  endif
  lines = {["# device: " d.Name], ...
           ["# backend: " backend], ...
           ["# driver: " version_text(d.DriverVersion)], ...
           ["# CUDA: " version_text(d.ToolkitVersion)], ...
           ["# clock: " clock], ...
           ["# commit: " commit], ...
           sprintf("# repeat: %d", opt.repeat), ...
           ["# date: " strftime("%Y-%m-%d %H:%M:%S %z", localtime (time ()))], ...
           "# seconds: median of kernel times, checked first, not in the cache", ...
           "# spread: distance of the quartiles over the median"};
  if (strcmp (backend, "cpu"))
    lines{end+1} = "# note: named algorithms on the host SIMT executor: not comparable with a GPU";
  endif
  lines{end+1} = "# function algorithm block size dim class seconds gbps spread";

endfunction

## Data files may change while a sweep goes on, sources not.
function commit = commit_of_sources ()

  here = fileparts (fileparts (mfilename ("fullpath")));
  git = @(varargin) run_program ("git", [{"-C", here}, varargin]);
  commit = "unknown";
  ## outside of a repository this question alone is answered without a complaint
  if (isempty (file_in_path (getenv ("PATH"), "git")) || git ("config", "--get", "core.repositoryformatversion") != 0)
    return;
  endif
  [~, name] = git ("ls-files", "gpusweep.m");
  if (! isempty (name))
    [status, text] = git ("describe", "--always");
    if (status == 0)
      commit = strtrim (text);
      if (git ("diff", "--quiet", "HEAD", "--", "../kernels", "../mex", ".") != 0)
        commit = [commit "-dirty"];
      endif
    endif
  endif

endfunction

function s = version_text (v)

  s = "none";
  if (v > 0)
    s = sprintf ("%.1f", v);
  endif

endfunction
