// BiasSoftmax: output = exp(S) / Σ exp(S) with S = data + bias, where the sum runs over `axis` and
// all axes after it; bias broadcasts to data.
//   1
// What is_inner_broadcast says of bias, its shape says, too: it has 1 for the axes along which it
// is repeated. onnxruntime 1.32.0 has no CPU kernel of it.
#include "ops/com.microsoft/math/bias_softmax.h"

namespace etalon {
namespace {

Values bias_softmax(const Call& call) {
  const BiasedScores of(call);
  return {by_sets(of.data, of.axes, [&]<class R>(const Array<R>& x, const Sets& sets) -> Array<R> {
    const Array<R> S = x + sets.elements<R>(of.bias);
    const Array<R> e = real::exp(S);
    return e / sum_over(e);
  })};
}

const Operator op("BiasSoftmax", bias_softmax, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
