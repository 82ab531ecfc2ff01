// Which operators have no rounding bound.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "conformance/cases/cases.h"
#include "conformance/check/bounds.h"
#include "conformance/common/paths.h"
#include "conformance/tests/catch.h"
#include "engine/loader/loader.h"
#include "engine/loader/serialization.h"
#include "onnx.pb.h"

namespace etalon::coverage_test {
namespace {

// Adds "Conv" for each float output of a case that has no bound.
void add_unbounded(const Case& test, std::set<std::string>& names) {
  const nlohmann::json& written = test.document->at("cases").at(test.index);
  if (test.function || written.contains("error")) return;
  const BoundModel model = parse_model(model_message(test).SerializeAsString());
  const DataSet set = data_sets(test, model).at(0);
  const BoundedOutputs result = evaluate_with_bounds(model, set.inputs);
  for (size_t i = 0; i < result.outputs.size(); ++i) {
    const Value& output = result.outputs[i];
    const bool is_real = output.is_tensor() && is_float(output.tensor().dtype());
    if (is_real && result.bounds[i].kind == Bound::Kind::none) {
      names.insert(test.document->at("operator").get<std::string>());
    }
  }
}

}  // namespace

TEST_CASE("Every operator of ai.onnx and ai.onnx.ml has rounding bounds, but for those listed") {
  std::set<std::string> without;
  std::set<std::string> all;
  for (const Case& test : discover(own_cases_folder())) {
    if (test.suite != "ai.onnx" && test.suite != "ai.onnx.ml") continue;
    all.insert(test.document->at("operator").get<std::string>());
    add_unbounded(test, without);
  }
  CHECK(all.size() > 200);
  INFO(fmt::format("{} of {} operators: {}", without.size(), all.size(), fmt::join(without, " ")));
  // Random numbers have no bounds; the others are evaluated over the reals, but not to bounds.
  CHECK(without == std::set<std::string>{"ATen",
                                         "Bernoulli",
                                         "Col2Im",
                                         "DFT",
                                         "DeformConv",
                                         "DequantizeLinear",
                                         "Det",
                                         "Dropout",
                                         "GivenTensorFill",
                                         "GridSample",
                                         "ImageScaler",
                                         "LinearAttention",
                                         "LinearClassifier",
                                         "LinearRegressor",
                                         "LpNormalization",
                                         "MelWeightMatrix",
                                         "Mod",
                                         "Normalize",
                                         "Normalizer",
                                         "PRelu",
                                         "RandomNormal",
                                         "RandomNormalLike",
                                         "RandomUniform",
                                         "RandomUniformLike",
                                         "Range",
                                         "Resize",
                                         "RoiAlign",
                                         "STFT",
                                         "SVMClassifier",
                                         "SVMRegressor",
                                         "Scale",
                                         "ScatterElements",
                                         "TreeEnsembleClassifier"});
}

}  // namespace etalon::coverage_test
