#include "conformance/generate/rules/ai.onnx/nn/window.h"

namespace etalon::rules {

namespace {

// The shape is at most as long as all products reach, and the padding what is beyond it.
void give_output_shape(Drafting& call, const Window& window) {
  std::vector<int64_t> shape;
  for (size_t i = 0; i < window.kernel.size(); ++i) {
    const int64_t reach = static_cast<int64_t>(window.kernel[i] - 1) * window.dilations[i] + 1;
    const int64_t whole = window.strides[i] * static_cast<int64_t>(window.spatial[i] - 1) + reach;
    shape.push_back(whole - call.draw().between(0, std::min<int64_t>(whole - 1, 2)));
  }
  call.set("output_shape", shape);
}

}  // namespace

// Output padding stays below the stride. The text and ONNX's shape inference differ about auto_pad
// with output padding: it is not drawn.
const GenerationRule conv_transpose_rule("ConvTranspose", [](Drafting& call, Draw& draw) {
  const Window window = draw_window(call);
  if (!window.automatic && draw.chance(0.3)) {
    std::vector<int64_t> extra;
    for (const int64_t stride : window.strides) extra.push_back(draw.between(0, stride - 1));
    call.set("output_padding", extra);
  }
  if (!window.automatic && !window.padded && draw.chance(0.25)) give_output_shape(call, window);
  const Filters filters = draw_transposed_filters(call, window);
  call.add(filters.X);
  call.add(filters.W);
  if (draw.chance(0.5)) call.add({filters.maps});
});

}  // namespace etalon::rules
