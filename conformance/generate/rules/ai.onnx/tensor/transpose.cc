#include "conformance/generate/common_rules.h"

namespace etalon::rules {

const GenerationRule transpose_rule("Transpose", [](Drafting& call, Draw& draw) {
  const Tensor data = call.add(draw.shape());
  if (draw.chance(0.8)) {
    call.set("perm", as_integers(draw.permutation(data.rank())));
  }
});

}  // namespace etalon::rules
