#include "conformance/generate/rules/com.microsoft/quantization/products.h"

namespace etalon::rules {

const GenerationRule dynamic_quantize_matmul_rule("com.microsoft.DynamicQuantizeMatMul",
                                                  [](Drafting& call, Draw& draw) {
                                                    const MatrixShapes shapes = draw_matrices(draw);
                                                    const Shape columns =
                                                        draw_columns(draw, shapes.B);
                                                    call.add(shapes.A);
                                                    call.add(shapes.B);
                                                    call.add(columns, scales);
                                                    const size_t more = draw.below(3);
                                                    if (more == 0) return;
                                                    draw.chance(0.7)
                                                        ? static_cast<void>(call.add(columns))
                                                        : call.leave_out();
                                                    offer_bias(call, shapes.B);
                                                  });

}  // namespace etalon::rules
