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

// X as [N, channels, positions].
struct Layers {
  size_t N, channels, positions;
};

Layers layers_of(const Call& call, const Tensor& X) {
  if (X.rank() == 1 && call.since_version() >= 9) return {X.dim(0), 1, 1};
  check_channels(X);
  const auto [N, features] = split_at(X.shape(), 1);
  const bool spatial = call.since_version() >= 9 || call.flag("spatial");
  return spatial ? Layers{N, X.dim(1), split_at(X.shape(), 2).after} : Layers{N, features, 1};
}

bool training(const Call& call) {
  if (call.since_version() < 7) return !call.flag("is_test");
  const bool mode =
      call.since_version() < 14 ? call.output_count() > 1 : call.flag("training_mode");
  if (!mode && call.output_count() > 1) {
    throw InvalidInput("there are {} outputs, but training_mode is 0", call.output_count());
  }
  return mode;
}

// A parameter's values, one a channel; versions 1 and 6 give those of all positions by one.
Reals parameter(const Tensor& tensor, std::string_view name, const Tensor& X, const Layers& n) {
  if (tensor.size() == n.channels) {
    return tensor.reshaped({n.channels}).as<double>();
  }
  if (X.rank() < 2 || tensor.size() != X.dim(1) || tensor.size() == 0) {
    throw InvalidInput("{} has the shape {} where there are {} channels", name,
                       to_string(tensor.shape()), n.channels);
  }
  const Reals values = tensor.as<double>();
  Reals repeated = empty_array<double>({n.channels});
  const size_t positions = n.channels / tensor.size();
  for (size_t c = 0; c < n.channels; ++c) repeated(c) = values.data()[c / positions];
  return repeated;
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

Tensor normalized(const Call& call, const Reals& x, const Statistics& of, const Layers& n) {
  const Tensor& X = call.tensor("X");
  const Reals scale = parameter(call.tensor("scale"), "scale", X, n);
  const Reals B = parameter(call.tensor("B"), "B", X, n);
  const double epsilon = call.real("epsilon");
  Reals Y = empty_array<double>(x.shape());
  for (size_t batch = 0; batch < n.N; ++batch) {
    for (size_t c = 0; c < n.channels; ++c) {
      const double deviation = std::sqrt(of.var(c) + epsilon);
      for (size_t i = 0; i < n.positions; ++i) {
        Y(batch, c, i) = (x(batch, c, i) - of.mean(c)) / deviation * scale(c) + B(c);
      }
    }
  }
  return Tensor::of(X.dtype(), Y).reshaped(X.shape());
}

Values batch_normalization(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor& mean = call.tensor(call.schema().inputs[3].name);
  const Tensor& var = call.tensor(call.schema().inputs[4].name);
  const Layers n = layers_of(call, X);
  const Reals x = X.reshaped({n.N, n.channels, n.positions}).as<double>();
  const Statistics given{parameter(mean, "mean", X, n), parameter(var, "var", X, n)};
  if (!training(call)) return {normalized(call, x, given, n)};
  if (mean.size() != n.channels || var.size() != n.channels) {
    throw InvalidInput("mean has the shape {} and var {} where there are {} channels",
                       to_string(mean.shape()), to_string(var.shape()), n.channels);
  }
  const Statistics batch = statistics_of(x);
  const double momentum = call.real("momentum");
  const auto like = [](const Tensor& input, const Reals& values) {
    return Tensor::of(input.dtype(), values).reshaped(input.shape());
  };
  Values outputs{normalized(call, x, batch, n),
                 like(mean, given.mean * momentum + batch.mean * (1 - momentum)),
                 like(var, given.var * momentum + batch.var * (1 - momentum))};
  if (call.since_version() < 14) {
    outputs.push_back(like(mean, batch.mean));
    outputs.push_back(like(var, batch.var));
  }
  return outputs;
}

const Operator op("BatchNormalization", batch_normalization, {1, 6, 7, 9, 14, 15});

}  // namespace
}  // namespace etalon
