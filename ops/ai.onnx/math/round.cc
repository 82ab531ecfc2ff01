// Round: Y = the nearest integer to X, halves to the even one; ±0, ±∞ and NaN stay.
//   11, 22    22: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

Values round(const Call& call) {
  return {each(call.tensor("X"), [](const auto& x) { return real::rint(x); })};
}

const Operator op("Round", round, {11, 22});

}  // namespace
}  // namespace etalon
