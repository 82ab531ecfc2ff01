// LpPool by sums along rows of outputs.
#include "engine/operators/rooms.h"
#include "ops/ai.onnx/nn/pooling.h"
#include "ops/ai.onnx/nn/quick/window_sums.h"

namespace etalon {
namespace {

Array<Ball> norms(const Call& call) {
  const Tensor& X = call.tensor("X");
  const double p = order_of_norm(call);
  const auto power_of = [p](const Ball& x) { return power(x, p); };
  return of_window_sums(by_element(elements_of<Ball>(X), power_of), pool_window(call, X),
                        [p](const Ball& sum, size_t) { return root(sum, p); });
}

const Quick op("LpPool", norms);

}  // namespace
}  // namespace etalon
