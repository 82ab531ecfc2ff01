#include <limits>

#include "engine/numerics/double_double.h"
#include "engine/numerics/numerics.h"
#include "engine/numerics/strides.h"

namespace etalon {

namespace {

// For the elements of x, in row-major order, calls visit(output position, step, elements, count):
// element i belongs to the output at position + i · step, where the step is 0 or 1.
template <class T, class Visit>
void each_reduced(const Array<T>& x, const Shape& reduced, Visit visit) {
  if (x.size() == 0) return;
  Shape steps = own_steps(reduced);
  for (size_t axis = 0; axis < steps.size(); ++axis) {
    if (reduced[axis] != x.shape()[axis]) steps[axis] = 0;
  }
  each_row({x.shape(), steps}, [&](size_t target, size_t step, size_t first, size_t count) {
    visit(target, step, x.data() + first, count);
  });
}

Shape reduced_shape(Shape shape, const std::vector<size_t>& axes) {
  for (const size_t axis : axes) shape[axis] = 1;
  return shape;
}

template <class T, class Step>
Array<T> fold(const Array<T>& x, const std::vector<size_t>& axes, T initial, Step step) {
  const Shape shape = reduced_shape(x.shape(), axes);
  Array<T> result = full<T>(shape, initial);
  each_reduced(x, shape, [&](size_t at, size_t along, const T* values, size_t count) {
    T* out = result.data() + at;
    if (along == 1) {
      for (size_t i = 0; i < count; ++i) out[i] = step(out[i], values[i]);
    } else {
      T all = *out;
      for (size_t i = 0; i < count; ++i) all = step(all, values[i]);
      *out = all;
    }
  });
  return result;
}

// Neumaier's addition of a value to a sum, whose rounding errors are summed beside it.
inline void add_compensated(double& sum, double& lost, double value) {
  const double total = sum + value;
  lost += std::fabs(sum) >= std::fabs(value) ? (sum - total) + value : (value - total) + sum;
  sum = total;
}

Reals compensated_sum(const Reals& x, const std::vector<size_t>& axes) {
  const Shape shape = reduced_shape(x.shape(), axes);
  Reals sum = full(shape, 0.0);
  Reals lost = full(shape, 0.0);
  double* s = sum.data();
  double* c = lost.data();
  each_reduced(x, shape, [&](size_t at, size_t step, const double* values, size_t count) {
    if (step == 1) {
      for (size_t i = 0; i < count; ++i) add_compensated(s[at + i], c[at + i], values[i]);
    } else {
      double total = s[at];
      double rest = c[at];
      for (size_t i = 0; i < count; ++i) add_compensated(total, rest, values[i]);
      s[at] = total;
      c[at] = rest;
    }
  });
  // For an infinite or NaN sum the correction does not matter.
  for (size_t i = 0; i < sum.size(); ++i) {
    if (std::isfinite(s[i])) s[i] += c[i];
  }
  return sum;
}

Reals precise_product(const Reals& x, const std::vector<size_t>& axes) {
  Reals result = empty_array<double>(reduced_shape(x.shape(), axes));
  std::vector<DoubleDouble, BudgetAllocator<DoubleDouble>> products(result.size(), 1);
  each_reduced(x, result.shape(), [&](size_t at, size_t step, const double* values, size_t count) {
    for (size_t i = 0; i < count; ++i)
      products[at + i * step] = products[at + i * step] * values[i];
  });
  for (size_t i = 0; i < result.size(); ++i) result.data()[i] = static_cast<double>(products[i]);
  return result;
}

template <class T>
T below_all() {
  using Range = std::numeric_limits<T>;
  return Range::has_infinity ? -Range::infinity() : Range::lowest();
}

template <class T>
T above_all() {
  using Range = std::numeric_limits<T>;
  return Range::has_infinity ? Range::infinity() : Range::max();
}

}  // namespace

template <class T>
Array<T> sum_over(const Array<T>& x, const std::vector<size_t>& axes) {
  if constexpr (std::is_same_v<T, double>) {
    return compensated_sum(x, axes);
  } else {
    return fold(x, axes, T{0}, [](T a, T b) { return a + b; });
  }
}

template <class T>
Array<T> product_over(const Array<T>& x, const std::vector<size_t>& axes) {
  if constexpr (std::is_same_v<T, double>) {
    return precise_product(x, axes);
  } else {
    return fold(x, axes, T{1}, [](T a, T b) { return a * b; });
  }
}

template <class T>
Array<T> max_over(const Array<T>& x, const std::vector<size_t>& axes) {
  return fold(x, axes, below_all<T>(), maximum<T>);
}

template <class T>
Array<T> min_over(const Array<T>& x, const std::vector<size_t>& axes) {
  return fold(x, axes, above_all<T>(), minimum<T>);
}

template Array<double> sum_over(const Array<double>&, const std::vector<size_t>&);
template Array<int64_t> sum_over(const Array<int64_t>&, const std::vector<size_t>&);
template Array<uint64_t> sum_over(const Array<uint64_t>&, const std::vector<size_t>&);
template Array<double> product_over(const Array<double>&, const std::vector<size_t>&);
template Array<int64_t> product_over(const Array<int64_t>&, const std::vector<size_t>&);
template Array<uint64_t> product_over(const Array<uint64_t>&, const std::vector<size_t>&);
template Array<double> max_over(const Array<double>&, const std::vector<size_t>&);
template Array<int64_t> max_over(const Array<int64_t>&, const std::vector<size_t>&);
template Array<uint64_t> max_over(const Array<uint64_t>&, const std::vector<size_t>&);
template Array<double> min_over(const Array<double>&, const std::vector<size_t>&);
template Array<int64_t> min_over(const Array<int64_t>&, const std::vector<size_t>&);
template Array<uint64_t> min_over(const Array<uint64_t>&, const std::vector<size_t>&);

}  // namespace etalon
