// Atanh: output = artanh(input), elementwise; ±∞ at ±1, NaN beyond.
//   9, 22     22: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

Values atanh(const Call& call) {
  return {each(call.tensor("input"), [](auto x) { return real::atanh(x); })};
}

const Operator op("Atanh", atanh, {9, 22});

}  // namespace
}  // namespace etalon
