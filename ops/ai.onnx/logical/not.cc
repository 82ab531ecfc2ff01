// Not: Y = ¬X, elementwise on bools.
//   1
#include "engine/numerics/numerics.h"

namespace etalon::not_operator {
namespace {

Values logical_not(const Call& call) {
  return {Tensor::of(DType::boolean, !call.tensor("X").as<bool>())};
}

const Operator op("Not", {{1, logical_not}});

}  // namespace
}  // namespace etalon::not_operator
