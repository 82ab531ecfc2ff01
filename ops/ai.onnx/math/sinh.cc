// Sinh: output = sinh(input), elementwise.
//   9, 22     22: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

Values sinh(const Call& call) {
  return {each(call.tensor("input"), [](auto x) { return real::sinh(x); })};
}

const Operator op("Sinh", sinh, {9, 22});

}  // namespace
}  // namespace etalon
