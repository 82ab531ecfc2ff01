// HardSwish: Y = X · max(0, min(1, X / 6 + 1 / 2)), elementwise.
//   14, 22    22: bfloat16
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon::hard_swish_operator {
namespace {

Values hard_swish_14(const Call& call) {
  return {each(call.tensor("X"),
               []<class R>(R x) { return x * maximum<R>(0, minimum<R>(1, (x + 3) / 6)); })};
}

const Operator op("HardSwish", {{14, hard_swish_14}, {22, hard_swish_14}});

}  // namespace
}  // namespace etalon::hard_swish_operator
