#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule space_to_depth_rule("SpaceToDepth", [](Drafting& call, Draw& draw) {
  const size_t block = 1 + draw.below(3);
  call.set("blocksize", static_cast<int64_t>(block));
  if (draw.chance(0.5)) call.set_if_known("mode", draw.pick<std::string>({"DCR", "CRD"}));
  call.add(
      {draw.dimension(), draw.dimension(), draw.dimension() * block, draw.dimension() * block});
});

}  // namespace etalon::rules
