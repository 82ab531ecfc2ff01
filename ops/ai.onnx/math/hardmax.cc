// Hardmax: output = 1 for the first maximum (the first NaN, if there is one), 0 for all others.
//   1, 11     the maximum is that over `axis` (default 1) and all axes after it; 11: negative axes
//   13        over `axis` alone (default -1)
#include "ops/ai.onnx/math/softmax.h"

namespace etalon {
namespace {

Values hardmax(const Call& call) {
  const Tensor& input = call.tensor("input");
  const size_t first = softmax_axes(call).at(0);
  const auto [rows, columns] = split_at(input.shape(), first);
  const Tensor x = call.since_version() >= 13 ? input : input.reshaped({rows, columns});
  const size_t axis = call.since_version() >= 13 ? first : 1;
  const Ints greatest = best_along(x, axis, std::greater());
  const Bools is_greatest = xt::equal(coordinate(x.shape(), axis), greatest);
  const Tensor one = scalar(input.dtype(), 1.0), zero = scalar(input.dtype(), 0.0);
  return {choose(is_greatest, one, zero).reshaped(input.shape())};
}

const Operator op("Hardmax", hardmax, {1, 11, 13});

}  // namespace
}  // namespace etalon
