#include "conformance/equivalent/pair.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "conformance/bounds/bound_walk.h"
#include "conformance/equivalent/digests.h"
#include "conformance/judge/compare.h"
#include "conformance/judge/elements.h"
#include "conformance/judge/exact.h"
#include "conformance/judge/measure.h"
#include "conformance/judge/open.h"
#include "engine/values/rounding.h"

namespace etalon::equivalent {
namespace {

// Nothing but equal elements matches.
constexpr Tolerance nothing{.rtol = 0, .atol = 0, .max_ulp = {}};

Judged verdict_of(Sameness sameness, std::string why) {
  Judged judged;
  judged.sameness = sameness;
  judged.why = std::move(why);
  return judged;
}

Bound bound_of(const Computed& computed, const Options& options) {
  if (computed.model == nullptr) return {};
  return evaluate_with_bounds(*computed.model, computed.inputs, options).bounds.at(0);
}

// The sum: how far apart two values may be.
Bound together(const Bound& a, const Bound& b) {
  if (a.kind == Bound::Kind::none || b.kind == Bound::Kind::exact) return a;
  if (b.kind == Bound::Kind::none || a.kind == Bound::Kind::exact) return b;
  const Reals x = a.error.as<double>(), y = b.error.as<double>();
  if (x.shape() != y.shape()) return a;
  Bound sum;
  sum.kind = Bound::Kind::known;
  sum.error = Tensor::decided(DType::float64, Reals(x + y));
  sum.compounded = a.compounded || b.compounded;
  return sum;
}

Spread spread_of(const Computed& computed, const Options& options) {
  if (computed.model == nullptr) return {};
  return spreads_of(*computed.model, computed.inputs, {computed.value}, options).at(0);
}

// A constant has none, and takes none away.
Spread together(const Spread& a, const Spread& b) {
  if (a.evaluations == 0 || b.evaluations == 0) {
    Spread one = a.evaluations == 0 ? b : a;
    if (one.evaluations == 0 && one.reason.empty()) one.reason = a.reason;
    return one;
  }
  Spread sum = a;
  sum.reach = Tensor::decided(DType::float64, Reals(a.reach.as<double>() + b.reach.as<double>()));
  if (a.overflows && b.overflows) {
    const Bools x = a.overflows->as<bool>(), y = b.overflows->as<bool>();
    Bools any = x;
    for (size_t i = 0; i < any.size(); ++i) any.data()[i] = x.data()[i] || y.data()[i];
    sum.overflows = Tensor::of(DType::boolean, any);
  } else if (b.overflows) {
    sum.overflows = b.overflows;
  }
  return sum;
}

struct Enclosure {
  Reals middles, radii;
  std::string problem;
};

Enclosure enclosure_of(const Computed& computed, const Options& options) {
  if (computed.model == nullptr) {
    const Reals middles = computed.value.tensor().as<double>();
    return {middles, full(computed.value.tensor().shape(), 0.0), ""};
  }
  const ExactEnclosures exact = enclose_exactly(*computed.model, computed.inputs, options);
  if (!exact.problem.empty()) return {{}, {}, exact.problem};
  const Tensor middle = exact.middles.at(0).tensor().with_side(nullptr);
  const Bound& bound = exact.bounds.at(0);
  if (bound.kind == Bound::Kind::none) return {{}, {}, bound.reason};
  return {middle.as<double>(),
          bound.kind == Bound::Kind::known ? bound.error.as<double>() : full(middle.shape(), 0.0),
          ""};
}

// The widest pair of enclosures, relative to the largest value, if all overlap and are finite.
std::optional<double> overlap(const Enclosure& a, const Enclosure& b) {
  if (!a.problem.empty() || !b.problem.empty()) return std::nullopt;
  if (a.middles.shape() != b.middles.shape()) return std::nullopt;
  double largest = 0, widest = 0;
  for (size_t i = 0; i < a.middles.size(); ++i) {
    const double x = a.middles.data()[i], y = b.middles.data()[i];
    const double reach = a.radii.data()[i] + b.radii.data()[i];
    if (x == y && std::isinf(x)) continue;
    if (std::isnan(x) && std::isnan(y)) continue;
    if (!(std::fabs(x - y) <= reach) || !std::isfinite(reach)) return std::nullopt;
    largest = std::max(largest, std::fabs(x));
    widest = std::max(widest, reach);
  }
  return largest == 0 ? widest : widest / largest;
}

// Wider enclosures would not tell a lost digit from none: an eighth of a rounding of the type.
double widest_that_counts(DType type) {
  return is_float(type) ? rounding_of(computed_in(type)).unit() / 8 : 0x1p-32;
}

class PairJudge {
 public:
  PairJudge(const Computed& before, const Computed& after, Effort effort, const Options& options)
      : before_(before),
        after_(after),
        x_(before.value),
        y_(after.value),
        effort_(effort),
        options_(options) {
    options_.lenient = true;
    options_.on_warning = nullptr;
    options_.on_value = nullptr;
    options_.on_node = nullptr;
  }

  Judged judged() {
    const auto [x, y] = without_open();
    const bool zeros_agree = zeros_are_open_ || !zeros_differ(y, x);
    if (!open_.empty() && compare(y, x, nothing).pass() && zeros_agree) {
      return verdict_of(Sameness::open, open_);
    }
    const Judged whole = of_values();
    if (open_.empty() || whole.sameness < Sameness::open) return whole;
    x_ = x;
    y_ = y;
    signs_count_ = !zeros_are_open_;
    const Judged rest = of_values();
    return rest.sameness < Sameness::open ? verdict_of(Sameness::open, open_) : rest;
  }

 private:
  Judged of_values() {
    const RuleResult structure = compare_structure(y_, x_);
    if (!structure.pass()) return verdict_of(Sameness::different, structure.message);
    if (!x_.is_tensor()) return of_other_kinds();
    if (!bounded_) {
      of_before_ = bound_of(before_, options_);
      of_after_ = bound_of(after_, options_);
      bound_ = together(of_before_, of_after_);
    }
    bounded_ = true;
    measure_pair();
    if (signed_zeros_differ()) return different();
    if (measured_.grade != Grade::wrong) {
      if (std::optional<Judged> equal = exactly_equal()) return *equal;
    }
    add_samples();
    if (measured_.grade == Grade::wrong) {
      return overflow_is_unknown() ? by_unknown_overflow() : different();
    }
    return overflow_is_rounding() ? by_overflow() : by_rounding();
  }

  Judged of_other_kinds() const {
    const RuleResult verdict = compare(y_, x_, nothing);
    if (verdict.pass()) return {};  // only the bits of NaN or of zeros differ
    Judged judged = verdict_of(Sameness::not_shown, "no bound for the parts of a value");
    judged.where = verdict.where;
    judged.before = verdict.expected;
    judged.after = verdict.got;
    return judged;
  }

  // `got` with `marked`'s value in place of all that a point of `marked`'s call leaves open;
  // nothing where no element is.
  std::optional<Value> settled(const Computed& marked, const Value& value, const Value& got) {
    if (marked.model == nullptr) return std::nullopt;
    try {
      // What depends on an open element counts as open, whatever its readings give.
      const ChoiceScope scope(Recording::on);
      const Values values = evaluate(*marked.model, marked.inputs, options_);
      Settled found = settle(got, value, values.at(0), nothing);
      if (found.open.empty() && found.zeros.empty()) return std::nullopt;
      zeros_are_open_ = zeros_are_open_ || !found.zeros.empty();
      found.open.insert(found.open.end(), found.zeros.begin(), found.zeros.end());
      open_ = to_string(found.open);
      return std::move(found.value);
    } catch (const LimitExceeded&) {
      throw;
    } catch (const Error&) {
      return std::nullopt;
    }
  }

  // The pair, with one value in place of both wherever a point leaves it open.
  std::pair<Value, Value> without_open() {
    Value x = x_, y = y_;
    if (const auto rest = settled(before_, x, y)) y = *rest;
    if (const auto rest = settled(after_, y, x)) x = *rest;
    return {x, y};
  }

  static bool zeros_differ(const Value& a, const Value& b) {
    Measurement measured;
    if (!alike(a, b)) return false;
    measure(measured, a.tensor(), b.tensor(), nothing, without_bound());
    return measured.signed_zeros != 0;
  }

  void measure_pair() {
    measured_ = {};
    measure(measured_, y_.tensor(), x_.tensor(), nothing, {bound_, spread_});
  }

  // An honest evaluation that is further off than the bound makes it wider (RoundingLimits).
  void add_samples() {
    if (effort_ != Effort::samples || !measured_.floating) return;
    if (spread_.evaluations == 0) {
      spread_ = together(spread_of(before_, options_), spread_of(after_, options_));
    }
    measure_pair();
  }

  // Zeros of the other sign where neither is rounded: rounding may give a zero of either sign.
  bool signed_zeros_differ() {
    if (measured_.signed_zeros == 0 || !signs_count_) return false;
    const Reals a = x_.tensor().as<double>(), b = y_.tensor().as<double>();
    const Shape& shape = x_.tensor().shape();
    for (size_t i = 0; i < a.size(); ++i) {
      const double x = a.data()[i], y = b.data()[i];
      if (x != 0 || y != 0 || std::signbit(x) == std::signbit(y)) continue;
      const bool rounded =
          bound_.kind == Bound::Kind::none ||
          (bound_.kind == Bound::Kind::known && bound_.error.as<double>().data()[i] > 0);
      if (rounded) continue;
      zero_ = place_text(i, shape);
      zero_is_negative_ = std::signbit(y);
      return true;
    }
    return false;
  }

  static void show(Judged& judged, const Extreme& extreme) {
    judged.where = extreme.where;
    judged.before = extreme.expected;
    judged.after = extreme.got;
  }

  // The first place where one is of a kind and the other is not.
  void show_first(Judged& judged, bool (*is_it)(double x)) const {
    show(judged, measured_.first);
    const Tensor &a = x_.tensor(), &b = y_.tensor();
    if (is_complex(a.dtype())) return;
    const Reals x = a.as<double>(), y = b.as<double>();
    for (size_t i = 0; i < x.size(); ++i) {
      if (is_it(x.data()[i]) == is_it(y.data()[i])) continue;
      judged.where = place_text(i, a.shape());
      judged.before = element_printer(a)(i);
      judged.after = element_printer(b)(i);
      return;
    }
  }

  Judged different() const {
    Judged judged = verdict_of(Sameness::different, "further apart than rounding in both allows");
    show(judged, measured_.absolute);
    if (!measured_.floating || bound_.kind == Bound::Kind::exact) judged.why = "neither is rounded";
    if (measured_.mismatches.nan != 0) {
      judged.why = "one is NaN where the other is not";
      show_first(judged, [](double x) { return std::isnan(x); });
    } else if (measured_.mismatches.infinity != 0) {
      judged.why = "one is infinite where the other is not";
      show_first(judged, [](double x) { return std::isinf(x); });
    }
    if (measured_.grade != Grade::wrong) {
      judged.why = "the signs of zeros differ";
      judged.where = zero_;
      judged.before = zero_is_negative_ ? "0" : "-0";
      judged.after = zero_is_negative_ ? "-0" : "0";
    } else if (measured_.rounding && std::isfinite(measured_.rounding->share.amount) &&
               measured_.rounding->share.amount > 1) {
      judged.share = measured_.rounding->share.amount;
      judged.why =
          fmt::format("{:.3g} times as far apart as rounding in both allows", judged.share);
    }
    return judged;
  }

  std::optional<Judged> exactly_equal() {
    if (is_complex(x_.tensor().dtype()) || x_.tensor().dtype() == DType::string) {
      return std::nullopt;
    }
    try {
      const std::optional<double> width =
          overlap(enclosure_of(before_, options_), enclosure_of(after_, options_));
      if (!width || *width > widest_that_counts(x_.tensor().dtype())) return std::nullopt;
      Judged judged = verdict_of(Sameness::exactly_equal, "");
      judged.width = *width;
      return judged;
    } catch (const LimitExceeded&) {
      throw;
    } catch (const Error&) {
      return std::nullopt;
    }
  }

  // True where one is NaN or infinite and the other is not, but may be in an honest evaluation,
  // because an intermediate result exceeds the type; and what is finite is judged by more than
  // that.
  bool overflow_is_rounding() const {
    const size_t overflowed = measured_.mismatches.nan + measured_.mismatches.infinity;
    if (overflowed == 0 || measured_.grade > Grade::rounding || !measured_.rounding) return false;
    return vacuous() <= overflowed || samples_tell();
  }

  // For each of so many elements whether the bound says something.
  static std::vector<bool> known_by(const Bound& bound, size_t size) {
    std::vector<bool> known(size, bound.kind == Bound::Kind::exact);
    if (bound.kind != Bound::Kind::known) return known;
    const Reals errors = bound.error.as<double>();
    std::transform(errors.begin(), errors.end(), known.begin(),
                   [](double error) { return std::isfinite(error); });
    return known;
  }

  // True where nothing but elements that are not finite differs, and no bound forbids it: an
  // intermediate result of the other may exceed the type.
  bool overflow_is_unknown() const {
    const size_t overflowed = measured_.mismatches.nan + measured_.mismatches.infinity;
    if (!measured_.rounding || measured_.rounding->beyond > overflowed) return false;
    if (is_complex(x_.tensor().dtype())) return false;
    const Reals a = x_.tensor().as<double>(), b = y_.tensor().as<double>();
    const auto a_known = known_by(of_before_, a.size()), b_known = known_by(of_after_, a.size());
    for (size_t i = 0; i < a.size(); ++i) {
      const double x = a.data()[i], y = b.data()[i];
      if (x == y || (std::isnan(x) && std::isnan(y))) continue;
      if (std::isfinite(x) && std::isfinite(y)) continue;
      if (std::isfinite(x)   ? a_known[i]
          : std::isfinite(y) ? b_known[i]
                             : a_known[i] && b_known[i]) {
        return false;
      }
    }
    return overflowed != 0;
  }

  Judged by_unknown_overflow() const {
    Judged judged = different();
    judged.sameness = Sameness::not_shown;
    judged.why += ", and an intermediate result of the other may overflow";
    return judged;
  }

  Judged by_overflow() const {
    Judged judged = verdict_of(Sameness::up_to_rounding,
                               "where one overflows, an honest evaluation of the other may, too");
    show(judged, measured_.first);
    return judged;
  }

  Judged by_rounding() const {
    Judged judged;
    show(judged, measured_.absolute.where.empty() ? measured_.first : measured_.absolute);
    judged.sameness = Sameness::not_shown;
    if (!measured_.floating) {
      judged.why = bound_.reason.empty()
                       ? "rounding may change an integer that is computed from floats"
                       : bound_.reason;
    } else if (measured_.grade == Grade::unlikely) {
      judged.why = fmt::format(
          "{} {} as far apart as honest evaluations of both, which rounding hardly explains",
          says_nothing() ? "the bound says nothing, but they are" : "within the bound, but",
          times_text(measured_.spread->times.amount));
    } else if (says_nothing() && samples_tell()) {
      judged.sameness = Sameness::up_to_rounding;
      judged.why = fmt::format("{:.2g} times the spread of {} honest evaluations of each; {}",
                               measured_.spread->times.amount, measured_.spread->evaluations,
                               "the bound says nothing");
    } else if (!measured_.rounding || measured_.grade == Grade::unknown) {
      judged.why = why_unknown();
    } else if (vacuous() != 0) {
      judged.why = fmt::format("the bound of {} of {} elements is so wide that it says nothing",
                               vacuous(), measured_.elements);
    } else {
      judged.sameness = Sameness::up_to_rounding;
      judged.share = measured_.rounding->share.amount;
    }
    return judged;
  }

  std::string why_unknown() const {
    if (!bound_.reason.empty()) return bound_.reason;
    return "the bound is too wide" +
           (spread_.reason.empty() ? "" : ", and there are " + spread_.reason);
  }
  // How many elements differ and have a bound that says nothing.
  size_t vacuous() const {
    const Tensor &a = x_.tensor(), &b = y_.tensor();
    const RoundingLimits limits(a, bound_, spread_);
    const Reals x = a.with_side(nullptr).as<double>(), y = b.with_side(nullptr).as<double>();
    size_t count = 0;
    for (size_t i = 0; i < x.size(); ++i) {
      count += x.data()[i] != y.data()[i] && limits.says_nothing(i);
    }
    return count;
  }
  bool says_nothing() const { return !measured_.rounding || vacuous() != 0; }
  // True where honest evaluations lie so close together that they tell something.
  bool samples_tell() const {
    constexpr double close = 0.01;
    return measured_.spread && measured_.grade <= Grade::rounding && measured_.scaled <= close &&
           sound_times * measured_.spread->largest <= measured_.largest / 4;
  }

  const Computed &before_, &after_;
  Value x_, y_;  // their values
  const Effort effort_;
  Options options_;
  std::string open_;
  bool zeros_are_open_ = false;  // a point leaves open which sign a zero has
  bool signs_count_ = true;      // of zeros
  bool bounded_ = false;         // bound_ is known; it and the spread do not depend on what is open
  Bound bound_;                  // of both
  Bound of_before_, of_after_;
  Spread spread_;
  Measurement measured_;
  std::string zero_;
  bool zero_is_negative_ = false;
};

}  // namespace

Judged judged_pair(const Computed& before, const Computed& after, Effort effort,
                   const Options& options) {
  try {
    return PairJudge(before, after, effort, options).judged();
  } catch (const LimitExceeded&) {
    throw;
  } catch (const Error& error) {
    return verdict_of(Sameness::not_shown, error.what());
  }
}

bool alike(const Value& a, const Value& b) {
  return a.is_tensor() && b.is_tensor() && a.tensor().dtype() == b.tensor().dtype() &&
         a.tensor().shape() == b.tensor().shape();
}

double distance(const Value& a, const Value& b) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  if (!is_float_tensor(a) || !alike(a, b)) return infinite;
  const Reals all_x = a.tensor().as<double>(), all_y = b.tensor().as<double>();
  double largest = 0, off = 0;
  for (size_t i = 0; i < all_x.size(); ++i) {
    const double x = all_x.data()[i], y = all_y.data()[i];
    if (std::isfinite(x)) largest = std::max(largest, std::fabs(x));
    if (x == y || (std::isnan(x) && std::isnan(y))) continue;
    const double d = std::fabs(x - y);
    off = std::max(off, std::isnan(d) ? infinite : d);
  }
  return largest > 0 ? off / largest : off == 0 ? 0 : infinite;
}

bool same_bits(const Value& a, const Value& b) {
  if (a.is_tensor() && b.is_tensor()) return identical(a.tensor(), b.tensor());
  return to_string(a.type()) == to_string(b.type()) && digest_of(a) == digest_of(b);
}

}  // namespace etalon::equivalent
