#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule dynamic_time_warping_rule(
    "com.microsoft.DynamicTimeWarping", [](Drafting& call, Draw& draw) {
      const size_t M = draw.dimension(), N = draw.dimension();
      call.add(draw.chance(0.7) ? Shape{M, N} : Shape{1, M, N}, {-1, 4});
    });

}  // namespace etalon::rules
