// Log: output = ln(input), elementwise; -∞ at 0, NaN below.
//   1, 6, 13  13: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

Values log(const Call& call) {
  return {each(call.tensor("input"), [](auto x) { return real::log(x); })};
}

const Operator op("Log", log, {1, 6, 13});

}  // namespace
}  // namespace etalon
