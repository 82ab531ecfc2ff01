#include "conformance/generate/rule.h"

namespace etalon::rules {

// Most lengths are of distances that have a bin each: what the other bins are, is open.
const GenerationRule relative_position_bias_rule(
    "com.microsoft.RelativePositionBias", [](Drafting& call, Draw& draw) {
      const size_t num_buckets = 4 * (1 + draw.below(6)),
                   length = 1 + draw.below(num_buckets / 4 + 1);
      call.set("max_distance", static_cast<int64_t>(num_buckets) + draw.between(1, 16));
      call.offer_flag("is_bidirectional");
      call.add({num_buckets, 1 + draw.below(4)});
      for (int i = 0; i < 2; ++i) {
        call.add_integers(draw.chance(0.5) ? Shape{} : Shape{1}, {static_cast<int64_t>(length)});
      }
    });

}  // namespace etalon::rules
