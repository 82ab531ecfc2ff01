// For tests of MDF's functions: calls with JSON.
#pragma once

#include <string>

#include "conformance/tests/text.h"
#include "engine/mdf/function.h"
#include "engine/values/json.h"

namespace etalon::mdf {

// The arguments as a JSON list and a JSON object; the result as typed JSON.
inline std::string call_json(const std::string& function, const std::string& positional,
                             const std::string& named = "{}", const CallContext& context = {}) {
  List values;
  for (const auto& item : nlohmann::ordered_json::parse(positional))
    values.push_back(from_json(item));
  Dictionary arguments;
  const auto written = nlohmann::ordered_json::parse(named);
  for (const auto& [name, value] : written.items()) arguments.set(name, from_json(value));
  return to_typed_json(call_function(function, values, arguments, context)).dump();
}

// The same, for its error.
inline std::string call_error(const std::string& function, const std::string& positional,
                              const std::string& named = "{}", const CallContext& context = {}) {
  const std::string text = test::refusal([&] { call_json(function, positional, named, context); });
  return text.empty() ? "no error" : text;
}

// A float64 number as typed JSON.
inline std::string real_json(double value) {
  return fmt::format(R"({{"type":"double","shape":[],"data":[{:.1f}]}})", value);
}

}  // namespace etalon::mdf
