// Asinh: output = arsinh(input), elementwise.
//   9, 22     22: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

Values asinh(const Call& call) {
  return {each(call.tensor("input"), [](auto x) { return real::asinh(x); })};
}

const Operator op("Asinh", asinh, {9, 22});

}  // namespace
}  // namespace etalon
