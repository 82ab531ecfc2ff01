// Softmax: output = exp(input) / Σ exp(input).
//   1, 11     the sum runs over `axis` (default 1) and all axes after it; 11: negative axes
//   13        over `axis` alone (default -1)
#include "ops/ai.onnx/math/softmax.h"

namespace etalon {
namespace {

Values softmax(const Call& call) {
  return {by_sets(call.tensor("input"), softmax_axes(call), []<class R>(const Array<R>& x) {
    const Array<R> e = real::exp(x);
    return Array<R>(e / sum_over(e));
  })};
}

const Operator op("Softmax", softmax, {1, 11, 13});

}  // namespace
}  // namespace etalon
