// StringConcat: Z = X followed by Y, elementwise, broadcasting.
//   20
#include "engine/numerics/numerics.h"

namespace etalon {
namespace {

Values string_concat(const Call& call) {
  const Texts X = call.tensor("X").as<std::string>();
  const Texts Y = call.tensor("Y").as<std::string>();
  const auto joined = [](const std::string& x, const std::string& y) { return x + y; };
  return {Tensor::of(DType::string, by_element(X, Y, joined))};
}

const Operator op("StringConcat", string_concat, {20});

}  // namespace
}  // namespace etalon
