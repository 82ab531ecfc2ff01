#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule gated_relative_position_bias_rule(
    "com.microsoft.GatedRelativePositionBias", [](Drafting& call, Draw& draw) {
      const size_t batch = draw.dimension(), length = draw.dimension(), heads = 1 + draw.below(3);
      const size_t head_size = draw.dimension(), D = 2 * (1 + draw.below(4));
      call.set("num_heads", static_cast<int64_t>(heads));
      call.add_data({batch, length, heads * head_size}, {-2, 2});
      call.add_data({heads * head_size}, {-1, 1});
      call.add({1, heads, length, length});
      call.add_data({head_size, D}, {-1, 1});
      call.add_data({D}, {-1, 1});
      call.add_data({1, heads, 1, 1}, {-2, 2});
      if (draw.chance(0.02)) call.add({batch, length}, {0, 0});  // what it is, is open
    });

}  // namespace etalon::rules
