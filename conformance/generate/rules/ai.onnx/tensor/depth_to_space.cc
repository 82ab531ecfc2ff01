#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule depth_to_space_rule("DepthToSpace", [](Drafting& call, Draw& draw) {
  const size_t block = 1 + draw.below(3);
  call.set("blocksize", static_cast<int64_t>(block));
  if (draw.chance(0.5)) call.set_if_known("mode", draw.pick<std::string>({"DCR", "CRD"}));
  call.add(
      {draw.dimension(), draw.dimension() * block * block, draw.dimension(), draw.dimension()});
});

}  // namespace etalon::rules
