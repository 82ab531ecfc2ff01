// Rfft: Y[…, k] = Σ_n e^(−2πi k n / N) X[…, n] for k ≤ N / 2, real and imaginary parts along a new
// last axis; N, the size of X's last axis, is even.
//   1
// “One dimensional”: a signal_ndim above 1 has no formula. onnxruntime 1.32.0 has no CPU kernel of
// it.
#include "ops/com.microsoft/signal/rfft.h"

namespace etalon {
namespace {

Values rfft(const Call& call) {
  const Tensor& X = call.tensor("X");
  require_plain_transform(call);
  require_rank_from("X", X, 1);
  if (X.shape().back() % 2 != 0) throw InvalidInput("n is {}, which is odd", X.shape().back());
  Shape with_parts = X.shape();
  with_parts.push_back(1);
  return delegate(call, "DFT", 17, {{"input", X.reshaped(with_parts)}},
                  attributes_of({attribute_of("axis", int64_t(X.rank()) - 1),
                                 attribute_of("onesided", int64_t{1})}));
}

const Operator op("Rfft", rfft, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
