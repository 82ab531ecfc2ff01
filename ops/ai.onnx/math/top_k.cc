// TopK: Values, Indices = the k largest elements along axis, sorted; of equal ones the lower index
// comes first. NaN counts as larger than all numbers.
//   1         k as attribute
//   10        as input
//   11, 24    11: largest=0 gives the smallest; sorted=0 leaves the order open; integers;
//             24: bfloat16
#include <algorithm>
#include <numeric>

#include "engine/operators/choice.h"
#include "ops/ai.onnx/lines.h"

namespace etalon {
namespace {

template <class T>
bool less(T a, T b) {
  return a < b || (a == a && b != b);
}

// The first k places are in order; which of the others stands where is left open.
template <class Before>
void sort_first(std::vector<size_t, BudgetAllocator<size_t>>& order, size_t k, Before before) {
  const auto end = order.begin() + static_cast<std::ptrdiff_t>(k);
  std::nth_element(order.begin(), end, order.end(), before);
  std::sort(order.begin(), end, before);
}

// The indices along the axis of each line's first k elements, from the best on.
Ints best(const Tensor& X, size_t axis, size_t k, bool largest) {
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
        if (less(a, b) == less(b, a)) return i < j;
        return largest ? less(b, a) : less(a, b);
      };
      std::iota(order.begin(), order.end(), size_t{0});
      sort_first(order, k, comes_first);
      for (size_t i = 0; i < k; ++i) indices.data()[to[n][i]] = static_cast<int64_t>(order[i]);
    }
  });
  return indices;
}

Values top_k(const Call& call) {
  const Tensor& X = call.tensor("X");
  at_point("rank0", X.rank() == 0);
  const size_t axis = axis_index(call.integer("axis"), X.rank());
  const auto size = static_cast<int64_t>(X.dim(axis));
  const int64_t k =
      call.since_version() < 10 ? call.integer("k") : call.tensor("K").item<int64_t>();
  at_point("index", k > size);
  if (k < 1 || k > size) throw InvalidInput("k is {}, outside [1, {}]", k, size);
  const bool largest = call.since_version() < 11 || call.flag("largest");
  const Ints indices = best(X, axis, static_cast<size_t>(k), largest);
  const Tensor Values = take_along(X, axis, indices);
  const Tensor Indices = Tensor::of(DType::int64, indices);
  const auto nan_in_line = [&] {
    const Ints count = sum_over(Ints(xt::cast<int64_t>(nans(X))), {axis});
    return Bools(xt::broadcast(xt::greater(count, int64_t{0}), Indices.shape()));
  };
  const bool sorted = call.since_version() < 11 || call.flag("sorted");
  const auto open = [&](const Tensor& output) {
    return anything(sorted ? output : any_order(output, "unsorted", axis), "nan", nan_in_line);
  };
  return {open(Values), open(Indices)};
}

const Operator op("TopK", top_k, {1, 10, 11, 24});

}  // namespace
}  // namespace etalon
