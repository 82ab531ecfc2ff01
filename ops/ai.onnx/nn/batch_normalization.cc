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

struct Statistics {
  Reals mean, var;  // [channels]
};

Statistics statistics_of(const Reals& x) {
  const Reals mean = mean_over(x, {0, 2});
  const Reals difference = x - mean;
  const Reals squared = difference * difference;
  return {squeezed(mean, {0, 2}), squeezed(mean_over(squared, {0, 2}), {0, 2})};
}

// Y of x [N, channels, positions].
Tensor normalized(const Call& call, const Reals& x, const Statistics& of) {
  const size_t N = x.shape()[0], channels = x.shape()[1], positions = x.shape()[2];
  const Reals scale = parameter(call, 1, channels), B = parameter(call, 2, channels);
  const double epsilon = call.real("epsilon");
  Reals Y = empty_array<double>(x.shape());
  for (size_t n = 0; n < N; ++n) {
    for (size_t c = 0; c < channels; ++c) {
      const double deviation = std::sqrt(of.var(c) + epsilon);
      const double mean = of.mean(c), factor = scale(c), offset = B(c);
      const double* from = x.data() + (n * channels + c) * positions;
      double* to = Y.data() + (n * channels + c) * positions;
      for (size_t i = 0; i < positions; ++i) to[i] = (from[i] - mean) / deviation * factor + offset;
    }
  }
  const Tensor& X = call.tensor("X");
  return Tensor::of(X.dtype(), Y).reshaped(X.shape());
}

// Y, the running statistics, and before version 14 those of the batch.
Values trained(const Call& call, const Reals& x, const Statistics& before) {
  const Tensor& mean = input(call, 3);
  const Tensor& var = input(call, 4);
  const size_t channels = x.shape()[1];
  if (mean.size() != channels || var.size() != channels) {
    throw InvalidInput("mean has the shape {} and var {} where there are {} channels",
                       to_string(mean.shape()), to_string(var.shape()), channels);
  }
  const Statistics batch = statistics_of(x);
  const double momentum = call.real("momentum");
  const auto like = [](const Tensor& input, const Reals& values) {
    return Tensor::of(input.dtype(), values).reshaped(input.shape());
  };
  Values outputs{normalized(call, x, batch),
                 like(mean, before.mean * momentum + batch.mean * (1 - momentum)),
                 like(var, before.var * momentum + batch.var * (1 - momentum))};
  if (call.since_version() < 14) {
    outputs.push_back(like(mean, batch.mean));
    outputs.push_back(like(var, batch.var));
  }
  return outputs;
}

Values batch_normalization(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Shape layers = layers_of(call, X);
  const Reals x = X.reshaped(layers).as<double>();
  const Statistics given{parameter(call, 3, layers[1]), parameter(call, 4, layers[1])};
  if (training(call)) return trained(call, x, given);
  return {normalized(call, x, given)};
}

const Operator op("BatchNormalization", batch_normalization, {1, 6, 7, 9, 14, 15});

}  // namespace
}  // namespace etalon
