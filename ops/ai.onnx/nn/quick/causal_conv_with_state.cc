// CausalConvWithState in doubles, with bounds of the sums' errors.
#include "ops/ai.onnx/nn/causal_conv_with_state.h"
#include "engine/numerics/convolution.h"
#include "engine/operators/rooms.h"
#include "engine/values/limits.h"

namespace etalon {
namespace {

// The products of floats of up to 32 bits are exact. Adding n of them in any order is at most
// (n - 1) · u · Σ|products| off (Jeannerod and Rump, 2013).
Ball dot(const double* w, const double* x, size_t n) {
  double sum = -0.0, magnitude = 0;
  for (size_t k = 0; k < n; ++k) {
    sum += w[k] * x[k];
    magnitude += std::fabs(w[k] * x[k]);
  }
  constexpr double slack = 1 + 0x1p-20;
  return {sum, double(n - 1) * Ball::half_ulp * magnitude * slack};
}

Array<Ball> outputs(const Call& call) {
  const Reals padded = padded_input(call).as<double>();
  const Reals weight = call.tensor("weight").as<double>();
  const Shape& shape = call.tensor("input").shape();
  const size_t kernel = weight.shape()[2], length = padded.shape()[2];
  const Reals bias = channel_values(call.maybe("bias"), shape[1]);
  const bool silu = is_silu(call);
  Array<Ball> Y = empty_array<Ball>(shape);
  count_work(work_per_step * kernel * Y.size());
  Ball* y = Y.data();
  for (size_t row = 0; row < shape[0] * shape[1]; ++row) {
    const size_t c = row % shape[1];
    for (size_t t = 0; t < shape[2]; ++t, ++y) {
      const Ball sum = dot(weight.data() + c * kernel, padded.data() + row * length + t, kernel);
      const Ball x = sum + bias(c);
      *y = silu ? x / (1 + real::exp(-x)) : x;
      if (!is_finite(sum)) *y = Ball(0, std::numeric_limits<double>::infinity());
    }
  }
  return Y;
}

const Quick op("CausalConvWithState", outputs);

}  // namespace
}  // namespace etalon
