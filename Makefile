# SPDX-License-Identifier: GPL-3.0-or-later

# gpureduce: GPU reductions and scans for GNU Octave.  `make` lists the targets.  This file has what all of them share;
# how to build, test, plot and pack is in the files that it includes.  Paths in these are from this folder, too.

# What the user gives is text in the environment of programs, but for the names of tools: make would expand a $ in it,
# and a recipe that names it would have the shell read it.
USER_TEXT := FILE COMMIT FUNCTIONS ALGORITHMS CLASSES BLOCKS LENGTHS SHAPES DIMS REPEAT OVERWRITE BENCH ROOTS ARCHIVE PROCESSES \
             PREFIX INSTALL_PACKAGES SITE
$(foreach v,$(USER_TEXT),$(eval override $v := $$(value $v)))
export $(USER_TEXT)
override PREFIX := $(or $(value PREFIX),$(value HOME)/.local/share/gpureduce)

# The tools that the user named: one that is not there is an error, and no reason to install another.
GPUREDUCE_NAMED ?= $(foreach v,OCTAVE MKOCTFILE CC CXX GNUPLOT MPICC NVCC,$(if $(filter environment command,$(origin $v)),$v))
override GPUREDUCE_NAMED := $(GPUREDUCE_NAMED)
OCTAVE    ?= octave-cli
MKOCTFILE ?= mkoctfile
GNUPLOT   ?= gnuplot
MPICC     ?= mpicc
NVCC      ?= $(firstword $(wildcard $(CUDA_HOME)/bin/nvcc) $(shell command -v nvcc 2>/dev/null) $(wildcard /usr/local/cuda/bin/nvcc))
NVCC      := $(NVCC)
override GNUPLOT := $(value GNUPLOT)
export GNUPLOT GPUREDUCE_NAMED

B := build
RUN_OCTAVE := $(OCTAVE) --no-history -q --norc

# What of these works is tried, not looked up: tests/tools writes it to a file, which sets NVCC and MPICC.
# `make all` writes it anew; goals that compile read it, and have it written if it is of other tools.  Others, which may
# have to install packages first, call make for such a goal.
ASKED := $(foreach v,CC CXX GNUPLOT MPICC NVCC,$v=$($v))
with_tools := $(foreach v,OCTAVE MKOCTFILE CC CXX MPICC NVCC,$v='$($v)') NAMED="$$GPUREDUCE_NAMED"
HAVE  := $(B)/tools.mk
COMPILING := products cub_products with_cub executor_parts flags test_programs suites all_suites style
ifneq ($(filter $(COMPILING) $(B)/% octave/%,$(MAKECMDGOALS)),)
  include $(HAVE)
  ifneq ($(TRIED),$(ASKED))
    $(HAVE): $(if $(MAKE_RESTARTS),,FORCE)
  endif
endif
tools $(HAVE): export ASKED := $(ASKED)
tools $(HAVE):
	@$(with_tools) tests/tools try $(HAVE)

.PHONY: help all tools demo demo-mpi install clean packages plot_packages test_packages doctest_packages doc_packages FORCE
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# The built-in rules would take build/cuda/SCAN.CUMSUM.d for a program to link
# from SCAN.CUMSUM.d.o, and that for a unit to compile.
MAKEFLAGS += --no-builtin-rules --no-print-directory
# inside a recipe: all cores, unless the user said how many
JOBS = $(if $(findstring j,$(MFLAGS)),,-j$(shell nproc))

help:
	@sed -n 's/^## //p' Makefile

## make demo     build everything and show reductions, scans and a demo of the gallery at work
## make demo-mpi statistics, a cumulative sum and quantiles of data of which each process has a part, with
##               1, 2 and 4 processes of mpirun, whose results are compared
## make test     build everything and run all tests, on the GPU too where there is one
## make all      build the library and the gateways
## make cub      build the library of the algorithm "cub", the Toolkit's primitives, where nvcc is
## make test-all run every product of the tests, of which make test has a sample, random
##               calls for ten minutes, and others under valgrind; and add an operator, a function,
##               an option, a kernel and a method in a copy, as kernels/README.md says
## make doctest  run the examples of all help texts by Debian's octave-doctest
## make test-versions
##               build and run the Octave suites in each of the root folders that ROOTS names,
##               "/path/of/one /path/of/another", with the Octave that is installed there; as root
## make lint     check the style: format, size of functions, and what clang-tidy and shellcheck say
## make format   write all C and CUDA code as .clang-format says
## make test_executor
##               run all tests of algorithms by name on the host's executor, of which
##               make test has a sample
## make fuzz     random calls of all functions, right and wrong, and random programs with gpuArrays,
##               against the builtins for SECONDS=600, in a process for each core; SEED=42 chooses others
## make memcheck random calls under valgrind
## make interrupt
##               Ctrl-C at random moments of long calls
## make bench    time `auto` against the memory's limits, cub and other libraries
##               (BENCH="single 512x512x1024:2 sum,cumsum" only those), or, without
##               a GPU, the host backend against Octave's builtins
## make bench-elements
##               time elementwise functions, copies, conversion and the others that arrays on a device have, of 2^26
##               elements (BENCH="cuda 4194304": on that backend, of 4194304)
## make bench-host
##               time calls of arrays on the host over their size: Octave's builtins, ours on the host,
##               ours on the device, and the link (BENCH="sum,cumsum 2^3:2^33" only those)
## make bench-busy
##               time calls of the host backend on a quiet machine, and beside a busy loop for each core
## make bench-order
##               time sorts, medians, sets and lookups of gpuArrays, without a GPU beside Octave's own (BENCH=4194304:
##               of 4194304 elements)
## make bench-small
##                 time small calls of gpuArrays and by name, beside the builtins
## make bench-instructions
##                 where the instructions of small calls go, by valgrind
## make bench-stream
##               time calls on the host's arrays against its memory and the link to the device
##               (BENCH="cumsum=4096 piece_MiB=32" only these, with that number of the transfers')
## make bench-mpi
##               time calls in PROCESSES=2 processes of mpirun beside one; GPUREDUCE_BENCH_MIB
##               in the environment is what each of them has, in MiB
## make tune     time every kernel of `auto` that fits over random shapes, and say how much slower the planner's
##               choice is than the best (BENCH="double sum,cumsum shapes=100 2^24:2^26" only those;
##               BENCH="read FILE": the present planner by the times of a file that was printed before)
## make fit      find the numbers by which the planner estimates times, kernels/plan/numbers.h, by the times in
##               plots/data/tune-*.csv.gz; results' last bits follow them
## make digest   digests of what is planned and of results, on the backend and on the host's
##               executor, to compare two trees that should do the same; of a sample make test compares
##               those with tests/digests.txt, whose head says how it is made
## make explain  count what each algorithm asks of a GPU: transactions, conflicts, divergence
## make sweep    time algorithms over block sizes, lengths and shapes to plots/data/
##               (FUNCTIONS=gpumax LENGTHS=2^10:2^28 BLOCKS=0 FILE=max.dat and
##               other options of gpusweep, in capitals: one sweep with these)
## make plots    draw all plots that the data files allow
## make doc      make the documentation as pages for browsers, build/doc/index.html, and check
##               their links
## make dist     make the archive for `pkg install`, in build/, of what is committed
## make index    make build/gpureduce.yaml, the entry of that archive in the index of Octave's packages, and check it;
##               SITE=https://...: where links begin, while DESCRIPTION has no Url
## make check-dist
##               install that archive in an empty folder, load it, and run `pkg test`;
##               ARCHIVE=gpureduce.tar.gz: one that is there, where there is no repository to make it of
## make check-fresh
##               make demo on a fresh Debian 12 in a folder: by root, by a user, without MPI's headers, and of the
##               archive; as root, with debootstrap
## make install  copy the functions to PREFIX (default ~/.local/share/gpureduce)
## make clean    remove what was built
##
## OCTAVE, MKOCTFILE, NVCC, MPICC, CC, CXX, GNUPLOT name the tools; INSTALL_PACKAGES=no installs
## nothing and names what is missing; V=1 shows commands; WERROR=1 takes warnings for errors;
## SEED=42 of a test chooses its samples.

# ---- what has to be there: installed where there is apt-get, else named ----

need = @$(with_tools) tests/tools need
packages:
	$(need) 'basics plots' OCTAVE MKOCTFILE CC CXX '?GNUPLOT'
plot_packages:
	$(need) 'basics plots' OCTAVE GNUPLOT
# what only those who change the code need
test_packages:
	$(need) 'checks mpi' clang-format clang-tidy shellcheck valgrind mpicc mpirun include:mpi.h MKOCTFILE CC CXX
doctest_packages: packages
	$(need) doctest octave:doctest
doc_packages:
	$(need) pages makeinfo pandoc linkchecker

# ---- a line a step ----

# Recipes begin with $(call step,WHAT,NAME), which prints `[ 12/57   34 s] WHAT   NAME` and hides the
# command; V=1 shows commands instead.
step = $(if $(V),,$(eval BEGUN += 1)$(info $(shell printf '[%3d/%s %4d s] %-6s %s' $(words $(BEGUN)) \
  '$(or $(STEPS),?)' $$(($$(date +%s) - $(STARTED))) '$1' '$2'))@)
QUIET   := $(if $(V),,@)
STARTED ?= $(shell date +%s)
STARTED := $(STARTED)
# To build GOALS, a make that runs nothing counts the steps, then another takes them.  These read this
# file once more, now with a compiler to list the table, and with what works.
build = $(MAKE) flags && steps=$$($(MAKE) -n COUNTING=1 $1 | grep -c '^\['); \
  $(MAKE) $(JOBS) STEPS="$$steps" STARTED="$$(date +%s)" $1

# whatever needs it is made each time
FORCE:

FOLDERS := $(addprefix $(B)/,simt parts executor asan explain jit mex tests) octave/executor plots/data
$(FOLDERS):
	@mkdir -p $@

# ---- build, show, install ----

# the kernels that most sessions begin with, for the GPU that is there, and for all who may read the rest
all: packages
	+@$(MAKE) tools && $(call build,products)
	@$(RUN_OCTAVE) --eval 'addpath octave; __gpureduce_prebuild__' || echo 'Without kernels that are compiled ahead.'
	@[ ! -d octave/kernels ] || chmod -R a+rX octave/kernels

demo: all
	@$(RUN_OCTAVE) --eval 'addpath octave; gpudemo'

# the same script with 1, 2 and 4 processes
demo-mpi: all
	@tests/demo_mpi '$(OCTAVE)' 1 2 4

# octave/ is for Octave there, and has no part of the Makefile
install: all
	@mkdir -p -- "$$PREFIX" && cp -a -- octave plots COPYING COPYING.CUDA "$$PREFIX" && rm -f -- "$$PREFIX/octave/package.mk" \
	  && printf 'Installed.  In Octave, addpath this folder:  %s/octave\n' "$$PREFIX"

clean:
	rm -rf $(B) $(PRODUCTS) octave/libgpureduce_cub.so octave/executor octave/kernels

# ---- the other parts, in this order: tests and others use the variables of what is built ----

include kernels/build.mk
include tests/test.mk
include plots/plots.mk
include octave/package.mk
-include $(wildcard $(B)/*/*.d)
# files that these name and that are gone: who included them is compiled again
kernels/%.h: ;
kernels/%.cuh: ;
mex/%.h: ;
mex/%.cc: ;
