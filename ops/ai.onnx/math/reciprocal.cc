// Reciprocal: Y = 1 / X, elementwise.
//   1, 6, 13  13: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

Values reciprocal(const Call& call) {
  return {each(call.tensor("X"), [](const auto& x) { return 1 / x; })};
}

const Operator op("Reciprocal", reciprocal, {1, 6, 13});

}  // namespace
}  // namespace etalon
