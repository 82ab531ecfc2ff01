// ComplexMul and ComplexMulConj: complex numbers as pairs along the last axis.
#pragma once

#include "engine/formula.h"

namespace etalon {

// The parts of a tensor of complex numbers, whose last axis is of size 1. Throws InvalidInput,
// naming the input, unless it holds pairs.
struct ComplexParts {
  ComplexParts(const Call& call, std::string_view X) {
    const Tensor& pairs = call.tensor(X);
    if (pairs.rank() == 0 || pairs.shape().back() != 2) {
      throw InvalidInput("{} has the shape {}; the last dimension must be 2 for pairs", X,
                         to_string(pairs.shape()));
    }
    const size_t last = pairs.rank() - 1;
    re = slice(pairs, last, 0, 1);
    im = slice(pairs, last, 1, 2);
  }
  Tensor re, im;
};

// re and im as pairs.
inline Tensor paired(const Tensor& re, const Tensor& im) { return concat({re, im}, re.rank() - 1); }

}  // namespace etalon
