// LpNormalization before a zero norm gave zeros: 0 / 0 is NaN.
#include "ops/ai.onnx/nn/lp_normalization.h"
#include "engine/operators/rooms.h"

namespace etalon {
namespace {

Values quotients(const Call& call) {
  return {by_norm(
      call, []<class R>(const Array<R>& x, const Array<R>& norm) -> Array<R> { return x / norm; })};
}

const Released op("LpNormalization", {"lpnormalization-zero-norm"}, quotients);

}  // namespace
}  // namespace etalon
