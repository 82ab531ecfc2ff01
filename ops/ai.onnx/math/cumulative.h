// CumSum and CumProd: running totals along an axis.
#pragma once

#include "engine/numerics/carriers.h"
#include "engine/numerics/compensated.h"
#include "ops/ai.onnx/math/by_axis.h"

namespace etalon {

template <class R>
class RunningSum {
 public:
  static R of_none() { return R(0); }
  void add(const R& x) { sum_ += x; }
  R value() const { return sum_; }

 private:
  R sum_ = R(-0.0);  // to which adding any value gives that value
};

// Over a long line the errors of plain additions would leave many totals undecided.
template <>
class RunningSum<Ball> {
 public:
  static Ball of_none() { return 0; }
  void add(const Ball& x) { sum_.add(x); }
  Ball value() const { return sum_.ball(); }

 private:
  Compensated sum_;
};

template <class R>
class RunningProduct {
 public:
  static R of_none() { return R(1); }
  void add(const R& x) { product_ *= x; }
  R value() const { return product_; }

 private:
  R product_ = R(1);
};

struct Direction {
  bool exclusive, reverse;
};

// The running totals of each line of an array [lines, elements].
template <template <class> class Total, class R>
Array<R> totals_of(const Array<R>& lines, const Direction& direction) {
  Array<R> y = empty_array<R>(lines.shape());
  const size_t size = lines.shape()[1];
  for (size_t n = 0; n < lines.shape()[0]; ++n) {
    Total<R> total;
    for (size_t i = 0; i < size; ++i) {
      const size_t at = direction.reverse ? size - 1 - i : i;
      if (direction.exclusive) y(n, at) = i == 0 ? Total<R>::of_none() : total.value();
      total.add(lines(n, at));
      if (!direction.exclusive) y(n, at) = total.value();
    }
  }
  return y;
}

// y[i] = x[0] ∘ … ∘ x[i] along attribute `axis`, by a class of running totals; exclusive: without
// x[i]; reverse: from the axis's end.
// `open(y, x, of)` marks what is open of y = of({x}).
template <template <class> class Total, class Open>
Values cumulate(const Call& call, Open open) {
  const Tensor& x = call.tensor("x");
  const size_t axis = axis_index(call.tensor("axis").item<int64_t>(), x.rank());
  const Direction direction{call.flag("exclusive"), call.flag("reverse")};
  const auto totals = [&](const Tensor& lines) -> Tensor {
    const DType type = lines.dtype();
    if (is_float(type)) {
      return by_line(lines, type, [&]<class R>(const Array<R>& values) {
        return totals_of<Total>(values, direction);
      });
    }
    return over_integers(type, [&]<class T>() {
      return Tensor::of(type, totals_of<Total>(lines.as<T>(), direction));
    });
  };
  const auto of = [&](const std::vector<Tensor>& X) { return by_axis(X[0], axis, totals); };
  return {open(of({x}), x, of)};
}

}  // namespace etalon
