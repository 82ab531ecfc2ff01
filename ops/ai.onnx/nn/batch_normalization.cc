// BatchNormalization: Y = (X − mean) / √(var + epsilon) · scale + B, by channel: axis 1.
// In training mean and var are those of X over all other axes (var = Σ(x − mean)² / count), and
// further outputs are
//   running mean = mean input · momentum + mean · (1 − momentum), running var likewise,
//   saved mean = mean, saved var = var.
//   1, 6        training unless is_test; 5 outputs. With spatial 0 each position within a channel
//               counts as a channel of its own
//   7           training when there is more than one output
//   9           no `spatial`; X of rank 1 has one channel
//   14, 15      training when training_mode; 3 outputs; 14: statistics of a type of their own;
//               15: scale and B too
#include "engine/numerics/rounded_once.h"
#include "engine/operators/choice.h"
#include "ops/ai.onnx/nn/normalization.h"

namespace etalon {
namespace {

bool training(const Call& call) {
  if (call.since_version() < 7) return !call.flag("is_test");
  const bool mode =
      call.since_version() < 14 ? call.output_count() > 1 : call.flag("training_mode");
  if (!mode && call.output_count() > 1) {
    throw InvalidModel("there are {} outputs, but training_mode is 0", call.output_count());
  }
  return mode;
}

// X's elements as [N, channels, positions].
Shape layers_of(const Call& call, const Tensor& X) {
  if (X.rank() == 1 && call.since_version() >= 9) return {X.dim(0), 1, 1};
  require_rank_from("X", X, 2);
  const bool spatial = call.since_version() >= 9 || call.flag("spatial");
  if (!spatial) return {X.dim(0), split_at(X.shape(), 1).after, 1};
  return {X.dim(0), X.dim(1), split_at(X.shape(), 2).after};
}

// The inputs go by position: some versions call the statistics input_mean and input_var.
const Tensor& input(const Call& call, size_t position) {
  return call.tensor(call.schema().inputs[position].name);
}

// An input with a value for each channel, as [channels]. Versions 1 and 6 with spatial 0 also have
// one for each of X's channels, which serves all positions.
Reals parameter(const Call& call, size_t position, size_t channels) {
  const Tensor& X = call.tensor("X");
  const Tensor& values = input(call, position);
  if (values.size() == channels) return values.reshaped({channels}).as<double>();
  if (X.rank() < 2 || values.size() != X.dim(1) || values.size() == 0) {
    throw InvalidInput("{} has the shape {} where there are {} channels",
                       call.schema().inputs[position].name, to_string(values.shape()), channels);
  }
  const size_t C = X.dim(1);
  const Tensor repeated = broadcast_to(values.reshaped({C, 1}), {C, channels / C});
  return repeated.reshaped({channels}).as<double>();
}

// One channel's formula, over any carrier of the reals.
struct Channel {
  double mean, var, scale, B, epsilon;
  Ball deviation = real::sqrt(Ball(var) + epsilon);  // once for all elements

  template <class R>
  R operator()(const R& x) const {
    if constexpr (std::is_same_v<R, Ball>) {
      return (x - mean) / deviation * scale + B;
    } else {
      return (x - mean) / real::sqrt(R(var) + epsilon) * scale + B;
    }
  }
};

// Y for X's elements as `layers`, by the statistics that are given.
Tensor normalized(const Call& call, const Shape& layers) {
  const Tensor& X = call.tensor("X");
  const size_t channels = layers[1], positions = layers[2];
  const Reals scale = parameter(call, 1, channels), B = parameter(call, 2, channels);
  const Reals mean = parameter(call, 3, channels), var = parameter(call, 4, channels);
  const double epsilon = call.real("epsilon");
  if (current_rounding()) {
    Array<ArbBall> values = elements_of<ArbBall>(X);
    for (size_t i = 0; i < values.size(); ++i) {
      const size_t c = i / positions % channels;
      // A runtime may fold the statistics into one factor and one addend.
      const ArbBall factor = scale(c) / real::sqrt(ArbBall(var(c)) + epsilon);
      SumOfTerms<ArbBall> sum;
      for (const ArbBall& term : {values.data()[i] * factor, -mean(c) * factor, ArbBall(B(c))}) {
        sum.add(term);
      }
      values.data()[i] = sum.result();
    }
    return rounded(X.dtype(), values);
  }
  Reals Y = X.as<double>();
  for (size_t line = 0; line < layers[0] * channels; ++line) {
    const size_t c = line % channels;
    const Channel channel{mean(c), var(c), scale(c), B(c), epsilon};
    double* values = Y.data() + line * positions;
    for (size_t i = 0; i < positions; ++i) {
      values[i] = correctly_rounded(X.dtype(), channel, values[i]);
    }
  }
  const auto of_channels = [&](auto f) {
    using T = decltype(f(size_t{0}, 0.0));
    Array<T> values = empty_array<T>(X.shape());
    const Reals x = X.as<double>();
    for (size_t i = 0; i < values.size(); ++i) {
      values.data()[i] = f(i / positions % channels, x.data()[i]);
    }
    return values;
  };
  const Tensor open = step_or_exact(Tensor::decided(X.dtype(), Y), "overflow", [&] {
    return of_channels([&](size_t c, double x) {
      return (std::fabs(x) + std::fabs(mean(c))) * std::max(1.0, std::fabs(scale(c)));
    });
  });
  return anything(open, "zero_divisor", [&] {
    return of_channels([&](size_t c, double) { return var(c) + epsilon == 0; });
  });
}

// [N, channels, positions] with the first two axes exchanged.
Tensor exchanged(const Tensor& X, const Shape& shape) {
  return transposed(X.reshaped(shape), {1, 0, 2});
}

// Y, the running statistics, and before version 14 those of the batch.
Values trained(const Call& call, const Shape& layers) {
  const Tensor& X = call.tensor("X");
  const Tensor& mean = input(call, 3);
  const Tensor& var = input(call, 4);
  const size_t N = layers[0], channels = layers[1], positions = layers[2];
  if (mean.size() != channels || var.size() != channels) {
    throw InvalidInput("mean has the shape {} and var {} where there are {} channels",
                       to_string(mean.shape()), to_string(var.shape()), channels);
  }
  const Reals scale = parameter(call, 1, channels), B = parameter(call, 2, channels);
  const Reals means = mean.as<double>(), vars = var.as<double>();
  const double epsilon = call.real("epsilon"), momentum = call.real("momentum");
  const auto statistics = [&]<class R>(const Array<R>& x, size_t first) -> std::vector<Array<R>> {
    const auto part = [&](const Reals& by_channel) {
      Array<R> values = empty_array<R>({x.shape()[0], 1});
      std::copy_n(by_channel.data() + first, values.size(), values.data());
      return values;
    };
    const Standardized<R> batch = standardized(x, {1}, epsilon);
    return {batch.values * part(scale) + part(B),
            part(means) * momentum + batch.mean * (1 - R(momentum)),
            part(vars) * momentum + batch.variance * (1 - R(momentum)), batch.mean, batch.variance};
  };
  std::vector<Tensor> results =
      by_lines(exchanged(X, layers).reshaped({channels, N * positions}),
               {X.dtype(), mean.dtype(), var.dtype(), mean.dtype(), var.dtype()}, statistics);
  results[0] =
      open_standardized(results[0], exchanged(X, layers).reshaped({channels, N * positions}), {1},
                        epsilon, X.dtype());
  for (Tensor& result : results) {
    const bool empty = call.since_version() >= 14 && X.size() == 0;
    result = anything(result, "training", [&] { return full(result.shape(), empty); });
  }
  results[0] = exchanged(results[0], {channels, N, positions}).reshaped(X.shape());
  for (const size_t i : {1, 3}) results[i] = results[i].reshaped(mean.shape());
  for (const size_t i : {2, 4}) results[i] = results[i].reshaped(var.shape());
  const size_t count = call.since_version() < 14 ? 5 : 3;
  return Values(results.begin(), results.begin() + std::ptrdiff_t(count));
}

Values batch_normalization(const Call& call) {
  const Shape layers = layers_of(call, call.tensor("X"));
  if (training(call)) return trained(call, layers);
  return {normalized(call, layers)};
}

const Operator op("BatchNormalization", batch_normalization, {1, 6, 7, 9, 14, 15});

}  // namespace
}  // namespace etalon
