#include "conformance/generate/rules/ai.onnx/math/matrices.h"
#include "conformance/generate/rules/com.microsoft/quantization/products.h"

namespace etalon::rules {

// Y is quantized, to A's type, where y_scale and y_zero_point are given.
const GenerationRule qgemm_rule("com.microsoft.QGemm", [](Drafting& call, Draw& draw) {
  narrow_second(call, "TA", "TB");
  const DType type = call.dtype("TA");
  const GemmShapes shapes = draw_gemm(call);
  const Shape columns = draw.chance(0.4) ? Shape{shapes.product[1]} : Shape{};
  call.add(shapes.A);
  call.add({}, scales);
  call.add(Shape{});
  call.add(shapes.B);
  call.add(columns, scales);
  call.add(columns);
  if (draw.chance(0.2)) return;
  call.add_if(draw.chance(0.6), [&] {
    call.add(draw.broadcastable_to(shapes.product), {-1000, 1000});
  });
  if (draw.chance(0.4)) return;
  call.add({}, {64, 256});
  call.narrow("TYZ", [&](DType other) { return other == type; });
  call.add(Shape{});
});

}  // namespace etalon::rules
