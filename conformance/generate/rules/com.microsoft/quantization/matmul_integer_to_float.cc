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
      draw.chance(0.7) ? static_cast<void>(call.add(Shape{})) : call.leave_out();
      draw.chance(0.7) ? static_cast<void>(call.add(columns)) : call.leave_out();
      offer_bias(call, shapes.B);
    });

}  // namespace etalon::rules
