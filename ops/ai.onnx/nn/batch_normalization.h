// BatchNormalization: whether it trains, and what counts as a channel.
#pragma once

#include "engine/formula.h"

namespace etalon {

inline bool training(const Call& call) {
  const int version = call.since_version();
  const bool mode = version < 7    ? !call.flag("is_test")
                    : version < 14 ? call.output_count() > 1
                                   : call.flag("training_mode");
  if (!mode && call.output_count() > 1) {
    throw InvalidModel("there are {} outputs, but {}", call.output_count(),
                       version < 7 ? "is_test is not 0" : "training_mode is 0");
  }
  if (version < 14 && call.output_count() > 1 && call.output_count() != 5) {
    throw InvalidModel("there are {} outputs, and not 1 or 5", call.output_count());
  }
  return mode;
}

// Before version 9, with spatial 0, each position within a channel is a channel of its own.
inline bool is_spatial(const Call& call) {
  return call.since_version() >= 9 || call.flag("spatial");
}

// X as [N, channels, positions]. From version 9 on X of rank 1 has one channel.
inline Tensor by_channel(const Call& call) {
  const Tensor& X = call.tensor("X");
  if (X.rank() == 1 && call.since_version() >= 9) return X.reshaped({X.dim(0), 1, 1});
  require_rank_from("X", X, 2);
  if (call.since_version() == 1) require_rank("X", X, 4);  // "The output 4-dimensional tensor"
  if (!is_spatial(call)) return X.reshaped({X.dim(0), split_at(X.shape(), 1).after, 1});
  return X.reshaped({X.dim(0), X.dim(1), split_at(X.shape(), 2).after});
}

// An input with a value for each channel, as [channels, 1]; by position, as some versions call the
// statistics input_mean and input_var. Its shape is [C]. With spatial 0 it may also have a value
// for each position, as a list or in X's shape; one for each of X's channels serves all positions.
inline Tensor parameter(const Call& call, size_t position) {
  const size_t channels = by_channel(call).dim(1);
  const Shape& X = call.tensor("X").shape();
  const Tensor& values = call.tensor_at(position);
  const bool as_X = !is_spatial(call) && values.shape() == Shape(X.begin() + 1, X.end());
  if (as_X || values.shape() == Shape{channels}) return values.reshaped({channels, 1});
  const size_t C = X.size() < 2 ? 1 : X[1];
  if (values.shape() != Shape{C}) {
    throw InvalidInput("{} has the shape {} where there are {} channels",
                       call.schema().inputs[position].name, to_string(values.shape()), channels);
  }
  return broadcast_to(values.reshaped({C, 1}), {C, channels / C}).reshaped({channels, 1});
}

struct BatchNormalization {
  explicit BatchNormalization(const Call& call)
      : X(by_channel(call)),
        scale(parameter(call, 1)),
        B(parameter(call, 2)),
        epsilon(call.real("epsilon")) {}

  Tensor X;         // [N, channels, positions]
  Tensor scale, B;  // [channels, 1]
  double epsilon;
};

// Throws InvalidInput unless there is one value for each channel.
inline void require_statistics(const Tensor& mean, const Tensor& var, size_t channels) {
  if (mean.size() == channels && var.size() == channels) return;
  throw InvalidInput("mean has the shape {} and var {} where there are {} channels",
                     to_string(mean.shape()), to_string(var.shape()), channels);
}

}  // namespace etalon
