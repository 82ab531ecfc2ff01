// Sqrt: Y = √X, elementwise; NaN below 0.
//   1, 6, 13  13: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

Values sqrt(const Call& call) {
  return {each(call.tensor("X"), [](const auto& x) { return real::sqrt(x); })};
}

const Operator op("Sqrt", sqrt, {1, 6, 13});

}  // namespace
}  // namespace etalon
