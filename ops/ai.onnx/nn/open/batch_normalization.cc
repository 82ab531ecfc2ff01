// BatchNormalization.
#include "ops/ai.onnx/nn/batch_normalization.h"
#include "ops/ai.onnx/nn/open/standardized.h"

namespace etalon {
namespace {

// Outside training: a step may exceed the type, and nothing says what a deviation of 0 gives.
Tensor by_given_statistics(const Opening& open) {
  const Call& call = open.call;
  const Shape shape = call.tensor("X").shape();
  const auto of = [&](size_t position) { return parameter(call, position).as<double>(); };
  const auto shaped = [&](auto array) {
    array.reshape(shape);
    return array;
  };
  const Tensor steps = step_or_exact(open.Y, "overflow", [&] {
    const Reals x = xt::abs(by_channel(call).as<double>());
    const Reals D = x + xt::abs(of(3)), scale = xt::abs(of(1));
    // scale / √(var + epsilon) may come first.
    const Reals factor = scale / xt::sqrt(of(4) + call.real("epsilon"));
    const Reals magnitude = xt::maximum(D * xt::maximum(1.0, scale), factor * xt::maximum(1.0, D));
    return shaped(magnitude);
  });
  return no_result(steps, "zero_divisor", [&] {
    const Bools zero = xt::equal(of(4) + call.real("epsilon"), 0.0);
    return shaped(broadcast_array(zero, by_channel(call).shape()));
  });
}

void batch_normalization(Opening& open) {
  if (!training(open.call)) {
    open.Y = by_given_statistics(open);
    return;
  }
  const Tensor X = by_channel(open.call);
  open.Y = open_standardized(open.Y.reshaped(X.shape()), X, {0, 2}, open.call.real("epsilon"),
                             open.Y.dtype())
               .reshaped(open.Y.shape());
  const bool empty = open.call.since_version() >= 14 && X.size() == 0;
  for (size_t i = 0; i < open.output_count(); ++i) {
    const Tensor& output = open.output(i);
    open.output(i) = no_result(output, "training", [&] { return full(output.shape(), empty); });
  }
}

const Open op("BatchNormalization", batch_normalization);

}  // namespace
}  // namespace etalon
