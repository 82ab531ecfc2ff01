// Cos: output = cos(input), elementwise, in radians.
//   7, 22     22: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

Values cos(const Call& call) {
  return {each(call.tensor("input"), [](auto x) { return real::cos(x); })};
}

const Operator op("Cos", cos, {7, 22});

}  // namespace
}  // namespace etalon
