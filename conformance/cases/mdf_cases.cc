#include "conformance/cases/mdf_cases.h"

#include <nlohmann/json.hpp>

#include "engine/mdf/function.h"
#include "engine/numerics/random.h"

namespace etalon {

namespace {

using nlohmann::ordered_json;

// Turns the JSON library's exceptions into InvalidInput with the case's name.
template <class F>
auto reading_entry(const Case& test, F&& f) {
  try {
    return f(test.function->at("cases").at(test.index));
  } catch (const ordered_json::exception& problem) {
    throw InvalidInput("case {}: {}", test.id(), problem.what());
  }
}

struct MdfCall {
  mdf::List positional;
  mdf::Dictionary named;
  int64_t opset = mdf::default_onnx_opset;
  uint32_t seed = default_seed;
};

MdfCall read_call(const ordered_json& entry) {
  MdfCall call;
  for (const ordered_json& value : entry.value("positional", ordered_json::array())) {
    call.positional.push_back(mdf::from_json(value));
  }
  const ordered_json named = entry.value("args", ordered_json::object());
  for (const auto& [name, value] : named.items()) call.named.set(name, mdf::from_json(value));
  call.opset = entry.value("opset", call.opset);
  call.seed = entry.value("seed", call.seed);
  return call;
}

}  // namespace

std::string mdf_case_label(const Case& test) {
  return "mdf." + test.function->at("function").get<std::string>();
}

mdf::Value call_mdf_case(const Case& test) {
  const MdfCall call = reading_entry(test, read_call);
  RandomStream random(call.seed);
  const std::string function = test.function->at("function");
  return mdf::call_function(function, call.positional, call.named, {call.opset, &random});
}

mdf::Value mdf_case_output(const Case& test) {
  return reading_entry(
      test, [](const ordered_json& entry) { return mdf::from_json(entry.at("output")); });
}

}  // namespace etalon
