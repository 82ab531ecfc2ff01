// Relu: Y = max(0, X), elementwise.
//   1, 6, 13  13: bfloat16
//   14        signed integers
#include "engine/formula.h"

namespace etalon {
namespace {

Values relu(const Call& call) {
  return {
      each<numbers>(call.tensor("X"), []<class R>(const R& x) -> R { return maximum(R(0), x); })};
}

const Operator op("Relu", relu, {1, 6, 13, 14});

}  // namespace
}  // namespace etalon
