#include "conformance/bounds/verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "conformance/bounds/bound_walk.h"
#include "conformance/common/json.h"
#include "engine/values/errors.h"
#include "engine/values/json.h"

namespace etalon {
namespace {

using Kind = RoundingVerdict::Kind;

constexpr double most_times = 1e300;  // JSON has no infinity

// Takes the worse of the two.
void add(RoundingVerdict& verdict, Kind kind, const std::string& reason = {}) {
  if (kind <= verdict.kind) return;
  verdict.kind = kind;
  verdict.reason = kind == Kind::unknown ? reason : "";
}

double largest_finite(const Reals& values) {
  double largest = 0;
  for (const double value : values) {
    if (std::isfinite(value)) largest = std::max(largest, std::fabs(value));
  }
  return largest;
}

void add_floats(RoundingVerdict& verdict, const Tensor& got, const Tensor& expected,
                const Bound& bound, const Spread& spread) {
  const RoundingLimits limits(expected, bound, spread);
  verdict.evaluations = std::max(verdict.evaluations, spread.evaluations);
  const Reals x = got.as<double>(), y = expected.with_side(nullptr).as<double>();
  for (size_t i = 0; i < x.size(); ++i) {
    const double a = x.data()[i], b = y.data()[i];
    if (a == b || (std::isnan(a) && std::isnan(b))) continue;
    const double off = std::fabs(a - b);
    const ElementLimits of = limits.at(i);
    if (!std::isfinite(off)) {
      add(verdict, of.not_finite(a), bound.reason);
      continue;
    }
    if (of.bound) {
      const double share = *of.bound > 0 ? off / *of.bound : most_times;
      verdict.share = std::max(verdict.share, std::min(share, most_times));
    }
    if (of.reach) verdict.times = std::max(verdict.times, std::min(off / *of.reach, most_times));
    add(verdict, of.verdict(off),
        bound.reason.empty() ? "the bound is wider than all values" : bound.reason);
  }
}

void add_exact(RoundingVerdict& verdict, const Tensor& got, const Tensor& expected,
               const Bound& bound) {
  if (identical(got, expected.with_side(nullptr))) return;
  if (is_complex(got.dtype())) return add(verdict, Kind::unknown, "no bound for complex numbers");
  if (bound.kind == Bound::Kind::exact) return add(verdict, Kind::beyond);
  if (bound.kind == Bound::Kind::known && is_integer(got.dtype())) {
    const Reals x = got.as<double>(), y = expected.with_side(nullptr).as<double>();
    const Reals errors = bound.error.as<double>();
    for (size_t i = 0; i < x.size(); ++i) {
      if (std::fabs(x.data()[i] - y.data()[i]) > errors.data()[i]) add(verdict, Kind::beyond);
    }
  }
  add(verdict, Kind::unknown,
      bound.reason.empty() ? "rounding may change an integer that is computed from floats"
                           : bound.reason);
}

bool alike(const Value& a, const Value& b) {
  if (a.absent() || b.absent()) return a.absent() && b.absent();
  if (a.is_tensor() && b.is_tensor()) {
    const Tensor &x = a.tensor(), &y = b.tensor();
    return x.dtype() == y.dtype() && x.shape() == y.shape() && identical(x, y.with_side(nullptr));
  }
  if (!a.is_sequence() || !b.is_sequence()) return false;
  const auto &x = a.sequence().items, &y = b.sequence().items;
  return std::equal(x.begin(), x.end(), y.begin(), y.end(), alike);
}

void add_tensors(RoundingVerdict& verdict, const Tensor& got, const Tensor& expected,
                 const Bound& bound, const Spread& spread) {
  if (got.dtype() != expected.dtype() || got.shape() != expected.shape()) {
    const bool fixed = bound.kind != Bound::Kind::none;
    return add(verdict, fixed ? Kind::beyond : Kind::unknown, bound.reason);
  }
  if (is_float(expected.dtype())) return add_floats(verdict, got, expected, bound, spread);
  add_exact(verdict, got, expected, bound);
}

}  // namespace

std::string_view to_string(Kind kind) {
  static constexpr std::string_view names[] = {"within", "unknown", "unlikely", "beyond"};
  return names[static_cast<size_t>(kind)];
}

std::string times_text(double times) {
  constexpr double most = 1e6;
  return times > most ? "more than a million times" : fmt::format("{:.3g} times", times);
}

std::string to_string(const RoundingVerdict& verdict) {
  const std::string many = verdict.evaluations == 0 ? "" : fmt::format("{} ", verdict.evaluations);
  const std::string times =
      verdict.times == 0
          ? ""
          : fmt::format("{} as far off as {}honest evaluations", times_text(verdict.times), many);
  switch (verdict.kind) {
    case Kind::within:
      return verdict.evaluations == 0 ? "no further off than rounding allows"
                                      : "no further off than honest evaluations are";
    case Kind::unlikely:
      return times + ", which rounding hardly explains";
    case Kind::beyond:
      return "further off than rounding allows" + (times.empty() ? "" : ", " + times);
    case Kind::unknown:
      break;
  }
  return "not known to be rounding" + (verdict.reason.empty() ? "" : ": " + verdict.reason);
}

std::string amounts_text(const RoundingVerdict& verdict) {
  if (verdict.kind == Kind::unknown) return verdict.reason;
  std::vector<std::string> amounts;
  if (verdict.times != 0) {
    const std::string of = verdict.evaluations == 0
                               ? ""
                               : fmt::format(" of {} honest evaluations", verdict.evaluations);
    amounts.push_back(fmt::format("{} the spread{}", times_text(verdict.times), of));
  }
  if (verdict.share == most_times) amounts.push_back("where the bound is 0");
  if (verdict.share != 0 && verdict.share != most_times) {
    amounts.push_back(fmt::format("{:.3g} of the bound", verdict.share));
  }
  return fmt::format("{}", fmt::join(amounts, ", "));
}

Kind ElementLimits::verdict(double off) const {
  if (bound && off > *bound) return Kind::beyond;
  if (reach) return off <= honest_times * *reach ? Kind::within : Kind::unlikely;
  return bound ? Kind::within : Kind::unknown;
}

Kind ElementLimits::not_finite(double got) const {
  if (overflows && !std::isfinite(got)) return Kind::within;
  return bound ? Kind::beyond : Kind::unknown;
}

RoundingLimits::RoundingLimits(const Tensor& expected, const Bound& bound, const Spread& spread,
                               Ulps ulps)
    : bound_(bound),
      spread_(spread),
      values_(expected.with_side(nullptr).as<double>()),
      bounds_(bound.kind == Bound::Kind::known ? bound.error.as<double>() : Reals()),
      reach_(spread.evaluations != 0 ? spread.reach.as<double>() : Reals()),
      overflows_(spread.overflows ? spread.overflows->as<bool>() : Bools()),
      rounding_(rounding_of(computed_in(expected.dtype()))),
      widest_(largest_finite(values_)),
      ulps_(ulps) {}

double RoundingLimits::bound(size_t position) const {
  if (bound_.kind == Bound::Kind::exact) return 0;
  return bound_.kind == Bound::Kind::known ? bounds_.data()[position]
                                           : std::numeric_limits<double>::infinity();
}

bool RoundingLimits::says_nothing(size_t position) const {
  constexpr double useful = 0.01;
  const double error = bound(position);
  return !std::isfinite(error) || (bound_.compounded && error > useful * widest_);
}

ElementLimits RoundingLimits::at(size_t position) const {
  ElementLimits limits;
  if (!says_nothing(position)) limits.bound = bound(position);
  if (!has_spread()) return limits;
  limits.overflows = spread_.overflows && overflows_.data()[position];
  const bool of_greatest = ulps_ == Ulps::of_greatest;
  const double element = of_greatest ? widest_ : std::fabs(values_.data()[position]);
  const double value = std::max(element, rounding_.tiny);
  const double ulp =
      std::isfinite(value) ? std::ldexp(1.0, std::ilogb(value) - rounding_.bits + 1) : 0;
  limits.reach = std::max(reach_.data()[position], ulp);
  // An evaluation that is further off than the bound is honest all the same: then it is the bound
  // that does not know of its way. And where errors are relative to the greatest value, a function
  // near zero may be computed by a formula whose absolute error is small.
  const double known = std::max(*limits.reach, of_greatest ? honest_times * ulp : 0);
  if (limits.bound > 0) limits.bound = std::max(*limits.bound, known);
  return limits;
}

RoundingVerdict rounding_verdict(const Values& got, const BoundedOutputs& expected,
                                 const std::vector<Spread>& spreads) {
  RoundingVerdict verdict;
  for (size_t i = 0; i < std::min(got.size(), expected.outputs.size()); ++i) {
    const Value &x = got[i], &y = expected.outputs[i];
    if (x.is_tensor() && y.is_tensor()) {
      add_tensors(verdict, x.tensor(), y.tensor(), expected.bounds[i],
                  i < spreads.size() ? spreads[i] : Spread());
    } else if (!alike(x, y)) {
      add(verdict, Kind::unknown, "no bound for values that are not tensors");
    }
  }
  return verdict;
}

nlohmann::json to_json(const RoundingVerdict& verdict) {
  return {{"verdict", to_string(verdict.kind)},
          {"share", verdict.share},
          {"times", verdict.times},
          {"evaluations", verdict.evaluations},
          {"reason", verdict.reason}};
}

RoundingVerdict rounding_verdict_from_json(const nlohmann::json& json) {
  RoundingVerdict verdict;
  const auto kind = field<std::string>(json, "verdict");
  for (const Kind each : {Kind::within, Kind::unlikely, Kind::beyond, Kind::unknown}) {
    if (kind == to_string(each)) verdict.kind = each;
  }
  if (kind != to_string(verdict.kind)) throw InvalidInput("'{}' is no verdict on rounding", kind);
  read_field(json, "share", verdict.share);
  verdict.times = field_or(json, "times", 0.0);
  verdict.evaluations = field_or(json, "evaluations", size_t{0});
  read_field(json, "reason", verdict.reason);
  return verdict;
}

}  // namespace etalon
