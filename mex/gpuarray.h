// SPDX-License-Identifier: GPL-3.0-or-later
//
// The value type gpuArray: an array whose elements stay on the device, in a buffer of the library, or in host memory on
// the cpu backend.  It is an Octave value like others: copies share the buffer, which is freed with the last of them,
// and an array is copied before it is changed.

#ifndef GW_GPUARRAY_H
#define GW_GPUARRAY_H

#include <memory>
#include <string>

#include <octave/oct.h>
#include <octave/ov-base.h>

#include "gpureduce.h"

class octave_gpuarray : public octave_base_value
{
public:
  typedef std::shared_ptr<gr_buffer> buffer;

  // What Octave registers; not an array.
  octave_gpuarray () : m_dims (0, 0), m_type (GR_TYPE_F64) {}
  // An array that is not filled in.
  octave_gpuarray (const dim_vector &dims, gr_type type);
  // Elements that are there.
  octave_gpuarray (const buffer &elements, const dim_vector &dims, gr_type type)
    : m_buffer (elements), m_dims (dims), m_type (type)
  {}
  octave_gpuarray (const octave_gpuarray &) = default;
  // The same for gateways, which call it through any array: elements become the new array's, or are null if it has
  // none.
  virtual octave_value made_of (gr_buffer *elements, const dim_vector &dims, gr_type type) const;

  // The array on the device; an error if the value has no elements that a gpuArray can have.
  static octave_value from_host (const octave_value &host);
  // The type of a host number, and its bytes; an error if a gpuArray has no such element.
  static gr_type read_element (const octave_value &host, gr_c64 *element);
  // The array if the value is one, else NULL.
  static const octave_gpuarray *in (const octave_value &value);

  gr_buffer *elements () const { return m_buffer.get (); }
  const buffer &shared () const { return m_buffer; }
  gr_type type () const { return m_type; }
  // Have other values the elements?
  bool is_shared () const { return m_buffer.use_count () > 1 || references () > 1; }
  // Waits for what is queued.
  octave_value gathered () const;
  // The values, those that are gpuArrays gathered.
  static octave_value_list gathered (const octave_value_list &values);

  // Once, before the first array.
  static void install ();

  octave_base_value *clone () const override { return new octave_gpuarray (*this); }
  octave_base_value *empty_clone () const override { return new octave_gpuarray (); }
  int type_id () const override { return s_type_id; }
  std::string type_name () const override;
  std::string class_name () const override;

  bool is_defined () const override { return true; }
  bool is_constant () const override { return true; }
  bool is_matrix_type () const override { return true; }
  // then brackets call the methods horzcat and vertcat with all parts, empty ones too, and a:b the method colon
  bool isobject () const override { return true; }
  bool is_real_matrix () const override { return isnumeric () && isreal (); }
  bool is_complex_matrix () const override { return iscomplex (); }
  bool is_bool_matrix () const override { return islogical (); }
  // files of MATLAB's formats have strings as such
  bool is_string () const override;
  bool is_char_matrix () const override { return m_type == GR_TYPE_CHAR; }
  bool is_double_type () const override { return m_type == GR_TYPE_F64 || m_type == GR_TYPE_C64; }
  bool is_single_type () const override { return m_type == GR_TYPE_F32 || m_type == GR_TYPE_C32; }
  bool isnumeric () const override { return m_type != GR_TYPE_BOOL && m_type != GR_TYPE_CHAR; }
  bool isreal () const override { return ! gr_types[m_type].is_complex; }
  bool iscomplex () const override { return gr_types[m_type].is_complex; }
  bool isfloat () const override;
  bool isinteger () const override { return isnumeric () && ! isfloat (); }
  bool islogical () const override { return m_type == GR_TYPE_BOOL; }
  bool is_true () const override { return gathered ().is_true (); }

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

  // Files have the gathered array.
  bool save_ascii (std::ostream &os) override;
  bool save_binary (std::ostream &os, bool as_floats) override;
  bool save_hdf5 (octave_hdf5_id location, const char *name, bool as_floats) override;

  // What other functions would take for the elements: given where a file is written, and refused by the function's name
  // elsewhere.
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
  X (charNDArray, char_array_value)
#define GW_INTEGER_VALUES(X)                                                                                           \
  X (int8NDArray, int8_array_value)                                                                                    \
  X (int16NDArray, int16_array_value)                                                                                  \
  X (int32NDArray, int32_array_value)                                                                                  \
  X (int64NDArray, int64_array_value)                                                                                  \
  X (uint8NDArray, uint8_array_value)                                                                                  \
  X (uint16NDArray, uint16_array_value)                                                                                \
  X (uint32NDArray, uint32_array_value)                                                                                \
  X (uint64NDArray, uint64_array_value)
#define GW_DECLARE(TYPE, NAME)                                                                                         \
  TYPE NAME (bool = false) const override { return host_or_refuse ().NAME (); }
  GW_VALUES (GW_DECLARE)
#undef GW_DECLARE
#define GW_DECLARE(TYPE, NAME)                                                                                         \
  TYPE NAME () const override { return host_or_refuse ().NAME (); }
  GW_INTEGER_VALUES (GW_DECLARE)
#undef GW_DECLARE
  // and what octave_base_value would answer without a look at the elements
  octave_map map_value () const override { return host_or_refuse ().map_value (); }
  octave_value all (int = 0) const override { return host_or_refuse (); }
  octave_value any (int = 0) const override { return host_or_refuse (); }
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
  octave_idx_type nnz () const override;
  std::string string_value (bool = false) const override { return host_or_refuse ().string_value (); }
  // asked for where a MEX function wants the data
  mxArray *as_mxArray (bool interleaved) const override { return host_or_refuse ().as_mxArray (interleaved); }

private:
  // Octave values that have this object.
  octave_idx_type references () const
  {
#if OCTAVE_MAJOR_VERSION < 9
    return count.value ();
#else
    return m_count.value ();
#endif
  }
  octave_value host_or_refuse () const;
  octave_value changeable (const dim_vector &dims, gr_type type);
  octave_value without (const octave_value_list &list) const;

  buffer m_buffer; // null if there are no elements
  dim_vector m_dims;
  gr_type m_type;
  static int s_type_id;
};

// Raise the failure of a library call.
void gw_check (gr_status status);

#endif
