// The activation functions.
#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

Tensor zero(const Opening& open) { return Tensor::zeros(open.Y.dtype(), {}); }

// Comparisons and maxima with NaN.

void nan(Opening& open) {
  open.Y = no_result(open.Y, "nan", [&] { return nans(open.Y); });
}

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
  const auto of_nan = [&] { return nans(open.call.tensor("X")); };
  open.Y = wrap_or_saturate(no_result(open.Y, "nan", of_nan), "int_min", [&] {
    return open.again({"X", "slope"}, in_float64).as<double>();
  });
}

void celu(Opening& open) {
  const Tensor Y = nan_or_number(open.Y, "nan", [&] { return zero(open); });
  open.Y = no_result(either_zero(Y, "negative_zero"), "zero_divisor",
                     [&] { return full(Y.shape(), open.call.real("alpha") == 0); });
}

void selu(Opening& open) {
  nan(open);
  open.Y = either_zero(open.Y, "negative_zero");
}

void hard_sigmoid(Opening& open) {
  const auto constant = [&](double value) {
    return [type = open.Y.dtype(), value] { return scalar(type, value); };
  };
  open.Y = choice(open.Y, "nan", [&] { return nans(open.Y); }, "propagate",
                  {{"zero", constant(0)}, {"one", constant(1)}});
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

// exp(X) is a step.
void softplus(Opening& open) {
  open.Y = step_or_exact(open.Y, "overflow",
                         [&] { return Reals(xt::exp(open.call.tensor("X").as<double>())); });
}

void mish(Opening& open) {
  gated_X(open);
  softplus(open);
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
