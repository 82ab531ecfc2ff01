// DynamicQuantizeLinear as the text of 1.24 has it for zeros: "if the adjusted data range is empty
// […] then y_scale = 1 (so that y_zero_point = 0 and y = 0 below) instead of 0".
#include "engine/numerics/numerics.h"
#include "engine/operators/rooms.h"

namespace etalon {
namespace {

Values dynamic_quantize_linear(const Call& call) {
  const Tensor& x = call.tensor("x");
  const Reals values = x.as<double>();
  const auto is_zero = [](double value) { return value == 0; };
  const bool is_empty = x.size() > 0 && std::all_of(values.begin(), values.end(), is_zero);
  if (!is_empty) return call.node().implementation->run(call);
  return {Tensor::zeros(DType::uint8, x.shape()), scalar(DType::float32, 1.0),
          Tensor::zeros(DType::uint8, {})};
}

const Released op("DynamicQuantizeLinear", {"dynamicquantizelinear-zero-range"},
                  dynamic_quantize_linear);

}  // namespace
}  // namespace etalon
