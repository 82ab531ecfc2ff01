// LpNormalization: output = input / norm, norm being Σ|input| (p = 1) or √Σ input² (p = 2) along
// axis; 0 where the norm is 0.
//   1, 22     22: bfloat16
#include "ops/ai.onnx/nn/lp_normalization.h"

namespace etalon {
namespace {

Values lp_normalization(const Call& call) {
  return {by_norm(call, []<class R>(const Array<R>& x, const Array<R>& norm) -> Array<R> {
    const auto one_for_zero = [](const R& n) { return is_exact_zero(n) ? R(1) : n; };
    return x / by_element(norm, one_for_zero);
  })};
}

const Operator op("LpNormalization", lp_normalization, {1, 22});

}  // namespace
}  // namespace etalon
