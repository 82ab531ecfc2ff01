// PRelu: Y = slope · X for X < 0, X otherwise, elementwise; integers wrap.
//   1, 6      slope of X's shape, of one element, or of one element a channel (axis 1)
//   7         slope broadcasts to X's shape
//   9, 16     9: 32- and 64-bit integers; 16: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

Tensor prelu(const Tensor& X, const Tensor& slope) {
  if (broadcast_shapes(X.shape(), slope.shape()) != X.shape()) {
    throw InvalidInput("slope's shape {} does not broadcast to X's {}", to_string(slope.shape()),
                       to_string(X.shape()));
  }
  return each<numbers>(X, slope, [](const auto& x, const auto& s) { return x < 0 ? s * x : x; });
}

Values prelu_1(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor& slope = call.tensor("slope");
  if (slope.shape() == X.shape()) return {prelu(X, slope)};
  if (slope.size() == 1) return {prelu(X, slope.reshaped({}))};
  if (slope.rank() != 1 || X.rank() < 2 || slope.dim(0) != X.dim(1)) {
    throw InvalidInput("slope's shape {} is neither one element nor one for each channel of X's {}",
                       to_string(slope.shape()), to_string(X.shape()));
  }
  Shape channels(X.rank() - 1, 1);
  channels[0] = slope.dim(0);
  return {prelu(X, slope.reshaped(channels))};
}

Values prelu_7(const Call& call) { return {prelu(call.tensor("X"), call.tensor("slope"))}; }

const Operator op("PRelu", {{prelu_1, {1, 6}}, {prelu_7, {7, 9, 16}}});

}  // namespace
}  // namespace etalon
