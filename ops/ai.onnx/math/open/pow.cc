// Pow.
#include "engine/numerics/functions.h"
#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"
#include "engine/operators/integers_of_reals.h"
#include "engine/operators/least_integer.h"

namespace etalon {
namespace {

// Where a power has a fractional exponent and is not a number that an integer may stand for.
Bools has_no_integer(const Reals& exact, const Reals& base, const Reals& exponent) {
  Bools none = empty_array<bool>(exact.shape());
  for (size_t i = 0; i < none.size(); ++i) {
    const double y = exponent.data()[i];
    const bool is_whole = y == std::trunc(y) && std::fabs(y) < 0x1p63;
    none.data()[i] = !is_whole && base.data()[i] != 0 && !(std::fabs(exact.data()[i]) < 0x1p52);
  }
  return none;
}

// The int64 that a power as a double computes it may be.
Ends about(const Reals& exact) {
  const auto scaled = [&](double factor) {
    Ints whole = empty_array<int64_t>(exact.shape());
    std::transform(exact.begin(), exact.end(), whole.begin(), [&](double power) {
      return std::fabs(power) < 0x1p62 ? static_cast<int64_t>(power * factor) : int64_t{0};
    });
    return Tensor::of(DType::int64, whole);
  };
  return {scaled(1 - 0x1p-48), scaled(1 + 0x1p-48)};
}

// An integer power is open where it is not an integer, and where it exceeds the type.
Tensor open_integers(const Tensor& Z, const Tensor& X, const Tensor& Y) {
  const Reals exact = by_element(X.as<double>(), Y.as<double>(),
                                 [](double x, double y) { return real::pow(x, y); });
  const Reals base = broadcast_to(X, Z.shape()).as<double>();
  const auto divided = [&] { return Bools(xt::isinf(exact) && xt::equal(base, 0.0)); };
  const Tensor by_zero = no_result(Z, "integer_zero_divisor", divided);
  const Tensor fraction = any_integer_for(by_zero, "fraction", [&] { return exact; });
  at_point("fraction", xt::any(Bools(xt::equal(exact, 0.0) && !xt::equal(base, 0.0))));
  const Tensor whole = wrap_or_saturate(fraction, "integer_overflow", [&] { return exact; });
  const Bools none = has_no_integer(exact, base, broadcast_to(Y, Z.shape()).as<double>());
  const Bools fits = xt::abs(exact) < (Z.dtype() == DType::int64 ? 0x1p62 : 0);
  const Tensor near = between(
      whole, "no_integer", [&] { return Bools(none && fits); }, [&] { return about(exact); });
  const Tensor number = no_result(near, "no_integer", [&] { return Bools(none && !fits); });
  return with_least_integer(number, {X});
}

// 1^NaN, NaN^0 and (-1)^±∞ are 1 in IEEE 754's pow, and NaN by the formula.
Tensor open_reals(const Tensor& Z, const Tensor& X, const Tensor& Y) {
  const auto one = [&] { return Bools(xt::equal(Z.as<double>(), 1.0)); };
  const auto any = [&](auto test) {
    const Tensor x = broadcast_to(X, Z.shape()), y = broadcast_to(Y, Z.shape());
    return Bools(one() && (test(x.as<double>()) || test(y.as<double>())));
  };
  const auto nan = [&] { return scalar(Z.dtype(), std::numeric_limits<double>::quiet_NaN()); };
  const auto of_nan = [&] { return any([](const Reals& x) { return Bools(xt::isnan(x)); }); };
  const auto of_inf = [&] { return any([](const Reals& x) { return Bools(xt::isinf(x)); }); };
  return choice(choice(Z, "nan", of_nan, "one", {{"nan", nan}}), "inf", of_inf, "one",
                {{"nan", nan}});
}

const Open op("Pow", [](Opening& open) {
  const Call& call = open.call;
  const Tensor& X = call.tensor("X");
  const Tensor Y =
      call.since_version() == 1 ? legacy_broadcast(X, call.tensor("Y"), call) : call.tensor("Y");
  open.Y = is_float(X.dtype()) ? open_reals(open.Y, X, Y) : open_integers(open.Y, X, Y);
});

}  // namespace
}  // namespace etalon
