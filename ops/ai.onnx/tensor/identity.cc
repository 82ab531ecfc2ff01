// Identity: output = input.
//   1, 13                     tensors
//   14, 16                    14: sequences; 16: optionals
//   19, 21, 23, 24, 25        more types
#include "engine/formula.h"

namespace etalon {
namespace {

Values identity(const Call& call) { return {call.value("input")}; }

const Operator op("Identity", identity, {1, 13, 14, 16, 19, 21, 23, 24, 25});

}  // namespace
}  // namespace etalon
