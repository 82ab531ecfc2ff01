// IsNaN: Y = whether X is NaN, elementwise.
//   9, 13     13: bfloat16
//   20        float8
#include "engine/numerics/numerics.h"

namespace etalon {
namespace {

Values is_nan(const Call& call) {
  return {Tensor::of(DType::boolean, xt::isnan(call.tensor("X").as<double>()))};
}

const Operator op("IsNaN", is_nan, {9, 13, 20});

}  // namespace
}  // namespace etalon
