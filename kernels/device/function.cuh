/* SPDX-License-Identifier: GPL-3.0-or-later

   Functions that users write, as types: each step of an expression (expression.h) is a type, so that a kernel's name
   says what it computes, and kernels are given such functions as template arguments.  A function takes a few elements
   of each argument at a time, GR_PACK of them, and each step is applied to all of these before the next one.  */

#ifndef GR_FUNCTION_CUH
#define GR_FUNCTION_CUH

#include "auto/mapped.cuh"
#include "device/apply.cuh"
#include "device/convert.cuh"
#include "device/map.cuh"
#include "expression.h"

namespace GR_NAMESPACE
{

/* ---- steps ---- */

/* FAULTS: the step itself can make a faulty value.  Numbers of other steps are those of the expression.  */
template <gr_type TYPE, int K> struct gr_argument_step
{
  static constexpr gr_type type = TYPE;
  static constexpr bool faults = false;
  static constexpr int argument = K, a = -1, b = -1, c = -1;
};
template <gr_type TYPE, int K> struct gr_number_step
{
  static constexpr gr_type type = TYPE;
  static constexpr bool faults = false;
  static constexpr int argument = -1, a = -1, b = -1, c = -1;
};
template <gr_type TYPE, int A> struct gr_convert_step
{
  static constexpr gr_type type = TYPE;
  static constexpr bool faults = false;
  static constexpr int argument = -1, a = A, b = -1, c = -1;
};
template <gr_type TYPE, gr_unary OP, int A, bool FAULTS> struct gr_unary_step
{
  static constexpr gr_type type = TYPE;
  static constexpr bool faults = FAULTS;
  static constexpr int argument = -1, a = A, b = -1, c = -1;
};
template <gr_type TYPE, gr_binary OP, int A, int B, bool FAULTS> struct gr_binary_step
{
  static constexpr gr_type type = TYPE;
  static constexpr bool faults = FAULTS;
  static constexpr int argument = -1, a = A, b = B, c = -1;
};
template <gr_type TYPE, int MASK, int A, int B> struct gr_choose_step
{
  static constexpr gr_type type = TYPE;
  static constexpr bool faults = false;
  static constexpr int argument = -1, a = MASK, b = A, c = B;
};
template <gr_type TYPE, int A> struct gr_check_step
{
  static constexpr gr_type type = TYPE;
  static constexpr bool faults = true;
  static constexpr int argument = -1, a = A, b = -1, c = -1;
};

/* ---- values of steps ---- */

/* The value of step I: of C type T, and the numbers of the steps that made elements faulty, or GR_NO_FAULT, where that
   can be.  */
template <int N, bool MAY_FAULT> struct gr_faults
{
  unsigned fault[N];
};
template <int N> struct gr_faults<N, false>
{};
template <int I, class T, int N, bool MAY_FAULT> struct gr_slot
{
  gr_pack<T, N> value;
  gr_faults<N, MAY_FAULT> faults;
};

template <int I, class Step> struct gr_numbered
{};
template <int I, class Step> Step gr_step_in (const gr_numbered<I, Step> &);
template <class Indices, class... Steps> struct gr_numbered_steps;
template <int... I> struct gr_indices
{};
template <int... I, class... Steps> struct gr_numbered_steps<gr_indices<I...>, Steps...> : gr_numbered<I, Steps>...
{};
/* 0 to N - 1.  */
template <class Low, int N> struct gr_appended;
template <int... I, int N> struct gr_appended<gr_indices<I...>, N>
{
  typedef gr_indices<I..., N> type;
};
template <int N> struct gr_indices_to
{
  typedef typename gr_appended<typename gr_indices_to<N - 1>::type, N - 1>::type type;
};
template <> struct gr_indices_to<0>
{
  typedef gr_indices<> type;
};

/* ---- what a step computes ---- */

/* Functions are called, so that a kernel has each once.  */
template <gr_unary OP, class T, int N>
__device__ __noinline__ gr_pack<T, N>
gr_call_unary (gr_pack<T, N> x)
{
#pragma unroll
  for (int i = 0; i < N; i++)
    if constexpr (std::is_same<T, double>::value)
      x.element[i] = gr_unary_double (OP, x.element[i]);
    else if constexpr (std::is_same<T, float>::value)
      x.element[i] = gr_unary_single (OP, x.element[i]);
    else
      x.element[i] = gr_unary_complex (OP, x.element[i]);
  return x;
}
constexpr bool
gr_is_rounded (gr_unary op)
{
#define GR_IS_ROUNDED(_, ID, NAME, RESULT, KIND, ...)                                                                  \
  || (op == GR_##ID && (GR_UNARY_##KIND == GR_UNARY_ELEMENTARY || GR_UNARY_##KIND == GR_UNARY_SPECIAL))
  return false GR_UNARIES (GR_IS_ROUNDED, _);
#undef GR_IS_ROUNDED
}

/* Single complex numbers are computed as double ones.  */
template <class T> using gr_computed = std::conditional_t<std::is_same<T, gr_c32>::value, gr_c64, T>;

template <gr_unary OP, class To, class T, int N>
__device__ __forceinline__ void
gr_compute_unary (gr_pack<To, N> &to, const gr_pack<T, N> &from)
{
  typedef gr_computed<T> Value;
  gr_pack<Value, N> x;
#pragma unroll
  for (int i = 0; i < N; i++)
    if constexpr (std::is_same<T, gr_c32>::value)
      x.element[i] = gr_complex (from.element[i].re, from.element[i].im);
    else
      x.element[i] = from.element[i];
  if constexpr (gr_result_of (OP) == GR_RESULT_SAME)
    {
      if constexpr (gr_is_rounded (OP) && OP != GR_SQRT)
        x = gr_call_unary<OP> (x);
#pragma unroll
      for (int i = 0; i < N; i++)
        if constexpr (gr_is_rounded (OP) && OP != GR_SQRT)
          gr_round_to (to.element[i], x.element[i]);
        else if constexpr (std::is_same<Value, double>::value)
          gr_round_to (to.element[i], gr_unary_double (OP, x.element[i]));
        else if constexpr (std::is_same<Value, float>::value)
          gr_round_to (to.element[i], gr_unary_single (OP, x.element[i]));
        else
          gr_round_to (to.element[i], gr_unary_complex (OP, x.element[i]));
    }
  else
#pragma unroll
    for (int i = 0; i < N; i++)
      if constexpr (gr_result_of (OP) == GR_RESULT_PART)
        gr_round_to (to.element[i], gr_part_of (OP, x.element[i]));
      else
        to.element[i] = gr_truth_of (OP, x.element[i]);
}

template <gr_binary OP, gr_type A, gr_type B, gr_type OUT, class To, class S, class T>
__device__ __forceinline__ To
gr_compute_binary (const S &a, const T &b)
{
  constexpr gr_binary OPERATOR = gr_operator_for (OP, A, B);
  constexpr gr_type TYPE_A = gr_compared_type (OP, A, B), TYPE_B = gr_compared_type (OP, B, A);
  typedef typename gr_typed<TYPE_A>::type ReadA;
  typedef typename gr_typed<TYPE_B>::type ReadB;
  constexpr gr_form FORM = gr_form_of (TYPE_A, TYPE_B);
  typedef gr_form_traits<FORM> Form;
  const gr_rule rule = gr_rule_of (OPERATOR, TYPE_A, TYPE_B);
  const auto x = gr_to_form<FORM, TYPE_A> (static_cast<ReadA> (a));
  const auto y = gr_to_form<FORM, TYPE_B> (static_cast<ReadB> (b));
  if constexpr (gr_is_comparison (OPERATOR))
    return Form::compare (rule, x, y);
  else if constexpr (FORM == GR_FORM_DOUBLE && gr_is_from_double (OUT))
    return gr_from_double<OUT, To> (gr_family_of (OPERATOR) == GR_FAMILY_FUNCTION ? Form::call (rule, x, y)
                                                                                  : Form::compute (rule, x, y));
  else if constexpr (gr_family_of (OPERATOR) == GR_FAMILY_FUNCTION)
    return static_cast<To> (Form::call (rule, x, y));
  else
    return static_cast<To> (Form::compute (rule, x, y));
}

template <class T>
__device__ __forceinline__ bool
gr_has_nan (const T &x)
{
  if constexpr (gr_has_parts<T>)
    return x.re != x.re || x.im != x.im;
  else
    return x != x;
}

/* ---- functions ---- */

template <class... Steps> struct gr_step_list
{};
template <int... VALUES> struct gr_values
{
  static constexpr int count = sizeof...(VALUES);
};

/* Does a step, or one that its value is made of, fault?  */
template <class Numbered, int I>
constexpr bool
gr_faults_at ()
{
  if constexpr (I < 0)
    return false;
  else
    {
      typedef decltype (gr_step_in<I> (Numbered ())) Step;
      return Step::faults || gr_faults_at<Numbered, Step::a> () || gr_faults_at<Numbered, Step::b> ()
          || gr_faults_at<Numbered, Step::c> ();
    }
}
template <class Numbered, int I> constexpr bool gr_may_fault_at = gr_faults_at<Numbered, I> ();

/* Where number n is among things of sizes and alignments, one behind the other.  */
constexpr unsigned
gr_place_among (const unsigned *sizes, const unsigned *steps, int n)
{
  unsigned place = 0;
  for (int k = 0; k <= n; k++)
    {
      place = (place + steps[k] - 1) / steps[k] * steps[k];
      place += k < n ? sizes[k] : 0;
    }
  return place;
}

template <class Steps, class Values, class Indices> struct gr_function_of;
template <class... Steps, int... VALUES, int... I>
struct gr_function_of<gr_step_list<Steps...>, gr_values<VALUES...>, gr_indices<I...>>
{
  typedef gr_numbered_steps<gr_indices<I...>, Steps...> Numbered;
  template <int K> using Step = decltype (gr_step_in<K> (Numbered ()));
  template <int K> using Type = typename gr_typed<Step<K>::type>::type;
  template <int K> static constexpr bool may_fault = gr_may_fault_at<Numbered, K>;
  static constexpr int value[sizeof...(VALUES)] = { VALUES... };
  static constexpr bool any_may_fault = (may_fault<VALUES> || ...);
  static constexpr int argument_bytes = (0 + ... + (Step<I>::argument >= 0 ? static_cast<int> (sizeof (Type<I>)) : 0));
  /* Where value v is among all, one behind the other; and argument a, if all arguments stand so.  */
  static constexpr unsigned place_of (int v)
  {
    constexpr unsigned sizes[] = { sizeof (Type<VALUES>)... }, steps[] = { alignof (Type<VALUES>)... };
    return gr_place_among (sizes, steps, v);
  }
  static constexpr unsigned place_of_argument (int a)
  {
    unsigned sizes[sizeof...(I)] = {}, steps[sizeof...(I)] = {};
    ((Step<I>::argument >= 0 ? sizes[at_argument<I>] = sizeof (Type<I>), steps[at_argument<I>] = alignof (Type<I>) : 0),
     ...);
    return gr_place_among (sizes, steps, a);
  }
  template <int K> static constexpr int at_argument = Step<K>::argument >= 0 ? Step<K>::argument : 0;

  /* The values of all steps, of which load (argument number, pack, type) fills in those of arguments.  */
  template <int N> struct All : gr_slot<I, Type<I>, N, may_fault<I>>...
  {
    template <int K> __device__ __forceinline__ gr_slot<K, Type<K>, N, may_fault<K>> &at ()
    {
      return static_cast<gr_slot<K, Type<K>, N, may_fault<K>> &> (*this);
    }
    template <class Load> __device__ __forceinline__ void load (Load take) { (load_one<I> (take), ...); }
    template <int K, class Load> __device__ __forceinline__ void load_one (Load &take)
    {
      if constexpr (Step<K>::argument >= 0)
        take (std::integral_constant<int, Step<K>::argument> (), at<K> ().value);
    }
    __device__ __forceinline__ void compute (const gr_c64 *numbers) { (compute_one<I> (Step<I> (), numbers), ...); }
    /* The first value; the step that made a value of element i faulty; and all values of it, one behind the other.  */
    __device__ __forceinline__ auto &result () { return at<value[0]> ().value; }
    __device__ __forceinline__ unsigned fault (int i)
    {
      unsigned least = GR_NO_FAULT;
      ((least = min (least, fault_of<VALUES> (i))), ...);
      return least;
    }
    template <class T> __device__ __forceinline__ T packed (int i)
    {
      T to = {};
      pack (to, i, typename gr_indices_to<sizeof...(VALUES)>::type ());
      return to;
    }
    template <class T, int... V> __device__ __forceinline__ void pack (T &to, int i, gr_indices<V...>)
    {
      (memcpy (to.at (place_of (V)), &at<value[V]> ().value.element[i], sizeof (Type<value[V]>)), ...);
    }

  private:
    template <int K, gr_type TYPE, int ARGUMENT>
    __device__ __forceinline__ void run (gr_argument_step<TYPE, ARGUMENT>, const gr_c64 *)
    {}
    template <int K, gr_type TYPE, int NUMBER>
    __device__ __forceinline__ void run (gr_number_step<TYPE, NUMBER>, const gr_c64 *numbers)
    {
      const Type<K> number = *reinterpret_cast<const Type<K> *> (&numbers[NUMBER]);
#pragma unroll
      for (int i = 0; i < N; i++)
        at<K> ().value.element[i] = number;
    }
    template <int K, gr_type TYPE, int A> __device__ __forceinline__ void run (gr_convert_step<TYPE, A>, const gr_c64 *)
    {
#pragma unroll
      for (int i = 0; i < N; i++)
        at<K> ().value.element[i] = gr_converted<TYPE, Type<K>> (at<A> ().value.element[i]);
    }
    template <int K, gr_type TYPE, gr_unary OP, int A, bool FAULTS>
    __device__ __forceinline__ void run (gr_unary_step<TYPE, OP, A, FAULTS>, const gr_c64 *)
    {
      gr_compute_unary<OP> (at<K> ().value, at<A> ().value);
    }
    template <int K, gr_type TYPE, gr_binary OP, int A, int B, bool FAULTS>
    __device__ __forceinline__ void run (gr_binary_step<TYPE, OP, A, B, FAULTS>, const gr_c64 *)
    {
#pragma unroll
      for (int i = 0; i < N; i++)
        at<K> ().value.element[i] = gr_compute_binary<OP, Step<A>::type, Step<B>::type, TYPE, Type<K>> (
          at<A> ().value.element[i], at<B> ().value.element[i]);
    }
    template <int K, gr_type TYPE, int MASK, int A, int B>
    __device__ __forceinline__ void run (gr_choose_step<TYPE, MASK, A, B>, const gr_c64 *)
    {
#pragma unroll
      for (int i = 0; i < N; i++)
        at<K> ().value.element[i]
          = at<MASK> ().value.element[i] ? at<A> ().value.element[i] : at<B> ().value.element[i];
    }
    template <int K, gr_type TYPE, int A> __device__ __forceinline__ void run (gr_check_step<TYPE, A>, const gr_c64 *)
    {
      at<K> ().value = at<A> ().value;
    }

    /* Is the value that the step makes of element i faulty?  */
    template <int K, gr_type TYPE, gr_unary OP, int A>
    __device__ __forceinline__ bool is_fault (gr_unary_step<TYPE, OP, A, true>, int i)
    {
      return ! gr_has_real_answer (OP, static_cast<double> (at<A> ().value.element[i]));
    }
    template <int K, gr_type TYPE, gr_binary OP, int A, int B>
    __device__ __forceinline__ bool is_fault (gr_binary_step<TYPE, OP, A, B, true>, int i)
    {
      return gr_has_complex_power (static_cast<double> (at<A> ().value.element[i]),
                                   static_cast<double> (at<B> ().value.element[i]));
    }
    template <int K, gr_type TYPE, int A> __device__ __forceinline__ bool is_fault (gr_check_step<TYPE, A>, int i)
    {
      return gr_has_nan (at<A> ().value.element[i]);
    }

    template <int K> __device__ __forceinline__ unsigned fault_of (int i)
    {
      if constexpr (K >= 0)
        if constexpr (may_fault<K>)
          return at<K> ().faults.fault[i];
      return GR_NO_FAULT;
    }
    template <int K> __device__ __forceinline__ void find_fault (int i)
    {
      typedef Step<K> One;
      unsigned fault = fault_of<One::a> (i);
      if constexpr (One::c >= 0)
        {
          const unsigned chosen = at<One::a> ().value.element[i] ? fault_of<One::b> (i) : fault_of<One::c> (i);
          fault = fault != GR_NO_FAULT ? fault : chosen;
        }
      else
        fault = fault != GR_NO_FAULT ? fault : fault_of<One::b> (i);
      if constexpr (One::faults)
        if (fault == GR_NO_FAULT && is_fault<K> (One (), i))
          fault = K;
      at<K> ().faults.fault[i] = fault;
    }
    template <int K, class One> __device__ __forceinline__ void compute_one (One step, const gr_c64 *numbers)
    {
      run<K> (step, numbers);
      if constexpr (may_fault<K>)
#pragma unroll
        for (int i = 0; i < N; i++)
          find_fault<K> (i);
    }
  };
};

template <class Steps, class Values> struct gr_function;
template <class... Steps, int... VALUES>
struct gr_function<gr_step_list<Steps...>, gr_values<VALUES...>>
  : gr_function_of<gr_step_list<Steps...>, gr_values<VALUES...>, typename gr_indices_to<sizeof...(Steps)>::type>
{};

/* A function as an operation on values of a user's (auto/user_monoid.cuh): its first arguments are values of the first
   operand.  */
template <class F> struct gr_operation
{
  static constexpr int VALUES = static_cast<int> (sizeof F::value / sizeof *F::value);
  template <class Values>
  static __device__ __forceinline__ Values combine (const gr_c64 *numbers, const Values &a, const Values &b,
                                                    [[maybe_unused]] unsigned *faulty)
  {
    typename F::template All<1> all;
    all.load ([&] (auto argument, auto &to) {
      constexpr int NUMBER = decltype (argument)::value;
      memcpy (&to.element[0], (NUMBER < VALUES ? a : b).at (F::place_of (NUMBER % VALUES)), sizeof to.element[0]);
    });
    all.compute (numbers);
    if constexpr (F::any_may_fault)
      if (all.fault (0) != GR_NO_FAULT)
        atomicMin (faulty, all.fault (0));
    return all.template packed<Values> (0);
  }
};

/* A function of arrays of a form (auto/mapped.cuh).  */
template <class F, unsigned FORM> struct gr_of_arrays : F
{
  static constexpr unsigned form = FORM;
};

} // namespace

#endif
