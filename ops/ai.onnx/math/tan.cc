// Tan: output = tan(input), elementwise, in radians.
//   7, 22     22: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

Values tan(const Call& call) {
  return {each(call.tensor("input"), [](auto x) { return real::tan(x); })};
}

const Operator op("Tan", tan, {7, 22});

}  // namespace
}  // namespace etalon
