// Sin: output = sin(input), elementwise, in radians.
//   7, 22     22: more types
#include "engine/formula.h"

namespace etalon {
namespace {

Values sin(const Call& call) {
  return {each(call.tensor("input"), [](auto x) { return real::sin(x); })};
}

const Operator op("Sin", sin, {7, 22});

}  // namespace
}  // namespace etalon
