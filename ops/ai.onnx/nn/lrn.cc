// LRN: Y = X / (bias + alpha / size · square_sum)^beta, where square_sum is Σ X² over the channels
// from c − ⌊(size − 1) / 2⌋ to c + ⌈(size − 1) / 2⌉, as far as there are such.
//   1, 13     13: bfloat16
#include "engine/values/limits.h"
#include "ops/ai.onnx/nn/normalization.h"

namespace etalon {
namespace {

Reals square_sum(const Reals& x, int64_t size) {
  const int64_t C = int64_t(x.shape()[1]);
  const size_t positions = x.shape()[2];
  Reals sum = full(x.shape(), 0.0);
  for (int64_t layer = 0; layer < int64_t(x.shape()[0]) * C; ++layer) {
    count_step();
    const int64_t c = layer % C;
    const int64_t first = std::max<int64_t>(0, c - (size - 1) / 2);
    const int64_t last = std::min(C - 1, c + size / 2);
    double* to = sum.data() + size_t(layer) * positions;
    for (int64_t i = first; i <= last; ++i) {
      const double* from = x.data() + size_t(layer - c + i) * positions;
      for (size_t p = 0; p < positions; ++p) to[p] += from[p] * from[p];
    }
  }
  return sum;
}

Values lrn(const Call& call) {
  const Tensor& X = call.tensor("X");
  check_channels(X);
  const int64_t size = call.integer("size");
  if (size < 1) throw InvalidInput("size is {}", size);
  const double alpha = call.real("alpha");
  const double beta = call.real("beta");
  const double bias = call.real("bias");
  const Reals x = X.reshaped({X.dim(0), X.dim(1), split_at(X.shape(), 2).after}).as<double>();
  const Reals base =
      bias + alpha / double(size) * square_sum(x, std::min(size, 2 * int64_t(X.dim(1))));
  return {Tensor::of(X.dtype(), x / xt::pow(base, beta)).reshaped(X.shape())};
}

const Operator op("LRN", lrn, {1, 13});

}  // namespace
}  // namespace etalon
