#include "conformance/generate/rules/ai.onnx/nn/window.h"

namespace etalon::rules {

// Two axes; an offset for each axis, and optionally a factor, for each element of kernel and
// output.
const GenerationRule deform_conv_rule("DeformConv", [](Drafting& call, Draw& draw) {
  const Window window = draw_window(call, 2);
  const Filters filters = draw_filters(call, window);
  const std::vector<size_t> out = output_lengths(window);
  const size_t places = window.kernel[0] * window.kernel[1];
  call.add(filters.X);
  call.add(filters.W);
  const size_t groups = filters.X[1] % 2 == 0 && draw.chance(0.4) ? 2 : 1;
  if (groups > 1) call.set("offset_group", static_cast<int64_t>(groups));
  call.add({filters.X[0], groups * 2 * places, out[0], out[1]}, {-2, 2});
  call.add_if(draw.chance(0.5), [&] { call.add({filters.maps}); });
  if (draw.chance(0.5)) {
    call.add_data({filters.X[0], groups * places, out[0], out[1]}, {0, 1});
  }
});

}  // namespace etalon::rules
