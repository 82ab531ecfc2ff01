// BatchNormalization outside training: a channel's deviation is evaluated once for all its
// elements.
#include "ops/ai.onnx/nn/batch_normalization.h"
#include "engine/numerics/rounded.h"
#include "engine/operators/rooms.h"

namespace etalon {
namespace {

struct Channel {
  double mean, var, scale, B, epsilon;
  Ball deviation = real::sqrt(Ball(var) + epsilon);

  template <class R>
  R operator()(const R& x) const {
    if constexpr (std::is_same_v<R, Ball>) {
      return (x - mean) / deviation * scale + B;
    } else {
      return (x - mean) / real::sqrt(R(var) + epsilon) * scale + B;
    }
  }
};

std::optional<Values> batch_normalization(const Call& call) {
  if (training(call)) return std::nullopt;
  const Tensor& X = call.tensor("X");
  const Shape layers = by_channel(call).shape();
  const auto values = [&](size_t position) { return parameter(call, position).as<double>(); };
  const Reals scale = values(1), B = values(2), mean = values(3), var = values(4);
  const double epsilon = call.real("epsilon");
  const size_t channels = layers[1], positions = layers[2];
  Reals Y = X.as<double>();
  for (size_t line = 0; line < layers[0] * channels; ++line) {
    const size_t c = line % channels;
    const Channel channel{mean(c, 0), var(c, 0), scale(c, 0), B(c, 0), epsilon};
    double* const of_line = Y.data() + line * positions;
    for (size_t i = 0; i < positions; ++i) {
      of_line[i] = correctly_rounded(X.dtype(), channel, of_line[i]);
    }
  }
  return Values{Tensor::decided(X.dtype(), Y)};
}

const Quick op("BatchNormalization", batch_normalization);

}  // namespace
}  // namespace etalon
