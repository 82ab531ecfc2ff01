// Not: Y = ¬X, elementwise on bools.
//   1
#include "engine/formula.h"

namespace etalon {
namespace {

Values logical_not(const Call& call) {
  return {Tensor::of(DType::boolean, !call.tensor("X").as<bool>())};
}

const Operator op("Not", logical_not, {1});

}  // namespace
}  // namespace etalon
