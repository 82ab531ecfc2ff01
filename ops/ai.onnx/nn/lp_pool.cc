// LpPool: Y = (Σ |X|^p)^(1/p) over each window; padding is 0.
//   1           p is a float
//   2, 11       p is an integer
//   18, 22      18: ceil_mode, dilations; 22: bfloat16
#include "engine/operators/choice.h"
#include "ops/ai.onnx/nn/pooling.h"

namespace etalon {
namespace {

// True if a window reads padding only.
bool any_in_padding(const Window& window) {
  if (!choices_wanted()) return false;
  const Ints counts = elements_read(window);
  return std::find(counts.begin(), counts.end(), 0) != counts.end();
}

Values lp_pool(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Window window = pool_window(call, X);
  at_point("padding_window", any_in_padding(window));
  const Tensor Y = norm_over_windows(call, X, window);
  return {any_shape(Y, "empty_1", call.since_version() < 18 && X.size() == 0)};
}

const Operator op("LpPool", lp_pool, {1, 2, 11, 18, 22});

}  // namespace
}  // namespace etalon
