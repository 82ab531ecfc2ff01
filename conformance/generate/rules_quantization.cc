#include "conformance/generate/rules.h"

namespace etalon {

namespace {

// Per tensor or, where the version has an axis, per axis: the shape of scale and zero point.
Shape draw_granularity(Drafting& call, const Shape& shape) {
  Draw& draw = call.draw();
  if (!call.has("axis") || shape.empty() || draw.chance(0.5)) return {};
  const size_t axis = draw.below(shape.size());
  call.set("axis", call.written_axis(axis, shape.size()));
  return {shape[axis]};
}

// The zero point chooses the output's type; that of a float type is 0.
void quantize_linear(Drafting& call) {
  Draw& draw = call.draw();
  const Shape shape = draw.shape(0, 3, Empty::never);
  const Shape granularity = draw_granularity(call, shape);
  const auto not_whole = [](DType type) { return type != DType::int32; };
  call.narrow("T1", not_whole);
  call.narrow("T2", not_whole);
  call.add(shape, {-40, 40});
  call.add(granularity, scales);
  if (draw.chance(0.3)) return;
  const Range points = is_float(call.input_type(call.next_input())) ? Range{0, 0} : Range{0, 7};
  call.add(granularity, points);
}

// int32 and float types have no zero point but 0.
void dequantize_linear(Drafting& call) {
  Draw& draw = call.draw();
  const Shape shape = draw.shape(0, 3, Empty::never);
  const Shape granularity = draw_granularity(call, shape);
  call.add(shape, {-100, 100});
  call.add(granularity, scales);
  if (draw.chance(0.3)) return;
  const DType type = call.input_type(0);
  const bool none = is_float(type) || type == DType::int32;
  call.add(granularity, none ? Range{0, 0} : Range{-3, 7});
}

void dynamic_quantize_linear(Drafting& call) {
  call.add(call.draw().shape(0, 3, Empty::never), {-20, 20});
}

}  // namespace

Rules quantization_rules() {
  return {{"DequantizeLinear", dequantize_linear},
          {"DynamicQuantizeLinear", dynamic_quantize_linear},
          {"QuantizeLinear", quantize_linear}};
}

}  // namespace etalon
