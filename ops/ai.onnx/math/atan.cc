// Atan: output = arctan(input), elementwise, in radians.
//   7, 22     22: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

Values atan(const Call& call) {
  return {each(call.tensor("input"), [](auto x) { return real::atan(x); })};
}

const Operator op("Atan", atan, {7, 22});

}  // namespace
}  // namespace etalon
