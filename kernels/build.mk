# SPDX-License-Identifier: GPL-3.0-or-later

# The library, the executor and its parts, the library of cub, the gateways and the functions of arrays: how they are
# compiled and linked, and which there are.
.PHONY: products cub cub_products with_cub executor_parts flags

# ---- what there is to build: the operators and functions come from the table ----

TABLE     := kernels/table.h
HASH      := \#
, := ,
# (nothing where there is no compiler yet; make all installs it and reads this file again)
column     = $(if $(shell command -v $(CC)),$(shell printf '$(HASH)include "$(TABLE)"\n$(HASH)define ROW(_, ID, NAME, KIND, UNIT, ...) $(1)\nGR_OPERATORS (ROW, _)\n' | $(CC) -E -P -I. -x c -))
UNITS     := $(foreach kind,SCAN REDUCTION,$(filter $(kind).%,$(sort $(call column,KIND.UNIT))))
OPERATORS := $(call column,NAME)
# of the host executor: its parts, and the objects of the one that counts
PARTS_TABLE := kernels/parts.h
parts_column = $(if $(shell command -v $(CC)),$(shell printf '$(HASH)include "$(PARTS_TABLE)"\n$(HASH)define PART(_, SOURCE, UNIT, NAME, ...) SOURCE.UNIT$(HASH)$(HASH)_$(HASH)$(HASH)NAME\n$(HASH)define OBJECT(_, NAME, ...) NAME\n$1 ($2, _)\n' | $(CC) -E -P -I. -x c -))
PARTS     := $(call parts_column,GR_EXECUTOR_PARTS,PART)
PART_LIBRARIES := $(PARTS:%=octave/executor/%.so) octave/executor/sort.so octave/executor/explain.so
# what gpudemo calls by name; others are compiled when they are called, and for tests
DEMO_PARTS := reduction.SUM_real scan.CUMSUM_real
GATEWAY   := octave/__gateway__.mex
# functions that are composed of operators, whose plain calls the gateway answers itself
COMPOSED  := $(shell sed -n 's/^  X .\([a-z]*\), [0-9].*/\1/p' mex/plain.h)
GATEWAYS  := $(OPERATORS:%=octave/gpu%.mex) octave/gpureduce.mex octave/gpuscan.mex $(COMPOSED:%=octave/gpu%.mex) octave/__gpureduce__.mex octave/__gpureduce_processes__.mex

# functions of one and of two arrays that are methods of gpuArray
PAIRS     := $(shell sed -n '/define GR_METHOD_[BU][A-Z]*ARIES/,/^$$/s/.*[A-Z0-9], \([a-z0-9][a-z0-9]*\), .*/\1/p' kernels/elements.h)
NAMED     := $(shell grep -oE 'X .[A-Za-z0-9_]+' mex/gpuarray_names.h | cut -c 4-)

# a line a folder: kernels/README.md
HOST_SOURCES := $(wildcard kernels/library/*.c kernels/plan/*.c kernels/host/*.c kernels/jit/*.c kernels/core/*.c kernels/op/*.c)
HOST_NAMES   := $(basename $(notdir $(HOST_SOURCES)))
vpath %.c  $(sort $(dir $(HOST_SOURCES)))
vpath %.cu kernels/device kernels/runtime kernels/driver kernels/textbook kernels/simt
vpath %.cc kernels/simt
# the gateway over MPI, and what it needs of the others; built where mpicc works
SPMD_SOURCES := mex/spmd.c mex/nccl.c mex/resident.c mex/raise.c mex/read.c
MPI_FLAGS     = $(if $(MPICC),$(shell $(MPICC) --showme:compile 2>/dev/null || $(MPICC) -compile_info | cut -d ' ' -f 2-))
MPI_LIBS      = $(shell $(MPICC) --showme:link 2>/dev/null || $(MPICC) -link_info | cut -d ' ' -f 2-)
MEX_SOURCES  := $(filter-out mex/spmd.c mex/nccl.c,$(wildcard mex/*.c))
HOST_OBJECTS := $(HOST_NAMES:%=$(B)/host/%.o)
CORE_OBJECTS := $(patsubst kernels/core/%.c,$(B)/host/%.o,$(wildcard kernels/core/*.c))
OP_OBJECTS   := $(patsubst kernels/op/%.c,$(B)/host/%.o,$(wildcard kernels/op/*.c))
PLAN_OBJECTS := $(patsubst kernels/plan/%.c,$(B)/host/%.o,$(wildcard kernels/plan/*.c))
EXECUTOR_BASE := device transfers pieces runtime memory measure nested simt
executor_objects = $(patsubst %,$(B)/$1/%.o,$(EXECUTOR_BASE) kernel_types $(UNITS) $2)
# what the library itself does not run on the executor
ELEMENTS := elements copies arithmetic functions libraries dot fourier matrix selection sort statistics lookup histogram ragged convolve recursion random
# by name only, since auto is native code on the host; units are in parts
SIMT_OBJECTS := $(EXECUTOR_BASE:%=$(B)/simt/%.o) $(B)/simt/parts.o
SORT_OBJECTS := $(patsubst %,$(B)/parts/%.o,$(call parts_column,GR_SORT_OBJECTS,OBJECT))
EXPLAIN_OBJECTS := $(patsubst %,$(B)/explain/%.o,$(call parts_column,GR_EXPLAIN_OBJECTS,OBJECT))
ASAN_OBJECTS := $(call executor_objects,asan,$(ELEMENTS) $(HOST_NAMES:%=host_%))
EXECUTOR_OBJECTS := $(call executor_objects,executor,$(ELEMENTS) $(HOST_NAMES:%=host_%))
# the host's part of kernels that NVRTC compiles when they are called
JIT_OBJECTS  := $(addprefix $(B)/jit/,$(addsuffix .o,$(UNITS) device transfers pieces runtime memory kernels link driver nested cub_library measure cublas cusolver expression user_function user_pack user_reduction user_scan user_named stages $(ELEMENTS)))
CUB          := $(if $(NVCC),octave/libgpureduce_cub.so)
# the files that programs of NVRTC may include; what `make fit` writes is for the planner alone
JIT_SOURCES := $(filter-out kernels/plan/numbers.h,$(sort $(wildcard kernels/*.h $(foreach f,core op op/monoids block auto textbook sort runtime plan device,kernels/$f/*.h kernels/$f/*.cuh) kernels/jit/std/*)))
# what else parts of the executor are compiled from where there is no source tree
EXECUTOR_FLAGS := $(patsubst %,$(B)/executor/%.flags,named explain counted)
EXECUTOR_SOURCES := $(wildcard kernels/simt/*.h) kernels/simt/explain.cu kernels/simt/count.cc kernels/device/reduction.cu kernels/device/scan.cu kernels/device/sort.cu kernels/device/copies.cu \
  kernels/textbook/nested.cu kernels/runtime/runtime.cu kernels/runtime/memory.cu $(EXECUTOR_FLAGS)
# Files of C++ are compiled in units of several: what both gateways need of Octave is one, and gpuArrays are four, each of
# every fourth file.  Each unit reads Octave's headers, which takes longer than the rest; so static functions of
# different files have different names.
ARRAY_SOURCES := $(wildcard mex/gpuarray*.cc) mex/interrupt.cc mex/notice.cc
ARRAY_UNITS   := 1 2 3 4
ARRAY_OBJECTS := $(ARRAY_UNITS:%=$(B)/mex/arrays-%.o)
MEX_OBJECT    := $(B)/mex/gateways.o
unit_sources   = $(if $(filter arrays-%,$1),$(shell printf '%s\n' $(ARRAY_SOURCES) | sed -n '$(1:arrays-%=%)~$(words $(ARRAY_UNITS))p'),mex/interrupt.cc mex/progress.cc mex/handle.cc mex/notice.cc)
METHODS      := $(patsubst %,octave/@gpuArray/%.oct,$(OPERATORS) $(PAIRS) $(NAMED) xor horzcat vertcat isobject gather linspace arrayfun bsxfun sort median quantile prctile pagemtimes)
# what most m-files ask, beside the class
ASKED        := octave/isgpuarray.oct octave/underlyingType.oct

# The methods of codistributed that are one line each; those written by hand are named in .gitignore there.
# CLASS_OF_PARTS/NAME.m is elementwise (of `depends`, elements decide whether results are complex), what another private
# function makes of them, or refused: what gpuArrays or our functions serve, and some others that Octave has, and
# codistributed arrays do not.  Reductions and scans are links to mex/codistributed.cc.
CLASS_OF_PARTS := octave/@codistributed
BY_HAND     := $(shell sed -n 's,^!/\(.*\)\.m$$,\1,p' $(CLASS_OF_PARTS)/.gitignore)
PART_CLASSES := double single int8 int16 int32 int64 uint8 uint16 uint32 uint64
PART_ASKED  := numel length isempty isnumeric isfloat isinteger islogical isbool ischar isreal iscomplex underlyingType
PART_ADDED  := accumarray gpuaccumarray
PART_JOINED := horzcat vertcat
PART_BINNED := histc gpuhistc
PART_RANKED := median quantile prctile gpumedian gpuquantile gpuprctile
PART_DEPENDS := $(filter-out $(BY_HAND),$(shell sed -n '/define GR_[A-Z_]*ERS\|define GR_[A-Z_]*UNARIES/,/^$$/{/-INFINITY, INFINITY/d; s/.*X ._, [A-Z0-9]*, \([a-z0-9]*\), .*/\1/p;}' kernels/elements.h) gammaln power gcd bitand bitor bitxor bitshift)
PART_TABLE  := $(filter-out $(BY_HAND) $(PART_DEPENDS) signum,$(shell sed -n 's/^ *X ._, [A-Z0-9]*, \([a-z0-9]*\), .*/\1/p' kernels/elements.h) $(PART_CLASSES) sign angle uminus uplus not ldivide)
PART_ELEMENTS := $(filter-out $(OPERATORS),$(PART_TABLE))
PART_REDUCED := $(filter-out $(BY_HAND),$(OPERATORS) $(OPERATORS:%=gpu%))
# what Octave's own m-files, or ours, make of the methods above
PART_COMPOSED := gpubounds gpumeansq gpunnz gpurange gpurms gpuvecnorm meansq rms vecnorm moment cast isobject methods set figure gpuDevice gpuDeviceCount
PART_SERVED := $(PART_ASKED) $(PART_ADDED) $(PART_JOINED) $(PART_BINNED) $(PART_RANKED) $(PART_DEPENDS) $(PART_ELEMENTS) $(PART_REDUCED)
PART_REFUSED := $(filter-out $(BY_HAND) $(PART_SERVED) $(PART_COMPOSED) __%,$(sort \
  $(basename $(notdir $(METHODS) $(wildcard octave/@gpuArray/*.m octave/gpu*.m))) \
  cat char subsasgn mpower squeeze ctranspose transpose nnz fliplr flipud rotdim kron trace cross blkdiag int2str dec2bin fputs fdisp num2str mat2str \
  puts fwrite bitget strcmp strncmp strcmpi strncmpi upper lower toupper tolower strfind strrep strtrim strcat strsplit strjoin regexp regexpi regexprep \
  str2double str2num substr index rindex ostrsplit isspace isalpha isdigit isupper islower isalnum ispunct iscntrl isgraph isprint isxdigit isascii toascii \
  dawson erfi swapbytes))
PART_METHODS := $(patsubst %,$(CLASS_OF_PARTS)/%.m,$(filter-out $(PART_REDUCED),$(PART_SERVED)) $(PART_REFUSED))
PART_LINKS   := $(PART_REDUCED:%=$(CLASS_OF_PARTS)/%.oct)
# parts that are there are kept up to date
EXECUTOR     := octave/libgpureduce_executor.so $(sort $(DEMO_PARTS:%=octave/executor/%.so) $(filter $(PART_LIBRARIES),$(wildcard octave/executor/*.so)))
PRODUCTS     := octave/libgpureduce.so $(EXECUTOR) $(GATEWAY) octave/__gpureduce_new__.oct $(GATEWAYS) octave/__gpuarray__.oct $(METHODS) $(ASKED) octave/__codistributed__.oct $(PART_METHODS) $(PART_LINKS) octave/built_for $(if $(MPICC),octave/__spmd__.mex)

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
# null pointers and objects that are too small are found by addresses; their own checks are a third of the compilation,
# and accesses that are checked in place instead of by calls another third
ASAN       := -g1 -O1 -fsanitize=address,undefined --param asan-instrumentation-with-call-threshold=0 -fno-sanitize=null,object-size -fno-sanitize-recover=undefined -fno-omit-frame-pointer -Wno-maybe-uninitialized
# for the GPU that is there, else for one with PTX that drivers compile for later ones
NVCC_ARCH   = $(if $(shell nvidia-smi -L 2>/dev/null),native,sm_90)
NVCC_FLAGS  = -std=c++17 -O1 -arch=$(NVCC_ARCH) -fmad=false --expt-relaxed-constexpr --extended-lambda $(if $(WERROR),-Werror all-warnings) $(patsubst %,-Xcompiler %,-fPIC $(WARN)) -DGR_NAMESPACE=gr_cuda -Ikernels
CUDA_LIBS   = $(if $(NVCC),-L$(dir $(realpath $(shell command -v $(NVCC))))../lib64 -lcudart_static -ldl -lrt)
LIBS       := -lpthread -lm -ldl

# ---- goals ----

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
$(SORT_OBJECTS): $(B)/parts/%.o: kernels/device/%.cu $(B)/executor/named.flags | $(B)/parts
	$(call step,PART,$*)$(CXX) $(SIMT_FLAGS) -DGR_NAMED_ONLY -MMD -c $< -o $@
.SECONDARY: $(PARTS:%=$(B)/parts/%.o)

# what counts is not counted
$(B)/explain/count.o: kernels/simt/count.cc | $(B)/explain
	$(call step,COUNT,count)$(CXX) $(SIMT_FLAGS) -MMD -c $< -o $@
$(addprefix $(B)/explain/,explain.o runtime.o memory.o copies.o): $(B)/explain/%.o: %.cu | $(B)/explain
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
# cpu_reduce takes a third of the time, and is begun first
octave/libgpureduce.so: $(HOST_OBJECTS) $(JIT_OBJECTS) $(B)/simt/kernel_types.o kernels/exports.map
	$(call step,LINK,$(@F))$(CXX) -shared -Wl,-s,-z,nodelete,-z,defs -Wl,--version-script=$(filter %.map,$^) -Wl,-soname,$(@F) -o $@ $(filter %.o,$^) $(LIBS)
# Libraries that are loaded find those that they need by soname, wherever these came from.
octave/libgpureduce_executor.so: $(SIMT_OBJECTS) octave/libgpureduce.so
	$(call step,LINK,$(@F))$(CXX) -shared -Wl,-z,nodelete,-z,defs -Wl,-soname,$(@F) -o $@ $(SIMT_OBJECTS) -Loctave -lgpureduce '-Wl,-rpath,$$ORIGIN' $(LIBS)
link_part = $(call step,LINK,$(@F))$(CXX) -shared -o $@ $(filter %.o,$^) octave/libgpureduce_executor.so
octave/executor/explain.so: $(EXPLAIN_OBJECTS) | octave/libgpureduce_executor.so octave/executor
	$(link_part)
octave/executor/sort.so: $(SORT_OBJECTS) | octave/libgpureduce_executor.so octave/executor
	$(link_part)
octave/executor/%.so: $(B)/parts/%.o | octave/libgpureduce_executor.so octave/executor
	$(link_part)
executor_parts: $(PART_LIBRARIES)
	@:
octave/libgpureduce_cub.so: $(B)/cuda/cub.o octave/libgpureduce.so
	$(call step,LINK,$(@F))$(CXX) -shared -Wl,-z,nodelete -o $@ $< -Loctave -lgpureduce '-Wl,-rpath,$$ORIGIN' $(CUDA_LIBS) $(LIBS)
$(GATEWAY): $(MEX_SOURCES) $(MEX_OBJECT) $(wildcard mex/*.h) kernels/gpureduce.h $(TABLE) octave/libgpureduce.so
	$(call step,MEX,$(@F))CFLAGS="-std=c11 -O2 $(WARN) -fPIC" $(MKOCTFILE) --mex -R2018a -Ikernels -o $@ $(MEX_SOURCES) $(MEX_OBJECT) -Loctave -lgpureduce '-Wl,-rpath,\$$ORIGIN'
	@rm -f $(addsuffix .o,$(basename $(MEX_SOURCES) $(notdir $(MEX_SOURCES))))
# nodelete: MPI ends with the process
octave/__spmd__.mex: $(SPMD_SOURCES) $(MEX_OBJECT) $(wildcard mex/*.h) kernels/gpureduce.h $(TABLE) octave/libgpureduce.so | $(GATEWAY) octave/__gpuarray__.oct
	$(call step,MEX,$(@F))CFLAGS="-std=gnu11 -O2 $(WARN) -fPIC" $(MKOCTFILE) --mex -R2018a -Ikernels $(MPI_FLAGS) -o $@ $(SPMD_SOURCES) $(MEX_OBJECT) -Loctave -lgpureduce $(MPI_LIBS) -Wl,-z,nodelete '-Wl,-rpath,\$$ORIGIN'
	@rm -f $(addsuffix .o,$(basename $(SPMD_SOURCES) $(notdir $(SPMD_SOURCES))))
octave/__gpureduce_new__.oct: mex/__gpureduce_new__.cc mex/unfilled.h
	$(call step,OCT,$(@F))$(MKOCTFILE) -s -o $@ $<
	@rm -f __gpureduce_new__.o mex/__gpureduce_new__.o
# written anew where a file came or went
$(B)/mex/%.cc: $(if $(COUNTING),,FORCE) | $(B)/mex
	@printf '$(HASH)include "%s"\n' $(call unit_sources,$*) > $@.new; \
	  if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi
$(ARRAY_OBJECTS) $(MEX_OBJECT): %.o: %.cc
	$(call step,OCT,$(*F))CXXFLAGS="-O2 -MMD $(WARN) -fPIC" $(MKOCTFILE) -c -I. -Ikernels -o $@ $<
octave/__codistributed__.oct: mex/codistributed.cc mex/method.h $(TABLE)
	$(call step,OCT,$(@F))CXXFLAGS="-O2 $(WARN) -fPIC" $(MKOCTFILE) -Ikernels -o $@ $< -Wl,-z,nodelete
	@rm -f codistributed.o mex/codistributed.o
octave/__gpuarray__.oct: $(ARRAY_OBJECTS) octave/libgpureduce.so
	$(call step,OCT,$(@F))$(MKOCTFILE) -o $@ $(ARRAY_OBJECTS) -Loctave -lgpureduce -Wl,-z,nodelete '-Wl,-rpath,\$$ORIGIN:\$$ORIGIN/..'
$(GATEWAYS): $(GATEWAY)
	@ln -sf $(<F) $@
$(METHODS): octave/__gpuarray__.oct
	@ln -sf ../__gpuarray__.oct $@
$(PART_LINKS): octave/__codistributed__.oct
	@ln -sf ../$(<F) $@
$(ASKED): octave/__gpuarray__.oct
	@ln -sf $(<F) $@
# a method with these results, whose line is this
part_method = @printf '%s\n' '$(HASH)$(HASH) SPDX-License-Identifier: GPL-3.0-or-later' '' '$(HASH)$(HASH) $(basename $(@F)) of codistributed arrays.' '' \
  'function $1 = $(basename $(@F)) (varargin)' '' $(if $(filter varargout,$1),'  varargout = cell (1$(,) max (nargout$(,) 1));') '  $2;' '' 'endfunction' > $@
$(PART_METHODS): kernels/elements.h $(TABLE) kernels/build.mk
# those of one result, and of any
part_rule = $(patsubst %,$(CLASS_OF_PARTS)/%.m,$1): ; $$(call part_method,r,r = $2 ("$$(basename $$(@F))"$$(,) $(if $3,$3$$(,) )varargin{:}))
part_rules = $(patsubst %,$(CLASS_OF_PARTS)/%.m,$1): ; $$(call part_method,varargout,[varargout{:}] = $2 ("$$(basename $$(@F))"$$(,) varargin{:}))
$(eval $(call part_rule,$(PART_ASKED),asked))
$(eval $(call part_rule,$(PART_ADDED),accumulated))
$(eval $(call part_rule,$(PART_JOINED),bracketed))
$(eval $(call part_rule,$(PART_RANKED),quantiles_of))
$(eval $(call part_rule,$(PART_ELEMENTS),elementwise,false))
$(eval $(call part_rule,$(PART_DEPENDS),elementwise,true))
$(eval $(call part_rules,$(PART_BINNED),binned))
$(PART_REFUSED:%=$(CLASS_OF_PARTS)/%.m):
	$(call part_method,varargout,refuse ("$(basename $(@F))"))

# the version of Octave's interface: what a package says of itself
octave/built_for: octave/libgpureduce.so
	@$(MKOCTFILE) -p API_VERSION > $@
