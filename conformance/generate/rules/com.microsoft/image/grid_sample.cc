#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule microsoft_grid_sample_rule("com.microsoft.GridSample", [](Drafting& call,
                                                                               Draw& draw) {
  call.narrow("T1", is_float);
  call.set("mode", draw.pick<std::string>({"bilinear", "nearest", "bicubic"}));
  call.set("padding_mode", draw.pick<std::string>({"zeros", "border", "reflection"}));
  call.offer_flag("align_corners");
  const size_t N = 1 + draw.below(2), C = 1 + draw.below(2);
  const size_t H = draw.two_or_more(), W = draw.two_or_more();
  call.add({N, C, H, W});
  const size_t rows = 1 + draw.below(3), columns = 1 + draw.below(3);
  call.add({N, rows, columns, 2}, {-1.25, 1.25});
});

}  // namespace etalon::rules
