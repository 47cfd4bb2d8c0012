// SPDX-License-Identifier: GPL-3.0-or-later
//
// The value type gpuArray: an array whose elements stay on the device, in a buffer of the library, or in host memory on
// the cpu backend.  It is an Octave value like others: copies share the buffer, which is freed with the last of them,
// and an array is copied before it is changed.

#ifndef GW_GPUARRAY_H
#define GW_GPUARRAY_H

#include <cstdint>
#include <memory>
#include <string>

#include <octave/oct.h>
#include <octave/ov-base.h>

#include "expression.h"
#include "views.h"

// What a function makes of arrays, before it is computed.
class gw_values_to_come
{
public:
  virtual ~gw_values_to_come () = default;
  virtual const gr_mapping &mapping () const = 0;
  // The array of the values, which stays; NULL without elements.
  virtual gr_buffer *array () = 0;
  // Raise the error of a faulty step.
  [[noreturn]] virtual void raise_fault (int step) const = 0;
};

class octave_gpuarray : public octave_base_value
{
public:
  typedef std::shared_ptr<gr_buffer> buffer;
  static constexpr const char *NAME = "gpuArray";

  // What Octave registers; not an array.
  octave_gpuarray () : m_dims (0, 0), m_type (GR_TYPE_F64) {}
  // An array that is not filled in.
  octave_gpuarray (const dim_vector &dims, gr_type type);
  // Elements that are there.
  octave_gpuarray (const buffer &elements, const dim_vector &dims, gr_type type)
    : m_buffer (elements), m_dims (dims), m_type (type)
  {}
  // Values of a function.  They are computed when the elements are asked for, unless a gateway takes the function.
  octave_gpuarray (const std::shared_ptr<gw_values_to_come> &values, const dim_vector &dims, gr_type type)
    : m_values (values), m_dims (dims), m_type (type)
  {}
  octave_gpuarray (const octave_gpuarray &) = default;
  // The same for gateways, which call it through any array: elements become the new array's, or are null if it has
  // none.
  virtual octave_value made_of (gr_buffer *elements, const dim_vector &dims, gr_type type) const;
  // The same, of what Octave registered: a function and the arrays behind it become one array, of as many as are taken
  // (gpuarray_values.cc).  Has none of them elements on the device?
  virtual octave_value values_of (const char *name, const octave_value_list &args, int *taken, bool *is_on_host) const;
  // gpureduce and gpuscan (gpuarray_combine.cc).
  virtual octave_value_list combine (const char *name, bool is_scan, const octave_value_list &args, int nargout) const;

  // The array on the device; an error if the value has no elements that a gpuArray can have.
  static octave_value from_host (const octave_value &host);
  // The host array with all its elements one behind the other; the same errors, in the name of `caller`.
  static octave_value full_on_host (const char *caller, const octave_value &host);
  // The type of a host number, and its bytes; the same errors.
  static gr_type read_element (const char *caller, const octave_value &host, gr_c64 *element);
  // The array if the value is one, else NULL.
  static const octave_gpuarray *in (const octave_value &value);

  // Where every function of the library takes them: a view that begins anywhere is copied first.
  virtual gr_buffer *elements () const;
  // The same without the copy, for functions to which all addresses are one, as copies and functions of each element.
  gr_buffer *elements_anywhere () const { return m_values ? m_values->array () : m_buffer.get (); }
  // Neighbouring elements from number `first` on, as many as an array of these sizes has: a view.
  octave_value part (octave_idx_type first, const dim_vector &dims) const;
  // NULL, or the function whose values the elements are.
  gw_values_to_come *values () const { return m_values.get (); }
  const buffer &shared () const { return m_buffer; }
  gr_type type () const { return m_type; }
  // Have other arrays the elements?  Octave makes an array its own before it assigns to it, and may then refer to it
  // twice, as a field of a struct.
  bool is_shared () const { return m_buffer.use_count () > 1; }
  // Be a copy of another array.
  void become (const octave_gpuarray &other);
  // Waits for what is queued.
  octave_value gathered () const { return gathered_part (m_dims, 0); }
  // The values, those that are gpuArrays gathered.
  static octave_value_list gathered (const octave_value_list &values);

  // Does a function ask that writes the elements, or compares them as text, and gives no array of them?
  static bool is_reading ();

  // Once, before the first array.
  static void install ();

  octave_base_value *clone () const override { return new octave_gpuarray (*this); }
  // `r(1) = d` begins with it, so it has the class of the elements
  octave_base_value *empty_clone () const override { return new octave_gpuarray (dim_vector (0, 0), m_type); }
  int type_id () const override { return s_type_id; }
  std::string type_name () const override;
  std::string class_name () const override;

  bool is_defined () const override { return true; }
  bool is_constant () const override { return true; }
  bool is_matrix_type () const override { return true; }
  // of objects brackets call the methods horzcat and vertcat with all parts, empty ones too, and a:b the method colon;
  // functions that print values take none
  bool isobject () const override { return ! is_reading (); }
  bool is_real_matrix () const override { return isnumeric () && isreal (); }
  bool is_complex_matrix () const override { return iscomplex (); }
  bool is_bool_matrix () const override { return islogical (); }
  bool is_string () const override { return m_type == GR_TYPE_CHAR; }
  bool is_sq_string () const override { return is_string (); }
  bool is_char_matrix () const override { return m_type == GR_TYPE_CHAR; }
  bool is_double_type () const override { return m_type == GR_TYPE_F64 || m_type == GR_TYPE_C64; }
  bool is_single_type () const override { return m_type == GR_TYPE_F32 || m_type == GR_TYPE_C32; }
  // a function that asks isinteger () asks one of these next, and aborts if all say no
  bool is_int8_type () const override { return m_type == GR_TYPE_I8; }
  bool is_int16_type () const override { return m_type == GR_TYPE_I16; }
  bool is_int32_type () const override { return m_type == GR_TYPE_I32; }
  bool is_int64_type () const override { return m_type == GR_TYPE_I64; }
  bool is_uint8_type () const override { return m_type == GR_TYPE_U8; }
  bool is_uint16_type () const override { return m_type == GR_TYPE_U16; }
  bool is_uint32_type () const override { return m_type == GR_TYPE_U32; }
  bool is_uint64_type () const override { return m_type == GR_TYPE_U64; }
  bool isnumeric () const override { return m_type != GR_TYPE_BOOL && m_type != GR_TYPE_CHAR; }
  bool isreal () const override { return ! gr_types[m_type].is_complex; }
  bool iscomplex () const override { return gr_types[m_type].is_complex; }
  bool isfloat () const override;
  bool isinteger () const override { return isnumeric () && ! isfloat (); }
  bool islogical () const override { return m_type == GR_TYPE_BOOL; }
  bool is_true () const override { return gathered ().is_true (); }
  // In gpuarray_scalar.cc.
  bool is_instance_of (const std::string &name) const override;

  dim_vector dims () const override { return m_dims; }
  std::size_t byte_size () const override { return m_dims.safe_numel () * gr_types[m_type].size; }
  octave_value full_value () const override { return octave_value (clone ()); }
  octave_value reshape (const dim_vector &dims) const override;
  octave_value squeeze () const override;
  octave::idx_vector index_vector (bool require_integers = false) const override;

  // Conversions that stay on the device.
  octave_value as_double () const override;
  octave_value as_single () const override;
  octave_value as_int8 () const override { return converted (GR_TYPE_I8); }
  octave_value as_int16 () const override { return converted (GR_TYPE_I16); }
  octave_value as_int32 () const override { return converted (GR_TYPE_I32); }
  octave_value as_int64 () const override { return converted (GR_TYPE_I64); }
  octave_value as_uint8 () const override { return converted (GR_TYPE_U8); }
  octave_value as_uint16 () const override { return converted (GR_TYPE_U16); }
  octave_value as_uint32 () const override { return converted (GR_TYPE_U32); }
  octave_value as_uint64 () const override { return converted (GR_TYPE_U64); }
  octave_value converted (gr_type type) const;

  // Index, assignment and deletion (gpuarray_index.cc).  `gpuArray.zeros (2)` is a subscript of an empty gpuArray.
  octave_value subsref (const std::string &type, const std::list<octave_value_list> &index) override;
  octave_value_list subsref (const std::string &type, const std::list<octave_value_list> &index, int) override
  {
    return ovl (subsref (type, index));
  }
  octave_value subsasgn (const std::string &type, const std::list<octave_value_list> &index,
                         const octave_value &rhs) override;
  octave_value do_index_op (const octave_value_list &index, bool resize = false) override;
  octave_value permute (const Array<int> &order, bool inverse = false) const override;
  octave_value resize (const dim_vector &dims, bool fill = false) const override;

  // Output.
  void print (std::ostream &os, bool as_read_syntax = false) override;
  void print_raw (std::ostream &os, bool as_read_syntax = false) const override;
  bool print_name_tag (std::ostream &os, const std::string &name) const override;
  void short_disp (std::ostream &os) const override;

  // Files have the gathered array (gpuarray_asked.cc).
  bool save_ascii (std::ostream &os) override;
  bool save_binary (std::ostream &os, bool as_floats) override;
  bool save_hdf5 (octave_hdf5_id location, const char *name, bool as_floats) override;

  // What other functions would take for the elements: given where a file or text is written, and refused by the
  // function's name elsewhere.  With the arguments that Octave's functions of these names have.
#define GW_VALUES(X)                                                                                                   \
  X (double, double_value)                                                                                             \
  X (float, float_value)                                                                                               \
  X (Complex, complex_value)                                                                                           \
  X (FloatComplex, float_complex_value)                                                                                \
  X (bool, bool_value)                                                                                                 \
  X (Matrix, matrix_value)                                                                                             \
  X (FloatMatrix, float_matrix_value)                                                                                  \
  X (ComplexMatrix, complex_matrix_value)                                                                              \
  X (FloatComplexMatrix, float_complex_matrix_value)                                                                   \
  X (boolMatrix, bool_matrix_value)                                                                                    \
  X (charMatrix, char_matrix_value)                                                                                    \
  X (NDArray, array_value)                                                                                             \
  X (FloatNDArray, float_array_value)                                                                                  \
  X (ComplexNDArray, complex_array_value)                                                                              \
  X (FloatComplexNDArray, float_complex_array_value)                                                                   \
  X (boolNDArray, bool_array_value)                                                                                    \
  X (charNDArray, char_array_value)                                                                                    \
  X (SparseMatrix, sparse_matrix_value)                                                                                \
  X (SparseComplexMatrix, sparse_complex_matrix_value)                                                                 \
  X (SparseBoolMatrix, sparse_bool_matrix_value)                                                                       \
  X (DiagMatrix, diag_matrix_value)                                                                                    \
  X (FloatDiagMatrix, float_diag_matrix_value)                                                                         \
  X (ComplexDiagMatrix, complex_diag_matrix_value)                                                                     \
  X (FloatComplexDiagMatrix, float_complex_diag_matrix_value)                                                          \
  X (string_vector, string_vector_value)                                                                               \
  X (std::string, string_value)
#define GW_PLAIN_VALUES(X)                                                                                             \
  X (int8NDArray, int8_array_value)                                                                                    \
  X (int16NDArray, int16_array_value)                                                                                  \
  X (int32NDArray, int32_array_value)                                                                                  \
  X (int64NDArray, int64_array_value)                                                                                  \
  X (uint8NDArray, uint8_array_value)                                                                                  \
  X (uint16NDArray, uint16_array_value)                                                                                \
  X (uint32NDArray, uint32_array_value)                                                                                \
  X (uint64NDArray, uint64_array_value)                                                                                \
  X (octave_int8, int8_scalar_value)                                                                                   \
  X (octave_int16, int16_scalar_value)                                                                                 \
  X (octave_int32, int32_scalar_value)                                                                                 \
  X (octave_int64, int64_scalar_value)                                                                                 \
  X (octave_uint8, uint8_scalar_value)                                                                                 \
  X (octave_uint16, uint16_scalar_value)                                                                               \
  X (octave_uint32, uint32_scalar_value)                                                                               \
  X (octave_uint64, uint64_scalar_value)                                                                               \
  X (PermMatrix, perm_matrix_value)                                                                                    \
  X (MatrixType, matrix_type)
#define GW_DECLARE(TYPE, NAME)                                                                                         \
  TYPE NAME (bool = false) const override { return host_or_refuse ().NAME (); }
  GW_VALUES (GW_DECLARE)
#undef GW_DECLARE
#define GW_DECLARE(TYPE, NAME)                                                                                         \
  TYPE NAME () const override { return host_or_refuse ().NAME (); }
  GW_PLAIN_VALUES (GW_DECLARE)
#undef GW_DECLARE
#define GW_WHOLE_VALUES(X)                                                                                             \
  X (short int, short_value)                                                                                           \
  X (unsigned short int, ushort_value)                                                                                 \
  X (int, int_value)                                                                                                   \
  X (unsigned int, uint_value)                                                                                         \
  X (long int, long_value)                                                                                             \
  X (unsigned long int, ulong_value)                                                                                   \
  X (std::int64_t, int64_value)                                                                                        \
  X (std::uint64_t, uint64_value)
#define GW_DECLARE(TYPE, NAME)                                                                                         \
  TYPE NAME (bool is_whole = false, bool = false) const override { return host_or_refuse ().NAME (is_whole); }
  GW_WHOLE_VALUES (GW_DECLARE)
#undef GW_DECLARE
  int nint_value (bool = false) const override { return host_or_refuse ().nint_value (); }
  // What a gpuArray never is.
#define GW_OTHERS(X)                                                                                                   \
  X (Cell, cell_value)                                                                                                 \
  X (octave_map, map_value)                                                                                            \
  X (octave_scalar_map, scalar_map_value)                                                                              \
  X (string_vector, map_keys)                                                                                          \
  X (octave_idx_type, nfields)                                                                                         \
  X (Array<std::string>, cellstr_value)                                                                                \
  X (octave_value_list, list_value)
#define GW_DECLARE(TYPE, NAME)                                                                                         \
  TYPE NAME () const override { refuse (); }
  GW_OTHERS (GW_DECLARE)
#undef GW_DECLARE
  // and what octave_base_value would answer without a look at the elements
  octave_value all (int dim = 0) const override;
  octave_value any (int dim = 0) const override;
  octave_value map (unary_mapper_t function) const override;
  octave_value diag (octave_idx_type = 0) const override { return host_or_refuse (); }
  octave_value diag (octave_idx_type, octave_idx_type) const override { return host_or_refuse (); }
  octave_value sort (octave_idx_type = 0, sortmode = ASCENDING) const override { return host_or_refuse (); }
  octave_value sort (Array<octave_idx_type> &, octave_idx_type = 0, sortmode = ASCENDING) const override
  {
    return host_or_refuse ();
  }
  sortmode issorted (sortmode mode = UNSORTED) const override { return host_or_refuse ().issorted (mode); }
  sortmode is_sorted_rows (sortmode mode = UNSORTED) const override { return host_or_refuse ().is_sorted_rows (mode); }
  Array<octave_idx_type> sort_rows_idx (sortmode mode = ASCENDING) const override
  {
    return host_or_refuse ().sort_rows_idx (mode);
  }
  octave_idx_type nnz () const override;
  MatrixType matrix_type (const MatrixType &type) const override { return host_or_refuse ().matrix_type (type); }
  octave_value convert_to_str_internal (bool pad, bool force, char type) const override
  {
    return host_or_refuse ().convert_to_str_internal (pad, force, type);
  }
  int write (octave::stream &os, int block_size, oct_data_conv::data_type type, int skip,
             octave::mach_info::float_format format) const override
  {
    return host_or_refuse ().write (os, block_size, type, skip, format);
  }
  std::string xstring_value () const override { return host_or_refuse ().string_value (); }
  octave_value fast_elem_extract (octave_idx_type n) const override;
  // asked for where a MEX function wants the data
  mxArray *as_mxArray (bool interleaved) const override { return host_or_refuse ().as_mxArray (interleaved); }

private:
  octave_value gathered_part (const dim_vector &dims, octave_idx_type first) const;
  octave_value host_or_refuse () const;
  [[noreturn]] static void refuse ();
  octave_value changeable (const dim_vector &dims, gr_type type);
  octave_value without (const octave_value_list &list) const;

  std::shared_ptr<gw_values_to_come> m_values;
  buffer m_buffer; // null if there are no elements
  dim_vector m_dims;
  gr_type m_type;
  static int s_type_id;
};

// Raise an error with the identifier of a status, "gpureduce:badArgument", ...; the only function here that does.
[[noreturn]] void gw_raise_error (gr_status status, const char *format, ...) __attribute__ ((format (printf, 2, 3)));

// Raise the failure of a library call; `name` is the function that the user called.
void gw_check (gr_status status);
void gw_check (const std::string &name, gr_status status);

#endif
