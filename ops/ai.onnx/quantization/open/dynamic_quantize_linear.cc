// DynamicQuantizeLinear: all that depends on a scale that is none.
#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

void dynamic_quantize_linear(Opening& open) {
  const Reals x = open.call.tensor("x").as<double>();
  const double y_scale = open.output(1).item<double>();
  const bool is_infinite = xt::any(Bools(xt::isinf(x))) && !xt::any(Bools(xt::isnan(x)));
  const bool has_nan = std::isnan(y_scale);
  // Of zeros, or where max − min is so small that the scale rounds to 0.
  const bool no_scale = x.size() > 0 && y_scale == 0;
  // max − min may exceed float where x does not.
  const bool overflows = !is_infinite && std::isinf(y_scale);
  for (size_t i = 0; i < open.output_count(); ++i) {
    Tensor& Y = open.output(i);
    const auto all = [&](bool is_open) {
      return [&Y, is_open] { return full(Y.shape(), is_open); };
    };
    Y = no_result(Y, "inf", all(is_infinite));
    Y = no_result(Y, "zero_divisor", all(no_scale));
    Y = no_result(Y, "nan", all(has_nan && !is_infinite));
    Y = no_result(Y, "empty", all(x.size() == 0));
    Y = no_result(Y, "overflow", all(overflows));
  }
}

const Open op("DynamicQuantizeLinear", dynamic_quantize_linear);

}  // namespace
}  // namespace etalon
