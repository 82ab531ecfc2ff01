#include "conformance/generate/rules/com.microsoft/quantization/products.h"

namespace etalon::rules {

const GenerationRule matmul_integer_to_float_rule(
    "com.microsoft.MatMulIntegerToFloat", [](Drafting& call, Draw& draw) {
      narrow_second(call, "T1", "T2");
      const MatrixShapes shapes = draw_matrices(draw);
      const Shape columns = draw_columns(draw, shapes.B);
      call.add(shapes.A);
      call.add(shapes.B);
      call.add({}, scales);
      call.add(columns, scales);
      if (draw.chance(0.3)) return;
      call.add_if(draw.chance(0.7), [&] { call.add(Shape{}); });
      call.add_if(draw.chance(0.7), [&] { call.add(columns); });
      offer_bias(call, shapes.B);
    });

}  // namespace etalon::rules
