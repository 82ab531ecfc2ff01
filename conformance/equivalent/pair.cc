#include "conformance/equivalent/pair.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <new>

#include "conformance/bounds/bound_walk.h"
#include "conformance/common/signals.h"
#include "conformance/equivalent/digests.h"
#include "conformance/equivalent/marks.h"
#include "conformance/judge/answer.h"
#include "conformance/judge/exact.h"
#include "engine/values/host.h"
#include "engine/values/limits.h"
#include "engine/values/rounding.h"
#include "engine/values/side.h"

namespace etalon::equivalent {
namespace {

// Where nothing is known of rounding, nothing but equal elements matches; zeros of the other sign
// that no rounding explains are wrong, unless these are ignored.
Tolerance nothing(const Judging& judging) {
  Tolerance tolerance{.rtol = 0, .atol = 0, .max_ulp = {}};
  tolerance.signed_zeros = judging.signed_zeros;
  return tolerance;
}

// "it takes more than 30 s"; or the sentence about another limit.
std::string what_ended(const LimitExceeded& limit, const Judging& judging) {
  const bool late = std::string_view(limit.what()).ends_with(time_limit_exceeded);
  return late ? fmt::format("it takes more than its part of the time, {:g} s at most",
                            judging.seconds)
              : std::string(limit.what());
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

// A constant has none, and takes none away; of what gives no samples, those of the other count,
// which do not accuse (Pair::by_samples).
Spread together(const Spread& a, const Spread& b) {
  if (b.evaluations == 0) return a;
  if (a.evaluations == 0) return b;
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

// Two answers: what either permits, and what rounding in both allows.
class Pair {
 public:
  Pair(const Computed& before, const Computed& after, const Judging& judging,
       const Options& options)
      : before_(before), after_(after), judging_(judging), options_(options) {
    options_.lenient = true;
    options_.on_warning = nullptr;
    options_.on_value = nullptr;
    options_.on_node = nullptr;
    x_ = {marked(before, options_), {bound_of(before, options_), {}}};
    y_ = {marked(after, options_), {bound_of(after, options_), {}}};
    if (!alike(x_.value, y_.value) || !is_integer(x_.value.tensor().dtype())) return;
    const Value x = x_.value;
    if (takes_no_floats(before)) x_.value = open_before(x, y_.value);
    if (takes_no_floats(after)) y_.value = open_after(y_.value, x);
  }

  Judged judged() {
    Judged result = judge();
    const bool done = result.verdict.grade == Grade::same || result.width ||
                      judging_.effort == Effort::bounds_alone ||
                      !alike(before_.value, after_.value);
    if (done) return result;
    try {
      return judged_further(result);
    } catch (const LimitExceeded& limit) {
      result.limited = fmt::format("by bounds alone, since {}", what_ended(limit, judging_));
      return result;
    }
  }

 private:
  Judged judged_further(Judged result) {
    if (may_be_equal_) {
      result.width = exactly_equal();
      if (result.width) return of_enclosures(result);
    }
    const bool samples = judging_.effort == Effort::samples && is_float_tensor(before_.value);
    return samples ? by_samples(result) : result;
  }

  Judged by_samples(const Judged& by_bounds) {
    x_.allowance.spread = spread_of(before_, options_);
    y_.allowance.spread = spread_of(after_, options_);
    Judged result = judge();
    const std::string &x = x_.allowance.spread.reason, &y = y_.allowance.spread.reason;
    if (!differs(result) || (x.empty() && y.empty())) return result;
    if (differs(by_bounds)) return by_bounds;
    result.verdict.grade = Grade::unknown;
    result.verdict.reason = x.empty() ? y : x;
    return result;
  }

  Judged judge() {
    const Allowance allowance{together(x_.allowance.bound, y_.allowance.bound),
                              together(x_.allowance.spread, y_.allowance.spread)};
    const Settled settled = settle(x_.value, y_.value, y_.value, nothing(judging_), allowance);
    size_t overflowing = 0;
    const Value expected = with_marks(both_overflow(settled.value, overflowing));
    const JudgedValue judged = judge_value(y_.value, {expected, allowance}, nothing(judging_));
    Judged result{judged.verdict, judged.open, {}};
    for (const OpenUse& use : settled.open) result.open.push_back(from_after(use));
    const Measurement all = measured(allowance);
    const bool permitted = !judged.zeros.empty() || !settled.zeros.empty();
    const bool zeros = all.decided_zeros != 0 && permitted;
    may_be_equal_ = all.grade != Grade::wrong && all.decided_zeros == 0 &&
                    all.mismatches.nan + all.mismatches.infinity == 0;
    if (zeros) {
      for (const OpenUse& use : settled.zeros) result.open.push_back(from_after(use));
      result.open.insert(result.open.end(), judged.zeros.begin(), judged.zeros.end());
    }
    if (!result.open.empty()) {
      Verdict open;
      open.grade = Grade::open;
      open.points = points_of(result.open);
      result.verdict.add(open);
    }
    if (result.verdict.grade == Grade::same) explain(result, all, overflowing);
    return result;
  }

  // With what BEFORE permits.
  Value with_marks(const Value& x) const {
    const Side* side = alike(x, x_.value) ? x_.value.tensor().side() : nullptr;
    return side ? Value(x.tensor().with_side(std::make_shared<const Side>(*side))) : x;
  }

  // Also of what is open.
  Measurement measured(const Allowance& allowance) const {
    Measurement all;
    if (alike(x_.value, y_.value)) {
      measure(all, y_.value.tensor(), x_.value.tensor(), nothing(judging_), allowance);
    }
    return all;
  }

  static OpenUse from_after(OpenUse use) {
    std::swap(use.got, use.expected);
    return use;
  }

  // Values that count as the same, and are not.
  void explain(Judged& judged, const Measurement& measured, size_t overflowing) const {
    Verdict& verdict = judged.verdict;
    if (overflowing != 0) {
      verdict.grade = Grade::rounding;
      verdict.reason = fmt::format(
          "BEFORE exceeds its type at {} elements, where a sampled evaluation of AFTER does, too",
          overflowing);
    } else if (measured.decided_zeros != 0) {
      verdict.grade = Grade::rounding;
      verdict.reason =
          fmt::format("{} zeros have the other sign, which is ignored", measured.decided_zeros);
      judged.width = 0;
    } else if (measured.signed_zeros != 0) {
      verdict.grade = Grade::rounding;
      verdict.reason = "rounding may decide the sign of zeros";
    }
  }

  // `x` with AFTER's elements where it is not finite and a sampled evaluation of AFTER is not.
  Value both_overflow(const Value& x, size_t& count) const {
    const std::optional<Tensor>& overflows = y_.allowance.spread.overflows;
    if (!overflows || !alike(x, y_.value)) return x;
    const Bools may = overflows->as<bool>();
    const Tensor &X = x.tensor(), &Y = y_.value.tensor();
    const Reals before = numbers(X), after = numbers(Y);
    Tensor result = Tensor::unwritten(X.dtype(), X.shape());
    by_slot(X.dtype(), [&]<class W>() {
      for (size_t i = 0; i < X.size(); ++i) {
        const bool replaced =
            may.data()[i] && !std::isfinite(before.data()[i]) && std::isfinite(after.data()[i]);
        count += replaced;
        result.mutable_slots<W>()[i] = (replaced ? Y : X).slots<W>()[i];
      }
    });
    return result;
  }

  static Reals numbers(const Tensor& X) { return X.with_side(nullptr).as<double>(); }

  std::optional<double> exactly_equal() const {
    const DType type = before_.value.tensor().dtype();
    if (is_complex(type) || type == DType::string) return std::nullopt;
    try {
      const std::optional<double> width =
          overlap(enclosure_of(before_, options_), enclosure_of(after_, options_));
      return width && *width <= widest_that_counts(type) ? width : std::nullopt;
    } catch (const LimitExceeded&) {
      throw;
    } catch (const Error&) {
      return std::nullopt;
    }
  }

  static Judged of_enclosures(Judged judged) {
    judged.verdict.grade = Grade::rounding;
    judged.open.clear();
    judged.verdict.points.clear();
    judged.verdict.reason = fmt::format(
        "enclosures of both exact results, at most {:.1e} of the largest value wide, overlap",
        *judged.width);
    return judged;
  }

  const Computed &before_, &after_;
  const Judging judging_;
  Options options_;
  Answer x_, y_;
  // Nothing is wrong, or open, that enclosures of the exact results do not see.
  bool may_be_equal_ = false;
};

// A pair gets the time of its budget, and of what is left no more than a part.
Limits limits_of_pair(double seconds) {
  using Clock = std::chrono::steady_clock;
  constexpr int part = 4;
  Limits limits = remaining_limits();
  const Clock::time_point now = Clock::now();
  const auto own =
      std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  if (!limits.deadline) {
    limits.deadline = now + own;
  } else {
    limits.deadline = now + std::min(own, (*limits.deadline - now) / part);
  }
  return limits;
}

// Throws where all work has to end.
void check_whole_work() {
  check_deadline();
  const std::optional<int> signal = StopRequest::signal();
  if (signal) throw LimitExceeded("stopped by {}", signal_name(*signal));
}

Judged not_judged(const std::string& why) {
  Judged judged = judged_as(Grade::unknown, "it is not judged: " + why);
  judged.limited = why;
  return judged;
}

Judged judged_within(const Computed& before, const Computed& after, const Judging& judging,
                     const Options& options) {
  const LimitScope scope(limits_of_pair(judging.seconds));
  try {
    return Pair(before, after, judging, options).judged();
  } catch (const LimitExceeded& limit) {
    return not_judged(what_ended(limit, judging));
  } catch (const std::bad_alloc&) {
    return not_judged(out_of_memory());
  } catch (const Error& error) {
    return judged_as(Grade::unknown, error.what());
  }
}

}  // namespace

Judged judged_pair(const Computed& before, const Computed& after, const Judging& judging,
                   const Options& options) {
  Judged judged = judged_within(before, after, judging, options);
  if (!judged.limited.empty()) check_whole_work();
  return judged;
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
