// Momentum as released: X stays as it is, and beta is the attribute at T = 0, too.
#include "ops/ai.onnx.preview.training/training/training.h"

#include "engine/operators/rooms.h"

namespace etalon {
namespace {

Values x_unchanged(const Call& call) {
  is_nesterov(call);  // these may refuse
  learning_rate(call);
  update_count(call);
  return optimized<3>(call, [&]<class Real>() {
    const Real alpha = call.real("alpha"), beta = call.real("beta");
    const Real norm_coefficient = call.real("norm_coefficient");
    return [=](const Real& X, const Real& G, const Real& V) {
      return std::array{X, Real(alpha * V + beta * (norm_coefficient * X + G))};
    };
  });
}

const Released op("Momentum", {"momentum-x-unchanged"}, x_unchanged);

}  // namespace
}  // namespace etalon
