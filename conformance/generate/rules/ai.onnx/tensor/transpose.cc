#include "conformance/generate/common_rules.h"

namespace etalon::rules {

const GenerationRule transpose_rule("Transpose", [](Drafting& call) {
  const Tensor data = call.add(call.draw().shape());
  if (call.draw().chance(0.8)) {
    call.set("perm", as_integers(call.draw().permutation(data.rank())));
  }
});

}  // namespace etalon::rules
