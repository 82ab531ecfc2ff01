#include "conformance/generate/rules/ai.onnx/quantization/granularity.h"

namespace etalon::rules {

// The zero point chooses the output's type; that of a float type is 0.
const GenerationRule quantize_linear_rule("QuantizeLinear", [](Drafting& call, Draw& draw) {
  const Shape shape = draw.shape(0, 3, Empty::never);
  const Shape granularity = draw_granularity(call, shape);
  const auto not_whole = [](DType type) { return type != DType::int32; };
  call.narrow("T1", not_whole);
  call.narrow("T2", not_whole);
  call.offer_flag("saturate");
  if (draw.chance(0.2)) {
    const std::vector<DType> types = {DType::float32, DType::float16, DType::bfloat16};
    call.set_if_known("precision", static_cast<int64_t>(draw.pick(types)));
  }
  call.add_data(shape, {-40, 40});
  call.add(granularity, scales);
  const DType type = call.input_type(call.next_input());
  if (draw.chance(0.4)) {
    if (draw.chance(0.7)) call.set_if_known("output_dtype", static_cast<int64_t>(type));
    return;
  }
  const Range points = is_float(type) ? Range{0, 0} : Range{0, 7};
  call.add(granularity, points);
});

}  // namespace etalon::rules
