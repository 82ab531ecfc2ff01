#include "conformance/explain/function_facts.h"

#include <fmt/format.h>

#include <filesystem>

#include "conformance/cases/cases.h"
#include "conformance/cases/mdf_cases.h"
#include "conformance/cases/operator_names.h"
#include "conformance/common/paths.h"
#include "conformance/judge/judge.h"

namespace etalon::explain {

using nlohmann::ordered_json;

namespace {

using CasesByLabel = std::map<std::string, std::vector<Case>>;

// The own cases of MDF's functions, by "mdf.linear". Read once.
const CasesByLabel& own_function_cases() {
  static const CasesByLabel cases = [] {
    CasesByLabel found;
    const std::filesystem::path folder = own_cases_folder() / "mdf";
    if (!std::filesystem::is_directory(folder)) return found;
    for (const Case& test : discover(folder)) {
      if (test.function && test.problem.empty()) found[mdf_case_label(test)].push_back(test);
    }
    return found;
  }();
  return cases;
}

const ordered_json& entry_of(const Case& test) { return test.function->at("cases").at(test.index); }

// Smaller is better: a short call that is not of a bare number.
size_t cost(const ordered_json& entry) {
  const ordered_json output = entry.value("output", ordered_json());
  const size_t length = entry.value("args", ordered_json()).dump().size() +
                        entry.value("positional", ordered_json()).dump().size() +
                        output.dump().size();
  return length + (output.is_number() ? 30 : 0) + (output.empty() ? 60 : 0);
}

std::string value_text(const ordered_json& written) {
  return mdf::to_text(mdf::from_json(written));
}

FunctionExample example_from(const Case& test, const mdf::FunctionInfo& function) {
  const ordered_json& entry = entry_of(test);
  FunctionExample example{test.name, {}, mdf::to_text(call_mdf_case(test))};
  const ordered_json positional = entry.value("positional", ordered_json::array());
  for (size_t i = 0; i < positional.size(); ++i) {
    const size_t at = function.variadic ? 0 : i;
    const std::string name =
        at < function.arguments.size() ? function.arguments[at] : std::to_string(i);
    example.arguments.emplace_back(name, value_text(positional[i]));
  }
  const ordered_json named = entry.value("args", ordered_json::object());
  for (const auto& [name, value] : named.items()) {
    example.arguments.emplace_back(name, value_text(value));
  }
  return example;
}

}  // namespace

FunctionFacts facts_of(const mdf::FunctionInfo& function) {
  FunctionFacts facts{function, sources_of(function.source), {}, {}};
  const auto found = own_function_cases().find(std::string(mdf_prefix) + function.name);
  if (found == own_function_cases().end()) return facts;
  const Case* best = nullptr;
  for (const Case& test : found->second) {
    const Status status = judge(test).status;
    ++facts.verdict[std::string(to_string(status))];
    if (status != Status::pass || entry_of(test).contains("error")) continue;
    if (best == nullptr || cost(entry_of(test)) < cost(entry_of(*best))) best = &test;
  }
  if (best != nullptr) facts.example = example_from(*best, function);
  return facts;
}

std::string verdict_text(const FunctionFacts& facts) {
  int all = 0;
  for (const auto& [status, count] : facts.verdict) all += count;
  if (all == 0) return "";
  const auto passed = facts.verdict.find("pass");
  return fmt::format("{} of {} own cases pass", passed == facts.verdict.end() ? 0 : passed->second,
                     all);
}

}  // namespace etalon::explain
