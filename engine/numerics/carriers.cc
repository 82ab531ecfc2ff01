#include "engine/numerics/carriers.h"
#include "engine/numerics/middles.h"

#include "engine/numerics/rounded.h"
#include "engine/numerics/rounding.h"
#include "engine/values/side.h"

namespace etalon {
namespace {

// Undecided for an integer that double does not hold.
void require_doubles(const Tensor& X) {
  const bool wide = is_integer(X.dtype()) && bit_width(X.dtype()) == 64;
  if (!wide) return;
  constexpr int64_t most = int64_t{1} << 53;
  const bool has_sign = is_signed_integer(X.dtype());
  for (const int64_t value : X.as<int64_t>()) {
    if ((!has_sign && value < 0) || value > most || value < -most) throw Undecided();
  }
}

}  // namespace

bool detail::has_errors(const Tensor& X) { return X.side() && X.side()->errors; }
Reals detail::errors_of(const Tensor& X) {
  return has_errors(X) ? X.side()->errors->as<double>() : full(X.shape(), 0.0);
}

detail::MiddlesScope::MiddlesScope() { take_middles(true); }
detail::MiddlesScope::~MiddlesScope() { take_middles(false); }

template <class R>
Array<R> elements_of(const Tensor& X) {
  if constexpr (BallCarrier<R>) {
    require_doubles(X);
    const Reals values = X.as<double>();
    Array<R> result = empty_array<R>(X.shape());
    std::copy(values.begin(), values.end(), result.data());
    return result;
  } else {
    return X.as<R>();
  }
}

template Array<Ball> elements_of(const Tensor&);
template Array<double> elements_of(const Tensor&);
template Array<int64_t> elements_of(const Tensor&);
template Array<uint64_t> elements_of(const Tensor&);

Reals decided(DType type, const Array<Ball>& values) {
  Reals result = empty_array<double>(values.shape());
  for (size_t i = 0; i < values.size(); ++i) {
    const Ball& value = values.data()[i];
    if (!decides(type, value)) throw Undecided();
    result.data()[i] = value.middle();
  }
  return result;
}

Reals decided(DType type, const Array<ArbBall>& values) {
  if (current_rounding()) {  // the middles, without their bounds
    lose_errors();
    Reals middles = empty_array<double>(values.shape());
    std::transform(values.begin(), values.end(), middles.data(),
                   [](const ArbBall& value) { return value.middle(); });
    return middles;
  }
  Reals result = empty_array<double>(values.shape());
  for (size_t i = 0; i < values.size(); ++i) {
    const ArbBall& value = values.data()[i];
    const std::optional<double> known = value.rounded(type);
    if (!known && !takes_middles()) throw Undecided();
    if (!known) count_undecided();
    result.data()[i] = known ? *known : value.middle();
  }
  return result;
}

namespace {

// The middles, and as their side how far a runtime's results may be from them.
Tensor bounded(DType type, const Array<ArbBall>& values) {
  Reals middles = empty_array<double>(values.shape());
  Reals errors = empty_array<double>(values.shape());
  const double unit = has_rounding(type) ? rounding_of(type).unit() : current_rounding()->unit();
  for (size_t i = 0; i < values.size(); ++i) {
    const ArbBall& value = values.data()[i];
    const double middle = value.middle();
    middles.data()[i] = middle;
    const double radius = value.finite() || value.special()
                              ? value.radius()
                              : std::numeric_limits<double>::infinity();
    // The value that it is compared with is rounded, too.
    errors.data()[i] =
        radius == 0 || !std::isfinite(middle) ? radius : radius + unit * std::fabs(middle);
  }
  const Tensor result = Tensor::decided(type, middles);
  Side side;
  side.errors = Tensor::decided(DType::float64, errors);
  return result.with_side(std::make_shared<const Side>(std::move(side)));
}

}  // namespace

Tensor rounded(DType type, const Array<Ball>& values) {
  return Tensor::decided(type, decided(type, values));
}
Tensor rounded(DType type, const Array<ArbBall>& values) {
  if (!current_rounding()) return Tensor::decided(type, decided(type, values));
  return bounded(type, values);
}

namespace {

Unspecified out_of_range(DType type) {
  return Unspecified("a result is NaN or outside the range of tensor({})", name(type));
}

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
  const uint64_t magnitude = fmpz_get_ui(value);
  fmpz_clear(value);
  return negative ? 0 - magnitude : magnitude;
}

template <class R>
Tensor truncated_of(DType type, const Array<R>& values) {
  const R least = std::ldexp(is_signed_integer(type) ? -1.0 : 0.0, bit_width(type) - 1);
  const R beyond = std::ldexp(1.0, bit_width(type) - (is_signed_integer(type) ? 1 : 0));
  Naturals result = empty_array<uint64_t>(values.shape());
  std::transform(values.begin(), values.end(), result.begin(), [&](const R& value) {
    if (!is_finite(value)) throw out_of_range(type);
    const R whole = real::trunc(value);
    if (!(whole >= least && whole < beyond)) throw out_of_range(type);
    return bits_of(whole);
  });
  return Tensor::of(type, result);
}

}  // namespace

Tensor truncated(DType type, const Array<Ball>& values) { return truncated_of(type, values); }
Tensor truncated(DType type, const Array<ArbBall>& values) { return truncated_of(type, values); }

// Widening an integer beyond 2^53 to double would round it.
template <>
Array<ArbBall> elements_of(const Tensor& given) {
  const Tensor X = given.with_side(nullptr);
  const bool wide = is_integer(X.dtype()) && bit_width(X.dtype()) == 64;
  Array<ArbBall> result = empty_array<ArbBall>(X.shape());
  if (!wide) {
    const Reals values = X.as<double>();
    std::copy(values.begin(), values.end(), result.data());
  } else if (is_signed_integer(X.dtype())) {
    const Ints values = X.as<int64_t>();
    for (size_t i = 0; i < values.size(); ++i) arb_set_si(result.data()[i].get(), values.data()[i]);
  } else {
    const Naturals values = X.as<uint64_t>();
    for (size_t i = 0; i < values.size(); ++i) arb_set_ui(result.data()[i].get(), values.data()[i]);
  }
  if (current_rounding() && detail::has_errors(given)) {
    const Reals errors = detail::errors_of(given);
    for (size_t i = 0; i < errors.size(); ++i) result.data()[i].widen(errors.data()[i]);
  }
  return result;
}

}  // namespace etalon
