// StringConcat: Z = X followed by Y, elementwise, broadcasting.
//   20
#include "engine/numerics/numerics.h"

namespace etalon {
namespace {

Values string_concat(const Call& call) {
  const Shape shape = broadcast_shape(call.tensor("X").shape(), call.tensor("Y").shape());
  Texts Z = broadcast_to(call.tensor("X"), shape).as<std::string>();
  const Texts Y = broadcast_to(call.tensor("Y"), shape).as<std::string>();
  for (size_t i = 0; i < Z.size(); ++i) Z.data()[i] += Y.data()[i];
  return {Tensor::of(DType::string, Z)};
}

const Operator op("StringConcat", string_concat, {20});

}  // namespace
}  // namespace etalon
