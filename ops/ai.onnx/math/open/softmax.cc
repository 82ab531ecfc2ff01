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

Tensor open_beside_infinity(const Opening& open) {
  return formula_or_nan(open.Y, [&] {
    return beside_infinity(open.call.tensor("input").as<double>(), softmax_axes(open.call));
  });
}

void softmax(Opening& open) {
  open.Y = step_or_exact(open.Y, "overflow", [&] { return steps(open.call); });
  open.Y = open_beside_infinity(open);
}

// The logarithm of an element that is too near to 0 is −∞.
void log_softmax(Opening& open) {
  open.Y = step_or_exact(open.Y, "overflow", [&] {
    return Reals(xt::maximum(steps(open.call), xt::exp(-open.Y.as<double>())));
  });
  open.Y = open_beside_infinity(open);
}

// Y of other elements.
Tensor hardmax_of(const Opening& open, const Reals& elements) {
  const Tensor Y = open.again({{"input", Tensor::decided(DType::float64, elements)}});
  return Tensor::decided(open.Y.dtype(), Y.as<double>());
}

// Which element is the greatest is open where one is NaN: the first or last NaN, the greatest
// number, or none, to which no element is equal.
void nan_in_set(Opening& open) {
  const Tensor& input = open.call.tensor("input");
  const auto where = [&] {
    const Reals count = sum_over(Reals(xt::cast<double>(nans(input))), softmax_axes(open.call));
    return broadcast_array(Bools(count > 0.0), input.shape());
  };
  const auto number = [&] { return hardmax_of(open, without_nan(input, -infinity).as<double>()); };
  const auto last = [&] {
    const Reals place = xt::cast<double>(positions(input.shape()));
    return hardmax_of(open, xt::where(nans(input), place, -infinity));
  };
  open.Y = choice(
      open.Y, "nan", where, "first",
      {{"last", last}, {"ignore", number}, {"none", [&] { return scalar(open.Y.dtype(), 0.0); }}});
}

const Open op[] = {{"Softmax", input_of_rank_0, softmax},
                   {"LogSoftmax", input_of_rank_0, log_softmax},
                   {"Hardmax", input_of_rank_0, nan_in_set}};

}  // namespace
}  // namespace etalon
