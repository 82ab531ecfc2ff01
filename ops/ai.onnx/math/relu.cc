// Relu: Y = max(0, X), elementwise.
//   1, 6, 13  13: bfloat16
//   14        signed integers
#include "engine/numerics/elementwise.h"

namespace etalon {
namespace {

Values relu(const Call& call) {
  return {arithmetic(call.tensor("X"), []<class T>(const T& x) -> T { return maximum(T(0), x); })};
}

const Operator op("Relu", relu, {1, 6, 13, 14});

}  // namespace
}  // namespace etalon
