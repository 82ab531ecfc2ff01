// Cosh: output = cosh(input), elementwise.
//   9, 22     22: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

Values cosh(const Call& call) {
  return {each(call.tensor("input"), [](auto x) { return real::cosh(x); })};
}

const Operator op("Cosh", cosh, {9, 22});

}  // namespace
}  // namespace etalon
