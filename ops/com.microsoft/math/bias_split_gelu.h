// BiasSplitGelu's operands.
#pragma once

#include "engine/formula.h"

namespace etalon {

// The halves of X and of bias along the last axis. Throws InvalidInput for shapes that do not fit.
struct BiasHalves {
  explicit BiasHalves(const Call& call) {
    const Tensor &X = call.tensor("X"), &bias = call.tensor("bias");
    require_rank("X", X, 3);
    const size_t D = X.dim(2);
    if (D % 2 != 0) throw InvalidInput("the hidden dimension {} must be even", D);
    require_shape("bias", bias, {D});
    left = slice(X, 2, 0, D / 2);
    right = slice(X, 2, D / 2, D);
    left_bias = slice(bias, 0, 0, D / 2);
    right_bias = slice(bias, 0, D / 2, D);
  }

  // gelu's operand is exact.
  template <class F>
  Tensor gated(F gelu) const {
    return each(left, left_bias, right, right_bias,
                [&]<class R>(const R& x, const R& x_bias, const R& y, const R& y_bias) -> R {
                  return (x + x_bias) * gelu(R(y + y_bias));
                });
  }

  Tensor left, right, left_bias, right_bias;
};

}  // namespace etalon
