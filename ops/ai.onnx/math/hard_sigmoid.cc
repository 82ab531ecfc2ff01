// HardSigmoid: Y = max(0, min(1, alpha · X + beta)), elementwise.
//   1, 6, 22  22: bfloat16
#include "engine/operators/choice.h"
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon {
namespace {

Values hard_sigmoid(const Call& call) {
  const double alpha = call.real("alpha");
  const double beta = call.real("beta");
  const Tensor Y =
      each(call.tensor("X"), [&](auto x) { return activation::hard_sigmoid(x, alpha, beta); });
  return {choice(Y, "nan", [&] { return nans(Y); }, "propagate",
                 {{"zero", [&] { return scalar(Y.dtype(), 0.0); }},
                  {"one", [&] { return scalar(Y.dtype(), 1.0); }}})};
}

const Operator op("HardSigmoid", hard_sigmoid, {1, 6, 22});

}  // namespace
}  // namespace etalon
