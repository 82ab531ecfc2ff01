#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule cdist_rule("com.microsoft.CDist", [](Drafting& call, Draw& draw) {
  if (draw.chance(0.7)) call.set("metric", draw.pick<std::string>({"sqeuclidean", "euclidean"}));
  const size_t N = draw.dimension(), M = draw.dimension(), K = draw.dimension();
  call.add({M, N});
  call.add({K, N});
});

}  // namespace etalon::rules
