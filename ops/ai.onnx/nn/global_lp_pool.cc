// GlobalLpPool: Y = (Σ |X|^p)^(1/p) over X's spatial axes, which stay as size 1.
//   1           p is a float
//   2, 22       p is an integer; 22: bfloat16
#include "engine/operators/choice.h"
#include "ops/ai.onnx/nn/pooling.h"

namespace etalon {
namespace {

// The pool whose window is all of the spatial axes.
Window whole_window(const Tensor& X) {
  Window window;
  for (const size_t dim : spatial_shape(X, "X")) {
    window.push_back({.input = int64_t(dim), .kernel = int64_t(dim)});
  }
  return window;
}

Values global_lp_pool(const Call& call) {
  const Tensor& X = call.tensor("X");
  at_point("empty", X.size() == 0);
  return {norm_over_windows(call, X, whole_window(X))};
}

const Operator op("GlobalLpPool", global_lp_pool, {1, 2, 22});

}  // namespace
}  // namespace etalon
