#include "conformance/generate/rules/com.microsoft/quantization/qlinear.h"

namespace etalon::rules {

const GenerationRule qlinear_reduce_mean_rule("com.microsoft.QLinearReduceMean", [](Drafting& call,
                                                                                    Draw& draw) {
  const Shape shape = draw.shape(1, 4, Empty::never);
  std::vector<size_t> axes = draw.subset(shape.size());
  if (axes.empty()) axes = {0};
  call.set("axes", call.written_axes(axes, shape.size()));
  call.set("keepdims", draw.chance(0.5) ? 1 : 0);
  add_quantized(call, shape);
  add_last_quantization(call);
});

}  // namespace etalon::rules
