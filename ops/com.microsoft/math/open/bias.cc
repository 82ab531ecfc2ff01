// BiasAdd, BiasSplitGelu and BiasSoftmax.
#include "engine/operators/choice.h"
#include "ops/ai.onnx/math/gelu.h"
#include "ops/ai.onnx/math/open/softmax.h"
#include "ops/com.microsoft/math/bias_softmax.h"
#include "ops/com.microsoft/math/bias_split_gelu.h"

namespace etalon {
namespace {

// The sum of two addends is a step.
void open_bias_add(Opening& open) {
  open.Y = step_or_exact(open.Y, "overflow", [&] {
    return open
        .again({"X", "bias", "skip"}, [](const Tensor& X) { return in_float64(magnitudes(X)); })
        .as<double>();
  });
}

template <class R>
R approximated(const R& x) {
  return gelu_by_tanh(x, R(real::sqrt(2 / real::pi<R>()) * (x + R(44715) / 1'000'000 * x * x * x)));
}

// Which Gelu it is; a number times the Gelu of −∞, which has a step −∞ · 0; and sums beyond the
// type.
void open_bias_split_gelu(Opening& open) {
  const BiasHalves halves(open.call);
  open.Y = either_of(open.Y, "gelu", "erf", "tanh",
                     [&] { return halves.gated([](const auto& x) { return approximated(x); }); });
  const auto sum = [](const Tensor& X, const Tensor& bias) {
    return each(X, bias, [](const auto& x, const auto& b) { return x + b; }).as<double>();
  };
  const Reals left = sum(halves.left, halves.left_bias);
  const Reals right = sum(halves.right, halves.right_bias);
  const Reals at = xt::where(Bools(xt::equal(right, -infinity) && xt::isfinite(left)), right, 0.0);
  open.Y = limit_or_nan(open.Y, "inf", Tensor::decided(DType::float64, at),
                        [&] { return Tensor::zeros(open.Y.dtype(), {}); });
  open.Y = step_or_exact(open.Y, "overflow", [&] {
    const auto exact = [](const Tensor& X, const Tensor& bias) {
      return by_element(X.as<double>(), bias.as<double>(), [](double x, double b) {
        return std::isfinite(x + b) ? std::fabs(x + b) : 0;
      });
    };
    return Reals(
        xt::maximum(exact(halves.left, halves.left_bias), exact(halves.right, halves.right_bias)));
  });
}

// What data + bias and its exponentials exceed; and a set with +∞, as Softmax has it.
void open_bias_softmax(Opening& open) {
  const BiasedScores of(open.call);
  const auto scores = [&] {
    return Reals(of.data.as<double>() + broadcast_to(of.bias, of.data.shape()).as<double>());
  };
  open.Y = step_or_exact(open.Y, "overflow", [&] {
    const Reals sum = softmax_steps(scores(), of.axes);
    return broadcast_array(sum, of.data.shape());
  });
  open.Y = formula_or_nan(open.Y, [&] { return beside_infinity(scores(), of.axes); });
}

const Open op[] = {{"BiasAdd", open_bias_add},
                   {"BiasSplitGelu", open_bias_split_gelu},
                   {"BiasSoftmax", open_bias_softmax}};

}  // namespace
}  // namespace etalon
