#include "ops/ai.onnx/nn/transposed_convolution.h"

#include "engine/formula.h"
#include "engine/operators/rooms.h"
#include "engine/values/evaluation.h"
#include "ops/ai.onnx/nn/landings.h"
#include "ops/ai.onnx/nn/quick/transposed_sums.h"

namespace etalon {

Tensor transposed_convolution(const Tensor& X_in, const Tensor& W_in, const Tensor* B_in,
                              const Window& window, size_t group) {
  const Reader X(by_channels(X_in)), W(by_channels(W_in)), B(B_in);
  const size_t N = X.dim(0), C = X.dim(1) / group, M = W.dim(1);  // C and M of one group
  if (B) require_bias(*B_in, group * M);
  const Shape shape = transposed_shape(N, group * M, window);
  const size_t outputs = split_at(shape, 2).after;
  const DType type = X_in.dtype();
  Array<Ball> known = empty_array<Ball>({0, 0, 0});
  if (type != DType::float64 && !evaluation().rounding && !evaluation().plain) {
    known = transposed_sums(X_in, W_in, B_in, window, group);
  }
  const auto element = [&]<class R>(size_t n, size_t m, size_t y) -> R {
    if constexpr (std::same_as<R, Ball>) {
      if (known.size() != 0 && decides(type, known(n, m, y))) return known(n, m, y);
    }
    Sum<R> sum;
    const std::vector<Landing> landings = landings_at(window, y);
    for (size_t c = m / M * C; c < (m / M + 1) * C; ++c) {
      for (const auto& [i, k] : landings) sum.add(X.at<R>(n, c, i) * W.at<R>(c, m % M, k));
    }
    if (!B) return sum.result();
    const bool none = C == 0 || landings.empty();
    return none ? B.at<R>(m) : sum.result() + B.at<R>(m);
  };
  return each_output(type, {N, group * M, outputs}, element).reshaped(shape);
}

}  // namespace etalon
