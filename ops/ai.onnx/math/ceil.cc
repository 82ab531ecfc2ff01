// Ceil: Y = ⌈X⌉, elementwise; ±0, ±∞ and NaN stay.
//   1, 6, 13  13: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

Values ceil(const Call& call) {
  return {each(call.tensor("X"), [](const auto& x) { return real::ceil(x); })};
}

const Operator op("Ceil", ceil, {1, 6, 13});

}  // namespace
}  // namespace etalon
