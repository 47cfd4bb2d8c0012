/* SPDX-License-Identifier: GPL-3.0-or-later

   Algorithms by name with operations of users: the kernels on the host executor against the host's combination level by
   level, in all bits, for operations that are exact, of one to four values, of which some are not commutative; what is
   refused; records; plans.  NVRTC, where it is there, compiles such kernels.

   Prints each failure, then `N passed, N failed`; status 1 if a test failed.  Built as the host executor is.  */

#include "device/evaluate.cuh"
#include "device/user_named.cuh"
#include "device/user_values.h"
#include "jit/jit.h"
#include "runtime/runtime.cuh"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "random_shape.h"

using namespace GR_NAMESPACE;

static unsigned passed, failed;

static void
check (bool good, const char *what, const std::string &where)
{
  passed += good;
  failed += ! good;
  if (! good)
    printf ("FAILED: %s of %s: %s\n", what, where.c_str (), gr_message ());
}

static void
must (gr_status status)
{
  if (status == GR_OK)
    return;
  puts (gr_message ());
  exit (2);
}

/* ---- operations, as expressions and as types ---- */

#define ARGUMENT(TYPE, K) gr_argument_step<GR_TYPE_##TYPE, K>
#define BINARY(TYPE, OP, A, B) gr_binary_step<GR_TYPE_##TYPE, GR_##OP, A, B, false>
#define SUM_FUNCTION                                                                                                   \
  gr_function<gr_step_list<ARGUMENT (I32, 0), ARGUMENT (I32, 1), BINARY (I32, PLUS, 0, 1)>, gr_values<2>>
#define AFFINE_FUNCTION                                                                                                \
  gr_function<gr_step_list<ARGUMENT (F64, 0), ARGUMENT (F64, 1), ARGUMENT (F64, 2), ARGUMENT (F64, 3),                 \
                           BINARY (F64, TIMES, 0, 2), BINARY (F64, TIMES, 1, 2), BINARY (F64, PLUS, 5, 3)>,            \
              gr_values<4, 6>>
#define ENDS_FUNCTION                                                                                                  \
  gr_function<gr_step_list<ARGUMENT (I8, 0), ARGUMENT (F64, 1), ARGUMENT (F32, 2), ARGUMENT (I8, 3),                   \
                           ARGUMENT (F64, 4), ARGUMENT (F32, 5), BINARY (F64, PLUS, 1, 4)>,                            \
              gr_values<0, 6, 5>>
#define FOUR_FUNCTION                                                                                                  \
  gr_function<                                                                                                         \
    gr_step_list<ARGUMENT (C64, 0), ARGUMENT (C64, 1), ARGUMENT (C64, 2), ARGUMENT (C64, 3), ARGUMENT (C64, 4),        \
                 ARGUMENT (C64, 5), ARGUMENT (C64, 6), ARGUMENT (C64, 7), BINARY (C64, PLUS, 0, 4),                    \
                 BINARY (C64, PLUS, 1, 5), BINARY (C64, PLUS, 2, 6), BINARY (C64, PLUS, 3, 7)>,                        \
    gr_values<8, 9, 10, 11>>

/* A map of values as they are, and an expression of twice as many arguments for the operation.  */
static void
begin_monoid (gr_user_monoid *m, std::vector<gr_type> types)
{
  int step = 0;
  memset (m, 0, sizeof *m);
  for (const gr_type type : types)
    {
      must (gr_add_argument (&m->map, type, &step));
      must (gr_add_value (&m->map, step));
    }
  for (int twice = 0; twice < 2; twice++)
    for (const gr_type type : types)
      must (gr_add_argument (&m->combine, type, &step));
}

static int
binary (gr_user_monoid *m, gr_binary op, int a, int b)
{
  int step = 0;
  must (gr_add_binary (&m->combine, op, a, b, &step));
  return step;
}

/* Sums of integers.  */
struct sum
{
  typedef SUM_FUNCTION function;
  static constexpr const char *name = "sums";
  static constexpr unsigned bytes = 4;
  static constexpr bool flagged = false, ordered = false;
  static void make (gr_user_monoid *m)
  {
    begin_monoid (m, { GR_TYPE_I32 });
    must (gr_add_value (&m->combine, binary (m, GR_PLUS, 0, 1)));
    m->has_identity = true;
  }
};
/* Maps x to a x + b one behind the other, which is not commutative.  */
template <bool FLAGGED> struct affine
{
  typedef AFFINE_FUNCTION function;
  static constexpr const char *name = FLAGGED ? "affine maps" : "affine maps with an identity";
  static constexpr unsigned bytes = 16;
  static constexpr bool flagged = FLAGGED, ordered = true;
  static void make (gr_user_monoid *m)
  {
    begin_monoid (m, { GR_TYPE_F64, GR_TYPE_F64 });
    const int scale = binary (m, GR_TIMES, 0, 2), shift = binary (m, GR_TIMES, 1, 2);
    must (gr_add_value (&m->combine, scale));
    must (gr_add_value (&m->combine, binary (m, GR_PLUS, shift, 3)));
    m->has_identity = ! FLAGGED;
    m->identity[0].re = 1;
  }
};
/* The first value, how many, and the last one, of three classes.  */
struct ends
{
  typedef ENDS_FUNCTION function;
  static constexpr const char *name = "first and last";
  static constexpr unsigned bytes = 24;
  static constexpr bool flagged = true, ordered = true;
  static void make (gr_user_monoid *m)
  {
    begin_monoid (m, { GR_TYPE_I8, GR_TYPE_F64, GR_TYPE_F32 });
    must (gr_add_value (&m->combine, 0));
    must (gr_add_value (&m->combine, binary (m, GR_PLUS, 1, 4)));
    must (gr_add_value (&m->combine, 5));
  }
};
/* Four sums of complex numbers, as many bytes as kernels have.  */
struct four
{
  typedef FOUR_FUNCTION function;
  static constexpr const char *name = "four sums";
  static constexpr unsigned bytes = 64;
  static constexpr bool flagged = true, ordered = false;
  static void make (gr_user_monoid *m)
  {
    begin_monoid (m, { GR_TYPE_C64, GR_TYPE_C64, GR_TYPE_C64, GR_TYPE_C64 });
    for (int v = 0; v < 4; v++)
      must (gr_add_value (&m->combine, binary (m, GR_PLUS, v, v + 4)));
  }
};

/* ---- arrays ---- */

/* Small whole numbers, the first value 1 or -1, so that all operations are exact.  */
static void
random_number (gr_type type, int value, char *to)
{
  const int x
    = value == 0 && type == GR_TYPE_F64 ? (random_bits () % 2 ? 1 : -1) : static_cast<int> (random_bits () % 7) - 3;
  const double d = x;
  const gr_c64 z = { d, -d };
  const float f = static_cast<float> (x);
  const int32_t i = x;
  const int8_t c = static_cast<int8_t> (x);
  memcpy (to,
          type == GR_TYPE_F64   ? static_cast<const void *> (&d)
          : type == GR_TYPE_C64 ? static_cast<const void *> (&z)
          : type == GR_TYPE_F32 ? static_cast<const void *> (&f)
          : type == GR_TYPE_I32 ? static_cast<const void *> (&i)
                                : &c,
          gr_types[type].size);
}

/* Arrays of a monoid's values, what the host makes of them, and the same values one behind the other.  */
struct call
{
  gr_user_monoid monoid;
  gr_monoid_run run;
  gr_value_layout layout;
  int values;
  size_t count, results;
  gr_type type[GR_MAX_VALUES];
  std::vector<char> array[GR_MAX_VALUES], wanted[GR_MAX_VALUES];
  std::vector<unsigned long long> in, out; /* words, for their alignment */
};

static size_t
size_of (const call &c, int v)
{
  return gr_types[c.type[v]].size;
}

/* What the selected backend makes of the arrays.  */
static gr_status
run_by_library (const call &c, const gr_monoid_run &run, std::vector<char> *results)
{
  const size_t sizes[3] = { run.inner, run.len, run.outer }, *of[GR_MAX_VALUES] = {};
  gr_operand operand[GR_MAX_VALUES] = {};
  gr_buffer *arrays[GR_MAX_VALUES] = {}, *made[GR_MAX_VALUES] = {};
  gr_monoid_part part;
  int faulty = -1;
  for (int v = 0; v < c.values; v++)
    {
      must (gr_buffer_new (c.array[v].size (), &arrays[v]));
      must (gr_buffer_upload (arrays[v], 0, c.array[v].data (), c.array[v].size ()));
      must (gr_buffer_new (c.results * size_of (c, v), &made[v]));
      operand[v].type = c.type[v];
      operand[v].buffer = arrays[v];
      of[v] = sizes;
    }
  const gr_mapping mapping = { nullptr, operand, 3, of };
  const gr_status status = gr_run_monoid (&c.monoid, &run, &mapping, made, &faulty, &part);
  for (int v = 0; v < c.values; v++)
    {
      results[v].assign (c.results * size_of (c, v), 0x55);
      if (status == GR_OK)
        must (gr_buffer_download (results[v].data (), made[v], 0, results[v].size ()));
      gr_buffer_release (arrays[v]);
      gr_buffer_release (made[v]);
    }
  return status;
}

static void
begin_call (call *c, const gr_monoid_run &run)
{
  c->run = run;
  c->values = c->monoid.map.values;
  c->layout = gr_lay_out_values (c->monoid.map);
  c->count = run.inner * run.len * run.outer;
  c->results = run.is_scan ? c->count : run.inner * run.outer;
  c->in.assign (c->count * c->layout.bytes / 8 + 1, 0);
  c->out.assign (c->results * c->layout.bytes / 8 + 1, 0);
  for (int v = 0; v < c->values; v++)
    {
      c->type[v] = c->monoid.map.step[c->monoid.map.value[v]].type;
      c->array[v].resize (c->count * size_of (*c, v));
      for (size_t i = 0; i < c->count; i++)
        {
          char *const to = c->array[v].data () + i * size_of (*c, v);
          random_number (c->type[v], v, to);
          memcpy (reinterpret_cast<char *> (c->in.data ()) + i * c->layout.bytes + c->layout.place[v], to,
                  size_of (*c, v));
        }
    }
}

static bool
is_as_wanted (const call &c)
{
  bool good = true;
  for (int v = 0; v < c.values; v++)
    for (size_t i = 0; i < c.results; i++)
      good = good
          && memcmp (c.wanted[v].data () + i * size_of (c, v),
                     reinterpret_cast<const char *> (c.out.data ()) + i * c.layout.bytes + c.layout.place[v],
                     size_of (c, v))
               == 0;
  return good;
}

/* ---- runs ---- */

static std::string
where_of (const char *name, const gr_monoid_run &run)
{
  return std::string (name) + " by " + gr_algorithms[run.algorithm].name + ", block " + std::to_string (run.block)
       + ", " + std::to_string (run.inner) + " x " + std::to_string (run.len) + " x " + std::to_string (run.outer)
       + (run.reverse ? " reversed" : "") + (run.exclusive ? " exclusive" : "");
}

/* By the kernels on the executor.  */
template <unsigned KIND, class Case>
static void
check_executor (call *c, const gr_monoid_run &run)
{
  typedef gr_user_monoid_of<Case::bytes, Case::flagged, Case::ordered || KIND == GR_SCANS,
                            gr_operation<typename Case::function>>
    Op;
  gr_user_run what = {};
  what.monoid = &c->monoid;
  what.identity = c->monoid.has_identity ? c->monoid.identity : nullptr;
  const Op op = gr_monoid_of_user<Op> (what, c->layout, nullptr);
  gr_context context;
  gr_record record = {};
  c->out.assign (c->out.size (), 0x5555555555555555u);
  gr_status status = gr_begin_request (&context, &record);
  if (status == GR_OK)
    status = gr_end_request (&context, gr_run_named_monoid<KIND> (&context, op, run, c->in.data (), c->out.data ()));
  check (status == GR_OK, "the kernels", where_of (Case::name, run));
  check (is_as_wanted (*c), "the results", where_of (Case::name, run));
}

/* By a device, if there is one, and what the record says of it.  */
template <class Case>
static void
check_device (const call &c, const gr_monoid_run &run)
{
  std::vector<char> results[GR_MAX_VALUES];
  gr_record record = {};
  const gr_status status = run_by_library (c, run, results);
  bool good = status == GR_OK;
  check (good, "the device's run", where_of (Case::name, run));
  for (int v = 0; good && v < c.values; v++)
    good = results[v] == c.wanted[v];
  check (good, "the device's results", where_of (Case::name, run));
  check (gr_last (&record) && record.op == GR_OPERATOR_COUNT && record.algorithm == run.algorithm
           && ! strcmp (record.backend, "cuda") && record.len == run.len
           && (run.algorithm == GR_ALGORITHM_AUTO || (record.grid[0] && record.block[0]))
           && (! record.grid[0] || record.seconds_kernels > 0),
         "the device's record", where_of (Case::name, run));
}

static bool has_device;

/* All algorithms of the kind that are for users.  */
template <unsigned KIND, class Case>
static void
check_shape (const gr_monoid_run &given, const std::vector<unsigned> &blocks)
{
  call c = {};
  gr_monoid_run run = given;
  Case::make (&c.monoid);
  begin_call (&c, run);
  check (gr_is_commutative (&c.monoid.combine) == ! Case::ordered, "commutativity", Case::name);
  check (c.layout.bytes == Case::bytes, "the layout", Case::name);
  must (gr_select_backend ("cpu"));
  check (run_by_library (c, run, c.wanted) == GR_OK, "the host's run", Case::name);
  if (has_device)
    must (gr_select_backend ("cuda"));
  if (has_device)
    check_device<Case> (c, run);
  for (int a = GR_ALGORITHM_AUTO + 1; a < GR_ALGORITHM_COUNT; a++)
    if (gr_algorithms[a].kinds & KIND && ! (gr_algorithms[a].kinds & (GR_CUDA_ONLY | GR_HOST_ONLY)))
      for (const unsigned block : blocks)
        {
          run.algorithm = static_cast<gr_algorithm> (a);
          run.block = block ? block : gr_algorithms[a].default_block;
          check_executor<KIND, Case> (&c, run);
          if (has_device)
            check_device<Case> (c, run);
        }
}

static gr_monoid_run
run_of (size_t inner, size_t len, size_t outer, bool is_scan)
{
  gr_monoid_run run = {};
  run.inner = inner;
  run.len = len;
  run.outer = outer;
  run.is_scan = is_scan;
  return run;
}

template <unsigned KIND, class Case>
static void
check_shapes ()
{
  constexpr bool IS_SCAN = KIND == GR_SCANS;
  for (const size_t len : { 1, 2, 31, 32, 33, 255, 256, 257, 1000 })
    {
      check_shape<KIND, Case> (run_of (1, len, 1, IS_SCAN), { 0 });
      check_shape<KIND, Case> (run_of (3, len, 2, IS_SCAN), { 32 });
    }
  check_shape<KIND, Case> (run_of (1, 5000, 1, IS_SCAN), { 32, 64, 512 });
  check_shape<KIND, Case> (run_of (2, 1100, 1, IS_SCAN), { 128, 1024 });
}

template <class Case>
static void
check_directions (bool exclusive)
{
  for (const size_t len : { 1, 2, 33, 600 })
    for (const bool reverse : { false, true })
      {
        gr_monoid_run run = run_of (3, len, 2, true);
        run.reverse = reverse;
        run.exclusive = exclusive;
        check_shape<GR_SCANS, Case> (run, { 0, 32 });
      }
}

/* ---- what is refused, records and plans ---- */

static bool
says (const char *text)
{
  return strstr (gr_message (), text);
}

static void
check_refusal (const call &c, gr_algorithm algorithm, unsigned block, gr_status status, const char *text)
{
  gr_monoid_run run = c.run;
  std::vector<char> results[GR_MAX_VALUES];
  run.algorithm = algorithm;
  run.block = block;
  check (run_by_library (c, run, results) == status && says (gr_algorithms[algorithm].name) && says (text), text,
         gr_algorithms[algorithm].name);
}

static void
check_refusals ()
{
  call c = {};
  affine<true>::make (&c.monoid);
  begin_call (&c, run_of (2, 5, 3, false));
  check_refusal (c, GR_ALGORITHM_KOGGE, 0, GR_UNSUPPORTED, "is for scans; gpureduce is a reduction");
  check_refusal (c, GR_ALGORITHM_SHUFFLE, 0, GR_UNSUPPORTED, "on a CUDA device alone");
  check_refusal (c, GR_ALGORITHM_SHUFFLE, 48, GR_BAD_ARGUMENT, "block size 48");
  check_refusal (c, GR_ALGORITHM_AUTO, 64, GR_BAD_ARGUMENT, "chooses its own block size");
  check_refusal (c, GR_ALGORITHM_CUB, 0, GR_UNSUPPORTED, "its kernels are compiled with the library");
  check_refusal (c, GR_ALGORITHM_SERIAL, 0, GR_UNSUPPORTED, "it is a loop of the host");
  check_refusal (c, GR_ALGORITHM_RECURSIVE, 0, GR_UNSUPPORTED, "it is a loop of the host");
}

static void
check_record (const gr_monoid_run &run, double bytes)
{
  call c = {};
  gr_record record = {};
  std::vector<char> results[GR_MAX_VALUES];
  affine<true>::make (&c.monoid);
  begin_call (&c, run);
  const bool good = run_by_library (c, run, results) == GR_OK && gr_last (&record);
  check (good && record.op == GR_OPERATOR_COUNT && ! strcmp (record.name, run.is_scan ? "scan" : "reduce")
           && record.algorithm == GR_ALGORITHM_AUTO && record.type == GR_TYPE_F64 && ! strcmp (record.backend, "cpu"),
         "what the record names", where_of ("maps", run));
  check (record.ndims == 3 && record.dims[0] == run.inner && record.dims[1] == run.len && record.dims[2] == run.outer
           && record.inner == run.inner && record.len == run.len && record.outer == run.outer,
         "the record's sizes", where_of ("maps", run));
  check (record.bytes == bytes && (! bytes || (record.seconds_kernels > 0 && record.device[0])), "the record's numbers",
         where_of ("maps", run));
}

static void
check_records ()
{
  check_record (run_of (2, 5, 3, false), 16 * 30 + 16 * 6);
  check_record (run_of (2, 5, 3, true), 2 * 16 * 30);
  check_record (run_of (2, 5, 0, false), 0);
}

static void
check_plans ()
{
  gr_user_monoid m;
  gr_prediction p;
  gr_monoid_run run = run_of (1, 1000000, 1, false);
  affine<true>::make (&m);
  check (gr_predict_monoid (&m, &run, &p) == GR_OK && p.kernel == GR_AUTO_REDUCE && p.grid > 1 && p.bytes == 16e6 + 16
           && p.chunk > 1,
         "the plan", "a reduction");
  run.is_scan = true;
  check (gr_predict_monoid (&m, &run, &p) == GR_OK && p.kernel == GR_AUTO_SCAN_CONTIGUOUS && p.grid > 1
           && p.bytes == 32e6,
         "the plan", "a scan");
  ends::make (&m);
  check (gr_predict_monoid (&m, &run, &p) == GR_UNSUPPORTED && says ("level by level"), "the plan",
         "a scan of 24 bytes");
  run.is_scan = false;
  check (gr_predict_monoid (&m, &run, &p) == GR_OK, "the plan", "a reduction of 24 bytes");
  run.algorithm = GR_ALGORITHM_SHUFFLE;
  check (gr_predict_monoid (&m, &run, &p) == GR_UNSUPPORTED && says ("\"shuffle\""), "the plan", "shuffle");
}

/* ---- NVRTC ---- */

#define TEXT(...) #__VA_ARGS__
#define TEXT_OF(...) TEXT (__VA_ARGS__)

static bool
is_compiled (const char *file, const std::string &name, bool launches)
{
  const std::string program
    = "#include \"runtime/kernel.cuh\"\n#include \"" + std::string (file) + "\"\nusing namespace gr_cuda;\n";
  const gr_kernel_request request = { program.c_str (), name.c_str (), 90, 0, launches, false };
  gr_kernel_code binary;
  gr_compile (&request, &binary);
  const bool good = ! binary.failure;
  check (good, "compiling", name);
  if (! good)
    puts (binary.failure);
  gr_free_code (&binary);
  return good;
}

static void
check_compiler ()
{
  gr_nvrtc_version version;
  char *const missing = gr_find_nvrtc (0, &version);
  if (missing)
    {
      puts ("there is no NVRTC: no kernel is compiled");
      free (missing);
      return;
    }
  const std::string function = TEXT_OF (ENDS_FUNCTION),
                    op = "gr_user_monoid_of<24, true, true, gr_operation<" + function + ">>";
  const std::string four_op
    = "gr_user_monoid_of<64, true, false, gr_operation<" + std::string (TEXT_OF (FOUR_FUNCTION)) + ">>";
  const char *const mapped = "device/mapped_kernels.cuh";
  for (const std::string &name :
       { "gr_copy_kernel<" + op + ">", "gr_store_kernel<" + op + ">",
         "gr_in_place_kernel<" + op + ", gr_tree_halving, 8U>",
         "gr_shared_kernel<" + four_op + ", gr_in_shared<gr_tree_unrolled<256> >, 0>",
         "gr_shared_kernel<" + op + ", gr_by_shuffle, 0>", "gr_scan_tiles_kernel<" + op + ", gr_kogge>",
         "gr_add_back_kernel<" + op + ">", "gr_lookback_kernel<" + op + ">" })
    is_compiled (mapped, name, false);
  is_compiled ("device/mapped_nested.cuh", "gr_nested_kernel<" + op + ">", true);
  is_compiled ("device/evaluate.cuh", "gr_pack_kernel<" + function + ", 24, unsigned>", false);
  is_compiled ("device/evaluate.cuh", "gr_unpack_kernel<" + function + ", 24>", false);
  free (missing);
}

int
main ()
{
  must (gr_select_backend ("cpu"));
  gr_time_small_calls (true);
  check_refusals ();
  check_records ();
  check_plans ();
  check_compiler ();
  has_device = gr_device_count () > 0;
  if (! has_device)
    puts ("there is no device: the kernels run on the executor alone");
  check_shapes<GR_REDUCTIONS, sum> ();
  check_shapes<GR_REDUCTIONS, affine<true>> ();
  check_shapes<GR_REDUCTIONS, ends> ();
  check_shapes<GR_SCANS, sum> ();
  check_shapes<GR_SCANS, ends> ();
  check_directions<affine<false>> (false);
  check_directions<affine<false>> (true);
  check_directions<ends> (false);
  check_shape<GR_SCANS, four> (run_of (1, 700, 2, true), { 0, 64 });
  check_shape<GR_REDUCTIONS, four> (run_of (2, 700, 1, false), { 0, 64 });
  printf ("%u passed, %u failed\n", passed, failed);
  return failed > 0;
}
