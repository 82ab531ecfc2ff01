// StringConcat: Z = X followed by Y, elementwise, broadcasting.
//   20
#include <algorithm>
#include <functional>

#include "engine/numerics/numerics.h"

namespace etalon {
namespace {

Values string_concat(const Call& call) {
  const Shape shape = broadcast_shape(call.tensor("X").shape(), call.tensor("Y").shape());
  const Tensor X = broadcast_to(call.tensor("X"), shape);
  const Tensor Y = broadcast_to(call.tensor("Y"), shape);
  const auto x = X.slots<std::string>(), y = Y.slots<std::string>();
  Texts Z = empty_array<std::string>(shape);
  std::transform(x.begin(), x.end(), y.begin(), Z.begin(), std::plus());
  return {Tensor::of(DType::string, std::move(Z))};
}

const Operator op("StringConcat", string_concat, {20});

}  // namespace
}  // namespace etalon
