// LogSoftmax: output = input - log Σ exp(input).
//   1, 11     the sum runs over `axis` (default 1) and all axes after it; 11: negative axes
//   13        over `axis` alone (default -1)
#include "ops/ai.onnx/math/softmax.h"

namespace etalon {
namespace {

Values log_softmax(const Call& call) {
  return {by_sets(call.tensor("input"), softmax_axes(call), []<class R>(const Array<R>& x) {
    return Array<R>(x - real::log(sum_over(real::exp(x))));
  })};
}

const Operator op("LogSoftmax", log_softmax, {1, 11, 13});

}  // namespace
}  // namespace etalon
