// CumSum and CumProd: running totals along an axis.
#pragma once

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

// y[i] = x[0] ∘ … ∘ x[i] along attribute `axis`, by a class of running totals; exclusive: without
// x[i]; reverse: from the axis's end.
template <template <class> class Total>
Values cumulate(const Call& call) {
  const Tensor& x = call.tensor("x");
  const size_t axis = axis_index(call.tensor("axis").item<int64_t>(), x.rank());
  const bool exclusive = call.flag("exclusive");
  const bool reverse = call.flag("reverse");
  return {by_axis(x, axis, [&]<class R>(const Array<R>& lines) {
    Array<R> y = empty_array<R>(lines.shape());
    const size_t size = lines.shape()[1];
    for (size_t n = 0; n < lines.shape()[0]; ++n) {
      Total<R> total;
      for (size_t i = 0; i < size; ++i) {
        const size_t at = reverse ? size - 1 - i : i;
        if (exclusive) y(n, at) = i == 0 ? Total<R>::of_none() : total.value();
        total.add(lines(n, at));
        if (!exclusive) y(n, at) = total.value();
      }
    }
    return y;
  })};
}

}  // namespace etalon
