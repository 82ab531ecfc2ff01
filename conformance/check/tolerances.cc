#include "conformance/check/tolerances.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

#include "conformance/common/usage_error.h"

namespace etalon {

namespace {

template <class T>
T number(const std::string& option, const std::string& text) {
  T value{};
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = problem == std::errc() && end == text.data() + text.size();
  if (!whole || !(value >= T{}) || !std::isfinite(static_cast<double>(value))) {
    throw UsageError(fmt::format("{} '{}': expected a number that is not negative, or NAME:NUMBER",
                                 option, text));
  }
  return value;
}

// The numbers of one option by the output's name; "" means all outputs.
template <class T>
std::map<std::string, T> parsed(const std::string& option, const std::vector<std::string>& words,
                                const std::set<std::string>& names) {
  std::map<std::string, T> numbers;
  for (const std::string& word : words) {
    const size_t colon = word.rfind(':');  // names may contain colons
    const std::string name = colon == std::string::npos ? "" : word.substr(0, colon);
    if (colon != std::string::npos && names.count(name) == 0) {
      throw UsageError(fmt::format("{} {}: the model has no output '{}'; its outputs are {}",
                                   option, word, name, fmt::join(names, ", ")));
    }
    numbers[name] = number<T>(option, colon == std::string::npos ? word : word.substr(colon + 1));
  }
  return numbers;
}

template <class T, class To>
void take(const std::map<std::string, T>& numbers, const std::string& name, To& to) {
  for (const std::string& key : {std::string(), name}) {
    if (const auto found = numbers.find(key); found != numbers.end()) to = found->second;
  }
}

}  // namespace

std::vector<Tolerance> tolerances(const Model& model, const ToleranceWords& words) {
  std::set<std::string> names;
  for (const ValueInfo& output : model.graph.outputs) names.insert(output.name);
  const auto rtol = parsed<double>("--rtol", words.rtol, names);
  const auto atol = parsed<double>("--atol", words.atol, names);
  const auto max_ulp = parsed<uint64_t>("--max-ulp", words.max_ulp, names);
  std::vector<Tolerance> result;
  for (const ValueInfo& output : model.graph.outputs) {
    Tolerance& tolerance = result.emplace_back();
    take(rtol, output.name, tolerance.rtol);
    take(atol, output.name, tolerance.atol);
    take(max_ulp, output.name, tolerance.max_ulp);
    tolerance = words.rule.of(tolerance, model.graph.nodes.size());
  }
  return result;
}

}  // namespace etalon
