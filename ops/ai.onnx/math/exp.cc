// Exp: output = e^input, elementwise.
//   1, 6, 13  13: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

Values exp(const Call& call) {
  return {each(call.tensor("input"), [](auto x) { return real::exp(x); })};
}

const Operator op("Exp", exp, {1, 6, 13});

}  // namespace
}  // namespace etalon
