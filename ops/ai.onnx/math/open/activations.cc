// The activation functions.
#include "engine/numerics/numerics.h"
#include "engine/operators/constant_options.h"

namespace etalon {
namespace {

Tensor zero(const Opening& open) { return Tensor::zeros(open.Y.dtype(), {}); }

// Comparisons and maxima with NaN.

// Of the elements of X that are NaN: NaN is in no range of a formula, and no part of a maximum.
Tensor nan_or_zero(const Opening& open) {
  const auto of_nan = [&] { return nans(open.call.tensor("X")); };
  return choice(open.Y, "nan", of_nan, "propagate", {{"ignore", [&] { return zero(open); }}});
}

void nan(Opening& open) { open.Y = nan_or_zero(open); }

void relu(Opening& open) {
  const DType type = open.Y.dtype();
  if (!is_float(type)) return;
  // max(0, -0) may be either zero.
  const auto of_zero = [&] { return Bools(xt::equal(open.call.tensor("X").as<double>(), 0.0)); };
  open.Y =
      choice(nan_or_number(open.Y, "nan", [&] { return zero(open); }), "negative_zero", of_zero,
             "computed",
             {{"plus", [&] { return zero(open); }}, {"minus", [&] { return scalar(type, -0.0); }}});
}

void prelu(Opening& open) {
  open.Y = wrap_or_saturate(nan_or_zero(open), "int_min", [&] {
    return open.again({"X", "slope"}, in_float64).as<double>();
  });
}

// With alpha 0, of 0·(exp(x/0) − 1) that is NaN, min(0, NaN) is NaN or 0.
void celu(Opening& open) {
  const Tensor Y = either_zero(nan_or_zero(open), "negative_zero");
  const Tensor& X = open.call.tensor("X");
  const auto of_zero = [&] {
    return Bools(nans(Y) && !nans(X) && full(Y.shape(), open.call.real("alpha") == 0));
  };
  const auto ramp = [&] { return Tensor::decided(Y.dtype(), xt::maximum(X.as<double>(), 0.0)); };
  open.Y = choice(Y, "zero_divisor", of_zero, "nan", {{"ignore", ramp}});
}

void selu(Opening& open) {
  nan(open);
  open.Y = either_zero(open.Y, "negative_zero");
}

void hard_sigmoid(Opening& open) {
  open.Y = choice(
      open.Y, "nan", [&] { return nans(open.Y); }, "propagate",
      constants(open.Y.dtype(), {{"zero", 0}, {"one", 1}}));
}

// At infinities, where the formula as it is written is NaN, and in steps that exceed the type.

// 0 where a gate of 0 multiplies an infinite input.
void gated(Opening& open, const Tensor& X) {
  open.Y = limit_or_nan(open.Y, "inf", X, [&] { return zero(open); });
}
void gated_X(Opening& open) { gated(open, open.call.tensor("X")); }
void gated_A(Opening& open) { gated(open, open.call.tensor("A")); }

void softsign(Opening& open) {
  const Tensor& input = open.call.tensor("input");
  open.Y = limit_or_nan(open.Y, "inf", input, [&] {
    return Tensor::decided(input.dtype(), Reals(xt::sign(input.as<double>())));
  });
}

Reals exp_of(const Opening& open) { return Reals(xt::exp(open.call.tensor("X").as<double>())); }

// ln(exp(X) + 1) is infinite where exp(X) exceeds the type.
void softplus(Opening& open) {
  const DType type = open.Y.dtype();
  const auto exceeds = [&] {
    return Bools(xt::isfinite(open.Y.as<double>()) && xt::isinf(beyond(type, exp_of(open))));
  };
  open.Y = choice(open.Y, "overflow", exceeds, "exact", constants(type, {{"infinity", infinity}}));
}

void mish(Opening& open) {
  gated_X(open);
  open.Y = step_or_exact(open.Y, "overflow", [&] { return exp_of(open); });
}

// X³ is a step.
void gelu(Opening& open) {
  gated_X(open);
  if (open.call.text("approximate") != "tanh") return;
  open.Y = step_or_exact(open.Y, "overflow", [&] {
    return Reals(xt::abs(xt::pow(open.call.tensor("X").as<double>(), 3)));
  });
}

const Open op[] = {{"Relu", relu},
                   {"PRelu", prelu},
                   {"LeakyRelu", nan},
                   {"Elu", nan},
                   {"Celu", celu},
                   {"Selu", selu},
                   {"HardSigmoid", hard_sigmoid},
                   {"HardSwish", gated_X},
                   {"Swish", gated_X},
                   {"SwiGLU", gated_A},
                   {"Softsign", softsign},
                   {"Softplus", softplus},
                   {"Mish", mish},
                   {"Gelu", gelu}};

}  // namespace
}  // namespace etalon
