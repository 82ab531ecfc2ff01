// change_goal(pattern, curr_goal): curr_goal with the pattern's entries put into it, without
// `buffer`; {} for a goal of 0, which means that there is none yet.
#include "engine/mdf/standard_function.h"

namespace etalon::mdf {
namespace {

// A port that nothing has reached holds 0.
bool is_zero(const Value& value) {
  return value.is_array() && value.array().dtype() != DType::string && value.array().size() == 1 &&
         equal(value.array().reshaped({}), Value::integer(0));
}

Value change_goal(const FunctionCall& call) {
  if (is_zero(call.value("curr_goal"))) return Dictionary();
  Dictionary goal = call.dictionary("curr_goal");
  for (const auto& [slot, value] : call.dictionary("pattern")) goal.set(slot, value);
  goal.erase("buffer");
  return goal;
}

const StandardFunction op(FunctionKind::actr, "change_goal", "0.2", {"pattern", "curr_goal"},
                          "curr_goal updated with the pattern's slots", change_goal);

}  // namespace
}  // namespace etalon::mdf
