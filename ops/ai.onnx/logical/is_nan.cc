// IsNaN: Y = whether X is NaN, elementwise.
//   9, 13     13: bfloat16
//   20        float8
#include "engine/formula.h"

namespace etalon {
namespace {

Values is_nan(const Call& call) {
  return {holds(call.tensor("X"), [](auto x) { return std::isnan(x); })};
}

const Operator op("IsNaN", is_nan, {9, 13, 20});

}  // namespace
}  // namespace etalon
