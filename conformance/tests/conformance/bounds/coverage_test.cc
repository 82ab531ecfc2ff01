// Which operators have no rounding bound.
#include <fmt/format.h>

#include <map>
#include <set>

#include "conformance/bounds/bounds.h"
#include "conformance/cases/cases.h"
#include "conformance/common/paths.h"
#include "conformance/tests/catch.h"
#include "engine/loader/loader.h"
#include "engine/loader/serialization.h"
#include "engine/values/json.h"
#include "onnx.pb.h"

namespace etalon::coverage_test {
namespace {

// Adds "Conv" for each float output of a case that has no bound, with the first reason for it.
void add_unbounded(const Case& test, std::map<std::string, std::string>& reasons) {
  const nlohmann::json& written = test.document->at("cases").at(test.index);
  if (test.function || written.contains("error")) return;
  const BoundModel model = parse_model(model_message(test).SerializeAsString());
  const DataSet set = data_sets(test, model).at(0);
  const BoundedOutputs result = evaluate_with_bounds(model, set.inputs);
  for (size_t i = 0; i < result.outputs.size(); ++i) {
    const Value& output = result.outputs[i];
    const bool is_real = output.is_tensor() && is_float(output.tensor().dtype());
    if (is_real && result.bounds[i].kind == Bound::Kind::none) {
      reasons.emplace(test.document->at("operator").get<std::string>(), result.bounds[i].reason);
    }
  }
}

}  // namespace

TEST_CASE("Every operator of every domain has rounding bounds, but for those listed") {
  std::map<std::string, std::string> reasons;
  std::set<std::string> all;
  for (const Case& test : discover(own_cases_folder())) {
    if (test.suite == "mdf") continue;  // its functions have no model
    all.insert(test.document->at("operator").get<std::string>());
    add_unbounded(test, reasons);
  }
  CHECK(all.size() > 270);
  std::set<std::string> without;
  std::string listed;
  for (const auto& [name, reason] : reasons) {
    without.insert(name);
    listed += fmt::format("{}: {}\n", name, reason);
  }
  INFO(fmt::format("{} of {} operators:\n{}", without.size(), all.size(), listed));
  // Random numbers have no bounds. Gradient differentiates numerically, and SVMClassifier iterates
  // to a tolerance, so that another runtime may stop elsewhere.
  CHECK(without == std::set<std::string>{"Bernoulli", "Dropout", "Gradient", "RandomNormal",
                                         "RandomNormalLike", "RandomUniform", "RandomUniformLike",
                                         "SVMClassifier"});
}

}  // namespace etalon::coverage_test
