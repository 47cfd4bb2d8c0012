/* SPDX-License-Identifier: GPL-3.0-or-later

   Users' functions by name: a type (function.cuh) from the steps of an expression.  Text of users is no part of it:
   names are made of identifiers of the tables and of numbers of steps.  */

#include "runtime/user_function.h"

#include <cstdio>
#include <mutex>
#include <unordered_map>

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

/* They live as long as the process, as their kernels do.  */
struct known_functions
{
  std::mutex lock;
  std::unordered_map<std::string, gr_user_function> by_steps;
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
  std::string key (reinterpret_cast<const char *> (e.step), static_cast<size_t> (e.steps) * sizeof *e.step);
  key.append (reinterpret_cast<const char *> (e.value), static_cast<size_t> (e.values) * sizeof *e.value);
  known_functions &all = functions ();
  const std::lock_guard<std::mutex> guard (all.lock);
  const auto place = all.by_steps.find (key);
  if (place != all.by_steps.end ())
    return &place->second;
  const unsigned number = static_cast<unsigned> (all.by_steps.size ());
  return &all.by_steps.emplace (std::move (key), gr_user_function{ number, name_of (e), gr_may_fault (&e) })
            .first->second;
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
