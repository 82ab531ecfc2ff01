// Softmax, LogSoftmax and Hardmax.
#include "ops/ai.onnx/math/softmax.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

void input_of_rank_0(const Call& call) { at_point("rank0", call.tensor("input").rank() == 0); }

// Σ exp(|input|) over the set of each element: no step of the formula as it is written is greater.
void steps(Opening& open) {
  open.Y = step_or_exact(open.Y, "overflow", [&] {
    const Reals x = open.call.tensor("input").as<double>();
    const Reals sum = sum_over(Reals(xt::exp(xt::abs(x))), softmax_axes(open.call));
    return broadcast_array(sum, x.shape());
  });
}

// Which element is the greatest is open where one is NaN.
void nan_in_set(Opening& open) {
  open.Y = anything(open.Y, "nan", [&] {
    const Reals x = open.call.tensor("input").as<double>();
    const Reals count = sum_over(Reals(xt::cast<double>(xt::isnan(x))), softmax_axes(open.call));
    return broadcast_array(Bools(count > 0.0), x.shape());
  });
}

const Open op[] = {{"Softmax", input_of_rank_0, steps},
                   {"LogSoftmax", input_of_rank_0, steps},
                   {"Hardmax", input_of_rank_0, nan_in_set}};

}  // namespace
}  // namespace etalon
