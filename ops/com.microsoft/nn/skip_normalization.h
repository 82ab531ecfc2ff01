// SkipLayerNormalization and SkipSimplifiedLayerNormalization: their operands.
#pragma once

#include "engine/formula.h"

namespace etalon {

// input [batch_size, sequence_length, hidden_size], or [token_count, hidden_size]; skip is of its
// shape, or the same for all of the batch; gamma, beta and bias are [hidden_size]. Throws
// InvalidInput for shapes that do not fit.
struct SkipOperands {
  explicit SkipOperands(const Call& call)
      : input(call.tensor("input")),
        skip(call.tensor("skip")),
        gamma(call.tensor("gamma")),
        bias(call.maybe("bias")) {
    if (input.rank() != 2) require_rank("input", input, 3);
    const Shape& shape = input.shape();
    const bool for_all = input.rank() == 3 && (skip.shape() == Shape{1, shape[1], shape[2]} ||
                                               skip.shape() == Shape{shape[1], shape[2]});
    if (!for_all) require_shape("skip", skip, shape);
    require_shape("gamma", gamma, {shape.back()});
    if (bias) require_shape("bias", *bias, {shape.back()});
  }

  std::vector<size_t> axes() const { return {input.rank() - 1}; }
  // input + skip + bias, of a block of sets.
  template <class R>
  Array<R> sum(const Array<R>& x, const Sets& sets) const {
    const Array<R> both = x + sets.elements<R>(skip);
    return bias ? Array<R>(both + sets.elements<R>(*bias)) : both;
  }

  const Tensor &input, &skip, &gamma;
  const Tensor* bias;
};

}  // namespace etalon
