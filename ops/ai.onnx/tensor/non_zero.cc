// NonZero: Y[:, n] = the index of X's n-th element, in row-major order, that is not zero (a string:
// not empty). A scalar has an index of no numbers: Y is [0, 1], or [0, 0].
//   9, 13     13: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

std::vector<size_t> non_zero_positions(const Tensor& X) {
  std::vector<size_t> found;
  any_carrier(X.dtype(), [&]<class T>() {
    size_t position = 0;
    for (const T& x : X.as<T>()) {
      if (x != T{}) found.push_back(position);
      ++position;
    }
  });
  return found;
}

Values non_zero(const Call& call) {
  const Tensor& X = call.tensor("X");
  const std::vector<size_t> found = non_zero_positions(X);
  Ints Y = empty_array<int64_t>({X.rank(), found.size()});
  for (size_t n = 0; n < found.size(); ++n) {
    const Shape index = index_at(found[n], X.shape());
    for (size_t axis = 0; axis < X.rank(); ++axis) Y(axis, n) = static_cast<int64_t>(index[axis]);
  }
  return {Tensor::of(DType::int64, Y)};
}

const Operator op("NonZero", non_zero, {9, 13});

}  // namespace
}  // namespace etalon
