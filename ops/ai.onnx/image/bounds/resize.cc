// Resize: a runtime's x_original is rounded, so that it may read other entries, or weigh them
// differently; and it may add all axes' terms in one sum.
#include "ops/ai.onnx/image/resize.h"
#include "engine/numerics/bit_range.h"
#include "engine/numerics/rounded_once.h"
#include "engine/operators/rooms.h"
#include "engine/values/evaluation.h"
#include "engine/values/monte_carlo.h"
#include "engine/values/side.h"

namespace etalon {
namespace {

// What another runtime's x_original may be off by: the rounding of some operations, unless all of
// them are exact, as they are where x and its step have few bits.
double location_error(const Rational& x, const Rational& step, const Rounding& rounding) {
  const auto is_short = [](const Rational& value) {
    const double near = value.nearest();
    return value == near && round_to(DType::bfloat16, near) == near;
  };
  if (is_short(x) && is_short(step)) return 0;
  constexpr double operations = 8;
  return operations * rounding.unit() * (std::fabs(x.nearest()) + 1);
}

// x_original of each entry of an axis, and what it may be off by.
struct Location {
  Rational x;
  double error;
};
std::vector<Location> locations_of(const Axis& axis, const Sampling& sampling,
                                   const Rounding& rounding) {
  if (axis.is_copied(sampling) || has_no_region(axis, sampling)) return {};
  const auto x = [&](size_t i) {
    return x_original(static_cast<double>(i), axis, sampling.coordinates);
  };
  const Rational step = axis.output_dimension > 1 ? x(1) - x(0) : 0;
  std::vector<Location> locations;
  for (size_t i = 0; i < axis.output_dimension; ++i) {
    locations.push_back({x(i), location_error(x(i), step, rounding)});
  }
  return locations;
}

// X's entries, or others that are nearest to a place that is off.
Tensor nearest_along(const Tensor& X, size_t axis, const AxisEntries& entries, const Axis& extent,
                     const Sampling& sampling) {
  const std::vector<Location> locations = locations_of(extent, sampling, *evaluation().rounding);
  const auto picked = [&](double errors) {
    std::vector<size_t> from;
    for (size_t i = 0; i < entries.size(); ++i) {
      if (entries[i].empty()) {
        from.push_back(0);
      } else if (errors == 0 || locations.empty() || locations[i].error == 0) {
        from.push_back(static_cast<size_t>(entries[i][0].at));
      } else {
        const Rational x = locations[i].x + errors * locations[i].error;
        from.push_back(static_cast<size_t>(nearest_entry(x, extent, sampling.nearest_mode)));
      }
    }
    return pick(X, axis, from);
  };
  if (!is_float(X.dtype())) return picked(0);
  return or_instead(or_instead(picked(0), picked(-1)), picked(1));
}

// The neighbours of an entry along an axis, with shares that may be off.
struct Weighed {
  std::vector<std::pair<size_t, ArbBall>> neighbours;
  ArbBall whole = 1;
};

// A place that is off by an error changes a weight by at most twice as much: so much is the
// kernels' greatest slope. Then what has no weight may have some.
std::vector<Weighed> weighed(const AxisEntries& entries, const Axis& axis,
                             const Sampling& sampling) {
  const std::vector<Location> locations = locations_of(axis, sampling, *evaluation().rounding);
  std::vector<Weighed> result;
  for (const Shares& shares : shares_of(entries)) {
    const double error = locations.empty() ? 0 : locations[result.size()].error;
    Weighed entry{{}, shares.whole.whole<ArbBall>()};
    for (const auto& [at, share] : shares.neighbours) {
      if (share == 0 && error == 0) continue;
      ArbBall ball = share.whole<ArbBall>();
      ball.widen(2 * error * std::fabs(entry.whole.middle()));
      entry.neighbours.emplace_back(static_cast<size_t>(at), ball);
    }
    result.push_back(std::move(entry));
  }
  return result;
}

// Σ share · x over the axes from this one on, as the formula has it.
ArbBall weighted_sum(const RealElements& X, const std::vector<const Weighed*>& entry, size_t axis,
                     size_t position) {
  if (axis == entry.size()) return X.at<ArbBall>(position);
  const auto& neighbours = entry[axis]->neighbours;
  count_terms<ArbBall>(neighbours.size());
  ArbBall sum = sum_of_none<ArbBall>(!neighbours.empty());
  for (const auto& [at, share] : neighbours) {
    sum += weighted(share, weighted_sum(X, entry, axis + 1, position * X.shape()[axis] + at));
  }
  return sum;
}

// The terms of that sum, multiplied out: share · share · x.
void add_terms(const RealElements& X, const std::vector<const Weighed*>& entry, size_t axis,
               size_t position, double share, std::vector<double>& terms) {
  if (axis == entry.size()) {
    terms.push_back(share * X.at<ArbBall>(position).middle());
    return;
  }
  for (const auto& [at, ball] : entry[axis]->neighbours) {
    add_terms(X, entry, axis + 1, position * X.shape()[axis] + at, share * ball.middle(), terms);
  }
}

// What their sum may be off by in another order, such as all axes at once: nothing where the type
// holds the sum of any of them.
double error_of_order(const std::vector<double>& terms, const Rounding& rounding) {
  const auto count = static_cast<double>(terms.size());
  const std::optional<BitRange> bits = bit_range(terms.data(), terms.size());
  if (terms.size() < 3 || !bits) return 0;
  if (bits->top + std::ilogb(count) + 1 - bits->lowest <= rounding.bits) return 0;
  double magnitude = 0;
  for (const double term : terms) magnitude += std::fabs(term);
  return rounding.of_sum(count) * magnitude;
}

Tensor averages(const Tensor& X, const std::vector<std::vector<Weighed>>& axes,
                const Shape& shape) {
  const RealElements x(X);
  Array<ArbBall> y = empty_array<ArbBall>(shape);
  ArbBall* to = y.data();
  each_index(shape, [&](const Shape& index) {
    std::vector<const Weighed*> entry;
    ArbBall whole = 1;
    for (size_t axis = 0; axis < index.size(); ++axis) {
      entry.push_back(&axes[axis][index[axis]]);
      whole *= entry.back()->whole;
    }
    std::vector<double> terms;
    add_terms(x, entry, 0, 0, 1, terms);
    ArbBall sum = weighted_sum(x, entry, 0, 0);
    sum.widen(error_of_order(terms, *evaluation().rounding));
    const ArbBall average = unweighted(sum, whole);
    *to++ = is_float(X.dtype()) ? average : real::rint(average);
  });
  if (is_float(X.dtype())) return rounded(X.dtype(), y);
  return within_range(Tensor::decided(DType::float64, decided(DType::float32, y)), X.dtype());
}

std::optional<Values> resize(const Call& call) {
  const Tensor& X = call.tensor("X");
  const auto [axes, sampling] = resizing_of(call);
  Entries entries;
  for (const Axis& axis : axes) entries.push_back(entries_of(axis, sampling));
  Tensor Y = X;
  if (sampling.mode == Interpolation::nearest) {
    for (size_t axis = 0; axis < axes.size(); ++axis) {
      Y = nearest_along(Y, axis, entries[axis], axes[axis], sampling);
    }
  } else {
    std::vector<std::vector<Weighed>> shares;
    Shape shape;
    for (size_t axis = 0; axis < axes.size(); ++axis) {
      shares.push_back(weighed(entries[axis], axes[axis], sampling));
      shape.push_back(axes[axis].output_dimension);
    }
    Y = by_parts(X, [&](const Tensor& x) { return averages(x, shares, shape); });
  }
  return Values{extrapolated(Y, entries, sampling.extrapolation_value)};
}

// The weights of places that are off, and that are off themselves: a kernel is a polynomial of few
// terms.
AxisEntries sampled(AxisEntries entries, const Axis& axis, const Sampling& sampling) {
  constexpr double steps = 2;
  MonteCarlo& runtime = *evaluation().sampled;
  // Roundings rarely add up; an approximated quotient is off by all of it.
  const double share = runtime.rounding().declared.approximate ? 1 : 0.25;
  const std::vector<Location> locations = locations_of(axis, sampling, runtime.rounding());
  for (size_t i = 0; i < entries.size(); ++i) {
    if (locations.empty() || locations[i].error == 0 || entries[i].empty()) continue;
    const Location& at = locations[i];
    entries[i] = neighbours_of(at.x + runtime.random() * share * at.error, axis, sampling);
    for (Neighbour& neighbour : entries[i]) {
      neighbour.weight = neighbour.weight + steps * runtime.rounding().unit() * runtime.random();
    }
  }
  return entries;
}

std::optional<Values> resize_samples(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Resizing resizing = resizing_of(call);
  const Sampling& sampling = resizing.sampling;
  if (sampling.mode == Interpolation::nearest || !is_float(X.dtype())) return std::nullopt;
  Entries entries;
  for (const Axis& axis : resizing.axes) {
    entries.push_back(sampled(entries_of(axis, sampling), axis, sampling));
  }
  const Tensor Y = averaged(X, resizing, entries);
  return Values{extrapolated(Y, entries, sampling.extrapolation_value)};
}

const Bounds op("Resize", resize);
const Sampled sampled_resize("Resize", resize_samples);

}  // namespace
}  // namespace etalon
