#include <limits>

#include "engine/numerics/carriers.h"
#include "engine/numerics/compensated.h"
#include "engine/numerics/sampled_sums.h"
#include "engine/numerics/strides.h"
#include "engine/values/evaluation.h"
#include "engine/values/rounding.h"

namespace etalon {

namespace {

// For the elements of x, in row-major order, calls visit(output position, step, elements, count):
// element i belongs to the output at position + i · step, where the step is 0 or 1.
template <class T, class Visit>
void each_reduced(const Array<T>& x, const Shape& reduced, Visit visit) {
  constexpr size_t at_once = size_t{1} << 20;
  if (x.size() == 0) return;
  each_row(reduction_steps(x.shape(), reduced),
           [&](size_t target, size_t step, size_t first, size_t count) {
             for (size_t at = 0; at < count; at += at_once) {
               const size_t some = std::min(at_once, count - at);
               count_work(work_per_step * some);
               visit(target + at * step, step, x.data() + first + at, some);
             }
           });
}

Shape reduced_shape(Shape shape, const std::vector<size_t>& axes) {
  for (const size_t axis : axes) shape[axis] = 1;
  return shape;
}

template <class T, class Step>
Array<T> fold(const Array<T>& x, const std::vector<size_t>& axes, const T& initial, Step step) {
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

// What a sum begins with: −0, to which adding any value gives that value; for no elements 0.
template <class T>
T no_addends(const Shape& shape, const Shape& reduced) {
  return element_count(shape) == 0 || element_count(reduced) == 0 ? T(0) : T(-0.0);
}

template <class T>
std::vector<Compensated, BudgetAllocator<Compensated>> compensated_sums(const Array<T>& x,
                                                                        const Shape& shape) {
  std::vector<Compensated, BudgetAllocator<Compensated>> sums(
      element_count(shape), Compensated(no_addends<double>(x.shape(), shape)));
  each_reduced(x, shape, [&](size_t at, size_t step, const T* values, size_t count) {
    if (step == 1) {
      for (size_t i = 0; i < count; ++i) sums[at + i].add(values[i]);
    } else {
      Compensated total = sums[at];
      for (size_t i = 0; i < count; ++i) total.add(values[i]);
      sums[at] = total;
    }
  });
  return sums;
}

Reals sum_of(const Reals& x, const std::vector<size_t>& axes) {
  Reals result = empty_array<double>(reduced_shape(x.shape(), axes));
  const auto sums = compensated_sums(x, result.shape());
  std::transform(sums.begin(), sums.end(), result.data(),
                 [](const Compensated& sum) { return sum.value(); });
  return result;
}

template <class T>
Array<T> plain_sum(const Array<T>& x, const std::vector<size_t>& axes) {
  const T initial = no_addends<T>(x.shape(), reduced_shape(x.shape(), axes));
  return fold(x, axes, initial, [](const T& a, const T& b) { return a + b; });
}

// A runtime may add in any order.
Array<ArbBall> sum_of(const Array<ArbBall>& x, const std::vector<size_t>& axes) {
  const Rounding* rounding = evaluation().rounding;
  const Setting exact(&Evaluation::rounding, nullptr);
  Array<ArbBall> sum = plain_sum(x, axes);
  if (!rounding || x.size() == 0) return sum;
  const Array<ArbBall> magnitude = plain_sum(real::abs(x), axes);
  const size_t terms_each = x.size() / sum.size();
  const double factor = rounding->of_sum(double(terms_each) - 1);
  for (size_t i = 0; i < sum.size(); ++i) {
    const ArbBall& terms = magnitude.data()[i];
    if (terms.finite()) sum.data()[i].widen(factor * (terms.middle() + terms.radius()));
  }
  return sum;
}

Array<Ball> sampled_sum(const Array<Ball>& x, const std::vector<size_t>& axes) {
  Array<Ball> result = empty_array<Ball>(reduced_shape(x.shape(), axes));
  std::vector<SampledSum> sums(result.size());
  each_reduced(x, result.shape(), [&](size_t at, size_t step, const Ball* values, size_t count) {
    for (size_t i = 0; i < count; ++i) sums[at + i * step].add(values[i].middle());
  });
  std::transform(sums.begin(), sums.end(), result.data(),
                 [](const SampledSum& sum) { return sum.result(); });
  return result;
}

Array<Ball> sum_of(const Array<Ball>& x, const std::vector<size_t>& axes) {
  if (evaluation().sampled && holds_samples(x.data(), x.size())) return sampled_sum(x, axes);
  Array<Ball> result = empty_array<Ball>(reduced_shape(x.shape(), axes));
  const auto sums = compensated_sums(x, result.shape());
  for (size_t i = 0; i < result.size(); ++i) {
    if (!sums[i].finite()) return plain_sum(x, axes);
    result.data()[i] = sums[i].ball();
  }
  return result;
}

Array<WideBall> sum_of(const Array<WideBall>& x, const std::vector<size_t>& axes) {
  return plain_sum(x, axes);
}

// The type whose least and greatest values a carrier begins with.
template <class T>
using RangeOf = std::numeric_limits<std::conditional_t<BallCarrier<T>, double, T>>;

// No WideBall is greater. It stands for infinity, which no WideBall is, while there are elements.
const WideBall greatest_wide_ball(false, ~WideBall::Magnitude{0}, 800, 0);

template <class T>
auto below_all() {
  using Range = RangeOf<T>;
  if constexpr (std::is_same_v<T, WideBall>) {
    return -greatest_wide_ball;
  } else {
    return Range::has_infinity ? -Range::infinity() : Range::lowest();
  }
}

template <class T>
auto above_all() {
  using Range = RangeOf<T>;
  if constexpr (std::is_same_v<T, WideBall>) {
    return greatest_wide_ball;
  } else {
    return Range::has_infinity ? Range::infinity() : Range::max();
  }
}

}  // namespace

template <class T>
Array<T> sum_over(const Array<T>& x, const std::vector<size_t>& axes) {
  if constexpr (std::is_same_v<T, double> || BallCarrier<T>) {
    return sum_of(x, axes);
  } else {
    return plain_sum(x, axes);
  }
}

template <class T>
Array<T> product_over(const Array<T>& x, const std::vector<size_t>& axes) {
  return fold(x, axes, T(1), [](const T& a, const T& b) { return a * b; });
}

template <class T>
Array<T> max_over(const Array<T>& x, const std::vector<size_t>& axes) {
  if (std::is_same_v<T, WideBall> && x.size() == 0) throw Undecided();
  return fold(x, axes, T(below_all<T>()), [](const T& a, const T& b) { return maximum(a, b); });
}

template <class T>
Array<T> min_over(const Array<T>& x, const std::vector<size_t>& axes) {
  if (std::is_same_v<T, WideBall> && x.size() == 0) throw Undecided();
  return fold(x, axes, T(above_all<T>()), [](const T& a, const T& b) { return minimum(a, b); });
}

template Array<double> sum_over(const Array<double>&, const std::vector<size_t>&);
template Array<int64_t> sum_over(const Array<int64_t>&, const std::vector<size_t>&);
template Array<uint64_t> sum_over(const Array<uint64_t>&, const std::vector<size_t>&);
template Array<Ball> sum_over(const Array<Ball>&, const std::vector<size_t>&);
template Array<WideBall> sum_over(const Array<WideBall>&, const std::vector<size_t>&);
template Array<ArbBall> sum_over(const Array<ArbBall>&, const std::vector<size_t>&);
template Array<double> product_over(const Array<double>&, const std::vector<size_t>&);
template Array<int64_t> product_over(const Array<int64_t>&, const std::vector<size_t>&);
template Array<uint64_t> product_over(const Array<uint64_t>&, const std::vector<size_t>&);
template Array<Ball> product_over(const Array<Ball>&, const std::vector<size_t>&);
template Array<WideBall> product_over(const Array<WideBall>&, const std::vector<size_t>&);
template Array<ArbBall> product_over(const Array<ArbBall>&, const std::vector<size_t>&);
template Array<double> max_over(const Array<double>&, const std::vector<size_t>&);
template Array<int64_t> max_over(const Array<int64_t>&, const std::vector<size_t>&);
template Array<uint64_t> max_over(const Array<uint64_t>&, const std::vector<size_t>&);
template Array<Ball> max_over(const Array<Ball>&, const std::vector<size_t>&);
template Array<WideBall> max_over(const Array<WideBall>&, const std::vector<size_t>&);
template Array<ArbBall> max_over(const Array<ArbBall>&, const std::vector<size_t>&);
template Array<double> min_over(const Array<double>&, const std::vector<size_t>&);
template Array<int64_t> min_over(const Array<int64_t>&, const std::vector<size_t>&);
template Array<uint64_t> min_over(const Array<uint64_t>&, const std::vector<size_t>&);
template Array<Ball> min_over(const Array<Ball>&, const std::vector<size_t>&);
template Array<WideBall> min_over(const Array<WideBall>&, const std::vector<size_t>&);
template Array<ArbBall> min_over(const Array<ArbBall>&, const std::vector<size_t>&);

}  // namespace etalon
