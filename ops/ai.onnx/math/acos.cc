// Acos: output = arccos(input), elementwise, in radians; NaN outside [-1, 1].
//   7, 22     22: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

Values acos(const Call& call) {
  return {each(call.tensor("input"), [](auto x) { return real::acos(x); })};
}

const Operator op("Acos", acos, {7, 22});

}  // namespace
}  // namespace etalon
