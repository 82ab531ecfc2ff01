// TopK: Values, Indices = the k largest elements along axis, sorted; of equal ones the lower index
// comes first. NaN counts as larger than all numbers.
//   1         k as attribute
//   10        as input, of shape [1]
//   11, 24    11: largest=0 gives the smallest; sorted=0 leaves the order open; integers;
//             24: bfloat16
#include "ops/ai.onnx/math/top_k.h"

namespace etalon {
namespace {

Values top_k(const Call& call) {
  const Tensor& X = call.tensor("X");
  const size_t axis = axis_index(call.integer("axis"), X.rank());
  const auto size = static_cast<int64_t>(X.dim(axis));
  const int64_t k = number_asked_for(call);
  if (k > size) throw InvalidInput("k is {}, outside [0, {}]", k, size).at("index");
  if (k < 0) throw InvalidInput("k is {}, outside [0, {}]", k, size);
  const Ints order = sorted_along(X, axis, TopKOrder(call));
  const Tensor Indices = slice(Tensor::of(DType::int64, order), axis, 0, size_t(k));
  return {take_along(X, axis, Indices.as<int64_t>()), Indices};
}

const Operator op("TopK", top_k, {1, 10, 11, 24});

}  // namespace
}  // namespace etalon
