// What the pools share: the window, formulas of sums over it, and norms.
#pragma once

#include "engine/formula.h"
#include "engine/numerics/rounded_once.h"
#include "engine/numerics/window_sums.h"
#include "engine/operators/choice.h"

namespace etalon {

// The window of attribute kernel_shape and those that window_of reads.
inline Window pool_window(const Call& call, const Tensor& X) {
  if (!call.has("kernel_shape")) throw InvalidInput("kernel_shape is missing");
  return window_of(call, spatial_shape(X, "X"), to_shape(call.ints("kernel_shape")));
}

// A row-major position in a tensor [N, C, D…], with the spatial axes counted column-major.
inline int64_t column_major(int64_t position, Shape shape) {
  Shape index = index_at(size_t(position), shape);
  std::reverse(index.begin() + 2, index.end());
  std::reverse(shape.begin() + 2, shape.end());
  return int64_t(position_of(index, shape));
}

// MaxPool's outputs, from the positions in X of the greatest elements: Y, and from version 8 on
// Indices.
inline Values maxima(const Call& call, const Ints& places) {
  const Tensor& X = call.tensor("X");
  const Tensor Y = take(X, places);
  if (call.since_version() < 8) return {Y};
  if (!call.flag("storage_order")) return {Y, Tensor::of(DType::int64, places)};
  const auto column = [&](int64_t at) { return at < 0 ? at : column_major(at, X.shape()); };
  return {Y, Tensor::of(DType::int64, by_element(places, column))};
}

// 2, 3, …
inline std::vector<size_t> spatial_axes(const Tensor& X) {
  std::vector<size_t> axes(spatial_shape(X, "X").size());
  std::iota(axes.begin(), axes.end(), size_t{2});
  return axes;
}

// Σ x over what each window reads of x [N, C, input…], padding left out: [N, C, output…].
inline Reals sum_over_windows(const Reals& x, const Window& window) {
  Reals Y = full(output_shape(x.shape()[0], x.shape()[1], window), 0.0);
  const size_t inputs = split_at(x.shape(), 2).after;
  const size_t outputs = split_at(Y.shape(), 2).after;
  for (size_t i = 0; i < Y.size(); ++i) {
    const Reads reads(window, i % outputs, i / outputs * inputs);
    reads.each([&](size_t at) { Y.data()[i] += x.data()[at]; });
  }
  return Y;
}

// The elements of X, each passed to f, a formula over any carrier of the reals: evaluated over
// balls once, and over those of more bits when an element is asked for.
template <class F>
class Mapped {
 public:
  Mapped(const Tensor& X, F f) : X_(X), f_(f) {
    if (current_rounding()) {
      bounds_ = by_element(elements_of<ArbBall>(X), f);
    } else if (X.dtype() != DType::float64) {
      balls_ = by_element(elements_of<Ball>(X), f);
    }
  }
  // Empty for float64 and within a RoundingScope.
  const Array<Ball>& balls() const { return balls_; }
  template <class R>
  R at(size_t position) const {
    if constexpr (std::same_as<R, Ball>) {
      return balls_.data()[position];
    } else {
      return current_rounding() ? bounds_.data()[position] : f_(X_.at<R>(position));
    }
  }

 private:
  RealElements X_;
  F f_;
  Array<Ball> balls_ = empty_array<Ball>({0});
  Array<ArbBall> bounds_;
};

// finish(sum, out) for each element of the output, which is `out` of its channel: a formula over
// any carrier R of the reals of the SumOfTerms<R> over what the window reads of `terms` [N, C,
// input…], padding left out. Rounded once to X's type.
template <class F, class Finish>
Tensor by_window(const Tensor& X, const Window& window, const Mapped<F>& terms, Finish finish) {
  const Shape shape = output_shape(X.dim(0), X.dim(1), window);
  const size_t inputs = split_at(X.shape(), 2).after;
  const size_t outputs = split_at(shape, 2).after;
  const bool by_row = terms.balls().size() != 0 && sums_by_row(window);
  const Array<Ball> sums =
      by_row ? sums_over_windows(terms.balls(), window) : empty_array<Ball>({0});
  return by_position(X.dtype(), shape, [&]<class R>(size_t position) -> R {
    const size_t out = position % outputs;
    SumOfTerms<R> sum;
    if constexpr (std::same_as<R, Ball>) {
      if (by_row && is_finite(sums.data()[position])) {
        sum.add(sums.data()[position]);
        return finish(sum, out);
      }
    }
    const Reads reads(window, out, position / outputs * inputs);
    count_terms<R>(reads.count() + 1);
    reads.each([&](size_t at) { sum.add(terms.template at<R>(at)); });
    return finish(sum, out);
  });
}

// (Σ |X|^p)^(1/p) over each window; attribute p is a float in version 1.
inline Tensor norm_over_windows(const Call& call, const Tensor& X, const Window& window) {
  const double p = call.since_version() == 1 ? call.real("p") : double(call.integer("p"));
  if (!(p > 0)) throw Unspecified("p is {}, and no norm has that order", p);
  const auto power = [p]<class R>(const R& x) -> R {
    return p == 1 ? real::abs(x) : p == 2 ? x * x : real::pow(real::abs(x), R(p));
  };
  const auto root = [p]<class R>(const R& sum) -> R {
    return p == 1   ? real::abs(sum)
           : p == 2 ? real::sqrt(real::abs(sum))
                    : real::pow(real::abs(sum), 1 / R(p));
  };
  const Mapped powers(X, power);
  const Tensor Y = by_window(X, window, powers, [&]<class R>(const SumOfTerms<R>& sum, size_t) {
    return root(sum.result());
  });
  return step_or_exact(Y, "overflow", [&] {
    return sum_over_windows(Reals(xt::pow(xt::abs(X.as<double>()), p)), window);
  });
}

}  // namespace etalon
