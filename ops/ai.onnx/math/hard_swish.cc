// HardSwish: Y = X · max(0, min(1, X / 6 + 1 / 2)), elementwise.
//   14, 22    22: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

Values hard_swish(const Call& call) {
  return {each(call.tensor("X"), []<class R>(const R& x) {
    return x * maximum(R(0), minimum(R(1), R((x + 3) / 6)));
  })};
}

const Operator op("HardSwish", hard_swish, {14, 22});

}  // namespace
}  // namespace etalon
