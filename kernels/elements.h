/* SPDX-License-Identifier: GPL-3.0-or-later

   Elements of arrays that stay on the device: copies by index, conversion, arithmetic, selection and random numbers,
   which users of such arrays need beside reductions and scans.  All arrays lie in buffers of the selected device
   (gpureduce.h), and all counts and places in them are of elements.  Calls are queued like copies of buffers, but where
   they give a number; they fail with a status and gr_message, and what reaches beyond a buffer is refused.  An operand
   may also be the result where each element of the result depends on the element at its own place only.  */

#ifndef GR_ELEMENTS_H
#define GR_ELEMENTS_H

#include "gpureduce.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- copies by index ---- */

/* One dimension of a copy.  Its index c, from 0 to count - 1, is c * from elements away from the first one that is
   read, and c * to elements from the first one that is written; to is not 0 if there are several.  With a list, c is
   replaced by list[c].  Lists are arrays of count numbers on the host, which have been read when the call returns; none
   is negative, and those of a to_list differ from each other.  */
typedef struct
{
  size_t count;
  ptrdiff_t from, to;
  const int64_t *from_list, *to_list; /* or NULL */
} gr_axis;

/* Copy elements of `size` bytes, 1, 2, 4, 8 or 16: for all indices of all axes, at most GR_MAX_DIMS of them, the
   element of `from` that they lead to from number from_first on becomes the one of `to` that they lead to from to_first
   on.  The buffers may be one if what is read and what is written do not overlap.  No axis copies one element.  */
gr_status gr_copy_elements (size_t size, size_t axes, const gr_axis *axis, gr_buffer *to, size_t to_first,
                            const gr_buffer *from, size_t from_first);

/* ---- conversion ---- */

/* Convert `count` elements as Octave's functions of the names of classes do: to integers half away from zero and
   saturating, NaN to 0; to logical what is not 0, and NaN too, which Octave refuses; to char by its code, rounded so,
   or 0 where there is none.  Real elements become complex; complex ones do not become real.  The parts of one buffer
   may be the same if the types have the same size; else they do not overlap.  */
gr_status gr_convert_elements (gr_type to_type, gr_buffer *to, size_t to_first, gr_type from_type,
                               const gr_buffer *from, size_t from_first, size_t count);

/* ---- arithmetic ---- */

/* Octave's operators by the names of their functions: those that compute, and those that compare and have logical
   results.  X (_, ID, name, sign)  */
#define GR_ARITHMETIC_BINARIES(X, _)                                                                                   \
  X (_, PLUS, plus, "+")                                                                                               \
  X (_, MINUS, minus, "-")                                                                                             \
  X (_, TIMES, times, ".*")                                                                                            \
  X (_, RDIVIDE, rdivide, "./")
#define GR_COMPARING_BINARIES(X, _)                                                                                    \
  X (_, LT, lt, "<")                                                                                                   \
  X (_, LE, le, "<=")                                                                                                  \
  X (_, EQ, eq, "==")                                                                                                  \
  X (_, GE, ge, ">=")                                                                                                  \
  X (_, GT, gt, ">")                                                                                                   \
  X (_, NE, ne, "!=")
#define GR_BINARIES(X, _) GR_ARITHMETIC_BINARIES (X, _) GR_COMPARING_BINARIES (X, _)
typedef enum {
#define GR_BINARY_ID(_, ID, ...) GR_##ID,
  GR_BINARIES (GR_BINARY_ID, _)
#undef GR_BINARY_ID
    GR_BINARY_COUNT
} gr_binary;

/* `count` elements of a buffer from number `first` on; or, if buffer is NULL, the one at value, on the host, for all.
   is_scalar: element number `first` of the buffer for all.  */
typedef struct
{
  gr_type type;
  const gr_buffer *buffer;
  size_t first;
  bool is_scalar;
  const void *value;
} gr_operand;

/* The class of the result, as Octave has it; but complex results stay complex, whatever they are.  GR_UNSUPPORTED where
   Octave has no such operator, as for sums of integers of two classes.  */
gr_status gr_binary_type (gr_binary op, gr_type a, gr_type b, gr_type *out);

/* The operator on `count` pairs of elements, into elements of the result's class from number first on.  Results are
   those of Octave in all bits, but for which NaN they are, for complex division, which is within rounding, and for
   int64 times -0.5, where Octave has 0 by mistake.  Of 64-bit integers and doubles Octave's are those of builds without
   long double, such as Debian's: int64 (-3) + 0.5 is -2, and intmin ("int64") == -2^63 does not hold.  */
gr_status gr_apply_binary (gr_binary op, gr_operand a, gr_operand b, size_t count, gr_buffer *out, size_t first);

/* ---- selection ---- */

/* The elements of a mask that are true: `count` logical elements from number `first` on.  It holds what later calls
   need, and does not look at the mask again, which may be released.  gr_open_selection waits for their number.  An open
   selection of a mask with elements is one of gr_live_allocations.  */
typedef struct gr_selection gr_selection;

gr_status gr_open_selection (const gr_buffer *mask, size_t first, size_t count, gr_selection **selection);
void gr_close_selection (gr_selection *selection); /* NULL is left alone */
size_t gr_count_selected (const gr_selection *selection);

/* With element i of the mask stands element i of an array, from its first one on.  gr_select_elements copies those that
   are selected to neighbouring places; gr_select_positions gives their numbers, from 1 on, as doubles;
   gr_put_elements stores neighbouring elements, or one for all if is_scalar, in the selected places.  Elements have
   `size` bytes, 1, 2, 4, 8 or 16.  */
gr_status gr_select_elements (const gr_selection *selection, size_t size, gr_buffer *to, size_t to_first,
                              const gr_buffer *from, size_t from_first);
gr_status gr_select_positions (const gr_selection *selection, gr_buffer *to, size_t to_first);
gr_status gr_put_elements (const gr_selection *selection, size_t size, gr_buffer *to, size_t to_first,
                           const gr_buffer *from, size_t from_first, bool is_scalar);

/* ---- random numbers ---- */

/* Numbers of a distribution: uniform in (0, 1), without its ends, 53 bits of a double and 24 of a single; normal with
   mean 0 and variance 1; integers from `least` to `greatest`, each with the same probability.  */
typedef enum { GR_UNIFORM, GR_NORMAL, GR_INTEGERS, GR_DISTRIBUTION_COUNT } gr_distribution;
typedef struct
{
  gr_distribution distribution;
  int64_t least, greatest; /* of GR_INTEGERS, and from -2^53 to 2^53 */
} gr_random;

/* A place in the stream of a seed.  A counter gives 128 random bits, by Philox4x32-10 (op/philox.h).  */
typedef struct
{
  uint64_t seed, counter;
} gr_random_state;

/* Fill elements [first, first + count) with the numbers that begin at a state, and move the state on by the counters
   that were used, begun ones included.  A counter has 4 numbers if they are uniform or normal singles, or integers of
   which 65536 or fewer are possible, and else 2.  Number i is made of counter i / 4 or i / 2 alone, so that a call can
   be cut where a counter ends; all backends give the same bits.  Normal numbers are in pairs of Box and Muller's, of
   magnitude 9.5 at most, 6.8 in single.  Types are double and single, and for integers also the integer classes; it is
   an error if a bound is not among the class's numbers, or beyond 2^24 in single.  What fails leaves the state.  */
gr_status gr_fill_random (const gr_random *random, gr_random_state *state, gr_type type, gr_buffer *out, size_t first,
                          size_t count);

/* The first `count` numbers of a random permutation of 1 to n, n up to 2^53, into an array on the host, where it is
   computed.  All permutations have the same probability.  A counter is used for two numbers.  The call takes memory for
   n numbers if count is less than n, but for a few times count if that is less than n / 5.  */
gr_status gr_permute_random (gr_random_state *state, size_t n, size_t count, double *numbers);

#ifdef __cplusplus
}
#endif

#endif
