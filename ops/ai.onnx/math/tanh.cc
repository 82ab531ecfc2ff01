// Tanh: output = tanh(input), elementwise.
//   1, 6, 13  13: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

Values tanh(const Call& call) {
  return {each(call.tensor("input"), [](auto x) { return real::tanh(x); })};
}

const Operator op("Tanh", tanh, {1, 6, 13});

}  // namespace
}  // namespace etalon
