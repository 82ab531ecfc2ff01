// MatMulBnb4's operands.
#pragma once

#include "ops/com.microsoft/quantization/packed.h"

namespace etalon {

struct Bnb4 {
  // Throws InvalidInput where attributes or shapes do not fit.
  explicit Bnb4(const Call& call);

  Tensor A;             // [rows, terms]
  Tensor code, absmax;  // of each weight: [terms, columns]
  Shape product;
};

}  // namespace etalon
