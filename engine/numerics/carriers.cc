#include "engine/numerics/carriers.h"

#include "engine/numerics/field_tensors.h"
#include "engine/numerics/limbs.h"
#include "engine/numerics/rounded.h"
#include "engine/operators/choice_scope.h"
#include "engine/values/evaluation.h"
#include "engine/values/rounding.h"
#include "engine/values/side.h"

namespace etalon {
namespace {

// Two doubles whose sum is x: one does not hold every 64-bit integer.
struct ExactParts {
  double high, low;
};
template <std::integral T>
ExactParts exact_parts(T x) {
  return {static_cast<double>(x >> 32) * 0x1p32, static_cast<double>(x & 0xffff'ffff)};
}

bool is_wide_integer(const Tensor& X) {
  return is_integer(X.dtype()) && bit_width(X.dtype()) == 64;
}

Array<Ball> samples_of(const Reals& values) {
  Array<Ball> result = empty_array<Ball>(values.shape());
  std::transform(values.begin(), values.end(), result.data(),
                 [](double value) { return Ball(value, Ball::sampled); });
  return result;
}

// Balls that contain the elements, without what X carries. No rounding of another runtime's.
template <BallCarrier R>
Array<R> balls_of(const Tensor& X) {
  if constexpr (std::same_as<R, Ball>) {
    if (evaluation().sampled) return samples_of(X.with_side(nullptr).as<double>());
  }
  if (!is_wide_integer(X)) return carriers_of<R>(X.as<double>());
  const Setting exact(&Evaluation::rounding, nullptr);
  Array<R> result = empty_array<R>(X.shape());
  const auto fill = [&](const auto& x) {
    std::transform(x.begin(), x.end(), result.data(), [](auto value) {
      const ExactParts parts = exact_parts(value);
      return R(parts.high) + R(parts.low);
    });
  };
  is_signed_integer(X.dtype()) ? fill(X.as<int64_t>()) : fill(X.as<uint64_t>());
  return result;
}

}  // namespace

template <class R>
Array<R> elements_of(const Tensor& X) {
  if constexpr (BallCarrier<R>) {
    return balls_of<R>(X);
  } else {
    return X.as<R>();
  }
}

template Array<Ball> elements_of(const Tensor&);
template Array<WideBall> elements_of(const Tensor&);
template Array<double> elements_of(const Tensor&);
template Array<int64_t> elements_of(const Tensor&);
template Array<uint64_t> elements_of(const Tensor&);

template <>
Array<ArbBall> elements_of(const Tensor& X) {
  Array<ArbBall> result = balls_of<ArbBall>(X.with_side(nullptr));
  const Ints residues = residues_of(X);
  for (size_t i = 0; i < residues.size(); ++i) {
    ArbBall& element = result.data()[i];
    element = with_residue_of(std::move(element), residues.data()[i]);
  }
  if (evaluation().rounding && has_errors(X)) {
    const Reals errors = errors_of(X);
    for (size_t i = 0; i < errors.size(); ++i) result.data()[i].widen(errors.data()[i]);
  }
  return result;
}

Reals decided(DType type, const Array<Ball>& values) {
  Reals result = empty_array<double>(values.shape());
  MonteCarlo* const runtime = evaluation().sampled;
  for (size_t i = 0; i < values.size(); ++i) {
    const Ball& value = values.data()[i];
    if (runtime && value.radius() > 0)
      ++evaluation().lost_errors;  // no sample of what is not exact
    if (!decides(type, value)) throw Undecided();
    // A product that no addition follows is not rounded before; a result is within its type.
    result.data()[i] = runtime && value.is_sample()
                           ? round_to(type, runtime->rounded(value.middle()))
                           : value.middle();
  }
  return result;
}

Reals decided(DType type, const Array<WideBall>& values) {
  Reals result = empty_array<double>(values.shape());
  for (size_t i = 0; i < values.size(); ++i) {
    const std::optional<double> known = values.data()[i].rounded(type);
    if (!known) throw Undecided();
    result.data()[i] = *known;
  }
  return result;
}

Reals decided(DType type, const Array<ArbBall>& values) {
  if (evaluation().once_over_arbs()) {  // the middles, without their bounds
    evaluation().lose_errors();
    Reals middles = empty_array<double>(values.shape());
    std::transform(values.begin(), values.end(), middles.data(),
                   [](const ArbBall& value) { return value.middle(); });
    return middles;
  }
  Reals result = empty_array<double>(values.shape());
  for (size_t i = 0; i < values.size(); ++i) {
    const ArbBall& value = values.data()[i];
    const std::optional<double> known = value.rounded(type);
    if (!known && !evaluation().middles) throw Undecided();
    if (!known) ++evaluation().undecided_results;
    result.data()[i] = known ? *known : undecided_as(value.middle());
  }
  return result;
}

namespace {

// What rounding a number of this magnitude is off by at most: half an ULP, of the subnormal numbers
// half their distance, or half of what may be flushed to 0.
double of_rounding(const Rounding& rounding, double magnitude) {
  if (magnitude == 0) return 0;
  return std::max(std::ldexp(rounding.unit(), std::ilogb(magnitude)), rounding.tiny / 2);
}

// The middles, and as their side how far a runtime's results may be from them.
Tensor bounded(DType type, const Array<ArbBall>& values) {
  Reals middles = empty_array<double>(values.shape());
  Reals errors = empty_array<double>(values.shape());
  const Rounding rounding = has_rounding(type) ? rounding_of(type, evaluation().rounding->declared)
                                               : *evaluation().rounding;
  for (size_t i = 0; i < values.size(); ++i) {
    const ArbBall& value = values.data()[i];
    const double middle = value.middle();
    middles.data()[i] = middle;
    const double radius = value.finite() || value.special()
                              ? value.radius()
                              : std::numeric_limits<double>::infinity();
    // The value that it is compared with is rounded, too.
    errors.data()[i] = radius == 0 || !std::isfinite(middle) || !std::isfinite(radius)
                           ? radius
                           : radius + of_rounding(rounding, std::fabs(middle) + radius);
  }
  const Setting own(&Evaluation::rounding,
                    nullptr);  // the rounding of the middles is in the errors
  return with_errors(Tensor::decided(type, middles), errors);
}

}  // namespace

Tensor rounded(DType type, const Array<Ball>& values) {
  return Tensor::decided(type, decided(type, values));
}
Tensor rounded(DType type, const Array<WideBall>& values) {
  return Tensor::decided(type, decided(type, values));
}
Tensor rounded(DType type, const Array<ArbBall>& values) {
  if (evaluation().field) return with_their_residues(type, values);
  if (!evaluation().rounding) return Tensor::decided(type, decided(type, values));
  return bounded(type, values);
}

namespace {

// The bits of a whole number, modulo 2^64.
uint64_t bits_of(const Ball& whole) {
  const double value = whole.middle();
  return value < 0 ? static_cast<uint64_t>(static_cast<int64_t>(value))
                   : static_cast<uint64_t>(value);
}

uint64_t bits_of(const ArbBall& whole) {
  fmpz_t value;
  fmpz_init(value);
  arf_get_fmpz(value, arb_midref(whole.get()), ARF_RND_DOWN);
  const bool negative = fmpz_sgn(value) < 0;
  fmpz_abs(value, value);
  const auto magnitude = get_unsigned<uint64_t>(value);
  fmpz_clear(value);
  return negative ? 0 - magnitude : magnitude;
}

template <class R>
Tensor truncated_of(DType type, const Array<R>& values) {
  const R least = std::ldexp(is_signed_integer(type) ? -1.0 : 0.0, bit_width(type) - 1);
  const R beyond = std::ldexp(1.0, bit_width(type) - (is_signed_integer(type) ? 1 : 0));
  Naturals result = empty_array<uint64_t>(values.shape());
  std::transform(values.begin(), values.end(), result.begin(), [&](const R& value) {
    const R whole = is_finite(value) ? real::trunc(value) : beyond;
    if (whole >= least && whole < beyond) return bits_of(whole);
    if (evaluation().choices) return uint64_t{0};
    throw Unspecified("a result is NaN or outside the range of tensor({})", name(type));
  });
  return Tensor::of(type, result);
}

}  // namespace

Tensor truncated(DType type, const Array<Ball>& values) { return truncated_of(type, values); }
Tensor truncated(DType type, const Array<ArbBall>& values) { return truncated_of(type, values); }

}  // namespace etalon
