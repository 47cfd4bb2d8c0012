/* SPDX-License-Identifier: GPL-3.0-or-later

   Users' functions by name: a type (function.cuh) from the steps of an expression.  Text of users is no part of it:
   names are made of identifiers of the tables and of numbers of steps.  */

#include "runtime/user_function.h"

#include <cstdio>
#include <cstring>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace GR_NAMESPACE
{

/* ---- names ---- */

#define GR_ID_NAME(_, ID, ...) "GR_" #ID,
static const char *const unary_ids[] = { GR_UNARIES (GR_ID_NAME, _) }, *const binary_ids[]
                                                                       = { GR_BINARIES (GR_ID_NAME, _) };
#undef GR_ID_NAME
#define GR_ID_NAME(_, ID, ...) "GR_TYPE_" #ID,
static const char *const type_ids[] = { GR_TYPES (GR_ID_NAME, _) };
#undef GR_ID_NAME

static std::string
name_of_step (const gr_expression &e, int number)
{
  const gr_step &s = e.step[number];
  const char *const type = type_ids[s.type], *const faults = gr_step_may_fault (&e, number) ? "true" : "false";
  char text[128];
  switch (s.kind)
    {
    case GR_STEP_ARGUMENT:
      snprintf (text, sizeof text, "gr_argument_step<%s, %d>", type, s.of);
      break;
    case GR_STEP_NUMBER:
      snprintf (text, sizeof text, "gr_number_step<%s, %d>", type, s.of);
      break;
    case GR_STEP_CONVERT:
      snprintf (text, sizeof text, "gr_convert_step<%s, %d>", type, s.operand[0]);
      break;
    case GR_STEP_UNARY:
      snprintf (text, sizeof text, "gr_unary_step<%s, %s, %d, %s>", type, unary_ids[s.of], s.operand[0], faults);
      break;
    case GR_STEP_BINARY:
      snprintf (text, sizeof text, "gr_binary_step<%s, %s, %d, %d, %s>", type, binary_ids[s.of], s.operand[0],
                s.operand[1], faults);
      break;
    case GR_STEP_CHOOSE:
      snprintf (text, sizeof text, "gr_choose_step<%s, %d, %d, %d>", type, s.operand[0], s.operand[1], s.operand[2]);
      break;
    default:
      snprintf (text, sizeof text, "gr_check_step<%s, %d>", type, s.operand[0]);
    }
  return text;
}

static std::string
name_of (const gr_expression &e)
{
  std::string steps, values;
  for (int k = 0; k < e.steps; k++)
    steps += (k ? ", " : "") + name_of_step (e, k);
  for (int k = 0; k < e.values; k++)
    values += (k ? ", " : "") + std::to_string (e.value[k]);
  return "gr_function<gr_step_list<" + steps + ">, gr_values<" + values + ">>";
}

/* ---- functions by number ---- */

/* Of the same steps and values, with any numbers, is the same function.  */
struct known_function
{
  gr_user_function function;
  std::vector<gr_step> steps;
  std::vector<int> values;
};
static_assert (sizeof (gr_step) == 6 * sizeof (int), "steps have no bytes between their parts");

static bool
is_of (const known_function &known, const gr_expression &e)
{
  return known.steps.size () == static_cast<size_t> (e.steps) && known.values.size () == static_cast<size_t> (e.values)
      && ! memcmp (known.steps.data (), e.step, known.steps.size () * sizeof *e.step)
      && ! memcmp (known.values.data (), e.value, known.values.size () * sizeof *e.value);
}

/* FNV-1a, of numbers in place of bytes.  */
static size_t
hash_of (const gr_expression &e)
{
  uint64_t hash = 14695981039346656037u;
  const auto add = [&hash] (int number) { hash = (hash ^ static_cast<uint32_t> (number)) * 1099511628211u; };
  for (int k = 0; k < e.steps; k++)
    {
      const gr_step &s = e.step[k];
      for (const int number : { static_cast<int> (s.kind), s.of, static_cast<int> (s.type) })
        add (number);
      for (const int operand : s.operand)
        add (operand);
    }
  for (int k = 0; k < e.values; k++)
    add (e.value[k]);
  return static_cast<size_t> (hash);
}

/* They live as long as the process, as their kernels do.  */
struct known_functions
{
  std::mutex lock;
  std::unordered_multimap<size_t, known_function> by_hash;
};
static known_functions &
functions ()
{
  static known_functions *const all = new known_functions;
  return *all;
}

const gr_user_function *
gr_find_user_function (const gr_expression &e)
{
  const size_t hash = hash_of (e);
  known_functions &all = functions ();
  const std::lock_guard<std::mutex> guard (all.lock);
  const auto range = all.by_hash.equal_range (hash);
  for (auto place = range.first; place != range.second; ++place)
    if (is_of (place->second, e))
      return &place->second.function;
  const unsigned number = static_cast<unsigned> (all.by_hash.size ());
  const known_function made
    = { { number, name_of (e), gr_may_fault (&e) }, { e.step, e.step + e.steps }, { e.value, e.value + e.values } };
  return &all.by_hash.emplace (hash, made)->second.function;
}

/* ---- stages ---- */

static std::string
name_of_stage (const gr_stage &stage)
{
  const char *const op = stage.op == GR_SUM ? "GR_SUM" : stage.op == GR_MAX ? "GR_MAX" : "GR_MIN";
  const std::string finish = stage.finish.steps ? gr_find_user_function (stage.finish)->name : "gr_as_reduced";
  return "gr_stage_of<" + std::string (op) + (stage.keep ? ", true, " : ", false, ")
       + gr_find_user_function (stage.value)->name + ", " + finish + ">";
}

std::string
gr_name_stages (const gr_stages &s, gr_type type)
{
  std::string stages;
  for (int k = 0; k < s.count; k++)
    stages += (k ? ", " : "") + name_of_stage (s.stage[k]);
  return std::string ("gr_stages_kernel<") + (type == GR_TYPE_F64 ? "double" : "float") + ", gr_stage_list<" + stages
       + ">, " + gr_find_user_function (s.last)->name + (s.of_elements ? ", true" : ", false");
}

} // namespace
