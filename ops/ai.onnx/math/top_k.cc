// TopK: Values, Indices = the k largest elements along axis, sorted; of equal ones the lower index
// comes first. NaN counts as larger than all numbers.
//   1         k as attribute
//   10        as input
//   11, 24    11: largest=0 gives the smallest; sorted=0 leaves the order open; integers;
//             24: bfloat16
#include <algorithm>

#include "ops/ai.onnx/lines.h"

namespace etalon::top_k_operator {
namespace {

template <class T>
bool less(T a, T b) {
  return a < b || (a == a && b != b);
}

// The positions in X of each line's first k elements, ordered from the best on.
Ints best(const Tensor& X, size_t axis, size_t k, bool largest) {
  Shape shape = X.shape();
  shape[axis] = k;
  Ints positions = empty_array<int64_t>(shape);
  numeric(X.dtype(), [&]<class T>() {
    const Array<T> x = X.as<T>();
    const auto comes_first = [&](size_t i, size_t j) {
      return largest ? less(x.data()[j], x.data()[i]) : less(x.data()[i], x.data()[j]);
    };
    const Lines from(X.shape(), axis);
    const Lines to(shape, axis);
    std::vector<size_t, BudgetAllocator<size_t>> order(X.dim(axis));
    for (size_t n = 0; n < from.count(); ++n) {
      for (size_t i = 0; i < order.size(); ++i) order[i] = from[n][i];
      std::stable_sort(order.begin(), order.end(), comes_first);
      for (size_t i = 0; i < k; ++i) positions.data()[to[n][i]] = static_cast<int64_t>(order[i]);
    }
  });
  return positions;
}

Values top_k(const Call& call) {
  const Tensor& X = call.tensor("X");
  const size_t axis = axis_index(call.integer("axis"), X.rank());
  const auto size = static_cast<int64_t>(X.dim(axis));
  const int64_t k =
      call.since_version() < 10 ? call.integer("k") : call.tensor("K").item<int64_t>();
  if (k < 1 || k > size) throw InvalidInput("k is {}, outside [1, {}]", k, size);
  const bool largest = call.since_version() < 11 || call.flag("largest");
  const Ints at = best(X, axis, static_cast<size_t>(k), largest);
  const auto step = static_cast<int64_t>(split_at(X.shape(), axis + 1).after);
  return {take(X, at), Tensor::of(DType::int64, at / step % size)};
}

const Operator op("TopK", {{1, top_k}, {10, top_k}, {11, top_k}, {24, top_k}});

}  // namespace
}  // namespace etalon::top_k_operator
