// MatMulNBits' weights.
#pragma once

#include "ops/com.microsoft/quantization/packed.h"

namespace etalon {

// The weights (q − zero_point) · scale, [N, K] each. K is 0 where B omits them.
struct BlockWeights {
  explicit BlockWeights(const Call& call);
  Tensor q, zero_point, scale;
};
// A as [rows, K], and the shape of the product.
struct Rows {
  Rows(const Call& call, const BlockWeights& B);
  Tensor A;
  Shape product;
};

}  // namespace etalon
