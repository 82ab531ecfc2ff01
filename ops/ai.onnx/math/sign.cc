// Sign: output = 1 where input > 0, -1 where input < 0, input itself where it is ±0 or NaN.
//   9, 13     13: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

Values sign(const Call& call) {
  return {each<numbers>(call.tensor("input"), []<class R>(const R& input) -> R {
    return input > R(0) ? R(1) : input < R(0) ? R(-1) : input;
  })};
}

const Operator op("Sign", sign, {9, 13});

}  // namespace
}  // namespace etalon
