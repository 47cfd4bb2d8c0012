# SPDX-License-Identifier: GPL-3.0-or-later

# gpureduce: GPU reductions and scans for GNU Octave.  `make` lists the targets.

# What the user gives is text in the environment of programs, but for the names of tools: make would expand a $ in it,
# and a recipe that names it would have the shell read it.
USER_TEXT := FILE COMMIT FUNCTIONS ALGORITHMS CLASSES BLOCKS LENGTHS SHAPES DIMS REPEAT OVERWRITE BENCH ROOTS ARCHIVE PROCESSES \
             PREFIX INSTALL_PACKAGES
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

# ---- what there is to build: the operators and functions come from the table ----

TABLE     := kernels/table.h
HASH      := \#
# (nothing where there is no compiler yet; make all installs it and reads this file again)
column     = $(if $(shell command -v $(CC)),$(shell printf '$(HASH)include "$(TABLE)"\n$(HASH)define ROW(_, ID, NAME, KIND, UNIT, ...) $(1)\nGR_OPERATORS (ROW, _)\n' | $(CC) -E -P -I. -x c -))
UNITS     := $(foreach kind,SCAN REDUCTION,$(filter $(kind).%,$(sort $(call column,KIND.UNIT))))
OPERATORS := $(call column,NAME)
# of the host executor: its parts, and the objects of the one that counts
PARTS_TABLE := kernels/parts.h
parts_column = $(if $(shell command -v $(CC)),$(shell printf '$(HASH)include "$(PARTS_TABLE)"\n$(HASH)define PART(_, SOURCE, UNIT, NAME, ...) SOURCE.UNIT$(HASH)$(HASH)_$(HASH)$(HASH)NAME\n$(HASH)define OBJECT(_, NAME, ...) NAME\n$1 ($2, _)\n' | $(CC) -E -P -I. -x c -))
PARTS     := $(call parts_column,GR_EXECUTOR_PARTS,PART)
PART_LIBRARIES := $(PARTS:%=octave/executor/%.so) octave/executor/explain.so
# what gpudemo calls by name; others are compiled when they are called, and for tests
DEMO_PARTS := reduction.SUM_real scan.CUMSUM_real
GATEWAY   := octave/__gateway__.mex
GATEWAYS  := $(OPERATORS:%=octave/gpu%.mex) octave/__gpureduce__.mex octave/__gpureduce_pieces__.mex

# functions of two arrays that are methods of gpuArray
PAIRS     := $(shell sed -n '/define GR_METHOD_BINARIES/,/^$$/s/.*[A-Z0-9], \([a-z0-9][a-z0-9]*\), .*/\1/p' kernels/elements.h)
NAMED     := $(shell grep -oE 'X .[A-Za-z0-9_]+' mex/gpuarray_names.h | cut -c 4-)

# a line a folder: kernels/README.md
HOST_SOURCES := $(wildcard kernels/library/*.c kernels/plan/*.c kernels/host/*.c kernels/jit/*.c)
HOST_NAMES   := $(basename $(notdir $(HOST_SOURCES)))
vpath %.c  $(sort $(dir $(HOST_SOURCES)))
vpath %.cu kernels/device kernels/runtime kernels/driver kernels/textbook kernels/simt
vpath %.cc kernels/simt
# the gateway over MPI, and what it needs of the others; built where mpicc works
SPMD_SOURCES := mex/spmd.c mex/nccl.c mex/resident.c mex/raise.c mex/read.c mex/interrupt.cc mex/handle.cc mex/tell.cc
MPI_FLAGS     = $(if $(MPICC),$(shell $(MPICC) --showme:compile 2>/dev/null || $(MPICC) -compile_info | cut -d ' ' -f 2-))
MPI_LIBS      = $(shell $(MPICC) --showme:link 2>/dev/null || $(MPICC) -link_info | cut -d ' ' -f 2-)
MEX_SOURCES  := $(filter-out mex/spmd.c mex/nccl.c,$(wildcard mex/*.c)) mex/interrupt.cc mex/progress.cc mex/handle.cc mex/tell.cc
HOST_OBJECTS := $(HOST_NAMES:%=$(B)/host/%.o)
PLAN_OBJECTS := $(patsubst kernels/plan/%.c,$(B)/host/%.o,$(wildcard kernels/plan/*.c))
EXECUTOR_BASE := device transfers pieces runtime measure nested simt
executor_objects = $(patsubst %,$(B)/$1/%.o,$(EXECUTOR_BASE) kernel_types $(UNITS) $2)
# what the library itself does not run on the executor
ELEMENTS := elements copies arithmetic functions dot selection random
# by name only, since auto is native code on the host; units are in parts
SIMT_OBJECTS := $(EXECUTOR_BASE:%=$(B)/simt/%.o) $(B)/simt/parts.o
EXPLAIN_OBJECTS := $(patsubst %,$(B)/explain/%.o,$(call parts_column,GR_EXPLAIN_OBJECTS,OBJECT))
ASAN_OBJECTS := $(call executor_objects,asan,$(ELEMENTS) $(HOST_NAMES:%=host_%))
EXECUTOR_OBJECTS := $(call executor_objects,executor,$(ELEMENTS) $(HOST_NAMES:%=host_%))
# the host's part of kernels that NVRTC compiles when they are called
JIT_OBJECTS  := $(addprefix $(B)/jit/,$(addsuffix .o,$(UNITS) device transfers pieces runtime kernels link driver nested cub_library measure cublas $(ELEMENTS)))
CUB          := $(if $(NVCC),octave/libgpureduce_cub.so)
# the files that programs of NVRTC may include
JIT_SOURCES := $(sort $(wildcard kernels/*.h $(foreach f,op block auto textbook runtime plan device,kernels/$f/*.h kernels/$f/*.cuh) kernels/jit/std/*))
# what else parts of the executor are compiled from where there is no source tree
EXECUTOR_FLAGS := $(patsubst %,$(B)/executor/%.flags,named explain counted)
EXECUTOR_SOURCES := $(wildcard kernels/simt/*.h) kernels/simt/explain.cu kernels/simt/count.cc kernels/device/reduction.cu kernels/device/scan.cu \
  kernels/textbook/nested.cu kernels/runtime/runtime.cu $(EXECUTOR_FLAGS)
ARRAY_OBJECTS := $(patsubst mex/%.cc,$(B)/mex/%.o,$(wildcard mex/gpuarray*.cc) mex/interrupt.cc mex/tell.cc)
METHODS      := $(patsubst %,octave/@gpuArray/%.oct,$(OPERATORS) $(PAIRS) $(NAMED) xor horzcat vertcat isobject gather linspace)
# parts that are there are kept up to date
EXECUTOR     := octave/libgpureduce_executor.so $(sort $(DEMO_PARTS:%=octave/executor/%.so) $(filter $(PART_LIBRARIES),$(wildcard octave/executor/*.so)))
PRODUCTS     := octave/libgpureduce.so $(EXECUTOR) $(GATEWAY) octave/__gpureduce_new__.oct $(GATEWAYS) octave/__gpuarray__.oct $(METHODS) octave/built_for $(if $(MPICC),octave/__spmd__.mex)

# ---- flags ----

# Contraction would break error-free sums and the order of complex numbers.
WARN       := -Wall -Wextra $(if $(WERROR),-Werror)
CFLAGS     ?= -O3
HOST_FLAGS := -std=c11 $(CFLAGS) $(WARN) -fPIC -ffp-contract=off -fno-math-errno -fno-trapping-math -Ikernels
# those of the executor are in the library, too
SIMT_OPTIONS := -x c++ -std=c++17 -O1 -Wno-unknown-pragmas -fno-gnu-unique -fPIC -ffp-contract=off -DGR_SIMT -DGR_NAMESPACE=gr_simt -Ikernels/simt -Ikernels
SIMT_FLAGS := $(SIMT_OPTIONS) $(WARN)
# the host's code of kernels that NVRTC compiles
JIT_FLAGS  := -x c++ -std=c++17 -O1 $(WARN) -Wno-unknown-pragmas -fno-gnu-unique -fPIC -ffp-contract=off -DGR_NAMESPACE=gr_cuda -Ikernels/driver -Ikernels
# What kernels do is counted at the calls that these flags put in; branches stay as they are
# written, so that the compiler sees no more which of them go together.
EXPLAIN_OPTIONS := $(subst gr_simt,gr_counted,$(SIMT_OPTIONS))
EXPLAIN_FLAGS := $(EXPLAIN_OPTIONS) $(WARN)
COUNT      := -DGR_SIMT_COUNT -O1 -fsanitize=thread -fsanitize-coverage=trace-pc -fno-thread-jumps -fno-tree-dominator-opts -fno-tree-ch --param max-completely-peel-times=0 -Wno-maybe-uninitialized
# null pointers and objects that are too small are found by addresses; their own checks are a third of the compilation
ASAN       := -g1 -O1 -fsanitize=address,undefined -fno-sanitize=null,object-size -fno-sanitize-recover=undefined -fno-omit-frame-pointer -Wno-maybe-uninitialized
# for the GPU that is there, else for one with PTX that drivers compile for later ones
NVCC_ARCH   = $(if $(shell nvidia-smi -L 2>/dev/null),native,sm_90)
NVCC_FLAGS  = -std=c++17 -O1 -arch=$(NVCC_ARCH) -fmad=false --expt-relaxed-constexpr --extended-lambda $(if $(WERROR),-Werror all-warnings) $(patsubst %,-Xcompiler %,-fPIC $(WARN)) -DGR_NAMESPACE=gr_cuda -Ikernels
CUDA_LIBS   = $(if $(NVCC),-L$(dir $(realpath $(shell command -v $(NVCC))))../lib64 -lcudart_static -ldl -lrt)
LIBS       := -lpthread -lm -ldl
.PHONY: help all cub tools demo demo-mpi test suites test-all all_suites test-versions test_executor test_programs cub_products with_cub lint style format \
        fuzz memcheck interrupt bench bench-elements bench-host bench-busy bench-stream bench-mpi tune explain digest sweep plots install doc doctest clean \
        dist check-dist check-fresh executor_parts packages plot_packages test_packages doctest_packages doc_packages products flags FORCE
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
##               calls for ten minutes, and others under valgrind
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
##               elements (BENCH="cuda 4194304": on that backend, of so many)
## make bench-host
##               time calls of arrays on the host over their size: Octave's builtins, ours on the host,
##               ours on the device, and the link (BENCH="sum,cumsum 2^3:2^33" only those)
## make bench-busy
##               time calls of the host backend on a quiet machine, and beside a busy loop for each core
## make bench-stream
##               time calls on the host's arrays against its memory and the link to the device
##               (BENCH="cumsum=4096 piece_MiB=32" only these, with that number of the transfers')
## make bench-mpi
##               time calls in PROCESSES=2 processes of mpirun beside one; GPUREDUCE_BENCH_MIB
##               in the environment is what each of them has, in MiB
## make tune     time every kernel of `auto` that fits over random shapes, and say how much slower the planner's
##               choice is than the best (BENCH="double sum,cumsum shapes=100 2^24:2^26" only those;
##               BENCH="read FILE": the present planner by the times of a file that was printed before)
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
	$(need) 'checks mpi' clang-format clang-tidy shellcheck valgrind mpicc mpirun MKOCTFILE CC CXX
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

all: packages
	+@$(MAKE) tools && $(call build,products)
products: $(PRODUCTS)
	@:
cub: packages
	+@$(MAKE) tools && $(call build,products cub_products)
# where it can be
with_cub: $(CUB)
	@:
cub_products: $(CUB)
	@$(if $(NVCC),:,echo '$(WITHOUT_CUB)'; exit 1)

# ---- compile ----

# A flags file changes when its flags do, and what was compiled with them follows.  Who counts steps
# takes it as it is.
$(B)/host/flags: FLAGS = $(HOST_FLAGS)
$(B)/cuda/flags: FLAGS = $(NVCC_FLAGS)
$(B)/jit/flags:  FLAGS = $(JIT_FLAGS)
$(B)/executor/named.flags:   FLAGS = $(SIMT_OPTIONS) -DGR_NAMED_ONLY
$(B)/executor/explain.flags: FLAGS = $(EXPLAIN_OPTIONS)
$(B)/executor/counted.flags: FLAGS = $(EXPLAIN_OPTIONS) $(COUNT)
FLAGS_FILES := $(B)/host/flags $(B)/cuda/flags $(B)/jit/flags $(EXECUTOR_FLAGS)
flags: $(FLAGS_FILES)
$(FLAGS_FILES): $(if $(COUNTING),,FORCE)
	@mkdir -p $(@D); echo '$(FLAGS)' | cmp -s - $@ || echo '$(FLAGS)' > $@
FORCE:

FOLDERS := $(addprefix $(B)/,simt parts executor asan explain jit mex tests) octave/executor plots/data
$(FOLDERS):
	@mkdir -p $@

$(B)/host/%.o: %.c $(B)/host/flags
	$(call step,HOST,$*)$(CC) $(HOST_FLAGS) -MMD -c $< -o $@

# sources of kernels, and their names, in the library
$(B)/jit/jit_sources.h: $(JIT_SOURCES) $(EXECUTOR_SOURCES) kernels/jit/list_sources | $(B)/jit
	@(kernels/jit/list_sources GR_SOURCES 0 $(JIT_SOURCES) && kernels/jit/list_sources GR_EXECUTOR_SOURCES 1000 $(EXECUTOR_SOURCES)) > $@
$(B)/host/sources.o $(B)/asan/host_sources.o $(B)/executor/host_sources.o: $(B)/jit/jit_sources.h
$(B)/host/sources.o $(B)/asan/host_sources.o $(B)/executor/host_sources.o: private HOST_FLAGS += -I$(B)

# The kernels for the host executor, or what the host has of those for a device, compiled with FLAGS to FOLDER
define EXECUTOR # FOLDER, FLAGS, WHAT
$(B)/$1/simt.o: simt.cc | $(B)/$1
	$$(call step,$3,simt)$(CXX) $2 -MMD -c $$< -o $$@
$(B)/$1/%.o: %.cu | $(B)/$1
	$$(call step,$3,$$*)$(CXX) $2 -MMD -c $$< -o $$@
$(B)/$1/REDUCTION.%.o: kernels/device/reduction.cu | $(B)/$1
	$$(call step,$3,REDUCTION.$$*)$(CXX) $2 -DGR_UNIT=GR_$$* -MMD -c $$< -o $$@
$(B)/$1/SCAN.%.o: kernels/device/scan.cu | $(B)/$1
	$$(call step,$3,SCAN.$$*)$(CXX) $2 -DGR_UNIT=GR_$$* -MMD -c $$< -o $$@
endef
$(eval $(call EXECUTOR,simt,$(SIMT_FLAGS) -DGR_NAMED_ONLY,SIMT))
$(eval $(call EXECUTOR,executor,$(SIMT_FLAGS),AUTO))
$(eval $(call EXECUTOR,asan,$(SIMT_FLAGS) $(ASAN),ASAN))
$(eval $(call EXECUTOR,jit,$(JIT_FLAGS),JIT))
$(eval $(call EXECUTOR,explain,$(EXPLAIN_FLAGS) $(COUNT),COUNT))

$(JIT_OBJECTS): $(B)/jit/flags
$(SIMT_OBJECTS) $(B)/simt/kernel_types.o $(EXPLAIN_OBJECTS): $(EXECUTOR_FLAGS)

# a part of the executor, as the library itself compiles it (kernels/library/executor.c)
define PART_OF # SOURCE
$(B)/parts/$1.%.o: kernels/device/$1.cu $(B)/executor/named.flags | $(B)/parts
	$$(call step,PART,$1.$$*)$(CXX) $(SIMT_FLAGS) -DGR_NAMED_ONLY -DGR_PART=gr_part_$$* -MMD -c $$< -o $$@
endef
$(foreach source,reduction scan,$(eval $(call PART_OF,$(source))))
.SECONDARY: $(PARTS:%=$(B)/parts/%.o)

# what counts is not counted
$(B)/explain/count.o: kernels/simt/count.cc | $(B)/explain
	$(call step,COUNT,count)$(CXX) $(SIMT_FLAGS) -MMD -c $< -o $@
$(B)/explain/explain.o $(B)/explain/runtime.o: $(B)/explain/%.o: %.cu | $(B)/explain
	$(call step,COUNT,$*)$(CXX) $(EXPLAIN_FLAGS) -MMD -c $< -o $@

# host code under the same sanitizers as kernels, or as the library has it, but without a device
$(B)/asan/host_%.o: %.c | $(B)/asan
	$(call step,ASAN,$*)$(CC) $(HOST_FLAGS) $(ASAN) -DGR_CLONES= -DGR_WITHOUT_CUDA -MMD -c $< -o $@
$(B)/executor/host_%.o: %.c | $(B)/executor
	$(call step,HOST,$*)$(CC) $(HOST_FLAGS) -DGR_WITHOUT_CUDA -MMD -c $< -o $@

# gcc takes an object of the Toolkit's own scans for one without a value.
$(B)/cuda/cub.o $(B)/tests/bench_cub.o: private NVCC_FLAGS += -Xcompiler -Wno-maybe-uninitialized
# what it shares with the other library by name may be another function there
$(B)/cuda/cub.o: private NVCC_FLAGS += -Xcompiler -fvisibility=hidden -I$(B)
$(B)/cuda/cub.o: $(B)/jit/jit_sources.h
$(B)/cuda/%.o: %.cu $(B)/cuda/flags
	$(call step,CUDA,$*)$(NVCC) $(NVCC_FLAGS) -MMD -c $< -o $@

# ---- link ----

# nodelete: `clear all` unloads functions, but device memory, streams and gpuArrays live on.
octave/libgpureduce.so: $(JIT_OBJECTS) $(HOST_OBJECTS) $(B)/simt/kernel_types.o kernels/exports.map
	$(call step,LINK,$(@F))$(CXX) -shared -Wl,-s,-z,nodelete,-z,defs -Wl,--version-script=$(filter %.map,$^) -Wl,-soname,$(@F) -o $@ $(filter %.o,$^) $(LIBS)
# Libraries that are loaded find those that they need by soname, wherever these came from.
octave/libgpureduce_executor.so: $(SIMT_OBJECTS) octave/libgpureduce.so
	$(call step,LINK,$(@F))$(CXX) -shared -Wl,-z,nodelete,-z,defs -Wl,-soname,$(@F) -o $@ $(SIMT_OBJECTS) -Loctave -lgpureduce '-Wl,-rpath,$$ORIGIN' $(LIBS)
link_part = $(call step,LINK,$(@F))$(CXX) -shared -o $@ $(filter %.o,$^) octave/libgpureduce_executor.so
octave/executor/explain.so: $(EXPLAIN_OBJECTS) | octave/libgpureduce_executor.so octave/executor
	$(link_part)
octave/executor/%.so: $(B)/parts/%.o | octave/libgpureduce_executor.so octave/executor
	$(link_part)
executor_parts: $(PART_LIBRARIES)
	@:
octave/libgpureduce_cub.so: $(B)/cuda/cub.o octave/libgpureduce.so
	$(call step,LINK,$(@F))$(CXX) -shared -Wl,-z,nodelete -o $@ $< -Loctave -lgpureduce '-Wl,-rpath,$$ORIGIN' $(CUDA_LIBS) $(LIBS)
$(GATEWAY): $(MEX_SOURCES) $(wildcard mex/*.h) kernels/gpureduce.h $(TABLE) octave/libgpureduce.so
	$(call step,MEX,$(@F))CFLAGS="-std=c11 -O2 $(WARN) -fPIC" CXXFLAGS="-O2 $(WARN) -fPIC" $(MKOCTFILE) --mex -R2018a -Ikernels -o $@ $(MEX_SOURCES) -Loctave -lgpureduce '-Wl,-rpath,\$$ORIGIN'
	@rm -f $(addsuffix .o,$(basename $(MEX_SOURCES) $(notdir $(MEX_SOURCES))))
# nodelete: MPI ends with the process
octave/__spmd__.mex: $(SPMD_SOURCES) $(wildcard mex/*.h) kernels/gpureduce.h $(TABLE) octave/libgpureduce.so | $(GATEWAY) octave/__gpuarray__.oct
	$(call step,MEX,$(@F))CFLAGS="-std=gnu11 -O2 $(WARN) -fPIC" CXXFLAGS="-O2 $(WARN) -fPIC" $(MKOCTFILE) --mex -R2018a -Ikernels $(MPI_FLAGS) -o $@ $(SPMD_SOURCES) -Loctave -lgpureduce $(MPI_LIBS) -Wl,-z,nodelete '-Wl,-rpath,\$$ORIGIN'
	@rm -f $(addsuffix .o,$(basename $(SPMD_SOURCES) $(notdir $(SPMD_SOURCES))))
octave/__gpureduce_new__.oct: mex/__gpureduce_new__.cc mex/unfilled.h
	$(call step,OCT,$(@F))$(MKOCTFILE) -s -o $@ $<
	@rm -f __gpureduce_new__.o mex/__gpureduce_new__.o
$(B)/mex/%.o: mex/%.cc | $(B)/mex
	$(call step,OCT,$*)CXXFLAGS="-O2 -MMD $(WARN) -fPIC" $(MKOCTFILE) -c -Ikernels -o $@ $<
octave/__gpuarray__.oct: $(ARRAY_OBJECTS) octave/libgpureduce.so
	$(call step,OCT,$(@F))$(MKOCTFILE) -o $@ $(ARRAY_OBJECTS) -Loctave -lgpureduce -Wl,-z,nodelete '-Wl,-rpath,\$$ORIGIN:\$$ORIGIN/..'
$(GATEWAYS): $(GATEWAY)
	@ln -sf $(<F) $@
$(METHODS): octave/__gpuarray__.oct
	@ln -sf ../__gpuarray__.oct $@

# the version of Octave's interface: what a package says of itself
octave/built_for: octave/libgpureduce.so
	@$(MKOCTFILE) -p API_VERSION > $@

# C programs over the library, and the executor's own test
$(B)/tests/%: tests/%.c kernels/gpureduce.h $(TABLE) octave/libgpureduce.so | $(B)/tests
	$(call step,TEST,$(@F))$(CC) -std=c11 -O2 $(WARN) -ffp-contract=off -Ikernels $< -o $@ -Loctave -lgpureduce -lm '-Wl,-rpath,$$ORIGIN/../../octave'
$(B)/tests/executor_test: octave/executor/reduction.ANY_all.so
$(B)/tests/digest: tests/random_shape.h
# plans alone, which need no library
$(B)/tests/plan_test: tests/plan_test.c tests/random_shape.h $(wildcard kernels/plan/*.h) kernels/gpureduce.h $(TABLE) $(PLAN_OBJECTS) | $(B)/tests
	$(call step,TEST,$(@F))$(CC) -std=c11 -O2 $(WARN) -Ikernels $(filter %.c %.o,$^) -o $@ -lm
# with the Toolkit's primitives beside it, which a compiler for the device has
$(B)/tests/bench_cub.o: tests/bench_cub.cu tests/bench_cub.h $(B)/cuda/flags | $(B)/tests
	$(call step,TEST,$(@F))$(NVCC) $(NVCC_FLAGS) -MMD -c $< -o $@
$(B)/tests/bench: tests/bench.c tests/timing.c tests/timing.h tests/bench_cub.h kernels/gpureduce.h $(TABLE) octave/libgpureduce.so $(if $(NVCC),$(B)/tests/bench_cub.o) | $(B)/tests
	$(call step,TEST,$(@F))$(CC) -std=c11 -O2 $(WARN) -fopenmp -ffp-contract=off -Ikernels $(if $(NVCC),-DBENCH_WITH_CUB) -c $< -o $@.o
	$(QUIET)$(CC) -std=c11 -O2 $(WARN) -Ikernels -c tests/timing.c -o $@.timing.o
	$(QUIET)$(CXX) $@.o $@.timing.o $(filter %_cub.o,$^) -fopenmp -o $@ -Loctave -lgpureduce '-Wl,-rpath,$$ORIGIN/../../octave' $(CUDA_LIBS) $(LIBS)
$(B)/tests/bench_elements: tests/bench_elements.c tests/timing.c tests/timing.h kernels/elements.h kernels/gpureduce.h $(TABLE) octave/libgpureduce.so | $(B)/tests
	$(call step,TEST,$(@F))$(CC) -std=c11 -O2 $(WARN) -Ikernels tests/bench_elements.c tests/timing.c -o $@ -Loctave -lgpureduce -lm '-Wl,-rpath,$$ORIGIN/../../octave'
# with the link's speed beside it
$(B)/tests/bench_link.o: tests/bench_link.cu tests/bench_link.h $(B)/cuda/flags | $(B)/tests
	$(call step,TEST,$(@F))$(NVCC) $(NVCC_FLAGS) -MMD -c $< -o $@
$(B)/tests/bench_stream: tests/bench_stream.c tests/bench_link.h kernels/backend.h kernels/gpureduce.h $(TABLE) octave/libgpureduce.so $(if $(NVCC),$(B)/tests/bench_link.o) | $(B)/tests
	$(call step,TEST,$(@F))$(CC) -std=c11 -O2 $(WARN) -fopenmp -Ikernels $(if $(NVCC),-DBENCH_WITH_LINK) -c $< -o $@.o
	$(QUIET)$(CXX) $@.o $(filter %_link.o,$^) -fopenmp -o $@ -Loctave -lgpureduce '-Wl,-rpath,$$ORIGIN/../../octave' $(CUDA_LIBS) $(LIBS)
# Programs of several files, linked by the compiler of C: kernels in them are C++.
TEST_SOURCES := $(wildcard tests/backend/*.c)
$(B)/tests/backend_test: $(TEST_SOURCES) tests/backend/backend_test.h kernels/gpureduce.h $(TABLE) octave/libgpureduce.so | $(B)/tests
	$(call step,TEST,$(@F))$(CC) -std=c11 -O2 $(WARN) -ffp-contract=off -Ikernels $(TEST_SOURCES) -o $@ -Loctave -lgpureduce -lm '-Wl,-rpath,$$ORIGIN/../../octave'
$(B)/tests/backend_test_simt: $(TEST_SOURCES) tests/backend/backend_test.h $(EXECUTOR_OBJECTS) | $(B)/tests
	$(call step,TEST,$(@F))$(CC) -std=c11 -O2 $(WARN) -ffp-contract=off -DGR_TEST_SIMT -Ikernels $(TEST_SOURCES) $(EXECUTOR_OBJECTS) -o $@ -lstdc++ $(LIBS)
$(B)/tests/backend_test_asan: $(TEST_SOURCES) tests/backend/backend_test.h $(ASAN_OBJECTS) | $(B)/tests
	$(call step,TEST,$(@F))$(CC) -std=c11 $(WARN) -ffp-contract=off $(ASAN) -DGR_TEST_SIMT -Ikernels $(TEST_SOURCES) $(ASAN_OBJECTS) -o $@ -lstdc++ $(LIBS)
$(B)/tests/digest_simt: tests/digest.c tests/random_shape.h $(EXECUTOR_OBJECTS) | $(B)/tests
	$(call step,TEST,$(@F))$(CC) -std=c11 -O2 $(WARN) -ffp-contract=off -DGR_TEST_SIMT -Ikernels $< $(EXECUTOR_OBJECTS) -o $@ -lstdc++ $(LIBS)
$(B)/tests/digest_asan: tests/digest.c tests/random_shape.h $(ASAN_OBJECTS) | $(B)/tests
	$(call step,TEST,$(@F))$(CC) -std=c11 $(WARN) -ffp-contract=off $(ASAN) -DGR_TEST_SIMT -Ikernels $< $(ASAN_OBJECTS) -o $@ -lstdc++ $(LIBS)
# every kernel of auto over random shapes
TUNE_SOURCES := tests/tune.c tests/regret.c tests/fit.c tests/limits.c tests/timing.c
TUNE_HEADERS := tests/regret.h tests/fit.h tests/limits.h kernels/plan/tuning.h tests/timing.h tests/random_shape.h kernels/library/library.h $(wildcard kernels/plan/*.h kernels/*.h)
$(B)/tests/tune: $(TUNE_SOURCES) $(TUNE_HEADERS) octave/libgpureduce.so | $(B)/tests
	$(call step,TEST,$(@F))$(CC) -std=c11 -O2 $(WARN) -Ikernels $(TUNE_SOURCES) -o $@ -Loctave -lgpureduce -lm '-Wl,-rpath,$$ORIGIN/../../octave'
$(B)/tests/tune_simt: $(TUNE_SOURCES) $(TUNE_HEADERS) $(EXECUTOR_OBJECTS) | $(B)/tests
	$(call step,TEST,$(@F))$(CC) -std=c11 -O2 $(WARN) -DGR_TEST_SIMT -Ikernels $(TUNE_SOURCES) $(EXECUTOR_OBJECTS) -o $@ -lstdc++ $(LIBS)
$(B)/tests/simt_test: tests/simt_test.cu kernels/simt/simt.cc $(wildcard kernels/simt/*.h) kernels/runtime/launch.cuh | $(B)/tests
	$(call step,TEST,$(@F))$(CXX) $(SIMT_FLAGS) $(ASAN) $(filter %.cu %.cc,$^) -o $@ $(LIBS)

# what takes the place of NCCL where there are no devices
$(B)/tests/fake_nccl.so: tests/fake_nccl.c | $(B)/tests
	$(call step,TEST,$(@F))$(CC) -std=c11 -O2 $(WARN) -fPIC -shared $< -o $@
# what takes the place of the driver
$(B)/tests/fake_cuda.so $(B)/tests/fake_cuda_old.so: tests/fake_cuda.c tests/fake_cuda.h | $(B)/tests
	$(call step,TEST,$(@F))$(CC) -std=c11 -O2 $(WARN) -fPIC -shared -Wl,-soname,libcuda.so.1 $(if $(findstring old,$@),-DFAKE_OLD) $< -o $@
$(B)/tests/driver_test: tests/fake_cuda.h $(B)/tests/fake_cuda.so $(B)/tests/fake_cuda_old.so
# an MPI that does not begin at once
$(B)/tests/fake_mpi.so: tests/fake_mpi.c | $(B)/tests
	$(call step,TEST,$(@F))$(CC) -std=c11 -O2 $(WARN) -fPIC $(MPI_FLAGS) -shared $< -o $@ $(MPI_LIBS)
$(B)/tests/count_test: tests/count_test.cu kernels/runtime/launch.cuh $(B)/simt/simt.o $(B)/explain/count.o | $(B)/tests
	$(call step,TEST,$(@F))$(CXX) $(EXPLAIN_FLAGS) $(COUNT) -MMD -c $< -o $@.o
	$(QUIET)$(CXX) $@.o $(B)/simt/simt.o $(B)/explain/count.o -o $@ $(LIBS)

# ---- run ----

demo: all
	@$(RUN_OCTAVE) --eval 'addpath octave; gpudemo'

# the same script with 1, 2 and 4 processes
demo-mpi: all
	@tests/demo_mpi '$(OCTAVE)' 1 2 4

# the seed of samples and random calls
test test-all test-versions test_executor fuzz: export GPUREDUCE_TEST_SEED := $(or $(SEED),42)

# SHARE and NAMED of backend_test, which its head explains: samples for the sanitized executor, which
# takes a few minutes on two cores, and for the sanitized host backend; all checks by name with a sample of
# the others; and all there are
SAMPLE      := 320 80
HOST_SAMPLE := 16 2
ALL_NAMED   := 20 1
ALL         := 1 1
# a program of backend_test, in as many processes as there are cores
in_parts = 'seq $(shell nproc) | xargs -P 0 -I{} $(B)/tests/$1 {}/$(shell nproc)'
TEST_PROGRAMS := $(addprefix $(B)/tests/,example plan_test threads_test cache_test kernels_test driver_test executor_test backend_test backend_test_asan digest digest_asan simt_test count_test fake_nccl.so $(if $(MPICC),fake_mpi.so)) $(CUB) $(PART_LIBRARIES)
test_programs: $(TEST_PROGRAMS)
	@:
# several processes, where there is MPI: SHARE of the table, random calls, and how many processes
MPIRUN := $(if $(MPICC),$(shell command -v mpirun 2>/dev/null))
IN_PROCESSES = $(if $(MPIRUN),'tests/spmd $(OCTAVE) $(B)/tests/fake_nccl.so $1')
RUN_DOCTESTS = '$(RUN_OCTAVE) --eval "addpath octave tests; run_doctests"'
# the suites of which there is no sample
WHOLE_SUITES = tests/include_rules tests/text_rules '$(B)/tests/driver_test $(B)/tests/fake_cuda.so $(B)/tests/fake_cuda_old.so' \
  $(addprefix $(B)/tests/,cache_test kernels_test plan_test threads_test executor_test simt_test count_test backend_test example) \
  'tests/missing_programs $(MAKE)' 'tests/text_is_data $(MAKE) $(if $(NVCC),sweep,sweep bench) bench-host bench-stream tune test-versions check-dist install' 'tests/octave_suites $(OCTAVE)' $(RUN_DOCTESTS)
DEVICES = $(shell $(RUN_OCTAVE) --eval 'addpath octave; disp (gpuDeviceCount ())')
# the same bits on the executor and, where there is one, on a device
DIGESTS = '$(B)/tests/digest_asan simt check=tests/digests.txt' \
  $(if $(filter-out 0,$(DEVICES)),'$(B)/tests/digest cuda check=tests/digests.txt')

test: all doctest_packages
	+@$(call build,test_programs)
	+@$(MAKE) suites
suites:
	@echo "Samples and random data of SEED=$$GPUREDUCE_TEST_SEED"
	@tests/run $(WHOLE_SUITES) $(DIGESTS) $(call in_parts,backend_test_asan simt $(SAMPLE)) \
	  $(call in_parts,backend_test_asan cpu $(HOST_SAMPLE)) 'tests/interrupt $(OCTAVE) 6' 'tests/sweep_functions $(OCTAVE) 60' $(call IN_PROCESSES,100 100 1 2 3)

test-all: export GPUREDUCE_FUZZ_SECONDS := 600
test-all: export GPUREDUCE_CONCATENATION_SHARE := 1
test-all: all test_packages doctest_packages
	+@$(call build,test_programs $(B)/tests/backend_test_simt)
	+@$(MAKE) all_suites
all_suites:
	@tests/run $(WHOLE_SUITES) $(DIGESTS) $(call in_parts,backend_test_simt simt $(ALL_NAMED)) $(call in_parts,backend_test_asan simt $(SAMPLE)) \
	  $(call in_parts,backend_test_asan cpu $(ALL)) $(if $(filter-out 0,$(DEVICES)),'$(B)/tests/backend_test cuda $(ALL)') \
	  $(call IN_PROCESSES,1 3000 1 2 3 4 7) 'tests/interrupt $(OCTAVE)' 'tests/sweep_functions $(OCTAVE)' 'tests/memcheck $(OCTAVE)' '$(B)/tests/kernels_test all' '$(MAKE) doc'

doctest: all doctest_packages
	+@$(call build,executor_parts)
	@tests/run $(RUN_DOCTESTS)

test-versions:
	@tests/versions

test_executor: all
	+@$(call build,$(B)/tests/backend_test_simt)
	@tests/run $(call in_parts,backend_test_simt simt $(ALL_NAMED))

# ---- style ----

CODE    := $(sort $(wildcard $(foreach folder,kernels kernels/* mex tests tests/*,$(foreach kind,c h cc cu cuh,$(folder)/*.$(kind)))))
SCRIPTS := $(shell grep -lsE '^$(HASH)!/bin/(ba)?sh' .ci/* tests/* plots/doc/* kernels/jit/*)
OCTAVE_CODE := $(wildcard $(addsuffix /*.m,octave octave/@gpuArray octave/@codistributed octave/@codistributed/private octave/private octave/demos plots plots/doc plots/doc/private tests tests/private tests/sweep))
# what clang can read: all but what includes the Toolkit's own headers, or is for the driver alone
TIDY_FOR_HOST := $(filter-out kernels/simt/%,$(filter %.c %.cc,$(CODE)))
TIDY_FOR_EXECUTOR := $(filter-out %cub.cu %cub_library.cu kernels/runtime/kernels.cu kernels/runtime/link.cu kernels/driver/driver.cu tests/architectures.cu,$(filter %.cu kernels/simt/%.cc,$(CODE)))

format: test_packages
	clang-format -i $(CODE)

style: $(B)/jit/jit_sources.h
style: private export LINT_HOST = -fopenmp -Ikernels -I$(B) $(shell $(MKOCTFILE) -p INCFLAGS) $(MPI_FLAGS)
# the kernels for doubles, which are counted, stand for all
style: private export LINT_EXECUTOR = $(filter-out -W% -fno-gnu-unique,$(SIMT_FLAGS)) -DGR_SIMT_COUNT
style: private export CODE := $(CODE)
style: private export SCRIPTS := $(SCRIPTS)
style: private export OCTAVE_CODE := $(OCTAVE_CODE)
style: private export TIDY_FOR_HOST := $(TIDY_FOR_HOST)
style: private export TIDY_FOR_EXECUTOR := $(TIDY_FOR_EXECUTOR)
lint: test_packages
	+@$(MAKE) style
style:
	@tests/run 'tests/lint format $$CODE' 'tests/lint scripts $$SCRIPTS' 'tests/function_sizes $$CODE $$OCTAVE_CODE' \
	  'tests/lint host $$TIDY_FOR_HOST' 'tests/lint executor $$TIDY_FOR_EXECUTOR'

# ---- random calls ----

# Values go by the environment: text is never code.
fuzz: export GPUREDUCE_FUZZ_SECONDS := $(or $(SECONDS),600)
fuzz: all
	+@$(call build,executor_parts)
	@tests/run 'seq $(shell nproc) | xargs -P 0 -I{} env GPUREDUCE_FUZZ_PROCESS={} tests/octave_suites $(OCTAVE) fuzz fuzz_calls fuzz_programs'

memcheck: all test_packages
	+@$(call build,executor_parts)
	@tests/run 'tests/memcheck $(OCTAVE)'

interrupt: all
	+@$(call build,executor_parts)
	@tests/run 'tests/interrupt $(OCTAVE)'

# on a device against its limits, the Toolkit and other libraries, else on the host against the builtins
bench: all
	+@$(call build,$(B)/tests/bench with_cub)
	@echo "# commit $$(git describe --always --dirty 2>/dev/null || echo unknown)"
	@if [ "$(DEVICES)" -gt 0 ]; then \
	  set -f; $(B)/tests/bench peers=plots/data/h200-peers.csv $$BENCH; \
	else $(RUN_OCTAVE) --eval 'addpath octave tests; bench_host (ostrsplit (getenv ("BENCH"), " \t\n", true){:})'; fi

bench-elements: all
	+@$(call build,$(B)/tests/bench_elements)
	@echo "# commit $$(git describe --always --dirty 2>/dev/null || echo unknown)"
	@set -f; $(B)/tests/bench_elements $$BENCH

bench-host: all
	@echo "# commit $$(git describe --always --dirty 2>/dev/null || echo unknown)"
	@$(RUN_OCTAVE) --eval 'addpath octave tests; bench_sizes (ostrsplit (getenv ("BENCH"), " \t\n", true){:})'

bench-busy: all
	@echo "# commit $$(git describe --always --dirty 2>/dev/null || echo unknown)"
	@$(RUN_OCTAVE) --eval 'addpath octave octave/demos tests; bench_busy ()'

bench-stream: all
	+@$(call build,$(B)/tests/bench_stream)
	@set -f; $(B)/tests/bench_stream $$BENCH

# values that a user gives go by the environment: GPUREDUCE_BENCH_MIB
bench-mpi: all
	@OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 \
	  mpirun -np "$${PROCESSES:-2}" $(RUN_OCTAVE) --eval 'addpath octave tests; bench_spmd'

tune: all
	+@$(call build,$(B)/tests/tune)
	@echo "# commit $$(git describe --always --dirty 2>/dev/null || echo unknown)"
	@set -f; $(B)/tests/tune $$BENCH

digest: all
	@$(MAKE) $(JOBS) $(B)/tests/digest $(B)/tests/digest_simt
	@$(B)/tests/digest
	@$(B)/tests/digest_simt simt

explain: all
	+@$(call build,octave/executor/explain.so)
	@$(RUN_OCTAVE) --eval 'addpath octave; gpualgos ("explain");'

sweep: all | plots/data
	+@$(call build,with_cub)
	@$(RUN_OCTAVE) --eval 'addpath octave plots; make_sweep'

define PLOTS
addpath octave plots;
files = glob ("plots/data/*.dat").';
if (isempty (files))
  error ("There is no data yet: run make sweep.");
endif
for file = files
  draw_plots (file{1}, "plots/data");
endfor
endef
export PLOTS
plots: plot_packages
	@$(RUN_OCTAVE) --eval "$$PLOTS"
	@for name in plots/data/host-small plots/data/host-large; do \
	  [ ! -e $$name.csv ] || "$$GNUPLOT" -d -c plots/host.gp $$name.csv $$name.png || exit 1; done

# what octave/ and tests/ have for themselves serves the pages, too
doc: all doc_packages
	+@$(call build,$(B)/tests/example)
	@rm -rf $(B)/doc
	@$(RUN_OCTAVE) --eval 'addpath octave octave/private tests plots plots/doc; make_doc ("build/doc")'
	@plots/doc/check_links $(B)/doc
	@echo $(B)/doc/index.html

install: all
	@mkdir -p -- "$$PREFIX" && cp -a -- octave plots COPYING COPYING.CUDA "$$PREFIX" \
	  && printf 'Installed.  In Octave, addpath this folder:  %s/octave\n' "$$PREFIX"

# ---- the package ----

VERSION := $(shell sed -n 's/^Version: *//p' DESCRIPTION)
DIST    := $(B)/gpureduce-$(VERSION).tar.gz

# what is committed
dist:
	@mkdir -p $(B)
	@git archive --prefix=gpureduce-$(VERSION)/ -o $(DIST) HEAD
	@echo $(DIST)

# Names with blanks are among what users have.  Called to install twice, the second time over the first, and then to test.
define CHECK_DIST
prefix = fullfile (pwd (), getenv ("DIST_FOLDER"));
pkg ("prefix", fullfile (prefix, "packages"), fullfile (prefix, "built"));
pkg ("local_list", fullfile (prefix, "list of packages"));
if (strcmp (getenv ("DIST_STEP"), "install"))
  pkg ("install", getenv ("DIST"));
  exit (0);
endif
pkg ("load", "gpureduce");
cd (prefix); # where Octave writes its log
report = evalc ('pkg ("test", "gpureduce")');
disp (report);
counts = regexp (report, 'PASS\s+(\d+)\s+FAIL\s+(\d+)', "tokens", "once");
pkg ("unload", "gpureduce");
pkg ("uninstall", "gpureduce");
assert (! any (cellfun (@(p) strcmp (p.name, "gpureduce"), pkg ("list"))));
printf ("%s passed, %s failed\n", counts{:});
exit (! strcmp (counts{2}, "0"));
endef
export CHECK_DIST
check-dist: export DIST_FOLDER := $(B)/check dist
check-dist: export DIST := $(if $(ARCHIVE),$(B)/check dist/given.tar.gz,$(DIST))
# ARCHIVE under our own name, as Octave hands names to a shell to unpack
check-dist: $(if $(ARCHIVE),,dist)
	@rm -rf "$$DIST_FOLDER" && mkdir -p "$$DIST_FOLDER"
	@[ -z "$$ARCHIVE" ] || cp -- "$$ARCHIVE" "$$DIST"
	@for step in install install test; do DIST_STEP=$$step $(RUN_OCTAVE) --eval "$$CHECK_DIST" || exit 1; done

check-fresh:
	@tests/check_fresh

clean:
	rm -rf $(B) $(PRODUCTS) octave/libgpureduce_cub.so octave/executor

-include $(wildcard $(B)/*/*.d)
