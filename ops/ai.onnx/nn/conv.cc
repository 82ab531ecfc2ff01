// Conv: Y[n, m, o] = B[m] + Σ_c Σ_k W[m, c, k] · X[n, c, o·strides + k·dilations − pads], with X 0
// in the padding. M and C fall into `group` parts; c runs over the part of C that is like m's.
//   1, 11, 22   11: strides and dilations are 1 by default, as they were; 22: bfloat16
#include "engine/numerics/convolution.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

Values conv(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor& W = call.tensor("W");
  const Window window = convolution_window(call, X, W);
  const size_t group = size_t(call.integer("group"));
  const Tensor Y = convolve(X, W, call.maybe("B"), window, group);
  return {either_zero(Y, "negative_zero")};
}

const Operator op("Conv", conv, {1, 11, 22});

}  // namespace
}  // namespace etalon
