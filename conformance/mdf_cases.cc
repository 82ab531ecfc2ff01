#include "conformance/mdf_cases.h"

#include <nlohmann/json.hpp>

#include "engine/mdf/function.h"
#include "engine/random.h"

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

Verdict mismatch(Mismatch kind, const mdf::Value& actual, const mdf::Value& expected) {
  Verdict verdict;
  verdict.kind = kind;
  verdict.got = to_text(actual);
  verdict.expected = to_text(expected);
  verdict.message = fmt::format("got {}, expected {}", verdict.got, verdict.expected);
  return verdict;
}

Verdict compare_lists(const mdf::Value& actual, const mdf::Value& expected,
                      const Tolerance& tolerance) {
  const mdf::List& items = actual.list();
  const mdf::List& wanted = expected.list();
  if (items.size() != wanted.size()) return mismatch(Mismatch::count, actual, expected);
  Verdict whole;
  for (size_t i = 0; i < items.size(); ++i) {
    merge(whole, placed(fmt::format("item {}", i), compare_mdf(items[i], wanted[i], tolerance)));
  }
  return whole;
}

Verdict compare_dictionaries(const mdf::Value& actual, const mdf::Value& expected,
                             const Tolerance& tolerance) {
  const mdf::Dictionary& entries = actual.dictionary();
  const mdf::Dictionary& wanted = expected.dictionary();
  if (entries.size() != wanted.size()) return mismatch(Mismatch::count, actual, expected);
  Verdict whole;
  auto entry = entries.begin();
  for (const auto& [key, value] : wanted) {
    if (entry->first != key) return mismatch(Mismatch::values, actual, expected);
    merge(whole, placed(fmt::format("'{}'", key), compare_mdf(entry->second, value, tolerance)));
    ++entry;
  }
  return whole;
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

Verdict compare_mdf(const mdf::Value& actual, const mdf::Value& expected,
                    const Tolerance& tolerance) {
  if (actual.is_array() && expected.is_array()) {
    return compare(actual.array(), expected.array(), tolerance);
  }
  if (actual.is_list() && expected.is_list()) return compare_lists(actual, expected, tolerance);
  if (actual.is_dictionary() && expected.is_dictionary()) {
    return compare_dictionaries(actual, expected, tolerance);
  }
  if (actual.is_text() && expected.is_text()) {
    return actual.text() == expected.text() ? Verdict()
                                            : mismatch(Mismatch::values, actual, expected);
  }
  return actual.is_none() && expected.is_none() ? Verdict()
                                                : mismatch(Mismatch::type, actual, expected);
}

}  // namespace etalon
