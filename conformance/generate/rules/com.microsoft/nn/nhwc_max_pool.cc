#include "conformance/generate/rules/com.microsoft/channels_last.h"

namespace etalon::rules {

const GenerationRule nhwc_max_pool_rule("com.microsoft.NhwcMaxPool", [](Drafting& call,
                                                                        Draw& draw) {
  const Window window = draw_pool(call);
  const Shape shape = joined({draw.dimension(), draw.dimension()}, window.spatial);
  call.add(with_channels_last(shape));
});

}  // namespace etalon::rules
