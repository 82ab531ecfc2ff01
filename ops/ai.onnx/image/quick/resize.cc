// Resize's averages axis by axis, of all entries at once: in doubles where these hold all sums, or
// in balls.
#include "ops/ai.onnx/image/resize.h"
#include "engine/numerics/bit_range.h"
#include "engine/numerics/rounded_once.h"
#include "engine/operators/rooms.h"
#include "engine/values/limits.h"

namespace etalon {
namespace {

// A neighbour and its share, which is not 0.
template <class R>
struct Tap {
  int64_t at;
  R share;
};

// Along one axis, what an entry is made of: Σ share · x / whole over the taps.
template <class R>
struct Mixture {
  std::vector<Tap<R>, BudgetAllocator<Tap<R>>> taps;  // none for an entry that is extrapolated
  R whole{1};
};
template <class R>
using Mixtures = std::vector<Mixture<R>, BudgetAllocator<Mixture<R>>>;

// For the axes that change, nothing for those that are merely copied.
template <class R>
using Axes = std::vector<std::optional<Mixtures<R>>>;

Axes<Rational> axes_of(const std::vector<Axis>& axes, const Sampling& sampling,
                       const Entries& entries) {
  Axes<Rational> result;
  for (size_t axis = 0; axis < axes.size(); ++axis) {
    result.emplace_back();
    if (axes[axis].is_copied(sampling)) continue;
    result.back().emplace();
    for (const Shares& shares : shares_of(entries[axis])) {
      Mixture<Rational> mixture{{}, shares.whole};
      for (const auto& [at, share] : shares.neighbours) {
        if (share != 0) mixture.taps.push_back({at, share});
      }
      result.back()->push_back(std::move(mixture));
    }
  }
  return result;
}

// Each share and whole as `number` gives it.
template <class R, class S, class F>
Axes<R> converted(const Axes<S>& axes, F number) {
  Axes<R> result;
  for (const std::optional<Mixtures<S>>& axis : axes) {
    result.emplace_back();
    if (!axis) continue;
    result.back().emplace();
    for (const Mixture<S>& entry : *axis) {
      Mixture<R> mixture{{}, number(entry.whole)};
      for (const auto& [at, share] : entry.taps) mixture.taps.push_back({at, number(share)});
      result.back()->push_back(std::move(mixture));
    }
  }
  return result;
}

template <class R>
Axes<R> over_carrier_of(const Axes<Rational>& axes) {
  return converted<R>(axes, [](const Rational& number) { return number.template whole<R>(); });
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
      for (const Tap<double>& tap : entry.taps) sum += std::fabs(tap.share);
      greatest = std::max(greatest, sum);
    }
    product *= greatest;
  }
  return product;
}

inline double weighted(double weight, double x) { return weight * x; }

// Σ share · element(at) over the taps.
template <class R, class Taps, class F>  // R element(size_t at)
R weighted_sum(const Taps& taps, F element) {
  R sum = sum_of_none<R>(!taps.empty());
  for (const auto& [at, share] : taps) sum += weighted(share, element(static_cast<size_t>(at)));
  return sum;
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
  for (size_t b = 0; b < before; ++b) {
    const R* from = x.data() + b * size * after;
    for (const Mixture<R>& entry : entries) {
      count_work(work_per_step * after * (entry.taps.size() + 1));
      for (size_t a = 0; a < after; ++a) {
        *to++ = weighted_sum<R>(entry.taps, [&](size_t at) { return from[at * after + a]; });
      }
    }
  }
  return y;
}

class Averages {
 public:
  Averages(const Tensor& X, const Axes<Rational>& axes, const Shape& to)
      : type_(X.dtype()), x_(X), from_(X.shape()), to_(to), entries_(axes) {}

  Tensor result() const {
    // Averages of integers are made whole, and then exact in any type.
    const DType type = is_float(type_) ? type_ : DType::float32;
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
      count_work(work_per_step);
      const bool finished =
          exact ? finish(type, exact_totals.data()[i], whole(*exact_shares, index), y.data()[i])
                : quick && finish(type, totals.data()[i], whole(axes, index), y.data()[i]);
      if (!finished) {
        if (!arb_axes) arb_axes = over_carrier_of<ArbBall>(entries_);
        y.data()[i] = refined_once(type, [&]() -> ArbBall { return average(*arb_axes, index); });
      }
      for (size_t axis = to_.size(); axis-- > 0 && ++index[axis] == to_[axis];) index[axis] = 0;
    }
    return within_range(Tensor::decided(is_float(type_) ? type_ : DType::float64, y), type_);
  }

 private:
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

  // An average of integers, as a whole number.
  template <class R>
  R finished(const R& average) const {
    return is_float(type_) ? average : real::rint(average);
  }

  // Sets y to total / whole, and returns true if that is decided.
  bool finish(DType type, const Ball& total, const Ball& whole, double& y) const {
    try {
      const Ball average = finished(unweighted(total, whole));
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
    return finished(unweighted(total(axes, index, 0, 0), whole(axes, index)));
  }

  // Σ share · x over the axes from this one on, for an element of the result. `position` is that of
  // the entries of X along the axes before.
  ArbBall total(const Axes<ArbBall>& axes, const Shape& index, size_t axis, size_t position) const {
    if (axis == axes.size()) return x_.at<ArbBall>(position);
    position *= from_[axis];
    if (!axes[axis]) return total(axes, index, axis + 1, position + index[axis]);
    const auto& taps = (*axes[axis])[index[axis]].taps;
    count_terms<ArbBall>(taps.size());
    return weighted_sum<ArbBall>(
        taps, [&](size_t at) { return total(axes, index, axis + 1, position + at); });
  }

  DType type_;
  RealElements x_;
  Shape from_, to_;
  const Axes<Rational>& entries_;
};

// Whether doubles hold the elements of X.
bool are_held(const Tensor& X) {
  if (!is_integer(X.dtype()) || bit_width(X.dtype()) < 64) return true;
  const Reals x = X.as<double>();
  return std::all_of(x.begin(), x.end(), [](double each) { return std::fabs(each) < 0x1p53; });
}

std::optional<Values> resize(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Resizing resizing = resizing_of(call);
  const Sampling& sampling = resizing.sampling;
  if (sampling.mode == Interpolation::nearest || X.dtype() == DType::string || !are_held(X)) {
    return std::nullopt;
  }
  Entries entries;
  for (const Axis& axis : resizing.axes) entries.push_back(entries_of(axis, sampling));
  const Axes<Rational> axes = axes_of(resizing.axes, sampling, entries);
  const Tensor Y =
      by_parts(X, [&](const Tensor& x) { return Averages(x, axes, resizing.shape()).result(); });
  return Values{extrapolated(Y, entries, sampling.extrapolation_value)};
}

const Quick op("Resize", resize);

}  // namespace
}  // namespace etalon
