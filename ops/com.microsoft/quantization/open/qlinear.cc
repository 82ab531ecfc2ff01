// QLinearAdd and its kind.
#include "ops/com.microsoft/quantization/qlinear.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

// In which type the steps are, and in which order, is not said: where the quotient lies so near to
// the middle of two integers that steps of float32 may decide otherwise, it may be either of them.
// No result is said where it lies beyond the type's range, a scale is infinite or NaN, or C_scale
// is 0.
void open_rounding(Opening& open, const Reals& quotient, const Reals& steps) {
  const double zero_point = Quantization(open.call, "C").zero_point;
  constexpr double most_steps = 8;
  const auto middle = [&](double q) { return std::floor(q) + 0.5; };
  const auto near_middle = [&] {
    Bools near = full(quotient.shape(), false);
    for (size_t i = 0; i < near.size(); ++i) {
      const double q = quotient.data()[i];
      const double error = most_steps * 0x1p-24 * (steps.data()[i] + std::fabs(zero_point));
      near.data()[i] = std::isfinite(q) && std::fabs(q - middle(q)) <= error;
    }
    return near;
  };
  const auto other = [&] {
    const Reals whole = by_element(quotient, [](double q) {
      return std::isfinite(q) ? 2 * std::floor(q) + 1 - std::rint(q) : 0;
    });
    return saturated(open.call, Tensor::decided(DType::float64, whole));
  };
  open.Y = choice(open.Y, "rounding", near_middle, "exact", {{"other", other}});
  open.Y = saturate_or_wrap(open.Y, "saturation", [&] {
    return by_element(quotient,
                      [&](double q) { return std::isfinite(q) ? std::rint(q) + zero_point : 0; });
  });
  open.Y = anything(open.Y, "no_number",
                    [&] { return Bools(xt::isnan(quotient) || xt::isinf(quotient)); });
}

double scale_of(const Opening& open, std::string_view X) {
  return Quantization(open.call, X).scale;
}

// |X| + |X_zero_point| bounds the steps of a runtime that multiplies them apart.
Reals reach(const Opening& open, std::string_view X) {
  const Reals x = xt::abs(open.call.tensor(X).as<double>());
  return x + std::fabs(Quantization(open.call, X).zero_point);
}

void open_add(Opening& open) {
  const double a = scale_of(open, "A") / scale_of(open, "C"),
               b = scale_of(open, "B") / scale_of(open, "C");
  const Reals A = centred(open.call, "A").as<double>(), B = centred(open.call, "B").as<double>();
  const Reals quotient = by_element(Reals(A * a), Reals(B * b), std::plus());
  const Reals steps = by_element(Reals(reach(open, "A") * std::fabs(a)),
                                 Reals(reach(open, "B") * std::fabs(b)), std::plus());
  open_rounding(open, quotient, steps);
}

void open_mul(Opening& open) {
  const double factor = scale_of(open, "A") * scale_of(open, "B") / scale_of(open, "C");
  const Reals A = centred(open.call, "A").as<double>(), B = centred(open.call, "B").as<double>();
  const Reals quotient = by_element(A, B, std::multiplies()) * factor;
  open_rounding(open, quotient, Reals(xt::abs(quotient)));
}

const Open op[] = {{"QLinearAdd", open_add}, {"QLinearMul", open_mul}};

}  // namespace
}  // namespace etalon
