// BatchNormalization.
#include "ops/ai.onnx/nn/batch_normalization.h"
#include "ops/ai.onnx/nn/open/standardized.h"

namespace etalon {
namespace {

// Outside training: a step may exceed the type; and a deviation of 0 gives the quotient, NaN where
// scale / 0 comes first, or the bias where the quotient is 0/0.
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
  const auto of_channels = [&](const auto& array) {
    return shaped(broadcast_array(array, by_channel(call).shape()));
  };
  const auto by_zero = [&] {
    return of_channels(Bools(xt::equal(of(4) + call.real("epsilon"), 0.0)));
  };
  const auto bias = [&] {
    const Reals D = shaped(Reals(by_channel(call).as<double>() - of(3))), y = open.Y.as<double>();
    const Bools zero = xt::isnan(y) && xt::isfinite(D);
    return Tensor::decided(open.Y.dtype(), Reals(xt::where(zero, of_channels(of(2)), y)));
  };
  return choice(steps, "zero_divisor", by_zero, "quotient",
                {{"nan", [&] { return scalar(open.Y.dtype(), std::nan("")); }}, {"bias", bias}});
}

// The running statistics after a batch of no elements: with NaN, with 0, or as they were.
void statistics_of_none(Opening& open) {
  const double momentum = open.call.real("momentum");
  for (size_t i = 1; i < open.output_count(); ++i) {
    Tensor& output = open.output(i);
    const Tensor& before = open.call.tensor_at(i + 2);
    const auto of_zero = [&] {
      return Tensor::decided(output.dtype(), Reals(before.as<double>() * momentum));
    };
    output = choice(output, "training", [&] { return full(output.shape(), true); }, "nan",
                    {{"zero", of_zero}, {"kept", [&] { return before; }}});
  }
}

void batch_normalization(Opening& open) {
  if (!training(open.call)) {
    open.Y = by_given_statistics(open);
    return;
  }
  const Tensor X = by_channel(open.call);
  open.Y = open_standardized(open, open.Y.reshaped(X.shape()), X, {0, 2}, open.call.real("epsilon"),
                             open.Y.dtype(), {"X", "scale", "B"})
               .reshaped(open.Y.shape());
  if (open.call.since_version() >= 14 && X.size() == 0) statistics_of_none(open);
}

const Open op("BatchNormalization", batch_normalization);

}  // namespace
}  // namespace etalon
