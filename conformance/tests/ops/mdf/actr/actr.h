// For tests of the ACT-R functions: calls with JSON, and chunks, patterns and productions as JSON.
#pragma once

#include <string>
#include <vector>

#include "conformance/tests/engine/mdf/json_value.h"
#include "conformance/tests/text.h"
#include "engine/mdf/function.h"

namespace etalon::mdf::actr_tests {

// A call with its arguments as JSON: the value, its text, or the error.
inline Value call(const std::string& function, const std::vector<std::string>& arguments) {
  List values;
  for (const std::string& argument : arguments) values.push_back(json_value(argument));
  return call_function(function, values, {});
}

inline std::string text(const std::string& function, const std::vector<std::string>& arguments) {
  return to_text(call(function, arguments));
}

inline std::string error(const std::string& function, const std::vector<std::string>& arguments) {
  const std::string text = test::refusal([&] { call(function, arguments); });
  return text.empty() ? "no error" : text;
}

inline const std::string goal = R"({"name": "g", "ISA": "t", "a": "1", "b": "2"})";
inline const std::string retrieval = R"({"name": "r", "ISA": "t", "a": "3", "b": "1"})";

// The bindings of a production with this left-hand side, or "no match".
inline std::string match(const std::string& lhs, const std::string& goal_chunk = goal,
                         const std::string& retrieved = retrieval) {
  const std::string production = R"({"name": "p", "lhs": [)" + lhs + R"(], "rhs": []})";
  const Value matching =
      call("pattern_matching_function", {"[" + production + "]", goal_chunk, retrieved});
  if (matching.list().empty()) return "no match";
  return to_text(*matching.list().front().dictionary().find("bindings"));
}
inline std::string of_goal(const std::string& slots) {
  return R"({"buffer": "goal", "ISA": "t", )" + slots + "}";
}
inline std::string of_retrieval(const std::string& slots) {
  return R"({"buffer": "retrieval", "ISA": "t", )" + slots + "}";
}

// A production with this right-hand side and these bindings.
inline std::string production(const std::string& rhs, const std::string& bindings) {
  return R"({"name": "p", "lhs": [], "rhs": [)" + rhs + R"(], "bindings": )" + bindings + "}";
}

}  // namespace etalon::mdf::actr_tests
