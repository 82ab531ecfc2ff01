// Neg: Y = -X, elementwise; integers wrap.
//   1, 6, 13  6: signed integers; 13: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

Values neg(const Call& call) {
  return {each<numbers>(call.tensor("X"), [](const auto& x) { return -x; })};
}

const Operator op("Neg", neg, {1, 6, 13});

}  // namespace
}  // namespace etalon
