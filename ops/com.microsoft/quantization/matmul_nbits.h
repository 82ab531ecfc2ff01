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

// The result with A in place of Rows::A, by the engine's matrix product; nothing where doubles do
// not hold the weights.
std::optional<Values> nbits_product(const Call& call, const BlockWeights& B, const Rows& rows,
                                    const Tensor& A);

}  // namespace etalon
