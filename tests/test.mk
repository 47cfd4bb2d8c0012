# SPDX-License-Identifier: GPL-3.0-or-later

# The programs of the tests, what runs them, and what measures.
.PHONY: test suites test-all all_suites conformance test-versions test_executor test_programs doctest lint style format fuzz memcheck interrupt \
        bench bench-elements bench-host bench-busy bench-order bench-small bench-instructions bench-stream bench-mpi tune fit digest explain

# ---- programs ----

# C programs over the library, and the executor's own test
$(B)/tests/%: tests/%.c kernels/gpureduce.h $(TABLE) octave/libgpureduce.so | $(B)/tests
	$(call step,TEST,$(@F))$(CC) -std=c11 -O2 $(WARN) -ffp-contract=off -Ikernels $< -o $@ -Loctave -lgpureduce -lm '-Wl,-rpath,$$ORIGIN/../../octave'
$(B)/tests/executor_test: octave/executor/reduction.ANY_all.so
$(addprefix $(B)/tests/,cache_test driver_test executor_test kernels_test): $(wildcard tests/apart.h tests/compiler.h)
$(B)/tests/digest: tests/random_shape.h
# plans alone, which need no more of the library than its ground floor
$(B)/tests/plan_test: tests/plan_test.c tests/random_shape.h $(wildcard kernels/plan/*.h) kernels/gpureduce.h $(TABLE) $(PLAN_OBJECTS) $(CORE_OBJECTS) | $(B)/tests
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
# segments of any lengths, against the same reference
RAGGED_SOURCES := tests/ragged_test.c tests/ragged_refused.c tests/ragged_time.c $(patsubst %,tests/backend/%.c,asked elements products reference run)
$(B)/tests/ragged_test: $(RAGGED_SOURCES) tests/ragged_test.h tests/backend/backend_test.h kernels/gpureduce.h $(TABLE) octave/libgpureduce.so | $(B)/tests
	$(call step,TEST,$(@F))$(CC) -std=c11 -O2 $(WARN) -ffp-contract=off -Ikernels $(RAGGED_SOURCES) -o $@ -Loctave -lgpureduce -lm '-Wl,-rpath,$$ORIGIN/../../octave'
$(B)/tests/ragged_test_asan: $(RAGGED_SOURCES) tests/ragged_test.h tests/backend/backend_test.h $(ASAN_OBJECTS) | $(B)/tests
	$(call step,TEST,$(@F))$(CC) -std=c11 $(WARN) -ffp-contract=off $(ASAN) -DGR_TEST_SIMT -Ikernels $(RAGGED_SOURCES) $(ASAN_OBJECTS) -o $@ -lstdc++ $(LIBS)
$(B)/tests/digest_simt: tests/digest.c tests/random_shape.h $(EXECUTOR_OBJECTS) | $(B)/tests
	$(call step,TEST,$(@F))$(CC) -std=c11 -O2 $(WARN) -ffp-contract=off -DGR_TEST_SIMT -Ikernels $< $(EXECUTOR_OBJECTS) -o $@ -lstdc++ $(LIBS)
$(B)/tests/digest_asan: tests/digest.c tests/random_shape.h $(ASAN_OBJECTS) | $(B)/tests
	$(call step,TEST,$(@F))$(CC) -std=c11 $(WARN) -ffp-contract=off $(ASAN) -DGR_TEST_SIMT -Ikernels $< $(ASAN_OBJECTS) -o $@ -lstdc++ $(LIBS)
# every kernel of auto over random shapes
TUNE_SOURCES := tests/tune.c tests/regret.c tests/fit.c tests/limits.c tests/timing.c
TUNE_HEADERS := tests/regret.h tests/fit.h tests/limits.h kernels/plan/tuning.h tests/timing.h tests/random_shape.h kernels/library/library.h $(wildcard kernels/plan/*.h kernels/core/*.h kernels/*.h)
$(B)/tests/tune: $(TUNE_SOURCES) $(TUNE_HEADERS) octave/libgpureduce.so | $(B)/tests
	$(call step,TEST,$(@F))$(CC) -std=c11 -O2 $(WARN) -ffp-contract=off -Ikernels $(TUNE_SOURCES) -o $@ -Loctave -lgpureduce -lm '-Wl,-rpath,$$ORIGIN/../../octave'
$(B)/tests/tune_simt: $(TUNE_SOURCES) $(TUNE_HEADERS) $(EXECUTOR_OBJECTS) | $(B)/tests
	$(call step,TEST,$(@F))$(CC) -std=c11 -O2 $(WARN) -ffp-contract=off -DGR_TEST_SIMT -Ikernels $(TUNE_SOURCES) $(EXECUTOR_OBJECTS) -o $@ -lstdc++ $(LIBS)
# random functions of users, whose names are a header for the test
$(B)/tests/expression_names: tests/expression_names.cc tests/random_expression.h tests/random_shape.h tests/some_stages.h $(B)/jit/user_function.o $(OP_OBJECTS) $(CORE_OBJECTS) | $(B)/tests
	$(call step,TEST,$(@F))$(CXX) -std=c++17 -O1 $(WARN) -DGR_NAMESPACE=gr_cuda -Ikernels -Itests $(filter %.cc %.o,$^) -o $@ $(LIBS)
$(B)/tests/expression_functions.h: $(B)/tests/expression_names
	$(QUIET)$< 40 > $@
$(B)/tests/expression_test $(B)/tests/stages_test: $(B)/tests/%: tests/%.cu tests/random_expression.h tests/some_stages.h $(B)/tests/expression_functions.h $(B)/simt/simt.o octave/libgpureduce.so | $(B)/tests
	$(call step,TEST,$(@F))$(CXX) $(SIMT_FLAGS) -I$(B)/tests -Itests -c $< -o $@.o
	$(QUIET)$(CXX) $@.o $(filter %.o,$^) -o $@ -Loctave -lgpureduce '-Wl,-rpath,$$ORIGIN/../../octave' $(LIBS)
# algorithms by name with users' operations, linked as a part of the executor is
$(B)/tests/user_monoid_test: tests/user_monoid_test.cu tests/random_shape.h octave/libgpureduce.so octave/libgpureduce_executor.so | $(B)/tests
	$(call step,TEST,$(@F))$(CXX) $(SIMT_FLAGS) -Itests -c $< -o $@.o
	$(QUIET)$(CXX) $@.o -o $@ -Loctave -lgpureduce_executor -lgpureduce '-Wl,-rpath,$$ORIGIN/../../octave' $(LIBS)
# sorting and order statistics, whose sources are part of the programs
$(B)/tests/sort_test: $(B)/executor/copies.o
$(B)/tests/statistics_test: $(B)/executor/copies.o $(B)/executor/sort.o
$(B)/tests/sort_test $(B)/tests/statistics_test: $(B)/tests/%_test: tests/%_test.cu tests/order_test.h tests/random_shape.h kernels/device/%.cu kernels/device/order.cuh $(wildcard kernels/sort/*.cuh kernels/textbook/*.cuh) octave/libgpureduce.so octave/libgpureduce_executor.so | $(B)/tests
	$(call step,TEST,$(@F))$(CXX) $(SIMT_FLAGS) -c $< -o $@.o
	$(QUIET)$(CXX) $@.o $(filter $(B)/executor/%.o,$^) -o $@ -Loctave -lgpureduce_executor -lgpureduce '-Wl,-rpath,$$ORIGIN/../../octave' $(LIBS)
# places in tables, and listed ones
$(B)/tests/lookup_test: tests/lookup_test.cu tests/random_shape.h kernels/device/lookup.cu kernels/device/selection.cu kernels/device/select.cuh $(wildcard kernels/sort/*.cuh) octave/libgpureduce.so octave/libgpureduce_executor.so | $(B)/tests
	$(call step,TEST,$(@F))$(CXX) $(SIMT_FLAGS) -c $< -o $@.o
	$(QUIET)$(CXX) $@.o -o $@ -Loctave -lgpureduce_executor -lgpureduce '-Wl,-rpath,$$ORIGIN/../../octave' $(LIBS)
# counts between edges
$(B)/tests/histogram_test: tests/histogram_test.cu tests/order_test.h tests/random_shape.h kernels/device/histogram.cu kernels/device/order.cuh kernels/op/histogram.h $(wildcard kernels/sort/*.cuh) octave/libgpureduce.so octave/libgpureduce_executor.so | $(B)/tests
	$(call step,TEST,$(@F))$(CXX) $(SIMT_FLAGS) -c $< -o $@.o
	$(QUIET)$(CXX) $@.o -o $@ -Loctave -lgpureduce_executor -lgpureduce '-Wl,-rpath,$$ORIGIN/../../octave' $(LIBS)
# convolutions and recursive filters
$(B)/tests/filter_test: tests/filter_test.cu tests/order_test.h tests/random_shape.h $(wildcard kernels/device/convolve.cu* kernels/device/recursion.cu*) kernels/op/filter.h octave/libgpureduce.so octave/libgpureduce_executor.so | $(B)/tests
	$(call step,TEST,$(@F))$(CXX) $(SIMT_FLAGS) -c $< -o $@.o
	$(QUIET)$(CXX) $@.o -o $@ -Loctave -lgpureduce_executor -lgpureduce '-Wl,-rpath,$$ORIGIN/../../octave' $(LIBS)
# the times that the planner's numbers are fitted to
TIMES := $(sort $(patsubst plots/data/%.gz,$(B)/tests/%,$(wildcard plots/data/tune-*.csv.gz)))
$(TIMES): $(B)/tests/%: plots/data/%.gz | $(B)/tests
	$(QUIET)gzip -dc $< > $@
$(B)/tests/simt_test: tests/simt_test.cu kernels/simt/simt.cc $(wildcard kernels/simt/*.h) kernels/runtime/launch.cuh | $(B)/tests
	$(call step,TEST,$(@F))$(CXX) $(SIMT_FLAGS) $(ASAN) $(filter %.cu %.cc,$^) -o $@ $(LIBS)

# what takes the place of NCCL where there are no devices
$(B)/tests/fake_nccl.so: tests/fake_nccl.c | $(B)/tests
	$(call step,TEST,$(@F))$(CC) -std=c11 -O2 $(WARN) -fPIC -shared $< -o $@
# what takes the place of cuFFT on the executor
$(B)/tests/fake_cufft.so: tests/fake_cufft.c | $(B)/tests
	$(call step,TEST,$(@F))$(CC) -std=c11 -O2 $(WARN) -fPIC -shared $< -o $@ -lm
$(B)/tests/backend_test_simt $(B)/tests/backend_test_asan: | $(B)/tests/fake_cufft.so
# what takes the place of NVRTC and of its second library
$(B)/tests/fake_nvrtc.so: tests/fake_nvrtc.c | $(B)/tests
	$(call step,TEST,$(@F))$(CC) -std=c11 -O2 $(WARN) -fPIC -shared $< -o $@
$(B)/tests/fake_nvrtc_builtins.so: tests/fake_nvrtc.c | $(B)/tests
	$(call step,TEST,$(@F))$(CC) -std=c11 -O2 $(WARN) -fPIC -shared -DBUILTINS -Wl,-soname,libnvrtc-builtins.so.29.9 $< -o $@
$(B)/tests/cache_test: $(B)/tests/fake_nvrtc.so $(B)/tests/fake_nvrtc_builtins.so
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

# ---- suites ----

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
TEST_PROGRAMS := $(addprefix $(B)/tests/,example expression_test stages_test user_monoid_test sort_test statistics_test lookup_test histogram_test filter_test plan_test tune threads_test cache_test kernels_test driver_test executor_test backend_test backend_test_asan ragged_test ragged_test_asan digest digest_asan simt_test count_test fake_nccl.so $(if $(MPICC),fake_mpi.so)) $(TIMES) $(CUB) $(PART_LIBRARIES)
test_programs: $(TEST_PROGRAMS)
	@:
# several processes, where there is MPI: SHARE of the table, random calls, and how many processes
MPIRUN := $(if $(MPICC),$(shell command -v mpirun 2>/dev/null))
IN_PROCESSES = $(if $(MPIRUN),'tests/spmd $(OCTAVE) $(B)/tests/fake_nccl.so $1')
# behind a name, since make would run a recipe that has the word MAKE even to show it
MAKE_DOC = '$(MAKE) doc'
HOW_TO_ADD = 'tests/how_to_add $(MAKE) $(OCTAVE)'
RUN_DOCTESTS = '$(RUN_OCTAVE) --eval "addpath octave tests; run_doctests"'
# the suites of which there is no sample
WHOLE_SUITES = tests/include_rules tests/text_rules '$(B)/tests/tune check kernels/plan/numbers.h $(TIMES)' '$(B)/tests/driver_test $(B)/tests/fake_cuda.so $(B)/tests/fake_cuda_old.so' \
  '$(B)/tests/cache_test $(B)/tests/fake_nvrtc.so $(B)/tests/fake_nvrtc_builtins.so' '$(B)/tests/kernels_test$(if $(HAS_DEVICE), all)' $(addprefix $(B)/tests/,expression_test stages_test user_monoid_test sort_test statistics_test lookup_test histogram_test filter_test plan_test threads_test executor_test simt_test count_test backend_test example) \
  'tests/missing_programs $(MAKE)' 'tests/text_is_data $(MAKE) $(if $(NVCC),sweep,sweep bench) bench-host bench-small bench-stream tune test-versions check-dist install' 'tests/octave_suites $(OCTAVE)' $(RUN_DOCTESTS)
# Where a device answers, all kernels are compiled side by side before suites need one after the other.
HAS_DEVICE = $(filter-out 0,$(DEVICES))
DEVICES = $(shell $(RUN_OCTAVE) --eval 'addpath octave; disp (gpuDeviceCount ())')
# the same bits on the executor and, where there is one, on a device
DIGESTS = '$(B)/tests/digest_asan simt check=tests/digests.txt' \
  $(if $(HAS_DEVICE),'$(B)/tests/digest cuda check=tests/digests.txt')

# segments of any lengths, on what there is
RAGGED = '$(B)/tests/ragged_test cpu' '$(B)/tests/ragged_test_asan cpu 20' '$(B)/tests/ragged_test_asan simt' $(if $(HAS_DEVICE),'$(B)/tests/ragged_test cuda 4')

test: all doctest_packages
	+@$(call build,test_programs)
	+@$(MAKE) suites
suites:
	@echo "Samples and random data of SEED=$$GPUREDUCE_TEST_SEED"
	@tests/run $(WHOLE_SUITES) $(DIGESTS) $(RAGGED) $(call in_parts,backend_test_asan simt $(SAMPLE)) \
	  $(call in_parts,backend_test_asan cpu $(HOST_SAMPLE)) 'tests/interrupt $(OCTAVE) 6' 'tests/sweep_functions $(OCTAVE) 60' 'tests/conformance_table $(OCTAVE) 12' $(call IN_PROCESSES,100 100 1 2 3)

test-all: export GPUREDUCE_FUZZ_SECONDS := 600
test-all: export GPUREDUCE_CONCATENATION_SHARE := 1
test-all: all test_packages doctest_packages
	+@$(call build,test_programs $(B)/tests/backend_test_simt)
	+@$(MAKE) all_suites
all_suites:
	@tests/run $(WHOLE_SUITES) $(DIGESTS) $(RAGGED) $(call in_parts,backend_test_simt simt $(ALL_NAMED)) $(call in_parts,backend_test_asan simt $(SAMPLE)) \
	  $(call in_parts,backend_test_asan cpu $(ALL)) $(if $(HAS_DEVICE),'$(B)/tests/backend_test cuda $(ALL)') \
	  $(call IN_PROCESSES,1 3000 1 2 3 4 7) 'tests/interrupt $(OCTAVE)' 'tests/sweep_functions $(OCTAVE)' 'tests/conformance_table $(OCTAVE)' 'tests/memcheck $(OCTAVE)' '$(B)/tests/kernels_test all' $(HOW_TO_ADD) $(MAKE_DOC)

# the table of Octave's own tests made anew
conformance: all
	@RENEW=1 tests/conformance_table $(OCTAVE)

doctest: all doctest_packages
	+@$(call build,executor_parts)
	@tests/run $(RUN_DOCTESTS)

test-versions:
	@tests/versions

test_executor: all
	+@$(call build,$(B)/tests/backend_test_simt)
	@tests/run $(call in_parts,backend_test_simt simt $(ALL_NAMED))

# ---- style ----

CODE    := $(sort $(wildcard $(foreach folder,kernels kernels/* kernels/op/monoids mex tests tests/*,$(foreach kind,c h cc cu cuh,$(folder)/*.$(kind)))))
SCRIPTS := $(shell grep -lsE '^$(HASH)!/bin/(ba)?sh' .ci/* tests/* plots/doc/* kernels/jit/*)
OCTAVE_CODE := $(wildcard $(addsuffix /*.m,octave octave/@gpuArray octave/@gpuArray/private octave/@codistributed octave/@codistributed/private octave/private octave/demos plots plots/doc plots/doc/private tests tests/private tests/sweep))
# what clang can read: all but what includes the Toolkit's own headers or a header of the build, or is for the driver alone
TIDY_FOR_HOST := $(filter-out kernels/simt/%,$(filter %.c %.cc,$(CODE)))
TIDY_FOR_EXECUTOR := $(filter-out %cub.cu %cub_library.cu kernels/runtime/kernels.cu kernels/runtime/link.cu kernels/driver/driver.cu kernels/device/user_reduction.cu tests/architectures.cu tests/expression_test.cu tests/stages_test.cu,$(filter %.cu kernels/simt/%.cc,$(CODE)))

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
	+@$(MAKE) tools
	+@$(MAKE) style
style:
	@tests/run 'tests/lint format $$CODE' 'tests/lint scripts $$SCRIPTS' 'tests/function_sizes $$CODE $$OCTAVE_CODE' \
	  'tests/lint host $$TIDY_FOR_HOST' 'tests/lint executor $$TIDY_FOR_EXECUTOR'

# ---- random calls ----

# Values go by the environment: text is never code.
fuzz: export GPUREDUCE_FUZZ_SECONDS := $(or $(SECONDS),600)
fuzz: all
	+@$(call build,executor_parts)
	@tests/run 'seq $(shell nproc) | xargs -P 0 -I{} env GPUREDUCE_FUZZ_PROCESS={} GPUREDUCE_SUITES_AT_ONCE=1 tests/octave_suites $(OCTAVE) fuzz fuzz_calls fuzz_orders fuzz_programs fuzz_expressions'

memcheck: all test_packages
	+@$(call build,executor_parts)
	@tests/run 'tests/memcheck $(OCTAVE)'

interrupt: all
	+@$(call build,executor_parts)
	@tests/run 'tests/interrupt $(OCTAVE)'

# ---- benchmarks ----

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

bench-order: all
	@echo "# commit $$(git describe --always --dirty 2>/dev/null || echo unknown)"
	@$(RUN_OCTAVE) --eval 'addpath octave tests; bench_order (str2double (getenv ("BENCH")))'

bench-small: all
	@echo "# commit $$(git describe --always --dirty 2>/dev/null || echo unknown)"
	@$(RUN_OCTAVE) --eval 'addpath octave tests; bench_small (str2double (getenv ("BENCH")))'

bench-instructions: all
	@tests/small_instructions '$(OCTAVE)'

bench-stream: all
	+@$(call build,$(B)/tests/bench_stream)
	@set -f; $(B)/tests/bench_stream $$BENCH

# values that a user gives go by the environment: GPUREDUCE_BENCH_MIB
bench-mpi: all
	@OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 \
	  OMPI_MCA_hwloc_base_binding_policy=none mpirun -np "$${PROCESSES:-2}" $(RUN_OCTAVE) --eval 'addpath octave tests; bench_spmd'

tune: all
	+@$(call build,$(B)/tests/tune)
	@echo "# commit $$(git describe --always --dirty 2>/dev/null || echo unknown)"
	@set -f; $(B)/tests/tune $$BENCH

# the numbers by which the planner estimates times, from the times that are committed
fit: all
	+@$(call build,$(B)/tests/tune $(TIMES))
	@$(B)/tests/tune fit kernels/plan/numbers.h $(TIMES)

digest: all
	@$(MAKE) $(JOBS) $(B)/tests/digest $(B)/tests/digest_simt
	@$(B)/tests/digest
	@$(B)/tests/digest_simt simt

explain: all
	+@$(call build,octave/executor/explain.so)
	@$(RUN_OCTAVE) --eval 'addpath octave; gpualgos ("explain");'
