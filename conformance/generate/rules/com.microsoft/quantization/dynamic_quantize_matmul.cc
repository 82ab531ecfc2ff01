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
                                                    call.add_if(draw.chance(0.7),
                                                                [&] { call.add(columns); });
                                                    offer_bias(call, shapes.B);
                                                  });

}  // namespace etalon::rules
