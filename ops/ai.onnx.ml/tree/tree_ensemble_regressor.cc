// TreeEnsembleRegressor: Y[n, t] = post_transform(base_values[t] + the aggregate, over all trees,
// of the weights for target t of the leaf that X[n] reaches from the tree's root).
//   1
//   3         values and weights also as tensors of double
//   5         deprecated for TreeEnsemble; as 3
#include "ops/ai.onnx.ml/tree/tree.h"

namespace etalon {
namespace {

Aggregate aggregate_named(const std::string& name) {
  if (name == "AVERAGE") return Aggregate::average;
  if (name == "SUM") return Aggregate::sum;
  if (name == "MIN") return Aggregate::min;
  if (name == "MAX") return Aggregate::max;
  throw InvalidModel("aggregate_function '{}' is none of AVERAGE, SUM, MIN and MAX", name);
}

Values tree_ensemble_regressor(const Call& call) {
  const size_t targets = target_count(call);
  const Forest forest = ForestReader(call, targets).read("target");
  const Aggregate aggregate = aggregate_named(call.text("aggregate_function"));
  const std::vector<double> base_values = reals_or_tensor(call, "base_values");
  if (!base_values.empty()) want_length("base_values", base_values, targets);
  Reals scores = aggregated(forest, call.tensor("X"), targets, aggregate);
  for (size_t i = 0; i < scores.size(); ++i) {
    if (!base_values.empty()) scores.data()[i] += base_values[i % targets];
  }
  return {Tensor::of(DType::float32, transformed(scores, post_transform(call)))};
}

const Operator op("TreeEnsembleRegressor", tree_ensemble_regressor, {1, 3, 5}, "ai.onnx.ml");

}  // namespace
}  // namespace etalon
