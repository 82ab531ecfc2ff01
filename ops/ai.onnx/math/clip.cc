// Clip: output = min(max(input, min), max), elementwise.
//   1         min and max as attributes; what is left out does not bound
//   6         by default float32's lowest and highest value
//             (of integers, where a dialect relaxes the types: the whole numbers within them)
//   11        as optional scalar inputs; what is left out does not bound
//   12, 13    12: integers; 13: bfloat16. Where min > max, every element becomes max
#include "engine/numerics/elementwise.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

// min or max, as each carrier; those of float32 are values of float32.
struct Bound {
  explicit Bound(const Tensor* bound) : given(bound != nullptr) {
    if (!bound) return;
    if (is_float(bound->dtype())) {
      real = bound->item<double>();
    } else {
      integer = bound->item<int64_t>();
    }
  }
  template <class T>
  T as() const {
    if constexpr (std::is_integral_v<T>) {
      return static_cast<T>(integer);
    } else {
      return static_cast<T>(real);
    }
  }

  bool given;
  double real = 0;
  int64_t integer = 0;  // of uint64 its bits
};

Tensor clipped(const Tensor& input, const Tensor* min, const Tensor* max) {
  const Bound low(min), high(max);
  return arithmetic(input, [=]<class T>(const T& x) -> T {
    const T raised = low.given ? maximum(x, low.as<T>()) : x;
    return high.given ? minimum(raised, high.as<T>()) : raised;
  });
}

// Where input or a bound is NaN the result is open, and so is the sign of a zero.
Tensor clip(const Tensor& input, const Tensor* min, const Tensor* max) {
  const Tensor Y = clipped(input, min, max);
  if (!choices_wanted() || !is_float(Y.dtype())) return Y;
  const double infinity = std::numeric_limits<double>::infinity();
  const auto bounds = [&](const Tensor& x) {
    const Tensor low = min ? without_nan(*min, -infinity) : scalar(x.dtype(), -infinity);
    const Tensor high = max ? without_nan(*max, infinity) : scalar(x.dtype(), infinity);
    return clipped(x, &low, &high);
  };
  const auto least = [&] { return bounds(scalar(Y.dtype(), -infinity)); };
  const auto greatest = [&] { return bounds(scalar(Y.dtype(), infinity)); };
  const auto of_input = [&] { return nans(input); };
  std::vector<Option> ends;
  if (min) ends.push_back({"least", least});
  if (max) ends.push_back({"greatest", greatest});
  const Tensor of_nan = choice(Y, "nan", of_input, "propagate", ends);
  const auto of_bounds = [&] { return Bools(nans(Y) && !nans(input)); };
  const auto ignored = [&] { return bounds(input); };
  const Tensor number = choice(of_nan, "nan_bound", of_bounds, "propagate", {{"ignore", ignored}});
  const auto of_zero = [&] {
    return Bools(xt::equal(input.as<double>(), 0.0) && xt::equal(number.as<double>(), 0.0));
  };
  const auto zero = [&](double sign) { return scalar(Y.dtype(), sign * 0.0); };
  return choice(number, "negative_zero", of_zero, "computed",
                {{"plus", [&] { return zero(1); }}, {"minus", [&] { return zero(-1); }}});
}

// A bound of integers; one that is beyond 62 bits stops there.
Tensor whole(double bound, DType type) {
  const double least = is_unsigned_integer(type) ? 0 : -0x1p62;
  return scalar(DType::int64, static_cast<int64_t>(std::fmax(std::fmin(bound, 0x1p62), least)));
}

// The greatest number below 2^e for the least e whose power the type does not hold.
double greatest_finite(DType type) {
  double power = 1;
  while (std::isfinite(round_to(type, 2 * power)) && power < 0x1p1023) power *= 2;
  double greatest = power;
  for (double part = power / 2; round_to(type, greatest + part) == greatest + part; part /= 2) {
    greatest += part;
  }
  return greatest;
}

// A bound that is left out does not bound; or it is the default that the text names, the type's
// greatest or least finite number.
Tensor or_finite(const Tensor& output, std::string_view point, bool has_min, bool has_max) {
  if (!choices_wanted() || !is_float(output.dtype())) return output;
  const auto where = [&] {
    return by_element(output.as<double>(),
                      [&](double y) { return std::isinf(y) && !(y > 0 ? has_max : has_min); });
  };
  const auto finite = [&] {
    const double greatest = greatest_finite(output.dtype());
    return Tensor::of(output.dtype(), by_element(output.as<double>(), [&](double y) {
                        return std::copysign(greatest, y);
                      }));
  };
  return choice(output, point, where, "infinite", {{"finite", finite}});
}

Values clip_1(const Call& call) {
  const Tensor& input = call.tensor("input");
  const double unbounded = std::numeric_limits<double>::infinity();
  const double min = call.real("min", -unbounded);
  const double max = call.real("max", unbounded);
  const bool integers = is_integer(input.dtype());
  const Tensor low = integers ? whole(std::ceil(min), input.dtype()) : scalar(DType::float64, min);
  const Tensor high =
      integers ? whole(std::floor(max), input.dtype()) : scalar(DType::float64, max);
  const Tensor output = clip(input, &low, &high);
  if (call.since_version() > 1) return {output};
  return {or_finite(output, "inf_1", call.has("min"), call.has("max"))};
}

Values clip_11(const Call& call) {
  const Tensor* min = call.maybe("min");
  const Tensor* max = call.maybe("max");
  return {or_finite(clip(call.tensor("input"), min, max), "inf_11", min, max)};
}

const Operator op("Clip", {{clip_1, {1, 6}}, {clip_11, {11, 12, 13}}});

}  // namespace
}  // namespace etalon
