#include "conformance/generate/rules/ai.onnx.ml/linear/linear_model.h"

namespace etalon::rules {
namespace {

void linear_regressor(Drafting& call) {
  const size_t targets = 1 + call.draw().below(3);
  if (targets != 1 || call.draw().chance(0.5)) call.set("targets", static_cast<int64_t>(targets));
  add_linear_model(call, targets, call.draw().chance(0.6));
}

const GenerationRule linear_regressor_rule("LinearRegressor", linear_regressor, "ai.onnx.ml");

}  // namespace
}  // namespace etalon::rules
