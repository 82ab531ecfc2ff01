#include "conformance/judge/output_lists.h"

#include <fmt/format.h>

#include "engine/values/utf8.h"

namespace etalon {

Tolerance tolerance_for(const CaseTerms& terms, const JudgeOptions& options) {
  Tolerance tolerance = terms.tolerance;
  if (options.rtol) tolerance.rtol = *options.rtol;
  if (options.atol) tolerance.atol = *options.atol;
  tolerance.max_ulp = options.max_ulp;
  return options.rule.of(tolerance, 1);
}

std::string output_name(const Model& model, size_t index) {
  const auto& outputs = model.graph.outputs;
  return index < outputs.size() ? outputs[index].name : std::to_string(index);
}

Verifier by_tolerance(const Tolerance& tolerance) {
  return [tolerance](const Value& a, const Value& e) { return compare(a, e, tolerance); };
}

Verdict compare_outputs(const Model& model, const Values& actual, const Values& expected,
                        const Verifier& verify, std::set<std::string>& differing) {
  Verdict whole;
  if (actual.size() != expected.size()) {
    whole.kind = Mismatch::count;
    whole.message =
        fmt::format("there are {} outputs, expected {}", actual.size(), expected.size());
    for (const ValueInfo& output : model.graph.outputs) differing.insert(output.name);
    return whole;
  }
  for (size_t i = 0; i < actual.size(); ++i) {
    Verdict part = verify(actual[i], expected[i]);
    if (!part.pass()) {
      differing.insert(output_name(model, i));
      part.message = fmt::format("output {}: {}", in_quotes(output_name(model, i)), part.message);
    }
    merge(whole, part);
  }
  return whole;
}

}  // namespace etalon
