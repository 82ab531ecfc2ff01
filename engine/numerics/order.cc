#include "engine/numerics/order.h"

#include <algorithm>
#include <numeric>

#include "engine/values/side.h"

namespace etalon::detail {
namespace {

// An order of elements, each comparison of which is counted as work.
template <class T, class Of>
auto counted(const void* f, Of compare) {
  return [=](T a, T b) {
    count_work(work_per_step);
    return compare(f, a, b);
  };
}

// f(x, before) for the elements as their carrier T, and their order.
template <class F>
void over_carrier_of(const Tensor& X, const ElementOrder& order, F f) {
  numeric(X.dtype(), [&]<class T>() {
    const Array<T> x = X.as<T>();
    if constexpr (std::is_same_v<T, double>) {
      f(x, counted<T>(order.f, order.doubles));
    } else if constexpr (std::is_same_v<T, int64_t>) {
      f(x, counted<T>(order.f, order.ints));
    } else {
      f(x, counted<T>(order.f, order.naturals));
    }
  });
}

// Calls visit(first, step) for each line along the axis: its elements are at first + i · step.
template <class Visit>
void each_line(const Shape& shape, size_t axis, Visit visit) {
  const size_t step = split_at(shape, axis + 1).after, size = shape[axis];
  const size_t before = split_at(shape, axis).before;
  for (size_t n = 0; size > 0 && n < before * step; ++n) {
    visit(n / step * step * size + n % step, step);
  }
}

}  // namespace

Ints sorted_along(const Tensor& X, size_t axis, const ElementOrder& before) {
  Ints indices = empty_array<int64_t>(X.shape());
  std::vector<int64_t, BudgetAllocator<int64_t>> order(X.dim(axis));
  over_carrier_of(X, before, [&](const auto& x, const auto& comes_first) {
    each_line(X.shape(), axis, [&](size_t first, size_t step) {
      const auto element = [&](int64_t i) { return x.data()[first + size_t(i) * step]; };
      std::iota(order.begin(), order.end(), int64_t{0});
      std::stable_sort(order.begin(), order.end(),
                       [&](int64_t i, int64_t j) { return comes_first(element(i), element(j)); });
      for (size_t i = 0; i < order.size(); ++i) indices.data()[first + i * step] = order[i];
    });
  });
  return indices;
}

Ints best_along(const Tensor& X, size_t axis, const ElementOrder& better, bool last) {
  Shape shape = X.shape();
  shape[axis] = 1;
  Ints indices = full(shape, int64_t{0});
  size_t line = 0;
  over_carrier_of(X, better, [&](const auto& x, const auto& is_better) {
    const auto beats = [&](auto a, auto b) { return b == b && (a != a || is_better(a, b)); };
    each_line(X.shape(), axis, [&](size_t first, size_t step) {
      const auto element = [&](size_t i) { return x.data()[first + i * step]; };
      size_t best = 0;
      for (size_t i = 1; i < X.dim(axis); ++i) {
        const bool ties = last && !beats(element(best), element(i));
        if (ties || beats(element(i), element(best))) best = i;
      }
      indices.data()[line++] = static_cast<int64_t>(best);
    });
  });
  return indices;
}

}  // namespace etalon::detail
