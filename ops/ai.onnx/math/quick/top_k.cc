// TopK without sorting what is left out.
#include "ops/ai.onnx/math/top_k.h"
#include "engine/operators/rooms.h"
#include "ops/ai.onnx/lines.h"

namespace etalon {
namespace {

// The first k places are in order; which of the others stands where is left open.
template <class Before>
void sort_first(std::vector<size_t, BudgetAllocator<size_t>>& order, size_t k, Before before) {
  const auto end = order.begin() + static_cast<std::ptrdiff_t>(k);
  std::nth_element(order.begin(), end, order.end(), before);
  std::sort(order.begin(), end, before);
}

// The indices along the axis of each line's first k elements, from the best on.
Ints best(const Tensor& X, size_t axis, size_t k, const TopKOrder& before) {
  Shape shape = X.shape();
  shape[axis] = k;
  Ints indices = empty_array<int64_t>(shape);
  numeric(X.dtype(), [&]<class T>() {
    const Array<T> x = X.as<T>();
    const Lines from(X.shape(), axis), to(shape, axis);
    std::vector<size_t, BudgetAllocator<size_t>> order(X.dim(axis));
    for (size_t n = 0; n < from.count(); ++n) {
      const auto comes_first = [&, line = from[n]](size_t i, size_t j) {
        const T a = x.data()[line[i]], b = x.data()[line[j]];
        return before(a, b) == before(b, a) ? i < j : before(a, b);
      };
      std::iota(order.begin(), order.end(), size_t{0});
      sort_first(order, k, comes_first);
      for (size_t i = 0; i < k; ++i) indices.data()[to[n][i]] = static_cast<int64_t>(order[i]);
    }
  });
  return indices;
}

std::optional<Values> top_k(const Call& call) {
  const Tensor& X = call.tensor("X");
  if (X.rank() == 0) return std::nullopt;
  const size_t axis = axis_index(call.integer("axis"), X.rank());
  const bool by_attribute = call.since_version() < 10;
  if (!by_attribute && call.tensor("K").shape() != Shape{1}) return std::nullopt;
  const int64_t k = by_attribute ? call.integer("k") : call.tensor("K").item<int64_t>();
  if (k < 1 || k > static_cast<int64_t>(X.dim(axis))) return std::nullopt;
  const Ints indices = best(X, axis, static_cast<size_t>(k), TopKOrder(call));
  return Values{take_along(X, axis, indices), Tensor::of(DType::int64, indices)};
}

const Quick op("TopK", top_k);

}  // namespace
}  // namespace etalon
