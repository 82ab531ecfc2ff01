#include "conformance/generate/rules/ai.onnx.ml/tree/trees.h"

#include <limits>

namespace etalon::rules {

namespace {

// Adds a node and its descendants; returns its position.
size_t grow(Draw& draw, int depth, DrawnTree& tree) {
  const size_t place = tree.size();
  tree.emplace_back();
  if (depth == 0 || draw.chance(0.2)) return place;
  const size_t when_true = grow(draw, depth - 1, tree);
  const size_t when_false = grow(draw, depth - 1, tree);
  tree[place] = {when_true, when_false};
  return place;
}

}  // namespace

std::vector<DrawnTree> draw_trees(Draw& draw) {
  std::vector<DrawnTree> trees(1 + draw.below(3));
  for (DrawnTree& tree : trees) grow(draw, 3, tree);
  return trees;
}

std::vector<double> draw_weights(Draw& draw, size_t count, size_t trees, bool probit,
                                 bool negative) {
  if (probit) return draw.reals(count, 0.01, 0.7 / static_cast<double>(trees));
  return draw.reals(count, negative ? -2 : 0.0625, 2);
}

void add_samples_for_trees(Drafting& call, size_t features) {
  Draw& draw = call.draw();
  const Tensor X = call.add({draw.samples(), features});
  if (!is_float(X.dtype()) || !draw.chance(0.3)) return;
  Reals x = X.as<double>();
  for (double& each : x) {
    if (draw.chance(0.3)) each = std::numeric_limits<double>::quiet_NaN();
  }
  call.inputs.back() = Value(Tensor::of(X.dtype(), x));
}

}  // namespace etalon::rules
