// Asin: output = arcsin(input), elementwise, in radians; NaN outside [-1, 1].
//   7, 22     22: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

Values asin(const Call& call) {
  return {each(call.tensor("input"), [](auto x) { return real::asin(x); })};
}

const Operator op("Asin", asin, {7, 22});

}  // namespace
}  // namespace etalon
