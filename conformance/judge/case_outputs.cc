#include "conformance/judge/case_outputs.h"

#include <fmt/format.h>

#include <algorithm>

#include "conformance/common/file_names.h"
#include "engine/loader/serialization.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace {

// The output's name, or its number where the graph has fewer outputs.
std::string output_name(const Model& model, size_t index) {
  const auto& outputs = model.graph.outputs;
  return index < outputs.size() ? outputs[index].name : std::to_string(index);
}

}  // namespace

void describe(const BoundModel& model, const DataSet& set, const Tolerance& tolerance,
              CaseDetails& details) {
  details.nodes = node_texts(model);
  details.more_nodes = model.graph.nodes.size() - details.nodes.size();
  details.inputs = input_texts(model, set.inputs, false);
  for (size_t i = 0; i < std::min(set.expected.size(), shown_values); ++i) {
    details.outputs.push_back(value_summary(output_name(model, i), set.expected[i], false));
  }
  details.tolerance = tolerance;
}

ErrorPicture picture_of(const ShownOutputs& outputs) {
  ErrorPicture picture;
  for (size_t i = 0; i < outputs.actual.size() && picture.empty(); ++i) {
    const std::string name = output_name(outputs.model, i);
    if (outputs.differing.count(name) == 0) continue;
    picture = picture_errors(name, outputs.actual[i], outputs.expected[i], outputs.tolerance);
  }
  return picture;
}

void show_differences(const ShownOutputs& outputs, const Bindings& inputs, CaseDetails& details) {
  try {
    details.inputs = input_texts(outputs.model, inputs, true);
    const size_t count = std::min(outputs.actual.size(), outputs.expected.size());
    for (size_t i = 0; i < count; ++i) {
      const std::string name = output_name(outputs.model, i);
      if (outputs.differing.count(name) == 0 || details.differences.size() == shown_values)
        continue;
      details.differences.push_back(
          difference_text(name, outputs.actual[i], outputs.expected[i], outputs.tolerance));
    }
  } catch (const LimitExceeded&) {
    details.differences.clear();
  }
}

std::string keep_outputs(const std::filesystem::path& folder, const Case& test, size_t set,
                         const Model& model, const Values& outputs) {
  if (folder.empty()) return "";
  const auto of_set = folder / file_name_of(test.release) / file_name_of(test.suite) /
                      file_name_of(test.name) / fmt::format("test_data_set_{}", set);
  std::string problem;
  try {
    std::filesystem::create_directories(of_set);
    for (size_t i = 0; i < outputs.size(); ++i) {
      if (outputs[i].absent()) continue;
      write_value(of_set / fmt::format("output_{}.pb", i), outputs[i], output_name(model, i));
    }
    return "";
  } catch (const std::filesystem::filesystem_error& error) {
    problem = error.code().message();
  } catch (const InvalidInput& error) {
    problem = error.what();
  }
  std::error_code ignored;
  std::filesystem::remove_all(of_set, ignored);  // the outputs of a data set are kept all, or none
  return problem;
}

Tolerance tolerance_for(const CaseTerms& terms, const JudgeOptions& options) {
  Tolerance tolerance = terms.tolerance;
  if (options.rtol) tolerance.rtol = *options.rtol;
  if (options.atol) tolerance.atol = *options.atol;
  tolerance.max_ulp = options.max_ulp;
  return options.rule.of(tolerance, 1);
}

Verifier by_tolerance(const Tolerance& tolerance) {
  return [tolerance](const Value& a, const Value& e) { return compare(a, e, tolerance); };
}

RuleResult compare_outputs(const Model& model, const Values& actual, const Values& expected,
                           const Verifier& verify, std::set<std::string>& differing) {
  RuleResult whole;
  if (actual.size() != expected.size()) {
    whole.kind = Mismatch::count;
    whole.message =
        fmt::format("there are {} outputs, expected {}", actual.size(), expected.size());
    for (const ValueInfo& output : model.graph.outputs) differing.insert(output.name);
    return whole;
  }
  for (size_t i = 0; i < actual.size(); ++i) {
    RuleResult part = verify(actual[i], expected[i]);
    if (!part.pass()) {
      differing.insert(output_name(model, i));
      part.message = fmt::format("output {}: {}", in_quotes(output_name(model, i)), part.message);
    }
    merge(whole, part);
  }
  return whole;
}

}  // namespace etalon
