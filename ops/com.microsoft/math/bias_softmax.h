// BiasSoftmax's operands.
#pragma once

#include "ops/ai.onnx/nn/normalization.h"

namespace etalon {

struct BiasedScores {
  explicit BiasedScores(const Call& call)
      : data(call.tensor("data")),
        bias(broadcastable(call.tensor("bias"), "bias", data)),
        axes(axes_from(axis_index(call.integer("axis"), data.rank()), data.rank())) {}

  const Tensor &data, &bias;
  std::vector<size_t> axes;  // those of a set
};

}  // namespace etalon
