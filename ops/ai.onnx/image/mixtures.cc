#include "ops/ai.onnx/image/mixtures.h"

#include "engine/numerics/bit_range.h"
#include "engine/values/limits.h"

namespace etalon {
namespace {

// The same over a carrier of the reals, for the axes that change.
template <class R>
using Axes = std::vector<std::optional<Mixtures<R>>>;

// Each share and whole as `number` gives it.
template <class R, class S, class F>
Axes<R> converted(const Axes<S>& axes, F number) {
  Axes<R> result;
  for (const std::optional<Mixtures<S>>& axis : axes) {
    result.emplace_back();
    if (!axis) continue;
    result.back().emplace();
    for (const Mixture<S>& entry : *axis) {
      Mixture<R> mixture{{}, number(entry.whole), entry.slack};
      for (const auto& [at, share] : entry.taps) mixture.taps.push_back({at, number(share)});
      result.back()->push_back(std::move(mixture));
    }
  }
  return result;
}

template <class R>
Axes<R> over_carrier_of(const std::vector<AxisEntries>& axes) {
  Axes<R> result =
      converted<R>(axes, [](const Rational& number) { return number.template whole<R>(); });
  if constexpr (std::same_as<R, ArbBall>) {
    for (std::optional<Mixtures<R>>& axis : result) {
      if (!axis) continue;
      for (Mixture<R>& entry : *axis) {
        for (Tap<R>& tap : entry.taps) {
          tap.weight.widen(entry.slack * std::fabs(entry.whole.middle()));
        }
      }
    }
  }
  return result;
}

// The same in doubles, if they hold all numbers.
std::optional<Axes<double>> in_doubles(const Axes<Ball>& axes) {
  bool exact = true;
  Axes<double> result = converted<double>(axes, [&](const Ball& number) {
    exact = exact && number.radius() == 0;
    return number.middle();
  });
  if (!exact) return std::nullopt;
  return result;
}

// The greatest Σ |share| of a total of all axes.
double greatest_shares(const Axes<double>& axes) {
  double product = 1;
  for (const std::optional<Mixtures<double>>& axis : axes) {
    if (!axis) continue;
    double greatest = 0;
    for (const Mixture<double>& entry : *axis) {
      double sum = 0;
      for (const Tap<double>& tap : entry.taps) sum += std::fabs(tap.weight);
      greatest = std::max(greatest, sum);
    }
    product *= greatest;
  }
  return product;
}

// Σ share · x along one axis.
template <class R>
Array<R> mixed_along(Array<R> x, size_t axis, const Mixtures<R>& entries) {
  Shape shape = x.shape();
  const size_t before = split_at(shape, axis).before, after = split_at(shape, axis + 1).after;
  const size_t size = shape[axis];
  shape[axis] = entries.size();
  Array<R> y = empty_array<R>(shape);
  R* to = y.data();
  size_t additions = 0;
  for (const Mixture<R>& entry : entries) additions += entry.taps.size() + 1;
  for (size_t b = 0; b < before; ++b) {
    count_work(work_per_step * after * additions);
    const R* from = x.data() + b * size * after;
    for (const Mixture<R>& entry : entries) {
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
    const std::optional<Axes<double>> exact_shares = quick ? in_doubles(axes) : std::nullopt;
    const bool exact = exact_shares && are_exact(*exact_shares);
    Array<Ball> totals;
    Reals exact_totals;
    if (exact) {
      exact_totals = totals_of<double>(*exact_shares);
    } else if (quick) {
      totals = totals_of<Ball>(axes);
    }
    std::optional<Axes<ArbBall>> arb_axes;
    Reals y = empty_array<double>(to_);
    Shape index(to_.size(), 0);
    for (size_t i = 0; i < y.size(); ++i) {
      const bool finished =
          exact ? finish(type, exact_totals.data()[i], whole(*exact_shares, index), y.data()[i])
                : quick && finish(type, totals.data()[i], whole(axes, index), y.data()[i]);
      if (!finished) {
        if (!arb_axes) arb_axes = over_carrier_of<ArbBall>(entries_);
        y.data()[i] = refined_once(type, [&]() -> ArbBall { return average(*arb_axes, index); });
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

  // Whether doubles hold all sums of so great shares: all are multiples of the same power of 2.
  bool are_exact(const Axes<double>& axes) const {
    constexpr int held = std::numeric_limits<double>::digits;
    const std::optional<BitRange> bits = bit_range(x_.values().data(), x_.size());
    return bits && bits->top + std::ilogb(greatest_shares(axes)) + 1 - bits->lowest <= held;
  }

  template <class R>
  Array<R> totals_of(const Axes<R>& axes) const {
    Array<R> y = empty_array<R>(from_);
    for (size_t i = 0; i < y.size(); ++i) y.data()[i] = x_.at<R>(i);
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
