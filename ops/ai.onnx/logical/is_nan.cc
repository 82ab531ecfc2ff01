// IsNaN: Y = whether X is NaN, elementwise.
//   9, 13     13: bfloat16
//   20        float8
#include "engine/numerics/numerics.h"

namespace etalon::is_nan_operator {
namespace {

Values is_nan(const Call& call) {
  return {Tensor::of(DType::boolean, xt::isnan(call.tensor("X").as<double>()))};
}

const Operator op("IsNaN", {{9, is_nan}, {13, is_nan}, {20, is_nan}});

}  // namespace
}  // namespace etalon::is_nan_operator
