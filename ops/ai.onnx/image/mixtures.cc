#include "ops/ai.onnx/image/mixtures.h"

#include "engine/values/limits.h"

namespace etalon {
namespace {

// The same over a carrier of the reals, for the axes that change.
template <class R>
using Axes = std::vector<std::optional<Mixtures<R>>>;

template <class R>
Axes<R> over_carrier_of(const std::vector<AxisEntries>& axes) {
  Axes<R> result;
  for (const AxisEntries& axis : axes) {
    result.emplace_back();
    if (!axis) continue;
    result.back().emplace();
    for (const Mixture<Rational>& entry : *axis) {
      Mixture<R> mixture;
      mixture.whole = entry.whole.template whole<R>();
      for (const auto& [at, share] : entry.taps) {
        R weight = share.template whole<R>();
        if constexpr (std::same_as<R, ArbBall>) {
          weight.widen(entry.slack * std::fabs(mixture.whole.middle()));
        }
        mixture.taps.push_back({at, weight});
      }
      result.back()->push_back(std::move(mixture));
    }
  }
  return result;
}

// Σ share · x along one axis.
Array<Ball> mixed_along(Array<Ball> x, size_t axis, const Mixtures<Ball>& entries) {
  Shape shape = x.shape();
  const size_t before = split_at(shape, axis).before, after = split_at(shape, axis + 1).after;
  const size_t size = shape[axis];
  shape[axis] = entries.size();
  Array<Ball> y = empty_array<Ball>(shape);
  Ball* to = y.data();
  size_t additions = 0;
  for (const Mixture<Ball>& entry : entries) additions += entry.taps.size() + 1;
  for (size_t b = 0; b < before; ++b) {
    count_work(work_per_step * after * additions);
    const Ball* from = x.data() + b * size * after;
    for (const Mixture<Ball>& entry : entries) {
      for (size_t a = 0; a < after; ++a) {
        *to++ = weighted_sum(entry.taps, [&](size_t at) { return from[at * after + a]; });
      }
    }
  }
  return y;
}

// An average of integers, as a whole number.
template <class R>
R finished(DType type, const R& average) {
  return is_float(type) ? average : real::rint(average);
}

class Averages {
 public:
  Averages(const Tensor& X, const std::vector<AxisEntries>& axes)
      : type_(X.dtype()), x_(X), from_(X.shape()), to_(X.shape()), entries_(axes) {
    for (size_t axis = 0; axis < axes.size(); ++axis) {
      if (axes[axis]) to_[axis] = axes[axis]->size();
    }
  }

  Tensor result() const {
    if (current_rounding()) return bounded();
    const DType type = averaged_in(type_);
    const bool quick = type != DType::float64;
    const Axes<Ball> axes = over_carrier_of<Ball>(entries_);
    Array<Ball> totals;
    if (quick) totals = quick_totals(axes);
    std::optional<Axes<ArbBall>> exact_axes;
    Reals y = empty_array<double>(to_);
    Shape index(to_.size(), 0);
    for (size_t i = 0; i < y.size(); ++i) {
      if (!quick || !finish(type, totals.data()[i], whole(axes, index), y.data()[i])) {
        if (!exact_axes) exact_axes = over_carrier_of<ArbBall>(entries_);
        y.data()[i] = refined_once(type, [&]() -> ArbBall { return average(*exact_axes, index); });
      }
      for (size_t axis = to_.size(); axis-- > 0 && ++index[axis] == to_[axis];) index[axis] = 0;
    }
    return averages_of(type_, y);
  }

 private:
  Tensor bounded() const {
    const Axes<ArbBall> axes = over_carrier_of<ArbBall>(entries_);
    Array<ArbBall> y = empty_array<ArbBall>(to_);
    ArbBall* to = y.data();
    each_index(to_, [&](const Shape& index) { *to++ = average(axes, index); });
    return averages_of(type_, y);
  }

  Array<Ball> quick_totals(const Axes<Ball>& axes) const {
    Array<Ball> y = empty_array<Ball>(from_);
    for (size_t i = 0; i < y.size(); ++i) y.data()[i] = x_.at<Ball>(i);
    for (size_t axis = 0; axis < axes.size(); ++axis) {
      if (axes[axis]) y = mixed_along(std::move(y), axis, *axes[axis]);
    }
    return y;
  }

  // Sets y to total / whole, and returns true if that is decided.
  bool finish(DType type, const Ball& total, const Ball& whole, double& y) const {
    try {
      const Ball average = finished(type_, unweighted(total, whole));
      y = average.middle();
      return decides(type, average);
    } catch (const Undecided&) {
      return false;
    }
  }

  template <class R>
  R whole(const Axes<R>& axes, const Shape& index) const {
    R product(1);
    for (size_t axis = 0; axis < axes.size(); ++axis) {
      if (axes[axis]) product *= (*axes[axis])[index[axis]].whole;
    }
    return product;
  }

  ArbBall average(const Axes<ArbBall>& axes, const Shape& index) const {
    return finished(type_, unweighted(total(axes, index, 0, 0), whole(axes, index)));
  }

  // Σ share · x over the axes from this one on, for an element of the result. `position` is that of
  // the entries of X along the axes before.
  ArbBall total(const Axes<ArbBall>& axes, const Shape& index, size_t axis, size_t position) const {
    if (axis == axes.size()) return x_.at<ArbBall>(position);
    position *= from_[axis];
    if (!axes[axis]) return total(axes, index, axis + 1, position + index[axis]);
    const Taps<ArbBall>& taps = (*axes[axis])[index[axis]].taps;
    count_terms<ArbBall>(taps.size());
    return weighted_sum(taps,
                        [&](size_t at) { return total(axes, index, axis + 1, position + at); });
  }

  DType type_;
  RealElements x_;
  Shape from_, to_;
  const std::vector<AxisEntries>& entries_;
};

}  // namespace

Tensor averages(const Tensor& X, const std::vector<AxisEntries>& axes) {
  require_averages(X.dtype());
  if (!is_complex(X.dtype())) return Averages(X, axes).result();
  std::vector<AxisEntries> with_parts = axes;
  with_parts.emplace_back();
  return of_parts(X.dtype(), Averages(parts_of(X), with_parts).result());
}

}  // namespace etalon
