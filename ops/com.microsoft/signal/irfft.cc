// Irfft: Y[…, n] = 1/N Σ_k e^(2πi k n / N) X[…, k] for n < N, where X has real and imaginary parts
// of N / 2 + 1 bins along its last axis, and the other bins are their conjugates: the inverse of
// Rfft.
//   1
// The imaginary parts of bins 0 and N / 2, which a real signal has not, do not count. onnxruntime
// 1.32.0 has no CPU kernel of it.
#include "ops/com.microsoft/signal/rfft.h"

namespace etalon {
namespace {

Values irfft(const Call& call) {
  const Tensor& X = call.tensor("X");
  require_plain_transform(call);
  require_rank_from("X", X, 2);
  const size_t rank = X.rank();
  if (X.dim(rank - 1) != 2 || X.dim(rank - 2) < 2) {
    throw InvalidInput("X of shape {} has no pairs of at least two bins", to_string(X.shape()));
  }
  const Tensor Y = delegate(call, "DFT", 17, {{"input", X}},
                            attributes_of({attribute_of("axis", int64_t(rank) - 2),
                                           attribute_of("onesided", int64_t{1}),
                                           attribute_of("inverse", int64_t{1})}))
                       .at(0)
                       .tensor();
  return {Y.reshaped(Shape(Y.shape().begin(), Y.shape().end() - 1))};
}

const Operator op("Irfft", irfft, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
