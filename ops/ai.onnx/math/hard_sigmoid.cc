// HardSigmoid: Y = max(0, min(1, alpha · X + beta)), elementwise.
//   1, 6, 22  22: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

Values hard_sigmoid(const Call& call) {
  const double alpha = call.real("alpha"), beta = call.real("beta");
  return {each(call.tensor("X"), [&]<class R>(const R& x) {
    return maximum(R(0), minimum(R(1), R(alpha * x + beta)));
  })};
}

const Operator op("HardSigmoid", hard_sigmoid, {1, 6, 22});

}  // namespace
}  // namespace etalon
