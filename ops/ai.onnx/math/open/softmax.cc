// Softmax, LogSoftmax and Hardmax.
#include "ops/ai.onnx/math/softmax.h"
#include "engine/operators/choice.h"
#include "ops/ai.onnx/math/open/softmax.h"

namespace etalon {
namespace {

void input_of_rank_0(const Call& call) { at_point("rank0", call.tensor("input").rank() == 0); }

Reals steps(const Call& call) {
  const Reals x = call.tensor("input").as<double>();
  return broadcast_array(softmax_steps(x, softmax_axes(call)), x.shape());
}

// Beside +∞, the formula as it is written divides by ∞; less the maximum, ∞ − ∞ is NaN throughout.
Tensor beside_infinity(const Opening& open, double limit) {
  const auto where = [&] {
    const Reals x = open.call.tensor("input").as<double>();
    const std::vector<size_t> axes = softmax_axes(open.call);
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const Reals greatest = broadcast_array(max_over(x, axes), x.shape());
    return Bools(xt::equal(greatest, infinity) && x < infinity);
  };
  return choice(open.Y, "inf", where, "nan",
                {{"formula", [&] { return scalar(open.Y.dtype(), limit); }}});
}

void softmax(Opening& open) {
  open.Y = step_or_exact(open.Y, "overflow", [&] { return steps(open.call); });
  open.Y = beside_infinity(open, 0);
}

// The logarithm of an element that is too near to 0 is −∞.
void log_softmax(Opening& open) {
  open.Y = step_or_exact(open.Y, "overflow", [&] {
    return Reals(xt::maximum(steps(open.call), xt::exp(-open.Y.as<double>())));
  });
  open.Y = beside_infinity(open, -std::numeric_limits<double>::infinity());
}

// Which element is the greatest is open where one is NaN.
void nan_in_set(Opening& open) {
  open.Y = no_result(open.Y, "nan", [&] {
    const Reals x = open.call.tensor("input").as<double>();
    const Reals count = sum_over(Reals(xt::cast<double>(xt::isnan(x))), softmax_axes(open.call));
    return broadcast_array(Bools(count > 0.0), x.shape());
  });
}

const Open op[] = {{"Softmax", input_of_rank_0, softmax},
                   {"LogSoftmax", input_of_rank_0, log_softmax},
                   {"Hardmax", input_of_rank_0, nan_in_set}};

}  // namespace
}  // namespace etalon
