#include "conformance/generate/rules/ai.onnx/quantization/granularity.h"

namespace etalon::rules {

// int32 and float types have no zero point but 0.
const GenerationRule dequantize_linear_rule("DequantizeLinear", [](Drafting& call, Draw& draw) {
  const Shape shape = draw.shape(0, 3, Empty::never);
  const Shape granularity = draw_granularity(call, shape);
  if (draw.chance(0.3)) {
    const std::vector<DType> types = {DType::float32, DType::float16, DType::bfloat16};
    call.set_if_known("output_dtype", static_cast<int64_t>(draw.pick(types)));
  }
  call.add_data(shape, {-100, 100});
  call.add(granularity, scales);
  if (draw.chance(0.3)) return;
  const DType type = call.input_type(0);
  const bool none = is_float(type) || type == DType::int32;
  call.add(granularity, none ? Range{0, 0} : Range{-3, 7});
});

}  // namespace etalon::rules
