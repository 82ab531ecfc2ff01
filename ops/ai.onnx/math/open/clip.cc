// Clip.
#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

// A bound as the call gives it; nothing where it is left out.
std::optional<double> bound(const Call& call, std::string_view name) {
  if (call.since_version() < 11) return call.real(name, name == "min" ? -infinity : infinity);
  const Tensor* given = call.maybe(name);
  return given ? std::optional(given->item<double>()) : std::nullopt;
}

// What does not bound in place of one that is left out, or is NaN.
double number(const std::optional<double>& bound, double unbounded) {
  return bound && !std::isnan(*bound) ? *bound : unbounded;
}

// The greatest number below 2^e for the least e whose power the type does not hold.
double greatest_finite(DType type) {
  double power = 1;
  while (std::isfinite(round_to(type, 2 * power)) && power < 0x1p1023) power *= 2;
  double greatest = power;
  for (double part = power / 2;; part /= 2) {
    const double next = greatest + part;
    if (next == greatest || std::isinf(next) || round_to(type, next) != next) break;
    greatest = next;
  }
  return greatest;
}

// A bound that is left out does not bound; or it is the default that the text names, the type's
// greatest or least finite number.
Tensor or_finite(const Tensor& Y, std::string_view point, bool has_min, bool has_max) {
  const Reals y = Y.as<double>();
  const auto where = [&] { return Bools(xt::isinf(y) && !xt::where(y > 0.0, has_max, has_min)); };
  const auto finite = [&] {
    const double greatest = greatest_finite(Y.dtype());
    return Tensor::of(Y.dtype(),
                      by_element(y, [&](double v) { return std::copysign(greatest, v); }));
  };
  return choice(Y, point, where, "infinite", {{"finite", finite}});
}

void bounds_of_one_element(const Call& call) {
  if (call.since_version() < 11) return;
  for (const char* name : {"min", "max"}) {
    const Tensor* bound = call.maybe(name);
    at_point("one_element", bound && bound->shape() == Shape{1});
  }
}

// Where input or a bound is NaN the result is open, and so is the sign of a zero.
void clip(Opening& open) {
  const Call& call = open.call;
  const Tensor& input = call.tensor("input");
  const DType type = open.Y.dtype();
  if (!is_float(type)) return;
  const std::optional<double> min = bound(call, "min"), max = bound(call, "max");
  const double low = number(min, -infinity), high = number(max, infinity);
  std::vector<Option> ends;
  if (min) ends.push_back({"least", [&] { return scalar(type, minimum(low, high)); }});
  if (max) ends.push_back({"greatest", [&] { return scalar(type, high); }});
  open.Y = choice(
      open.Y, "nan", [&] { return nans(input); }, "propagate", ends);

  const auto of_bounds = [&] { return Bools(nans(open.Y) && !nans(input)); };
  const auto ignored = [&] {
    return Tensor::decided(type, by_element(input.as<double>(), [&](double x) {
                             return minimum(maximum(x, low), high);
                           }));
  };
  open.Y = choice(open.Y, "nan_bound", of_bounds, "propagate", {{"ignore", ignored}});

  const Tensor Y = open.Y;
  const auto of_zero = [&] {
    return Bools(xt::equal(input.as<double>(), 0.0) && xt::equal(Y.as<double>(), 0.0));
  };
  open.Y = choice(
      Y, "negative_zero", of_zero, "computed",
      {{"plus", [&] { return scalar(type, 0.0); }}, {"minus", [&] { return scalar(type, -0.0); }}});

  if (call.since_version() == 1)
    open.Y = or_finite(open.Y, "inf_1", call.has("min"), call.has("max"));
  if (call.since_version() >= 11)
    open.Y = or_finite(open.Y, "inf_11", min.has_value(), max.has_value());
}

const Open op("Clip", bounds_of_one_element, clip);

}  // namespace
}  // namespace etalon
