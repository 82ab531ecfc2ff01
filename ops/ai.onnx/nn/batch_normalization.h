// BatchNormalization: whether it trains, and what counts as a channel.
#pragma once

#include "engine/formula.h"

namespace etalon {

inline bool training(const Call& call) {
  if (call.since_version() < 7) return !call.flag("is_test");
  const bool mode =
      call.since_version() < 14 ? call.output_count() > 1 : call.flag("training_mode");
  if (!mode && call.output_count() > 1) {
    throw InvalidModel("there are {} outputs, but training_mode is 0", call.output_count());
  }
  return mode;
}

// X as [N, channels, positions]. Before version 9, with spatial 0, each position within a channel
// is a channel of its own; from version 9 on X of rank 1 has one channel.
inline Tensor by_channel(const Call& call) {
  const Tensor& X = call.tensor("X");
  if (X.rank() == 1 && call.since_version() >= 9) return X.reshaped({X.dim(0), 1, 1});
  require_rank_from("X", X, 2);
  const bool spatial = call.since_version() >= 9 || call.flag("spatial");
  if (!spatial) return X.reshaped({X.dim(0), split_at(X.shape(), 1).after, 1});
  return X.reshaped({X.dim(0), X.dim(1), split_at(X.shape(), 2).after});
}

// An input with a value for each channel, as [channels, 1]; by position, as some versions call the
// statistics input_mean and input_var. With spatial 0 it may also have one for each of X's
// channels, which serves all positions.
inline Tensor parameter(const Call& call, size_t position) {
  const size_t channels = by_channel(call).dim(1);
  const Tensor& X = call.tensor("X");
  const Tensor& values = call.tensor_at(position);
  if (values.size() == channels) return values.reshaped({channels, 1});
  if (X.rank() < 2 || values.size() != X.dim(1) || values.size() == 0) {
    throw InvalidInput("{} has the shape {} where there are {} channels",
                       call.schema().inputs[position].name, to_string(values.shape()), channels);
  }
  const size_t C = X.dim(1);
  return broadcast_to(values.reshaped({C, 1}), {C, channels / C}).reshaped({channels, 1});
}

}  // namespace etalon
