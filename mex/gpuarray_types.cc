// Classes of results, conversion, arithmetic, and selection by masks.

#include "gpuarray_types.h"

#include <vector>

#include <octave/interpreter.h>
#include <octave/lo-array-errwarn.h>
#include <octave/ov-typeinfo.h>
#include <octave/ov.h>
#include <octave/parse.h>

#include "elements.h"
#include "gpuarray_copy.h"

// ---- classes ----

// Three elements of a type, complex ones with an imaginary part, so that they stay complex.
static octave_value
sample (gr_type type)
{
  NDArray numbers (dim_vector (1, 3), 1);
  if (type == GR_TYPE_CHAR)
    return octave_value (std::string (3, 'a'));
  const octave_value real = octave::feval (gr_types[type].name, ovl (numbers), 1) (0);
  return gr_types[type].is_complex ? octave::feval ("complex", ovl (real, real), 1) (0) : real;
}

// The type that Octave's own arrays have after f (a, b), found once for each pair.
template <typename F>
static gr_type
result_type (gr_type known[GR_TYPE_COUNT][GR_TYPE_COUNT], gr_type a, gr_type b, F f)
{
  // types are stored one higher, so that 0 is an unknown one
  gr_type &type = known[a][b];
  if (type == 0)
    type = static_cast<gr_type> (gw_type_of (f (sample (a), sample (b))) + 1);
  return static_cast<gr_type> (type - 1);
}

gr_type
gw_assigned_type (gr_type lhs, bool lhs_is_scalar, gr_type rhs, bool rhs_is_scalar)
{
  static gr_type known[2][2][GR_TYPE_COUNT][GR_TYPE_COUNT];
  return result_type (known[lhs_is_scalar][rhs_is_scalar], lhs, rhs, [&] (octave_value to, octave_value from) {
    // the first element stays, or else Octave would find the result to be real
    Matrix others (1, 2, 2.0);
    others (1) = 3.0;
    const octave_value first (1.0), second (2.0), both (others);
    if (lhs_is_scalar)
      to = to.index_op (ovl (first));
    from = from.index_op (ovl (rhs_is_scalar ? second : both));
    const octave_value_list index = ovl (rhs_is_scalar ? second : both);
    return to.assign (octave_value::op_asn_eq, "(", std::list<octave_value_list> (1, index), from);
  });
}

gr_type
gw_concatenated_type (gr_type a, gr_type b)
{
  static gr_type known[GR_TYPE_COUNT][GR_TYPE_COUNT];
  return result_type (known, a, b, [] (const octave_value &x, const octave_value &y) {
    return octave::feval ("horzcat", ovl (x, y), 1) (0);
  });
}

octave_value
octave_gpuarray::converted (gr_type type) const
{
  if (type == m_type)
    return octave_value (clone ());
  if (iscomplex () && ! gr_types[type].is_complex)
    error ("gpuArray: complex elements can't be converted to %s", gr_types[type].name);
  octave_gpuarray *const made = new octave_gpuarray (m_dims, type);
  const octave_value result (made);
  if (byte_size ())
    gw_check (gr_convert_elements (type, made->elements (), 0, m_type, elements (), 0, m_dims.numel ()));
  return result;
}

// ---- arithmetic ----

// An operand that is a host number stays on the host.
struct operand
{
  explicit operand (const octave_value &v) : value (v), array (octave_gpuarray::in (v))
  {
    if (! array)
      {
        value = octave_gpuarray::from_host (v);
        array = octave_gpuarray::in (value);
      }
  }
  bool is_scalar () const { return array->dims ().numel () == 1; }
  gr_operand given () const { return { array->type (), array->elements (), 0, is_scalar (), nullptr }; }

  octave_value value;
  const octave_gpuarray *array;
};

octave_value
gw_binary (gr_binary op, const octave_value &x, const octave_value &y)
{
  static const char *const signs[] = {
#define GW_SIGN(_, ID, NAME, SIGN) SIGN,
    GR_BINARIES (GW_SIGN, _)
#undef GW_SIGN
  };
  const operand a (x), b (y);
  gr_type type;
  if (gr_binary_type (op, a.array->type (), b.array->type (), &type) != GR_OK)
    error ("%s", gr_message ());
  if (! a.is_scalar () && ! b.is_scalar () && a.array->dims () != b.array->dims ())
    octave::err_nonconformant ((std::string ("operator ") + signs[op]).c_str (), a.array->dims (), b.array->dims ());
  octave_gpuarray *const made = new octave_gpuarray (a.is_scalar () ? b.array->dims () : a.array->dims (), type);
  const octave_value result (made);
  if (made->byte_size ())
    gw_check (gr_apply_binary (op, a.given (), b.given (), made->dims ().numel (), made->elements (), 0));
  return result;
}

// ---- masks ----

// The selection of a mask, closed on all ways out.
class selection
{
public:
  explicit selection (const octave_gpuarray &mask)
  {
    if (mask.byte_size ())
      gw_check (gr_open_selection (mask.elements (), 0, mask.dims ().numel (), &m_selection));
  }
  selection (const selection &) = delete;
  selection &operator= (const selection &) = delete;
  ~selection () { gr_close_selection (m_selection); }

  octave_idx_type count () const { return m_selection ? gr_count_selected (m_selection) : 0; }
  const gr_selection *get () const { return m_selection; }

private:
  gr_selection *m_selection = nullptr;
};

octave_value
gw_index_by_mask (const octave_gpuarray &a, const octave_gpuarray &mask)
{
  const selection chosen (mask);
  const octave_idx_type n = a.dims ().numel (), count = chosen.count ();
  dim_vector result = mask.dims ().make_nd_vector (count);
  if (! mask.dims ().is_nd_vector ())
    result = dim_vector (count, 1);
  if (n != 1 && a.dims ().is_nd_vector () && count != 1 && result.is_nd_vector ())
    result = a.dims ().make_nd_vector (count);
  octave_gpuarray *const made = new octave_gpuarray (result, a.type ());
  const octave_value value (made);
  if (count)
    gw_check (gr_select_elements (chosen.get (), gr_types[a.type ()].size, made->elements (), 0, a.elements (), 0));
  return value;
}

void
gw_put_by_mask (const octave_gpuarray &a, const octave_gpuarray &mask, const octave_gpuarray &rhs)
{
  const selection chosen (mask);
  const octave_idx_type count = chosen.count (), given = rhs.dims ().numel ();
  if (given != 1 && given != count)
    octave::err_nonconformant ("=", dim_vector (count, 1), rhs.dims ());
  if (count)
    gw_check (
      gr_put_elements (chosen.get (), gr_types[a.type ()].size, a.elements (), 0, rhs.elements (), 0, given == 1));
}

// Which elements are not 0; of logical ones the array itself.
static octave_value
nonzeros (const octave_gpuarray &a)
{
  return a.type () == GR_TYPE_BOOL ? octave_value (a.clone ())
                                   : gw_binary (GR_NE, octave_value (a.clone ()), octave_value (0.0));
}

octave_idx_type
octave_gpuarray::nnz () const
{
  return selection (*in (nonzeros (*this))).count ();
}

octave_value
gw_find (const octave_gpuarray &a)
{
  const octave_value mask = nonzeros (a);
  const selection chosen (*octave_gpuarray::in (mask));
  const octave_idx_type count = chosen.count ();
  const dim_vector dims = a.dims ();
  // as Octave has it: a row of a row, and a column of all others but the empty ones
  const bool is_row = dims.ndims () == 2 && dims (0) == 1;
  dim_vector result = is_row ? dim_vector (1, count) : dim_vector (count, 1);
  const bool is_nothing = dims (0) == 0 && dims.numel (1) == 0 && a.type () != GR_TYPE_BOOL;
  if (is_nothing || (dims.numel () == 1 && ! count))
    result = dim_vector (0, 0);
  octave_gpuarray *const made = new octave_gpuarray (result, GR_TYPE_F64);
  const octave_value value (made);
  if (count)
    gw_check (gr_select_positions (chosen.get (), made->elements (), 0));
  return value;
}

// ---- registration ----

template <gr_binary OP>
static octave_value
apply (const octave_base_value &x, const octave_base_value &y)
{
  return gw_binary (OP, octave_value (x.clone ()), octave_value (y.clone ()));
}

// Octave's * and / of matrices, of which one is a number.
template <gr_binary OP>
static octave_value
apply_scalar (const octave_base_value &x, const octave_base_value &y)
{
  if (y.numel () != 1 && (OP == GR_RDIVIDE || x.numel () != 1))
    error ("gpuArray: no method for '%s'; use gather", OP == GR_TIMES ? "mtimes" : "mrdivide");
  return apply<OP> (x, y);
}

static octave_value
transpose (const octave_base_value &x)
{
  return gw_transposed (dynamic_cast<const octave_gpuarray &> (x));
}
static octave_value
hermitian (const octave_base_value &x)
{
  if (x.ndims () > 2 && x.iscomplex ())
    error ("complex-conjugate transpose not defined for N-D objects");
  const octave_value transposed = transpose (x);
  return gw_conjugated (*octave_gpuarray::in (transposed));
}
static octave_value
negation (const octave_base_value &x)
{
  return gw_binary (GR_EQ, octave_value (x.clone ()), octave_value (0.0));
}
static octave_value
minus (const octave_base_value &x)
{
  return gw_binary (GR_TIMES, octave_value (x.clone ()), octave_value (-1.0));
}
static octave_value
plus (const octave_base_value &x)
{
  return gw_binary (GR_TIMES, octave_value (x.clone ()), octave_value (1.0));
}

// Copy an array into a larger one of the same type, its first element to a place.
static void
insert (const octave_gpuarray &all, const octave_gpuarray &part, const dim_vector &place)
{
  const dim_vector dims = all.dims (), extent = part.dims ();
  gw_copy copy;
  std::ptrdiff_t to = 1, from = 1;
  for (int k = 0; k < dims.ndims (); k++)
    {
      const octave_idx_type count = k < extent.ndims () ? extent (k) : 1;
      copy.to_first += to * (k < place.ndims () ? place (k) : 0);
      copy.add (count, to, from);
      to *= dims (k);
      from *= count;
    }
  copy.run (all, part);
}

// The array that Octave has made for all parts, with one more of them at a place.
static octave_value
concatenate (const octave_base_value &all, const octave_base_value &part, const Array<octave_idx_type> &place)
{
  const operand a (octave_value (all.clone ())), b (octave_value (part.clone ()));
  const gr_type type = gw_concatenated_type (a.array->type (), b.array->type ());
  octave_gpuarray *const made = new octave_gpuarray (a.array->dims (), type);
  const octave_value result (made);
  const octave_value whole = a.array->converted (type), piece = b.array->converted (type);
  dim_vector at;
  at.resize (place.numel ());
  for (octave_idx_type k = 0; k < place.numel (); k++)
    at (k) = place (k);
  gw_copy_all (*made, *octave_gpuarray::in (whole));
  insert (*made, *octave_gpuarray::in (piece), at);
  return result;
}

octave_value
gw_concatenated (int dim, const octave_value_list &parts)
{
  dim_vector dims;
  gr_type type = GR_TYPE_COUNT;
  std::vector<operand> arrays;
  for (octave_idx_type k = 0; k < parts.length (); k++)
    {
      arrays.emplace_back (parts (k));
      if (! k)
        dims = arrays.back ().array->dims ();
      else if (! dims.hvcat (arrays.back ().array->dims (), dim))
        error ("cat: dimension mismatch in argument %d", static_cast<int> (k) + 1);
      type = k ? gw_concatenated_type (type, arrays.back ().array->type ()) : arrays.back ().array->type ();
    }
  octave_gpuarray *const made = new octave_gpuarray (dims, type);
  const octave_value result (made);
  dim_vector place = dim_vector::alloc (std::max (static_cast<int> (dims.ndims ()), dim + 1));
  for (int k = 0; k < place.ndims (); k++)
    place (k) = 0;
  for (const operand &part : arrays)
    {
      const dim_vector extent = part.array->dims ();
      if (extent.zero_by_zero ())
        continue;
      const octave_value piece = part.array->converted (type);
      insert (*made, *octave_gpuarray::in (piece), place);
      place (dim) += dim < extent.ndims () ? extent (dim) : 1;
    }
  return result;
}

void
gw_install_operators (octave::type_info &types, int gpuarray)
{
  static const octave_value::binary_op ops[]
    = { octave_value::op_add, octave_value::op_sub, octave_value::op_el_mul, octave_value::op_el_div,
        octave_value::op_lt,  octave_value::op_le,  octave_value::op_eq,     octave_value::op_ge,
        octave_value::op_gt,  octave_value::op_ne };
  static octave_value (*const functions[]) (const octave_base_value &, const octave_base_value &) = {
#define GW_APPLY(_, ID, ...) apply<GR_##ID>,
    GR_BINARIES (GW_APPLY, _)
#undef GW_APPLY
  };
  types.install_unary_op (octave_value::op_transpose, gpuarray, transpose);
  types.install_unary_op (octave_value::op_hermitian, gpuarray, hermitian);
  types.install_unary_op (octave_value::op_not, gpuarray, negation);
  types.install_unary_op (octave_value::op_uminus, gpuarray, minus);
  types.install_unary_op (octave_value::op_uplus, gpuarray, plus);
  // with numbers and characters of every type of Octave's own on the other side
  const int count = types.installed_type_names ().numel ();
  for (int t = 0; t < count; t++)
    {
      for (int op = 0; op < GR_BINARY_COUNT; op++)
        {
          types.install_binary_op (ops[op], gpuarray, t, functions[op]);
          if (t != gpuarray)
            types.install_binary_op (ops[op], t, gpuarray, functions[op]);
        }
      types.install_binary_op (octave_value::op_mul, gpuarray, t, apply_scalar<GR_TIMES>);
      types.install_binary_op (octave_value::op_div, gpuarray, t, apply_scalar<GR_RDIVIDE>);
      types.install_cat_op (gpuarray, t, concatenate);
      if (t == gpuarray)
        continue;
      types.install_binary_op (octave_value::op_mul, t, gpuarray, apply_scalar<GR_TIMES>);
      types.install_binary_op (octave_value::op_div, t, gpuarray, apply_scalar<GR_RDIVIDE>);
      types.install_cat_op (t, gpuarray, concatenate);
    }
}
