#include "conformance/generate/rules/com.microsoft/channels_last.h"
#include "conformance/generate/rules/com.microsoft/quantization/qlinear.h"

namespace etalon::rules {

// Types as the kernels of a runtime have them: y's is x's, and w's too where x is signed.
const GenerationRule microsoft_qlinear_conv_rule("com.microsoft.QLinearConv", [](Drafting& call,
                                                                                 Draw& draw) {
  const bool is_signed = call.dtype("T1") == DType::int8;
  const auto as_x = [&](DType type) { return type == (is_signed ? DType::int8 : DType::uint8); };
  call.narrow("T3", as_x);
  if (is_signed) call.narrow("T2", as_x);
  const Window window = draw_window(call);
  const Filters filters = draw_filters(call, window);
  const Shape by_map = draw.chance(0.4) ? Shape{filters.maps} : Shape{};
  const bool last = draw.chance(0.6);
  if (last) call.set("channels_last", 1);
  call.add(last ? with_channels_last(filters.X) : filters.X);
  add_quantization(call);
  add_qlinear_filters(call, filters, by_map);
});

}  // namespace etalon::rules
