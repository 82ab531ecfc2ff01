// ThresholdedRelu: Y = X for X > alpha, 0 otherwise, elementwise.
//   10, 22    22: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

Values thresholded_relu(const Call& call) {
  const double alpha = call.real("alpha");
  return {each(call.tensor("X"), [&](auto x) { return x > alpha ? x : 0; })};
}

const Operator op("ThresholdedRelu", thresholded_relu, {10, 22});

}  // namespace
}  // namespace etalon
