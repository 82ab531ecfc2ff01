// IsNaN: Y = whether X is NaN, elementwise.
//   9, 13     13: bfloat16
//   20        float8
#include <cmath>

#include "ops/ai.onnx/logical/logical.h"

namespace etalon {
namespace {

Values is_nan(const Call& call) {
  return {elements_that(call.tensor("X"), [](double x) { return std::isnan(x); })};
}

const Operator op("IsNaN", is_nan, {9, 13, 20});

}  // namespace
}  // namespace etalon
