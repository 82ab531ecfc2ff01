// BiasDropout: data + bias, scaled, may exceed the type where the sum with residual does not.
#include "engine/formula.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

void open_bias_dropout(Opening& open) {
  const Call& call = open.call;
  const Tensor &data = call.tensor("data"), *ratio = call.maybe("ratio");
  const Tensor* training_mode = call.maybe("training_mode");
  const bool trains = training_mode && training_mode->item<bool>();
  const double dropped = !trains ? 0 : ratio ? ratio->item<double>() : 0.5;
  open.Y = step_or_exact(open.Y, "overflow", [&] {
    return by_element(data.as<double>(), call.tensor("bias").as<double>(), [&](double x, double b) {
      const double sum = std::fabs(x + b);
      return std::isfinite(sum) ? sum * std::max(1.0, 1 / (1 - dropped)) : 0;
    });
  });
}

const Open op("BiasDropout", open_bias_dropout);

}  // namespace
}  // namespace etalon
