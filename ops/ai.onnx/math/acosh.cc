// Acosh: output = arcosh(input), elementwise; NaN below 1.
//   9, 22     22: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

Values acosh(const Call& call) {
  return {each(call.tensor("input"), [](auto x) { return real::acosh(x); })};
}

const Operator op("Acosh", acosh, {9, 22});

}  // namespace
}  // namespace etalon
