#include "conformance/generate/rules/ai.onnx/nn/window.h"

namespace etalon::rules {

// Output padding stays below the stride. The text and ONNX's shape inference differ about auto_pad
// with output padding: it is not drawn.
const GenerationRule conv_transpose_rule("ConvTranspose", [](Drafting& call, Draw& draw) {
  const Window window = draw_window(call);
  if (!window.automatic && draw.chance(0.3)) {
    std::vector<int64_t> extra;
    for (const int64_t stride : window.strides) extra.push_back(draw.between(0, stride - 1));
    call.set("output_padding", extra);
  }
  const Filters filters = draw_transposed_filters(call, window);
  call.add(filters.X);
  call.add(filters.W);
  if (draw.chance(0.5)) call.add({filters.maps});
});

}  // namespace etalon::rules
