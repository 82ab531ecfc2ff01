// Softsign: output = input / (1 + |input|), elementwise.
//   1, 22     22: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

Values softsign(const Call& call) {
  return {each(call.tensor("input"), [](const auto& x) { return x / (1 + real::abs(x)); })};
}

const Operator op("Softsign", softsign, {1, 22});

}  // namespace
}  // namespace etalon
