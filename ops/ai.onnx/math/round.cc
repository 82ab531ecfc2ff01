// Round: Y = the nearest integer to X, halves to the even one; ±0, ±∞ and NaN stay.
//   11, 22    22: bfloat16
#include "engine/numerics/numerics.h"

namespace etalon {
namespace {

Values round(const Call& call) {
  const Tensor& X = call.tensor("X");
  return {Tensor::of(X.dtype(), xt::rint(X.as<double>()))};
}

const Operator op("Round", round, {11, 22});

}  // namespace
}  // namespace etalon
